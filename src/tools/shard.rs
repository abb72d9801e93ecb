//! Work that is divided among independent processes.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use anyhow::{Error, Result, bail};

/// One of several processes that divide some work, written `I/N`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole work.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Whether it does the task with this number, counted from 0: every Nth task.
    pub fn has(self, number: u64) -> bool {
        number % self.count == self.index - 1
    }

    /// The tasks below a number that it does, in order.
    pub fn numbers(self, end: u64) -> impl Iterator<Item = u64> + use<> {
        let step = usize::try_from(self.count).unwrap_or(usize::MAX);
        (self.index - 1..end.max(self.index - 1)).step_by(step)
    }

    /// How many tasks below a number it does.
    pub fn count_below(self, end: u64) -> u64 {
        end.saturating_sub(self.index - 1).div_ceil(self.count)
    }

    /// Its part of a range, without gaps.
    pub fn of(self, range: Range<u64>) -> Range<u64> {
        let length = u128::from(range.end.saturating_sub(range.start));
        let cut = |i: u64| range.start + (length * u128::from(i) / u128::from(self.count)) as u64;
        cut(self.index - 1)..cut(self.index)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_divide_the_whole() {
        let shards: Vec<Shard> = (1..=3).map(|i| format!("{i}/3").parse().unwrap()).collect();
        let ranges: Vec<Range<u64>> = shards.iter().map(|shard| shard.of(10..17)).collect();
        assert_eq!(ranges, [10..12, 12..14, 14..17]);
        for (shard, end) in shards.iter().flat_map(|shard| (0..9).map(move |end| (shard, end))) {
            let numbers: Vec<u64> = (0..end).filter(|&number| shard.has(number)).collect();
            assert!(shard.numbers(end).eq(numbers.iter().copied()), "{shard} {end}");
            assert_eq!(shard.count_below(end), numbers.len() as u64, "{shard} {end}");
        }
        assert_eq!(Shard::WHOLE.count_below(u64::MAX), u64::MAX);
        for number in 0..9 {
            assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1);
        }
        assert_eq!(Shard::WHOLE.of(3..9), 3..9);
        for bad in ["", "0/4", "5/4", "1", "1/", "a/b", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
