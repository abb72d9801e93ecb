//! The parameters to tune: the options of the engine that were asked for, with bounds
//! and learning rates.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};

use crate::lab::arena::player::TimeControl;
use crate::lab::client::Spin;
use chuhe::internals::params::TABLE;
use chuhe_games::numbered_lines;

/// Prefix of the names of time management parameters.
const CLOCK: &str = "time_";

/// Those of them that matter only with moves to go.
const PERIODS: [&str; 2] = ["time_last", "time_to_go"];

/// A number to be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name of the option.
    pub name: String,
    /// The start value.
    pub start: f64,
    /// The smallest value tried.
    pub min: i64,
    /// The largest value tried.
    pub max: i64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The learning rate of the last iteration: a step in squares of `c_end`.
    pub r_end: f64,
}

impl Parameter {
    /// The nearest value within the bounds.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}

/// A line of a file of parameters.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, start, min, max, c_end, r_end } = self;
        write!(f, "{name} {start} {min} {max} {c_end} {r_end}")
    }
}

/// Reads a line with all numbers.
impl FromStr for Parameter {
    type Err = Error;

    fn from_str(text: &str) -> Result<Parameter> {
        let wish: Wish = text.parse()?;
        let [start, min, max, c_end, r_end] = wish.numbers[..] else {
            bail!("'{text}': five numbers are expected");
        };
        Parameter { name: wish.name, start, min: whole(min)?, max: whole(max)?, c_end, r_end }
            .checked()
    }
}

impl Parameter {
    fn checked(self) -> Result<Parameter> {
        let Parameter { name, start, min, max, c_end, r_end } = &self;
        ensure!(min < max, "{name}: the bounds {min} and {max} leave nothing to tune");
        ensure!(
            (*min as f64..=*max as f64).contains(start),
            "{name}: the start {start} is not between {min} and {max}"
        );
        let range = *max as f64 - *min as f64;
        ensure!(
            (0.5..=range).contains(c_end),
            "{name}: c_end is {c_end}; below 0.5 both sides would often play with the same \
             value, and beyond {range} none is left"
        );
        ensure!(*r_end > 0.0 && r_end.is_finite(), "{name}: r_end is {r_end}, not above 0");
        Ok(self)
    }
}

/// A request to tune a parameter: `name [start [min max [c_end [r_end]]]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    name: String,
    numbers: Vec<f64>,
}

impl FromStr for Wish {
    type Err = Error;

    fn from_str(text: &str) -> Result<Wish> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // Names may have blanks: the numbers are what stands at the end.
        let number = |word: &&str| word.parse::<f64>().ok().filter(|number| number.is_finite());
        let mut numbers: Vec<f64> = words.iter().rev().map_while(number).collect();
        numbers.reverse();
        let name = words[..words.len() - numbers.len()].join(" ");
        ensure!(
            !name.is_empty() && matches!(numbers.len(), 0 | 1 | 3..=5),
            "expected NAME [START [MIN MAX [C_END [R_END]]]], found '{}'",
            text.trim()
        );
        Ok(Wish { name, numbers })
    }
}

impl Wish {
    /// A parameter by its name alone.
    pub fn named(name: &str) -> Wish {
        Wish { name: name.trim().into(), numbers: Vec::new() }
    }

    /// Reads a file with one request a line; `#` begins a comment.
    ///
    /// # Errors
    /// With the number of the first line that cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<Wish>> {
        let lines = numbered_lines(text)
            .map(|(number, line)| (number, line.split('#').next().unwrap_or_default()));
        lines
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| line.parse().with_context(|| format!("line {number}")))
            .collect()
    }
}

/// The options of an engine, and the settings that a request leaves open.
pub struct EngineOptions<'a> {
    /// Its options that take whole numbers.
    pub spins: &'a [Spin],
    /// The names of all its options.
    pub offered: &'a [String],
    /// Its clock, if it plays by one.
    pub clock: Option<TimeControl>,
    /// Options that are set for it anyway.
    pub set: &'a [(String, String)],
    /// The share of its range by which a parameter is perturbed at the end.
    pub c_end_share: f64,
    /// The learning rate at the end.
    pub r_end: f64,
}

impl EngineOptions<'_> {
    /// The requested parameters; without any request all parameters of this program's
    /// search, those of time management only in games by the clock, and those of its periods
    /// only where it has some.
    ///
    /// # Errors
    /// When the engine has no such option, the option takes no whole number, or a number
    /// is out of range.
    pub fn choose(&self, wishes: &[Wish]) -> Result<Vec<Parameter>> {
        let has_periods = self.clock.is_some_and(|clock| clock.moves.is_some());
        let has_part = |name: &&str| {
            let of_clock = name.starts_with(CLOCK);
            let of_periods = PERIODS.contains(name);
            (!of_clock || self.clock.is_some()) && (!of_periods || has_periods)
        };
        let names = TABLE.iter().map(|param| param.name).filter(has_part);
        let all: Vec<Wish> =
            names.filter(|name| self.spin(name).is_some()).map(Wish::named).collect();
        let wishes = if wishes.is_empty() { &all } else { wishes };
        ensure!(
            !wishes.is_empty(),
            "the engine has none of the search's parameters among its options: build it with \
             --features tune, or name other options with --params"
        );
        let parameters: Result<Vec<Parameter>> =
            wishes.iter().map(|wish| self.parameter(wish)).collect();
        let parameters = parameters?;
        for (i, Parameter { name, .. }) in parameters.iter().enumerate() {
            ensure!(parameters[..i].iter().all(|other| other.name != *name), "{name} twice");
        }
        Ok(parameters)
    }

    fn spin(&self, name: &str) -> Option<&Spin> {
        self.spins.iter().find(|spin| spin.name.eq_ignore_ascii_case(name))
    }

    fn parameter(&self, wish: &Wish) -> Result<Parameter> {
        let Wish { name, numbers } = wish;
        let Some(spin) = self.spin(name) else {
            let has_it = self.offered.iter().any(|other| other.eq_ignore_ascii_case(name));
            ensure!(!has_it, "the engine's option '{name}' takes no whole number");
            let is_ours = TABLE.iter().any(|param| param.name == name);
            ensure!(!is_ours, "the engine has no option '{name}': build it with --features tune");
            bail!("the engine has no option '{name}'; it offers: {}", self.offered.join(", "));
        };
        let (min, max) = match numbers[..] {
            [_, min, max, ..] => (whole(min)?, whole(max)?),
            _ => (spin.min, spin.max),
        };
        ensure!(
            spin.min <= min && max <= spin.max,
            "{name}: the engine takes {} to {}, not {min} to {max}",
            spin.min,
            spin.max
        );
        let set = self.set.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let start = match (numbers.first(), set) {
            (Some(&start), _) => start,
            (None, Some((_, text))) => text.parse().with_context(|| format!("option.{name}"))?,
            (None, None) => spin.default as f64,
        };
        let range = max.saturating_sub(min) as f64;
        let c_end = numbers.get(3).copied().unwrap_or((self.c_end_share * range).max(1.0));
        let r_end = numbers.get(4).copied().unwrap_or(self.r_end);
        Parameter { name: spin.name.clone(), start, min, max, c_end, r_end }.checked()
    }
}

fn whole(number: f64) -> Result<i64> {
    ensure!(number.fract() == 0.0, "bounds are whole numbers, not {number}");
    Ok(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(file: &str) -> Result<Vec<Parameter>> {
        choose_for(file, None)
    }

    fn choose_for(file: &str, clock: Option<&str>) -> Result<Vec<Parameter>> {
        let spin = |name: &str, default, min, max| Spin { name: name.into(), default, min, max };
        let offer = EngineOptions {
            spins: &[
                spin("Hash", 16, 1, 64),
                spin("Move Overhead", 10, 0, 5000),
                spin("rfp_margin", 75, 30, 160),
                spin("time_max", 60, 20, 90),
                spin("time_last", 90, 50, 98),
            ],
            offered: &["Hash", "Move Overhead", "rfp_margin", "Ponder"].map(String::from),
            clock: clock.map(|tc| tc.parse().unwrap()),
            set: &[("move overhead".into(), "20".into())],
            c_end_share: 0.05,
            r_end: 0.002,
        };
        offer.choose(&Wish::read_all(file)?)
    }

    #[test]
    fn lines_and_their_defaults() {
        let lines = |file: &str| -> Vec<String> {
            choose(file).unwrap().iter().map(ToString::to_string).collect()
        };
        assert_eq!(lines("# nothing\n\n"), ["rfp_margin 75 30 160 6.5 0.002"]);
        let names = |clock| -> Vec<String> {
            choose_for("", clock).unwrap().into_iter().map(|chosen| chosen.name).collect()
        };
        assert_eq!(names(None), ["rfp_margin"]);
        assert_eq!(names(Some("10+0.1")), ["rfp_margin", "time_max"]);
        assert_eq!(names(Some("40/10")), ["rfp_margin", "time_max", "time_last"]);
        assert_eq!(lines("time_max"), ["time_max 60 20 90 3.5 0.002"]);
        assert_eq!(
            lines("hash # small\nmove overhead\nrfp_margin 80.5\n"),
            [
                "Hash 16 1 64 3.1500000000000004 0.002",
                "Move Overhead 20 0 5000 250 0.002",
                "rfp_margin 80.5 30 160 6.5 0.002"
            ]
        );
        assert_eq!(lines("Hash 4 2 8"), ["Hash 4 2 8 1 0.002"]);
        assert_eq!(lines("Hash 4 2 8 2.5"), ["Hash 4 2 8 2.5 0.002"]);
        assert_eq!(lines("Move Overhead 4 0 80 2 0.01"), ["Move Overhead 4 0 80 2 0.01"]);
        for line in lines("hash\nmove overhead\nrfp_margin 80.5") {
            assert_eq!(line.parse::<Parameter>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn bad_wishes_are_refused() {
        for (file, part) in [
            ("Hash\nHush\n", "no option 'Hush'; it offers: Hash, Move Overhead"),
            ("fp_base", "--features tune"),
            ("Ponder", "takes no whole number"),
            ("Hash\n17", "line 2: expected NAME"),
            ("Hash 4 8", "expected NAME [START"),
            ("Hash 4 1 8 1 0.1 7", "expected NAME [START"),
            ("Hash 9 1 8", "start 9 is not between 1 and 8"),
            ("Hash 4 1 65", "takes 1 to 64, not 1 to 65"),
            ("Hash 4 1.5 8", "whole numbers, not 1.5"),
            ("Hash 4 4 4", "nothing to tune"),
            ("Hash 4 1 8 0.2", "c_end is 0.2"),
            ("Hash 4 1 8 1 0", "r_end is 0"),
            ("Hash\nhash", "Hash twice"),
        ] {
            let error = format!("{:#}", choose(file).unwrap_err());
            assert!(error.contains(part), "{file}: {error}");
        }
    }
}
