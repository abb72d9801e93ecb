//! What follows from the number of pieces alone: terms, phase and winning
//! chances. Positions of one search differ little in this, so the evaluation
//! remembers it.

use crate::eval::tapered::Tapered;
use crate::eval::terms::{Sink, Sum};
use crate::eval::weights::{
    CANNON_SCREENS, MISSING_ADVISORS, MISSING_BISHOPS, PAIRS, ROOK_AGAINST_NONE,
};
use crate::types::{Color, PieceType};

/// The phase of the start position: both sides with all their attackers.
pub const MAX_PHASE: i32 = 16;

/// The whole of an advantage, for [`winning_scale`].
pub const SCALE: i32 = 16;

/// How many pieces of each type a side has: four bits for each type, kept up
/// to date like the placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts(u32);

impl Counts {
    /// Number of pieces of a type.
    #[inline]
    pub const fn of(self, kind: PieceType) -> i32 {
        (self.0 >> (4 * kind.index()) & 15) as i32
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

/// What a pair of counts means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Material {
    /// The counts, Red's in the low half.
    key: u64,
    /// The terms of both sides, Red's view.
    pub score: Tapered,
    /// How much of the middlegame is left: [`MAX_PHASE`] to 0.
    pub phase: u8,
    /// How much of an advantage counts if Red has it, and if Black has it.
    pub scales: [u8; 2],
}

impl Material {
    /// Works out the meaning of the counts, Red's first.
    pub fn new(counts: &[Counts; 2]) -> Material {
        let [red, black] = Color::ALL.map(|us| {
            let mut sum = Sum::default();
            terms(counts[us.index()], counts[(!us).index()], &mut sum);
            sum.0
        });
        let scale = |leader| winning_scale(counts, leader) as u8;
        Material {
            key: key(counts),
            score: red - black,
            phase: phase(counts) as u8,
            scales: Color::ALL.map(scale),
        }
    }
}

fn key(counts: &[Counts; 2]) -> u64 {
    u64::from(counts[1].0) << 32 | u64::from(counts[0].0)
}

const CACHE_BITS: u32 = 8;

/// Remembers [`Material`] by its counts.
#[derive(Clone, Debug)]
pub struct Cache(Box<[Material; 1 << CACHE_BITS]>);

impl Default for Cache {
    fn default() -> Cache {
        // An empty entry has the key of an empty board, which has no kings.
        Cache(Box::new([Material::default(); 1 << CACHE_BITS]))
    }
}

impl Cache {
    /// The meaning of the counts, remembered or worked out.
    #[inline]
    pub fn get(&mut self, counts: &[Counts; 2]) -> Material {
        let key = key(counts);
        let slot = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CACHE_BITS);
        let entry = &mut self.0[slot as usize];
        if entry.key != key {
            *entry = Material::new(counts);
        }
        *entry
    }
}

/// Terms of what pieces a side has.
pub fn terms<S: Sink>(own: Counts, enemy: Counts, sink: &mut S) {
    let advisors = own.of(PieceType::Advisor);
    let bishops = own.of(PieceType::Bishop);
    let [rooks, knights, cannons] =
        [PieceType::Rook, PieceType::Knight, PieceType::Cannon].map(|kind| own.of(kind));
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

/// How much of the middlegame is left, [`MAX_PHASE`] to 0: two for each rook,
/// one for each knight and cannon.
pub fn phase(counts: &[Counts; 2]) -> i32 {
    let of = |side: Counts| {
        2 * side.of(PieceType::Rook) + side.of(PieceType::Knight) + side.of(PieceType::Cannon)
    };
    of(counts[0]) + of(counts[1])
}

/// How much of an advantage counts, in sixteenths: little when the side that
/// has it lacks the pieces to win. Xiangqi endings are drawn more often than
/// material says, because advisors and bishops defend better than they count.
pub fn winning_scale(counts: &[Counts; 2], leader: Color) -> i32 {
    let own = counts[leader.index()];
    let enemy = counts[(!leader).index()];
    let (rooks, pawns) = (own.of(PieceType::Rook), own.of(PieceType::Pawn));
    let minors = own.of(PieceType::Knight) + own.of(PieceType::Cannon);
    let guards = enemy.of(PieceType::Advisor) + enemy.of(PieceType::Bishop);
    match (rooks, minors, pawns) {
        // Nothing that can cross the river.
        (0, 0, 0) => 1,
        // A single minor piece mates hardly anything that is defended.
        (0, 1, 0) => [12, 6, 4, 3, 2][guards as usize],
        // A rook does not win against all four defenders.
        (1, 0, 0) if guards == 4 => 6,
        _ => SCALE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_gives_what_is_worked_out_anew() {
        let mut cache = Cache::default();
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..20_000 {
            let mut counts = [Counts::default(); 2];
            for side in &mut counts {
                for kind in PieceType::ALL {
                    x ^= x << 13;
                    x ^= x >> 7;
                    x ^= x << 17;
                    let most = u64::from(kind.max_count());
                    let count = if kind == PieceType::King { 1 } else { x % (most + 1) };
                    for _ in 0..count {
                        side.add(kind);
                    }
                    assert_eq!(side.of(kind), count as i32);
                }
            }
            let material = cache.get(&counts);
            assert_eq!(material, Material::new(&counts), "round {round}");
            assert_eq!(material, cache.get(&counts), "round {round}");
            let swapped = Material::new(&[counts[1], counts[0]]);
            assert_eq!(swapped.score, -material.score);
            assert_eq!(swapped.scales, [material.scales[1], material.scales[0]]);
            assert!(i32::from(material.phase) <= MAX_PHASE);
        }
    }
}
