//! A game as it is stored: every move, and the score of every move that was
//! searched.

use anyhow::{Result, ensure};

use chuhe::board::Setup;
use chuhe::rules::{Game, Outcome};
use chuhe::types::{Color, Move};

/// How the opening of a game was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningKind {
    /// Random moves from the start position.
    Random,
    /// A few random moves, and later sometimes one of the four best moves.
    Guided,
    /// Random moves from a position of an earlier game.
    Restart,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules ended it.
    Rule,
    /// Adjudicated as won: for several plies both sides scored it as won.
    WinAdjudication,
    /// Adjudicated as drawn: for many plies both sides scored it as level.
    DrawAdjudication,
    /// It reached the maximal length.
    PlyCap,
}

impl OpeningKind {
    /// All kinds.
    pub const ALL: [OpeningKind; 3] =
        [OpeningKind::Random, OpeningKind::Guided, OpeningKind::Restart];

    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningKind::Random => "random",
            OpeningKind::Guided => "guided",
            OpeningKind::Restart => "restart",
        }
    }
}

impl Ending {
    /// The ending in words.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rule => "by rule",
            Ending::WinAdjudication => "adjudicated as won",
            Ending::DrawAdjudication => "adjudicated as drawn",
            Ending::PlyCap => "too long",
        }
    }
}

/// A move that was searched, and the score of the last finished iteration for
/// the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move played.
    pub mv: Move,
    /// Units of the evaluation, mates as in [`chuhe::types::Score`].
    pub score: i16,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// How it was opened.
    pub kind: OpeningKind,
    /// Where it began.
    pub start: Setup,
    /// The moves that were not searched.
    pub opening: Vec<Move>,
    /// The moves that were.
    pub moves: Vec<ScoredMove>,
    /// Who won; never [`Outcome::Ongoing`].
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
}

impl StoredGame {
    /// The game before the first searched move.
    ///
    /// # Errors
    /// When the start or a move of the opening is not legal.
    pub fn opened(&self) -> Result<Game> {
        let mut game = Game::new(&self.start)?;
        for &mv in &self.opening {
            ensure!(game.board().is_legal(mv), "illegal opening move {mv}");
            let _ = game.play(mv);
        }
        Ok(game)
    }

    /// The result for a side: 0 lost, 1 drawn, 2 won.
    pub fn result_for(&self, side: Color) -> u8 {
        match self.outcome {
            Outcome::Win(color) if color == side => 2,
            Outcome::Win(_) => 0,
            _ => 1,
        }
    }
}
