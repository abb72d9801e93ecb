//! Time as CECP tells it: a level for the whole game, and the clocks as they
//! stand before each move.

use std::time::Duration;

use crate::engine::{Clock, Limits};
use crate::protocol::words::Words;
use crate::rules::Game;
use crate::types::{Depth, MAX_PLY};

/// Time for a move without any time control.
const UNTOLD: Duration = Duration::from_secs(5);

/// What is known of the time, in milliseconds.
#[derive(Debug, Default)]
pub struct Times {
    level: Option<Level>,
    /// Exactly so long for each move.
    fixed: Option<Duration>,
    depth: Option<Depth>,
    /// What the engine has left.
    own: Option<i64>,
    /// The sessions whose end has given it time, as it reckons.
    sessions: usize,
}

/// `level MOVES BASE INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    /// Moves to a session; 0 for the whole game.
    moves: usize,
    base: i64,
    increment: i64,
}

impl Times {
    /// A new game: clocks stand at the beginning, and no depth is set.
    pub fn reset(&mut self) {
        self.depth = None;
        (self.own, self.sessions) = (None, 0);
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; it replaces `st`.
    ///
    /// # Errors
    /// What was expected.
    pub fn level(&mut self, words: Words) -> Result<(), &'static str> {
        self.level = Some(read_level(words).ok_or("expected: level MOVES MIN[:SEC] INC")?);
        (self.fixed, self.own, self.sessions) = (None, None, 0);
        Ok(())
    }

    /// `st SECONDS`, also with a fraction; it replaces `level`.
    ///
    /// # Errors
    /// What was expected.
    pub fn fixed(&mut self, mut words: Words) -> Result<(), &'static str> {
        let millis = words.next().and_then(millis).ok_or("expected: st SECONDS")?;
        self.fixed = Some(Duration::from_millis(millis.unsigned_abs()));
        self.level = None;
        Ok(())
    }

    /// `sd PLIES`.
    ///
    /// # Errors
    /// What was expected.
    pub fn depth(&mut self, mut words: Words) -> Result<(), &'static str> {
        let depth = words.number().ok().filter(|&n| n > 0).ok_or("expected: sd DEPTH")?;
        self.depth = Some(depth.min(MAX_PLY as i64 - 1) as Depth);
        Ok(())
    }

    /// `time CENTISECONDS`: what the engine has left.
    ///
    /// # Errors
    /// What was expected.
    pub fn own(&mut self, mut words: Words) -> Result<(), &'static str> {
        let left = words.number().map_err(|_| "expected: time CENTISECONDS")?;
        self.own = Some(left.saturating_mul(10));
        Ok(())
    }

    /// The engine makes a move in this game. Until it is told better, it reckons.
    pub fn moved(&mut self, spent: Duration, game: &Game) {
        let level = self.level.filter(|_| self.fixed.is_none());
        let Some(own) = self.own.or(level.map(|level| level.base)) else { return };
        let mut gained = level.map_or(0, |level| level.increment);
        if let Some(level) = level.filter(|level| level.moves > 0) {
            // Once for each session, though moves be taken back over its end.
            let ended = (game.ply() / 2 + 1) / level.moves;
            if ended > self.sessions {
                self.sessions = ended;
                gained = gained.saturating_add(level.base);
            }
        }
        let spent = i64::try_from(spent.as_millis()).unwrap_or(i64::MAX);
        self.own = Some(own.saturating_sub(spent).saturating_add(gained));
    }

    /// The limits of the next search.
    pub fn limits(&self, game: &Game) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.fixed, self.level) {
            (Some(time), _) => limits.move_time = Some(time),
            (None, Some(level)) => {
                let remaining = self.own.unwrap_or(level.base);
                limits.clock = Some(Clock { remaining, increment: level.increment });
                if level.moves > 0 {
                    let made = game.ply() / 2 % level.moves;
                    limits.moves_to_go = u32::try_from(level.moves - made).ok();
                }
            }
            (None, None) => match self.own {
                Some(remaining) => limits.clock = Some(Clock { remaining, increment: 0 }),
                None if self.depth.is_none() => limits.move_time = Some(UNTOLD),
                None => {}
            },
        }
        limits
    }
}

fn read_level(mut words: Words) -> Option<Level> {
    let moves = usize::try_from(words.number().ok()?).ok()?;
    let base = words.next()?;
    let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
    let base = millis(minutes)?.checked_mul(60)?.checked_add(millis(seconds)?)?;
    let increment = words.next().map_or(Some(0), millis)?;
    Some(Level { moves, base, increment })
}

/// A number of seconds, perhaps with a fraction, in milliseconds.
fn millis(text: &str) -> Option<i64> {
    const LONGEST: f64 = 1e9; // thirty years
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| (seconds * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(level: &str) -> Option<Limits> {
        let mut times = Times::default();
        times.level(Words::new(level)).ok()?;
        Some(times.limits(&Game::start()))
    }

    #[test]
    fn levels_of_every_kind() {
        for (text, remaining, increment, moves) in [
            ("40 5 0", 300_000, 0, Some(40)),
            ("0 2 12", 120_000, 12_000, None),
            ("0 0:05 0.1", 5000, 100, None),
            ("0 1:30", 90_000, 0, None),
        ] {
            let seen = limits(text).map(|limits| (limits.clock, limits.moves_to_go));
            assert_eq!(seen, Some((Some(Clock { remaining, increment }), moves)), "{text}");
        }
        for bad in ["", "40", "x 5 0", "40 x 0", "40 5 x", "40 -5 0", "0 1e300 0", "0 nan 0"] {
            assert!(limits(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_clock_that_nobody_tells_runs_down() {
        let mut times = Times::default();
        assert!(times.level(Words::new("2 1 3")).is_ok());
        let left = |times: &Times, game: &Game| {
            let limits = times.limits(game);
            (limits.clock.map(|clock| clock.remaining), limits.moves_to_go)
        };
        let mut game = Game::start();
        assert_eq!(left(&times, &game), (Some(60_000), Some(2)));
        for (moves, remaining, to_go) in [
            (["h2e2", "h9g7"], 53_000, 1),
            (["h0g2", "i9h9"], 106_000, 2),
            (["i0h0", "b9c7"], 99_000, 1),
        ] {
            times.moved(Duration::from_secs(10), &game);
            for text in moves {
                let is_played = text.parse().is_ok_and(|mv| game.play(mv).is_ok());
                assert!(is_played, "{text}");
            }
            assert_eq!(left(&times, &game), (Some(remaining), Some(to_go)), "{moves:?}");
        }
        // What a session gives it gives once.
        assert!(game.undo().is_some() && game.undo().is_some());
        assert!(game.undo().is_some() && game.undo().is_some());
        times.moved(Duration::from_secs(1), &game);
        assert_eq!(left(&times, &game).0, Some(101_000));
        // A fixed time for each move is no clock.
        let mut fixed = Times::default();
        assert!(fixed.fixed(Words::new("2")).is_ok());
        fixed.moved(Duration::from_secs(1), &game);
        assert_eq!(fixed.own, None);
    }

    #[test]
    fn the_last_word_counts() {
        let mut times = Times::default();
        let game = Game::start();
        assert_eq!(times.limits(&game).move_time, Some(UNTOLD));
        assert!(times.depth(Words::new("7")).is_ok());
        assert_eq!((times.limits(&game).move_time, times.limits(&game).depth), (None, Some(7)));
        assert!(times.level(Words::new("0 1 2")).is_ok());
        assert!(times.own(Words::new("500")).is_ok());
        assert_eq!(times.limits(&game).clock.map(|c| c.remaining), Some(5000));
        times.moved(Duration::from_secs(1), &game);
        assert_eq!(times.limits(&game).clock.map(|c| c.remaining), Some(6000));
        assert!(times.fixed(Words::new("0.5")).is_ok());
        assert_eq!(times.limits(&game).move_time, Some(Duration::from_millis(500)));
        times.reset();
        assert_eq!(times.limits(&game).depth, None);
    }
}
