//! The text of a game: tags, start position and words, before the moves have been
//! checked against the rules.

use std::borrow::Cow;
use std::fmt;

use crate::tree::Tree;
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::Color;

/// Whether a character ends a line: `\n`, or `\r` alone or before it.
pub fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The text with replacement characters for control characters: what a file holds is
/// printed on terminals and must not act on them.
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(char::is_control) {
        true => text.replace(char::is_control, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// Lines with their numbers from 1, without their ends, which may be `\n`, `\r\n` or
/// a lone `\r`.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines =
        text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..).zip(lines)
}

/// Where something stands in a text; both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Place = Place { line: 1, column: 1 };
}

/// `12:5`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A move as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The move, without number and marks.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, …
    pub nags: Vec<u8>,
    /// The comment behind it.
    pub comment: String,
}

impl Word {
    /// A move without annotations.
    pub fn new(text: impl AsRef<str>, place: Place) -> Word {
        Word {
            text: visible(text.as_ref()).into(),
            place,
            nags: Vec::new(),
            comment: String::new(),
        }
    }
}

/// A game as written. Nothing but its start has been compared with the rules of
/// notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// Where it begins.
    pub place: Place,
    /// Tags in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Setup,
    /// The comment before the first move.
    pub comment: String,
    /// The moves, with their alternatives.
    pub moves: Tree<Word>,
    /// How it ended; ongoing when the file does not say.
    pub outcome: Outcome,
}

impl GameText {
    /// A game from the start position, without moves yet.
    pub fn new(place: Place) -> GameText {
        GameText {
            place,
            tags: Vec::new(),
            start: Setup::start(),
            comment: String::new(),
            moves: Tree::default(),
            outcome: Outcome::Ongoing,
        }
    }

    /// The words of the main line.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.moves.main_line()
    }

    /// The value of a tag, whose name is known in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// The outcome that a word stands for, in the ways that files have.
pub fn result_of(word: &str) -> Option<Outcome> {
    Some(match word {
        "1-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" | "黑负" | "黑負" => {
            Outcome::Win(Color::Red)
        }
        "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" | "红负" | "紅負" => {
            Outcome::Win(Color::Black)
        }
        "1/2-1/2" | "1/2" | "½-½" | "½" | "和" | "和棋" | "和局" | "红先和" | "紅先和" => {
            Outcome::Draw
        }
        "*" => Outcome::Ongoing,
        _ => return None,
    })
}

/// The outcome as PGN writes it.
pub fn result_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Red) => "1-0",
        Outcome::Win(Color::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Ongoing => "*",
    }
}
