//! Replays stored games and checks that moves and results are those of the rules.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::board::NullObserver;
use crate::games::result_word;
use crate::rules::{Outcome, RuleSet, judge};
use crate::types::Color;

use super::record::{Ending, OpeningKind, StoredGame};
use super::shard::{ShardGames, read_bytes};

/// Statistics of files of games.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: u64,
    positions: u64,
    bytes: u64,
    draws: u64,
    red_wins: u64,
    kinds: [u64; 3],
    endings: [u64; 4],
    in_check: u64,
    captures: u64,
}

impl Summary {
    /// Replays a file and adds it.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or has an illegal move or a wrong result.
    pub fn add_file(&mut self, path: &Path, rules: &RuleSet) -> Result<()> {
        let bytes = read_bytes(path)?;
        self.bytes += bytes.len() as u64;
        let (_, games) = ShardGames::open(&bytes).with_context(|| path.display().to_string())?;
        for (number, game) in games.enumerate() {
            game.and_then(|game| self.add_game(&game, rules))
                .with_context(|| format!("{}: game {number}", path.display()))?;
        }
        Ok(())
    }

    /// Replays a game and adds it.
    ///
    /// # Errors
    /// When a move is not legal, the rules ended the game earlier or otherwise,
    /// or an adjudicated game was over by the rules.
    pub fn add_game(&mut self, stored: &StoredGame, rules: &RuleSet) -> Result<()> {
        let mut game = stored.opened()?;
        for (number, ply) in stored.moves.iter().enumerate() {
            let verdict = judge(&game, rules);
            ensure!(
                verdict.outcome == Outcome::Ongoing,
                "the game was over before move {number}: {}",
                verdict.reason.name()
            );
            let board = game.board();
            ensure!(board.is_legal(ply.mv), "illegal move {} in {}", ply.mv, game.fen());
            self.in_check += u64::from(board.in_check());
            self.captures += u64::from(board.piece_at(ply.mv.to()).is_some());
            game.push(ply.mv, &mut NullObserver);
        }
        let verdict = judge(&game, rules);
        if stored.ending == Ending::Rule {
            ensure!(
                verdict.outcome == stored.outcome,
                "the result is {}, the rules say {} ({})",
                result_word(stored.outcome),
                result_word(verdict.outcome),
                verdict.reason.name()
            );
        } else {
            let is_draw = stored.outcome == Outcome::Draw;
            ensure!(
                is_draw != (stored.ending == Ending::WinAdjudication),
                "{} contradicts the result {}",
                stored.ending.name(),
                result_word(stored.outcome)
            );
        }
        self.games += 1;
        self.positions += stored.moves.len() as u64;
        self.draws += u64::from(stored.outcome == Outcome::Draw);
        self.red_wins += u64::from(stored.outcome == Outcome::Win(Color::Red));
        self.kinds[stored.kind as usize] += 1;
        self.endings[stored.ending as usize] += 1;
        Ok(())
    }

    /// Number of games replayed.
    pub fn games(&self) -> u64 {
        self.games
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |n: u64, of: u64| 100.0 * n as f64 / of.max(1) as f64;
        let Summary { games, positions, bytes, .. } = *self;
        let per_position = bytes as f64 / positions.max(1) as f64;
        writeln!(f, "games {games}, positions {positions}, {per_position:.3} bytes a position")?;
        writeln!(
            f,
            "red wins {:.1} %, draws {:.1} %, black wins {:.1} %",
            share(self.red_wins, games),
            share(self.draws, games),
            share(games - self.red_wins - self.draws, games)
        )?;
        let kinds = [OpeningKind::Random, OpeningKind::Guided, OpeningKind::Restart];
        for kind in kinds {
            write!(f, "{} {:.1} %  ", kind.name(), share(self.kinds[kind as usize], games))?;
        }
        writeln!(f)?;
        let endings =
            [Ending::Rule, Ending::WinAdjudication, Ending::DrawAdjudication, Ending::PlyCap];
        for ending in endings {
            write!(f, "{} {:.1} %  ", ending.name(), share(self.endings[ending as usize], games))?;
        }
        writeln!(f)?;
        writeln!(
            f,
            "in check {:.1} %, captures {:.1} %",
            share(self.in_check, positions),
            share(self.captures, positions)
        )
    }
}
