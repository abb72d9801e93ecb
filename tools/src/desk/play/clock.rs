//! The clocks of a game on the terminal.

use std::str::FromStr;
use std::time::Duration;

use crate::common::lang::Told;
use crate::common::lang::files::DeskFault;
use chuhe::search::Clock;
use chuhe::types::Color;

/// What each side has: `10+5`, ten minutes and five seconds for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    time: Duration,
    increment: Duration,
}

impl FromStr for Control {
    type Err = Told;

    fn from_str(text: &str) -> Result<Control, Told> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str, unit: f64| {
            let number = text.parse::<f64>().ok().filter(|n| (0.0..=1000.0).contains(n));
            number.map(|number| Duration::from_secs_f64(number * unit))
        };
        match (read(minutes, 60.0), read(seconds, 1.0)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(Control { time, increment }),
            _ => Err(DeskFault::Clock.into()),
        }
    }
}

/// The time that both sides have left.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    /// Both have all of it.
    pub fn new(control: Control) -> Clocks {
        Clocks { left: [control.time; 2], increment: control.increment }
    }

    /// A side has used so much of its time; `false` when it had less.
    pub fn use_up(&mut self, side: Color, used: Duration) -> bool {
        let left = &mut self.left[side.index()];
        match left.checked_sub(used) {
            Some(rest) => {
                *left = rest + self.increment;
                true
            }
            None => {
                *left = Duration::ZERO;
                false
            }
        }
    }

    /// The clock as a search knows it.
    pub fn of(&self, side: Color) -> Clock {
        let milliseconds = |time: Duration| time.as_millis() as i64;
        Clock {
            remaining: milliseconds(self.left[side.index()]),
            increment: milliseconds(self.increment),
        }
    }

    /// `9:58`.
    pub fn text(&self, side: Color) -> String {
        let seconds = self.left[side.index()].as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_out() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        assert!(clocks.use_up(Color::Red, Duration::from_secs(50)));
        assert_eq!(
            (clocks.text(Color::Red), clocks.text(Color::Black)),
            ("0:12".into(), "1:00".into())
        );
        assert_eq!(clocks.of(Color::Red), Clock { remaining: 12_000, increment: 2_000 });
        assert!(!clocks.use_up(Color::Red, Duration::from_secs(13)));
        assert_eq!("0.5".parse::<Control>().unwrap().time, Duration::from_secs(30));
        for text in ["", "0", "x", "1+", "-1", "1e9"] {
            assert!(text.parse::<Control>().is_err(), "{text}");
        }
    }
}
