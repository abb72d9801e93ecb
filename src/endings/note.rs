//! Notes: what a value of one byte cannot say of a position in which both sides attack.

use crate::endings::Ending;

/// The rank of a win by the rules counts free moves of the loser's in units of this, and checks
/// before the winner's next quiet move singly.
pub const CHECKS_OF_RANK: u32 = 32;
/// Bits of a rank or a patience.
const NUMBER_BITS: u32 = 12;
/// The largest number that a note holds.
const MAX: u16 = (1 << NUMBER_BITS) - 1;

/// More about a position than that it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A win or loss that exists only because a side may not check for ever:
    /// [`Ending::RuleWin`] or [`Ending::RuleLoss`].
    Rule(Ending),
    /// A draw.
    Draw {
        /// Whether it is a draw for certain only where chases are free.
        is_bounded: bool,
        /// [`Endings::patience`](crate::endings::Endings::patience).
        patience: u16,
    },
}

impl Note {
    /// The note as two bytes; `None` when its number is too large.
    pub fn to_bits(self) -> Option<u16> {
        let (kind, number) = match self {
            Note::Rule(Ending::RuleWin(rank)) => (1, u16::try_from(rank).ok()?),
            Note::Rule(Ending::RuleLoss(rank)) => (2, u16::try_from(rank).ok()?),
            Note::Rule(_) => return None,
            Note::Draw { is_bounded: false, patience } => (3, patience),
            Note::Draw { is_bounded: true, patience } => (4, patience),
        };
        (number <= MAX).then_some(kind << NUMBER_BITS | number)
    }

    /// The note of two bytes; `None` when they are none.
    pub fn from_bits(bits: u16) -> Option<Note> {
        let number = bits & MAX;
        Some(match bits >> NUMBER_BITS {
            1 => Note::Rule(Ending::RuleWin(number.into())),
            2 => Note::Rule(Ending::RuleLoss(number.into())),
            kind @ (3 | 4) => Note::Draw { is_bounded: kind == 4, patience: number },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_read_back_and_have_limits() {
        for number in [0, 1, 77, MAX] {
            for note in [
                Note::Rule(Ending::RuleWin(number.into())),
                Note::Rule(Ending::RuleLoss(number.into())),
                Note::Draw { is_bounded: false, patience: number },
                Note::Draw { is_bounded: true, patience: number },
            ] {
                assert_eq!(note.to_bits().and_then(Note::from_bits), Some(note));
            }
        }
        assert_eq!(Note::Rule(Ending::RuleWin(u32::from(MAX) + 1)).to_bits(), None);
        assert_eq!(Note::Rule(Ending::Win(3)).to_bits(), None);
        for bits in [0, 7, 5 << NUMBER_BITS, u16::MAX] {
            assert_eq!(Note::from_bits(bits), None);
        }
    }
}
