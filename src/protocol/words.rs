//! Lines as sequences of words, and words of others in lines of our own.

use std::borrow::Cow;

use crate::engine::options::raw;

/// The words of a line, one after another. Any run of blanks separates them.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn new(text: &'a str) -> Words<'a> {
        Words { rest: text.trim() }
    }

    /// What has not been read yet, as it was written.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word if it is this one, in either case.
    pub fn take_if(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if found {
            self.next();
        }
        found
    }

    /// Takes the next word if it is a whole number. A number too large for the
    /// type counts as the largest.
    ///
    /// # Errors
    /// With the next word, or nothing, when that is no number.
    pub fn number(&mut self) -> Result<i64, Option<&'a str>> {
        let word = self.peek().ok_or(None)?;
        let number = number(word).ok_or(Some(word))?;
        self.next();
        Ok(number)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = match self.rest.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim_start()),
            None => (self.rest, ""),
        };
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// A whole number; one too large for the type counts as the largest.
pub fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word.parse().unwrap_or(limit))
}

/// A word of the input for an answer: quoted, short, and without control
/// characters.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = &raw::lossy(text);
    let mut quoted: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("...");
    }
    format!("'{quoted}'")
}

/// Whether a character may do more on a terminal than be seen: a control character other than
/// line ends and tabs, one that turns the direction of writing or ends a line, or one that Unicode
/// keeps for uses within a program, such as the tools' for colours.
pub fn acts_on_terminals(c: char) -> bool {
    let marks = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}');
    let turns = marks || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_kept = matches!(c, '\u{fdd0}'..='\u{fdef}');
    c.is_control() && !matches!(c, '\n' | '\t') || turns || is_kept
}

/// The text with U+FFFD for each character that [acts](acts_on_terminals).
pub fn harmless(text: &str) -> Cow<'_, str> {
    match text.contains(acts_on_terminals) {
        true => text.replace(acts_on_terminals, "\u{fffd}").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_blanks() {
        let mut words = Words::new("  go \t depth   3\u{3000}x ");
        assert!(words.take_if("GO"));
        assert!(!words.take_if("nodes"));
        assert_eq!(words.peek(), Some("depth"));
        assert_eq!(words.number(), Err(Some("depth")));
        assert_eq!(words.next(), Some("depth"));
        assert_eq!(words.number(), Ok(3));
        assert_eq!(words.rest(), "x");
        assert_eq!((words.next(), words.next()), (Some("x"), None));
        assert_eq!(words.number(), Err(None));
    }

    #[test]
    fn numbers() {
        for (word, value) in [
            ("0", Some(0)),
            ("-50", Some(-50)),
            ("+7", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("1.5", None),
            ("x", None),
            ("٣", None),
        ] {
            assert_eq!(number(word), value, "{word}");
        }
    }

    #[test]
    fn quoted_words_are_short_and_harmless() {
        assert_eq!(quote("a\u{1b}[2J\n"), "'a\\u{1b}[2J\\n'");
        assert!(quote(&"x".repeat(1000)).len() < 70);
        assert_eq!(
            harmless("a\x1b\r\u{9b}\u{202e}\u{200f}\u{2028}\tb\n炮"),
            "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\tb\n炮"
        );
    }
}
