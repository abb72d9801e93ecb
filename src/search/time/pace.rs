//! How the search's own progress stretches the soft limit.

use std::time::Duration;

use crate::search::time::TimePlan;
use crate::search::{StopToken, params};
use crate::types::{Move, Score};

/// A whole in the unit of shares of the nodes.
pub const PER_MILLE: u64 = 1000;

/// What the iterations of a search say about the time that its move deserves.
#[derive(Debug, Default)]
pub struct Pace {
    /// The score of this side's last search in the game.
    last_search: Option<Score>,
    /// The score of the last iteration.
    last_iteration: Option<Score>,
    last_best: Option<Move>,
    /// For how many iterations the best move has been the same.
    stable_iterations: i32,
}

impl Pace {
    /// At the beginning of a search; `last_search` is the score of this side's last one in the
    /// game.
    pub fn after(last_search: Option<Score>) -> Pace {
        Pace { last_search, ..Pace::default() }
    }

    /// Whether another iteration is not worth beginning. The soft limit is stretched
    /// while the best move changes or the score drops below that of the last iteration or
    /// of the last search, and shortened when the score rises above them or one move has been
    /// best for long and took most of the nodes (`node_share` of all, per mille). `spent` is the
    /// time so far, as the plan counts it.
    pub fn is_enough(
        &mut self,
        plan: &TimePlan,
        spent: Duration,
        token: &StopToken,
        best: Move,
        score: Score,
        node_share: u64,
    ) -> bool {
        let Some(soft) = plan.soft else { return false };
        let same = self.last_best.replace(best) == Some(best);
        let longest = params::time_stable_max();
        self.stable_iterations = if same { (self.stable_iterations + 1).min(longest) } else { 0 };
        let last_iteration = self.last_iteration.replace(score);
        let below = |earlier: Option<Score>| earlier.map_or(0, |earlier| earlier - score);
        let drop = params::score_drop(below(last_iteration), below(self.last_search));

        // All factors in percent.
        let stability = params::time_stable_base() - params::time_stable() * self.stable_iterations;
        let score_drop = 100 + drop;
        let share = params::time_share_base()
            - node_share.min(PER_MILLE) as i32 * params::time_share() / PER_MILLE as i32;
        let stretch = (stability * score_drop / 100 * share / 100).max(1);
        let stretched = soft * stretch.unsigned_abs() / 100;
        let is_enough = spent >= stretched.min(plan.hard.unwrap_or(stretched));
        // A ponder search has as much time as it wants, but once it is hit the time already
        // spent counts: the iteration then running need not be finished.
        token.set_enough_at_hit(is_enough);
        is_enough && !token.is_pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(soft: Option<u64>, hard: Option<u64>) -> TimePlan {
        let [soft, hard] = [soft, hard].map(|limit| limit.map(Duration::from_millis));
        TimePlan { soft, hard, nodes_per_ms: None }
    }

    fn best() -> Move {
        "h2e2".parse().unwrap()
    }

    #[test]
    fn a_score_below_that_of_the_search_before_takes_longer() {
        let plan = plan(Some(1333), Some(5598));
        let enough_after = |last_search: Option<i32>| {
            let is_enough = |ms: &u64| {
                let mut pace = Pace::after(last_search.map(Score::new));
                let spent = Duration::from_millis(*ms);
                pace.is_enough(&plan, spent, &StopToken::default(), best(), Score::ZERO, 500)
            };
            (1..).find(is_enough).unwrap()
        };
        let [worse, none, better] = [Some(50), None, Some(-50)].map(enough_after);
        assert!(worse > none && none > better, "{worse} {none} {better}");
        assert_eq!(enough_after(Some(0)), none);
    }

    #[test]
    fn a_ponder_hit_ends_a_search_that_has_had_its_time() {
        for (soft, is_enough) in [(1, true), (80_000, false)] {
            let plan = plan(Some(soft), Some(4 * soft));
            let token = StopToken::pondering();
            let spent = Duration::from_millis(20);
            assert!(!Pace::default().is_enough(&plan, spent, &token, best(), Score::ZERO, 500));
            assert!(!token.is_stopped());
            token.ponder_hit();
            assert_eq!(token.is_stopped(), is_enough, "{soft} ms");
        }
    }

    #[test]
    fn without_a_clock_no_iteration_is_the_last() {
        for plan in [plan(None, None), plan(None, Some(1))] {
            let (token, spent) = (StopToken::default(), Duration::MAX);
            assert!(!Pace::default().is_enough(&plan, spent, &token, best(), Score::ZERO, 500));
        }
    }
}
