//! A text and how far it has been read.

use crate::games::text::Place;

/// Reads a text from its front and knows where it is.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, place: Place::START }
    }

    /// Where the next character stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Passes over a character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    /// Passes over characters as long as a condition holds.
    pub fn take_while(&mut self, mut is_wanted: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&mut is_wanted) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// The text up to a character, which is passed over too; `None`, and nothing
    /// has happened, when it does not come before the next game.
    pub fn take_through(&mut self, end: char) -> Option<&'a str> {
        let mut ahead = *self;
        while ahead.peek() != Some(end) {
            ahead.bump()?;
            if ahead.is_at_tag() {
                return None;
            }
        }
        let text = &self.rest[..self.rest.len() - ahead.rest.len()];
        ahead.bump();
        *self = ahead;
        Some(text)
    }

    /// Whether a line begins here with a name in brackets and a quotation mark:
    /// the tag of a game, whatever has been left open before it.
    pub fn is_at_tag(&self) -> bool {
        let after = self.rest.strip_prefix('[').filter(|_| self.place.column == 1);
        let name_end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric());
        after.is_some_and(|rest| {
            let end = name_end(rest).unwrap_or(0);
            end > 0 && rest[end..].trim_start_matches(' ').starts_with('"')
        })
    }
}
