//! Moves as two points.

use crate::types::{Move, Square};

/// How the ranks of a move are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankBase {
    /// 0 to 9, as most xiangqi programs do.
    #[default]
    Zero,
    /// 1 to 10, as programs of chess descent do.
    One,
}

impl RankBase {
    /// The other way of counting.
    pub fn other(self) -> RankBase {
        match self {
            RankBase::Zero => RankBase::One,
            RankBase::One => RankBase::Zero,
        }
    }

    /// Reads a move such as `h2e2` or `h10g8`, letters in either case.
    pub fn parse(self, text: &str) -> Option<Move> {
        let mut bytes = text.bytes().peekable();
        let mut point = || {
            let file = i32::from(bytes.next()?.to_ascii_lowercase()) - i32::from(b'a');
            let mut rank = i32::from(bytes.next_if(u8::is_ascii_digit)? - b'0');
            if let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                rank = rank * 10 + i32::from(digit - b'0');
            }
            Square::try_new(file, rank - (self == RankBase::One) as i32)
        };
        let (from, to) = (point()?, point()?);
        bytes.next().is_none().then(|| Move::new(from, to))
    }

    /// The move as text.
    pub fn format(self, mv: Move) -> String {
        let base = (self == RankBase::One) as usize;
        let point = |sq: Square| (char::from(b'a' + sq.file() as u8), sq.rank() + base);
        let ((f1, r1), (f2, r2)) = (point(mv.from()), point(mv.to()));
        format!("{f1}{r1}{f2}{r2}")
    }
}

/// `H2-E2`.
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting_ranks_are_read() {
        let mv = "h2e2".parse().ok();
        assert_eq!(RankBase::Zero.parse("h2e2"), mv);
        assert_eq!(RankBase::Zero.parse("H2E2"), mv);
        assert_eq!(RankBase::One.parse("h3e3"), mv);
        assert_eq!(RankBase::One.parse("b3b10"), "b2b9".parse().ok());
        assert_eq!(RankBase::One.parse("a10b10"), "a9b9".parse().ok());
        for bad in ["", "h2", "h2e", "h2e10", "h2e2x", "z2e2", "hhee", "h2e22", "é2e2", "h2e222"] {
            assert_eq!(RankBase::Zero.parse(bad), None, "{bad}");
        }
        assert_eq!(RankBase::One.parse("h0e2"), None);
        assert_eq!(RankBase::One.parse("h11e2"), None);
    }

    #[test]
    fn moves_round_trip_in_both_ways() {
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                for base in [RankBase::Zero, RankBase::One] {
                    assert_eq!(base.parse(&base.format(mv)), Some(mv));
                }
            }
        }
        assert_eq!("h9g7".parse().map(|mv| RankBase::One.format(mv)).as_deref(), Ok("h10g8"));
    }
}
