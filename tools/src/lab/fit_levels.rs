//! `chuhe fit-levels`: how moves tell of the level of who made them, from games of the levels.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::common::input;
use crate::common::say::print;
use chuhe_games::review::level::{Fit, LEAST_MOVES, Signal};
use chuhe_games::words::counted;

/// Fit the estimate of a player's level to games of the engine's levels
///
/// Reads what `chuhe analyze --json` has written of games whose players are called by their
/// level, L0 to L19; prints the constants of games/src/review/level.rs and how far
/// estimates are off, each by a fit to the other half of the games.
#[derive(clap::Args, Clone, Debug)]
pub struct FitArgs {
    /// Files of analyses
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Analysis {
    games: Vec<Analysed>,
}

#[derive(Deserialize)]
struct Analysed {
    tags: Vec<(String, String)>,
    positions: Vec<Position>,
    moves: Vec<Made>,
}

#[derive(Deserialize)]
struct Position {
    line: Vec<String>,
}

#[derive(Deserialize)]
struct Made {
    #[serde(rename = "move")]
    mv: String,
    red: bool,
    loss_chance: f64,
    counts: bool,
}

/// A level's moves in one game, or in several.
#[derive(Clone, Copy)]
struct Sample {
    level: f64,
    signal: Signal,
    /// The part of the games that it belongs to.
    fold: usize,
}

/// Parts of the games: each is estimated by a fit to the other.
const FOLDS: usize = 2;

/// Games of a level that are estimated together.
const GROUPS: [usize; 3] = [1, 3, 9];

impl Analysed {
    /// The level of a side, by its name.
    fn level(&self, is_red: bool) -> Option<f64> {
        let wanted: &[&str] = if is_red { &["Red", "White"] } else { &["Black"] };
        let tag = self.tags.iter().find(|(key, _)| wanted.contains(&key.as_str()))?;
        tag.1.strip_prefix('L')?.parse().ok()
    }

    fn signal(&self, is_red: bool) -> Signal {
        let mut signal = Signal::default();
        let moves = self.moves.iter().zip(&self.positions);
        for (made, position) in moves.filter(|(made, _)| made.red == is_red && made.counts) {
            signal.add(made.loss_chance, position.line.first() == Some(&made.mv));
        }
        signal
    }
}

/// Prints the fit.
///
/// # Errors
/// When a file cannot be read, or has too few games of levels.
pub fn run(args: &FitArgs) -> Result<()> {
    let (mut samples, mut games) = (Vec::new(), 0);
    for path in &args.files {
        let name = path.display();
        let text = input::read_text(path)?;
        let found: Analysis =
            serde_json::from_str(&text).with_context(|| format!("{name}: not an analysis"))?;
        for game in &found.games {
            for is_red in [true, false] {
                let Some(level) = game.level(is_red) else { continue };
                samples.push(Sample { level, signal: game.signal(is_red), fold: games % FOLDS });
            }
            games += 1;
        }
    }
    let all = grouped(&samples);
    let fitted = fit(&all).context("too few games of levels L0 to L19")?;
    let (games, sides) = (counted(games as u64, "game"), counted(samples.len() as u64, "side"));
    let mut text = format!("{fitted:#?}\n{games}, {sides}\n");
    let refused = samples.iter().filter(|sample| sample.signal.moves < LEAST_MOVES).count();
    let refused = counted(refused as u64, "side");
    let _ = writeln!(text, "{refused} with fewer than {LEAST_MOVES} moves that count");
    for (size, samples) in GROUPS.into_iter().zip(groups(&samples)) {
        let errors = held_out(&all, &samples);
        ensure!(!errors.is_empty(), "too few games of levels L0 to L19");
        let n = errors.len() as f64;
        let root = (errors.iter().map(|(error, _)| error * error).sum::<f64>() / n).sqrt();
        let mean = errors.iter().map(|(error, _)| error.abs()).sum::<f64>() / n;
        let bias = errors.iter().map(|(error, _)| error).sum::<f64>() / n;
        let inside = errors.iter().filter(|(error, own)| error.abs() <= 1.96 * own).count();
        let _ = writeln!(
            text,
            "{size} games a side: {} estimates, error {root:.2} levels (root of the mean square), \
             {mean:.2} (mean), bias {bias:+.2}, {:.1} % within the error that is told",
            errors.len(),
            100.0 * inside as f64 / n
        );
    }
    print(&text)
}

/// The samples of one game each, and of several of the same level.
fn groups(samples: &[Sample]) -> Vec<Vec<Sample>> {
    let of_size = |size: usize| {
        let mut made: Vec<Sample> = Vec::new();
        for level in 0..20 {
            for fold in 0..FOLDS {
                let is_one = |s: &&Sample| (s.level, s.fold) == (f64::from(level), fold);
                let own: Vec<Sample> = samples.iter().filter(is_one).copied().collect();
                for chunk in own.chunks_exact(size) {
                    let mut sample = Sample { fold, ..chunk[0] };
                    chunk[1..].iter().for_each(|other| sample.signal += other.signal);
                    made.push(sample);
                }
            }
        }
        made.retain(|sample| sample.signal.moves >= LEAST_MOVES);
        made
    };
    GROUPS.into_iter().map(of_size).collect()
}

fn grouped(samples: &[Sample]) -> Vec<Sample> {
    groups(samples).into_iter().flatten().collect()
}

/// How far estimates are off, with the deviation that is told: each sample by a fit to those of
/// other parts of the games.
fn held_out(all: &[Sample], samples: &[Sample]) -> Vec<(f64, f64)> {
    let mut errors = Vec::new();
    for fold in 0..FOLDS {
        let others: Vec<Sample> = all.iter().filter(|s| s.fold != fold).copied().collect();
        let Some(fitted) = fit(&others) else { continue };
        for sample in samples.iter().filter(|sample| sample.fold == fold) {
            let level = fitted.level(sample.signal).clamp(0.0, 20.0);
            errors.push((level - sample.level, fitted.deviation(sample.signal.moves)));
        }
    }
    errors
}

/// The fit by least squares, and then of the squared errors to the number of moves.
fn fit(samples: &[Sample]) -> Option<Fit> {
    let single: Vec<&Sample> = samples.iter().collect();
    if single.len() < 30 {
        return None;
    }
    let row = |sample: &Sample| {
        let [root, other] = sample.signal.means();
        [1.0, root, other]
    };
    let weight = |sample: &Sample| sample.signal.moves as f64 / (sample.signal.moves as f64 + 50.0);
    let points: Vec<_> = samples.iter().map(|s| (row(s), s.level, weight(s))).collect();
    let [top, root, other] = least_squares(&points)?;
    let mut fitted = Fit { top, root, other, variance: [0.0; 2] };
    let squares: Vec<_> = samples
        .iter()
        .map(|sample| {
            let error = fitted.level(sample.signal) - sample.level;
            let moves = sample.signal.moves as f64;
            ([1.0, 1.0 / moves], error * error, moves)
        })
        .collect();
    let [fixed, of_one] = least_squares(&squares)?;
    fitted.variance = [fixed.max(0.0), of_one.max(0.0)];
    Some(fitted)
}

/// The weighted least squares of rows, values and weights.
fn least_squares<const N: usize>(points: &[([f64; N], f64, f64)]) -> Option<[f64; N]> {
    let mut table = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (row, value, weight) in points {
        for i in 0..N {
            right[i] += weight * row[i] * value;
            for j in 0..N {
                table[i][j] += weight * row[i] * row[j];
            }
        }
    }
    for i in 0..N {
        let pivot = (i..N).max_by(|&a, &b| table[a][i].abs().total_cmp(&table[b][i].abs()))?;
        table.swap(i, pivot);
        right.swap(i, pivot);
        if table[i][i].abs() < 1e-12 {
            return None;
        }
        let (pivot, value) = (table[i], right[i]);
        for row in (0..N).filter(|&row| row != i) {
            let share = table[row][i] / pivot[i];
            table[row].iter_mut().zip(pivot).for_each(|(cell, above)| *cell -= share * above);
            right[row] -= share * value;
        }
    }
    Some(std::array::from_fn(|i| right[i] / table[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let points: Vec<_> = (0..50)
            .map(|i| {
                let (a, b) = (f64::from(i % 7), f64::from(i % 5));
                ([1.0, a, b], 3.0 - 2.0 * a + 0.5 * b, 1.0 + f64::from(i))
            })
            .collect();
        let found = least_squares(&points).unwrap();
        let expected = [3.0, -2.0, 0.5];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        assert_eq!(least_squares(&[([1.0, 2.0], 3.0, 1.0)]), None);
    }

    /// A level's moves with a loss that falls with the level are estimated well.
    #[test]
    fn levels_are_told_apart() {
        let sample = |number: usize| {
            let level = number % 20;
            let mut signal = Signal::default();
            let loss = 9.0 - 0.4 * level as f64 + 0.5 * (number % 3) as f64;
            let moves = 40 + 10 * (number % 4);
            (0..moves).for_each(|i| signal.add(loss, i < moves / 4 + level));
            Sample { level: level as f64, signal, fold: number % FOLDS }
        };
        let samples: Vec<Sample> = (0..200).map(sample).collect();
        let errors = held_out(&samples, &samples);
        assert_eq!(errors.len(), 200);
        let square = errors.iter().map(|(error, _)| error * error).sum::<f64>() / 200.0;
        assert!(square < 4.0, "{square}"); // the levels spread by 33
    }
}
