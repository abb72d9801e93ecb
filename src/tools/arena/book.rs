//! The openings of a match, and the order in which they are played.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::board::Setup;
use crate::rules::{Game, Outcome, RuleSet, judge};

/// Positions to start games from.
pub struct Book {
    openings: Vec<Setup>,
    /// Indices in playing order.
    order: Vec<u32>,
}

impl Book {
    /// Reads a file of one FEN a line; `#` begins a comment, and operations
    /// after the FEN (EPD) are passed over.
    ///
    /// # Errors
    /// When the file cannot be read, or a line holds no position in which the
    /// game goes on.
    pub fn read(path: &Path) -> Result<Book> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the openings {}", path.display()))?;
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let setup =
                parse_opening(line).with_context(|| format!("{} line {number}", path.display()))?;
            openings.push(setup);
        }
        ensure!(!openings.is_empty(), "{}: there are no openings in it", path.display());
        Ok(Book::new(openings))
    }

    /// A book of one: the start position.
    pub fn start_position() -> Book {
        Book::new(vec![Setup::start()])
    }

    fn new(openings: Vec<Setup>) -> Book {
        let order = (0..openings.len() as u32).collect();
        Book { openings, order }
    }

    /// Shuffles the order by a seed: equal seeds, equal orders.
    pub fn shuffle(&mut self, seed: u64) {
        let mut state = seed;
        for i in (1..self.order.len()).rev() {
            // The bias of a remainder is below 2^-40 for any book that fits in memory.
            let j = (split_mix(&mut state) % (i as u64 + 1)) as usize;
            self.order.swap(i, j);
        }
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// The opening of a round, counted from 0; the book begins again at its end.
    pub fn opening(&self, round: u64) -> &Setup {
        let turn = (round % self.order.len() as u64) as usize;
        &self.openings[self.order[turn] as usize]
    }

    /// A number that differs between books, whatever their order.
    pub fn checksum(&self) -> u64 {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.openings.iter().flat_map(|setup| setup.to_string().into_bytes()) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        sum
    }
}

fn parse_opening(line: &str) -> Result<Setup> {
    let fen = line.split(';').next().unwrap_or_default();
    let (setup, _) = Setup::from_words(fen.split_ascii_whitespace())?;
    let game = Game::new(&setup)?;
    if judge(&game, &RuleSet::default()).outcome != Outcome::Ongoing {
        bail!("the game is over in this position");
    }
    Ok(setup)
}

/// The next number of the splitmix64 generator.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut state = 1_234_567;
        assert_eq!(split_mix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut state), 3_203_168_211_198_807_973);
    }

    #[test]
    fn orders_are_permutations_that_follow_the_seed() {
        let order = |seed| {
            let mut book = Book::new(vec![Setup::start(); 100]);
            book.shuffle(seed);
            book.order
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut sorted = order(3);
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..100));
    }

    #[test]
    fn lines() {
        assert!(parse_opening("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - hmvc 8; id \"x\";").is_ok());
        assert!(parse_opening("3k5/4P4/9/9/9/9/9/9/9/4K1R2 b - - 0 1").is_err());
        assert!(parse_opening("e4 e5").is_err());
    }
}
