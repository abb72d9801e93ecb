//! The positions that the tuner fits to, stored as features.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};

use crate::board::Setup;
use crate::eval::{Features, features};
use crate::tools::tune::selfplay::Position;

/// Positions of games, taken apart into features. All features lie in one
/// list, because millions of small ones would not fit.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<(u16, i16)>,
    heads: Vec<Head>,
    games: u32,
}

/// What is known of a position besides its features.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Where its features end in the list.
    end: usize,
    game: u32,
    score: i16,
    /// Twice the result: 0, 1, 2.
    result: u8,
    phase: u8,
    scales: [u8; 2],
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Index and count of each weight used.
    pub features: &'a [(u16, i16)],
    /// See [`Features::phase`].
    pub phase: u8,
    /// See [`Features::scales`].
    pub scales: [u8; 2],
    /// Number of its game.
    pub game: u32,
    /// Score of the search for the side to move.
    pub score: f64,
    /// What the side to move got: 1, 0.5 or 0.
    pub result: f64,
}

impl Samples {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The position of this number.
    pub fn get(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let start = if index == 0 { 0 } else { self.heads[index - 1].end };
        Sample {
            features: &self.features[start..head.end],
            phase: head.phase,
            scales: head.scales,
            game: head.game,
            score: f64::from(head.score),
            result: f64::from(head.result) / 2.0,
        }
    }

    /// Adds the positions of one game. Positions that the rules do not accept
    /// are left out.
    pub fn add_game(&mut self, positions: &[Position]) {
        self.games += 1;
        for position in positions {
            self.add(position);
        }
    }

    fn add(&mut self, position: &Position) {
        let Ok(board) = position.setup.to_board() else { return };
        let Features { counts, phase, scales } = features(&board);
        self.features.extend(counts);
        self.heads.push(Head {
            end: self.features.len(),
            game: self.games - 1,
            score: position.score as i16,
            result: (position.result * 2.0) as u8,
            phase: phase as u8,
            scales: scales.map(|scale| scale as u8),
        });
    }

    /// Reads what `tune-eval --save` has written: `fen;score;result`, a line
    /// that begins with `#` before each game.
    ///
    /// # Errors
    /// When the file cannot be read or a line is something else.
    pub fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        for (number, line) in BufReader::new(File::open(path)?).lines().enumerate() {
            let line = line?;
            if line.starts_with('#') {
                self.games += 1;
                continue;
            }
            let position = parse(&line).with_context(|| format!("line {}", number + 1))?;
            ensure!(self.games > 0, "expected a line '# game' before the first position");
            self.add(&position);
        }
        Ok(())
    }
}

/// Reads a line `fen;score;result`.
fn parse(line: &str) -> anyhow::Result<Position> {
    let [fen, score, result] = line.split(';').collect::<Vec<_>>()[..] else {
        bail!("expected 'fen;score;result', found '{line}'");
    };
    let setup: Setup = fen.parse()?;
    setup.to_board()?;
    let score: i16 = score.parse().map_err(|_| anyhow!("expected a score, found '{score}'"))?;
    let result = match result {
        "1" => 1.0,
        "0.5" => 0.5,
        "0" => 0.0,
        other => bail!("expected a result of 1, 0.5 or 0, found '{other}'"),
    };
    Ok(Position { setup, score: i32::from(score), result })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_line_of_text() {
        let position = Position { setup: Setup::start(), score: -37, result: 0.5 };
        assert_eq!(parse(&position.to_string()).unwrap(), position);
        for bad in ["", "x;1;1", "4k4/9/9/9/9/9/9/9/9/3K5 w;1;1;1", "4k4/9/9/9/9/9/9/9/9/3K5 w;1;2"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
