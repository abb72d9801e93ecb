//! What follows the accumulators: the computation from the sums of the first
//! layer, one for each side, to the value of a position. It is an output layer,
//! with or without a second hidden layer before it; both have several sets of
//! weights (output buckets), chosen by the number of pieces.
//!
//! This module is the only one of the evaluation that knows what follows the
//! first layer: its name in a shape, its code in a file, its weights and which
//! of them are allowed, its arithmetic. What trains it is `tools/train/output/`.

mod shape;
mod weights;

pub use shape::OutputShape;
pub use weights::OutputWeights;
pub(super) use weights::centred;

use crate::eval::simd::{Block, Kernels, LANE, Lane, ONE_OF_SECOND, QA, SecondLayer, Update};

/// One, in the fixed point of the output weights.
pub const QB: i32 = 64;
/// One, in the fixed point of the value of a position.
pub const ONE: i32 = QA as i32 * QB;

/// What follows the accumulators, with the weights laid out for the kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    shape: OutputShape,
    /// Lanes of an accumulator.
    lanes: usize,
    /// Weights of the only layer; none with a second layer.
    weights: Vec<Lane>,
    biases: Vec<i32>,
    /// With a second layer its weights, and those of the output layer.
    second: Vec<Block>,
    second_biases: Vec<i32>,
    last: Vec<i32>,
}

impl Output {
    /// From weights that have been checked, for accumulators of so many neurons.
    pub fn new(shape: OutputShape, hidden: usize, weights: OutputWeights) -> Output {
        let OutputWeights { second, second_biases, weights, biases } = weights;
        let lanes = hidden / LANE;
        let (weights, last) = match shape.second() {
            0 => (Lane::pack(&weights), Vec::new()),
            _ => (Vec::new(), weights.into_iter().map(i32::from).collect()),
        };
        // Bucket by bucket: a block has the weights of neurons of one bucket.
        let of_bucket = second.len() / shape.buckets();
        let buckets = second.chunks(of_bucket.max(1));
        let second = buckets.flat_map(|weights| Block::pack(weights, 2 * hidden)).collect();
        Output { shape, lanes, weights, biases, second, second_biases, last }
    }

    /// The weights as whole numbers.
    pub fn weights(&self) -> OutputWeights {
        let of_bucket = self.second.len() / self.shape.buckets();
        let buckets = self.second.chunks(of_bucket.max(1));
        let inputs = 2 * self.lanes * LANE;
        let weights = match self.shape.second() {
            0 => Lane::unpack(&self.weights),
            _ => self.last.iter().map(|&weight| weight as i16).collect(),
        };
        OutputWeights {
            second: buckets.flat_map(|blocks| Block::unpack(blocks, inputs)).collect(),
            second_biases: self.second_biases.clone(),
            weights,
            biases: self.biases.clone(),
        }
    }

    /// The value of a position with so many pieces, in units of one [`ONE`]th,
    /// from its accumulators; that of the side to move comes first.
    #[inline]
    pub fn value(&self, kernels: &Kernels, accumulators: [&[Lane]; 2], pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        match self.shape.second() {
            0 => self.finish(bucket, kernels.output(accumulators, self.row(bucket))),
            _ => self.two_layers(kernels, accumulators, bucket),
        }
    }

    /// Updates the accumulators by a move that captures nothing; the value after it.
    #[inline]
    pub fn step(&self, kernels: &Kernels, update: Update<1>, pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        if self.shape.second() == 0 {
            return self.finish(bucket, kernels.step(update, self.row(bucket)));
        }
        self.step_two_layers(kernels, update, bucket)
    }

    /// Updates the accumulators by a capture; the value after it.
    #[inline]
    pub fn step_capture(&self, kernels: &Kernels, update: Update<2>, pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        if self.shape.second() == 0 {
            return self.finish(bucket, kernels.step_capture(update, self.row(bucket)));
        }
        self.step_capture_two_layers(kernels, update, bucket)
    }

    /// [`Output::step`] with a second layer.
    #[inline(never)]
    fn step_two_layers(&self, kernels: &Kernels, update: Update<1>, bucket: usize) -> i64 {
        let Update { to: [own, other], from, added, removed: [[first], [second]] } = update;
        kernels.shift(own, from[0], added[0], first);
        kernels.shift(other, from[1], added[1], second);
        self.two_layers(kernels, [own, other], bucket)
    }

    /// [`Output::step_capture`] with a second layer.
    #[inline(never)]
    fn step_capture_two_layers(&self, kernels: &Kernels, update: Update<2>, bucket: usize) -> i64 {
        let Update { to: [own, other], from, added, removed: [first, second] } = update;
        kernels.capture(own, from[0], added[0], first);
        kernels.capture(other, from[1], added[1], second);
        self.two_layers(kernels, [own, other], bucket)
    }

    /// The weights of a bucket: those of the side to move, and of the other side.
    #[inline]
    fn row(&self, bucket: usize) -> [&[Lane]; 2] {
        let lanes = self.lanes;
        let weights = &self.weights[bucket * 2 * lanes..(bucket + 1) * 2 * lanes];
        let (own, other) = weights.split_at(lanes);
        [own, other]
    }

    /// The value that a sum of products with halves of squared activations means.
    #[inline]
    fn finish(&self, bucket: usize, sum: i32) -> i64 {
        2 * i64::from(sum) / i64::from(QA) + i64::from(self.biases[bucket])
    }

    /// The value with a second layer.
    #[inline(never)]
    fn two_layers(&self, kernels: &Kernels, accumulators: [&[Lane]; 2], bucket: usize) -> i64 {
        let part = |count: usize| bucket * count..(bucket + 1) * count;
        let neurons = self.shape.second();
        let layer = SecondLayer {
            // A block has as many weights as two lanes have neurons.
            weights: &self.second[part(self.lanes * neurons)],
            biases: &self.second_biases[part(neurons)],
            output: &self.last[part(2 * neurons + 1)],
        };
        let sum = kernels.two_layers(accumulators, layer);
        sum * i64::from(QA) / i64::from(ONE_OF_SECOND) + i64::from(self.biases[bucket])
    }
}
