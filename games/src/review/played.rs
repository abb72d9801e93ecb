//! A move of a game: the phase that it belongs to, and what it cost.

use serde::Serialize;

use crate::review::class::Class;
use crate::review::clock::Spent;
use crate::review::grade::Grade;
use crate::review::kind::Kind;
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
    /// How bad it is, if it lost enough.
    pub grade: Option<Grade>,
    /// What to call it; `None` where it is not judged.
    pub class: Option<Class>,
    /// What went wrong with a mistake or blunder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// The time that it took, where the file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Spent>,
    /// Whether it counts for the estimate of a level: the game was open, and there was a choice.
    pub counts: bool,
    /// Whether it would have a grade if the searches had been deep enough to say so.
    pub too_shallow: bool,
}

impl Played {
    /// How well it was chosen, 0 to 100.
    pub fn accuracy(&self) -> f64 {
        accuracy(self.loss_chance)
    }
}

/// How well a move was chosen, 0 to 100, by what it lost in percent of win chance. The
/// formula is that of Lichess, so that the numbers mean what people are used to.
fn accuracy(loss_chance: f64) -> f64 {
    (103.1668 * (-0.04354 * loss_chance).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::grade::rounded;
    use chuhe::board::Setup;

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!((rounded(accuracy(0.0)), accuracy(100.0)), (100.0, 0.0));
        assert!((60.0..65.0).contains(&accuracy(10.0)), "{}", accuracy(10.0));
    }

    #[test]
    fn phases_follow_plies_and_pieces() {
        let start = Board::start();
        assert_eq!(Phase::of(&start, 19), Phase::Opening);
        assert_eq!(Phase::of(&start, 20), Phase::Middlegame);
        let end: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w".parse().unwrap();
        assert_eq!(Phase::of(&end.to_board().unwrap(), 0), Phase::Endgame);
    }
}
