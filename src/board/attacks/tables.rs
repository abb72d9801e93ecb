//! Fills the lookup tables of piece movement, at compile time and by walking:
//! no trick of the readers is used here.

use crate::board::attacks::PALACE;
use crate::types::{Bitboard, Square};

const SQUARES: usize = Square::COUNT;

/// The bits that a slider at `at` on a line of `len` points reaches beyond
/// exactly `screens` pieces (0: rook, stopping on the first piece; 1: cannon
/// captures, stopping on the second).
const fn slide(at: usize, len: usize, occ: usize, screens: usize) -> u16 {
    let mut reach = 0u16;
    let mut dir = 0;
    while dir < 2 {
        let mut seen = 0;
        let mut i = at;
        loop {
            if dir == 0 {
                if i == 0 {
                    break;
                }
                i -= 1;
            } else {
                i += 1;
                if i == len {
                    break;
                }
            }
            if seen == screens {
                reach |= 1 << i;
            }
            if occ >> i & 1 != 0 {
                seen += 1;
                if seen > screens {
                    break;
                }
            }
        }
        dir += 1;
    }
    reach
}

/// For each file and each setting of the inner points of a rank, the points that
/// a slider reaches, as nine bits.
pub(super) const fn rank_table(screens: usize) -> [[u16; 128]; Square::FILES] {
    let mut table = [[0; 128]; Square::FILES];
    let mut file = 0;
    while file < Square::FILES {
        let mut inner = 0;
        while inner < 128 {
            table[file][inner] = slide(file, Square::FILES, inner << 1, screens);
            inner += 1;
        }
        file += 1;
    }
    table
}

/// For each rank and each setting of the inner points of file a, the points of
/// it that a slider reaches.
pub(super) const fn file_table(screens: usize) -> [[u128; 256]; Square::RANKS] {
    let mut table = [[0; 256]; Square::RANKS];
    let mut rank = 0;
    while rank < Square::RANKS {
        let mut inner = 0;
        while inner < 256 {
            let reach = slide(rank, Square::RANKS, inner << 1, screens);
            let mut r = 0;
            while r < Square::RANKS {
                if reach >> r & 1 != 0 {
                    table[rank][inner] |= 1 << (r * Square::FILES);
                }
                r += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

/// The bit of the point at an offset, 0 outside the board.
const fn bit_at(sq: Square, df: i32, dr: i32) -> u128 {
    match sq.offset(df, dr) {
        Some(to) => 1 << to.index(),
        None => 0,
    }
}

/// The four directions in the bit order of [`leg_index`](super::leg_index): south, east, west, north.
pub(super) const ORTHOGONALS: [(i32, i32); 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
/// The four directions in the bit order of [`eye_index`](super::eye_index).
pub(super) const DIAGONALS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

pub(super) const fn knight_table(reversed: bool) -> [[u128; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let sq = Square::from_index(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut dir = 0;
            while dir < 4 {
                if blocked >> dir & 1 == 0 {
                    table[i][blocked] |= if reversed {
                        // A knight two files and one rank away steps over the
                        // diagonal neighbour of the point that it attacks.
                        let (x, y) = DIAGONALS[dir];
                        bit_at(sq, 2 * x, y) | bit_at(sq, x, 2 * y)
                    } else {
                        let (x, y) = ORTHOGONALS[dir];
                        bit_at(sq, 2 * x + y, 2 * y + x) | bit_at(sq, 2 * x - y, 2 * y - x)
                    };
                }
                dir += 1;
            }
            blocked += 1;
        }
        i += 1;
    }
    table
}

pub(super) const fn bishop_table() -> [[u128; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let sq = Square::from_index(i);
        let mut blocked = 0;
        while blocked < 16 {
            let mut dir = 0;
            while dir < 4 {
                let (x, y) = DIAGONALS[dir];
                if blocked >> dir & 1 == 0
                    && let Some(to) = sq.offset(2 * x, 2 * y)
                    && (to.rank() < 5) == (sq.rank() < 5)
                {
                    table[i][blocked] |= 1 << to.index();
                }
                dir += 1;
            }
            blocked += 1;
        }
        i += 1;
    }
    table
}

pub(super) const fn palace_table(steps: &[(i32, i32)]) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        if PALACE.contains(Square::from_index(i)) {
            let mut s = 0;
            while s < steps.len() {
                table[i] |= bit_at(Square::from_index(i), steps[s].0, steps[s].1) & PALACE.0;
                s += 1;
            }
        }
        i += 1;
    }
    table
}

/// The points next to each point in these directions.
pub(super) const fn neighbour_table(directions: [(i32, i32); 4]) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let mut dir = 0;
        while dir < 4 {
            table[i] |= bit_at(Square::from_index(i), directions[dir].0, directions[dir].1);
            dir += 1;
        }
        i += 1;
    }
    table
}

pub(super) const fn pawn_table(forward: i32) -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let sq = Square::from_index(i);
        table[i] = bit_at(sq, 0, forward);
        if (sq.rank() >= 5) == (forward > 0) {
            table[i] |= bit_at(sq, -1, 0) | bit_at(sq, 1, 0);
        }
        i += 1;
    }
    table
}

pub(super) const fn reverse(table: &[u128; SQUARES]) -> [u128; SQUARES] {
    let mut out = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if table[from] >> to & 1 != 0 {
                out[to] |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    out
}

pub(super) const fn between_table() -> [[u128; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let sq = Square::from_index(i);
        let mut dir = 0;
        while dir < 4 {
            let (x, y) = ORTHOGONALS[dir];
            let mut path = 0;
            let mut n = 1;
            while let Some(to) = sq.offset(x * n, y * n) {
                table[i][to.index()] = path;
                path |= 1 << to.index();
                n += 1;
            }
            dir += 1;
        }
        i += 1;
    }
    table
}

pub(super) const fn lines_table() -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let sq = Square::from_index(i);
        let both = Bitboard::file(sq.file()).0 | Bitboard::rank(sq.rank()).0;
        table[i] = both & !(1 << i);
        i += 1;
    }
    table
}
