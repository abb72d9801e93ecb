//! The reader.

use crate::fault::{Fault, FaultKind};
use crate::formats::pgn::{move_words, nag_of};
use crate::formats::wxf::TAGS;
use crate::formats::wxf::setup::setup;
use crate::text::{
    GameText, Place, comment_text, join_comment, numbered_lines, result_of, visible,
};
use crate::tree::{At, START};
use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::rules::Outcome;

/// Whether a text is one or more of these: it begins with headings in capitals, and the moves
/// are in braces behind `START`.
pub fn is_wxf(text: &str) -> bool {
    let lines = numbered_lines(text).map(|(_, line)| line.trim());
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with([';', '#', '%'])) {
        if block(line, "START").is_some() {
            return true;
        }
        if heading(line).is_none() && block(line, "SETUP").is_none() {
            return false;
        }
        if block(line, "SETUP").is_some() {
            return numbered_lines(text).any(|(_, line)| block(line.trim(), "START").is_some());
        }
    }
    false
}

/// The rest of a line that begins a block: `START{ 1. C2.5`.
fn block<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix(name)?.trim_start().strip_prefix('{')
}

/// `RED  Anna ; 1137 ;;`: a word in capitals and what stands behind it.
fn heading(line: &str) -> Option<(&str, &str)> {
    let end = line.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(line.len());
    let (name, value) = line.split_at(end);
    let is_apart = value.is_empty() || value.starts_with([' ', '\t', ':']);
    let is_known = name.len() > 2 && is_apart;
    is_known.then(|| (name, value.trim_start_matches(':').trim()))
}

/// Reads the games of a text. A heading behind moves begins another one.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut reader = Reader::default();
    for (number, line) in numbered_lines(text) {
        reader.line(line, number);
    }
    reader.finish();
    reader.games
}

/// Says of each line of such a text, in their order, whether a game begins at it: at a heading
/// or a block behind the moves of another.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let mut is_behind = false;
    // The block whose end has not been seen, and whether a comment has begun in it.
    let (mut inside, mut is_comment) = (None, false);
    move |line| {
        let text = line.trim();
        let mut rest = text;
        let mut begins = false;
        if inside.is_none() {
            let mut blocks = ["START", "SETUP"].into_iter();
            inside = blocks.find(|name| block(text, name).is_some());
            rest = inside.and_then(|name| block(text, name)).unwrap_or_default();
            let is_begin = inside.is_some() || heading(text).is_some();
            begins = is_begin && std::mem::take(&mut is_behind);
        }
        for c in rest.chars().filter(|c| matches!(c, '{' | '}')) {
            match c {
                '{' => is_comment = true,
                _ if is_comment => is_comment = false,
                _ => {
                    is_behind = inside.take() == Some("START");
                    break;
                }
            }
        }
        begins
    }
}

#[derive(Default)]
struct Reader<'a> {
    games: Vec<Result<GameText, Fault>>,
    game: Option<GameText>,
    /// What makes the game useless.
    fault: Option<Fault>,
    section: Section,
    /// Of `SETUP`, as far as it has been read.
    setup: String,
    notation: Notation<'a>,
    /// Behind the last move.
    at: Option<At>,
    /// Marks before the next move.
    marks: Vec<u8>,
    /// A comment that has not ended, and where it begins.
    comment: Option<(String, Place)>,
}

/// What is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    Headings,
    Setup(Place),
    Moves(Place),
    /// Behind the moves.
    End,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, number: usize) {
        let place = |part: &str| {
            let before = &line[..part.as_ptr() as usize - line.as_ptr() as usize];
            Place { line: number, column: before.chars().count() + 1 }
        };
        match self.section {
            Section::Moves(_) => self.moves(line, place(line)),
            Section::Setup(begun) => self.add_setup(line, begun),
            Section::Headings | Section::End => {
                let text = line.trim();
                if let Some(rest) = block(text, "START") {
                    if self.section == Section::End {
                        self.finish();
                    }
                    self.game.get_or_insert_with(|| GameText::new(place(text)));
                    self.section = Section::Moves(place(rest));
                    self.moves(rest, place(rest));
                } else if let Some(rest) = block(text, "SETUP") {
                    self.begin(place(text));
                    self.section = Section::Setup(place(text));
                    self.add_setup(rest, place(text));
                } else if let Some((name, value)) = heading(text) {
                    self.begin(place(text));
                    self.heading(name, value, place(text));
                }
            }
        }
    }

    /// Begins a game, unless one has begun.
    fn begin(&mut self, place: Place) {
        if self.section == Section::End {
            self.finish();
        }
        self.game.get_or_insert_with(|| GameText::new(place));
    }

    fn heading(&mut self, name: &str, value: &'a str, place: Place) {
        let Some(game) = &mut self.game else { return };
        match name {
            "FORMAT" => self.notation = Notation::of(value),
            "RESULT" => {
                let word = value.split_whitespace().next().unwrap_or_default();
                game.outcome = result_of(word).unwrap_or(Outcome::Ongoing);
            }
            "COMMENT" => {
                game.comment.push_str(&visible(value));
                game.comment.push('\n');
            }
            "FEN" => match Setup::from_words(value.split_whitespace()) {
                Ok((start, _)) => game.start = start,
                Err(error) => _ = self.fault.get_or_insert(Fault::new(place, error)),
            },
            _ if value.is_empty() => {}
            "RED" | "BLACK" => add_player(game, name, value),
            _ => {
                let known = TAGS.iter().find(|(known, _)| *known == name);
                let tag = known.map_or_else(|| capitalized(name), |(_, tag)| (*tag).to_owned());
                game.tags.push((tag, visible(value).into_owned()));
            }
        }
    }

    fn add_setup(&mut self, line: &str, begun: Place) {
        let (inside, is_end) = match line.split_once('}') {
            Some((inside, _)) => (inside, true),
            None => (line, false),
        };
        self.setup.push_str(inside);
        self.setup.push(' ');
        if is_end {
            self.section = Section::Headings;
            match (setup(&std::mem::take(&mut self.setup)), &mut self.game) {
                (Some(start), Some(game)) => game.start = start,
                _ => _ = self.fault.get_or_insert(Fault::new(begun, FaultKind::WxfSetup)),
            }
        }
    }

    /// Reads a line of moves, or what is left of it.
    fn moves(&mut self, line: &str, begin: Place) {
        let mut column = begin.column;
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let place = Place { column, ..begin };
            let length = match (&mut self.comment, c) {
                (Some((comment, _)), _) => {
                    let end = rest.find('}').unwrap_or(rest.len());
                    comment.push_str(&rest[..end]);
                    if end < rest.len() {
                        self.end_comment();
                        end + 1
                    } else {
                        end
                    }
                }
                (None, '{') => {
                    self.comment = Some((String::new(), place));
                    1
                }
                (None, '}') => {
                    self.section = Section::End;
                    return;
                }
                (None, c) if c.is_whitespace() => c.len_utf8(),
                (None, _) => {
                    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | '}'));
                    let word = &rest[..end.unwrap_or(rest.len())];
                    self.word(word, place);
                    word.len()
                }
            };
            column += rest[..length].chars().count();
            rest = &rest[length..];
        }
        if let Some((comment, _)) = &mut self.comment {
            comment.push('\n');
        }
    }

    fn end_comment(&mut self) {
        let (Some((text, _)), Some(game)) = (self.comment.take(), &mut self.game) else { return };
        let comment = match self.at.and_then(|at| game.moves.get_mut(at)) {
            Some(word) => &mut word.comment,
            None => &mut game.comment,
        };
        join_comment(comment, &comment_text(&text));
    }

    /// Reads a move, a number, a result or marks, which may stand before the number.
    fn word(&mut self, word: &str, place: Place) {
        let Some(game) = &mut self.game else { return };
        let text = word.trim_start_matches(['!', '?']);
        let marks = &word[..word.len() - text.len()];
        self.marks.extend(nag_of(marks));
        if let Some(outcome) = result_of(text) {
            game.outcome = outcome;
            return;
        }
        let place = Place { column: place.column + marks.len(), ..place };
        for mut word in move_words(text, place) {
            word.text = self.notation.usual(&word.text);
            word.nags.splice(0..0, self.marks.drain(..));
            self.at = Some(game.moves.add(self.at.unwrap_or(START), word));
        }
    }

    fn finish(&mut self) {
        let section = std::mem::take(&mut self.section);
        let cut = match (section, &self.comment) {
            (_, Some((_, place))) => Some(Fault::new(*place, FaultKind::Comment)),
            (Section::Moves(place) | Section::Setup(place), None) => {
                Some(Fault::new(place, FaultKind::WxfEnd))
            }
            _ => None,
        };
        self.end_comment();
        self.at = None;
        self.marks.clear();
        let notation = std::mem::take(&mut self.notation);
        let Some(mut game) = self.game.take() else { return };
        game.style = notation.style();
        game.comment = comment_text(&game.comment);
        let has_something = !game.moves.is_empty() || game.start != Setup::start();
        match (self.fault.take(), cut) {
            (Some(fault), _) => self.games.push(Err(fault)),
            (None, fault) if has_something => self.games.push(Ok(GameText { fault, ..game })),
            (None, Some(fault)) => self.games.push(Err(fault)),
            (None, None) => {}
        }
    }
}

/// The name of a player, behind which may stand a rating and more: `Anna ; 1137 ;;`.
fn add_player(game: &mut GameText, name: &str, value: &str) {
    let side = capitalized(name);
    let mut parts = value.split(';').map(str::trim);
    let mut add = |tag: String, value: &str| {
        if !value.is_empty() {
            game.tags.push((tag, visible(value).into_owned()));
        }
    };
    add(side.clone(), parts.next().unwrap_or_default());
    let (mut has_rating, mut has_team) = (false, false);
    for part in parts.filter(|part| !part.is_empty()) {
        let is_rating = part.bytes().all(|byte| byte.is_ascii_digit());
        let known = if is_rating { &mut has_rating } else { &mut has_team };
        if !std::mem::replace(known, true) {
            add(format!("{side}{}", if is_rating { "Elo" } else { "Team" }), part);
        }
    }
}

/// `Event` of `EVENT`.
fn capitalized(name: &str) -> String {
    name[..1].to_owned() + &name[1..].to_ascii_lowercase()
}

/// How moves are written, as the line `FORMAT` says: `AXF, N(H) G(A)` with other letters for
/// the pieces than those of the draft.
#[derive(Clone, Copy, Default)]
struct Notation<'a> {
    text: &'a str,
}

/// What counts of the line `FORMAT`, in characters.
const MOST_CHARACTERS: usize = 200;

impl<'a> Notation<'a> {
    fn of(text: &'a str) -> Notation<'a> {
        Notation {
            text: text.char_indices().nth(MOST_CHARACTERS).map_or(text, |(end, _)| &text[..end]),
        }
    }

    fn name(self) -> &'a str {
        self.text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()
    }

    /// The style of all moves, where they could be taken for those of another.
    fn style(self) -> Option<Style> {
        match self.name().to_ascii_uppercase().as_str() {
            "LALG" | "SALG" => Some(Style::San),
            _ => None,
        }
    }

    /// The text of a move with the usual letters, without the marks of check and mate.
    fn usual(self, text: &str) -> String {
        let bare = text.trim_end_matches('+');
        let bare = if bare.ends_with(|c: char| c.is_ascii_digit()) { bare } else { text };
        let mut chars = bare.chars();
        let first = chars.next().map(|first| self.letter(first));
        first.into_iter().chain(chars).collect()
    }

    /// The letter of the draft that one in the file stands for.
    fn letter(self, letter: char) -> char {
        let symbols = self.text.split(|c: char| c.is_whitespace() || c == ',');
        let known = symbols.filter_map(|word| {
            let (usual, own) = word.split_once('(')?;
            let own = own.strip_suffix(')')?;
            Some((usual.chars().next()?, own.chars().next()?))
        });
        let same = |own: char| own.eq_ignore_ascii_case(&letter);
        let mut found = known.filter(|&(_, own)| same(own)).map(|(usual, _)| usual);
        found.next().unwrap_or(letter)
    }
}
