//! Scores and grades as people read them.

use serde::Serialize;

use chuhe::board::Board;
use chuhe::engine::Outlook;
use chuhe::types::{Color, Score};

/// Losses in percent of win chance from which on a move has a name.
pub const GRADES: [(f64, Grade); 3] =
    [(20.0, Grade::Blunder), (10.0, Grade::Mistake), (5.0, Grade::Inaccuracy)];

/// How bad a bad move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It lost 5 % of win chance or more.
    Inaccuracy,
    /// It lost 10 % or more.
    Mistake,
    /// It lost 20 % or more.
    Blunder,
}

impl Grade {
    /// As it stands behind a move.
    pub fn mark(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// The numeric annotation glyph.
    pub fn nag(self) -> u8 {
        match self {
            Grade::Inaccuracy => 6,
            Grade::Mistake => 2,
            Grade::Blunder => 4,
        }
    }
}

/// What a loss of `loss_chance` percent of win chance is called; `None` when it is too small.
pub fn grade_of(loss_chance: f64) -> Option<Grade> {
    GRADES.iter().find(|(least, _)| loss_chance >= *least).map(|&(_, grade)| grade)
}

/// To a tenth.
pub fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A score for people, from Red's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Hundredths of an advantage that wins half of the games.
    Cp(i32),
    /// Moves to mate, negative when Black mates.
    Mate(i32),
}

impl Points {
    /// A score of the side to move.
    pub fn of(score: Score, board: &Board) -> Points {
        let sign = if board.side() == Color::Red { 1 } else { -1 };
        match score.mate_moves() {
            Some(moves) => Points::Mate(sign * moves),
            None => Points::Cp(sign * Outlook::new(score, board).centipawns),
        }
    }
}

/// `+0.35`, `-1.20`, `#3`, `#-2`.
impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Points::Cp(n) => f.pad(&format!("{:+.2}", f64::from(n) / 100.0)),
            Points::Mate(n) => f.pad(&format!("#{n}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_as_people_write_them() {
        let text = |points: Points| points.to_string();
        assert_eq!(
            [text(Points::Cp(35)), text(Points::Cp(-120)), text(Points::Cp(0))],
            ["+0.35", "-1.20", "+0.00"]
        );
        assert_eq!([text(Points::Mate(3)), text(Points::Mate(-2))], ["#3", "#-2"]);
    }
}
