//! The key of a position in our own format. It never changes, because books that
//! were written before, and other programs, depend on it.

use crate::board::{Board, Setup};
use crate::types::{Move, Square};

/// FNV-1a with 64 bits (Fowler, Noll, Vo).
#[derive(Clone, Copy, Debug)]
pub struct Fnv(pub u64);

impl Fnv {
    /// The start value.
    pub const START: Fnv = Fnv(0xcbf2_9ce4_8422_2325);

    /// The sum of these bytes behind what was summed so far.
    pub fn with(self, bytes: &[u8]) -> Fnv {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Fnv(bytes.iter().fold(self.0, step))
    }
}

/// A position and its mirror image under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The smaller of the two keys.
    pub key: u64,
    /// Whether that is the mirror image's.
    pub is_mirrored: bool,
    /// Whether the position is its own mirror image.
    pub is_symmetric: bool,
}

impl Folded {
    /// The key of a position.
    pub fn of(board: &Board) -> Folded {
        let setup = Setup::of(board);
        let (own, mirrored) = (key(&setup), key(&setup.mirrored()));
        Folded {
            key: own.min(mirrored),
            is_mirrored: mirrored < own,
            is_symmetric: own == mirrored,
        }
    }

    /// A move of the position as it is stored: in the position of the smaller
    /// key; in a symmetric one the variant that starts further left, or goes
    /// there.
    pub fn stored(self, mv: Move) -> Move {
        if self.is_symmetric {
            let order = |mv: Move| (mv.from().file(), mv.to().file());
            let mirrored = mv.mirror();
            return if order(mirrored) < order(mv) { mirrored } else { mv };
        }
        self.unfolded(mv)
    }

    /// A stored move as it is made in the position.
    pub fn unfolded(self, mv: Move) -> Move {
        if self.is_mirrored { mv.mirror() } else { mv }
    }
}

/// FNV-1a of the first two fields of the FEN: `rnbakabnr/…/RNBAKABNR w`.
fn key(setup: &Setup) -> u64 {
    let fen = setup.to_string();
    let end = fen.match_indices(' ').nth(1).map_or(fen.len(), |(at, _)| at);
    Fnv::START.with(&fen.as_bytes()[..end]).0
}

/// The byte of a point: [`Square::index`].
pub fn byte(sq: Square) -> u8 {
    sq.index() as u8
}

/// The point of a byte.
pub fn square(byte: u8) -> Option<Square> {
    (usize::from(byte) < Square::COUNT).then(|| Square::from_index(byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_frozen() {
        assert_eq!(Fnv::START.with(b"foobar").0, 0x8594_4171_f739_67e8, "published test value");
        let start = Folded::of(&Board::start());
        assert_eq!(start.key, FROZEN);
        assert!(start.is_symmetric && !start.is_mirrored);
    }

    /// The key of the start position as the first release had it.
    const FROZEN: u64 = 153_276_253_159_961_953;

    #[test]
    fn a_position_and_its_image_share_a_key() {
        let fens = [
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
            "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1",
        ];
        for fen in fens {
            let setup: Setup = fen.parse().unwrap();
            let board = setup.to_board().unwrap();
            let image = setup.mirrored().to_board().unwrap();
            let (one, two) = (Folded::of(&board), Folded::of(&image));
            assert_eq!(one.key, two.key);
            assert_ne!(one.is_mirrored, two.is_mirrored);
            for mv in board.legal_moves() {
                assert_eq!(one.stored(mv), two.stored(mv.mirror()));
                assert_eq!(one.unfolded(one.stored(mv)), mv);
            }
        }
        let start = Folded::of(&Board::start());
        for mv in Board::start().legal_moves() {
            assert_eq!(start.stored(mv), start.stored(mv.mirror()));
        }
    }
}
