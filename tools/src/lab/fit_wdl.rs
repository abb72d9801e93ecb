//! `chuhe fit-wdl`: what scores mean, from the results of stored games.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::lab::datagen::{ShardGames, read_bytes};
use chuhe::engine::Curve;
use chuhe::types::{MAX_PIECES, Score};

/// Fit what scores mean to the results of games
///
/// Reads files of `chuhe datagen` and prints the constants of src/engine/outlook.rs,
/// and how well they predict the results.
#[derive(clap::Args, Clone, Debug)]
pub struct FitArgs {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Score units that are taken together.
const BIN: usize = 20;
/// Bins; larger scores count as the last.
const BINS: usize = 150;

/// Positions by number of pieces and by the size of their score: how often the side
/// that the score favours won, drew and lost.
struct Table(Vec<[[u64; 3]; BINS]>);

impl Table {
    fn new() -> Table {
        Table(vec![[[0; 3]; BINS]; MAX_PIECES + 1])
    }

    /// Adds all positions of a file, in which no mate was in sight.
    fn add(&mut self, games: ShardGames<'_>) -> Result<()> {
        for stored in games {
            let stored = stored?;
            let mut game = stored.opened()?;
            for ply in &stored.moves {
                let board = game.board();
                let score = Score::from_units(i32::from(ply.score)).context("not a score")?;
                if !score.is_decisive() {
                    let side = board.side();
                    let favoured = if score >= Score::ZERO { side } else { !side };
                    let outcome = usize::from(2 - stored.result_for(favoured));
                    let bin = usize::from(ply.score.unsigned_abs()) / BIN;
                    self.0[board.occupied().count() as usize][bin.min(BINS - 1)][outcome] += 1;
                }
                let _ = game.play(ply.mv);
            }
        }
        Ok(())
    }

    /// The cells that are not empty: pieces, score units, outcomes.
    fn cells(&self) -> Vec<(usize, f64, [f64; 3])> {
        let rows = self.0.iter().enumerate();
        rows.flat_map(|(pieces, row)| {
            let cells = row.iter().enumerate().filter(|(_, outcomes)| **outcomes != [0; 3]);
            cells.map(move |(bin, outcomes)| {
                let units = (bin * BIN) as f64 + BIN as f64 / 2.0;
                (pieces, units, outcomes.map(|count| count as f64))
            })
        })
        .collect()
    }
}

/// The chances of a win, a draw and a loss.
fn predicted(curve: &Curve, units: f64, pieces: usize) -> [f64; 3] {
    let [win, loss] = curve.chances(units, pieces);
    [win, 1.0 - win - loss, loss]
}

/// The negative logarithm of how likely the results are by a curve.
fn negative_log_likelihood(curve: &Curve, cells: &[(usize, f64, [f64; 3])]) -> f64 {
    let of_cell = |&(pieces, units, outcomes): &(usize, f64, [f64; 3])| -> f64 {
        let chances = predicted(curve, units, pieces);
        chances.iter().zip(outcomes).map(|(chance, n)| -n * chance.max(1e-9).ln()).sum()
    };
    cells.iter().map(of_cell).sum()
}

/// How large each of a curve's numbers can be. Without limits the likeliest curve of games that
/// all ended alike, or of a few, would lie at infinity.
const LIMIT: f64 = (BINS * BIN) as f64;

/// The likeliest curve: one number after the other is moved to its best value until
/// nothing moves any more.
fn fit(cells: &[(usize, f64, [f64; 3])]) -> Curve {
    let curve_of = |[a, b, c, d]: [f64; 4]| Curve { midpoint: [a, b], scale: [c, d] };
    let mut best = [400.0, 0.0, 200.0, 0.0];
    let mut step = [100.0; 4];
    let mut least = negative_log_likelihood(&curve_of(best), cells);
    while step.iter().any(|step| *step > 0.05) {
        for i in 0..4 {
            let mut improved = false;
            for change in [step[i], -step[i]] {
                let mut trial = best;
                trial[i] = (trial[i] + change).clamp(-LIMIT, LIMIT);
                let found = negative_log_likelihood(&curve_of(trial), cells);
                if found < least - 1e-9 * least.abs() {
                    (best, least, improved) = (trial, found, true);
                    break;
                }
            }
            step[i] *= if improved { 1.5 } else { 0.5 };
        }
    }
    curve_of(best)
}

/// Whether a fitted curve is not that of the results: a number would be larger if it could, or
/// wins, draws or losses are missing.
fn is_undetermined(curve: &Curve, cells: &[(usize, f64, [f64; 3])]) -> bool {
    let is_at_a_limit = curve.midpoint.iter().chain(&curve.scale).any(|x| x.abs() >= LIMIT);
    is_at_a_limit
        || (0..3).any(|outcome| cells.iter().all(|(_, _, outcomes)| outcomes[outcome] == 0.0))
}

/// Reads, fits, prints.
///
/// # Errors
/// When a file cannot be read or is named twice, there is nothing to learn from, or the output
/// is full.
pub fn run(args: &FitArgs) -> Result<()> {
    let mut table = Table::new();
    let mut seen = HashSet::new();
    for path in &args.files {
        let file = path.canonicalize().with_context(|| path.display().to_string())?;
        ensure!(seen.insert(file), "{} is named twice", path.display());
        let bytes = read_bytes(path)?;
        ShardGames::open(&bytes)
            .and_then(|(_, games)| table.add(games))
            .with_context(|| path.display().to_string())?;
    }
    let cells = table.cells();
    ensure!(!cells.is_empty(), "the games hold no scores");
    let curve = fit(&cells);
    let [[a, b], [c, d]] = [curve.midpoint, curve.scale];
    if is_undetermined(&curve, &cells) {
        remark!("the results are too few or too much alike to say what a score means");
    }
    say!("Curve {{ midpoint: [{a:.1}, {b:.1}], scale: [{c:.1}, {d:.1}] }}\n")?;
    say!("pieces  50 % win  scale  positions")?;
    for pieces in (4..=MAX_PIECES).step_by(4) {
        let count: f64 = cells.iter().filter(|cell| cell.0 == pieces).flat_map(|cell| cell.2).sum();
        let x = (pieces as f64 - 16.0) / 16.0;
        say!("{pieces:>6} {:>9.0} {:>6.0} {count:>10.0}", a + b * x, c + d * x)?;
    }
    say!("\ncentipawns  positions  won, drawn, lost: found and predicted, per cent")?;
    report(&curve, &cells)
}

/// Prints results beside predictions, by centipawns.
fn report(curve: &Curve, cells: &[(usize, f64, [f64; 3])]) -> Result<()> {
    const WIDTH: f64 = 20.0;
    const ROWS: usize = 15;
    let mut rows = [([0.0; 3], [0.0; 3]); ROWS];
    for &(pieces, units, outcomes) in cells {
        let row = (curve.centipawns(units, pieces) / WIDTH) as usize;
        let (found, expected) = &mut rows[row.min(ROWS - 1)];
        let count: f64 = outcomes.iter().sum();
        for (i, chance) in predicted(curve, units, pieces).into_iter().enumerate() {
            found[i] += outcomes[i];
            expected[i] += count * chance;
        }
    }
    for (number, (found, expected)) in rows.iter().enumerate() {
        let count: f64 = found.iter().sum();
        let share = |n: f64| 100.0 * n / count.max(1.0);
        let mut line = format!("{:>10} {count:>10.0}", number as f64 * WIDTH);
        for (found, expected) in found.iter().zip(expected) {
            line += &format!("  {:5.1} {:5.1}", share(*found), share(*expected));
        }
        say!("{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_that_made_the_results_is_found() {
        let truth = Curve { midpoint: [320.0, -80.0], scale: [150.0, 40.0] };
        let mut cells = Vec::new();
        for pieces in 4..=MAX_PIECES {
            for bin in 0..100 {
                let units = f64::from(bin) * 20.0 + 10.0;
                cells.push((pieces, units, predicted(&truth, units, pieces).map(|p| 1000.0 * p)));
            }
        }
        let found = fit(&cells);
        assert!(!is_undetermined(&found, &cells));
        for (found, truth) in [(found.midpoint, truth.midpoint), (found.scale, truth.scale)] {
            for (found, truth) in found.iter().zip(truth) {
                assert!((found - truth).abs() < 1.0, "{found} {truth}");
            }
        }
    }

    #[test]
    fn results_that_fit_no_curve_are_seen() {
        // All won by the side ahead, all drawn, all lost, whatever the score.
        for outcome in 0..3 {
            let outcomes = [0, 1, 2].map(|i| f64::from(u8::from(i == outcome)));
            let cells: Vec<_> = (4..=MAX_PIECES).map(|pieces| (pieces, 50.0, outcomes)).collect();
            assert!(is_undetermined(&fit(&cells), &cells), "{outcomes:?}");
        }
        // As likely with any score.
        let scores = (0..100).map(|bin| f64::from(bin) * 20.0 + 10.0);
        let cells: Vec<_> = scores.map(|units| (16, units, [1.0; 3])).collect();
        assert!(is_undetermined(&fit(&cells), &cells));
    }
}
