//! The terms that depend on several pieces at once, computed anew for every
//! evaluation.
//!
//! The code is generic over a [`Sink`]: the same lines yield the score for play
//! and the list of weights used for the tuner, so the two cannot disagree.

use crate::board::{Board, attacks};
use crate::eval::placement::Counts;
use crate::eval::tapered::Tapered;
use crate::eval::weights::{
    ADVISORS_LINKED, BISHOPS_LINKED, CANNON_MOBILITY, CANNON_ON_PALACE, CANNON_SCREENS,
    CANNON_TO_KING_FILE, CANNON_TO_KING_RANK, HANGING, KING_BARE_FILE, KING_DANGER, KING_ESCAPES,
    KING_SIGHT, KNIGHT_MOBILITY, KNIGHT_ON_PALACE, MISSING_ADVISORS, MISSING_BISHOPS, PAIRS,
    PAWNS_ACROSS, PAWNS_CONNECTED, ROOK_AGAINST_NONE, ROOK_MOBILITY, ROOK_ON_PALACE, ROOK_TO_KING,
    THREAT_ON_MINOR, THREAT_ON_ROOK, WEIGHTS,
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
const LAST_RANK: [Bitboard; 2] = [Bitboard::rank(9), Bitboard::rank(0)];
/// The palace of a side.
const PALACE: [Bitboard; 2] =
    [Bitboard(attacks::PALACE.0 & ACROSS[1].0), Bitboard(attacks::PALACE.0 & ACROSS[0].0)];

/// The points from which a side's king can be mated at arm's length: its own
/// and its neighbours in the palace.
static RING: [Bitboard; Square::COUNT] = ring_table();

const fn ring_table() -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let sq = Square::from_index(i);
        let mut d = 0;
        while d < 9 {
            if let Some(near) = sq.offset(d % 3 - 1, d / 3 - 1)
                && attacks::PALACE.contains(near)
            {
                table[i] = table[i].with(near);
            }
            d += 1;
        }
        i += 1;
    }
    table
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
    let mut attacked = [Attacked::default(); 2];
    for us in Color::ALL {
        let sink = &mut sinks[us.index()];
        attacked[us.index()] = pieces(board, us, sink);
        material(counts[us.index()], counts[(!us).index()], sink);
    }
    for us in Color::ALL {
        let sink = &mut sinks[us.index()];
        threats(board, us, &attacked, sink);
        king(board, us, &counts[(!us).index()], attacked[(!us).index()].all, sink);
    }
    sinks
}

/// Mobility, activity and king attack of the pieces of `us`, and what they
/// attack.
#[inline]
fn pieces<S: Sink>(board: &Board, us: Color, sink: &mut S) -> Attacked {
    let occ = board.occupied();
    let own = board.color(us);
    let enemy_king = board.king(!us);
    let palace = PALACE[(!us).index()];
    let ring = RING[enemy_king.index()];
    let mut danger = 0;
    let mut attack = |kind: PieceType, reach: Bitboard| {
        let near = (reach & ring).count();
        danger += if near > 0 { near + DANGER_UNITS[kind.index()] } else { 0 };
    };
    let mut attacked = Attacked::default();

    for rook in board.pieces(us, PieceType::Rook) {
        let reach = attacks::rook(rook, occ);
        attacked.all |= reach;
        attack(PieceType::Rook, reach);
        sink.add(ROOK_MOBILITY + (reach & !own).count() as usize, 1);
        sink.add(ROOK_ON_PALACE, (reach & palace).count() as i32);
        if attacks::lines(enemy_king).contains(rook) {
            let between = (attacks::between(enemy_king, rook) & occ).count();
            sink.add(ROOK_TO_KING + between.saturating_sub(1).min(2) as usize, 1);
        }
    }
    for cannon in board.pieces(us, PieceType::Cannon) {
        let reach = attacks::cannon(cannon, occ);
        attacked.minors |= reach;
        attack(PieceType::Cannon, reach);
        sink.add(CANNON_MOBILITY + (attacks::rook(cannon, occ) & !occ).count() as usize, 1);
        sink.add(CANNON_ON_PALACE, (reach & palace).count() as i32);
        if attacks::lines(enemy_king).contains(cannon) {
            let between = (attacks::between(enemy_king, cannon) & occ).count().min(4) as usize;
            let on_file = cannon.file() == enemy_king.file();
            sink.add(if on_file { CANNON_TO_KING_FILE } else { CANNON_TO_KING_RANK } + between, 1);
        }
    }
    for knight in board.pieces(us, PieceType::Knight) {
        let reach = attacks::knight(knight, occ);
        attacked.minors |= reach;
        attack(PieceType::Knight, reach);
        sink.add(KNIGHT_MOBILITY + (reach & !own).count() as usize, 1);
        sink.add(KNIGHT_ON_PALACE, (reach & palace).count() as i32);
    }

    let pawns = board.pieces(us, PieceType::Pawn);
    attacked.pawns = pawn_attacks(us, pawns);
    attack(PieceType::Pawn, attacked.pawns);
    let across = pawns & ACROSS[us.index()];
    let pairs = Bitboard(across.0 << 1) & across & !Bitboard::file(0);
    sink.add(PAWNS_CONNECTED, pairs.count() as i32);
    sink.add(PAWNS_ACROSS, (across & !LAST_RANK[us.index()]).count() as i32);

    let mut defended = Bitboard::EMPTY;
    let mut linked = false;
    let advisors = board.pieces(us, PieceType::Advisor);
    for advisor in advisors {
        let reach = attacks::advisor(advisor);
        linked |= reach.intersects(advisors);
        defended |= reach;
    }
    sink.add(ADVISORS_LINKED, linked as i32);
    let mut linked = false;
    let bishops = board.pieces(us, PieceType::Bishop);
    for bishop in bishops {
        let reach = attacks::bishop(bishop, occ);
        linked |= reach.intersects(bishops);
        defended |= reach;
    }
    sink.add(BISHOPS_LINKED, linked as i32);

    // The danger is the enemy's.
    sink.add(KING_DANGER + danger.min(MAX_DANGER) as usize, -1);
    attacked.all |= attacked.minors | attacked.pawns | defended | attacks::king(board.king(us));
    attacked
}

/// Everything that pawns attack.
#[inline]
fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let across = pawns & ACROSS[us.index()];
    let west = (across & !Bitboard::file(0)).0 >> 1;
    let east = (across & !Bitboard::file(Square::FILES - 1)).0 << 1;
    let forward = match us {
        Color::Red => pawns.0 << Square::FILES,
        Color::Black => pawns.0 >> Square::FILES,
    };
    Bitboard(west | east | forward & Bitboard::ALL.0)
}

/// Terms of what pieces there are.
#[inline]
fn material<S: Sink>(own: Counts, enemy: Counts, sink: &mut S) {
    let [advisors, bishops, knights, rooks, cannons] = [
        PieceType::Advisor,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Rook,
        PieceType::Cannon,
    ]
    .map(|kind| own.of(kind));
    sink.add(PAIRS, (knights == 2) as i32);
    sink.add(PAIRS + 1, (rooks == 2) as i32);
    sink.add(PAIRS + 2, (cannons == 2) as i32);
    sink.add(PAIRS + 3, (knights > 0 && cannons > 0) as i32);
    sink.add(ROOK_AGAINST_NONE, (rooks > 0 && enemy.of(PieceType::Rook) == 0) as i32);
    sink.add(CANNON_SCREENS, cannons * (advisors + bishops));
    let attackers = [PieceType::Rook, PieceType::Knight, PieceType::Cannon, PieceType::Pawn];
    for (i, kind) in attackers.into_iter().enumerate() {
        sink.add(MISSING_ADVISORS + i, (2 - advisors) * enemy.of(kind));
        sink.add(MISSING_BISHOPS + i, (2 - bishops) * enemy.of(kind));
    }
}

/// What `us` attacks and could win.
#[inline]
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
#[inline]
fn king<S: Sink>(
    board: &Board,
    us: Color,
    enemy_counts: &Counts,
    enemy_attacks: Bitboard,
    sink: &mut S,
) {
    let sq = board.king(us);
    let own = board.color(us);
    let steps = attacks::king(sq) & !own & !enemy_attacks;
    sink.add(KING_ESCAPES + steps.count() as usize, 1);
    let file = Bitboard::file(sq.file()).without(sq);
    if !own.intersects(file) {
        sink.add(KING_BARE_FILE, enemy_counts.of(PieceType::Rook));
        sink.add(KING_BARE_FILE + 1, enemy_counts.of(PieceType::Cannon));
    }
    let sight = attacks::rook(sq, board.occupied()) & file & PALACE[(!us).index()];
    sink.add(KING_SIGHT, sight.count() as i32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawn_attacks_equal_those_of_single_pawns() {
        for us in Color::ALL {
            for a in Square::all() {
                let b = Square::from_index((a.index() * 37 + 11) % Square::COUNT);
                let expected = attacks::pawn(us, a) | attacks::pawn(us, b);
                assert_eq!(pawn_attacks(us, Bitboard::of(a).with(b)), expected, "{us} {a} {b}");
            }
        }
    }
}
