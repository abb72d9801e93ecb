//! How good a position looks: the static evaluation.
//!
//! A sum of weights, tapered between middlegame and endgame by the attacking
//! pieces that remain. Material and placement are kept up to date while moves
//! are made; the other terms are computed from the bitboards. The weights are
//! fitted to the results of games: docs/evaluation.md.

mod placement;
mod tapered;
mod terms;
mod trace;
pub mod weights;

use crate::board::{Board, Observer};
use crate::eval::placement::{Counts, placed};
use crate::eval::terms::{Sum, terms};
use crate::eval::weights::{TEMPO, WEIGHTS};
use crate::types::{Color, Piece, PieceType, Score, Square};

pub use tapered::Tapered;
pub use trace::{Features, features};

/// The phase of the start position: both sides with all their attackers.
pub const MAX_PHASE: i32 = 16;

/// The evaluation with everything that it keeps up to date while moves are
/// made. It must be told of every change ([`Observer`]); [`Evaluator::refresh`]
/// starts it anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluator {
    /// Material and placement, Red's view.
    placement: Tapered,
    /// Pieces by type, Red's first.
    counts: [Counts; 2],
}

impl Evaluator {
    /// An evaluator in step with the board.
    pub fn new(board: &Board) -> Evaluator {
        let mut evaluator = Evaluator::default();
        evaluator.refresh(board);
        evaluator
    }

    /// Recomputes everything from the board.
    pub fn refresh(&mut self, board: &Board) {
        *self = Evaluator::default();
        for sq in board.occupied() {
            if let Some(piece) = board.piece_at(sq) {
                self.restored(piece, sq);
            }
        }
    }

    /// The score of the position for the side to move, in units of about a
    /// hundredth of a pawn.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let [red, black] = terms::<Sum>(board, &self.counts);
        let mut total = self.placement + red.0 - black.0;
        if board.side() == Color::Black {
            total = -total;
        }
        total += WEIGHTS[TEMPO];
        let phase = phase(&self.counts);
        let blended = (total.mg() * phase + total.eg() * (MAX_PHASE - phase)) / MAX_PHASE;
        let leader = if blended >= 0 { board.side() } else { !board.side() };
        Score::eval(blended * winning_scale(&self.counts, leader) / SCALE)
    }
}

impl Observer for Evaluator {
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.placement += placed(piece, to) - placed(piece, from);
    }
    #[inline]
    fn removed(&mut self, piece: Piece, sq: Square) {
        self.placement -= placed(piece, sq);
        self.counts[piece.color().index()].remove(piece.kind());
    }
    #[inline]
    fn restored(&mut self, piece: Piece, sq: Square) {
        self.placement += placed(piece, sq);
        self.counts[piece.color().index()].add(piece.kind());
    }
}

/// How much of the middlegame is left, [`MAX_PHASE`] to 0: two for each rook,
/// one for each knight and cannon.
#[inline]
fn phase(counts: &[Counts; 2]) -> i32 {
    let of = |side: Counts| {
        2 * side.of(PieceType::Rook) + side.of(PieceType::Knight) + side.of(PieceType::Cannon)
    };
    of(counts[0]) + of(counts[1])
}

/// One, for [`winning_scale`].
const SCALE: i32 = 16;

/// How much of an advantage counts, in sixteenths: little when the side that
/// has it lacks the pieces to win. Xiangqi endings are drawn more often than
/// material says, because advisors and bishops defend better than they count.
#[inline]
fn winning_scale(counts: &[Counts; 2], leader: Color) -> i32 {
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
