//! How long to think: a soft and a hard limit from the clock, and how the search's
//! own progress stretches the soft one.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::search::{Limits, SearchSettings, StopToken, params};
use crate::types::{Move, Score};

/// A whole in the unit of shares of the nodes.
pub const PER_MILLE: u64 = 1000;

/// The least time ever planned for a move.
const LEAST: Duration = Duration::from_millis(1);

/// Of a time for one move at most one part in so many is kept for the overhead.
const RESERVE_SHARE: u32 = 40;

/// A year in milliseconds: the most that any number about time is taken for.
const MOST: i64 = 365 * 24 * 3_600_000;

/// The time that a search may take. The soft limit is asked after each iteration
/// (see [`Pace`]), the hard limit during the search.
#[derive(Clone, Copy, Debug)]
pub struct TimePlan {
    started: Instant,
    nodes_per_ms: Option<NonZeroU32>,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    /// Plans the time for a search of this position that starts now.
    pub fn new(limits: &Limits, settings: &SearchSettings, board: &Board) -> TimePlan {
        let (mut soft, mut hard) = (None, None);
        let nodes_per_ms = settings.nodes_per_ms;
        // Nodes cost nothing outside the engine.
        let overhead = if nodes_per_ms.is_some() { Duration::ZERO } else { settings.move_overhead };
        if let Some(time) = limits.move_time {
            let time = time.min(Duration::from_millis(MOST.unsigned_abs()));
            // A time for one move is no clock that runs out: a small part of it is enough
            // to be on the safe side.
            let reserve = overhead.min(time / RESERVE_SHARE);
            hard = Some(time.saturating_sub(reserve).max(LEAST));
        }
        if let Some(clock) = limits.clock {
            let overhead = overhead.as_millis() as i64;
            let left = (clock.remaining.clamp(-MOST, MOST) - overhead).max(1);
            let horizon = i64::from(params::expected_moves(board.occupied().count() as usize));
            let to_go = limits.moves_to_go.map(|moves| i64::from(moves).max(1));
            let divided = match to_go {
                None => left / horizon,
                Some(1) => left, // no move of this period needs any of it later
                Some(moves) => (percent(left, params::time_to_go()) / moves).max(left / horizon),
            };
            let increment = percent(clock.increment.clamp(0, MOST), params::time_increment());
            let share = if to_go == Some(1) { params::time_last() } else { params::time_max() };
            let cap = percent(left, share).max(1);
            let plan = (divided + increment).clamp(1, cap);
            let most = percent(plan, params::time_hard()).clamp(1, cap);
            let ms = |n: i64| Duration::from_millis(n.max(1) as u64);
            soft = Some(ms(plan));
            hard = Some(hard.map_or(ms(most), |h: Duration| h.min(ms(most))));
        }
        TimePlan { started: Instant::now(), nodes_per_ms, soft, hard }
    }

    /// The time after which the search must be over, if there is one.
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time since the search started as its limits count it: where nodes count as time, that of
    /// the nodes of all threads.
    pub fn spent(&self, nodes: u64) -> Duration {
        self.of_nodes(nodes).unwrap_or_else(|| self.elapsed())
    }

    /// The time that nodes stand for, where they count as time.
    fn of_nodes(&self, nodes: u64) -> Option<Duration> {
        let micros = nodes.saturating_mul(1000) / u64::from(self.nodes_per_ms?.get());
        Some(Duration::from_micros(micros))
    }

    /// Whether the search must end now, after so many nodes of all threads. With a ponder hit
    /// the time since then counts, but all nodes.
    pub fn is_over(&self, token: &StopToken, nodes: u64) -> bool {
        let Some(hard) = self.hard.filter(|_| !token.is_pondering()) else { return false };
        let own = || token.hit_time().map_or_else(|| self.elapsed(), |hit| hit.elapsed());
        self.of_nodes(nodes).unwrap_or_else(own) >= hard
    }
}

/// What the iterations of a search say about the time that its move deserves.
#[derive(Debug, Default)]
pub struct Pace {
    /// The score of this side's last search in the game.
    before: Option<Score>,
    last_best: Option<Move>,
    last_score: Option<Score>,
    /// For how many iterations the best move has been the same.
    stable_iterations: i32,
}

impl Pace {
    /// At the beginning of a search; `before` is the score of this side's last one in the game.
    pub fn after(before: Option<Score>) -> Pace {
        Pace { before, ..Pace::default() }
    }

    /// Whether another iteration is not worth beginning. The soft limit is stretched
    /// while the best move changes or the score drops below that of the last iteration or
    /// of the search before, and shortened when the score rises above them or one move has been
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
        let last = self.last_score.replace(score);
        let below = |earlier: Option<Score>| earlier.map_or(0, |earlier| earlier - score);
        let drop = params::score_drop(below(last), below(self.before));

        // All factors in percent.
        let stability = params::time_stable_base() - params::time_stable() * self.stable_iterations;
        let score_drop = 100 + drop;
        let share = params::time_share_base()
            - node_share.min(PER_MILLE) as i32 * params::time_share() / PER_MILLE as i32;
        let stretch = (stability * score_drop / 100 * share / 100).max(1);
        let scaled = soft * stretch.unsigned_abs() / 100;
        let is_enough = spent >= scaled.min(plan.hard.unwrap_or(scaled));
        // A ponder search has as much time as it wants, but once it is hit the time already
        // spent counts: the iteration then running need not be finished.
        token.set_enough_at_hit(is_enough);
        is_enough && !token.is_pondering()
    }
}

fn percent(n: i64, percent: i32) -> i64 {
    n * i64::from(percent) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{START_FEN, Setup};
    use crate::search::Clock;

    fn plan(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Some(Clock { remaining, increment });
        let limits = Limits { clock, moves_to_go, ..Limits::default() };
        let plan = TimePlan::new(&limits, &SearchSettings::default(), &Board::start());
        (plan.soft.unwrap().as_millis(), plan.hard.unwrap().as_millis())
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
    fn a_time_for_one_move_is_used() {
        for (time, least, most) in [(0, 1, 1), (1, 1, 1), (100, 97, 99), (5000, 4985, 4995)] {
            let move_time = Some(Duration::from_millis(time));
            let limits = Limits { move_time, ..Limits::default() };
            let hard =
                TimePlan::new(&limits, &SearchSettings::default(), &Board::start()).hard.unwrap();
            assert!((least..=most).contains(&hard.as_millis()), "{time}: {hard:?}");
        }
    }

    #[test]
    fn more_clock_means_more_time() {
        assert!(plan(60_000, 0, None).0 > plan(10_000, 0, None).0);
        assert!(plan(60_000, 1000, None).0 > plan(60_000, 0, None).0);
        assert!(plan(60_000, 0, Some(5)).0 > plan(60_000, 0, Some(20)).0);
        let overhead = SearchSettings::MOVE_OVERHEAD.as_millis() as i64;
        let soft = |moves_to_go| plan(60_000 + overhead, 0, moves_to_go).0;
        assert!(soft(Some(20)) < 60_000 / 20, "iterations end later than planned");
        assert_eq!((soft(Some(1)), soft(Some(1000))), (60_000 * 9 / 10, soft(None)));
    }

    #[test]
    fn the_fewer_pieces_the_fewer_moves_are_expected() {
        let clock = Some(Clock { remaining: 60_000, increment: 0 });
        let limits = Limits { clock, ..Limits::default() };
        let soft = |fen: &str| {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            TimePlan::new(&limits, &SearchSettings::default(), &board).soft.unwrap()
        };
        let all = soft(START_FEN);
        let fewer = soft("r1bakab1r/9/2n4c1/p1p1p1p1p/9/9/P1P1P1P1P/2N4C1/9/R1BAKAB1R w - - 0 1");
        let half = soft("2bakab2/9/9/p3p3p/9/9/P3P3P/9/9/2BAKAB2 w - - 0 1");
        let bare = soft("3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1");
        assert!(all < fewer && fewer < half && half == bare, "{all:?} {fewer:?} {half:?} {bare:?}");
    }

    #[test]
    fn a_score_below_that_of_the_search_before_takes_longer() {
        let clock = Some(Clock { remaining: 60_000, increment: 0 });
        let limits = Limits { clock, ..Limits::default() };
        let plan = TimePlan::new(&limits, &SearchSettings::default(), &Board::start());
        let mv: Move = "h2e2".parse().unwrap();
        let enough_after = |before: Option<i32>| {
            let is_enough = |ms: &u64| {
                let mut pace = Pace::after(before.map(Score::new));
                let spent = Duration::from_millis(*ms);
                pace.is_enough(&plan, spent, &StopToken::default(), mv, Score::ZERO, 500)
            };
            (1..).find(is_enough).unwrap()
        };
        let [worse, none, better] = [Some(50), None, Some(-50)].map(enough_after);
        assert!(worse > none && none > better, "{worse} {none} {better}");
        assert_eq!(enough_after(Some(0)), none);
    }

    #[test]
    fn a_ponder_hit_ends_a_search_that_has_had_its_time() {
        for (remaining, is_enough) in [(20, true), (3_600_000, false)] {
            let clock = Some(Clock { remaining, increment: 0 });
            let limits = Limits { clock, ponder: true, ..Limits::default() };
            let plan = TimePlan::new(&limits, &SearchSettings::default(), &Board::start());
            let token = StopToken::pondering();
            std::thread::sleep(Duration::from_millis(20));
            let mv = "h2e2".parse().unwrap();
            let spent = plan.elapsed();
            assert!(!Pace::default().is_enough(&plan, spent, &token, mv, Score::ZERO, 500));
            assert!(!token.is_stopped());
            token.ponder_hit();
            assert_eq!(token.is_stopped(), is_enough, "{remaining} ms");
        }
    }

    #[test]
    fn without_a_clock_nothing_is_over() {
        let plan = TimePlan::new(&Limits::depth(5), &SearchSettings::default(), &Board::start());
        let token = StopToken::default();
        let mv = "h2e2".parse().unwrap();
        assert!(!plan.is_over(&token, u64::MAX));
        let spent = Duration::MAX;
        assert!(!Pace::default().is_enough(&plan, spent, &token, mv, Score::ZERO, 500));
    }

    #[test]
    fn nodes_count_as_time_where_that_is_asked_for() {
        let settings =
            SearchSettings { nodes_per_ms: NonZeroU32::new(20), ..SearchSettings::default() };
        let move_time = Some(Duration::from_millis(100));
        let plan =
            TimePlan::new(&Limits { move_time, ..Limits::default() }, &settings, &Board::start());
        let token = StopToken::default();
        assert_eq!(plan.hard(), move_time, "no overhead");
        assert_eq!(plan.spent(500), Duration::from_millis(25));
        std::thread::sleep(Duration::from_millis(1));
        assert!(!plan.is_over(&token, 1999) && plan.is_over(&token, 2000));
        assert!(!plan.is_over(&StopToken::pondering(), 2000));
    }
}
