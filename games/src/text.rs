//! The text of a game: tags, start position and words, before the moves have been
//! checked against the rules.

use std::borrow::Cow;

use crate::fault::Fault;
pub use crate::place::Place;
use crate::tree::Tree;
use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::protocol::acts_on_terminals;
use chuhe::rules::Outcome;
use chuhe::types::Color;

/// Whether a character ends a line: `\n`, or `\r` alone or before it.
pub fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The text with replacement characters for control characters, line ends and tabs among them,
/// and for all else that [acts on terminals](acts_on_terminals), where what a file holds is
/// printed.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() || acts_on_terminals(c);
    match text.contains(acts) {
        true => text.replace(acts, "\u{fffd}").into(),
        false => text.into(),
    }
}

/// A comment as it is kept: lines end with `\n`, whatever they ended with; other control
/// characters are visible, no line ends with blanks, and nothing empty stands around it all.
pub fn comment_text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    for line in raw.replace("\r\n", "\n").split(is_line_end) {
        text.push_str(visible(&line.replace('\t', " ")).trim_end());
        text.push('\n');
    }
    text.trim().to_owned()
}

/// Adds a comment to another, on a line of its own.
pub fn join_comment(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

/// Lines with their numbers from 1, without their ends, which may be `\n`, `\r\n` or
/// a lone `\r`.
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines =
        text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    (1..).zip(lines)
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
    /// What is wrong with the rest of it: what stands here was before that.
    pub fault: Option<Fault>,
    /// How all moves are written, where the text tells.
    pub style: Option<Style>,
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
            fault: None,
            style: None,
        }
    }

    /// The words of the main line.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.moves.main_line()
    }

    /// Moves all places so many lines down: the text was a part of a longer one.
    pub fn shift(&mut self, lines: usize) {
        self.place.line += lines;
        self.moves.values_mut().iter_mut().for_each(|word| word.place.line += lines);
        if let Some(fault) = &mut self.fault {
            fault.place.line += lines;
        }
    }

    /// The value of a tag, whose name is known in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// The outcome that a word stands for, in the ways that files have. The reason may stand behind
/// it in parentheses: `红胜（超时）`.
pub fn result_of(word: &str) -> Option<Outcome> {
    Some(match word {
        "1-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" | "黑负" | "黑負" | "红方胜" | "紅方勝"
        | "红方获胜" | "紅方獲勝" | "黑方认输" | "黑方認輸" | "黑方认负" | "黑方認負" => {
            Outcome::Win(Color::Red)
        }
        "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" | "红负" | "紅負" | "黑方胜" | "黑方勝"
        | "黑方获胜" | "黑方獲勝" | "红方认输" | "紅方認輸" | "红方认负" | "紅方認負" => {
            Outcome::Win(Color::Black)
        }
        "1/2-1/2" | "1/2" | "½-½" | "½" | "和" | "和棋" | "和局" | "平局" | "红先和" | "紅先和"
        | "双方和" | "雙方和" => Outcome::Draw,
        "*" => Outcome::Ongoing,
        _ => {
            let (result, _) = word.strip_suffix([')', '）'])?.split_once(['(', '（'])?;
            return result_of(result.trim_end());
        }
    })
}

/// The outcome that a number stands for in XQF, in CCBridge's files and in databases; 4, which
/// stands for several results, is none.
pub fn outcome_of(number: u8) -> Outcome {
    match number {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Ongoing,
    }
}

/// The number of an outcome.
pub fn result_number(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_words_that_are_known() {
        let [red, black] = Color::ALL.map(|side| Some(Outcome::Win(side)));
        for (words, expected) in [
            (
                "1-0 红胜 紅勝 红方获胜 紅方獲勝 黑方认输 黑方認輸 黑方認負 红胜（超时） 1-0(超时)",
                red,
            ),
            ("0-1 黑方勝 黑方获胜 黑方獲勝 红方认输 紅方認輸 红方认负 黑勝(紅方超時)", black),
            ("和棋 平局 和局 1/2-1/2 平局（自然限着）", Some(Outcome::Draw)),
            ("* *(x)", Some(Outcome::Ongoing)),
            ("红优 胜 (红胜) （红胜） 红胜（ 红胜) 红胜定 红先胜黑 认输 (x) ", None),
        ] {
            for word in words.split(' ') {
                assert_eq!(result_of(word), expected, "{word}");
            }
        }
    }

    #[test]
    fn what_acts_on_terminals_becomes_visible() {
        assert_eq!(
            visible("a\x1b\n\u{202e}\u{fdd0}\u{9b}甲"),
            "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}甲"
        );
        assert!(matches!(visible("甲 乙"), Cow::Borrowed(_)));
    }
}
