//! The moves at the root of a search, and what is known of each.

use crate::rules::Game;
use crate::search::Limits;
use crate::types::{Move, Ply, Score};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; the lowest when it was refuted by a scout.
    pub score: Score,
    /// Its score in the last iteration.
    pub previous: Score,
    /// The mean of its scores, the last one counting half; the lowest before the first.
    pub average: Score,
    /// Longest line looked at behind it.
    pub selective_depth: Ply,
    /// Its line, beginning with itself.
    pub pv: Vec<Move>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
    /// The opponent's best reply that ends the game by a repetition, or leads to that, and what it
    /// makes the move worth.
    pub ending_reply: Option<(Move, Score)>,
    /// What it is worth at least because the tables of solved endings say that it keeps a drawn
    /// root drawn.
    pub held: Option<Score>,
}

impl RootMove {
    /// Takes the last iteration's score into the mean, where there is one.
    pub(super) fn update_average(&mut self) {
        let known = !self.average.is_decisive();
        if self.score > -Score::INFINITE {
            let sum = self.average.units() + self.score.units();
            self.average = if known { Score::new(sum / 2) } else { self.score };
        }
    }
}

/// The moves that a search may choose from, best first after each iteration, and
/// which of the best lines is being searched.
pub struct RootMoves {
    pub(super) moves: Vec<RootMove>,
    /// From 0. Moves before it belong to better lines and may not be chosen.
    pub(super) line: usize,
}

impl RootMoves {
    /// The moves that the limits allow, in the order of generation.
    pub fn new(game: &Game, limits: &Limits) -> RootMoves {
        let moves = limits
            .root_moves(game.board())
            .into_iter()
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                average: -Score::INFINITE,
                selective_depth: 0,
                pv: vec![mv],
                nodes: 0,
                ending_reply: None,
                held: None,
            })
            .collect();
        RootMoves { moves, line: 0 }
    }

    /// The move of the line being searched: the best of those it may choose.
    #[inline]
    pub fn current(&self) -> &RootMove {
        &self.moves[self.line]
    }

    /// Whether the best line is being searched, not the second or a later one.
    #[inline]
    pub fn is_best_line(&self) -> bool {
        self.line == 0
    }

    /// Whether the line being searched may choose this move.
    pub fn may_choose(&self, mv: Move) -> bool {
        self.moves[self.line..].iter().any(|root| root.mv == mv)
    }

    /// The record of a move.
    pub fn find(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }
}
