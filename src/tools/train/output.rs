//! Training what follows the accumulators: the counterpart of the evaluation's
//! module of the same name. It alone of the trainer knows which layers there
//! are, their parameters, gradients and rounding.

use anyhow::{Result, bail, ensure};

use crate::eval::simd::{Lane, QA};
use crate::eval::{OutputShape, OutputWeights, QB};
use crate::tools::train::kernels::{Kernels, Step};
use crate::tools::train::model::{Tensor, merged};

/// The largest output weight in training.
const CLIP: f32 = 1.98;
/// Output weights are never multiplied by more when they are rounded.
const MAX_GAIN: f64 = 64.0;

/// What follows the accumulators, in training.
#[derive(Clone, Debug)]
pub struct OutputModel {
    shape: OutputShape,
    /// Neurons of an accumulator.
    hidden: usize,
    /// Output weights: for each bucket those of the side to move, then those of
    /// the other side.
    pub weights: Tensor,
    /// Added to the sum of each bucket.
    pub biases: Tensor,
}

/// Sums of gradients of an [`OutputModel`].
#[derive(Clone, Debug)]
pub struct OutputGradients {
    /// Of the weights.
    pub weights: Vec<f32>,
    /// Of the biases.
    pub biases: Vec<f32>,
}

/// Where [`OutputModel::backward`] puts the gradients of the accumulators.
pub struct AccumulatorGradients<'a> {
    /// Those of the biases of the first layer, which are added up.
    pub biases: &'a mut [f32],
    /// Those of all accumulators of a tile, in the order of
    /// [`Kernels::propagate`].
    pub slopes: &'a mut [f32],
    /// The number of the first of the two accumulators in the tile.
    pub number: usize,
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
        let range = (0.5 / hidden as f64).sqrt(); // each bucket has 2 `hidden` weights
        OutputModel {
            shape,
            hidden,
            weights: Tensor::new(buckets * 2 * hidden, || uniform(range)),
            biases: Tensor::new(buckets, || 0.0),
        }
    }

    /// All tensors, in a fixed order.
    pub fn tensors(&mut self) -> impl Iterator<Item = &mut Tensor> {
        [&mut self.weights, &mut self.biases].into_iter()
    }

    /// Gradients of zero.
    pub fn gradients(&self) -> OutputGradients {
        OutputGradients {
            weights: vec![0.0; self.weights.values.len()],
            biases: vec![0.0; self.biases.values.len()],
        }
    }

    /// The output for a position with so many pieces, in units of the logistic
    /// curve; the accumulator of the side to move comes first.
    pub fn forward(&self, kernels: &Kernels, accumulators: [&[Lane]; 2], pieces: usize) -> f32 {
        let bucket = self.shape.bucket(pieces);
        let weights = self.row(bucket).chunks(self.hidden);
        let sums = accumulators.iter().zip(weights);
        sums.fold(self.biases.values[bucket], |sum, (values, weights)| {
            sum + (kernels.activate)(values, weights)
        })
    }

    /// Adds the gradients of a position, given the slope of the loss by its
    /// output, and computes those of its accumulators.
    pub fn backward(
        &self,
        kernels: &Kernels,
        accumulators: [&[Lane]; 2],
        pieces: usize,
        slope: f32,
        gradients: &mut OutputGradients,
        found: AccumulatorGradients,
    ) {
        let (bucket, hidden) = (self.shape.bucket(pieces), self.hidden);
        gradients.biases[bucket] += slope;
        let start = bucket * 2 * hidden;
        let halves = gradients.weights[start..start + 2 * hidden].chunks_mut(hidden);
        let weights = self.row(bucket).chunks(hidden);
        for (side, ((values, weights), half)) in
            accumulators.into_iter().zip(weights).zip(halves).enumerate()
        {
            let number = found.number + side;
            (kernels.propagate)(values, weights, slope, half, found.biases, found.slopes, number);
        }
    }

    /// Changes the parameters by the gradients of all learners, and sets the
    /// gradients to zero.
    pub fn update(&mut self, kernels: &Kernels, all: &mut [&mut OutputGradients], step: &Step) {
        let weights = merged(kernels, all.iter_mut().map(|g| &mut g.weights));
        (kernels.update)(self.weights.part(), &weights, &Step { clip: CLIP, ..*step });
        let biases = merged(kernels, all.iter_mut().map(|g| &mut g.biases));
        (kernels.update)(self.biases.part(), &biases, &Step { clip: f32::MAX, ..*step });
    }

    /// The largest factor by which the parameters can be multiplied before they
    /// are rounded. The larger the factor, the smaller the error of rounding.
    pub fn largest_gain(&self) -> f64 {
        let unit = f64::from(QB);
        let limits = self.weights.values.chunks(2 * self.hidden).map(|weights| {
            let sizes = weights.iter().map(|w| f64::from(w.abs()) * unit);
            let (sum, largest) = sizes.fold((0.0, 0.0_f64), |(s, l), w| (s + w, l.max(w)));
            // Each weight may be rounded up by a half.
            let room = f64::from(OutputWeights::MAX_SUM) - 0.5 * weights.len() as f64;
            (f64::from(OutputWeights::MAX_WEIGHT) / largest).min(room / sum)
        });
        limits.fold(MAX_GAIN, f64::min)
    }

    /// The parameters as whole numbers, multiplied by `gain`, which must not
    /// exceed [`OutputModel::largest_gain`].
    pub fn to_weights(&self, gain: f64) -> OutputWeights {
        let unit = gain * f64::from(QB);
        let rounded = |value: f32, unit: f64| (f64::from(value) * unit).round() as i32;
        let weights = self.weights.values.iter().map(|&value| rounded(value, unit) as i16);
        let biases = self.biases.values.iter().map(|&value| rounded(value, unit * f64::from(QA)));
        OutputWeights::layer(weights.collect(), biases.collect())
    }

    /// The weights of a bucket: first those of the side to move.
    fn row(&self, bucket: usize) -> &[f32] {
        let count = 2 * self.hidden;
        &self.weights.values[bucket * count..(bucket + 1) * count]
    }
}

/// The parameters of a checkpoint, to start from.
pub struct OutputStart {
    shape: OutputShape,
    hidden: usize,
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl OutputStart {
    /// The tensors of a checkpoint that follow those of the first layer, which
    /// has so many neurons.
    ///
    /// # Errors
    /// When they are not those of a known shape.
    pub fn new(hidden: usize, tensors: Vec<Vec<f32>>) -> Result<OutputStart> {
        const UNKNOWN: &str = "weights of a shape that this version does not know";
        let Ok([weights, biases]) = <[Vec<f32>; 2]>::try_from(tensors) else { bail!(UNKNOWN) };
        let Ok(shape) = OutputShape::layer(biases.len()) else { bail!(UNKNOWN) };
        ensure!(weights.len() == shape.buckets() * 2 * hidden, UNKNOWN);
        Ok(OutputStart { shape, hidden, weights, biases })
    }

    /// The shape of the parameters.
    pub fn shape(&self) -> OutputShape {
        self.shape
    }

    /// Whether a model of this shape can begin with the parameters.
    ///
    /// # Errors
    /// When it cannot; the message says why.
    pub fn check(&self, wanted: OutputShape) -> Result<()> {
        let (found, wanted) = (self.shape.buckets(), wanted.buckets());
        ensure!(wanted.is_multiple_of(found), "its {found} outputs cannot be split into {wanted}");
        Ok(())
    }

    /// Puts the parameters into a model whose shape was checked. Buckets begin as
    /// copies of those that they were split from; weights of new neurons are 0.
    pub fn put_into(&self, model: &mut OutputModel) {
        let (hidden, wanted) = (self.hidden, model.shape.buckets());
        model.weights.values.fill(0.0);
        for bucket in 0..wanted {
            let from = bucket * self.shape.buckets() / wanted;
            for half in 0..2 {
                let source = &self.weights[(2 * from + half) * hidden..][..hidden];
                let target = (2 * bucket + half) * model.hidden;
                model.weights.values[target..target + hidden].copy_from_slice(source);
            }
            model.biases.values[bucket] = self.biases[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_split_by_the_same_numbers_of_pieces() {
        for (few, many) in [(1, 8), (2, 8), (4, 16), (8, 8)] {
            let [coarse, fine] = [few, many].map(|buckets| OutputShape::layer(buckets).unwrap());
            for pieces in 2..=32 {
                let (coarse, fine) = (coarse.bucket(pieces), fine.bucket(pieces));
                assert_eq!(fine * few / many, coarse, "{pieces} pieces, {few} outputs into {many}");
            }
        }
    }
}
