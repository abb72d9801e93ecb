//! What a search is asked for.

use std::time::Duration;

use crate::board::Board;
use crate::types::{Depth, Move, MoveList, Score};

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left; zero or less means "move now".
    pub remaining: i64,
    /// Milliseconds gained by each move.
    pub increment: i64,
}

/// What a `go` asks for. All limits given hold together; with none of them the
/// search runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Moves until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Stop after this iteration.
    pub depth: Option<Depth>,
    /// Stop when this many nodes have been searched by all threads together.
    pub nodes: Option<u64>,
    /// Begin no further iteration after this many nodes of the main thread (data generation).
    pub soft_nodes: Option<u64>,
    /// Think for exactly this long, less the move overhead, at most a fortieth of the time.
    pub move_time: Option<Duration>,
    /// Stop when a mate in at most this many moves has been found, for either side;
    /// [`Limits::ANY_MATE`] for a mate of any length.
    pub mate: Option<u32>,
    /// Give no result before `stop`, even when nothing is left to search; but a mate where
    /// `mate` asks for one of any length.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite` until the ponder hit.
    pub ponder: bool,
    /// Only these root moves; all if none of them is legal.
    pub search_moves: Vec<Move>,
    /// Not these root moves.
    pub ban_moves: Vec<Move>,
}

impl Limits {
    /// For `mate`: stop at a mate of any length.
    pub const ANY_MATE: u32 = u32::MAX;

    /// Whether only some of the legal moves may be chosen.
    pub fn restrict_root_moves(&self) -> bool {
        !self.search_moves.is_empty() || !self.ban_moves.is_empty()
    }

    /// A fixed depth and nothing else.
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time and nothing else, as [`Limits::move_time`] has it.
    pub fn time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Whether the search ends by itself at some time.
    pub fn is_bounded(&self) -> bool {
        !self.ponder && self.is_bounded_after_hit()
    }

    /// [`Limits::is_bounded`] from a ponder hit on.
    pub fn is_bounded_after_hit(&self) -> bool {
        !self.infinite
            && (self.clock.is_some()
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.move_time.is_some())
    }

    /// Whether the answer waits for `stop` even when nothing is left to search:
    /// when that was asked for, or when nothing was said about an end.
    pub fn is_endless(&self) -> bool {
        self.infinite || !self.is_bounded() && !self.ponder && self.mate.is_none()
    }

    /// [`Limits::is_endless`] for a search that has found this score.
    pub fn waits_with(&self, score: Score) -> bool {
        let is_asked_for = self.mate == Some(Limits::ANY_MATE) && score.mate_plies().is_some();
        self.is_endless() && !is_asked_for
    }

    /// The moves of a position that may be played: the legal ones of
    /// `search_moves`, or all legal ones if it names none, less `ban_moves`.
    pub fn root_moves(&self, board: &Board) -> MoveList {
        let mut moves = board.legal_moves();
        if moves.iter().any(|mv| self.search_moves.contains(mv)) {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves.retain(|mv| !self.ban_moves.contains(mv));
        moves
    }
}
