//! How long to think: two limits from the clock, and how the search's own
//! progress stretches the first of them.

use std::time::{Duration, Instant};

use crate::search::{Limits, Settings, StopToken, params};
use crate::types::{Move, Score};

/// The least time ever planned for a move.
const LEAST: Duration = Duration::from_millis(1);

/// A year in milliseconds: the most that any number about time is taken for.
const MOST: i64 = 365 * 24 * 3_600_000;

/// Decides when to stop. The soft limit is asked after each iteration, the
/// hard limit during the search.
#[derive(Debug)]
pub struct TimeManager {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    last_best: Option<Move>,
    stable_iterations: u32,
    last_score: Option<Score>,
}

impl TimeManager {
    /// Plans the time for a search that starts now.
    pub fn new(limits: &Limits, settings: &Settings) -> TimeManager {
        let (mut soft, mut hard) = (None, None);
        if let Some(time) = limits.move_time {
            let time = time.min(Duration::from_millis(MOST.unsigned_abs()));
            hard = Some(time.saturating_sub(settings.move_overhead).max(LEAST));
        }
        if let Some(clock) = limits.clock {
            let overhead = settings.move_overhead.as_millis() as i64;
            let left = (clock.remaining.clamp(-MOST, MOST) - overhead).max(1);
            let horizon = i64::from(params::time_horizon());
            let moves = limits.moves_to_go.map_or(horizon, |n| i64::from(n).clamp(1, horizon));
            let increment =
                clock.increment.clamp(0, MOST) * i64::from(params::time_increment()) / 100;
            let cap = if moves == 1 { left * 9 / 10 } else { percent(left, params::time_max()) };
            let plan = (left / moves + increment).clamp(1, cap.max(1));
            let most = percent(plan, params::time_hard()).clamp(1, cap.max(1));
            let ms = |n: i64| Duration::from_millis(n.max(1) as u64);
            soft = Some(ms(plan));
            hard = Some(hard.map_or(ms(most), |h: Duration| h.min(ms(most))));
        }
        TimeManager {
            started: Instant::now(),
            soft,
            hard,
            last_best: None,
            stable_iterations: 0,
            last_score: None,
        }
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time that counts: since the ponder hit, if there was one.
    fn own_time(&self, token: &StopToken) -> Duration {
        token.hit_time().map_or_else(|| self.started.elapsed(), |hit| hit.elapsed())
    }

    /// Whether the search must end now.
    pub fn is_over(&self, token: &StopToken) -> bool {
        self.hard.is_some_and(|hard| !token.is_pondering() && self.own_time(token) >= hard)
    }

    /// Whether another iteration is not worth beginning. The plan is stretched
    /// while the best move changes or the score drops, and shortened when one
    /// move has been best for long and took most of the nodes (`effort`, the
    /// best move's share of all nodes, per mille).
    pub fn is_enough(&mut self, token: &StopToken, best: Move, score: Score, effort: u64) -> bool {
        let Some(soft) = self.soft else { return false };
        let same = self.last_best.replace(best) == Some(best);
        self.stable_iterations = if same { (self.stable_iterations + 1).min(10) } else { 0 };
        let drop = self.last_score.replace(score).map_or(0, |last| last - score);

        // All factors in percent.
        let stability = 140 - 7 * u64::from(self.stable_iterations);
        let falling = (100 + drop.clamp(-20, 60)) as u64;
        let share = 150 - (effort.min(1000) * 80 / 1000);
        let scaled = soft * (stability * falling / 100 * share / 100) as u32 / 100;
        // A ponder search has as much time as it wants, but once it is hit the
        // time already spent is welcome.
        !token.is_pondering() && self.elapsed() >= scaled.min(self.hard.unwrap_or(scaled))
    }
}

fn percent(n: i64, percent: i32) -> i64 {
    n * i64::from(percent) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn plan(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Some(Clock { remaining, increment });
        let limits = Limits { clock, moves_to_go, ..Limits::default() };
        let manager = TimeManager::new(&limits, &Settings::default());
        (manager.soft.unwrap().as_millis(), manager.hard.unwrap().as_millis())
    }

    #[test]
    fn plans_never_overrun_the_clock() {
        for remaining in [i64::MIN, -500, 0, 1, 20, 100, 1000, 60_000, 3_600_000, i64::MAX] {
            for increment in [0, 10, 1000, 30_000, i64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let (soft, hard) = plan(remaining, increment, moves);
                    assert!(soft >= 1 && soft <= hard, "{remaining} {increment} {moves:?}");
                    let left = remaining.saturating_sub(10).max(1) as u128;
                    assert!(hard <= left, "{hard} of {left}: {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn more_clock_means_more_time() {
        assert!(plan(60_000, 0, None).0 > plan(10_000, 0, None).0);
        assert!(plan(60_000, 1000, None).0 > plan(60_000, 0, None).0);
        assert!(plan(60_000, 0, Some(5)).0 > plan(60_000, 0, Some(20)).0);
    }

    #[test]
    fn without_a_clock_nothing_is_over() {
        let mut manager = TimeManager::new(&Limits::depth(5), &Settings::default());
        let token = StopToken::new(false);
        let mv = "h2e2".parse().unwrap();
        assert!(!manager.is_over(&token));
        assert!(!manager.is_enough(&token, mv, Score::ZERO, 500));
    }
}
