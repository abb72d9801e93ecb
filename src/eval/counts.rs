//! How many pieces of each type a side has.

use crate::types::PieceType;

/// The number of pieces of each type that a side has, in four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceCounts(u32);

impl PieceCounts {
    /// Number of pieces of a type.
    #[inline]
    pub const fn of(self, kind: PieceType) -> u32 {
        self.0 >> (4 * kind.index()) & 15
    }

    /// Number of pieces of both sides, all types together.
    #[inline]
    pub const fn total(both: [PieceCounts; 2]) -> usize {
        const EVEN: u32 = 0x0f0f_0f0f;
        let [a, b] = both;
        // Types side by side in a byte, then all bytes in the highest one.
        let bytes = (a.0 & EVEN) + (a.0 >> 4 & EVEN) + (b.0 & EVEN) + (b.0 >> 4 & EVEN);
        (bytes.wrapping_mul(0x0101_0101) >> 24) as usize
    }

    /// One piece more.
    #[inline]
    pub fn add(&mut self, kind: PieceType) {
        self.0 += 1 << (4 * kind.index());
    }

    /// One piece less.
    #[inline]
    pub fn remove(&mut self, kind: PieceType) {
        self.0 -= 1 << (4 * kind.index());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_counted_apart() {
        let mut counts = PieceCounts::default();
        for kind in PieceType::ALL {
            for _ in 0..kind.max_count() {
                counts.add(kind);
            }
        }
        assert_eq!(PieceCounts::total([counts; 2]), 32);
        counts.remove(PieceType::Pawn);
        assert_eq!(PieceCounts::total([counts, PieceCounts::default()]), 15);
        for kind in PieceType::ALL {
            let removed = u32::from(kind == PieceType::Pawn);
            assert_eq!(counts.of(kind), kind.max_count() - removed, "{kind:?}");
        }
    }
}
