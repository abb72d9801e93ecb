//! Moves as people and files write them: coordinates, ICCS, WXF, Chinese, SAN and
//! Vietnamese, in both directions. Knows the board that a move is made on, and no game.
//!
//! Writing is strict: one text a move, and no two legal moves of a position
//! share one. Reading is lenient: any style, letters and digits of any width,
//! both sets of characters, and the customary ways of telling pieces apart
//! that stand one behind another. `docs/players/formats.md` has the rules.
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::notation::{Style, read, write};
//!
//! let board = Board::start();
//! let mv = read(&board, "炮二平五")?;
//! assert_eq!(mv.to_string(), "h2e2");
//! assert_eq!(write(&board, mv, Style::Wxf), "C2.5");
//! # Ok::<(), chuhe::notation::ReadError>(())
//! ```

mod coordinates;
mod file;
mod read;
mod san;
mod vietnamese;
mod write;

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::types::Move;

pub use coordinates::RankBase;
pub use read::{ReadError, is_vietnamese, may_be_vietnamese, read, read_as, read_with};

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `h2e2`: ranks from 0, as most xiangqi programs do.
    Uci,
    /// `h3e3`: ranks from 1, as programs that come from chess do.
    Uci1,
    /// `H2-E2`: the style of the Internet Chinese Chess Server, used in files.
    Iccs,
    /// `C2.5`: the style of the World Xiangqi Federation.
    Wxf,
    /// `炮二平五` in simplified characters.
    Simplified,
    /// `炮二平五` in traditional characters.
    Traditional,
    /// `Che2`, `c4`: SAN of XBoard and WinBoard, ranks from 0.
    San,
    /// `Che3`, `Pc5`: SAN of pychess and Fairy-Stockfish, ranks from 1.
    San1,
    /// `P2-5`: the style of Vietnam.
    Vietnamese,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 9] = [
        Style::Uci,
        Style::Uci1,
        Style::Iccs,
        Style::Wxf,
        Style::Simplified,
        Style::Traditional,
        Style::San,
        Style::San1,
        Style::Vietnamese,
    ];

    /// The name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Uci => "uci",
            Style::Uci1 => "uci1",
            Style::Iccs => "iccs",
            Style::Wxf => "wxf",
            Style::Simplified => "simplified",
            Style::Traditional => "traditional",
            Style::San => "san",
            Style::San1 => "san1",
            Style::Vietnamese => "vietnamese",
        }
    }
}

/// The text names no style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StyleError;

impl fmt::Display for StyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of: ")?;
        for (i, style) in Style::ALL.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, style.name())?;
        }
        Ok(())
    }
}

impl std::error::Error for StyleError {}

/// Reads a name in either case; `chinese` is `simplified`, `coord` is `uci`.
impl FromStr for Style {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Style, StyleError> {
        match text.to_ascii_lowercase().as_str() {
            "chinese" => Ok(Style::Simplified),
            "coord" => Ok(Style::Uci),
            name => Style::ALL.into_iter().find(|style| style.name() == name).ok_or(StyleError),
        }
    }
}

/// A legal move of a position as text. A move from an empty point, which is never
/// legal, is written in coordinates.
pub fn write(board: &Board, mv: Move, style: Style) -> String {
    let text = match style {
        Style::Uci => None,
        Style::Uci1 => Some(RankBase::One.format(mv)),
        Style::Iccs => Some(coordinates::iccs(mv)),
        Style::Wxf => write::wxf(board, mv),
        Style::Simplified => write::chinese(board, mv, &write::SIMPLIFIED),
        Style::Traditional => write::chinese(board, mv, &write::TRADITIONAL),
        Style::San => san::write(board, mv, san::Custom::Bare),
        Style::San1 => san::write(board, mv, san::Custom::Lettered),
        Style::Vietnamese => vietnamese::write(board, mv),
    };
    text.unwrap_or_else(|| RankBase::Zero.format(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_have_names() {
        for style in Style::ALL {
            assert_eq!(style.name().parse(), Ok(style));
        }
        assert_eq!("Chinese".parse(), Ok(Style::Simplified));
        let error = "lan".parse::<Style>().unwrap_err().to_string();
        let names = Style::ALL.map(Style::name).join(", ");
        assert_eq!(error, format!("expected one of: {names}"));
    }

    #[test]
    fn each_style_writes_the_central_cannon() {
        let board = Board::start();
        let mv = "h2e2".parse().unwrap();
        let texts = Style::ALL.map(|style| write(&board, mv, style));
        assert_eq!(
            texts,
            ["h2e2", "h3e3", "H2-E2", "C2.5", "炮二平五", "炮二平五", "Che2", "Che3", "P2-5"]
        );
        let nowhere = "e4e5".parse().unwrap();
        assert_eq!(write(&board, nowhere, Style::Wxf), "e4e5");
    }
}
