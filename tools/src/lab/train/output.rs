//! Training the output layer: its parameters, gradients and rounding.

use crate::lab::train::kernels::{Kernels, Step};
use crate::lab::train::tensor::{Tensor, merged};
use chuhe::eval::{Architecture, QB, Weights};
use chuhe::internals::simd::{Chunk, QA};

/// Output weights are never multiplied by more when they are rounded: the error is small by then,
/// and `scale` stays far from its limit.
const MAX_GAIN: f64 = 64.0;

/// The output layer in training.
#[derive(Clone, Debug)]
pub struct OutputModel {
    architecture: Architecture,
    /// Output weights by bucket, in the order of [`Weights::outputs`].
    pub weights: Tensor,
    /// Added to the sum of each bucket.
    pub biases: Tensor,
}

/// Sums of gradients of an [`OutputModel`].
#[derive(Clone, Debug)]
pub struct OutputGradients {
    /// Of the output weights.
    pub weights: Vec<f32>,
    /// Of the output biases.
    pub biases: Vec<f32>,
}

/// Where the gradients of the accumulators of a tile go.
pub struct AccumulatorGradients<'a> {
    /// Those of the biases of the first layer, which are added up.
    pub biases: &'a mut [f32],
    /// Those of all accumulators of the tile, in the order of
    /// [`Kernels::propagate`].
    pub slopes: &'a mut [f32],
}

/// A position of a tile, as the output layer sees it.
#[derive(Clone, Copy)]
pub struct TilePosition<'a> {
    /// Its number in the tile.
    pub number: usize,
    /// Pieces on the board.
    pub pieces: usize,
    /// Its accumulators, that of the side to move first.
    pub accumulators: [&'a [Chunk]; 2],
}

impl OutputModel {
    /// Random parameters. `uniform` returns random numbers from a range around 0.
    pub fn new(architecture: Architecture, uniform: &mut impl FnMut(f64) -> f32) -> OutputModel {
        let Architecture { hidden, outputs } = architecture;
        let range = (0.5 / hidden as f64).sqrt(); // each bucket has 2 `hidden` weights
        let weights = Tensor::new(outputs * 2 * hidden, || uniform(range));
        OutputModel { architecture, weights, biases: Tensor::new(outputs, || 0.0) }
    }

    /// Gradients of zero.
    pub fn gradients(&self) -> OutputGradients {
        let zeros = |tensor: &Tensor| vec![0.0; tensor.values.len()];
        OutputGradients { weights: zeros(&self.weights), biases: zeros(&self.biases) }
    }

    /// The output for a position, in units of the logistic curve.
    pub fn forward(&self, kernels: &Kernels, position: TilePosition) -> f32 {
        let TilePosition { pieces, accumulators, .. } = position;
        let bucket = self.architecture.output_bucket(pieces);
        let halves = self.row(bucket).chunks(self.architecture.hidden);
        accumulators
            .iter()
            .zip(halves)
            .fold(self.biases.values[bucket], |sum, (values, weights)| {
                sum + (kernels.activate)(values, weights)
            })
    }

    /// Adds the gradients of a position, given the slope of the loss by its
    /// output, and computes those of its accumulators.
    pub fn backward(
        &self,
        kernels: &Kernels,
        position: TilePosition,
        slope: f32,
        gradients: &mut OutputGradients,
        found: AccumulatorGradients,
    ) {
        let TilePosition { number, pieces, accumulators } = position;
        let (bucket, hidden) = (self.architecture.output_bucket(pieces), self.architecture.hidden);
        gradients.biases[bucket] += slope;
        let weights = self.row(bucket);
        let start = bucket * weights.len();
        let halves = gradients.weights[start..start + weights.len()].chunks_mut(hidden);
        for (side, ((values, weights), half)) in
            accumulators.into_iter().zip(weights.chunks(hidden)).zip(halves).enumerate()
        {
            let number = 2 * number + side;
            (kernels.propagate)(values, weights, slope, half, found.biases, found.slopes, number);
        }
    }

    /// Changes the parameters by the gradients of all learners, and sets the
    /// gradients to zero.
    pub fn update(&mut self, kernels: &Kernels, all: &mut [&mut OutputGradients], step: &Step) {
        let weights = merged(kernels, all.iter_mut().map(|g| &mut g.weights));
        let biases = merged(kernels, all.iter_mut().map(|g| &mut g.biases));
        // They are rounded finely, so they need no limit.
        let step = &Step { clip: f32::MAX, ..*step };
        (kernels.update)(self.weights.part(), &weights, step);
        (kernels.update)(self.biases.part(), &biases, step);
    }

    /// The largest factor by which the output weights can be multiplied before they
    /// are rounded. The larger the factor, the smaller the error of rounding.
    pub fn largest_gain(&self) -> f64 {
        let limits = self.weights.values.chunks(2 * self.architecture.hidden).map(|weights| {
            let sizes = weights.iter().map(|w| f64::from(w.abs()) * f64::from(QB));
            let (sum, largest) = sizes.fold((0.0, 0.0_f64), |(s, l), w| (s + w, l.max(w)));
            // Each weight may be rounded up by a half.
            let room = f64::from(Weights::MAX_OUTPUT_SUM) - 0.5 * weights.len() as f64;
            ((f64::from(i16::MAX) - 0.5) / largest).min(room / sum)
        });
        limits.fold(MAX_GAIN, f64::min)
    }

    /// The weights and the biases as whole numbers, multiplied by `gain`, which must not exceed
    /// [`OutputModel::largest_gain`].
    pub fn to_weights(&self, gain: f64) -> (Vec<i16>, Vec<i32>) {
        let unit = gain * f64::from(QB);
        let rounded = |value: f32, unit: f64| (f64::from(value) * unit).round() as i32;
        let weights = self.weights.values.iter().map(|&value| rounded(value, unit) as i16);
        let biases = self.biases.values.iter().map(|&value| rounded(value, unit * f64::from(QA)));
        (weights.collect(), biases.collect())
    }

    /// The output weights of a bucket.
    fn row(&self, bucket: usize) -> &[f32] {
        let count = 2 * self.architecture.hidden;
        &self.weights.values[bucket * count..(bucket + 1) * count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_weights_are_multiplied_by_as_much_as_fits() {
        let shape = Architecture { hidden: 32, outputs: 2 };
        // The sum, one weight, and the limit of the factor are what decides.
        for (all, one, is_limited) in [(3.0, 3.0, false), (0.001, 20.0, false), (0.01, 0.01, true)]
        {
            let mut model = OutputModel::new(shape, &mut |_| all);
            model.weights.values[5] = -one;
            let gain = model.largest_gain();
            assert_eq!(gain == MAX_GAIN, is_limited, "{all} {one}: {gain}");
            let (outputs, output_biases) = model.to_weights(gain);
            let sizes: Vec<i64> = outputs.iter().map(|w| i64::from(w.unsigned_abs())).collect();
            Weights { outputs, output_biases, ..Weights::random(shape, 1) }.check(shape).unwrap();
            if !is_limited {
                let (sum, largest) = (sizes.iter().sum::<i64>(), sizes.iter().max().unwrap());
                let close = i64::from(Weights::MAX_OUTPUT_SUM) * 99 / 100;
                assert!(sum / 2 > close || *largest > 32_700, "{all} {one}");
            }
        }
    }
}
