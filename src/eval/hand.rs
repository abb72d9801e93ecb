//! The evaluation written by hand: a sum of weights, tapered between middlegame
//! and endgame by the attacking pieces that remain. Material and placement are
//! kept up to date while moves are made; the other terms are computed from the
//! bitboards. The weights are fitted to the results of games: docs/evaluation.md.

use crate::board::{Board, Observer};
use crate::eval::material::{Cache, Counts, MAX_PHASE, SCALE};
use crate::eval::placement::placed;
use crate::eval::recent::Recent;
use crate::eval::tapered::Tapered;
use crate::eval::terms::{Sum, terms};
use crate::eval::weights::{TEMPO, WEIGHTS};
use crate::types::{Color, Piece, Score, Square};

/// The evaluation with everything that it keeps up to date while moves are made.
#[derive(Clone, Debug, Default)]
pub struct HandWritten {
    /// Material and placement, Red's view.
    pub(super) placement: Tapered,
    /// Pieces by type, Red's first.
    pub(super) counts: [Counts; 2],
    /// What the counts mean.
    materials: Cache,
    /// What has been evaluated lately.
    recent: Recent,
}

impl HandWritten {
    /// An evaluator in step with the board.
    pub fn new(board: &Board) -> HandWritten {
        let mut evaluator = HandWritten::default();
        evaluator.refresh(board);
        evaluator
    }

    /// Recomputes everything from the board.
    pub fn refresh(&mut self, board: &Board) {
        self.placement = Tapered::ZERO;
        self.counts = [Counts::default(); 2];
        for sq in board.occupied() {
            if let Some(piece) = board.piece_at(sq) {
                self.put(piece, sq);
            }
        }
    }

    /// The score of the position for the side to move, in units of about a
    /// hundredth of a pawn.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let material = self.materials.get(&self.counts);
        let mut total = self.placement + material.score;
        total += self.recent.get(board.key_without_side(), || {
            let [red, black] = terms::<Sum>(board, &self.counts);
            red.0 - black.0
        });
        if board.side() == Color::Black {
            total = -total;
        }
        total += WEIGHTS[TEMPO];
        let phase = i32::from(material.phase);
        let blended = (total.mg() * phase + total.eg() * (MAX_PHASE - phase)) / MAX_PHASE;
        let leader = if blended >= 0 { board.side() } else { !board.side() };
        Score::eval(blended * i32::from(material.scales[leader.index()]) / SCALE)
    }

    #[inline]
    fn put(&mut self, piece: Piece, sq: Square) {
        self.placement += placed(piece, sq);
        self.counts[piece.color().index()].add(piece.kind());
    }
}

impl Observer for HandWritten {
    #[inline]
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.placement += placed(piece, to) - placed(piece, from);
        if let Some(victim) = captured {
            self.placement -= placed(victim, to);
            self.counts[victim.color().index()].remove(victim.kind());
        }
    }

    #[inline]
    fn unmade(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.placement += placed(piece, from) - placed(piece, to);
        if let Some(victim) = captured {
            self.put(victim, to);
        }
    }
}
