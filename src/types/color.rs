//! The two sides.

use std::fmt;
use std::ops::Not;

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

/// `red` or `black`, as sentences use them.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Red => "red",
            Color::Black => "black",
        })
    }
}
