//! Work that is divided among independent processes.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several processes that divide some work, written `I/N`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: u64,
    count: u64,
}

/// This text is no `I/N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPart(pub String);

impl fmt::Display for NoPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected I/N with I from 1 to N, found '{}'", self.0)
    }
}

impl std::error::Error for NoPart {}

impl Part {
    /// The whole work.
    pub const WHOLE: Part = Part { index: 1, count: 1 };

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

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Part {
    type Err = NoPart;

    fn from_str(text: &str) -> Result<Part, NoPart> {
        let parts = text.split_once('/');
        let number = |text: &str| text.parse::<u64>().ok();
        match parts.and_then(|(index, count)| Some((number(index)?, number(count)?))) {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Part { index, count }),
            _ => Err(NoPart(text.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_divide_the_whole() {
        let parts: Vec<Part> = (1..=3).map(|i| format!("{i}/3").parse().unwrap()).collect();
        let ranges: Vec<Range<u64>> = parts.iter().map(|part| part.of(10..17)).collect();
        assert_eq!(ranges, [10..12, 12..14, 14..17]);
        for (part, end) in parts.iter().flat_map(|part| (0..9).map(move |end| (part, end))) {
            let numbers: Vec<u64> = (0..end).filter(|&number| part.has(number)).collect();
            assert!(part.numbers(end).eq(numbers.iter().copied()), "{part} {end}");
            assert_eq!(part.count_below(end), numbers.len() as u64, "{part} {end}");
        }
        assert_eq!(Part::WHOLE.count_below(u64::MAX), u64::MAX);
        for number in 0..9 {
            assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
        }
        assert_eq!(Part::WHOLE.of(3..9), 3..9);
        for bad in ["", "0/4", "5/4", "1", "1/", "a/b", "-1/2"] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }
}
