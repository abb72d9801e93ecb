//! What a move of a person has done.

use crate::endings::Ending;
use crate::types::Move;

/// What a move of a person has done with the value of a position. All is seen from that person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessed {
    /// The value before the move.
    pub before: Ending,
    /// The value of the move: [`Ending::Win`] with the same number if it was the quickest.
    pub after: Ending,
    /// The legal moves that are the best by [`Ending::rank`], in the order of their coordinates.
    pub best: Vec<Move>,
}

impl Assessed {
    /// Whether a win is still won, and a draw at least drawn.
    pub fn is_kept(&self) -> bool {
        self.after.sign() >= self.before.sign()
    }

    /// Whether no move would have been better.
    pub fn is_best(&self) -> bool {
        self.after.rank() >= self.before.rank()
    }

    /// What there is to say: `still-won`, `slower`, `still-rule`, `slower-rule`, `chases`,
    /// `still-drawn`, `still-lost`, `still-lost-rule`, or where the value is lost with the move
    /// `now-drawn`, `now-lost`, `now-lost-rule`.
    pub fn word(&self) -> &'static str {
        let has_slipped = !self.is_kept();
        match self.after {
            Ending::Win(_) if self.is_best() => "still-won",
            Ending::Win(_) => "slower",
            Ending::RuleWin(_) if self.is_best() => "still-rule",
            Ending::RuleWin(_) => "slower-rule",
            Ending::DrawByChases => "chases",
            Ending::Draw if has_slipped => "now-drawn",
            Ending::Draw => "still-drawn",
            Ending::Loss(_) if has_slipped => "now-lost",
            Ending::Loss(_) => "still-lost",
            Ending::RuleLoss(_) if has_slipped => "now-lost-rule",
            Ending::RuleLoss(_) => "still-lost-rule",
        }
    }

    /// The moves of the winner that are left after the move, 0 where that has no number.
    pub fn left(&self) -> u32 {
        left_after(self.after)
    }

    /// The same after a best move.
    pub fn least(&self) -> u32 {
        left_after(self.before)
    }
}

/// The moves of the winner after a move of this value, seen by the side that has made it.
fn left_after(value: Ending) -> u32 {
    match value {
        Ending::Win(plies) => plies.div_ceil(2).saturating_sub(1),
        Ending::Loss(plies) => plies / 2,
        _ => 0,
    }
}

/// The moves of the winner to the end of a win or loss by force, that of the side to move
/// included.
pub fn moves_to_end(value: Ending) -> Option<u32> {
    value.plies().map(|plies| plies.div_ceil(2))
}
