//! Moves as foreign engines write them: ranks from 0 or from 1.

use std::fmt;
use std::str::FromStr;

use crate::types::{Move, Square};

/// The number that an engine gives to Red's back rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// Ranks 0 to 9: UCCI, Cyclone, CECP, and UCI as most xiangqi engines speak it.
    Zero,
    /// Ranks 1 to 10: UCI as Fairy-Stockfish speaks it.
    One,
}

/// The text names no rank base: expected `0` or `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanksError;

impl fmt::Display for RanksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 0 (ranks 0-9) or 1 (ranks 1-10)")
    }
}

impl std::error::Error for RanksError {}

impl FromStr for Ranks {
    type Err = RanksError;

    fn from_str(text: &str) -> Result<Ranks, RanksError> {
        match text {
            "0" => Ok(Ranks::Zero),
            "1" => Ok(Ranks::One),
            _ => Err(RanksError),
        }
    }
}

impl Ranks {
    /// The other way to count.
    pub const fn other(self) -> Ranks {
        match self {
            Ranks::Zero => Ranks::One,
            Ranks::One => Ranks::Zero,
        }
    }

    /// The move as text in this way of counting.
    pub fn format(self, mv: Move) -> String {
        let base = self.base();
        let point = |sq: Square| (char::from(b'a' + sq.file() as u8), sq.rank() + base);
        let ((f1, r1), (f2, r2)) = (point(mv.from()), point(mv.to()));
        format!("{f1}{r1}{f2}{r2}")
    }

    /// The move that a text names, letters in either case; `None` when it names
    /// none. Says nothing about legality.
    pub fn parse(self, text: &str) -> Option<Move> {
        let (from, rest) = self.parse_point(text.as_bytes())?;
        let (to, rest) = self.parse_point(rest)?;
        rest.is_empty().then(|| Move::new(from, to))
    }

    fn parse_point(self, text: &[u8]) -> Option<(Square, &[u8])> {
        let (&file, rest) = text.split_first()?;
        let digits = rest.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let (number, rest) = rest.split_at_checked(digits)?;
        let rank: i32 = std::str::from_utf8(number).ok()?.parse().ok()?;
        let file = i32::from(file.to_ascii_lowercase()) - i32::from(b'a');
        Some((Square::try_new(file, rank - self.base() as i32)?, rest))
    }

    const fn base(self) -> usize {
        match self {
            Ranks::Zero => 0,
            Ranks::One => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bases_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                for ranks in [Ranks::Zero, Ranks::One] {
                    assert_eq!(ranks.parse(&ranks.format(mv)), Some(mv));
                }
            }
        }
    }

    #[test]
    fn the_same_move_in_both_bases() {
        let cannon = Ranks::Zero.parse("h2e2");
        assert!(cannon.is_some());
        assert_eq!(Ranks::One.parse("h3e3"), cannon);
        assert_eq!(Ranks::One.parse("H10G8"), Ranks::Zero.parse("h9g7"));
        for bad in ["", "h2", "h2e", "h10g7", "j0a0", "h2e2x", "(none)", "0000", "é2e2"] {
            assert_eq!(Ranks::Zero.parse(bad), None, "{bad}");
        }
        assert_eq!(Ranks::One.parse("a0a1"), None);
        assert_eq!(Ranks::One.parse("a11a1"), None);
    }
}
