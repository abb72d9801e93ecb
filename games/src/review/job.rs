//! The searches of an analysis.

use crate::review::others::{Ask, MOST_OTHERS};
use crate::review::subject::{Subject, number_of};
use chuhe::rules::Game;
use chuhe::search::Limits;
use chuhe::types::Move;

/// What is searched of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The position itself.
    Position,
    /// The one after a better move than was played.
    After(Move),
    /// The position without some of its moves.
    Without {
        /// Which of these searches.
        ask: Ask,
        /// The moves that are left out.
        banned: Vec<Move>,
    },
}

/// A search: of a position, of the one after a better move than was played there, or of the
/// other moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number of the position among those of all games.
    pub position: usize,
    /// What of it is searched.
    pub what: What,
}

/// How many times shorter a glance is than the other searches.
const GLANCE: u32 = 4;

/// Numbers of searches of a position: of itself, after the better move, the glance, and the
/// other moves.
pub const SLOTS: usize = 3 + MOST_OTHERS;

impl Job {
    /// The search of a position itself.
    pub fn of(position: usize) -> Job {
        Job { position, what: What::Position }
    }

    /// The game that is searched.
    pub fn game(&self, subjects: &[Subject]) -> Game {
        let subject = &subjects[number_of(subjects, self.position)];
        let mut game = subject.game.clone();
        for _ in self.position - subject.first..subject.game.ply() {
            game.undo();
        }
        if let What::After(mv) = self.what {
            let _ = game.play(mv);
        }
        game
    }

    /// The limits of this search, where those of a position are these.
    pub fn limits(&self, limits: &Limits) -> Limits {
        let limits = limits.clone();
        match &self.what {
            What::Position | What::After(_) => limits,
            What::Without { ask: Ask::Found(_), banned } => {
                Limits { ban_moves: banned.clone(), ..limits }
            }
            What::Without { ask: Ask::Glance, banned } => Limits {
                ban_moves: banned.clone(),
                nodes: limits.nodes.map(|nodes| (nodes / u64::from(GLANCE)).max(1)),
                move_time: limits.move_time.map(|time| time / GLANCE),
                depth: limits.depth.map(|depth| (depth - 2).max(1)),
                ..limits
            },
        }
    }

    /// Its number among the searches of the position.
    pub fn slot(&self) -> usize {
        match self.what {
            What::Position => 0,
            What::After(_) => 1,
            What::Without { ask: Ask::Glance, .. } => 2,
            What::Without { ask: Ask::Found(number), .. } => 3 + number,
        }
    }
}
