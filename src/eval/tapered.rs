//! Scores with a middlegame and an endgame half.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in one integer, so that one addition
/// moves both: the endgame half sits above the low sixteen bits and takes the
/// borrow of a negative middlegame half into account. Either half must stay
/// within `i16`; all weights of one position together stay far below.
///
/// Source: the packed scores of Stockfish, chessprogramming.org (Tapered Eval).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// Nothing in either half.
    pub const ZERO: Tapered = Tapered(0);

    /// The pair of a middlegame and an endgame value.
    pub const fn new(mg: i32, eg: i32) -> Tapered {
        Tapered((eg << 16) + mg)
    }

    /// The middlegame half.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half.
    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// Both halves added to those of another pair, in constants.
    pub const fn plus(self, rhs: Tapered) -> Tapered {
        Tapered(self.0 + rhs.0)
    }

    /// Both halves with their signs changed, in constants.
    pub const fn negated(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, rhs: Tapered) -> Tapered {
        Tapered(self.0 + rhs.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, rhs: Tapered) -> Tapered {
        Tapered(self.0 - rhs.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * times)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, rhs: Tapered) {
        self.0 += rhs.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, rhs: Tapered) {
        self.0 -= rhs.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        let values = [-12_000, -301, -1, 0, 1, 77, 12_000];
        for mg in values {
            for eg in values {
                let pair = Tapered::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                assert_eq!(-pair, Tapered::new(-mg, -eg));
                assert_eq!(pair + Tapered::new(5, -9), Tapered::new(mg + 5, eg - 9));
                assert_eq!(pair - Tapered::new(-5, 9), Tapered::new(mg + 5, eg - 9));
                assert_eq!(
                    Tapered::new(mg / 6, eg / 6) * -5,
                    Tapered::new(mg / 6 * -5, eg / 6 * -5)
                );
            }
        }
    }
}
