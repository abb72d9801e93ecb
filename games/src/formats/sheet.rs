//! Score sheets: the text in which dpxq.com, 天天象棋, QQ, Ourgame and XQStudio copy a game, with
//! headings such as `红方：甲`, then numbered lines of moves.

mod board;
mod headings;
mod variation;

use std::collections::HashMap;

use crate::fault::{Fault, FaultKind};
use crate::formats::lines::{is_answer, last_number, placed_words};
use crate::formats::pgn::{digit, is_bare_move, is_chinese_move, move_words, numbers_of};
use crate::text::{GameText, Place, join_comment, numbered_lines, result_of, visible};
use crate::tree::{At, START};
use board::{Drawing, is_drawn};
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::Color;
use headings::{Heading, UNKNOWN, headings, is_end, is_rule, is_title};

/// Lines in which headings are looked for.
const MOST_LINES: usize = 60;

/// Whether a text is a score sheet: before its first numbered line there are headings.
pub fn is_sheet(text: &str) -> bool {
    let mut count = 0;
    let mut is_begun = false;
    let lines = numbered_lines(text).filter(|(_, line)| !line.trim().is_empty());
    for (index, (_, line)) in lines.take(MOST_LINES).enumerate() {
        if numbers(line).is_some() {
            break;
        }
        let found = headings(line).count();
        is_begun |= index == 0 && (found > 0 || is_title(line) || is_rule(line));
        count += found;
    }
    count > 1 || is_begun && count > 0
}

/// Reads the games of a text. Headings, or number 1, begin one.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut reader = Reader::default();
    for (number, line) in numbered_lines(text) {
        reader.line(line, number);
    }
    reader.finish();
    reader.games
}

/// Says of each line of such a text, in their order, whether a game begins at it.
pub fn begins() -> impl FnMut(&str) -> bool + Send {
    let mut begins = Begins::default();
    move |line| begins.line(line)
}

/// Tells where games begin, by what stands before.
#[derive(Default)]
struct Begins {
    /// Whether there are moves, with numbers or without.
    has_moves: bool,
    has_bare_moves: bool,
    /// The last number.
    last: Option<usize>,
    /// Whether a variation begins, which may do so with number 1.
    is_variation: bool,
}

impl Begins {
    fn line(&mut self, line: &str) -> bool {
        if let Some(first) = numbers(line) {
            let words = placed_words(line, 1);
            let is_new = first == 1
                && self.has_moves
                && !self.is_variation
                && !(self.last == Some(1) && is_answer(&words));
            let last = last_number(&words);
            *self = Begins { has_moves: true, last, ..Begins::default() };
            return is_new;
        }
        if variation::Heading::read(line).is_some() {
            self.is_variation = true;
            return false;
        }
        if is_end(line) {
            self.is_variation = false;
            return false;
        }
        let is_begin = |heading| !matches!(heading, Heading::Result);
        if is_title(line) || headings(line).any(|(it, _)| is_begin(it)) {
            let before = std::mem::take(self);
            return before.has_moves || before.has_bare_moves;
        }
        self.has_bare_moves |= !self.has_moves && has_only_moves(line);
        false
    }
}

/// A line of a game: the main line, or a variation.
#[derive(Clone, Copy)]
struct Line {
    /// Behind its last move.
    end: At,
    /// Its moves, with those before it began.
    plies: usize,
    /// Whether its numbers have been what its moves make them. Where they have not, nobody
    /// knows where a variation leaves it.
    is_regular: bool,
}

impl Default for Line {
    fn default() -> Line {
        Line { end: START, plies: 0, is_regular: true }
    }
}

/// Which line the moves belong to that come next.
#[derive(Default)]
enum Current {
    #[default]
    Main,
    /// A variation that has this heading, and its first comment; its moves are to come.
    Begun(variation::Heading, Place, String),
    /// One that has this number.
    Variation(usize),
    /// One that fits nowhere.
    LeftOut,
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<GameText, Fault>>,
    begins: Begins,
    game: Option<GameText>,
    fault: Option<Fault>,
    main: Line,
    variations: HashMap<usize, Line>,
    current: Current,
    /// Twice the number that the game begins with, and one if it begins with Black's move.
    first: Option<usize>,
    /// The result behind the last move of the main line, and how it is written there.
    ended: Option<(Outcome, String)>,
    /// The comment before the first move of a variation.
    first_comment: String,
    drawing: Option<Drawing>,
    /// Lines before the first number: comments, unless no number follows.
    bare: Vec<(String, usize)>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) {
        let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place { line: number, column };
        if self.begins.line(line) {
            self.finish();
        }
        if line.trim().is_empty() || is_rule(line) {
            return;
        }
        if is_title(line) || is_end(line) {
            return self.finish();
        }
        if self.draw(line, place) {
            return;
        }
        if numbers(line).is_some() {
            self.settle(false);
            return self.moves(line, number);
        }
        let mut has_heading = false;
        for (heading, value) in headings(line) {
            has_heading = true;
            self.heading(heading, value, place);
        }
        if has_heading || self.game.is_none() || self.is_about_lines(line, place) {
            return;
        }
        if let Some((round, is_black, text)) = variation::note(line)
            && self.note(round, is_black, text)
        {
            return;
        }
        match self.main.plies {
            0 if self.first.is_none() => self.bare.push((line.to_owned(), number)),
            _ => self.remark(line.trim()),
        }
    }

    /// The game, which begins here unless it has begun.
    fn game(&mut self, place: Place) -> &mut GameText {
        self.game.get_or_insert_with(|| GameText::new(place))
    }

    fn heading(&mut self, heading: Heading, value: &str, place: Place) {
        let is_main = matches!(self.current, Current::Main);
        let game = self.game(place);
        match heading {
            Heading::Tag(_) if value.is_empty() => {}
            Heading::Tag(tag) if game.tag(&tag).is_none() => {
                game.tags.push((tag, visible(value).into_owned()));
            }
            Heading::Tag(_) => {}
            Heading::Result => match result_of(value) {
                Some(Outcome::Ongoing) => {}
                Some(outcome) if is_main || game.outcome == Outcome::Ongoing => {
                    game.outcome = outcome;
                }
                None if !UNKNOWN.contains(&value) => self.remark(&format!("结果：{value}")),
                _ => {}
            },
            Heading::Position if !value.contains('/') => {
                self.drawing.get_or_insert_with(|| Drawing::new(place));
            }
            Heading::Fen | Heading::Position => match Setup::from_words(value.split_whitespace()) {
                Ok((start, _)) => game.start = start,
                Err(error) => _ = self.fault.get_or_insert(Fault::new(place, error)),
            },
        }
    }

    /// Takes a line of a drawn position before the first move.
    fn draw(&mut self, line: &str, place: Place) -> bool {
        if self.main.plies > 0 || self.first.is_some() {
            return false;
        }
        if self.drawing.is_none() && is_drawn(line) {
            self.game(place);
            self.drawing = Some(Drawing::new(place));
        }
        self.drawing.as_mut().is_some_and(|drawing| drawing.add(line))
    }

    /// Whether a line says which moves follow: the heading of a variation or of the main line.
    fn is_about_lines(&mut self, line: &str, place: Place) -> bool {
        if let Some(heading) = variation::Heading::read(line) {
            self.settle(true);
            self.end_line();
            self.current = Current::Begun(heading, place, String::new());
            return true;
        }
        // The position in which a variation begins: its number says that, too.
        let text = line.trim();
        if matches!(self.current, Current::Begun(..))
            && text.starts_with('{')
            && text.ends_with('}')
            && text.contains('/')
        {
            return true;
        }
        let Some(inside) = text.strip_prefix('【').and_then(|rest| rest.strip_suffix('】'))
        else {
            return false;
        };
        let Some(said) = ["主变", "主變"].iter().find_map(|name| inside.strip_prefix(name))
        else {
            return false;
        };
        let outcome = result_of(said.trim_start_matches([':', '：']).trim());
        if let (Some(game), Some(outcome)) = (&mut self.game, outcome)
            && game.outcome == Outcome::Ongoing
        {
            game.outcome = outcome;
        }
        true
    }

    /// Ends what stands before the first move. Lines without numbers were comments if numbers
    /// follow, otherwise those with nothing but moves are the game.
    fn settle(&mut self, is_end: bool) {
        let has_moves = is_end && self.bare.iter().any(|(line, _)| has_only_moves(line));
        let (mut is_begun, mut is_broken) = (false, false);
        for (line, number) in std::mem::take(&mut self.bare) {
            if !(has_moves && has_only_moves(&line)) {
                is_broken |= is_begun && !is_result(&line);
                self.remark(line.trim());
                continue;
            }
            let words = placed_words(&line, number);
            let place = words.first().map_or(Place::START, |&(_, place)| place);
            if is_broken {
                // An article has lines of moves that are of no one game.
                let fault = Fault::new(place, FaultKind::SheetNumbers);
                if let Some(game) = &mut self.game {
                    game.fault.get_or_insert(fault);
                }
                break;
            }
            is_begun = true;
            self.place_pieces(false);
            self.add_words(&words);
        }
        if is_end {
            self.place_pieces(false);
        }
    }

    /// Puts the pieces where they are drawn.
    fn place_pieces(&mut self, is_black: bool) {
        let Some(drawing) = self.drawing.take().filter(|it| !it.is_empty()) else { return };
        let Some(game) = &mut self.game else { return };
        if game.start != Setup::start() {
            return; // a FEN says it
        }
        match drawing.pieces() {
            Some(pieces) => {
                let side = if is_black { Color::Black } else { Color::Red };
                game.start = Setup { pieces, side, ..Setup::start() };
            }
            None => {
                let fault = Fault::new(drawing.place, FaultKind::SheetBoard);
                self.fault.get_or_insert(fault);
            }
        }
    }

    /// Reads a numbered line; what stands in parentheses is a comment.
    fn moves(&mut self, line: &str, number: usize) {
        let words = placed_words(line, number);
        let place = words.first().map_or(Place::START, |&(_, place)| place);
        self.game(place);
        self.count(numbers(line).unwrap_or_default(), is_answer(&words));
        let mut rest = line;
        let mut read = 0;
        while !rest.is_empty() {
            let end = rest.find(['(', '（']).unwrap_or(rest.len());
            let mut words = placed_words(&rest[..end], number);
            words.iter_mut().for_each(|(_, place)| place.column += read);
            self.add_words(&words);
            let inside = &rest[end..];
            let close = inside.find([')', '）']).unwrap_or(inside.len());
            let remark = inside[..close].trim_start_matches(['(', '（']);
            if !remark.is_empty() {
                self.remark(remark);
            }
            let used = end + close + inside[close..].chars().next().map_or(0, char::len_utf8);
            read += rest[..used].chars().count();
            rest = &rest[used..];
        }
    }

    /// Compares the number of a line with the moves before it; in the first line of a variation
    /// it says where that begins.
    fn count(&mut self, number: usize, is_black: bool) {
        let count = number.saturating_mul(2).saturating_add(usize::from(is_black));
        if self.first.is_none() && self.main.plies == 0 {
            self.first = Some(count);
            self.place_pieces(is_black);
        }
        let ply = self.first.and_then(|first| count.checked_sub(first));
        match std::mem::take(&mut self.current) {
            Current::Begun(heading, place, comment) => {
                let leaves = heading.leaves.filter(|&(_, round)| round == number);
                // There must be a move that it stands beside.
                let at = leaves.zip(ply).and_then(|((line, _), ply)| {
                    self.behind(line, ply.checked_add(1)?)?;
                    self.behind(line, ply)
                });
                let is_new = !self.variations.contains_key(&heading.number);
                match at.zip(ply).filter(|_| is_new) {
                    Some((end, plies)) => {
                        let line = Line { end, plies, is_regular: true };
                        self.variations.insert(heading.number, line);
                        self.current = Current::Variation(heading.number);
                        self.first_comment = comment;
                    }
                    None => self.leave_out(place),
                }
            }
            current => {
                self.current = current;
                if let Some(line) = self.current_line() {
                    line.is_regular &= ply == Some(line.plies);
                }
            }
        }
    }

    /// Leaves out the variation that has its heading here.
    fn leave_out(&mut self, place: Place) {
        if let Some(game) = &mut self.game {
            game.fault.get_or_insert(Fault::new(place, FaultKind::SheetVariation));
        }
        self.current = Current::LeftOut;
    }

    fn current_line(&mut self) -> Option<&mut Line> {
        match self.current {
            Current::Main => Some(&mut self.main),
            Current::Variation(number) => self.variations.get_mut(&number),
            Current::Begun(..) | Current::LeftOut => None,
        }
    }

    /// The place behind so many plies of a line; `None` where the line has no such ply, or its
    /// numbers cannot be relied on.
    fn behind(&self, line: usize, ply: usize) -> Option<At> {
        let line = match line {
            0 => Some(&self.main),
            number => self.variations.get(&number),
        };
        let line = line.filter(|line| line.is_regular && ply <= line.plies)?;
        let moves = &self.game.as_ref()?.moves;
        let mut places = std::iter::successors(Some(line.end), |&at| moves.parent(at));
        places.nth(line.plies - ply)
    }

    /// Adds the moves and the result among words.
    fn add_words(&mut self, words: &[(&str, Place)]) {
        for &(text, place) in words {
            let text = without_marks(text);
            if let Some(outcome) = result_of(text) {
                match (&self.current, &mut self.game) {
                    (Current::Main, Some(game)) => game.outcome = outcome,
                    _ => self.remark(text),
                }
                continue;
            }
            for mut word in move_words(text, place) {
                self.forget_end();
                join_comment(&mut word.comment, &std::mem::take(&mut self.first_comment));
                let Some(mut line) = self.current_line().copied() else { continue };
                let Some(game) = &mut self.game else { continue };
                line.end = game.moves.add(line.end, word);
                line.plies += 1;
                self.current_line().into_iter().for_each(|it| *it = line);
            }
        }
    }

    /// What looked like the result was a comment: the game goes on.
    fn forget_end(&mut self) {
        if matches!(self.current, Current::Main)
            && let Some((_, text)) = self.ended.take()
        {
            self.comment(&text);
        }
    }

    /// Adds a line to the comment of the last move, unless it is the result.
    fn remark(&mut self, text: &str) {
        if let (Current::Main, Some(outcome)) = (&self.current, result_in(text))
            && self.main.plies > 0
        {
            self.forget_end();
            if outcome != Outcome::Ongoing {
                self.ended = Some((outcome, text.to_owned()));
            }
            return;
        }
        self.comment(text);
    }

    /// Adds a line to the comment of the last move.
    fn comment(&mut self, text: &str) {
        if let Current::Begun(_, _, comment) = &mut self.current {
            return join_comment(comment, text);
        }
        let Some(&mut Line { end, .. }) = self.current_line() else { return };
        let Some(game) = &mut self.game else { return };
        let comment = match game.moves.get_mut(end) {
            Some(word) => &mut word.comment,
            None => &mut game.comment,
        };
        join_comment(comment, &visible(text));
    }

    /// Adds a comment to the move of a number; false where there is none.
    fn note(&mut self, round: usize, is_black: bool, text: &str) -> bool {
        let count = round.saturating_mul(2).saturating_add(usize::from(is_black));
        let ply = self.first.and_then(|first| count.checked_sub(first));
        let line = match self.current {
            Current::Main => 0,
            Current::Variation(number) => number,
            // Where the variation is not read, neither is what is said of it.
            Current::Begun(..) | Current::LeftOut => return true,
        };
        let place = ply.and_then(|ply| self.behind(line, ply.checked_add(1)?));
        let Some((at, game)) = place.zip(self.game.as_mut()) else { return false };
        // Where variations begin is seen in the tree.
        let is_pointer = ["有[变", "有[變"].iter().any(|begin| text.starts_with(begin));
        if let Some(word) = game.moves.get_mut(at).filter(|_| !is_pointer) {
            join_comment(&mut word.comment, &visible(text));
        }
        true
    }

    /// Ends a line: a variation without numbers is not read.
    fn end_line(&mut self) {
        if let Current::Begun(_, place, _) = self.current {
            self.leave_out(place);
        }
        self.first_comment.clear();
    }

    fn finish(&mut self) {
        self.settle(true);
        self.end_line();
        self.current = Current::Main;
        if let Some((outcome, text)) = self.ended.take() {
            match self.game.as_mut().map(|game| &mut game.outcome) {
                Some(known @ Outcome::Ongoing) => *known = outcome,
                Some(known) if *known == outcome => {}
                // What the headings say counts more.
                _ => self.comment(&text),
            }
        }
        let before = std::mem::take(self);
        self.games = before.games;
        self.begins = before.begins;
        let Some(game) = before.game else { return };
        let has_something = !game.moves.is_empty() || game.start != Setup::start();
        match before.fault {
            Some(fault) => self.games.push(Err(fault)),
            None if has_something => self.games.push(Ok(game)),
            None => {}
        }
    }
}

/// A word without the marks that dpxq.com sets behind moves that have variations or comments:
/// `①`, `B` and `*`.
fn without_marks(word: &str) -> &str {
    let is_mark = |c| c == '*' || variation::circled(c).is_some();
    let bare = word.trim_end_matches(is_mark);
    let before = bare.strip_suffix('B').unwrap_or(bare).trim_end_matches(is_mark);
    if before.is_empty() || is_chinese_move(before) { before } else { bare }
}

/// Whether a line has moves and nothing else but a result. Only Chinese moves and those by
/// points are told from any other word.
fn has_only_moves(line: &str) -> bool {
    let words = placed_words(line, 1);
    let mut bare = words.iter().map(|(word, _)| without_marks(word));
    bare.any(is_bare_move)
        && words
            .iter()
            .map(|(word, _)| without_marks(word))
            .all(|word| word.is_empty() || is_bare_move(word) || result_of(word).is_some())
}

/// The result that a text is, in parentheses or not.
fn result_in(text: &str) -> Option<Outcome> {
    let text = text.trim();
    let inside = || text.strip_prefix(['(', '（'])?.strip_suffix([')', '）']);
    result_of(text).or_else(|| result_of(inside()?.trim()))
}

fn is_result(line: &str) -> bool {
    result_in(line).is_some()
}

/// The number of the move that a line begins with. Those around a drawn board are none.
fn numbers(line: &str) -> Option<usize> {
    const FILES: usize = 9;
    let is_number = |c: char| c.is_whitespace() || digit(c).is_some();
    let words = placed_words(line, 1);
    if is_drawn(line) || words.len() >= FILES && line.chars().all(is_number) {
        return None;
    }
    words.first().and_then(|(word, _)| numbers_of(word)).map(|(first, _)| first)
}

#[cfg(test)]
mod tests;
