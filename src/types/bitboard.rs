//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::types::Square;

/// A set of squares: bit `i` stands for the square of index `i`.
/// No other bit is ever set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
#[must_use]
pub struct Bitboard(pub(crate) u128);

/// The bit of each square: a look-up is cheaper than a shift of 128 bits.
static SINGLES: [u128; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

/// The squares of each rank.
static RANKS: [u128; Square::RANKS] = {
    let mut table = [0; Square::RANKS];
    let mut i = 0;
    while i < Square::COUNT {
        table[i / Square::FILES] |= 1 << i;
        i += 1;
    }
    table
};

static FILES: [u128; Square::FILES] = {
    let mut table = [0; Square::FILES];
    let mut i = 0;
    while i < Square::COUNT {
        table[i % Square::FILES] |= 1 << i;
        i += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All ninety squares.
    pub const ALL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    /// The set of these bits; `None` when one stands for no square.
    #[inline]
    pub const fn from_bits(bits: u128) -> Option<Bitboard> {
        if bits & !Bitboard::ALL.0 == 0 { Some(Bitboard(bits)) } else { None }
    }

    /// The bits of the set; the inverse of [`Bitboard::from_bits`].
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    #[inline]
    pub const fn of(sq: Square) -> Bitboard {
        Bitboard(SINGLES[sq.index()])
    }

    /// All squares of a file (0 = a).
    ///
    /// # Panics
    /// When there is no such file.
    #[inline]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(FILES[file])
    }

    /// All squares of a rank (0 is Red's back rank).
    ///
    /// # Panics
    /// When there is no such rank.
    #[inline]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(RANKS[rank])
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, sq: Square) -> bool {
        let word = if sq.index() < 64 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        word >> (sq.index() & 63) & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The square of lowest index, `None` when empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The set without its square of lowest index; empty when there is none.
    #[inline]
    pub const fn without_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// The square of lowest index as a set, empty when there is none.
    #[inline]
    pub const fn lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_neg())
    }

    /// The set without the square.
    #[inline]
    pub const fn without(self, sq: Square) -> Bitboard {
        Bitboard(self.0 & !SINGLES[sq.index()])
    }

    /// The set with the square.
    #[inline]
    pub const fn with(self, sq: Square) -> Bitboard {
        Bitboard(self.0 | SINGLES[sq.index()])
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 & rhs.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 | rhs.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ rhs.0)
    }
}

/// The squares of the board that are not in the set.
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, rhs: Bitboard) {
        self.0 &= rhs.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, rhs: Bitboard) {
        self.0 |= rhs.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, rhs: Bitboard) {
        self.0 ^= rhs.0;
    }
}

/// The squares of a set, in index order. It works on two machine words, which
/// are much cheaper to shift than one of 128 bits.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let index = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            Some(Square::from_index(index))
        } else if self.high != 0 {
            let index = 64 + self.high.trailing_zeros() as usize;
            self.high &= self.high - 1;
            Some(Square::from_index(index))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (self.low.count_ones() + self.high.count_ones()) as usize;
        (count, Some(count))
    }

    /// One loop for each word, which is cheaper than asking for it at each step.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(mut self, init: B, mut f: F) -> B {
        let mut sum = init;
        while self.low != 0 {
            sum = f(sum, Square::from_index(self.low.trailing_zeros() as usize));
            self.low &= self.low - 1;
        }
        while self.high != 0 {
            sum = f(sum, Square::from_index(64 + self.high.trailing_zeros() as usize));
            self.high &= self.high - 1;
        }
        sum
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(iter: I) -> Bitboard {
        iter.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// Ten lines of nine characters, `x` for a member, rank 9 first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                let member = self.contains(Square::new(file, rank));
                f.write_str(if member { "x" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_membership() {
        let a: Bitboard = Square::all().filter(|s| s.index() % 3 == 0).collect();
        let b: Bitboard = Square::all().filter(|s| s.index() % 5 == 0).collect();
        for sq in Square::all() {
            assert_eq!((a & b).contains(sq), a.contains(sq) && b.contains(sq));
            assert_eq!((a | b).contains(sq), a.contains(sq) || b.contains(sq));
            assert_eq!((!a).contains(sq), !a.contains(sq));
            assert_eq!((a ^ b).contains(sq), a.contains(sq) != b.contains(sq));
        }
        assert_eq!(a.count() as usize, a.into_iter().count());
        assert_eq!(a.into_iter().collect::<Bitboard>(), a);
        assert_eq!(a.first(), Some(Square::new(0, 0)));
        let high = a & !Bitboard::ALL.lowest() & Bitboard(!0 << 64);
        assert_eq!(high.lowest(), high.first().map_or(Bitboard::EMPTY, Bitboard::of));
        assert_eq!(Bitboard::EMPTY.lowest(), Bitboard::EMPTY);
        assert_eq!(high.without_first(), high & !high.lowest());
        assert_eq!(Bitboard::EMPTY.without_first(), Bitboard::EMPTY);
        assert_eq!(Bitboard::from_bits(a.bits()), Some(a));
        assert_eq!(Bitboard::from_bits(1 << 89), Some(Bitboard::of(Square::new(8, 9))));
        assert_eq!(Bitboard::from_bits(1 << 90), None);
        assert_eq!(Bitboard::file(4).count(), 10);
        assert_eq!(Bitboard::rank(9).count(), 9);
        assert_eq!(Bitboard::ALL.count(), 90);
    }
}
