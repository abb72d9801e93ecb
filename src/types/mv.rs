//! Moves: origin and destination. Xiangqi has no promotions or other special moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::types::Square;

/// A move: seven bits of origin, seven bits of destination, plus one so that
/// `Option<Move>` is two bytes. Knows nothing of the board it is made on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// A list of moves. No legal position is known to have more than 128 (Pikafish
/// uses the same bound), so it does not allocate.
pub type MoveList = SmallVec<[Move; 128]>;

impl Move {
    /// The move between two points.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        match NonZeroU16::new(((from.index() as u16) << 7 | to.index() as u16) + 1) {
            Some(code) => Move(code),
            None => unreachable!(),
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() - 1) as usize >> 7)
    }

    /// Where the piece goes to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() - 1) as usize & 127)
    }

    /// Sixteen bits that [`Move::from_bits`] turns back into the move.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of such bits; `None` for zero and for bits that name no squares.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(code) => {
                let raw = bits - 1;
                if (raw >> 7) < 90 && (raw & 127) < 90 { Some(Move(code)) } else { None }
            }
            None => None,
        }
    }

    /// The move with both points seen from the other side.
    pub const fn flip(self) -> Move {
        Move::new(self.from().flip(), self.to().flip())
    }

    /// The move reflected in the central file.
    pub const fn mirror(self) -> Move {
        Move::new(self.from().mirror(), self.to().mirror())
    }
}

/// `h2e2`: both points with ranks from 0.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move: expected two points such as `h2e2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError;

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two points such as h2e2")
    }
}

impl std::error::Error for MoveError {}

/// Reads `h2e2` with ranks counted from 0, letters in either case.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let (from, to) = text.split_at_checked(2).ok_or(MoveError)?;
        let square = |text: &str| text.parse().map_err(|_| MoveError);
        Ok(Move::new(square(from)?, square(to)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_round_trips() {
        for from in Square::all() {
            for to in Square::all() {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
        assert_eq!("H2E2".parse::<Move>().map(|m| m.to_string()), Ok("h2e2".into()));
        for bad in ["", "h2", "h2e", "h2e22", "j2e2", "h2e:", "é2e2"] {
            assert_eq!(bad.parse::<Move>(), Err(MoveError), "{bad}");
        }
    }
}
