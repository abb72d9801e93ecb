//! The puzzles of the games that are done, so that a run that was killed can go on.

use std::path::Path;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use crate::common::lang::Told;
use crate::common::lang::files::{DeskFault, FileFault, StateKind};
use crate::common::state_file::StateFile;

use super::puzzle::Puzzle;

/// What makes a run another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the engine.
    pub chuhe_puzzles: String,
    /// Nodes of the largest searches.
    pub nodes: u64,
    /// The rule set.
    pub rules: String,
    /// What judges positions.
    pub evaluation: String,
    /// The folder with tables of endings; empty for those in the program.
    pub endings: String,
    /// Checksum of all games.
    pub games: String,
}

/// The line of a game.
#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    puzzles: Vec<Puzzle>,
}

/// An open state file.
pub struct State(StateFile);

/// The puzzles of each game that is done.
pub type Known = Vec<Option<Vec<Puzzle>>>;

impl State {
    /// Opens or creates a file, and reads what is in it of `count` games.
    ///
    /// # Errors
    /// When another process has it open, or it belongs to another run, or holds what no run
    /// writes.
    pub fn open(path: &Path, header: &Header, count: usize) -> Result<(State, Known)> {
        let (file, lines) = StateFile::open(path, header, StateKind::Puzzles)?;
        let mut known: Known = vec![None; count];
        for (index, Line { game, puzzles }) in lines.into_iter().enumerate() {
            let is_sound = puzzles.iter().all(|puzzle| {
                puzzle.line().is_some_and(|(_, moves)| !moves.is_empty() && moves.len() % 2 == 1)
            });
            let Some(slot) = known.get_mut(game).filter(|_| is_sound) else {
                let line = Told::caused(FileFault::Line { n: index + 2 }, DeskFault::NotAPuzzle);
                bail!(Told::caused(path.display().to_string(), line));
            };
            *slot = Some(puzzles);
        }
        Ok((State(file), known))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: usize, puzzles: &[Puzzle]) -> Result<()> {
        self.0.add(&Line { game, puzzles: puzzles.to_vec() })
    }
}
