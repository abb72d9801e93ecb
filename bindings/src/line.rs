//! What a search is asked for and what it finds, as values.

use std::time::Duration;

use chuhe::engine::{Limits, Outlook, Report};
use chuhe::types::{Bound, Color, MAX_PLY, Move};

use crate::board::Board;
use crate::error::{Error, Result};

/// The most lines of a search.
pub const MOST_LINES: usize = 128;

/// The longest search, in seconds: ten years.
const MOST_SECONDS: f64 = 3.2e8;

/// How long a search looks, and at what.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// Stop when this many nodes have been searched by all threads together.
    pub nodes: Option<u64>,
    /// Stop after so many seconds.
    pub time: Option<f64>,
    /// Stop after this iteration.
    pub depth: Option<u32>,
    /// Stop at a mate in at most this many moves: beside another limit, for there may be none.
    pub mate: Option<u32>,
    /// How many best lines to find; one for none.
    pub lines: Option<usize>,
    /// Only these first moves, of which there must be one; all moves for `None`.
    pub moves: Option<Vec<Move>>,
}

impl SearchLimits {
    /// The limits as the engine has them.
    ///
    /// # Errors
    /// When a number is out of range, a move is not legal, or there are moves to look at, but none.
    pub(crate) fn to_limits(&self, board: &Board) -> Result<Limits> {
        let most_depth = MAX_PLY as u32 - 1;
        if let Some(depth) = self.depth.filter(|depth| !(1..=most_depth).contains(depth)) {
            return Err(Error::value(format!("depth {depth}: expected 1 to {most_depth}")));
        }
        if self.nodes == Some(0) {
            return Err(Error::value("nodes 0: expected 1 or more"));
        }
        if self.mate == Some(0) {
            return Err(Error::value("mate 0: expected 1 or more"));
        }
        if let Some(time) = self.time.filter(|time| !(*time > 0.0 && *time <= MOST_SECONDS)) {
            let range = format!("more than 0 and at most {MOST_SECONDS} seconds");
            return Err(Error::value(format!("time {time}: expected {range}")));
        }
        if self.moves.as_ref().is_some_and(Vec::is_empty) {
            return Err(Error::value(
                "moves: expected at least one; without moves all are searched",
            ));
        }
        for &mv in self.moves.iter().flatten() {
            if !board.is_legal(mv) {
                return Err(board.refusal(mv));
            }
        }
        Ok(Limits {
            nodes: self.nodes,
            move_time: self.time.map(Duration::from_secs_f64),
            depth: self.depth.map(|depth| depth as i32),
            mate: self.mate,
            search_moves: self.moves.clone().unwrap_or_default(),
            ..Limits::default()
        })
    }
}

/// A line that a search has found, seen by the side to move.
#[derive(Clone, Debug)]
pub struct Line {
    /// What the search reported.
    pub report: Report,
    pub(crate) outlook: Outlook,
    /// The side to move.
    pub turn: Color,
}

impl Line {
    /// Hundredths of an advantage that wins half of the games; `None` of a mate.
    pub fn cp(&self) -> Option<i32> {
        self.mate().is_none().then_some(self.outlook.centipawns)
    }

    /// Moves to mate: of the side to move, negative when it is mated. 0 when it is mated now.
    pub fn mate(&self) -> Option<i32> {
        self.report.score.mate_moves()
    }

    /// The chances of a win, a draw and a loss, which add up to 1.
    pub fn chances(&self) -> [f64; 3] {
        match self.outlook.chances {
            Some(wdl) => [wdl.win, wdl.draw, wdl.loss].map(|n| f64::from(n) / 1000.0),
            None => [0.0, 1.0, 0.0],
        }
    }

    /// The points that the side to move may expect, 0 to 1.
    pub fn expected(&self) -> f64 {
        let [win, draw, _] = self.chances();
        win + draw / 2.0
    }

    /// `exact`, `lower` or `upper`: whether the score is a bound only.
    pub fn bound(&self) -> &'static str {
        match self.report.bound {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            _ => "exact",
        }
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        let seconds = self.report.elapsed.as_secs_f64().max(1e-6);
        (self.report.nodes as f64 / seconds) as u64
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The last of each of the best lines, the best first; none for a move of the book.
    pub lines: Vec<Line>,
}
