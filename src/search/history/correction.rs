//! Correction history: how wrong the static evaluation was in similar positions, by
//! pawns, by each side's pieces, by the last move and by the last two.

use crate::board::{Board, Key};
use crate::memory::prefetch;
use crate::search::history::row::push_towards;
use crate::search::history::{CONTINUATIONS, Continuation};
use crate::search::params;
use crate::search::params::WEIGHT_ONE;
use crate::types::{Color, Score};

/// Bound of every correction, in 1/32 score units.
const CORRECTION_MAX: i32 = 4_096;
const CORRECTION_GRAIN: i32 = 32;
const CORRECTION_SLOTS: usize = 1 << 14;

/// Evaluation errors by pawns, by Red's and Black's pieces, by the last move, by the last two.
pub struct CorrectionHistory([Box<[i16]>; 5]);

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        let zeros = |n: usize| vec![0_i16; n].into_boxed_slice();
        CorrectionHistory([
            zeros(2 * CORRECTION_SLOTS),
            zeros(2 * CORRECTION_SLOTS),
            zeros(2 * CORRECTION_SLOTS),
            zeros(2 * (CONTINUATIONS + 1)),
            zeros(2 * CORRECTION_SLOTS),
        ])
    }
}

impl CorrectionHistory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|table| table.fill(0));
    }

    /// The corrections of the static evaluation that past errors suggest: by
    /// pawns, by both sides' pieces together, by the last move, by the last two, in score
    /// units. `last_two` is the last move and the one before.
    #[inline]
    pub fn correction(&self, board: &Board, last_two: [Continuation; 2]) -> [i32; 4] {
        let [pawns, red, black, mv, pair] = slots(board, last_two);
        let of = |table: usize, at: usize| i32::from(self.0[table][at]);
        [of(0, pawns), of(1, red) + of(2, black), of(3, mv), of(4, pair)]
            .map(|sum| sum / CORRECTION_GRAIN)
    }

    /// Prefetches the corrections of this position: their tables are too large for the
    /// nearest caches.
    #[inline]
    pub fn prefetch(&self, board: &Board) {
        let slots = slots(board, [Continuation::NONE; 2]);
        for (table, slot) in self.0.iter().zip(slots).take(3) {
            prefetch(&table[slot]);
        }
    }

    /// Learns that the evaluation was `error` too low, seen at some depth.
    pub fn update(&mut self, board: &Board, last_two: [Continuation; 2], error: i32, depth: i32) {
        const STEP_MAX: i32 = CORRECTION_MAX / 4;
        let bonus = params::correction_bonus(error, depth).clamp(-STEP_MAX, STEP_MAX);
        for (table, at) in slots(board, last_two).into_iter().enumerate() {
            push_towards(&mut self.0[table][at], bonus, CORRECTION_MAX);
        }
    }
}

/// Where the five tables keep what concerns this position.
#[inline]
fn slots(board: &Board, [last, before]: [Continuation; 2]) -> [usize; 5] {
    let side = board.side().index();
    let slot = |key: Key| (key >> 32) as usize % CORRECTION_SLOTS;
    let pair = last.0.wrapping_mul(0x9e37_79b1) ^ before.0.wrapping_mul(0x85eb_ca6b);
    [
        side * CORRECTION_SLOTS + slot(board.pawn_key()),
        side * CORRECTION_SLOTS + slot(board.piece_key(Color::Red)),
        side * CORRECTION_SLOTS + slot(board.piece_key(Color::Black)),
        side * (CONTINUATIONS + 1) + last.0 as usize,
        side * CORRECTION_SLOTS + pair as usize % CORRECTION_SLOTS,
    ]
}

/// A static evaluation with its corrections added, never decisive.
#[inline]
pub fn corrected(eval: Score, corrections: [i32; 4], weights: [i32; 4]) -> Score {
    let sum: i32 = corrections.iter().zip(weights).map(|(c, w)| c * w).sum();
    Score::eval(eval.units() + sum / WEIGHT_ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_errors() {
        let board = Board::start();
        let mut history = CorrectionHistory::default();
        for _ in 0..100 {
            history.update(&board, [Continuation::NONE; 2], 50, 8);
        }
        let corrections = history.correction(&board, [Continuation::NONE; 2]);
        assert!(corrections.iter().all(|&c| c > 0), "{corrections:?}");
        let score = corrected(Score::new(10), corrections, [128, 64, 64, 64]);
        assert!(score > Score::new(10));
        let edge = corrected(Score::MAX_EVAL, corrections, [128, 64, 64, 64]);
        assert!(!edge.is_decisive());
    }
}
