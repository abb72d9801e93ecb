//! From fields to games.

use std::collections::{HashMap, HashSet};

use crate::fault::{Fault, FaultKind};
use crate::formats::dhtmlxq::TAGS;
use crate::formats::dhtmlxq::fields::{Field, first_field, games, joined, unescaped_address};
use crate::formats::slots;
use crate::formats::start::side_to_move;
use crate::text::{GameText, Place, Word, comment_text, join_comment, result_of, visible};
use crate::tree::{At, START};
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Square};

/// Reads the games of a text.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    if first_field(text).is_none()
        && let Some(text) = unescaped_address(text)
    {
        return games(&joined(&text)).into_iter().map(read_game).collect();
    }
    games(&joined(text)).into_iter().map(read_game).collect()
}

/// The game of a word that is nothing but moves of four digits; `None` when it is not.
pub fn read_digits(word: &str, place: Place) -> Option<GameText> {
    let is_whole = !word.is_empty() && word.len().is_multiple_of(MOVE);
    let mut game = GameText::new(place);
    let fault = Lines::default().add(&mut game, 0, word, place);
    (is_whole && fault.is_none()).then(|| {
        game.start.side = first_mover(&game, word);
        game
    })
}

/// Digits of a move.
const MOVE: usize = 4;

fn read_game(fields: Vec<Field>) -> Result<GameText, Fault> {
    let mut game = GameText::new(fields.first().map_or(Place::START, |field| field.place));
    // Of a field that is there several times, the first that says something.
    let mut known: HashMap<&str, &Field> = HashMap::new();
    for field in fields.iter().filter(|field| !field.value.trim().is_empty()) {
        known.entry(&field.name).or_insert(field);
    }
    let times = times(&fields);
    for (name, tag) in TAGS {
        let value = known.get(name).map(|field| field.value);
        let value = value.or_else(|| times.iter().find(|(key, _)| *key == name).map(|(_, v)| *v));
        let value = unescaped(&value.unwrap_or_default().replace("||", " "));
        let value = visible(value.trim());
        if !value.is_empty() {
            game.tags.push((tag.into(), value.into_owned()));
        }
    }
    if let Some(result) = known.get("result") {
        game.outcome = outcome_of(result.value.trim());
    }
    let has_position = read_start(&mut game, &known)?;
    let mut lines = Lines::default();
    let mut fault = read_lines(&mut game, &mut lines, &fields, &known);
    if fault.is_none() {
        let cut = fields.iter().find(|field| field.is_cut);
        fault = cut.map(|field| Fault::new(field.place, FaultKind::CutOff("DhtmlXQ")));
    }
    for field in &fields {
        if let Some((line, ply)) = field.name.strip_prefix("comment").and_then(comment_place) {
            let text = comment_text(&unescaped(&field.value.replace("||", "\n")));
            let at = lines.at(line, ply).unwrap_or(START);
            let comment = match game.moves.get_mut(at) {
                Some(word) => &mut word.comment,
                None => &mut game.comment,
            };
            if *comment != text {
                join_comment(comment, &text);
            }
        }
    }
    match fault {
        Some(fault) if game.moves.is_empty() && !has_position => Err(fault),
        fault => Ok(GameText { fault, ..game }),
    }
}

/// The outcome of a field `result`. Pages of federations have letters there, which tell what the
/// first player did; in other formats those could be pieces.
fn outcome_of(result: &str) -> Outcome {
    match result {
        "W" => Outcome::Win(Color::Red),
        "L" => Outcome::Win(Color::Black),
        "D" => Outcome::Draw,
        word => result_of(word).unwrap_or(Outcome::Ongoing),
    }
}

/// Reads where the pieces stand, and who moves first; whether the game says where they stand.
fn read_start(game: &mut GameText, known: &HashMap<&str, &Field>) -> Result<bool, Fault> {
    let fen = known.get("fen").map(|field| {
        let read = Setup::from_words(field.value.split_whitespace());
        read.map_err(|error| Fault::new(field.place, error))
    });
    let binit = known.get("binit").map(|field| {
        let read = setup(field.value.trim());
        read.ok_or_else(|| Fault::new(field.place, FaultKind::DhtmlxqPoints))
    });
    let first = MAIN.iter().find_map(|name| known.get(name));
    let first = first.and_then(|field| field.value.trim().get(..2)).and_then(point);
    let (start, has_position) = match (fen, binit) {
        // A FEN says who moves, other points do not.
        (Some(Ok((start, _))), _) if first.is_none() => {
            game.start = start;
            return Ok(true);
        }
        (Some(Ok((start, _))), _) => (Some(start), true),
        (_, Some(binit)) => (Some(binit?), true),
        (Some(Err(fault)), None) => return Err(fault),
        (None, None) => (None, false),
    };
    game.start = start.unwrap_or_else(Setup::start);
    game.start.side = side_to_move(&game.start, first, Color::Red);
    Ok(has_position)
}

fn first_mover(game: &GameText, digits: &str) -> Color {
    side_to_move(&game.start, digits.get(..2).and_then(point), Color::Red)
}

/// What the main line is called.
const MAIN: [&str; 2] = ["movelist", "move_0_1_0"];

/// Times of both players in the words of CCBridge, which has one name for both: Red's stands
/// before Black's name.
fn times<'a>(fields: &[Field<'a>]) -> Vec<(&'static str, &'a str)> {
    let mut times = Vec::new();
    let mut name = "redtime";
    for field in fields {
        match &*field.name {
            "black" => name = "blacktime",
            "time" => {
                times.push((name, field.value));
                name = "blacktime";
            }
            _ => {}
        }
    }
    times
}

/// Line and ply of the name of a comment: `7` of the main line, or `2_7`.
fn comment_place(name: &str) -> Option<(usize, usize)> {
    match name.split_once('_') {
        Some((line, ply)) => Some((line.parse().ok()?, ply.parse().ok()?)),
        None => Some((0, name.parse().ok()?)),
    }
}

/// Reads the main line and its variations, which stand in any order; the first fault.
fn read_lines(
    game: &mut GameText,
    lines: &mut Lines,
    fields: &[Field],
    known: &HashMap<&str, &Field>,
) -> Option<Fault> {
    let main = MAIN.iter().find_map(|name| known.get(name));
    let (digits, place) = main.map_or(("", game.place), |field| (field.value, field.place));
    let mut fault = lines.add(game, 0, digits, place);
    // The lines that leave a line, by its number.
    let mut leaving: HashMap<usize, Vec<(usize, usize, &Field)>> = HashMap::new();
    let mut known_lines = HashSet::from([0]);
    for field in fields.iter().filter(|field| !field.value.trim().is_empty()) {
        let Some(numbers) = field.name.strip_prefix("move_") else { continue };
        let numbers: Vec<usize> = numbers.split('_').filter_map(|n| n.parse().ok()).collect();
        let [parent, ply, line] = numbers[..] else { continue };
        if known_lines.insert(line) {
            leaving.entry(parent).or_default().push((line, ply, field));
        }
    }
    let mut parents = std::collections::VecDeque::from([0]);
    while let Some(parent) = parents.pop_front() {
        let mut branches = leaving.remove(&parent).unwrap_or_default();
        branches.sort_by_key(|&(line, ..)| line);
        for (line, ply, field) in branches {
            let wrong = match lines.branch(parent, line, ply) {
                true => lines.add(game, line, field.value, field.place),
                false => Some(Fault::new(field.place, FaultKind::DhtmlxqLine)),
            };
            fault = fault.or(wrong);
            parents.push_back(line);
        }
    }
    let homeless = leaving.into_values().flatten().map(|(.., field)| field.place);
    let first = homeless.min_by_key(|place| (place.line, place.column));
    fault.or_else(|| first.map(|place| Fault::new(place, FaultKind::DhtmlxqLine)))
}

/// The lines of a game. Each ends at a node from which every ply before is found in a
/// logarithmic number of steps.
struct Lines {
    /// The nodes of the tree; the beginning first.
    nodes: Vec<Node>,
    /// The last node of each line.
    ends: HashMap<usize, usize>,
}

#[derive(Clone, Copy)]
struct Node {
    at: At,
    ply: usize,
    parent: usize,
    /// A node further up, so that steps of all lengths can be made.
    jump: usize,
}

impl Default for Lines {
    fn default() -> Lines {
        let root = Node { at: START, ply: 0, parent: 0, jump: 0 };
        Lines { nodes: vec![root], ends: HashMap::new() }
    }
}

impl Lines {
    /// Begins a line at a ply of another one; `false` when that has not so many.
    fn branch(&mut self, parent: usize, line: usize, ply: usize) -> bool {
        let node = ply.checked_sub(1).and_then(|before| self.node(parent, before));
        let Some(node) = node else { return false };
        self.ends.insert(line, node);
        true
    }

    /// Adds the moves of a line as far as they can be read, and returns what is wrong with
    /// the rest.
    fn add(&mut self, game: &mut GameText, line: usize, text: &str, place: Place) -> Option<Fault> {
        let mut end = self.ends.get(&line).copied().unwrap_or(0);
        let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let column = place.column;
        let mut fault = None;
        for (number, chars) in digits.chunks(MOVE).enumerate() {
            let place = Place { column: column + number * MOVE, ..place };
            let Some(mv) = read_move(&chars.iter().collect::<String>()) else {
                fault = Some(Fault::new(place, FaultKind::DhtmlxqMoves));
                break;
            };
            let parent = self.nodes[end];
            let at = game.moves.add(parent.at, Word::new(mv.to_string(), place));
            let far = self.nodes[parent.jump];
            let is_even = parent.ply - far.ply == far.ply - self.nodes[far.jump].ply;
            let jump = if is_even { far.jump } else { end };
            self.nodes.push(Node { at, ply: parent.ply + 1, parent: end, jump });
            end = self.nodes.len() - 1;
        }
        self.ends.insert(line, end);
        fault
    }

    /// The node behind a ply of a line.
    fn node(&self, line: usize, ply: usize) -> Option<usize> {
        let mut node = *self.ends.get(&line)?;
        if self.nodes[node].ply < ply {
            return None;
        }
        while self.nodes[node].ply > ply {
            let Node { parent, jump, .. } = self.nodes[node];
            node = if self.nodes[jump].ply >= ply { jump } else { parent };
        }
        Some(node)
    }

    /// The place behind a ply of a line, or behind its last one.
    fn at(&self, line: usize, ply: usize) -> Option<At> {
        let node = self.node(line, ply).or_else(|| self.ends.get(&line).copied())?;
        Some(self.nodes[node].at)
    }
}

/// The point of two digits; `None` for `99`, which stands for no point.
fn point(digits: &str) -> Option<Square> {
    let mut numbers = digits.chars().map(|c| c.to_digit(10));
    let (file, row) = (numbers.next()?? as i32, numbers.next()?? as i32);
    Square::try_new(file, Square::RANKS as i32 - 1 - row)
}

fn read_move(digits: &str) -> Option<Move> {
    let (from, to) = (point(digits.get(..2)?)?, point(digits.get(2..)?)?);
    (from != to).then(|| Move::new(from, to))
}

/// The position of a text of 32 points.
fn setup(digits: &str) -> Option<Setup> {
    let is_whole = digits.len() == 2 * slots::COUNT && digits.bytes().all(|b| b.is_ascii_digit());
    let squares = |i: usize| digits.get(2 * i..2 * i + 2).and_then(point);
    is_whole.then(|| slots::setup_of(&std::array::from_fn(squares)))
}

/// The text with characters in place of their numbers, as in `\u4e2d`.
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        let number = rest.get(at + 2..at + 6).filter(|n| n.bytes().all(|b| b.is_ascii_hexdigit()));
        match number.and_then(|number| u16::from_str_radix(number, 16).ok()) {
            Some(unit) => {
                units.push(unit);
                rest = &rest[at + 6..];
            }
            None => {
                units.extend("\\u".encode_utf16());
                rest = &rest[at + 2..];
            }
        }
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}
