//! A puzzle: a position in which one move alone keeps what there is to keep, and the line
//! that shows it.

use serde::{Deserialize, Serialize};

use chuhe::board::Setup;
use chuhe::rules::Game;
use chuhe::types::{Color, Move, Square};
pub use chuhe_games::names::Goal;

/// What says that the solution is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Proved: every other move of the solver, at each of the solver's moves, is refuted
    /// within the moves that are left.
    Prover,
    /// Known exactly from a table of solved endings.
    Table,
    /// Searches of growing depth agree.
    Search,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Made of the position: the same puzzle has the same one everywhere.
    pub id: String,
    /// The position, without what came before it.
    pub fen: String,
    /// What is to be reached.
    pub goal: Goal,
    /// Why the solution is the only one.
    pub ground: Ground,
    /// Moves to mate, for mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// The line as coordinates, from a move of the solver to one of the solver.
    pub moves: Vec<String>,
    /// Percent of the points that the side to move may expect after the solution and after
    /// the best other move; none where nothing was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<[f64; 2]>,
    /// How many of the levels 0 to 19 do not find the solution, in parts where only some of
    /// their tries do: 0 when all of them always find it.
    pub level: f64,
    /// The same on the scale of the levels.
    pub elo: i64,
    /// Keys of the patterns and tactics that the line shows.
    pub names: Vec<String>,
    /// File, line and column of the game.
    pub source: String,
    /// Plies of the game before the position.
    pub ply: usize,
    /// What the game went on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Red's and Black's name, the event and the date, empty where the file has none.
    pub red: String,
    pub black: String,
    pub event: String,
    pub date: String,
}

impl Puzzle {
    /// The position and the moves of the line; `None` when they are not what this program
    /// writes.
    pub fn line(&self) -> Option<(Game, Vec<Move>)> {
        let game = Game::new(&self.fen.parse().ok()?).ok()?;
        let moves = self.moves.iter().map(|mv| mv.parse().ok()).collect::<Option<Vec<Move>>>()?;
        let mut again = game.clone();
        moves.iter().try_for_each(|&mv| again.play(mv)).ok()?;
        Some((game, moves))
    }
}

/// A position alone: puzzles have no history.
pub fn alone(game: &Game) -> Option<Game> {
    Game::new(&Setup { quiet_plies: 0, move_number: 1, ..Setup::of(game.board()) }).ok()
}

/// What a position, its mirror image and both with the colours changed have alike.
pub fn likeness(game: &Game) -> u64 {
    let setup = Setup::of(game.board());
    let setup = if setup.side == Color::Red { setup } else { setup.flipped() };
    let key = |setup: &Setup| {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for (square, piece) in Square::all().zip(&setup.pieces) {
            let Some(piece) = piece else { continue };
            for byte in [square.index() as u8, piece.fen_char() as u8] {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        hash
    };
    key(&setup).min(key(&setup.mirrored()))
}
