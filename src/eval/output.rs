//! What follows the accumulators: the computation from the sums of the first
//! layer, one for each side, to the value of a position. Here it is one output
//! layer with several sets of weights (output buckets), chosen by the number of
//! pieces.
//!
//! This module is the only one of the evaluation that knows what follows the
//! first layer: its name in a shape, its code in a file, its weights and which
//! of them are allowed, its arithmetic. A network with a second hidden layer
//! changes this module; what trains it is `tools/train/output.rs`.

use std::fmt;
use std::iter;
use std::str::FromStr;

use crate::eval::error::{NetworkFault, NetworkPart};
use crate::eval::simd::{Kernels, LANE, Lane, QA, Update};
use crate::random::Random;

/// One, in the fixed point of the output weights.
pub const QB: i32 = 64;
/// One, in the fixed point of the value of a position.
pub const ONE: i32 = QA as i32 * QB;
/// The largest output weight.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// The largest sum of the sizes of the output weights of a bucket: no sum of
/// products with squared activations exceeds 32 bits.
pub const MAX_OUTPUT_SUM: i32 = i32::MAX / (QA as i32 * QA as i32);
/// Output buckets, at most.
const MAX_BUCKETS: usize = 16;
/// Pieces on the board, at most.
const MAX_PIECES: usize = 32;
/// Code of the activation in a file: the squared clipped ReLU.
const SCRELU: u8 = 1;

/// The shape of what follows the accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputShape {
    /// Sets of output weights.
    buckets: usize,
}

impl OutputShape {
    /// One output layer with so many sets of weights.
    ///
    /// # Errors
    /// When networks do not have so many.
    pub fn layer(buckets: usize) -> Result<OutputShape, NetworkFault> {
        let is_known = (1..=MAX_BUCKETS).contains(&buckets);
        if is_known { Ok(OutputShape { buckets }) } else { Err(NetworkFault::Shape) }
    }

    /// The number of sets of weights.
    #[inline]
    pub const fn buckets(self) -> usize {
        self.buckets
    }

    /// The set of weights for a position with so many pieces.
    #[inline]
    pub const fn bucket(self, pieces: usize) -> usize {
        (pieces - 2) * self.buckets / (MAX_PIECES - 1)
    }

    /// Its code in the header of a network file.
    pub(super) fn code(self) -> [u8; 2] {
        [self.buckets as u8, SCRELU]
    }

    /// The shape with such a code.
    pub(super) fn of_code([buckets, activation]: [u8; 2]) -> Result<OutputShape, NetworkFault> {
        let shape = OutputShape::layer(buckets.into())?;
        if activation == SCRELU { Ok(shape) } else { Err(NetworkFault::Arithmetic) }
    }
}

/// As in the name of an architecture: the number of output buckets.
impl fmt::Display for OutputShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.buckets.fmt(f)
    }
}

impl FromStr for OutputShape {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<OutputShape, NetworkFault> {
        OutputShape::layer(text.parse().map_err(|_| NetworkFault::Shape)?)
    }
}

/// The weights of what follows the accumulators, as whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputWeights {
    /// For each bucket those of the side to move, then those of the other side;
    /// 64 means one.
    pub weights: Vec<i16>,
    /// Added to the sum of each bucket; 255 times 64 means one.
    pub biases: Vec<i32>,
}

impl OutputWeights {
    /// The weights and biases of one output layer.
    pub fn layer(weights: Vec<i16>, biases: Vec<i32>) -> OutputWeights {
        OutputWeights { weights, biases }
    }

    /// Random weights for an accumulator of so many neurons.
    pub(super) fn random(shape: OutputShape, hidden: usize, random: &mut Random) -> OutputWeights {
        // Small enough for the sums of wide layers.
        let range = (2 * MAX_OUTPUT_SUM / (2 * hidden as i32)).clamp(2, 100) as i16;
        let weights = (0..shape.buckets * 2 * hidden).map(|_| centred(random, range)).collect();
        let biases = (0..shape.buckets).map(|_| i32::from(centred(random, 3000))).collect();
        OutputWeights { weights, biases }
    }

    /// Checks that there are as many weights as the shape wants and that no sum
    /// can overflow.
    pub(super) fn check(&self, shape: OutputShape, hidden: usize) -> Result<(), NetworkFault> {
        if self.weights.len() != shape.buckets * 2 * hidden {
            return Err(NetworkFault::WeightCount(NetworkPart::Outputs));
        }
        if self.biases.len() != shape.buckets {
            return Err(NetworkFault::WeightCount(NetworkPart::OutputBiases));
        }
        let fits = |weights: &[i16]| {
            let sizes = weights.iter().map(|weight| i64::from(weight.unsigned_abs()));
            let (sum, largest) = sizes.fold((0, 0), |(sum, max), n| (sum + n, max.max(n)));
            sum <= i64::from(MAX_OUTPUT_SUM) && largest <= i64::from(MAX_OUTPUT_WEIGHT)
        };
        match self.weights.chunks(2 * hidden).all(fits) {
            true => Ok(()),
            false => Err(NetworkFault::WeightRange(NetworkPart::Outputs)),
        }
    }

    /// Hands out the rows of a network file, in order.
    pub(super) fn write(&self, hidden: usize, mut row: impl FnMut(&[i32])) {
        for weights in self.weights.chunks(hidden) {
            row(&weights.iter().map(|&weight| weight.into()).collect::<Vec<i32>>());
        }
        row(&self.biases);
    }

    /// Takes the rows of a network file, whose lengths it asks for, in order.
    pub(super) fn read(
        shape: OutputShape,
        hidden: usize,
        mut row: impl FnMut(usize) -> Result<Vec<i32>, NetworkFault>,
    ) -> Result<OutputWeights, NetworkFault> {
        let wrong = |_| NetworkFault::WeightCount(NetworkPart::Weights);
        let mut weights = Vec::with_capacity(shape.buckets * 2 * hidden);
        for _ in 0..2 * shape.buckets {
            for number in row(hidden)? {
                weights.push(i16::try_from(number).map_err(wrong)?);
            }
        }
        Ok(OutputWeights { weights, biases: row(shape.buckets)? })
    }

    /// The layers with their names, for statistics.
    pub fn layers(&self) -> impl Iterator<Item = (&'static str, &[i16])> {
        iter::once(("output", &self.weights[..]))
    }
}

/// A random number between `-range` and `range`, both excluded.
pub(super) fn centred(random: &mut Random, range: i16) -> i16 {
    random.below(2 * range as usize - 1) as i16 - (range - 1)
}

/// What follows the accumulators, with the weights laid out for the kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    shape: OutputShape,
    /// Lanes of an accumulator.
    lanes: usize,
    weights: Vec<Lane>,
    biases: Vec<i32>,
}

impl Output {
    /// From weights that have been checked, for accumulators of so many neurons.
    pub fn new(shape: OutputShape, hidden: usize, weights: OutputWeights) -> Output {
        let OutputWeights { weights, biases } = weights;
        Output { shape, lanes: hidden / LANE, weights: Lane::pack(&weights), biases }
    }

    /// The weights as whole numbers.
    pub fn weights(&self) -> OutputWeights {
        OutputWeights { weights: Lane::unpack(&self.weights), biases: self.biases.clone() }
    }

    /// The value of a position with so many pieces, in units of one [`ONE`]th,
    /// from its accumulators; that of the side to move comes first.
    #[inline]
    pub fn value(&self, kernels: &Kernels, accumulators: [&[Lane]; 2], pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        self.finish(bucket, kernels.output(accumulators, self.row(bucket)))
    }

    /// Updates the accumulators by a move that captures nothing; the value after it.
    #[inline]
    pub fn step(&self, kernels: &Kernels, update: Update<1>, pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        self.finish(bucket, kernels.step(update, self.row(bucket)))
    }

    /// Updates the accumulators by a capture; the value after it.
    #[inline]
    pub fn step_capture(&self, kernels: &Kernels, update: Update<2>, pieces: usize) -> i64 {
        let bucket = self.shape.bucket(pieces);
        self.finish(bucket, kernels.step_capture(update, self.row(bucket)))
    }

    /// The weights of a bucket: those of the side to move, and of the other side.
    #[inline]
    fn row(&self, bucket: usize) -> [&[Lane]; 2] {
        let lanes = self.lanes;
        let weights = &self.weights[bucket * 2 * lanes..(bucket + 1) * 2 * lanes];
        let (own, other) = weights.split_at(lanes);
        [own, other]
    }

    /// The value that a sum of products with squared activations means.
    #[inline]
    fn finish(&self, bucket: usize, sum: i32) -> i64 {
        i64::from(sum / i32::from(QA)) + i64::from(self.biases[bucket])
    }
}
