//! Moves as people and files write them: coordinates, ICCS, WXF and Chinese,
//! in both directions. Knows the board that a move is made on, and no game.
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
mod write;

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::types::Move;

pub use coordinates::RankBase;
pub use read::{ReadError, read, read_as, read_with};

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `h2e2`: ranks from 0, as most xiangqi programs do.
    Uci,
    /// `h3e3`: ranks from 1, as programs of chess descent do.
    Uci1,
    /// `H2-E2`: the style of the Internet Chinese Chess Server, used in files.
    Iccs,
    /// `C2.5`: the style of the World Xiangqi Federation.
    Wxf,
    /// `炮二平五` in simplified characters.
    Simplified,
    /// `炮二平五` in traditional characters.
    Traditional,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 6] =
        [Style::Uci, Style::Uci1, Style::Iccs, Style::Wxf, Style::Simplified, Style::Traditional];

    /// The name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Style::Uci => "uci",
            Style::Uci1 => "uci1",
            Style::Iccs => "iccs",
            Style::Wxf => "wxf",
            Style::Simplified => "simplified",
            Style::Traditional => "traditional",
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
    match style {
        Style::Uci => RankBase::Zero.format(mv),
        Style::Uci1 => RankBase::One.format(mv),
        Style::Iccs => coordinates::iccs(mv),
        Style::Wxf => write::wxf(board, mv).unwrap_or_else(|| mv.to_string()),
        Style::Simplified => {
            write::chinese(board, mv, &write::SIMPLIFIED).unwrap_or_else(|| mv.to_string())
        }
        Style::Traditional => {
            write::chinese(board, mv, &write::TRADITIONAL).unwrap_or_else(|| mv.to_string())
        }
    }
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
        let error = "san".parse::<Style>().unwrap_err().to_string();
        assert_eq!(error, "expected one of: uci, uci1, iccs, wxf, simplified, traditional");
    }

    #[test]
    fn each_style_writes_the_central_cannon() {
        let board = Board::start();
        let mv = "h2e2".parse().unwrap();
        let texts = Style::ALL.map(|style| write(&board, mv, style));
        assert_eq!(texts, ["h2e2", "h3e3", "H2-E2", "C2.5", "炮二平五", "炮二平五"]);
        let nowhere = "e4e5".parse().unwrap();
        assert_eq!(write(&board, nowhere, Style::Wxf), "e4e5");
    }
}
