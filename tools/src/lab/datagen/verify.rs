//! Replays stored games and checks that moves and results are those of the rules.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use chuhe::board::Key;
use chuhe::rules::{Outcome, RuleSet, judge};
use chuhe::types::Color;
use chuhe_games::result_word;

use super::record::{Ending, OpeningKind, StoredGame};
use super::shard::{ShardGames, read_bytes};

/// Statistics of files of games.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    bytes: u64,
    kinds: [KindSummary; OpeningKind::ALL.len()],
    /// The first positions that were searched.
    openings: HashSet<Key>,
    endings: [u64; 4],
    in_check: u64,
    captures: u64,
}

/// Statistics of the games with one kind of opening.
#[derive(Clone, Copy, Debug, Default)]
struct KindSummary {
    games: u64,
    positions: u64,
    draws: u64,
    red_wins: u64,
    /// Sum of the sizes of the first scores, in units of the evaluation.
    first_scores: u64,
}

impl KindSummary {
    fn add(&mut self, stored: &StoredGame) {
        self.games += 1;
        self.positions += stored.moves.len() as u64;
        self.draws += u64::from(stored.outcome == Outcome::Draw);
        self.red_wins += u64::from(stored.outcome == Outcome::Win(Color::Red));
        let first = stored.moves.first().map_or(0, |first| first.score.unsigned_abs());
        self.first_scores += u64::from(first);
    }

    fn plus(self, other: &KindSummary) -> KindSummary {
        KindSummary {
            games: self.games + other.games,
            positions: self.positions + other.positions,
            draws: self.draws + other.draws,
            red_wins: self.red_wins + other.red_wins,
            first_scores: self.first_scores + other.first_scores,
        }
    }

    /// A row of the table of openings.
    fn write(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KindSummary { games, positions, draws, red_wins, first_scores } = *self;
        let percent = |n: u64| share(n, games);
        writeln!(
            f,
            "{name:<8}{games:>9}{positions:>11}{:>9.1} %{:>7.1} %{:>10.1} %{:>13}",
            percent(red_wins),
            percent(draws),
            percent(games - red_wins - draws),
            first_scores / games.max(1)
        )
    }
}

/// Per cent.
fn share(n: u64, of: u64) -> f64 {
    100.0 * n as f64 / of.max(1) as f64
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
        let opening = game.board().key();
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
            let _ = game.play(ply.mv);
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
        self.openings.insert(opening);
        self.kinds[stored.kind as usize].add(stored);
        self.endings[stored.ending as usize] += 1;
        Ok(())
    }

    /// Number of games replayed.
    pub fn games(&self) -> u64 {
        self.all().games
    }

    fn all(&self) -> KindSummary {
        self.kinds.iter().fold(KindSummary::default(), KindSummary::plus)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all();
        let KindSummary { games, positions, .. } = all;
        let per_position = self.bytes as f64 / positions.max(1) as f64;
        writeln!(f, "games {games}, positions {positions}, {per_position:.3} bytes a position")?;
        writeln!(f, "opening     games  positions    Red won    drawn   Black won  first score")?;
        for kind in OpeningKind::ALL {
            self.kinds[kind as usize].write(kind.name(), f)?;
        }
        all.write("all", f)?;
        writeln!(f, "{} different first positions", self.openings.len())?;
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
