//! The terms that depend on several pieces at once, computed anew for every
//! evaluation.
//!
//! The code is generic over a [`Sink`]: the same lines yield the score for play
//! and the list of weights used for the tuner, so the two cannot disagree.

use crate::board::{Board, attacks};
use crate::eval::material::Counts;
use crate::eval::tapered::Tapered;
use crate::eval::weights::{
    ADVISORS_LINKED, BISHOPS_LINKED, CANNON_MOBILITY, CANNON_ON_PALACE, CANNON_TO_KING_FILE,
    CANNON_TO_KING_RANK, HANGING, KING_BARE_FILE, KING_DANGER, KING_ESCAPES, KING_SIGHT,
    KNIGHT_MOBILITY, KNIGHT_ON_PALACE, PAWNS_ACROSS, PAWNS_CONNECTED, ROOK_MOBILITY,
    ROOK_ON_PALACE, ROOK_TO_KING, THREAT_ON_MINOR, THREAT_ON_ROOK, WEIGHTS,
};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Takes the terms of one side.
pub trait Sink: Default {
    /// `times` the weight of this index.
    fn add(&mut self, weight: usize, times: i32);
}

/// The sum for play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum(pub Tapered);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// The weights used, for the tuner.
#[derive(Clone, Debug, Default)]
pub struct Trace(pub Vec<(usize, i32)>);

impl Sink for Trace {
    fn add(&mut self, weight: usize, times: i32) {
        if times != 0 {
            self.0.push((weight, times));
        }
    }
}

/// Attack units of a piece that attacks a point next to the enemy king, by
/// [`PieceType::index`]. One more for each such point.
const DANGER_UNITS: [u32; 7] = [0, 0, 0, 2, 3, 2, 1];

/// The last entry of the row `KING_DANGER`.
const MAX_DANGER: u32 = 15;

/// Where pawns of a side have crossed the river.
const ACROSS: [Bitboard; 2] =
    [Bitboard(Bitboard::ALL.0 & !((1 << 45) - 1)), Bitboard((1 << 45) - 1)];
/// The last rank of a side.
const LAST_RANK: [usize; 2] = [9, 0];
/// The palace of a side.
const PALACE: [Bitboard; 2] =
    [Bitboard(attacks::PALACE.0 & ACROSS[1].0), Bitboard(attacks::PALACE.0 & ACROSS[0].0)];

/// Where a side's advisors can stand, as [`home_word`] numbers the points.
const ADVISOR_POINTS: [u64; 2] = [0xa0_2028, 0x14_0405 << 21];
/// The eyes of a side's bishops: files b, d, f and h on the second and the
/// fourth rank of its half, from whichever end they are counted.
const EYES: u64 = 0xaa << 9 | 0xaa << 27;

/// The points of a side's own half as one machine word. Advisors and bishops
/// never leave it, so half the work suffices for them.
#[inline]
const fn home_word(us: Color, set: Bitboard) -> u64 {
    match us {
        Color::Red => set.0 as u64,
        Color::Black => (set.0 >> 45) as u64,
    }
}

/// The inverse of [`home_word`].
#[inline]
const fn from_home_word(us: Color, word: u64) -> Bitboard {
    match us {
        Color::Red => Bitboard(word as u128),
        Color::Black => Bitboard((word as u128) << 45),
    }
}

/// What the pieces of one side attack.
#[derive(Clone, Copy, Default)]
struct Attacked {
    pawns: Bitboard,
    /// By knights and cannons.
    minors: Bitboard,
    all: Bitboard,
}

/// All terms of both sides, Red's first.
#[inline]
pub fn terms<S: Sink>(board: &Board, counts: &[Counts; 2]) -> [S; 2] {
    let mut sinks = [S::default(), S::default()];
    let [red, black] = &mut sinks;
    let attacked = [pieces(board, Color::Red, red), pieces(board, Color::Black, black)];
    threats(board, Color::Red, &attacked, red);
    threats(board, Color::Black, &attacked, black);
    king(board, Color::Red, counts[1], attacked[1].all, red);
    king(board, Color::Black, counts[0], attacked[0].all, black);
    sinks
}

/// Mobility, activity and king attack of the pieces of `us`, and what they
/// attack.
#[inline(always)]
fn pieces<S: Sink>(board: &Board, us: Color, sink: &mut S) -> Attacked {
    let occ = board.occupied();
    let own = board.color(us);
    let palace = PALACE[(!us).index()];
    let mut danger = 0;
    let mut attack = |kind: PieceType, reach: Bitboard| {
        let near = (reach & palace).count();
        danger += near + (near > 0) as u32 * DANGER_UNITS[kind.index()];
        near as i32
    };
    let mut attacked = Attacked::default();

    for rook in board.pieces(us, PieceType::Rook) {
        let reach = attacks::rook(rook, occ);
        attacked.all |= reach;
        sink.add(ROOK_MOBILITY + (reach & !own).count() as usize, 1);
        sink.add(ROOK_ON_PALACE, attack(PieceType::Rook, reach));
    }
    for cannon in board.pieces(us, PieceType::Cannon) {
        let (quiet, reach) = attacks::rook_and_cannon(cannon, occ);
        attacked.minors |= reach;
        sink.add(CANNON_MOBILITY + (quiet & !occ).count() as usize, 1);
        sink.add(CANNON_ON_PALACE, attack(PieceType::Cannon, reach));
    }
    for knight in board.pieces(us, PieceType::Knight) {
        let reach = attacks::knight(knight, occ);
        attacked.minors |= reach;
        sink.add(KNIGHT_MOBILITY + (reach & !own).count() as usize, 1);
        sink.add(KNIGHT_ON_PALACE, attack(PieceType::Knight, reach));
    }

    let pawns = board.pieces(us, PieceType::Pawn);
    attacked.pawns = attacks::pawns(us, pawns);
    attack(PieceType::Pawn, attacked.pawns);
    let across = pawns & ACROSS[us.index()];
    let pairs = Bitboard(across.0 << 1) & across & !Bitboard::file(0);
    sink.add(PAWNS_CONNECTED, pairs.count() as i32);
    sink.add(PAWNS_ACROSS, (across & !Bitboard::rank(LAST_RANK[us.index()])).count() as i32);

    let advisors = home_word(us, board.pieces(us, PieceType::Advisor));
    let near = advisor_attacks(us, advisors);
    sink.add(ADVISORS_LINKED, (near & advisors != 0) as i32);
    let bishops = home_word(us, board.pieces(us, PieceType::Bishop));
    let far = bishop_attacks(bishops, home_word(us, occ));
    sink.add(BISHOPS_LINKED, (far & bishops != 0) as i32);
    let defended = from_home_word(us, near | far);

    // The danger is the enemy's.
    sink.add(KING_DANGER + danger.min(MAX_DANGER) as usize, -1);
    attacked.all |= attacked.minors | attacked.pawns | defended | attacks::king(board.king(us));
    attacked
}

/// Everything that a side's advisors attack, in [`home_word`]s.
#[inline]
fn advisor_attacks(us: Color, advisors: u64) -> u64 {
    let a = advisors;
    (a << 10 | a << 8 | a >> 10 | a >> 8) & ADVISOR_POINTS[us.index()]
}

/// Everything that a side's bishops attack past their free eyes, in
/// [`home_word`]s.
#[inline]
fn bishop_attacks(bishops: u64, occ: u64) -> u64 {
    // No step from a bishop's point leads around the edge of the board onto an
    // eye, and none from an eye.
    let eyes = EYES & !occ;
    let b = bishops;
    ((b << 10) & eyes) << 10
        | ((b << 8) & eyes) << 8
        | ((b >> 10) & eyes) >> 10
        | ((b >> 8) & eyes) >> 8
}

/// What `us` attacks and could win.
#[inline(always)]
fn threats<S: Sink>(board: &Board, us: Color, attacked: &[Attacked; 2], sink: &mut S) {
    let ours = &attacked[us.index()];
    let enemy = board.color(!us);
    let rooks = board.kind(PieceType::Rook) & enemy;
    let minors = (board.kind(PieceType::Knight) | board.kind(PieceType::Cannon)) & enemy;
    let guards = (board.kind(PieceType::Advisor) | board.kind(PieceType::Bishop)) & enemy;
    let pawns = board.kind(PieceType::Pawn) & enemy;
    sink.add(THREAT_ON_ROOK, ((ours.minors | ours.pawns) & rooks).count() as i32);
    sink.add(THREAT_ON_MINOR, (ours.pawns & minors).count() as i32);
    let loose = ours.all & !attacked[(!us).index()].all;
    sink.add(HANGING, (loose & minors).count() as i32);
    sink.add(HANGING + 1, (loose & guards).count() as i32);
    sink.add(HANGING + 2, (loose & pawns).count() as i32);
}

/// The freedom and the exposure of the king of `us`.
#[inline(always)]
fn king<S: Sink>(
    board: &Board,
    us: Color,
    enemy_counts: Counts,
    enemy_attacks: Bitboard,
    sink: &mut S,
) {
    let sq = board.king(us);
    let occ = board.occupied();
    let own = board.color(us);
    let steps = attacks::king(sq) & !own & !enemy_attacks;
    sink.add(KING_ESCAPES + steps.count() as usize, 1);

    let file = Bitboard::file(sq.file());
    let front = attacks::between(sq, Square::new(sq.file(), LAST_RANK[us.index()]));
    if !(front & own).any() {
        sink.add(KING_BARE_FILE, enemy_counts.of(PieceType::Rook));
        sink.add(KING_BARE_FILE + 1, enemy_counts.of(PieceType::Cannon));
        let sees = !(front & occ & !PALACE[(!us).index()]).any();
        sink.add(KING_SIGHT, sees as i32);
    }

    // What bears on the king is the enemy's to count.
    let rooks = board.pieces(!us, PieceType::Rook);
    let cannons = board.pieces(!us, PieceType::Cannon);
    for piece in attacks::lines(sq) & (rooks | cannons) {
        let between = (attacks::between(sq, piece) & occ).count();
        if cannons.contains(piece) {
            let row = if file.contains(piece) { CANNON_TO_KING_FILE } else { CANNON_TO_KING_RANK };
            sink.add(row + between.min(2) as usize, -1);
        } else {
            sink.add(ROOK_TO_KING, -((between == 1) as i32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_sets_equal_those_of_single_pieces() {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut word = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            u128::from(x)
        };
        let centres = [13, 76].map(Square::from_index);
        let advisor_points: Bitboard =
            centres.into_iter().flat_map(attacks::advisor).chain(centres).collect();
        let bishop_points: Bitboard = [2, 6, 18, 22, 26, 38, 42]
            .into_iter()
            .map(Square::from_index)
            .flat_map(|sq| [sq, sq.flip()])
            .collect();
        for us in Color::ALL {
            let half = !attacks::across_river(us);
            assert_eq!(ADVISOR_POINTS[us.index()], home_word(us, advisor_points & half));
            for _ in 0..2000 {
                let occ = Bitboard(word() << 64 | word()) & Bitboard::ALL;
                let some = Bitboard(word() << 64 | word());
                let bishops = some & bishop_points & half;
                let expected = bishops
                    .into_iter()
                    .fold(Bitboard::EMPTY, |set, sq| set | attacks::bishop(sq, occ));
                let actual = bishop_attacks(home_word(us, bishops), home_word(us, occ));
                assert_eq!(from_home_word(us, actual), expected, "{bishops:?} {occ:?}");
                let advisors = some & advisor_points & half;
                let expected = advisors
                    .into_iter()
                    .fold(Bitboard::EMPTY, |set, sq| set | attacks::advisor(sq));
                let actual = advisor_attacks(us, home_word(us, advisors));
                assert_eq!(from_home_word(us, actual), expected, "{advisors:?}");
            }
        }
    }
}
