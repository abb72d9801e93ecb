//! What a search reports, and who hears of it.

use std::sync::Arc;
use std::time::Duration;

use crate::types::{Bound, Depth, Move, Score};

/// A line of a search, reported when an iteration has finished or failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Depth of the iteration.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// 1 for the best line, 2 for the second…
    pub multi_pv: usize,
    /// Score for the side to move, in units of the search:
    /// [`Outlook::new`](crate::engine::Outlook::new) makes centipawns and chances of it.
    pub score: Score,
    /// The score before the tables of solved endings had their say: in a drawn ending that of
    /// the search, which chose the move by it, elsewhere the same as `score`.
    pub search_score: Score,
    /// Whether the score is a bound only.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, per mille.
    pub hashfull: u32,
    /// Positions of all threads that a table of solved endings has decided.
    pub tb_hits: u64,
    /// The line; empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl Report {
    /// The report of a search that has no move to choose: no depth, no line.
    pub fn of_no_move(score: Score) -> Report {
        Report {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            score,
            search_score: score,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv: Vec::new(),
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
#[must_use]
#[non_exhaustive]
pub struct SearchResult {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The reply to think about meanwhile.
    pub ponder: Option<Move>,
    /// The principal variation: the best move, the reply to it, and so on.
    pub pv: Vec<Move>,
    /// Score of the last finished iteration, in units of the search:
    /// [`Outlook::new`](crate::engine::Outlook::new) makes centipawns and chances of it.
    pub score: Score,
    /// The same before the tables of solved endings had their say: see [`Report::search_score`].
    pub search_score: Score,
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time that the search took.
    pub elapsed: Duration,
}

/// Hears which root move a search turns to, once it has taken a few seconds: the depth of the
/// iteration, the move, and its number from 1. Called from the search's main thread.
pub type RootMoveListener = Arc<dyn Fn(Depth, Move, usize) + Send + Sync>;

/// Hears how a search goes. Called from the search's main thread.
pub trait Listener: Send {
    /// A line has been found.
    fn report(&mut self, _report: &Report) {}
    /// Whether reports are wanted: in searches of a few hundred nodes they cost more than
    /// they are worth to a listener that only waits for the result.
    fn wants_reports(&self) -> bool {
        true
    }
    /// What hears of root moves, if anything does.
    fn root_moves(&self) -> Option<RootMoveListener> {
        None
    }
    /// All is searched, but the answer may have to wait for a command.
    fn settled(&mut self) {}
    /// The search is over; called exactly once.
    fn finished(&mut self, _result: &SearchResult) {}
}

/// A listener that ignores everything.
impl Listener for () {
    fn wants_reports(&self) -> bool {
        false
    }
}
