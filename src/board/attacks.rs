//! Every lookup table of piece movement, and the functions that read them.
//!
//! Rooks and cannons see along a rank and a file. The seven inner points of a
//! rank are adjacent bits; the eight inner points of a file lie nine bits apart
//! and are gathered by one multiplication (no two partial products meet, so
//! nothing carries). Edge points never block a view, so they need no bit.
//! Knights and bishops have four blockers each: four bits choose an entry.

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
static KING: [u128; SQUARES] = palace_table(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
static ADVISOR: [u128; SQUARES] = palace_table(&[(1, 1), (-1, 1), (1, -1), (-1, -1)]);
static DIAGONAL: [u128; SQUARES] = diagonal_table();
static PAWN: [[u128; SQUARES]; 2] = [pawn_table(1), pawn_table(-1)];
static PAWN_TO: [[u128; SQUARES]; 2] = [reverse(&PAWN[0]), reverse(&PAWN[1])];
static BETWEEN: [[u128; SQUARES]; SQUARES] = between_table();
static LINES: [u128; SQUARES] = lines_table();

/// Both palaces, nine points each.
pub const PALACE: Bitboard = Bitboard(0x1c_0e07 << 3 | 0x1c_0e07 << 66);

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

const fn rank_table(screens: usize) -> [[u16; 128]; Square::FILES] {
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

const fn file_table(screens: usize) -> [[u128; 256]; Square::RANKS] {
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

/// The four directions in the bit order of [`leg_index`]: south, east, west, north.
const ORTHOGONALS: [(i32, i32); 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
/// The four directions in the bit order of [`eye_index`].
const DIAGONALS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

const fn knight_table(reversed: bool) -> [[u128; 16]; SQUARES] {
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

const fn bishop_table() -> [[u128; 16]; SQUARES] {
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

const fn palace_table(steps: &[(i32, i32)]) -> [u128; SQUARES] {
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

const fn diagonal_table() -> [u128; SQUARES] {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let mut dir = 0;
        while dir < 4 {
            table[i] |= bit_at(Square::from_index(i), DIAGONALS[dir].0, DIAGONALS[dir].1);
            dir += 1;
        }
        i += 1;
    }
    table
}

const fn pawn_table(forward: i32) -> [u128; SQUARES] {
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

const fn reverse(table: &[u128; SQUARES]) -> [u128; SQUARES] {
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

const fn between_table() -> [[u128; SQUARES]; SQUARES] {
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

const fn lines_table() -> [u128; SQUARES] {
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

/// The seven inner points of the rank of `sq`. Those of ranks 0 to 6 lie in the
/// low word, those of ranks 7 to 9 in the high one.
#[inline]
fn rank_index(sq: Square, occ: Bitboard) -> usize {
    const FIRST_HIGH: usize = 7 * Square::FILES;
    let word = if sq.index() < FIRST_HIGH { occ.0 as u64 } else { (occ.0 >> 64) as u64 };
    (word >> (sq.rank() * Square::FILES + 1 & 63)) as usize & 127
}

/// The eight inner points of the file of `sq`.
#[inline]
fn file_index(sq: Square, occ: Bitboard) -> usize {
    const EVERY_NINTH: u64 = 0x8040_2010_0804_0201;
    const GATHER: u64 = 0x0101_0101_0101_0101;
    // The mask tells the compiler that the shift stays below one machine word.
    let inner = (occ.0 >> (Square::FILES + sq.file() & 63)) as u64 & EVERY_NINTH;
    (inner.wrapping_mul(GATHER) >> 56) as usize
}

/// The points next to `sq` in the order of [`ORTHOGONALS`], as four bits. One
/// multiplication brings them side by side: no two of its sixteen partial
/// products meet.
#[inline]
fn leg_index(sq: Square, occ: Bitboard) -> usize {
    const AROUND: u64 = 1 | 1 << 8 | 1 << 10 | 1 << 18;
    const GATHER: u64 = 1 << 60 | 1 << 54 | 1 << 51 | 1 << 45;
    let near = ((occ.0 << 9) >> sq.index()) as u64 & AROUND;
    (near.wrapping_mul(GATHER) >> 60) as usize
}

/// The diagonal neighbours of `sq` in the order of [`DIAGONALS`], as four bits,
/// gathered like [`leg_index`].
#[inline]
fn eye_index(sq: Square, occ: Bitboard) -> usize {
    const AROUND: u64 = 1 | 1 << 2 | 1 << 18 | 1 << 20;
    const GATHER: u64 = 1 << 62 | 1 << 58 | 1 << 45 | 1 << 41;
    let near = ((occ.0 << 10) >> sq.index()) as u64 & AROUND;
    (near.wrapping_mul(GATHER) >> 60) as usize
}

/// What a slider's view depends on: its file and rank, and what stands on them.
/// Rook and cannon share it.
#[derive(Clone, Copy)]
struct View {
    file: usize,
    rank: usize,
    on_file: usize,
    on_rank: usize,
}

impl View {
    #[inline]
    fn of(sq: Square, occ: Bitboard) -> View {
        let (file, rank) = (sq.file(), sq.rank());
        View { file, rank, on_file: file_index(sq, occ), on_rank: rank_index(sq, occ) }
    }

    /// The points of both tables. File and rank are below 16; saying so keeps
    /// shifts by them short.
    #[inline]
    fn points(
        self,
        files: &[[u128; 256]; Square::RANKS],
        ranks: &[[u16; 128]; Square::FILES],
    ) -> Bitboard {
        let file = files[self.rank][self.on_file] << (self.file & 15);
        let rank = u128::from(ranks[self.file][self.on_rank]) << (self.rank * Square::FILES);
        Bitboard(file | rank)
    }
}

/// Points that a rook on `sq` sees: up to and including the first piece.
#[inline]
pub fn rook(sq: Square, occ: Bitboard) -> Bitboard {
    View::of(sq, occ).points(&ROOK_FILE, &ROOK_RANK)
}

/// Points that a cannon on `sq` threatens: everything behind exactly one
/// screen, up to and including the second piece.
#[inline]
pub fn cannon(sq: Square, occ: Bitboard) -> Bitboard {
    View::of(sq, occ).points(&CANNON_FILE, &CANNON_RANK)
}

/// [`rook`] and [`cannon`] of the same point, for less than the two.
#[inline]
pub fn rook_and_cannon(sq: Square, occ: Bitboard) -> (Bitboard, Bitboard) {
    let view = View::of(sq, occ);
    (view.points(&ROOK_FILE, &ROOK_RANK), view.points(&CANNON_FILE, &CANNON_RANK))
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

/// Points that a bishop on `sq` attacks past its free eyes.
#[inline]
pub fn bishop(sq: Square, occ: Bitboard) -> Bitboard {
    Bitboard(BISHOP[sq.index()][eye_index(sq, occ)])
}

/// Points that an advisor on `sq` attacks; none outside the palaces.
#[inline]
pub fn advisor(sq: Square) -> Bitboard {
    Bitboard(ADVISOR[sq.index()])
}

/// The diagonal neighbours of `sq`: eyes of a bishop that stands there, legs of
/// the knights that attack it.
#[inline]
pub fn diagonals(sq: Square) -> Bitboard {
    Bitboard(DIAGONAL[sq.index()])
}

/// Points that a king on `sq` attacks; none outside the palaces.
#[inline]
pub fn king(sq: Square) -> Bitboard {
    Bitboard(KING[sq.index()])
}

/// Points that a pawn of `color` on `sq` attacks.
#[inline]
pub fn pawn(color: Color, sq: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][sq.index()])
}

/// Points from which a pawn of `color` attacks `sq`.
#[inline]
pub fn pawn_to(color: Color, sq: Square) -> Bitboard {
    Bitboard(PAWN_TO[color.index()][sq.index()])
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
    Bitboard(LINES[sq.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small deterministic generator (xorshift), so that the test needs no crate.
    fn random_sets(count: usize) -> impl Iterator<Item = Bitboard> {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        };
        (0..count).map(move |_| {
            let mut word = || u128::from(next()) << 64 | u128::from(next());
            Bitboard(word() & word()) & Bitboard::ALL
        })
    }

    fn walk(sq: Square, occ: Bitboard, screens: usize) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        for (x, y) in ORTHOGONALS {
            let mut seen = 0;
            for n in 1.. {
                let Some(to) = sq.offset(x * n, y * n) else { break };
                if seen == screens {
                    out = out.with(to);
                }
                if occ.contains(to) {
                    seen += 1;
                }
                if seen > screens {
                    break;
                }
            }
        }
        out
    }

    fn walk_knight(sq: Square, occ: Bitboard) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        for (x, y) in ORTHOGONALS {
            if sq.offset(x, y).is_some_and(|leg| !occ.contains(leg)) {
                let pair = [sq.offset(2 * x + y, 2 * y + x), sq.offset(2 * x - y, 2 * y - x)];
                out = pair.into_iter().flatten().fold(out, Bitboard::with);
            }
        }
        out
    }

    #[test]
    fn tables_equal_walking_rays() {
        for occ in random_sets(500) {
            for sq in Square::all() {
                assert_eq!(rook(sq, occ), walk(sq, occ, 0), "rook {sq}");
                assert_eq!(cannon(sq, occ), walk(sq, occ, 1), "cannon {sq}");
                assert_eq!(knight(sq, occ), walk_knight(sq, occ), "knight {sq}");
                let to: Bitboard =
                    Square::all().filter(|&from| walk_knight(from, occ).contains(sq)).collect();
                assert_eq!(knight_to(sq, occ), to, "knight to {sq}");
                let mut eyes = Bitboard::EMPTY;
                for (x, y) in DIAGONALS {
                    if sq.offset(x, y).is_some_and(|eye| !occ.contains(eye))
                        && let Some(to) = sq.offset(2 * x, 2 * y)
                        && to.is_across_river(Color::Red) == sq.is_across_river(Color::Red)
                    {
                        eyes = eyes.with(to);
                    }
                }
                assert_eq!(bishop(sq, occ), eyes, "bishop {sq}");
            }
        }
    }

    #[test]
    fn steps_have_the_known_counts() {
        let sum = |f: fn(Square) -> Bitboard| Square::all().map(|s| f(s).count()).sum::<u32>();
        assert_eq!(PALACE.count(), 18);
        assert_eq!(sum(king), 48);
        assert_eq!(sum(advisor), 2 * (4 + 4 + 8), "all nine points step diagonally in the table");
        for color in Color::ALL {
            for sq in Square::all() {
                for to in pawn(color, sq) {
                    assert!(pawn_to(color, to).contains(sq));
                }
                let sideways = pawn(color, sq) & Bitboard::rank(sq.rank());
                assert_eq!(sideways.any(), sq.is_across_river(color), "{color} pawn {sq}");
            }
        }
    }

    #[test]
    fn between_is_symmetric_and_open() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                let aligned = a != b && lines(a).contains(b);
                let gap = a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
                assert_eq!(between(a, b).count() as usize, if aligned { gap - 1 } else { 0 });
            }
        }
    }
}
