//! Every lookup table of piece movement, and the functions that read them.
//!
//! Rooks and cannons see along a rank and a file. The seven inner points of a
//! rank are adjacent bits; the eight inner points of a file lie nine bits apart
//! and are gathered by one multiplication (no two partial products meet, so
//! nothing carries). Edge points never block a view, so they need no bit.
//! Knights and bishops have four blockers each: four bits choose an entry.

mod tables;
#[cfg(test)]
mod tests;

use crate::board::attacks::tables::{
    DIAGONALS, ORTHOGONALS, between_table, bishop_table, file_table, knight_table, lines_table,
    neighbour_table, palace_table, pawn_table, rank_table, reverse,
};
use crate::types::{Bitboard, Color, Square};

const SQUARES: usize = Square::COUNT;

/// Points that a rook on `file` of a rank sees (nine bits), for each setting of
/// the seven inner points.
static ROOK_RANK: [[u16; 128]; Square::FILES] = rank_table(0);
/// Points on which a cannon on `file` of a rank captures.
static CANNON_RANK: [[u16; 128]; Square::FILES] = rank_table(1);
/// Points that a rook on `rank` of file a sees, for each setting of the eight
/// inner points.
static ROOK_FILE: [[u128; 256]; Square::RANKS] = file_table(0);
/// Points on which a cannon on `rank` of file a captures.
static CANNON_FILE: [[u128; 256]; Square::RANKS] = file_table(1);

/// Knight targets by the occupation of the four legs.
static KNIGHT: [[u128; 16]; SQUARES] = knight_table(false);
/// Origins of knights that attack a point, by the occupation of its diagonals.
static KNIGHT_TO: [[u128; 16]; SQUARES] = knight_table(true);
/// Bishop targets by the occupation of the four eyes, on the side of the river
/// on which the point lies.
static BISHOP: [[u128; 16]; SQUARES] = bishop_table();
static DIAGONAL: [u128; SQUARES] = neighbour_table(DIAGONALS);
static ORTHOGONAL: [u128; SQUARES] = neighbour_table(ORTHOGONALS);
static PAWN: [[u128; SQUARES]; 2] = [pawn_table(1), pawn_table(-1)];
static BETWEEN: [[u128; SQUARES]; SQUARES] = between_table();

/// The points from which a point can be attacked on an otherwise empty board. All types
/// of pieces are together because a static exchange evaluation asks for all of them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Approaches {
    lines: u128,
    knight: u128,
    bishop: u128,
    advisor: u128,
    king: u128,
    /// Red's pawns and Black's.
    pawn: [u128; 2],
}

static APPROACHES: [Approaches; SQUARES] = {
    let lines = lines_table();
    let (knight, bishop) = (knight_table(true), bishop_table());
    let king = palace_table(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
    let advisor = palace_table(&[(1, 1), (-1, 1), (1, -1), (-1, -1)]);
    let pawn = [reverse(&PAWN[0]), reverse(&PAWN[1])];
    let empty = Approaches { lines: 0, knight: 0, bishop: 0, advisor: 0, king: 0, pawn: [0; 2] };
    let mut table = [empty; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        table[i] = Approaches {
            lines: lines[i],
            knight: knight[i][0],
            bishop: bishop[i][0],
            advisor: advisor[i],
            king: king[i],
            pawn: [pawn[0][i], pawn[1][i]],
        };
        i += 1;
    }
    table
};

/// Both palaces, nine points each.
pub const PALACE: Bitboard = Bitboard(0x1c_0e07 << 3 | 0x1c_0e07 << 66);

/// Where bishops can stand, seven points in each half.
pub const BISHOP_POINTS: Bitboard = {
    let half: u128 = 0x44 | 0x111 << 18 | 0x44 << 36;
    Bitboard(half | half << 45)
};

/// The tables of a rook or a cannon for a point: on its file, as if that were file a, and
/// on its rank.
#[derive(Clone, Copy)]
struct Reach {
    file: &'static [u128; 256],
    rank: &'static [u16; 128],
}

/// What [`rook`] and [`cannon`] need to know of a point, in one cache line; computing it
/// from the coordinates takes a dozen instructions.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines {
    rook: Reach,
    cannon: Reach,
    /// Multiplying nine bits by the first, and half of their product with the
    /// second, makes the low and high word of a rank: a shift of 128 bits by
    /// any amount costs three times as much.
    spread: (u64, u64),
    /// The file of the point: the shift of a set on file a.
    file: u8,
    /// Place of the first inner point of the rank in its word.
    rank_start: u8,
    /// Whether the rank's inner points lie in the high word (ranks 7 to 9).
    is_high: bool,
}

static THROUGH: [Lines; SQUARES] = {
    let mut table = [lines_through(Square::from_index(0)); SQUARES];
    let mut i = 1;
    while i < SQUARES {
        table[i] = lines_through(Square::from_index(i));
        i += 1;
    }
    table
};

const fn lines_through(sq: Square) -> Lines {
    let (file, rank) = (sq.file(), sq.rank());
    let start = rank * Square::FILES;
    Lines {
        rook: Reach { file: &ROOK_FILE[rank], rank: &ROOK_RANK[file] },
        cannon: Reach { file: &CANNON_FILE[rank], rank: &CANNON_RANK[file] },
        spread: (
            if start < 64 { 1 << start } else { 0 },
            if start >= 63 { 1 << (start - 63) } else { 0 },
        ),
        file: file as u8,
        rank_start: ((start + 1) % 64) as u8,
        is_high: start + 1 >= 64,
    }
}

impl Lines {
    #[inline]
    fn through(sq: Square) -> &'static Lines {
        &THROUGH[sq.index()]
    }

    /// The eight inner points of the file.
    #[inline]
    fn on_file(&self, occ: Bitboard) -> usize {
        const EVERY_NINTH: u64 = 0x8040_2010_0804_0201;
        const GATHER: u64 = 0x0101_0101_0101_0101;
        // A file is below 16; saying so keeps this shift and the one below short.
        let inner = (occ.0 >> (Square::FILES as u8 + (self.file & 15))) as u64 & EVERY_NINTH;
        (inner.wrapping_mul(GATHER) >> 56) as usize
    }

    /// The seven inner points of the rank.
    #[inline]
    fn on_rank(&self, occ: Bitboard) -> usize {
        let word = if self.is_high { (occ.0 >> 64) as u64 } else { occ.0 as u64 };
        (word >> (self.rank_start & 63)) as usize & 127
    }

    /// The points of both tables.
    #[inline]
    fn points(&self, reach: &Reach, on_file: usize, on_rank: usize) -> Bitboard {
        let file = reach.file[on_file] << (self.file & 15);
        let rank = u64::from(reach.rank[on_rank]);
        let low = rank.wrapping_mul(self.spread.0);
        let high = rank.wrapping_mul(self.spread.1) >> 1;
        Bitboard(file | u128::from(low) | u128::from(high) << 64)
    }
}

/// The points next to `sq` in the order of [`tables::ORTHOGONALS`], as four bits. One
/// multiplication brings them side by side: no two of its sixteen partial
/// products meet.
#[inline]
fn leg_index(sq: Square, occ: Bitboard) -> usize {
    const AROUND: u64 = 1 | 1 << 8 | 1 << 10 | 1 << 18;
    const GATHER: u64 = 1 << 60 | 1 << 54 | 1 << 51 | 1 << 45;
    let near = ((occ.0 << 9) >> sq.index()) as u64 & AROUND;
    (near.wrapping_mul(GATHER) >> 60) as usize
}

/// The diagonal neighbours of `sq` in the order of [`tables::DIAGONALS`], as four bits,
/// gathered like [`leg_index`].
#[inline]
fn eye_index(sq: Square, occ: Bitboard) -> usize {
    const AROUND: u64 = 1 | 1 << 2 | 1 << 18 | 1 << 20;
    const GATHER: u64 = 1 << 62 | 1 << 58 | 1 << 45 | 1 << 41;
    let near = ((occ.0 << 10) >> sq.index()) as u64 & AROUND;
    (near.wrapping_mul(GATHER) >> 60) as usize
}

/// Points that a rook on `sq` sees: up to and including the first piece.
#[inline]
pub fn rook(sq: Square, occ: Bitboard) -> Bitboard {
    let lines = Lines::through(sq);
    lines.points(&lines.rook, lines.on_file(occ), lines.on_rank(occ))
}

/// Points that a cannon on `sq` threatens: everything behind exactly one
/// screen, up to and including the second piece.
#[inline]
pub fn cannon(sq: Square, occ: Bitboard) -> Bitboard {
    let lines = Lines::through(sq);
    lines.points(&lines.cannon, lines.on_file(occ), lines.on_rank(occ))
}

/// [`rook`] and [`cannon`] of the same point; faster than both calls.
#[inline(always)]
pub fn rook_and_cannon(sq: Square, occ: Bitboard) -> (Bitboard, Bitboard) {
    let lines = Lines::through(sq);
    let (on_file, on_rank) = (lines.on_file(occ), lines.on_rank(occ));
    let rook = lines.points(&lines.rook, on_file, on_rank);
    (rook, lines.points(&lines.cannon, on_file, on_rank))
}

/// Points that a knight on `sq` attacks past its free legs.
#[inline]
pub fn knight(sq: Square, occ: Bitboard) -> Bitboard {
    Bitboard(KNIGHT[sq.index()][leg_index(sq, occ)])
}

/// Points from which a knight attacks `sq`: the reverse of [`knight`], which
/// is another set because the leg stands next to the knight.
#[inline]
pub fn knight_to(sq: Square, occ: Bitboard) -> Bitboard {
    Bitboard(KNIGHT_TO[sq.index()][eye_index(sq, occ)])
}

/// Points from which a knight attacks `sq` where all legs are free.
#[inline]
pub fn free_knight_to(sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].knight)
}

/// Points that a bishop on `sq` attacks where all eyes are free.
#[inline]
pub fn free_bishop(sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].bishop)
}

/// Points that a bishop on `sq` attacks past its free eyes.
#[inline]
pub fn bishop(sq: Square, occ: Bitboard) -> Bitboard {
    Bitboard(BISHOP[sq.index()][eye_index(sq, occ)])
}

/// Points that an advisor on `sq` attacks; none outside the palaces.
#[inline]
pub fn advisor(sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].advisor)
}

/// The diagonal neighbours of `sq`: eyes of a bishop that stands there, legs of
/// the knights that attack it.
#[inline]
pub fn diagonals(sq: Square) -> Bitboard {
    Bitboard(DIAGONAL[sq.index()])
}

/// The orthogonal neighbours of `sq`: legs of a knight that stands there.
#[inline]
pub fn orthogonals(sq: Square) -> Bitboard {
    Bitboard(ORTHOGONAL[sq.index()])
}

/// Points that a king on `sq` attacks; none outside the palaces.
#[inline]
pub fn king(sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].king)
}

/// Points that a pawn of `color` on `sq` attacks.
#[inline]
pub fn pawn(color: Color, sq: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][sq.index()])
}

/// Points that a whole set of pawns of `color` attacks.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let across = pawns & across_river(color);
    let west = (across & !Bitboard::file(0)).0 >> 1;
    let east = (across & !Bitboard::file(Square::FILES - 1)).0 << 1;
    let forward = match color {
        Color::Red => pawns.0 << Square::FILES,
        Color::Black => pawns.0 >> Square::FILES,
    };
    Bitboard(west | east | forward & Bitboard::ALL.0)
}

/// The half of the board beyond the river, as `color` sees it.
#[inline]
pub const fn across_river(color: Color) -> Bitboard {
    const RED_HALF: u128 = (1 << 45) - 1;
    match color {
        Color::Red => Bitboard(Bitboard::ALL.0 & !RED_HALF),
        Color::Black => Bitboard(RED_HALF),
    }
}

/// Points from which a pawn of `color` attacks `sq`.
#[inline]
pub fn pawn_to(color: Color, sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].pawn[color.index()])
}

/// The open stretch between two points of a rank or file; empty for neighbours
/// and for points that share neither.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The rank and the file of `sq` without `sq` itself.
#[inline]
pub fn lines(sq: Square) -> Bitboard {
    Bitboard(APPROACHES[sq.index()].lines)
}
