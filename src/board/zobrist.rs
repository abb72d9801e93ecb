//! Zobrist keys: one random number per piece and point, one for the side to move.

use crate::random::Random;
use crate::types::{Piece, Square};

/// The key of a position: equal positions have equal keys; different ones
/// practically never do.
pub type Key = u64;

static PIECES: [[Key; Square::COUNT]; Piece::COUNT] = piece_keys();

/// Added when Black is to move.
pub const SIDE: Key = Random::from_state(0x6368_7568_6521_0001).next_u64();

const fn piece_keys() -> [[Key; Square::COUNT]; Piece::COUNT] {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut random = Random::from_state(0x6368_7568_6500_0000);
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut sq = 0;
        while sq < Square::COUNT {
            table[piece][sq] = random.next_u64();
            sq += 1;
        }
        piece += 1;
    }
    table
}

/// The key of a piece on a point.
#[inline]
pub fn piece(piece: Piece, sq: Square) -> Key {
    PIECES[piece.index()][sq.index()]
}

/// A well-mixed key of any small number, to be added to a position's key.
#[inline]
pub const fn salt(n: u64) -> Key {
    Random::from_state(0x7361_6c74 ^ n.wrapping_mul(0xff51_afd7_ed55_8ccd)).next_u64()
}
