//! Zobrist keys: one random number per piece and point, one for the side to move.

use crate::types::{Piece, Square};

/// The key of a position: equal positions have equal keys; different ones
/// practically never do.
pub type Key = u64;

static PIECES: [[Key; Square::COUNT]; Piece::COUNT] = piece_keys();

/// Added when Black is to move.
pub const SIDE: Key = splitmix(0x6368_7568_6521_0001).1;

/// SplitMix64 (Steele, Lea, Flood 2014): the next state and its output.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn piece_keys() -> [[Key; Square::COUNT]; Piece::COUNT] {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut state = 0x6368_7568_6500_0000;
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut sq = 0;
        while sq < Square::COUNT {
            (state, table[piece][sq]) = splitmix(state);
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
    splitmix(0x7361_6c74 ^ n.wrapping_mul(0xff51_afd7_ed55_8ccd)).1
}
