//! The two sides.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A side. Red moves first and is `w` in FEN; Black is `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side on ranks 0-4 at the start, upper case in FEN.
    #[doc(alias = "White")]
    Red,
    /// The side on ranks 5-9 at the start, lower case in FEN.
    Black,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 0 for Red, 1 for Black: an index for tables of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN's second field: `w` or `b`.
    pub const fn fen_char(self) -> char {
        match self {
            Color::Red => 'w',
            Color::Black => 'b',
        }
    }

    /// `red` or `black`, as sentences use them.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}

/// Its name.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not a side: expected `red` or `black`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorError;

impl fmt::Display for ColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected red or black")
    }
}

impl std::error::Error for ColorError {}

/// Reads what [`fmt::Display`] writes, and the letters `w`, `r` and `b` of FEN; all
/// in either case.
impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Color, ColorError> {
        match text.to_ascii_lowercase().as_str() {
            "red" | "r" | "w" => Ok(Color::Red),
            "black" | "b" => Ok(Color::Black),
            _ => Err(ColorError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.fen_char().to_string().parse(), Ok(color));
        }
        assert_eq!("R".parse(), Ok(Color::Red));
        for bad in ["", "white", "redd", "x"] {
            assert_eq!(bad.parse::<Color>(), Err(ColorError), "{bad}");
        }
    }
}
