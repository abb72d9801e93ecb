//! How much more time moves cost than the engine uses for thinking: what an interface takes
//! off the clock beyond it, and how late a loaded machine lets a search end. The option
//! Move Overhead is the least that is kept in reserve; what was seen in the game counts when
//! it is more.

use std::time::{Duration, Instant};

use crate::search::{Clock, StopToken};
use crate::types::Color;

/// Differences beyond this come from clocks that were set anew, not from lag.
const LONGEST_LAG: Duration = Duration::from_secs(2);
/// What was seen keeps at most this part of the remaining time in reserve, one half: it may have
/// come from another game's clock.
const CLOCK_PARTS: i64 = 2;
/// A lag that is not seen again shrinks by this part with each move: 1/8.
const LAG_PARTS: u32 = 8;
/// What interfaces count time in, in milliseconds: seconds, tenths, hundredths.
const UNITS: [i64; 3] = [1000, 100, 10];

/// A search by the interface's clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockedSearch {
    /// Whose clock it is.
    pub side: Color,
    /// What it showed.
    pub clock: Clock,
    /// When the search was asked for.
    pub asked: Instant,
    /// The longest time that it may take.
    pub allowed: Duration,
}

/// A clock after the engine's last move.
#[derive(Debug)]
struct Expected {
    side: Color,
    /// Milliseconds that it should show.
    remaining: i64,
    /// Milliseconds by which the search ended late.
    late: i64,
}

/// What the last moves say about the lag.
#[derive(Debug, Default)]
pub struct Lag {
    expected: Option<Expected>,
    seen: Duration,
}

impl Lag {
    /// The time to keep in reserve for a move with this clock, which the interface shows when
    /// it asks for the search; at least what the option says.
    pub fn reserve(&mut self, side: Color, clock: Clock, configured: Duration) -> Duration {
        if let Some(expected) = self.expected.take() {
            // A clock in seconds has lost up to a second by rounding, not by lag.
            let unit = UNITS.into_iter().find(|unit| clock.remaining % unit == 0).unwrap_or(0);
            let missing = expected.remaining.saturating_sub(clock.remaining).saturating_sub(unit);
            let missing = if expected.side == side { missing } else { 0 };
            self.learn(missing.max(expected.late));
        }
        let most = (clock.remaining / CLOCK_PARTS).max(0).unsigned_abs();
        self.seen.min(Duration::from_millis(most)).max(configured)
    }

    /// A search with this token has answered, `now`.
    pub fn answered(&mut self, search: &ClockedSearch, token: &StopToken, now: Instant) {
        if token.is_pondering() {
            return; // the clock did not run: the interface only wants to have an answer
        }
        let since = token.hit_time().unwrap_or(search.asked);
        let used = now.saturating_duration_since(since);
        let left = search.clock.remaining.saturating_sub(milliseconds(used));
        self.expected = Some(Expected {
            side: search.side,
            remaining: left.saturating_add(search.clock.increment),
            late: milliseconds(used.saturating_sub(search.allowed)),
        });
    }

    /// The next clock belongs to another game.
    pub fn new_game(&mut self) {
        self.expected = None;
    }

    /// Milliseconds that a move has cost beyond what was expected; none or less when nothing
    /// is missing, or when the clock was set again.
    fn learn(&mut self, lag: i64) {
        let lag = Duration::from_millis(lag.max(0).unsigned_abs());
        let kept = self.seen - self.seen / LAG_PARTS;
        self.seen = if lag > LONGEST_LAG { kept } else { kept.max(lag) };
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTION: Duration = Duration::from_millis(10);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn search(remaining: i64) -> ClockedSearch {
        let clock = shown(remaining);
        ClockedSearch { side: Color::Red, clock, asked: Instant::now(), allowed: ms(400) }
    }

    /// A search by a clock with `remaining` ms, without pondering, has taken `used` ms.
    fn answer(lag: &mut Lag, remaining: i64, used: u64) {
        let search = search(remaining);
        lag.answered(&search, &StopToken::default(), search.asked + ms(used));
    }

    fn shown(remaining: i64) -> Clock {
        Clock { remaining, increment: 100 }
    }

    /// The reserve after a search of `used` milliseconds and the clock shown before the next.
    fn reserve_after(used: u64, remaining: i64) -> Duration {
        let mut lag = Lag::default();
        answer(&mut lag, 1001, used);
        lag.reserve(Color::Red, shown(remaining), OPTION)
    }

    #[test]
    fn what_the_interface_takes_off_beyond_the_search_is_kept_in_reserve() {
        assert_eq!(reserve_after(300, 801), OPTION);
        assert_eq!(reserve_after(300, 795), OPTION, "less than the option says");
        assert_eq!(reserve_after(300, 741), ms(60));
        assert_eq!(reserve_after(300, 201), ms(100), "half of what is left");
        assert_eq!(reserve_after(300, 60_001), OPTION, "the clock was set again");
        assert_eq!(reserve_after(300, i64::MIN), OPTION, "another clock");
    }

    #[test]
    fn rounded_clocks_are_not_lag() {
        for (used, remaining) in [(1100, 0), (300, 790), (205, 800)] {
            assert_eq!(reserve_after(used, remaining), OPTION, "{remaining}");
        }
        let mut lag = Lag::default();
        answer(&mut lag, 60_000, 300);
        assert_eq!(lag.reserve(Color::Red, shown(59_000), OPTION), OPTION, "whole seconds");
    }

    #[test]
    fn a_search_that_ended_late_is_kept_in_reserve_and_forgotten_slowly() {
        assert_eq!(reserve_after(528, 573), ms(128));
        let mut lag = Lag { expected: None, seen: ms(128) };
        for moves in 0..30 {
            let reserve = lag.reserve(Color::Red, shown(1001), OPTION);
            let least = match moves {
                0 => 128,
                1 => 112,
                2..5 => 75,
                _ => 10,
            };
            assert!(reserve >= ms(least), "{reserve:?} after {moves} moves");
            answer(&mut lag, 1001, 100);
        }
        assert_eq!(lag.reserve(Color::Red, shown(1001), OPTION), OPTION);
    }

    #[test]
    fn other_clocks_say_nothing() {
        let mut lag = Lag::default();
        let pondered = search(1000);
        lag.answered(&pondered, &StopToken::pondering(), pondered.asked + ms(5000));
        let reserve = lag.reserve(Color::Red, shown(500), OPTION);
        assert_eq!(reserve, OPTION, "a ponder search without a hit");
        answer(&mut lag, 1000, 100);
        let reserve = lag.reserve(Color::Black, shown(500), OPTION);
        assert_eq!(reserve, OPTION, "the opponent's clock");
        lag.new_game();
        assert_eq!(lag.reserve(Color::Red, shown(500), OPTION), OPTION, "another game");
    }

    #[test]
    fn after_a_ponder_hit_the_time_counts_from_the_hit() {
        let token = StopToken::pondering();
        let search = search(1000);
        token.ponder_hit();
        let hit = token.hit_time().unwrap();
        let mut lag = Lag::default();
        lag.answered(&search, &token, hit + ms(300));
        assert_eq!(lag.reserve(Color::Red, shown(741), OPTION), ms(59));
    }
}
