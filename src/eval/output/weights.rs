//! The weights of what follows the accumulators, as whole numbers: which are allowed, and
//! their order in a file.

use crate::eval::error::{NetworkFault, NetworkPart};
use crate::eval::output::OutputShape;
use crate::eval::simd::{MAX_ACTIVATION, ONE_OF_SECOND};
use crate::random::Random;

/// The largest input of a second layer.
const MAX_INPUT: i64 = 127;
/// The largest bias of a second layer: its sums do not exceed 32 bits.
const MAX_SECOND_BIAS: u32 = 1 << 30;

/// Random output weights of narrow layers are below this size: above the 127 that fit 8 bits.
const MOST_RANDOM: i32 = 200;

/// The weights of what follows the accumulators, as whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputWeights {
    /// Of the second layer, if there is one: for each bucket and neuron those of the side
    /// to move, then those of the other side; 64 means one.
    pub second: Vec<i16>,
    /// Biases of the second layer, by bucket; 8192 means one.
    pub second_biases: Vec<i32>,
    /// Of the output layer; 64 means one. Without a second layer they are for each bucket
    /// those of the side to move, then those of the other side; with one, those of its
    /// clipped sums, of their squares, and of the first sum as it is.
    pub weights: Vec<i16>,
    /// Added to the sum of each bucket; 255 times 64 means one.
    pub biases: Vec<i32>,
}

impl OutputWeights {
    /// The largest weight of a second layer.
    pub const MAX_SECOND_WEIGHT: i32 = 127;
    /// The largest sum of the sizes of the output weights of a bucket: no sum of
    /// products with halves of squared activations exceeds 32 bits.
    pub const MAX_SUM: i32 = i32::MAX / MAX_ACTIVATION;
    /// The same after a second layer, without the weight of the first sum as it is.
    pub const MAX_CLIPPED_SUM: i32 = i32::MAX / ONE_OF_SECOND;
    /// The largest product of that first sum and its weight: scores do not exceed 64 bits.
    pub const MAX_DIRECT: i64 = 1 << 35;

    /// The weights and biases of one output layer.
    pub fn layer(weights: Vec<i16>, biases: Vec<i32>) -> OutputWeights {
        OutputWeights { weights, biases, ..OutputWeights::default() }
    }

    /// The largest size that the first sum of the second layer can have, given the first
    /// neuron's weights and bias.
    pub fn largest_sum(weights: &[i16], bias: i32) -> i64 {
        let sizes: i64 = weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum();
        MAX_INPUT * sizes + i64::from(bias.unsigned_abs())
    }

    /// Random weights for an accumulator of so many neurons.
    pub(crate) fn random(shape: OutputShape, hidden: usize, random: &mut Random) -> OutputWeights {
        let mut numbers = |count: usize, range: i16| -> Vec<i16> {
            (0..count).map(|_| centred(random, range)).collect()
        };
        let wide = |numbers: Vec<i16>| numbers.into_iter().map(i32::from).collect();
        let (buckets, neurons) = (shape.buckets(), shape.second());
        if neurons == 0 {
            // However wide the layer is, no sum exceeds its limit.
            let range = (OutputWeights::MAX_SUM / (2 * hidden as i32)).clamp(2, MOST_RANDOM) as i16;
            let weights = numbers(buckets * 2 * hidden, range);
            return OutputWeights::layer(weights, wide(numbers(buckets, 3000)));
        }
        // The wider the layer, the smaller, so that sums are clipped on both sides.
        let range = (128.0 / (hidden as f64).sqrt()).clamp(2.0, 100.0) as i16;
        OutputWeights {
            second: numbers(buckets * neurons * 2 * hidden, range),
            second_biases: wide(numbers(buckets * neurons, 8192)),
            weights: numbers(buckets * shape.output_weights(hidden), 30),
            biases: wide(numbers(buckets, 3000)),
        }
    }

    /// Checks that there are as many weights as the shape wants and that no sum
    /// can overflow.
    pub fn check(&self, shape: OutputShape, hidden: usize) -> Result<(), NetworkFault> {
        let (buckets, neurons) = (shape.buckets(), shape.second());
        for (part, found, wanted) in [
            (NetworkPart::SecondLayer, self.second.len(), buckets * neurons * 2 * hidden),
            (NetworkPart::SecondBiases, self.second_biases.len(), buckets * neurons),
            (NetworkPart::Outputs, self.weights.len(), buckets * shape.output_weights(hidden)),
            (NetworkPart::OutputBiases, self.biases.len(), buckets),
        ] {
            if found != wanted {
                return Err(NetworkFault::WeightCount(part));
            }
        }
        if self
            .second
            .iter()
            .any(|w| i32::from(w.unsigned_abs()) > OutputWeights::MAX_SECOND_WEIGHT)
        {
            return Err(NetworkFault::WeightRange(NetworkPart::SecondLayer));
        }
        if self.second_biases.iter().any(|bias| bias.unsigned_abs() > MAX_SECOND_BIAS) {
            return Err(NetworkFault::WeightRange(NetworkPart::SecondBiases));
        }
        let rows = self.weights.chunks(shape.output_weights(hidden));
        let is_within = |(bucket, row): (usize, &[i16])| match neurons {
            0 => size(row) <= OutputWeights::MAX_SUM.into(),
            _ => self.is_within_limits(bucket, row, neurons, hidden),
        };
        match rows.enumerate().all(is_within) {
            true => Ok(()),
            false => Err(NetworkFault::WeightRange(NetworkPart::Outputs)),
        }
    }

    /// Whether the output of a bucket after a second layer cannot overflow.
    fn is_within_limits(&self, bucket: usize, row: &[i16], neurons: usize, hidden: usize) -> bool {
        let Some((direct, clipped)) = row.split_last() else { return false };
        let first = bucket * neurons;
        let weights = &self.second[first * 2 * hidden..(first + 1) * 2 * hidden];
        let largest = OutputWeights::largest_sum(weights, self.second_biases[first]);
        size(clipped) <= OutputWeights::MAX_CLIPPED_SUM.into()
            && largest * i64::from(direct.unsigned_abs()) <= OutputWeights::MAX_DIRECT
    }

    /// Hands out the rows of a network file, in order.
    pub(crate) fn write(&self, shape: OutputShape, hidden: usize, mut row: impl FnMut(&[i32])) {
        let wide = |numbers: &[i16]| numbers.iter().map(|&n| n.into()).collect::<Vec<i32>>();
        if shape.second() > 0 {
            self.second.chunks(hidden).for_each(|numbers| row(&wide(numbers)));
            row(&self.second_biases);
        }
        let length = OutputWeights::row_length(shape, hidden);
        self.weights.chunks(length).for_each(|numbers| row(&wide(numbers)));
        row(&self.biases);
    }

    /// Takes the rows of a network file, whose lengths it asks for, in order.
    pub(crate) fn read(
        shape: OutputShape,
        hidden: usize,
        mut row: impl FnMut(usize) -> Result<Vec<i32>, NetworkFault>,
    ) -> Result<OutputWeights, NetworkFault> {
        let (buckets, neurons) = (shape.buckets(), shape.second());
        let mut weights = OutputWeights::default();
        if neurons > 0 {
            for _ in 0..2 * buckets * neurons {
                weights.second.extend(narrow(row(hidden)?)?);
            }
            weights.second_biases = row(buckets * neurons)?;
        }
        let length = OutputWeights::row_length(shape, hidden);
        for _ in 0..buckets * shape.output_weights(hidden) / length {
            weights.weights.extend(narrow(row(length)?)?);
        }
        weights.biases = row(buckets)?;
        Ok(weights)
    }

    /// The length of the file's rows of output weights.
    fn row_length(shape: OutputShape, hidden: usize) -> usize {
        if shape.second() == 0 { hidden } else { shape.output_weights(hidden) }
    }

    /// The layers with their names, for statistics.
    pub fn layers(&self) -> impl Iterator<Item = (&'static str, &[i16])> {
        let all = [("second layer", &self.second[..]), ("output", &self.weights[..])];
        all.into_iter().filter(|(_, weights)| !weights.is_empty())
    }
}

/// The numbers of a row, which must fit into 16 bits.
fn narrow(row: Vec<i32>) -> Result<Vec<i16>, NetworkFault> {
    let wrong = |_| NetworkFault::WeightCount(NetworkPart::Weights);
    row.into_iter().map(|number| i16::try_from(number).map_err(wrong)).collect()
}

/// The sum of the sizes of some weights.
fn size(weights: &[i16]) -> i64 {
    weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum()
}

/// A random number between `-range` and `range`, both excluded.
pub(crate) fn centred(random: &mut Random, range: i16) -> i16 {
    random.below(2 * range as usize - 1) as i16 - (range - 1)
}
