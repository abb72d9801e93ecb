//! A reading position in a text, with its line and column. Lines end with `\n`,
//! `\r\n` or a lone `\r`.

use crate::text::{Place, is_line_end};

/// Reads a text from front to back and counts lines and columns.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a str,
    place: Place,
    /// Whether the line has had nothing but blanks so far.
    is_indent: bool,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, place: Place::START, is_indent: true }
    }

    /// Where the next character stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The text that has not been read yet.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Consumes a character. Of a line end `\r\n` only the `\n` begins a new line.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' || c == '\r' && !self.rest.starts_with('\n') {
            self.place = Place { line: self.place.line + 1, column: 1 };
            self.is_indent = true;
        } else {
            self.place.column += 1;
            self.is_indent &= c.is_whitespace();
        }
        Some(c)
    }

    /// Consumes characters as long as a condition holds, and returns them.
    pub fn take_while(&mut self, mut is_wanted: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&mut is_wanted) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Consumes what is left of the line, without its end, and returns it.
    pub fn take_line(&mut self) -> &'a str {
        self.take_while(|c| !is_line_end(c))
    }

    /// Consumes everything up to the next tag at the beginning of a line, or to the
    /// end of the text.
    pub fn skip_to_tag(&mut self) {
        while self.bump().is_some() && !self.is_at_tag() {}
    }

    /// Consumes the rest of a comment with its `}`, and returns the text; `None`, with nothing
    /// consumed, when it has no end ([`OpenComment`]).
    pub fn take_comment(&mut self) -> Option<&'a str> {
        let mut ahead = *self;
        let mut comment = OpenComment::default();
        while ahead.peek() != Some('}') {
            let c = ahead.bump()?;
            let is_line = ahead.place.column == 1 && (c != '\r' || !ahead.rest.starts_with('\n'));
            if c == '{' && !comment.may_hold_brace() || is_line && !comment.may_hold(ahead.rest) {
                return None;
            }
        }
        let text = &self.rest[..self.rest.len() - ahead.rest.len()];
        ahead.bump();
        *self = ahead;
        Some(text)
    }

    /// Consumes the text up to the character that closes a parenthesis already open and that
    /// character, and returns the text; `None`, with nothing consumed, when a tag or the end of
    /// the text comes first.
    pub fn take_parenthesis(&mut self) -> Option<&'a str> {
        self.take_enclosed(['(', '（'], [')', '）'])
    }

    /// The same for a square bracket.
    pub fn take_bracket(&mut self) -> Option<&'a str> {
        self.take_enclosed(['['], [']'])
    }

    fn take_enclosed<const N: usize>(
        &mut self,
        opening: [char; N],
        closing: [char; N],
    ) -> Option<&'a str> {
        let mut ahead = *self;
        let mut depth = 1_usize;
        loop {
            let c = ahead.peek()?;
            depth += usize::from(opening.contains(&c));
            depth -= usize::from(closing.contains(&c));
            if depth == 0 {
                break;
            }
            ahead.bump();
            if ahead.is_at_tag() {
                return None;
            }
        }
        let text = &self.rest[..self.rest.len() - ahead.rest.len()];
        ahead.bump();
        *self = ahead;
        Some(text)
    }

    /// Whether a tag begins here: at the beginning of a line a `[`, a name and a
    /// quotation mark. Such a line begins a game even where a variation is open.
    pub fn is_at_tag(&self) -> bool {
        self.place.column == 1 && begins_tag(self.rest)
    }

    /// Whether the line has had nothing but blanks so far.
    pub fn is_indent(&self) -> bool {
        self.is_indent
    }

    /// Whether a horizontal rule begins here: at the beginning of a line, perhaps behind
    /// blanks, at least four equal characters such as `====`.
    pub fn is_at_rule(&self) -> bool {
        let mut chars = self.rest.chars();
        let first = chars.next().filter(|c| RULES.contains(c) && self.is_indent);
        first.is_some_and(|first| {
            chars.take(RULE_LENGTH - 1).filter(|&c| c == first).count() == RULE_LENGTH - 1
        })
    }
}

/// A comment whose end has not been seen. It may hold lines that look like tags; but where the
/// next brace begins a comment, or none comes for many lines, the end is missing, and the first
/// of those lines has begun another game.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenComment {
    /// Lines from the first one on that looks like a tag.
    lines: usize,
}

impl OpenComment {
    /// The most lines of a comment from one on that looks like a tag.
    const MOST_LINES: usize = 50;

    /// Whether the comment may go on with a line.
    pub fn may_hold(&mut self, line: &str) -> bool {
        self.lines += usize::from(self.lines > 0 || begins_tag(line));
        self.lines <= OpenComment::MOST_LINES
    }

    /// Whether the comment may go on with a `{`.
    pub fn may_hold_brace(self) -> bool {
        self.lines == 0
    }
}

/// Whether a text begins with a tag: a `[`, a name and a quotation mark.
pub fn begins_tag(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('[') else { return false };
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(0);
    end > 0 && rest[end..].trim_start_matches(' ').starts_with('"')
}

/// Characters that horizontal rules are made of.
const RULES: [char; 8] = ['=', '-', '*', '_', '＝', '－', '—', '─'];

/// Shortest horizontal rule.
const RULE_LENGTH: usize = 4;
