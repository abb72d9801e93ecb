//! Training what follows the accumulators: the counterpart of the evaluation's
//! module of the same name. It alone of the trainer knows which layers there
//! are, their parameters, gradients and rounding.

mod second;
mod start;

pub use start::OutputStart;

use crate::lab::train::kernels::{Kernels, Step};
use crate::lab::train::model::{Tensor, merged};
use crate::lab::train::output::second::{SecondModel, SecondTile};
use chuhe::eval::{OutputShape, OutputWeights, QB};
use chuhe::internals::simd::{Lane, QA};

/// The largest weight of a second layer in training: it is rounded to ±127.
pub const SECOND_CLIP: f32 = 1.98;
/// Output weights are never multiplied by more when they are rounded: the error is small by then,
/// and `scale` stays far from its limit.
const MAX_GAIN: f64 = 64.0;

/// What follows the accumulators, in training.
#[derive(Clone, Debug)]
pub struct OutputModel {
    shape: OutputShape,
    /// Neurons of an accumulator.
    hidden: usize,
    /// The second layer, if there is one.
    pub second: Option<SecondModel>,
    /// Output weights by bucket, in the order of [`OutputWeights::weights`].
    pub weights: Tensor,
    /// Added to the sum of each bucket.
    pub biases: Tensor,
}

/// Sums of gradients of an [`OutputModel`].
#[derive(Clone, Debug)]
pub struct OutputGradients {
    /// Of the weights of the second layer; empty without one.
    pub second: Vec<f32>,
    /// Of its biases.
    pub second_biases: Vec<f32>,
    /// Of the output weights.
    pub weights: Vec<f32>,
    /// Of the output biases.
    pub biases: Vec<f32>,
}

/// What one thread keeps of the positions of a tile from the forward pass to the
/// backward pass; with a single layer nothing.
pub struct OutputTile(Option<SecondTile>);

/// Where the gradients of the accumulators of a tile go.
pub struct AccumulatorGradients<'a> {
    /// Those of the biases of the first layer, which are added up.
    pub biases: &'a mut [f32],
    /// Those of all accumulators of the tile, in the order of
    /// [`Kernels::propagate`].
    pub slopes: &'a mut [f32],
}

/// A position of a tile, as the layers that follow the accumulators see it.
#[derive(Clone, Copy)]
pub struct TilePosition<'a> {
    /// Its number in the tile.
    pub number: usize,
    /// Pieces on the board.
    pub pieces: usize,
    /// Its accumulators, that of the side to move first.
    pub accumulators: [&'a [Lane]; 2],
}

impl OutputModel {
    /// Random parameters for accumulators of so many neurons. `uniform` returns
    /// random numbers from a range around 0.
    pub fn new(
        shape: OutputShape,
        hidden: usize,
        uniform: &mut impl FnMut(f64) -> f32,
    ) -> OutputModel {
        let buckets = shape.buckets();
        let biases = Tensor::new(buckets, || 0.0);
        if shape.second() == 0 {
            let range = (0.5 / hidden as f64).sqrt(); // each bucket has 2 `hidden` weights
            let weights = Tensor::new(buckets * 2 * hidden, || uniform(range));
            return OutputModel { shape, hidden, second: None, weights, biases };
        }
        let second = SecondModel::new(shape, hidden, uniform);
        let range = (0.5 / shape.second() as f64).sqrt();
        let mut weights = Tensor::new(buckets * shape.output_weights(hidden), || uniform(range));
        for row in weights.values.chunks_mut(shape.output_weights(hidden)) {
            row[2 * shape.second()] = 1.0; // the first sum as it is
        }
        OutputModel { shape, hidden, second: Some(second), weights, biases }
    }

    /// All tensors, in a fixed order.
    pub fn tensors(&mut self) -> impl Iterator<Item = &mut Tensor> {
        let second = self.second.as_mut().map(SecondModel::tensors);
        second.into_iter().flatten().chain([&mut self.weights, &mut self.biases])
    }

    /// Computes the rounded weights from the parameters.
    pub fn round(&mut self, kernels: &Kernels) {
        if let Some(second) = &mut self.second {
            second.round(kernels);
        }
    }

    /// Gradients of zero.
    pub fn gradients(&self) -> OutputGradients {
        let zeros = |tensor: &Tensor| vec![0.0; tensor.values.len()];
        let second = self.second.as_ref();
        OutputGradients {
            second: second.map(|second| zeros(&second.weights)).unwrap_or_default(),
            second_biases: second.map(|second| zeros(&second.biases)).unwrap_or_default(),
            weights: zeros(&self.weights),
            biases: zeros(&self.biases),
        }
    }

    /// What a thread needs to process tiles.
    pub fn tile(&self) -> OutputTile {
        OutputTile(self.second.as_ref().map(SecondModel::tile))
    }

    /// The output for a position, in units of the logistic curve.
    pub fn forward(&self, kernels: &Kernels, position: TilePosition, tile: &mut OutputTile) -> f32 {
        let TilePosition { number, pieces, accumulators } = position;
        let bucket = self.shape.bucket(pieces);
        let (weights, bias) = (self.row(bucket), self.biases.values[bucket]);
        if let (Some(second), Some(tile)) = (&self.second, &mut tile.0) {
            return second.forward(accumulators, bucket, weights, tile, number) + bias;
        }
        let sums = accumulators.iter().zip(weights.chunks(self.hidden));
        sums.fold(bias, |sum, (values, weights)| sum + (kernels.activate)(values, weights))
    }

    /// Adds the gradients of a position, given the slope of the loss by its
    /// output, and those of its accumulators. With a second layer
    /// [`OutputModel::end_tile`] does the rest.
    pub fn backward(
        &self,
        kernels: &Kernels,
        position: TilePosition,
        slope: f32,
        tile: &mut OutputTile,
        gradients: &mut OutputGradients,
        found: AccumulatorGradients,
    ) {
        let TilePosition { number, pieces, accumulators } = position;
        let (bucket, hidden) = (self.shape.bucket(pieces), self.hidden);
        gradients.biases[bucket] += slope;
        let weights = self.row(bucket);
        let start = bucket * weights.len();
        let part = &mut gradients.weights[start..start + weights.len()];
        if let Some(tile) = &mut tile.0 {
            tile.backward(number, weights, slope, part, &mut gradients.second_biases);
            return;
        }
        let halves = part.chunks_mut(hidden);
        let weights = weights.chunks(hidden);
        for (side, ((values, weights), half)) in
            accumulators.into_iter().zip(weights).zip(halves).enumerate()
        {
            let number = 2 * number + side;
            (kernels.propagate)(values, weights, slope, half, found.biases, found.slopes, number);
        }
    }

    /// Ends the backward pass of a tile whose accumulators are these.
    pub fn end_tile(
        &self,
        kernels: &Kernels,
        accumulators: &[Lane],
        tile: &mut OutputTile,
        gradients: &mut OutputGradients,
        found: AccumulatorGradients,
    ) {
        if let (Some(second), Some(tile)) = (&self.second, &mut tile.0) {
            second.end_tile(kernels, accumulators, tile, &mut gradients.second, found);
        }
    }

    /// Marks the neurons of the second layer that the position of this number in
    /// the tile makes active.
    pub fn mark_active(&self, tile: &OutputTile, number: usize, active: &mut [bool]) {
        if let Some(tile) = &tile.0 {
            tile.mark_active(number, active);
        }
    }

    /// Changes the parameters by the gradients of all learners, and sets the
    /// gradients to zero.
    pub fn update(&mut self, kernels: &Kernels, all: &mut [&mut OutputGradients], step: &Step) {
        if let Some(second) = &mut self.second {
            let weights = merged(kernels, all.iter_mut().map(|g| &mut g.second));
            let biases = merged(kernels, all.iter_mut().map(|g| &mut g.second_biases));
            second.update(kernels, &weights, &biases, step);
        }
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
        let unit = f64::from(QB);
        let rows = self.weights.values.chunks(self.shape.output_weights(self.hidden));
        let limits = rows.enumerate().map(|(bucket, weights)| {
            let sizes: Vec<f64> = weights.iter().map(|w| f64::from(w.abs()) * unit).collect();
            if let Some(second) = &self.second {
                return second.largest_gain(bucket, &sizes);
            }
            let (sum, largest) = sizes.iter().fold((0.0, 0.0_f64), |(s, l), w| (s + w, l.max(*w)));
            // Each weight may be rounded up by a half.
            let room = f64::from(OutputWeights::MAX_SUM) - 0.5 * weights.len() as f64;
            ((f64::from(i16::MAX) - 0.5) / largest).min(room / sum)
        });
        limits.fold(MAX_GAIN, f64::min)
    }

    /// The parameters as whole numbers, those of the output layer multiplied by
    /// `gain`, which must not exceed [`OutputModel::largest_gain`].
    pub fn to_weights(&self, gain: f64) -> OutputWeights {
        let unit = gain * f64::from(QB);
        let rounded = |value: f32, unit: f64| (f64::from(value) * unit).round() as i32;
        let weights = self.weights.values.iter().map(|&value| rounded(value, unit) as i16);
        let biases = self.biases.values.iter().map(|&value| rounded(value, unit * f64::from(QA)));
        let mut all = OutputWeights::layer(weights.collect(), biases.collect());
        if let Some(second) = &self.second {
            (all.second, all.second_biases) = second.to_weights();
        }
        all
    }

    /// The output weights of a bucket.
    fn row(&self, bucket: usize) -> &[f32] {
        let count = self.shape.output_weights(self.hidden);
        &self.weights.values[bucket * count..(bucket + 1) * count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_weights_are_multiplied_by_as_much_as_fits() {
        let hidden = 32;
        let shape = OutputShape::layer(2).unwrap();
        // The sum, one weight, and the limit of the factor are what decides.
        for (all, one, is_limited) in [(3.0, 3.0, false), (0.001, 20.0, false), (0.01, 0.01, true)]
        {
            let mut model = OutputModel::new(shape, hidden, &mut |_| all);
            model.weights.values[5] = -one;
            let gain = model.largest_gain();
            assert_eq!(gain == MAX_GAIN, is_limited, "{all} {one}: {gain}");
            model.to_weights(gain).check(shape, hidden).unwrap();
            if !is_limited {
                let weights = |gain| model.to_weights(gain).weights;
                let sum =
                    |gain| weights(gain).iter().map(|w| i64::from(w.unsigned_abs())).sum::<i64>();
                let largest = |gain| weights(gain).iter().map(|w| w.unsigned_abs()).max().unwrap();
                let close = i64::from(OutputWeights::MAX_SUM) * 99 / 100;
                assert!(sum(gain) / 2 > close || largest(gain) > 32_700, "{all} {one}");
            }
        }
    }
}
