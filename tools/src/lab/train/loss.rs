//! The loss: how far the output for a position is from what it should be.

use crate::lab::train::manifest::Manifest;
use crate::lab::train::sample::Sample;
use chuhe::types::MAX_PIECES;

/// Phases of the game, by the number of pieces on the board: up to 4, 8, … and 32.
pub const PHASES: usize = 8;
/// Numbers of pieces in a phase.
const PIECES_OF_PHASE: usize = MAX_PIECES / PHASES;

/// The phase of a position, given its number of pieces.
#[inline]
pub fn phase(pieces: usize) -> usize {
    pieces.saturating_sub(1) / PIECES_OF_PHASE
}

/// The loss of a position is `weight * |logistic(output) - target|^exponent`, where the target
/// is an expected result: `result_share * result + (1 - result_share) * logistic(score / scale)`.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Weight of the game's result in the target; the rest is that of the search's score.
    pub result_share: f32,
    /// Score units per unit of the logistic curve.
    pub scale: f32,
    /// The exponent, 2 for the mean square.
    pub exponent: f32,
    /// The weight of each phase.
    pub weights: [f32; PHASES],
}

impl Loss {
    /// The loss of a manifest, with the scale of the logistic curve and the training set, in
    /// which the mean weight is 1.
    pub fn new(manifest: &Manifest, scale: f64, training: &[Sample]) -> Loss {
        let mut counts = [0; PHASES];
        for sample in training {
            counts[phase(sample.count())] += 1;
        }
        Loss {
            result_share: manifest.result_share as f32,
            scale: scale as f32,
            exponent: manifest.loss_exponent as f32,
            weights: weights(&counts, manifest.phase_balance),
        }
    }

    /// What the output should be, as an expected result, 0 to 1.
    #[inline]
    pub fn target(&self, sample: &Sample) -> f32 {
        let score = logistic(f32::from(sample.score) / self.scale);
        self.result_share * f32::from(sample.result) * 0.5 + (1.0 - self.result_share) * score
    }

    /// The loss of an output, which is in units of the logistic curve, and its derivative with
    /// respect to the output.
    #[inline]
    pub fn of(&self, sample: &Sample, output: f32) -> (f64, f32) {
        let found = logistic(output);
        let error = found - self.target(sample);
        let power = error.abs().powf(self.exponent - 1.0);
        let weight = self.weights[phase(sample.count())];
        let loss = weight * power * error.abs();
        let slope = (self.exponent * power).copysign(error) * found * (1.0 - found) * weight;
        (loss.into(), slope)
    }
}

/// `1 / (1 + e^-x)`.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The weight of the positions of each phase: with a balance of 0 all weigh the same, with 1
/// all phases that occur have the same part in the loss, and between them the weight falls with
/// that power of the phase's share. The mean weight is 1.
fn weights(counts: &[u64; PHASES], balance: f64) -> [f32; PHASES] {
    let total = counts.iter().sum::<u64>().max(1) as f64;
    let raw = counts.map(|count| (count.max(1) as f64 / total).powf(-balance));
    let mean: f64 =
        counts.iter().zip(raw).map(|(&count, raw)| count as f64 * raw).sum::<f64>() / total;
    // Without any position the mean is 0.
    raw.map(|raw| if mean > 0.0 { (raw / mean) as f32 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::{Board, Setup};

    #[test]
    fn rare_phases_weigh_more_and_the_mean_is_one() {
        let counts = [0, 1, 9, 40, 50, 100, 300, 500];
        assert_eq!(weights(&counts, 0.0), [1.0; PHASES]);
        assert_eq!(weights(&[0; PHASES], 0.5), [1.0; PHASES]);
        for balance in [0.3, 1.0] {
            let weights = weights(&counts, balance);
            assert!(weights[1..].windows(2).all(|pair| pair[0] > pair[1]), "{weights:?}");
            let parts = [1, 2, 7].map(|phase| counts[phase] as f32 * weights[phase]);
            let ratio = 9.0_f32.powf(1.0 - balance as f32);
            assert!((parts[1] / parts[0] - ratio).abs() < 1e-3, "{parts:?}");
            let sum: f32 = counts.iter().zip(weights).map(|(&n, w)| n as f32 * w).sum();
            assert!((sum - 1000.0).abs() < 0.01, "{sum}");
        }
    }

    #[test]
    fn phases_are_of_four_numbers_of_pieces_each() {
        assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(phase), [0, 0, 1, 1, 2, 6, 7, 7]);
        let manifest = Manifest { phase_balance: 1.0, ..Manifest::default() };
        let board = "4k4/9/9/9/9/9/9/9/4A4/4K3R w".parse::<Setup>().unwrap().to_board().unwrap();
        let start = Sample::new(&Board::start(), 0, 1);
        let ending = Sample::new(&board, 0, 1);
        let loss = Loss::new(&manifest, 150.0, &[start, start, start, ending]);
        // Two phases of three positions and one: half of the loss each.
        assert!((loss.weights[7] - 2.0 / 3.0).abs() < 1e-6, "{:?}", loss.weights);
        assert!((loss.weights[0] - 2.0).abs() < 1e-6, "{:?}", loss.weights);
    }

    #[test]
    fn the_slope_is_the_derivative() {
        let mut loss =
            Loss { result_share: 0.4, scale: 300.0, exponent: 2.0, weights: [2.5; PHASES] };
        for exponent in [1.5, 2.0, 2.6] {
            loss.exponent = exponent;
            for (score, result, output) in [(100, 0, 0.7), (-700, 1, -2.5), (30, 2, -0.4)] {
                let sample = Sample::new(&Board::start(), score, result);
                let step = 0.01;
                let sides = [output - step, output + step].map(|at| loss.of(&sample, at).0);
                let expected = (sides[1] - sides[0]) / f64::from(2.0 * step);
                let (_, slope) = loss.of(&sample, output);
                assert!((f64::from(slope) - expected).abs() < 2e-4, "{slope} {expected}");
            }
        }
    }
}
