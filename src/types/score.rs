//! Scores, depths and bounds.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Remaining plies of a search.
pub type Depth = i32;
/// Distance from the root in plies.
pub type Ply = usize;

/// No line of a search is longer than this.
pub const MAX_PLY: Ply = 128;

/// The value of a position for the side to move, in internal units. The largest and
/// smallest values are forced mates, and say how many plies away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A level position, and every draw.
    pub const ZERO: Score = Score(0);
    /// Mate on the board for the side to move: no score is larger.
    pub const MATE: Score = Score(32_000);
    /// Larger than every score: an end of the full window.
    pub const INFINITE: Score = Score(32_001);
    /// The smallest score that means a forced mate.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32);
    /// The largest score that an evaluation may return.
    pub const MAX_EVAL: Score = Score(Self::MATE_BOUND.0 - 1);

    /// A score of this many internal units: at most those of [`Score::INFINITE`], either
    /// way. Builds with debug assertions check that; [`Score::from_units`] refuses what is
    /// larger, [`Score::eval`] clamps.
    #[inline]
    pub const fn new(units: i32) -> Score {
        debug_assert!(Score::from_units(units).is_some());
        Score(units)
    }

    /// The score of a file or of another program; `None` beyond [`Score::INFINITE`].
    pub const fn from_units(units: i32) -> Option<Score> {
        let is_score = units >= -Score::INFINITE.0 && units <= Score::INFINITE.0;
        if is_score { Some(Score(units)) } else { None }
    }

    /// The score of an evaluation: clamped below the mate scores.
    #[inline]
    pub fn eval(units: i32) -> Score {
        Score(units.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// The side to move mates at this distance from the root.
    #[inline]
    pub const fn mate_in(ply: Ply) -> Score {
        Score(Self::MATE.0 - ply as i32)
    }

    /// The side to move is mated at this distance from the root.
    #[inline]
    pub const fn mated_in(ply: Ply) -> Score {
        Score(ply as i32 - Self::MATE.0)
    }

    /// The internal units.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Whether the score is a forced mate for either side.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::MATE_BOUND.0 || self.0 <= -Self::MATE_BOUND.0
    }

    /// Whether the side to move wins by force.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MATE_BOUND.0
    }

    /// Whether the side to move loses by force.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MATE_BOUND.0
    }

    /// Plies to mate, positive when the side to move mates, `None` for an
    /// ordinary score.
    pub fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-(Self::MATE.0 + self.0))
        } else {
            None
        }
    }

    /// Moves to mate as protocols print them: `(plies + 1) / 2` when winning,
    /// `-(plies / 2)` when losing; `None` for an ordinary score.
    pub fn mate_moves(self) -> Option<i32> {
        self.mate_plies().map(|plies| if plies > 0 { (plies + 1) / 2 } else { plies / 2 })
    }

    /// The score as the table stores it: a mate counted from the node, not from
    /// the root.
    #[inline]
    pub fn to_table(self, ply: Ply) -> i16 {
        let units = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        units as i16
    }

    /// The inverse of [`Score::to_table`]. A stored mate too far away for this
    /// ply stays inside the range of mates.
    #[inline]
    pub fn from_table(stored: i16, ply: Ply) -> Score {
        let score = Score(i32::from(stored));
        if score.is_win() {
            Score((score.0 - ply as i32).max(Self::MATE_BOUND.0))
        } else if score.is_loss() {
            Score((score.0 + ply as i32).min(-Self::MATE_BOUND.0))
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

/// The margin between two scores.
impl Sub for Score {
    type Output = i32;
    #[inline]
    fn sub(self, rhs: Score) -> i32 {
        self.0 - rhs.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "#{plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// What a stored or reported score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this (every move failed low).
    Upper = 1,
    /// The true score is at least this (a move failed high).
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::new(500).mate_moves(), None);
        assert_eq!(Score::eval(1 << 20), Score::MAX_EVAL);
        assert!(!Score::MAX_EVAL.is_decisive() && (Score::MAX_EVAL + 1).is_win());
    }

    #[test]
    fn table_scores_move_with_the_node() {
        for ply in [0, 1, 7, 60] {
            for score in [Score::mate_in(ply + 4), Score::mated_in(ply + 5), Score::new(-77)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        let far = Score::mate_in(100).to_table(0);
        assert!(Score::from_table(far, 120).is_win());
    }
}
