//! The ninety points of the board.

use std::fmt;
use std::str::FromStr;

use crate::types::Color;

/// A point of the board, 0-89: rank by rank from Red's back rank, file a first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of points.
    pub const COUNT: usize = 90;
    /// Number of files, `a` to `i`.
    pub const FILES: usize = 9;
    /// Number of ranks, 0 to 9.
    pub const RANKS: usize = 10;

    /// The point on this file (0 = a) and rank (0 = Red's back rank).
    ///
    /// # Panics
    /// When file or rank lies outside the board.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Square {
        assert!(file < Self::FILES && rank < Self::RANKS);
        Square((rank * Self::FILES + file) as u8)
    }

    /// The point at signed coordinates, `None` outside the board.
    pub const fn try_new(file: i32, rank: i32) -> Option<Square> {
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Square((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// The point of an index below 90.
    ///
    /// # Panics
    /// When the index is 90 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// All points in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Self::COUNT).map(Square::from_index)
    }

    /// 0-89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 8 (i).
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize % Self::FILES
    }

    /// 0 (Red's back rank) to 9.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize / Self::FILES
    }

    /// The point `df` files right and `dr` ranks up, `None` outside the board.
    pub const fn offset(self, df: i32, dr: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32, self.rank() as i32);
        Square::try_new(file.saturating_add(df), rank.saturating_add(dr))
    }

    /// The same point seen from the other side: ranks reversed, files kept.
    #[inline]
    pub const fn flip(self) -> Square {
        Square(((Self::RANKS - 1 - self.rank()) * Self::FILES + self.file()) as u8)
    }

    /// The point reflected in the central file.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square((self.rank() * Self::FILES + Self::FILES - 1 - self.file()) as u8)
    }

    /// This point as `color` sees it: itself for Red, flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::Red => self,
            Color::Black => self.flip(),
        }
    }

    /// Whether a piece of `color` standing here has crossed the river.
    #[inline]
    pub const fn is_across_river(self, color: Color) -> bool {
        match color {
            Color::Red => self.0 >= 45,
            Color::Black => self.0 < 45,
        }
    }
}

/// `e0`: the file letter and the rank counted from 0.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square: expected a file and a rank such as `e0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a file a to i and a rank 0 to 9, such as e0")
    }
}

impl std::error::Error for SquareError {}

/// Reads `e0` with ranks counted from 0, the letter in either case.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(SquareError) };
        let file = i32::from(file.to_ascii_lowercase()) - i32::from(b'a');
        Square::try_new(file, i32::from(rank) - i32::from(b'0')).ok_or(SquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_agree() {
        for sq in Square::all() {
            assert_eq!(Square::new(sq.file(), sq.rank()), sq);
            assert_eq!(sq.flip().flip(), sq);
            assert_eq!(sq.mirror().mirror(), sq);
            assert_eq!(sq.flip().rank(), 9 - sq.rank());
            assert_eq!(sq.mirror().file(), 8 - sq.file());
            assert_eq!(sq.to_string().parse(), Ok(sq));
            assert_ne!(sq.is_across_river(Color::Red), sq.is_across_river(Color::Black));
        }
        assert_eq!(Square::new(4, 0).to_string(), "e0");
        assert_eq!("I9".parse(), Ok(Square::new(8, 9)));
        for bad in ["", "e", "e10", "j0", "a:", "a/", "é0"] {
            assert_eq!(bad.parse::<Square>(), Err(SquareError), "{bad}");
        }
        assert_eq!(Square::new(0, 0).offset(-1, 0), None);
        for far in [(i32::MAX, 0), (0, i32::MAX), (i32::MIN, i32::MIN)] {
            assert_eq!(Square::new(5, 5).offset(far.0, far.1), None);
        }
    }
}
