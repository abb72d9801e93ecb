//! A move of a game: the phase that it belongs to, and what it cost.

use serde::Serialize;

use crate::review::grade::{Grade, grade_of};
use chuhe::board::Board;
use chuhe::types::{PieceType, Square};

/// Beyond this number of centipawns a score is as good as won: more is no loss.
pub const LARGEST: i32 = 1000;

/// Plies of a game that belong to its opening, unless it is an endgame before.
const OPENING_PLIES: usize = 20;

/// Rooks, knights and cannons of both sides with which a game is an endgame, at most.
const ENDGAME_PIECES: usize = 5;

/// A part of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The first ten moves of each side.
    #[default]
    Opening,
    /// Between the two.
    Middlegame,
    /// At most five rooks, knights and cannons are left.
    Endgame,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The phase of a position, `ply` plies after the start of its game.
    pub fn of(board: &Board, ply: usize) -> Phase {
        let attackers = [PieceType::Rook, PieceType::Knight, PieceType::Cannon];
        let pieces = Square::all().filter_map(|sq| board.piece_at(sq));
        match pieces.filter(|piece| attackers.contains(&piece.kind())).count() {
            0..=ENDGAME_PIECES => Phase::Endgame,
            _ if ply < OPENING_PLIES => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }
}

/// A move of a game and what it cost.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// As coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same for people.
    pub text: String,
    /// Whose it is.
    pub red: bool,
    /// The part of the game that it belongs to.
    pub phase: Phase,
    /// What it lost in centipawns; scores beyond 1000 and mates count as 1000.
    pub loss_cp: i32,
    /// What it lost in percent of win chance.
    pub loss_chance: f64,
    /// What to call it, if it lost enough.
    pub grade: Option<Grade>,
    /// Whether it would have a grade if the searches had been deep enough to say so.
    pub too_shallow: bool,
}

impl Played {
    /// The move has lost `half_points` for certain, whatever the searches say.
    pub fn lost(&mut self, half_points: i32) {
        self.loss_cp = half_points * LARGEST;
        self.loss_chance = 50.0 * f64::from(half_points);
        self.grade = grade_of(self.loss_chance);
        self.too_shallow = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Setup;

    #[test]
    fn phases_follow_plies_and_pieces() {
        let start = Board::start();
        assert_eq!(Phase::of(&start, 19), Phase::Opening);
        assert_eq!(Phase::of(&start, 20), Phase::Middlegame);
        let end: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w".parse().unwrap();
        assert_eq!(Phase::of(&end.to_board().unwrap(), 0), Phase::Endgame);
    }
}
