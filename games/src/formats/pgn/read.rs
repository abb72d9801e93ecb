//! The lenient PGN reader. Of a game with a fault what stands before the fault is kept; one
//! with a fault in its tags is left out, and the fault returned in its place. Reading goes on
//! at the next game.
//!
//! Reading takes time linear in the length of the text, whatever it holds: what was
//! scanned in vain for the end of a comment or variation is not read again.

use crate::fault::{Fault, FaultKind};
use crate::formats::pgn::cursor::{Cursor, begins_tag};
use crate::formats::pgn::tag::Tag;
use crate::formats::pgn::words::{may_be_move, move_words, nag_of, skips_move};
use crate::formats::start::side_of_moves;
use crate::text::{GameText, Place, comment_text, is_line_end, join_comment, result_of, visible};
use crate::tree::{At, START};
use chuhe::board::{FenError, Setup};
use chuhe::rules::Outcome;

/// Values of the tag `Variant` that mean this game, in lower case.
const VARIANTS: &[&str] = &["", "?", "xiangqi", "cchess", "chinese chess"];

/// Splits a text into games. What has neither moves nor a tag `FEN` is not a game.
pub fn read(text: &str) -> Vec<Result<GameText, Fault>> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        games: Vec::new(),
        game: GameText::new(Place::START),
        fault: None,
        is_useless: false,
        section: Section::Tags,
        has_position: false,
        lacks_side: false,
        skips_red: false,
        at: START,
        open: Vec::new(),
    };
    while reader.step() {}
    reader.finish_game();
    reader.games
}

/// How far a game has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Moves,
    /// The result has been read.
    End,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    games: Vec<Result<GameText, Fault>>,
    game: GameText,
    /// The first fault of the game.
    fault: Option<Fault>,
    /// Whether that leaves nothing to be used.
    is_useless: bool,
    section: Section,
    has_position: bool,
    /// Whether its position does not say which side is to move.
    lacks_side: bool,
    /// Whether dots stand for a move of Red before the first one.
    skips_red: bool,
    /// Behind the last move that was read.
    at: At,
    /// The variations that have not ended, in a list and not by recursion.
    open: Vec<Variation>,
}

/// A variation that has begun.
struct Variation {
    /// Where its parenthesis stands.
    place: Place,
    /// Behind the move that it is an alternative to.
    main: At,
    /// What is said before its first move; `None` when that has been read.
    lead: Option<String>,
}

impl Reader<'_> {
    /// Reads whatever comes next; `false` at the end of the text.
    fn step(&mut self) -> bool {
        let place = self.cursor.place();
        let Some(c) = self.cursor.peek() else { return false };
        match c {
            '[' if self.section == Section::Moves && !self.is_at_game() => self.bracket(place),
            '[' => self.tag(place),
            '{' => self.comment(place),
            ';' => self.line_comments(),
            '%' if place.column == 1 => {
                self.cursor.take_line();
            }
            _ if self.section != Section::Tags && self.cursor.is_at_rule() => self.footer(),
            '(' | '（' => self.parenthesis(place),
            ')' | '）' => self.close(),
            '$' => self.glyph(),
            c if is_gap(c) => {
                self.cursor.bump();
            }
            _ => self.word(place),
        }
        true
    }

    fn fail(&mut self, place: Place, kind: impl Into<FaultKind>) {
        self.fault.get_or_insert_with(|| Fault::new(place, kind));
    }

    /// Fails so that nothing of the game can be used.
    fn reject(&mut self, place: Place, kind: impl Into<FaultKind>) {
        self.is_useless = true;
        self.fail(place, kind);
    }

    /// Fails because something has no end, and skips what follows up to the next tag.
    fn fail_until_tag(&mut self, place: Place, kind: FaultKind) {
        self.fail(place, kind);
        self.open.clear();
        self.section = Section::End;
        self.cursor.skip_to_tag();
    }

    /// Skips a horizontal rule and the text below it, with which programs of xqbase
    /// sign the games that they save.
    fn footer(&mut self) {
        self.section = Section::End;
        self.cursor.skip_to_tag();
    }

    /// Whether a `[` behind moves begins the next game: it begins a line, and a tag. One without
    /// quotation marks must have nothing but tags behind it in its line, or it could be a remark.
    /// One with them and a plain name is a tag anywhere, since some files have no line ends.
    fn is_at_game(&self) -> bool {
        let rest = &self.cursor.rest()[1..];
        if !self.cursor.is_indent() {
            // Not beyond the first bracket, or a line of many would be read for each of them.
            let end = rest.find(|c| c == ']' || is_line_end(c)).unwrap_or(rest.len());
            let tag = rest.get(..=end).and_then(Tag::of);
            return tag.is_some_and(|tag| tag.is_quoted && tag.name.is_ascii());
        }
        match Tag::of(rest) {
            Some(tag) if tag.is_quoted => true,
            Some(tag) => {
                let after = rest[tag.length..].trim_start_matches([' ', '\t', '\u{3000}']);
                let next = after.strip_prefix('[').and_then(Tag::of);
                let is_alone = after.is_empty() || after.starts_with(is_line_end);
                let is_first = next.is_some_and(|next| !next.value.is_empty());
                !tag.value.is_empty() && (is_alone || is_first)
            }
            None => begins_tag(self.cursor.rest()),
        }
    }

    /// Reads a remark in square brackets. Those of a command such as `[%clk 0:05:00]` belong to
    /// it.
    fn bracket(&mut self, place: Place) {
        self.cursor.bump();
        match self.cursor.take_bracket() {
            Some(text) if text.starts_with('%') => {
                self.add_comment(&comment_text(&format!("[{text}]")));
            }
            Some(text) => self.add_comment(&comment_text(text)),
            None => self.fail_until_tag(place, FaultKind::Remark),
        }
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self, place: Place) {
        if self.section != Section::Tags {
            self.finish_game();
        }
        self.cursor.bump();
        let rest = self.cursor.rest();
        let Some(Tag { name, value, length, .. }) = Tag::of(rest) else {
            self.cursor.take_line();
            return self.reject(place, FaultKind::Tag);
        };
        for _ in rest[..length].chars() {
            self.cursor.bump();
        }
        if matches!(name, "Event" | "Game") && self.game.tag(name).is_some() {
            self.finish_game();
        }
        if self.game.tags.is_empty() {
            self.game.place = place;
        }
        if name.eq_ignore_ascii_case("FEN") && !value.trim().is_empty() {
            self.has_position = true;
            // Some programs write more words than a FEN has, and some the board alone.
            let read = Setup::from_words(value.split_whitespace());
            self.lacks_side = read == Err(FenError::Side { found: None });
            match if self.lacks_side { Setup::from_words([value.trim(), "w"]) } else { read } {
                Ok((start, _)) => self.game.start = start,
                Err(error) => self.reject(place, error),
            }
        } else if name.eq_ignore_ascii_case("Result") {
            self.game.outcome = result_of(value.trim()).unwrap_or(Outcome::Ongoing);
        } else if name.eq_ignore_ascii_case("Variant")
            && !VARIANTS.contains(&value.trim().to_lowercase().as_str())
        {
            self.reject(place, FaultKind::Variant(value.clone()));
        }
        self.game.tags.push((name.to_owned(), visible(&value).into_owned()));
    }

    fn comment(&mut self, place: Place) {
        self.cursor.bump();
        match self.cursor.take_comment() {
            Some(text) => self.add_comment(&comment_text(&unstuffed(text))),
            None => self.fail_until_tag(place, FaultKind::Comment),
        }
    }

    /// Reads the comment behind a `;`, which goes on in the next line if that begins with
    /// another.
    fn line_comments(&mut self) {
        let mut text = String::new();
        loop {
            let line = &self.cursor.take_line()[1..];
            text.push_str(line.strip_prefix(' ').unwrap_or(line));
            text.push('\n');
            let rest = self.cursor.rest();
            let next = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(is_line_end));
            let Some(next) = next.filter(|next| next.starts_with(';')) else { break };
            for _ in rest[..rest.len() - next.len()].chars() {
                self.cursor.bump();
            }
        }
        self.add_comment(&comment_text(&text));
    }

    fn add_comment(&mut self, text: &str) {
        let lead = self.open.last_mut().and_then(|open| open.lead.as_mut());
        let comment = match (lead, self.game.moves.get_mut(self.at)) {
            (Some(lead), _) => lead,
            (None, Some(word)) => &mut word.comment,
            (None, None) => &mut self.game.comment,
        };
        join_comment(comment, text);
    }

    /// Adds a word to a comment.
    fn add_remark(&mut self, text: &str) {
        let lead = self.open.last_mut().and_then(|open| open.lead.as_mut());
        let Some(word) = self.game.moves.get_mut(self.at) else { return };
        let comment = lead.unwrap_or(&mut word.comment);
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&visible(text));
    }

    /// Begins a variation; or reads a remark, which is what stands in parentheses before the
    /// first move, or begins with a word that no notation has.
    fn parenthesis(&mut self, place: Place) {
        self.cursor.bump();
        let main = self.at;
        if let Some(before) = self.game.moves.parent(main).filter(|_| self.begins_variation()) {
            self.at = before;
            self.open.push(Variation { place, main, lead: Some(String::new()) });
            return;
        }
        match self.cursor.take_parenthesis() {
            Some(text) => self.add_comment(&comment_text(text)),
            None => self.fail_until_tag(place, FaultKind::Variation),
        }
    }

    /// Whether a move can stand next: the first word behind numbers decides.
    fn begins_variation(&self) -> bool {
        let mut ahead = self.cursor;
        loop {
            ahead.take_while(|c| is_gap(c) && !is_close(c));
            let word = ahead.take_while(|c| !ends_word(c));
            if word.is_empty() {
                return true;
            }
            if result_of(word).is_some() || move_words(word, Place::START).next().is_some() {
                return may_be_move(word);
            }
        }
    }

    /// Ends a variation.
    fn close(&mut self) {
        self.cursor.bump();
        if let Some(Variation { main, lead, .. }) = self.open.pop() {
            self.at = main;
            self.add_comment(&lead.unwrap_or_default());
        }
    }

    /// `$4`.
    fn glyph(&mut self) {
        self.cursor.bump();
        let number = self.cursor.take_while(|c| c.is_ascii_digit()).parse();
        if let (Some(word), Ok(nag)) = (self.game.moves.get_mut(self.at), number) {
            word.nags.push(nag);
        }
    }

    fn word(&mut self, place: Place) {
        let mut is_first = true;
        let text = self.cursor.take_while(|c| std::mem::take(&mut is_first) || !ends_word(c));
        self.skips_red |= self.game.moves.is_empty() && skips_move(text);
        if let Some(outcome) = result_of(text) {
            if !self.open.is_empty() {
                return; // of another game, which a variation quotes
            }
            if outcome != Outcome::Ongoing {
                self.game.outcome = outcome;
            }
            self.section = Section::End;
            return;
        }
        let words: Vec<_> = move_words(text, place).collect();
        if let (Some(nag), Some(word)) = (nag_of(text), self.game.moves.get_mut(self.at)) {
            word.nags.push(nag);
        }
        if words.is_empty() {
            return;
        }
        if self.section == Section::End && self.fault.is_none() {
            self.finish_game(); // a game without tags
            self.game.place = place;
        }
        self.section = Section::Moves;
        if !self.open.is_empty() && !may_be_move(text) {
            return self.add_remark(text); // variations have words between moves
        }
        for mut word in words {
            let lead = self.open.last_mut().and_then(|open| open.lead.take());
            word.comment = lead.unwrap_or_default();
            self.at = self.game.moves.add(self.at, word);
        }
    }

    fn finish_game(&mut self) {
        if let Some(open) = self.open.first() {
            self.fail(open.place, FaultKind::Variation);
        }
        self.open.clear();
        let next = GameText::new(self.cursor.place());
        let mut game = std::mem::replace(&mut self.game, next);
        if let (None, Some(white)) = (game.tag("Red"), game.tag("White").map(str::to_owned)) {
            game.tags.push(("Red".into(), white)); // as other formats call it
        }
        let has_position = std::mem::take(&mut self.has_position);
        let skips_red = std::mem::take(&mut self.skips_red);
        if std::mem::take(&mut self.lacks_side) {
            game.start.side = side_of_moves(&game, skips_red);
        }
        self.section = Section::Tags;
        self.at = START;
        let (fault, is_useless) = (self.fault.take(), std::mem::take(&mut self.is_useless));
        let has_something = has_position || !game.moves.is_empty();
        match fault {
            Some(fault) if is_useless || !has_something => self.games.push(Err(fault)),
            fault if has_something => self.games.push(Ok(GameText { fault, ..game })),
            _ => {}
        }
    }
}

/// A comment of several lines as it was before [`stuffed`].
fn unstuffed(text: &str) -> String {
    each_line(text, |line| match line.trim_start_matches(' ').starts_with('[') {
        true => line.strip_prefix(' ').unwrap_or(line).to_owned(),
        false => line.to_owned(),
    })
}

/// A comment of several lines in which none begins like a tag: one more blank stands where
/// one of them begins with a bracket.
pub fn stuffed(text: &str) -> String {
    each_line(text, |line| match line.trim_start_matches(' ').starts_with('[') {
        true => format!(" {line}"),
        false => line.to_owned(),
    })
}

/// A text whose lines, but for the first, are changed.
fn each_line(text: &str, change: impl Fn(&str) -> String) -> String {
    let normal = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = normal.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| text + "\n" + &change(line))
}

/// What stands between words.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || is_close(c) || matches!(c, '、' | '，' | ',' | ']' | '}')
}

/// What ends a variation.
fn is_close(c: char) -> bool {
    matches!(c, ')' | '）')
}

/// What ends a word.
fn ends_word(c: char) -> bool {
    is_gap(c) || matches!(c, '{' | '(' | '（' | ';' | '[' | '$')
}

#[cfg(test)]
mod tests;
