//! Types and values of options, and how values are read.

use std::fmt;
use std::path::PathBuf;

use crate::engine::options::raw;

/// The type of an option, with its default and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// Value at start.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// Value at start.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at start.
        default: &'static str,
        /// All values.
        vars: &'static [&'static str],
    },
    /// Something to press.
    Button,
    /// Free text.
    Text {
        /// Value at start.
        default: &'static str,
    },
}

/// A value that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin, inside its range.
    Spin(i64),
    /// Of a combo, one of its words.
    Combo(&'static str),
    /// Of a button.
    Press,
    /// Of a text. Bytes of the client that are no UTF-8 are in it as [`raw::escape`] has them.
    Text(String),
}

impl Value {
    pub(super) fn check(&self) -> bool {
        *self == Value::Check(true)
    }

    pub(super) fn size(&self) -> usize {
        if let Value::Spin(n) = self { usize::try_from(*n).unwrap_or(0) } else { 0 }
    }

    pub(super) fn text(&self) -> &str {
        match self {
            Value::Combo(text) => text,
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The file that it names, as the client has written it.
    pub(super) fn path(&self) -> PathBuf {
        raw::path(self.text())
    }

    /// The files that it names, separated by `;`.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let names = self.text().split(';').map(str::trim).filter(|name| !name.is_empty());
        names.map(raw::path).collect()
    }
}

/// Why an option does not accept a value: what it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// Yes or no.
    Check,
    /// A whole number in a range.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of these words.
    Combo(&'static [&'static str]),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Check => f.write_str("expected true or false"),
            ValueError::Spin { min, max } => {
                write!(f, "expected a whole number from {min} to {max}")
            }
            ValueError::Combo(words) => write!(f, "expected one of: {}", words.join(", ")),
        }
    }
}

impl std::error::Error for ValueError {}

impl Kind {
    /// The value at start; a button has none.
    pub fn default_value(&self) -> Option<Value> {
        match *self {
            Kind::Check { default } => Some(Value::Check(default)),
            Kind::Spin { default, .. } => Some(Value::Spin(default)),
            Kind::Combo { default, .. } => Some(Value::Combo(default)),
            Kind::Button => None,
            Kind::Text { default } => Some(Value::Text(default.to_owned())),
        }
    }

    /// Reads the value of a check.
    ///
    /// # Errors
    /// When it is neither a yes nor a no.
    pub fn check(text: &str) -> Result<bool, ValueError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => Ok(true),
            "false" | "0" | "off" | "no" => Ok(false),
            _ => Err(ValueError::Check),
        }
    }

    /// Reads a value. What lies outside the range is refused;
    /// [`nearest`](super::OptionSpec::nearest) says what it may stand for.
    ///
    /// # Errors
    /// When this kind of option has no such value.
    pub fn parse(&self, text: &str) -> Result<Value, ValueError> {
        match *self {
            Kind::Check { .. } => Kind::check(text).map(Value::Check),
            Kind::Spin { min, max, .. } => match text.parse::<i64>() {
                Ok(n) if (min..=max).contains(&n) => Ok(Value::Spin(n)),
                _ => Err(ValueError::Spin { min, max }),
            },
            Kind::Combo { vars, .. } => vars
                .iter()
                .find(|var| var.eq_ignore_ascii_case(text))
                .map(|var| Value::Combo(var))
                .ok_or(ValueError::Combo(vars)),
            Kind::Button => Ok(Value::Press),
            Kind::Text { .. } if text.eq_ignore_ascii_case("<empty>") => {
                Ok(Value::Text(String::new()))
            }
            Kind::Text { .. } => Ok(Value::Text(text.to_owned())),
        }
    }
}
