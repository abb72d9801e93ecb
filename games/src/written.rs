//! Games as files, in every format that is written.

use std::fmt;
use std::str::FromStr;

use chuhe::board::Setup;
use chuhe::notation::write;
use chuhe::rules::{Game, Outcome};

use crate::document::Document;
use crate::formats::{ccbridge, dhtmlxq, wxf, xqf};
use crate::text::result_word;

/// What a game is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// With tags and comments.
    Pgn,
    /// A game a line.
    Lines,
    /// As sites have them on their pages.
    Dhtmlxq,
    /// As PlayOK and clubs have them: the main line.
    Wxf,
    /// As XQStudio keeps them, one game a file.
    Xqf,
    /// As CCBridge keeps them, one game a file.
    Cbr,
}

impl Written {
    /// All formats.
    pub const ALL: [Written; 6] =
        [Written::Pgn, Written::Lines, Written::Dhtmlxq, Written::Wxf, Written::Xqf, Written::Cbr];

    /// The name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Written::Pgn => "pgn",
            Written::Lines => "lines",
            Written::Dhtmlxq => "dhtmlxq",
            Written::Wxf => "wxf",
            Written::Xqf => "xqf",
            Written::Cbr => "cbr",
        }
    }

    /// Whether it is a text, in UTF-8, of which several may stand in a file.
    pub const fn is_text(self) -> bool {
        !matches!(self, Written::Xqf | Written::Cbr)
    }

    /// The bytes of a game; `None` when the format has no way to say it.
    pub fn write(self, game: &Document) -> Option<Vec<u8>> {
        match self {
            Written::Lines => Some((line(game) + "\n").into_bytes()),
            Written::Dhtmlxq => dhtmlxq::write(game).map(String::into_bytes),
            Written::Wxf => wxf::write(game).map(String::into_bytes),
            Written::Xqf => xqf::write(game),
            Written::Cbr => Some(ccbridge::write(game)),
            Written::Pgn => game.to_text().map(String::into_bytes),
        }
    }
}

/// The text names no format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenError;

impl fmt::Display for WrittenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of: {}", Written::ALL.map(Written::name).join(", "))
    }
}

impl std::error::Error for WrittenError {}

/// Reads a name, in either case.
impl FromStr for Written {
    type Err = WrittenError;

    fn from_str(text: &str) -> Result<Written, WrittenError> {
        let found = Written::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(text));
        found.ok_or(WrittenError)
    }
}

/// A game as a line that can be read again: a FEN and `moves` unless it begins at the
/// start, the moves of the main line, and the result if it has one.
fn line(game: &Document) -> String {
    let mut parts = Vec::new();
    if *game.start != Setup::start() {
        parts.push(game.start.to_string());
        if !game.moves.is_empty() {
            parts.push("moves".into());
        }
    }
    if let Ok(mut played) = Game::of_record(game.start) {
        for made in game.moves.main_line() {
            parts.push(write(played.board(), made.mv, game.style));
            if played.play(made.mv).is_err() {
                break;
            }
        }
    }
    if game.outcome != Outcome::Ongoing {
        parts.push(result_word(game.outcome).into());
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Annotated, Games, ReadOptions, Tree};
    use chuhe::notation::Style;

    #[test]
    fn every_format_is_read_back() {
        let start = Setup::start();
        let moves = ["h2e2", "h9g7", "h0g2"].map(|text| Annotated::plain(text.parse().unwrap()));
        let moves: Tree<Annotated> = moves.into_iter().collect();
        for format in Written::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            let document = Document {
                tags: vec![("Red".into(), "甲".into())],
                start: &start,
                comment: "",
                moves: &moves,
                outcome: Outcome::Draw,
                style: Style::Wxf,
            };
            let bytes = format.write(&document).unwrap();
            assert_eq!(format.is_text(), std::str::from_utf8(&bytes).is_ok(), "{format:?}");
            let mut games = Games::of_bytes(bytes, ReadOptions::default()).unwrap();
            let game = games.next().unwrap().unwrap();
            let read: Vec<_> = game.check(None).unwrap().game.moves().collect();
            assert_eq!(read, moves.main_line().map(|it| it.mv).collect::<Vec<_>>(), "{format:?}");
            assert_eq!(game.outcome, Outcome::Draw, "{format:?}");
        }
        let error = "doc".parse::<Written>().unwrap_err().to_string();
        assert_eq!(error, "expected one of: pgn, lines, dhtmlxq, wxf, xqf, cbr");
    }
}
