//! What follows the accumulators: the output layer, from the sums of the first layer, one for
//! each side, to the value of a position. It has several sets of weights (output buckets), one
//! of which the number of pieces chooses.

use crate::eval::architecture::Architecture;
use crate::eval::simd::{Chunk, Kernels, QA};

/// One, in the fixed point of the output weights.
pub const QB: i32 = 64;
/// One, in the fixed point of the value of a position.
pub const ONE: i32 = QA as i32 * QB;

/// The output layer, with the weights laid out for the kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    architecture: Architecture,
    /// For each bucket those of the side to move, then those of the other side.
    weights: Vec<Chunk>,
    biases: Vec<i32>,
}

impl Output {
    /// From weights and biases that have been checked.
    pub fn new(architecture: Architecture, weights: &[i16], biases: Vec<i32>) -> Output {
        Output { architecture, weights: Chunk::pack(weights), biases }
    }

    /// The weights and the biases as whole numbers.
    pub fn weights(&self) -> (Vec<i16>, Vec<i32>) {
        (Chunk::unpack(&self.weights), self.biases.clone())
    }

    /// The value of a position with this number of pieces, in units of one [`ONE`]th,
    /// from its accumulators; that of the side to move comes first.
    #[inline]
    pub fn value(&self, kernels: &Kernels, accumulators: [&[Chunk]; 2], pieces: usize) -> i64 {
        let bucket = self.architecture.output_bucket(pieces);
        let chunks = accumulators[0].len();
        let weights = &self.weights[bucket * 2 * chunks..(bucket + 1) * 2 * chunks];
        let sum = kernels.output(accumulators, weights.split_at(chunks).into());
        // The sum is of products with halves of squared activations.
        2 * i64::from(sum) / i64::from(QA) + i64::from(self.biases[bucket])
    }
}
