//! The time of a running search, measured against its plan.

use std::time::{Duration, Instant};

use crate::search::StopToken;
use crate::search::time::TimePlan;

/// A plan that has begun to run.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
    plan: TimePlan,
}

impl Stopwatch {
    /// The search began then.
    pub fn start(plan: TimePlan, started: Instant) -> Stopwatch {
        Stopwatch { started, plan }
    }

    /// What the search may take.
    pub fn plan(&self) -> &TimePlan {
        &self.plan
    }

    /// Real time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time since the search began as its plan counts it: where nodes count as time, that of
    /// the `nodes` of all threads.
    pub fn spent(&self, nodes: u64) -> Duration {
        self.of_nodes(nodes).unwrap_or_else(|| self.elapsed())
    }

    /// Whether the search must end now that all threads together have searched `nodes`. With a
    /// ponder hit the time since then counts, but all nodes.
    pub fn is_over(&self, token: &StopToken, nodes: u64) -> bool {
        let Some(hard) = self.plan.hard.filter(|_| !token.is_pondering()) else { return false };
        let own = || token.hit_time().map_or_else(|| self.elapsed(), |hit| hit.elapsed());
        self.of_nodes(nodes).unwrap_or_else(own) >= hard
    }

    /// The time that nodes stand for, where they count as time.
    fn of_nodes(&self, nodes: u64) -> Option<Duration> {
        let micros = nodes.saturating_mul(1000) / u64::from(self.plan.nodes_per_ms?.get());
        Some(Duration::from_micros(micros))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::board::Board;
    use crate::search::{Limits, SearchSettings};

    #[test]
    fn without_a_time_nothing_is_over() {
        let limits = Limits::depth(5);
        let plan = TimePlan::new(None, &limits, &SearchSettings::default(), &Board::start());
        assert!(!Stopwatch::start(plan, Instant::now()).is_over(&StopToken::default(), u64::MAX));
    }

    #[test]
    fn nodes_count_as_time_where_that_is_asked_for() {
        let settings =
            SearchSettings { nodes_per_ms: NonZeroU32::new(20), ..SearchSettings::default() };
        let move_time = Some(Duration::from_millis(100));
        let limits = Limits { move_time, ..Limits::default() };
        let plan = TimePlan::new(None, &limits, &settings, &Board::start());
        assert_eq!(plan.hard, move_time, "no overhead");
        let watch = Stopwatch::start(plan, Instant::now());
        let token = StopToken::default();
        assert_eq!(watch.spent(500), Duration::from_millis(25));
        std::thread::sleep(Duration::from_millis(1));
        assert!(!watch.is_over(&token, 1999) && watch.is_over(&token, 2000));
        assert!(!watch.is_over(&StopToken::pondering(), 2000));
    }

    #[test]
    fn a_pondered_search_is_over_when_the_time_since_the_hit_is() {
        let hard = Duration::from_millis(40);
        let plan = TimePlan { soft: None, hard: Some(hard), nodes_per_ms: None };
        let watch = Stopwatch::start(plan, Instant::now());
        let token = StopToken::pondering();
        std::thread::sleep(Duration::from_millis(41));
        assert!(!watch.is_over(&token, 0), "the opponent's time");
        token.ponder_hit();
        assert!(!watch.is_over(&token, 0) || token.hit_time().unwrap().elapsed() >= hard);
        std::thread::sleep(Duration::from_millis(41));
        assert!(watch.is_over(&token, 0));
    }
}
