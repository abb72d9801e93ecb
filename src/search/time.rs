//! Time for a move: from the clock that a `go` names to the moment at which the search ends.
//!
//! 1. A `go` is read. [`Timekeeper::overhead`] says what to keep in reserve ([`lag`]).
//! 2. Its turn has come. [`Timekeeper::begin`] makes its one [`TimePlan`]: not before, since a
//!    clock that counts nodes ([`node_clock`]) stands still only when the search before has ended.
//! 3. The search runs. A [`Stopwatch`] measures its time against the plan's hard limit, and after
//!    each iteration its [`Pace`] stretches the soft one.
//! 4. It has answered. [`Timekeeper::answered`] and [`Timekeeper::searched`] note for the next
//!    `go` what it took.
//!
//! [`LastScores`] belong to the [`Pool`](crate::search::Pool) and not to the `Timekeeper`: every
//! search leaves one, in programs that embed the search too, and they are forgotten when the
//! threads forget the rest.

mod lag;
mod last_scores;
mod node_clock;
mod pace;
mod plan;
mod stopwatch;

pub use last_scores::{LastScore, LastScores};
pub use pace::{PER_MILLE, Pace};
pub use plan::TimePlan;
pub use stopwatch::Stopwatch;

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::search::time::lag::{ClockedSearch, Lag};
use crate::search::time::node_clock::NodeClock;
use crate::search::{Limits, SearchSettings, StopToken};
use crate::types::Color;

/// What an engine remembers of the clocks of a game. Makes the plan of each search.
#[derive(Debug, Default)]
pub struct Timekeeper {
    lag: Lag,
    node_clock: NodeClock,
    /// The search that runs, if the interface's clock does.
    running: Option<ClockedSearch>,
}

impl Timekeeper {
    /// The next clock belongs to another game.
    pub fn new_game(&mut self) {
        self.lag.new_game();
        self.node_clock.new_game();
    }

    /// A `go` has been read: the time that its move costs outside the engine, by the settings or
    /// by what was seen in the game, whichever is more.
    pub fn overhead(
        &mut self,
        side: Color,
        limits: &Limits,
        settings: &SearchSettings,
    ) -> Duration {
        match limits.clock.filter(|_| settings.nodes_per_ms.is_none()) {
            Some(clock) => self.lag.reserve(side, clock, settings.move_overhead),
            None => settings.move_overhead,
        }
    }

    /// The turn of the `go` has come that was `asked` then: the time for its move. Where nodes
    /// count as time, a move that needs no search, as from an opening book, does not set the
    /// engine's own clock going.
    pub fn begin(
        &mut self,
        board: &Board,
        limits: &Limits,
        settings: &SearchSettings,
        asked: Instant,
        needs_search: bool,
    ) -> TimePlan {
        let side = board.side();
        let clock = match (limits.clock, settings.nodes_per_ms) {
            (Some(shown), Some(per_ms)) if needs_search => {
                Some(self.node_clock.begin(side, shown, limits.moves_to_go, per_ms))
            }
            (shown, _) => shown,
        };
        let plan = TimePlan::new(clock, limits, settings, board);
        let real_clock = clock.filter(|_| settings.nodes_per_ms.is_none());
        self.running = real_clock.zip(plan.hard).map(|(clock, allowed)| ClockedSearch {
            side,
            clock,
            asked,
            allowed,
        });
        plan
    }

    /// A task with this token has answered, `now`.
    pub fn answered(&mut self, token: &StopToken, now: Instant) {
        if let Some(search) = self.running.take() {
            self.lag.answered(&search, token, now);
        }
    }

    /// The threads have ended their search, if they had one, after this many nodes; `was_played`
    /// says whether its root was reached in the game.
    pub fn searched(&mut self, nodes: u64, was_played: bool) {
        self.node_clock.end(nodes, was_played);
    }
}

#[cfg(test)]
pub mod tests;
