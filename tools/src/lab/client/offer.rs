//! The options that an engine offers, and how it refuses their values.

use super::ClientError;
use crate::common::lang::matches::Expected;

/// An option that takes a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// Its name, as the engine writes it.
    pub name: String,
    /// Its default value.
    pub default: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// Its name, as the engine writes it.
    pub name: String,
    kind: Kind,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Whole numbers of a range.
    Spin(Spin),
    /// `true` and `false`.
    Check,
    /// One of these words.
    Choice(Vec<String>),
    /// Anything, as far as the client knows.
    Any,
}

impl Offer {
    /// An option of which only the name is known.
    pub fn any(name: &str) -> Offer {
        Offer { name: name.into(), kind: Kind::Any }
    }

    /// Reads what follows `option name`: `NAME type TYPE default VALUE …`.
    pub fn read(text: &str) -> Offer {
        let Some((name, rest)) = text.split_once(" type ") else {
            return Offer::any(text.trim());
        };
        let name = name.trim();
        let words = || rest.split_ascii_whitespace();
        let kind = match words().next() {
            Some("spin") => read_spin(name, rest).map_or(Kind::Any, Kind::Spin),
            Some("check") => Kind::Check,
            // A choice may have blanks in it.
            Some("combo") => {
                Kind::Choice(rest.split(" var ").skip(1).map(|word| word.trim().into()).collect())
            }
            _ => Kind::Any,
        };
        Offer { name: name.into(), kind }
    }

    /// Whether this is its name, in whatever case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The option, if it takes whole numbers.
    pub fn spin(&self) -> Option<&Spin> {
        if let Kind::Spin(spin) = &self.kind { Some(spin) } else { None }
    }

    /// Checks a value, so that an engine that ignores bad ones in silence does not play
    /// with another.
    ///
    /// # Errors
    /// When the option does not take it: says what it takes.
    pub fn check(&self, value: &str) -> Result<(), ClientError> {
        let expected = match &self.kind {
            Kind::Spin(Spin { min, max, .. }) => {
                let number = value.trim().parse::<i64>().ok();
                let is_in_range = number.is_some_and(|n| (*min..=*max).contains(&n));
                (!is_in_range).then_some(Expected::Range { min: *min, max: *max })
            }
            Kind::Check => {
                let is_switch = ["true", "false"].iter().any(|w| w.eq_ignore_ascii_case(value));
                (!is_switch).then_some(Expected::Switch)
            }
            Kind::Choice(words) if !words.is_empty() => {
                let is_known = words.iter().any(|word| word.eq_ignore_ascii_case(value));
                (!is_known).then(|| Expected::Choice { list: words.join(", ") })
            }
            Kind::Choice(_) | Kind::Any => None,
        };
        match expected {
            None => Ok(()),
            Some(expected) => {
                let (name, value) = (self.name.clone(), value.into());
                Err(ClientError::BadValue { name, expected, value })
            }
        }
    }
}

fn read_spin(name: &str, text: &str) -> Option<Spin> {
    let number = |key: &str| -> Option<i64> {
        text.split_ascii_whitespace().skip_while(|&word| word != key).nth(1)?.parse().ok()
    };
    let (default, min, max) = (number("default")?, number("min")?, number("max")?);
    Some(Spin { name: name.into(), default, min, max })
}

/// Parts of the sentences with which engines refuse an option or its value.
const REFUSALS: [&str; 12] = [
    "no such",
    "not found",
    "unknown",
    "invalid",
    "error",
    "cannot",
    "could not",
    "unable",
    "failed",
    "stays as it is",
    "expected",
    "refused",
];

/// The error message when a line of an engine says that it does not take the value of
/// an option: such a line has words of refusal and names the option or the value.
pub(super) fn refusal(line: &str, name: &str, value: &str) -> Option<ClientError> {
    let lower = line.to_ascii_lowercase();
    let has = |part: &str| part.len() > 2 && lower.contains(&part.to_ascii_lowercase());
    let refuses = REFUSALS.iter().any(|part| lower.contains(part)) && (has(name) || has(value));
    refuses.then(|| ClientError::Refused {
        name: name.into(),
        value: value.into(),
        line: line.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_their_values() {
        for (text, name, good, bad) in [
            ("Hash type spin default 16 min 1 max 64", "hash", "64", "65"),
            ("Move Overhead type spin min -5 max 7 default 0", "Move Overhead", "-5", "x"),
            ("Ponder type check default false", "Ponder", "True", "on"),
            ("Rule type combo default a b var a b var c", "rule", "a b", "a"),
        ] {
            let offer = Offer::read(text);
            assert!(offer.is_called(name) && offer.check(good).is_ok(), "{offer:?}");
            assert!(
                offer.check(bad).is_err_and(|error| error.to_string().contains(bad)),
                "{offer:?}"
            );
        }
        for text in ["Hash type spin default 16", "File type string default", "Name"] {
            assert!(
                Offer::read(text).check("anything").is_ok() && Offer::read(text).spin().is_none()
            );
        }
        let spin = Spin { name: "Hash".into(), default: 16, min: 1, max: 64 };
        assert_eq!(Offer::read("Hash type spin default 16 min 1 max 64").spin(), Some(&spin));
    }

    #[test]
    fn refusals() {
        for line in [
            "info string option Hash stays as it is: expected a number, not 'abc'",
            "No such option: Hash",
            "Error (invalid value): hash",
            "info string abc: No such file or directory",
        ] {
            assert!(refusal(line, "Hash", "abc").is_some(), "{line}");
        }
        for line in ["info string NNUE evaluation using abc", "info string large pages failed"] {
            assert!(refusal(line, "EvalFile", "abc").is_none(), "{line}");
        }
    }
}
