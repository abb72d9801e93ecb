//! The summary of a trained network: piece values, errors of rounding, unused neurons.

use std::fmt::Write;

use crate::lab::material;
use crate::lab::train::learner::Learner;
use crate::lab::train::model::Model;
use crate::lab::train::sample::Sample;
use chuhe::board::Setup;
use chuhe::eval::{Network, NetworkError};
use chuhe::internals::simd::CHUNK;
use chuhe::types::{Color, PieceType};

/// Maximal number of positions that are used.
const POSITIONS: usize = 10_000;
/// Stages of the game, by the least number of pieces.
const STAGES: [(&str, usize); 3] = [("opening", 25), ("middlegame", 15), ("endgame", 2)];

/// The values of the pieces of the side to move, by stage of the game: the score minus the score
/// without the piece, averaged over positions.
pub fn piece_values(network: &Network, samples: &[Sample]) -> String {
    let mut sums = [[(0.0, 0_u32); 7]; STAGES.len()];
    let score = |setup: &Setup| {
        let board = setup.to_board().ok()?;
        let units = network.evaluate(&board).units();
        (!board.in_check()).then_some(f64::from(units))
    };
    for sample in spread(samples) {
        let setup = sample.setup();
        let Some(with) = score(&setup) else { continue };
        let stage = STAGES.iter().position(|&(_, least)| sample.count() >= least).unwrap_or(0);
        for (piece, sq) in sample.pieces() {
            if piece.color() == Color::Black || piece.kind() == PieceType::King {
                continue;
            }
            let mut less = setup.clone();
            less.pieces[sq.index()] = None;
            if let Some(without) = score(&less) {
                let (sum, count) = &mut sums[stage][piece.kind().index()];
                *sum += with - without;
                *count += 1;
            }
        }
    }
    let mut text = String::from("piece values by stage\n           ");
    let kinds = &PieceType::ALL[1..];
    for kind in kinds {
        let _ = write!(text, " {:>8}", kind.name());
    }
    text.push('\n');
    for ((name, _), sums) in STAGES.iter().zip(sums) {
        let _ = write!(text, "{name:<11}");
        for kind in kinds {
            let (sum, count) = sums[kind.index()];
            let _ = match count {
                0 => write!(text, " {:>8}", "-"),
                n => write!(text, " {:>8.0}", sum / f64::from(n)),
            };
        }
        text.push('\n');
    }
    text
}

/// Mean sizes of scores.
pub struct Sizes {
    /// The mean size of the model's output, in units of the logistic curve.
    pub model: f64,
    /// The mean size of the score that counts material only.
    pub material: f64,
}

/// The mean size of scores over positions, of the model and of the network that
/// counts material.
///
/// # Errors
/// Never: that network is known.
pub fn sizes(model: &Model, samples: &[Sample]) -> Result<Sizes, NetworkError> {
    let mut learner = Learner::new(model);
    let counting = material::evaluation()?;
    let (mut sums, mut count) = ([0.0; 2], 0_u32);
    for sample in spread(samples) {
        let Ok(board) = sample.setup().to_board() else { continue };
        let material = counting.network().evaluate(&board);
        sums[0] += f64::from(learner.output(model, sample).abs());
        sums[1] += f64::from(material.units().abs());
        count += 1;
    }
    let [model, material] = sums.map(|sum| sum / f64::from(count.max(1)));
    Ok(Sizes { model, material })
}

/// The difference between the scores of the network file and those of the model in
/// floating-point numbers; `units` score units are one unit of the model's output.
pub fn rounding(network: &Network, model: &Model, samples: &[Sample], units: f64) -> String {
    let mut learner = Learner::new(model);
    let (mut sum, mut worst, mut size, mut count) = (0.0, 0.0_f64, 0.0, 0_u32);
    for sample in spread(samples) {
        let Ok(board) = sample.setup().to_board() else { continue };
        let whole = f64::from(network.evaluate(&board).units());
        let float = f64::from(learner.output(model, sample)) * units;
        sum += (whole - float).abs();
        worst = worst.max((whole - float).abs());
        size += whole.abs();
        count += 1;
    }
    let n = f64::from(count.max(1));
    format!(
        "rounding: off by {:.2} units on average, {worst:.1} at most; mean size of a score {:.0}\n",
        sum / n,
        size / n
    )
}

/// Numbers of neurons that are never active, and of weights at their limit.
pub fn neurons(model: &Model, samples: &[Sample]) -> String {
    let mut learner = Learner::new(model);
    let mut active = vec![false; model.architecture.hidden];
    for sample in spread(samples) {
        learner.mark_active(model, sample, &mut active);
    }
    let dead = active.iter().filter(|&&is_active| !is_active).count();
    let weights = model.rounded.iter().flat_map(|chunk| chunk.0);
    let zeros = weights.filter(|&weight| weight == 0).count();
    format!(
        "dead neurons {} of {}, input weights at their limit {}, rounded to zero {:.1} %\n",
        dead,
        active.len(),
        model.clipped(),
        100.0 * zeros as f64 / (model.rounded.len() * CHUNK) as f64
    )
}

fn spread(samples: &[Sample]) -> impl Iterator<Item = &Sample> {
    samples.iter().step_by((samples.len() / POSITIONS).max(1)).take(POSITIONS)
}
