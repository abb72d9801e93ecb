//! Parts of some work that need not know of each other.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, Result, bail};

/// One of several runs that share some work: written `I/N`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The only run.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether it does a piece of the work, counted from 0.
    pub fn has(self, number: u64) -> bool {
        number % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard> {
        let parts = text.split_once('/');
        let number = |text: &str| text.parse::<u64>().ok();
        match parts.and_then(|(index, count)| Some((number(index)?, number(count)?))) {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => bail!("expected I/N with I from 1 to N, found '{text}'"),
        }
    }
}
