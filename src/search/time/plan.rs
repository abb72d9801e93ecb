//! How long a search may take: a soft and a hard limit from the clock.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::board::Board;
use crate::search::{Clock, Limits, SearchSettings, params};

/// The least time ever planned for a move.
const SHORTEST: Duration = Duration::from_millis(1);

/// The overhead takes at most this part of a time for one move: 1/40.
const MOVE_TIME_PARTS: u32 = 40;

/// A year in milliseconds: the most that any number about time is taken for.
const LONGEST_MS: i64 = 365 * 24 * 3_600_000;

/// The time that a search may take. Made once, when the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimePlan {
    /// No further iteration begins after this time, stretched by the search's
    /// [`Pace`](super::Pace); `None` without a clock.
    pub soft: Option<Duration>,
    /// The search is over after this time; `None` when time does not limit it.
    pub hard: Option<Duration>,
    /// Nodes that both limits count as a millisecond; `None` for real time.
    pub nodes_per_ms: Option<NonZeroU32>,
}

impl TimePlan {
    /// Plans the time for a search of this position. `clock` stands for that of the limits: the
    /// same, or the engine's own where nodes count as time.
    pub fn new(
        clock: Option<Clock>,
        limits: &Limits,
        settings: &SearchSettings,
        board: &Board,
    ) -> TimePlan {
        let nodes_per_ms = settings.nodes_per_ms;
        // Nodes cost nothing outside the engine.
        let overhead = if nodes_per_ms.is_some() { Duration::ZERO } else { settings.move_overhead };
        let pieces = board.occupied().count() as usize;
        let by_clock = clock.map(|clock| by_clock(clock, limits.moves_to_go, overhead, pieces));
        let by_move = limits.move_time.map(|time| {
            let time = time.min(Duration::from_millis(LONGEST_MS.unsigned_abs()));
            // A time for one move is no clock that runs out: a small part of it is enough
            // to be on the safe side.
            let reserve = overhead.min(time / MOVE_TIME_PARTS);
            time.saturating_sub(reserve).max(SHORTEST)
        });
        let plan = TimePlan {
            soft: by_clock.map(|(soft, _)| soft),
            hard: by_clock.map(|(_, hard)| hard).into_iter().chain(by_move).min(),
            nodes_per_ms,
        };
        log::debug!("{plan:?}");
        plan
    }
}

/// The soft and the hard limit by a clock, for a move that costs this `overhead` and a position
/// with `pieces` men on the board.
fn by_clock(
    clock: Clock,
    moves_to_go: Option<u32>,
    overhead: Duration,
    pieces: usize,
) -> (Duration, Duration) {
    let remaining = clock.remaining.clamp(-LONGEST_MS, LONGEST_MS);
    let left = (remaining - overhead.as_millis() as i64).max(1);
    let expected_moves = i64::from(params::expected_moves(pieces));
    let moves_to_go = moves_to_go.map(|moves| i64::from(moves).max(1));
    let divided = match moves_to_go {
        None => left / expected_moves,
        Some(1) => left, // no move of this period needs any of it later
        Some(moves) => (percent(left, params::time_to_go()) / moves).max(left / expected_moves),
    };
    let increment = percent(clock.increment.clamp(0, LONGEST_MS), params::time_increment());
    let share = if moves_to_go == Some(1) { params::time_last() } else { params::time_max() };
    let most = percent(left, share).max(1);
    let soft = (divided + increment).clamp(1, most);
    let hard = percent(soft, params::time_hard()).clamp(1, most);
    let ms = |n: i64| Duration::from_millis(n.unsigned_abs());
    (ms(soft), ms(hard))
}

fn percent(n: i64, percent: i32) -> i64 {
    n * i64::from(percent) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{START_FEN, Setup};

    fn plan_of(limits: &Limits, board: &Board) -> TimePlan {
        TimePlan::new(limits.clock, limits, &SearchSettings::default(), board)
    }

    fn plan(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Some(Clock { remaining, increment });
        let plan = plan_of(&Limits { clock, moves_to_go, ..Limits::default() }, &Board::start());
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
            let hard = plan_of(&limits, &Board::start()).hard.unwrap();
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
            plan_of(&limits, &board).soft.unwrap()
        };
        let all = soft(START_FEN);
        let fewer = soft("r1bakab1r/9/2n4c1/p1p1p1p1p/9/9/P1P1P1P1P/2N4C1/9/R1BAKAB1R w - - 0 1");
        let half = soft("2bakab2/9/9/p3p3p/9/9/P3P3P/9/9/2BAKAB2 w - - 0 1");
        let bare = soft("3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1");
        assert!(all < fewer && fewer < half && half == bare, "{all:?} {fewer:?} {half:?} {bare:?}");
    }
}
