//! The time that moves took, where a file says it.

use serde::Serialize;

use chuhe::types::Color;

/// The share of the first time on the clock below which a player is in time trouble.
const TROUBLE: f64 = 0.1;

/// Seconds below which a time must be to be believed: about four months.
const LONGEST: f64 = 1e7;

/// What a comment says of the time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Noted {
    /// Seconds that the move took.
    pub took: Option<f64>,
    /// Seconds left on the mover's clock.
    pub left: Option<f64>,
}

impl Noted {
    /// Reads `[%emt 0:00:05]`, `[%clk 0:09:55]`, and `0.35s` behind a score and a depth as
    /// matches of engines have it.
    pub fn of(comment: &str) -> Noted {
        let command = |name: &str| {
            let (_, rest) = comment.split_once(name)?;
            seconds_of(rest.trim_start().split([']', ' ']).next()?)
        };
        let (took, left) = (command("[%emt"), command("[%clk"));
        Noted { took: took.or_else(|| comment.lines().find_map(of_engine)), left }
    }
}

/// `1:02:03.5`, `02:03` or `3.5`.
fn seconds_of(text: &str) -> Option<f64> {
    let mut total = 0.0;
    if text.split(':').count() > 3 {
        return None;
    }
    for part in text.split(':') {
        let n: f64 = part.parse().ok()?;
        if !(0.0..LONGEST).contains(&n) {
            return None;
        }
        total = 60.0 * total + n;
    }
    (total < LONGEST).then_some(total)
}

/// The time of `+0.44/8 0.006s, n=12713`.
fn of_engine(comment: &str) -> Option<f64> {
    let mut words = comment.split([' ', ',']);
    let is_score = |word: &&str| word.starts_with(['+', '-', '0']) && word.contains('/');
    words.next().filter(is_score)?;
    let seconds = words.next()?.strip_suffix('s')?;
    seconds_of(seconds)
}

/// The clock of a side while a game goes on.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    /// What was on it first.
    first: Option<f64>,
    left: Option<f64>,
}

/// The clocks of a game.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    sides: [Clock; 2],
    increment: f64,
}

/// The time of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spent {
    /// Seconds that it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took: Option<f64>,
    /// Seconds left on the clock after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f64>,
    /// Whether a tenth of the first time or less was left before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_trouble: bool,
}

impl Clocks {
    /// The clocks of a game with this value of the tag `TimeControl`: `600+5` or `600`.
    pub fn of_tag(tag: Option<&str>) -> Clocks {
        let (base, increment) = tag.map_or((None, None), |tag| match tag.split_once('+') {
            Some((base, increment)) => (seconds_of(base), seconds_of(increment)),
            None => (seconds_of(tag), None),
        });
        let base = base.filter(|&base| base > 0.0);
        let clock = Clock { first: base, left: base };
        Clocks { sides: [clock; 2], increment: increment.unwrap_or(0.0) }
    }

    /// The time of the next move of a side by the comment behind it; `None` where that says
    /// nothing.
    pub fn spend(&mut self, side: Color, comment: &str) -> Option<Spent> {
        let noted = Noted::of(comment);
        let clock = &mut self.sides[side as usize];
        let by_clock = clock.left.zip(noted.left);
        let by_clock = by_clock.map(|(before, left)| (before + self.increment - left).max(0.0));
        let took = noted.took.or(by_clock);
        let in_trouble =
            clock.first.zip(clock.left).is_some_and(|(first, left)| left <= TROUBLE * first);
        let counted = clock.left.zip(took).map(|(left, took)| left - took + self.increment);
        clock.left = noted.left.or(counted.map(|left| left.max(0.0)));
        clock.first = clock.first.or(noted.left);
        let spent = Spent { took: took.map(rounded), left: clock.left.map(rounded), in_trouble };
        (spent.took.is_some() || spent.left.is_some()).then_some(spent)
    }
}

/// To a millisecond.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_from_comments() {
        let of = |comment: &str| {
            let noted = Noted::of(comment);
            (noted.took, noted.left)
        };
        assert_eq!(of("good [%clk 0:09:55] [%emt 0:00:05.5]"), (Some(5.5), Some(595.0)));
        assert_eq!(of("[%clk 1:00:00]"), (None, Some(3600.0)));
        assert_eq!(of("[%clk 59:58]"), (None, Some(3598.0)));
        assert_eq!(of("+0.44/8 0.006s, n=12713, sd=17"), (Some(0.006), None));
        assert_eq!(of("-M5/10 12s"), (Some(12.0), None));
        // What an analysis wrote stands above what the match wrote.
        assert_eq!(of("+0.52/8 book\n+0.35/12 0.5s"), (Some(0.5), None));
        let long = format!("[%emt 1{}]", ":1".repeat(179));
        assert_eq!(of(&long), (None, None));
        assert_eq!(of("[%emt 0:0:0:1]"), (None, None));
        assert_eq!(of("[%clk 900000:00:00]"), (None, None));
        for nothing in
            ["", "5 s", "[%clk x]", "[%emt -1]", "[%clk", "+0.4/8", "he took 5s", "[%emt 1e400]"]
        {
            assert_eq!(of(nothing), (None, None), "{nothing}");
        }
    }

    #[test]
    fn clocks_go_down_and_say_when_time_is_short() {
        let mut clocks = Clocks::of_tag(Some("100+2"));
        let spent =
            |took, left, in_trouble| Some(Spent { took: Some(took), left: Some(left), in_trouble });
        assert_eq!(clocks.spend(Color::Red, "[%clk 0:01:32]"), spent(10.0, 92.0, false));
        assert_eq!(clocks.spend(Color::Black, "[%emt 0:00:30]"), spent(30.0, 72.0, false));
        assert_eq!(clocks.spend(Color::Red, "[%clk 0:00:08]"), spent(86.0, 8.0, false));
        assert_eq!(clocks.spend(Color::Red, "+0.1/5 3s"), spent(3.0, 7.0, true));
        let mut clocks = Clocks::of_tag(Some("-"));
        let first = Spent { took: None, left: Some(60.0), in_trouble: false };
        assert_eq!(clocks.spend(Color::Red, "[%clk 60]"), Some(first));
        assert_eq!(clocks.spend(Color::Red, "[%clk 5]"), spent(55.0, 5.0, false));
        assert_eq!(clocks.spend(Color::Red, ""), None);
    }
}
