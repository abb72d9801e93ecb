//! The shape of a network and its weights as whole numbers: what the trainer
//! writes and the file holds.

use std::fmt;
use std::str::FromStr;

use crate::eval::error::{NetworkFault, NetworkPart};
use crate::eval::features::ROWS;
use crate::eval::simd::{CHUNK, MAX_ACTIVATION};
use crate::random::Random;
use crate::types::MAX_PIECES;

/// Neurons of an accumulator, at most.
const MAX_HIDDEN: usize = 2048;
/// Output buckets, at most.
const MAX_OUTPUTS: usize = 16;
/// What the name of every shape begins with: 689 inputs, one bucket for the king, one for the
/// attackers, seven for threats. There were networks with other numbers of them.
const PREFIX: &str = "689k1a1t7-";

/// The shape of a network: inputs in threat buckets, an accumulator for each side, and an
/// output layer in buckets by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// Neurons of each side's accumulator: a multiple of 32, up to 2048.
    pub hidden: usize,
    /// Output buckets, 1 to 16.
    pub outputs: usize,
}

impl Architecture {
    /// The output bucket of a position with this number of pieces, kings included.
    #[inline]
    pub const fn output_bucket(self, pieces: usize) -> usize {
        (pieces - 2) * self.outputs / (MAX_PIECES - 1)
    }

    /// The shape itself, if networks have such a shape.
    pub(super) fn check(self) -> Result<Architecture, NetworkFault> {
        let is_known = (1..=MAX_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(CHUNK)
            && (1..=MAX_OUTPUTS).contains(&self.outputs);
        if is_known { Ok(self) } else { Err(NetworkFault::Shape) }
    }
}

/// As `689k1a1t7-384x2-8`: inputs and their buckets, neurons of both accumulators, output buckets.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}x2-{}", self.hidden, self.outputs)
    }
}

impl FromStr for Architecture {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<Architecture, NetworkFault> {
        let sizes = text.strip_prefix(PREFIX).and_then(|sizes| sizes.split_once("x2-"));
        let (hidden, outputs) = sizes.ok_or(NetworkFault::Shape)?;
        let number = |text: &str| text.parse().map_err(|_| NetworkFault::Shape);
        let shape = Architecture { hidden: number(hidden)?, outputs: number(outputs)? }.check()?;
        // No number has a sign or a leading zero.
        if shape.to_string() == text { Ok(shape) } else { Err(NetworkFault::Shape) }
    }
}

/// The weights of a network as whole numbers, before they are laid out for the
/// kernels: what the trainer writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the inputs, row by row: by threat bucket, then by input; 255 means one.
    pub inputs: Vec<i16>,
    /// Biases of the first layer; 255 means one.
    pub biases: Vec<i16>,
    /// Of the output layer: for each bucket those of the side to move, then those of the other
    /// side; 64 means one.
    pub outputs: Vec<i16>,
    /// Added to the sum of each output bucket; 255 times 64 means one.
    pub output_biases: Vec<i32>,
}

impl Weights {
    /// The largest sum of the sizes of the output weights of a bucket: no sum of
    /// products with halves of squared activations exceeds 32 bits.
    pub const MAX_OUTPUT_SUM: i32 = i32::MAX / MAX_ACTIVATION;
    /// Random output weights of narrow layers are below this size: above the 127 that fit 8 bits.
    const MOST_RANDOM: i32 = 200;

    /// Random weights, always the same for a seed, with which scores are a few
    /// hundred units: for tests and measurements.
    pub fn random(architecture: Architecture, seed: u64) -> Weights {
        let mut random = Random::new(&[seed]);
        let Architecture { hidden, outputs } = architecture;
        let mut numbers = |count: usize, range: i16| -> Vec<i16> {
            (0..count).map(|_| centred(&mut random, range)).collect()
        };
        // However wide the layer is, no sum exceeds its limit.
        let range = (Weights::MAX_OUTPUT_SUM / (2 * hidden as i32)).clamp(2, Weights::MOST_RANDOM);
        Weights {
            inputs: numbers(ROWS * hidden, 60),
            biases: numbers(hidden, 100),
            outputs: numbers(outputs * 2 * hidden, range as i16),
            output_biases: numbers(outputs, 3000).into_iter().map(i32::from).collect(),
        }
    }

    /// Checks that there are as many weights as the shape wants and that no sum
    /// can overflow.
    pub fn check(&self, architecture: Architecture) -> Result<(), NetworkFault> {
        let Architecture { hidden, outputs } = architecture;
        for (part, found, wanted) in [
            (NetworkPart::Inputs, self.inputs.len(), ROWS * hidden),
            (NetworkPart::Biases, self.biases.len(), hidden),
            (NetworkPart::Outputs, self.outputs.len(), outputs * 2 * hidden),
            (NetworkPart::OutputBiases, self.output_biases.len(), outputs),
        ] {
            if found != wanted {
                return Err(NetworkFault::WeightCount(part));
            }
        }
        // A sum of a bias and a row for each piece must fit 16 bits.
        let largest = |numbers: &[i16]| {
            numbers.iter().map(|n| u32::from(n.unsigned_abs())).max().unwrap_or(0)
        };
        let sum = largest(&self.inputs) * MAX_PIECES as u32;
        for (part, largest) in
            [(NetworkPart::Inputs, sum), (NetworkPart::Biases, sum + largest(&self.biases))]
        {
            if largest > i16::MAX as u32 {
                return Err(NetworkFault::WeightRange(part));
            }
        }
        let size = |row: &[i16]| row.iter().map(|w| i64::from(w.unsigned_abs())).sum::<i64>();
        let is_within = |row| size(row) <= Weights::MAX_OUTPUT_SUM.into();
        match self.outputs.chunks(2 * hidden).all(is_within) {
            true => Ok(()),
            false => Err(NetworkFault::WeightRange(NetworkPart::Outputs)),
        }
    }
}

/// A random number between `-range` and `range`, both excluded.
fn centred(random: &mut Random, range: i16) -> i16 {
    random.below(2 * range as usize - 1) as i16 - (range - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::tests::architecture;

    #[test]
    fn shapes_have_names() {
        for text in ["689k1a1t7-32x2-1", "689k1a1t7-384x2-8", "689k1a1t7-2048x2-16"] {
            assert_eq!(architecture(text).to_string(), text);
        }
        for text in [
            "",
            "689k1a1t7-32x2",
            "689k1a1t7-32x2-",
            "689k1a1t7-33x2-1",
            "689k1a1t7-0x2-1",
            "689k1a1t7-2080x2-1",
            "689k1a1t7-32x2-17",
            "689k1a1t7-32x2-0",
            "689k1a1t7-32x3-1",
            "689k1a1t7-032x2-1",
            "689k1a1t7-32x2-08",
            "689k1a1t7-32x2-+1",
            "689k1a1t7-32x2-1 ",
            "690k1a1t7-32x2-1",
            // Other buckets, and a second layer.
            "689k1a1-32x2-1",
            "689k3a1t7-32x2-1",
            "689k1a4t7-32x2-1",
            "689k1a1t7-64x2-16-8",
        ] {
            assert_eq!(text.parse::<Architecture>(), Err(NetworkFault::Shape), "{text}");
        }
        let eight = architecture("689k1a1t7-32x2-8");
        assert_eq!([2, 5, 6, 17, 32].map(|pieces| eight.output_bucket(pieces)), [0, 0, 1, 3, 7]);
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let shape = architecture("689k1a1t7-256x2-1");
        let random = Weights::random(shape, 1);
        let check = |change: &dyn Fn(&mut Weights)| {
            let mut weights = random.clone();
            change(&mut weights);
            weights.check(shape)
        };
        let range = |part| Err(NetworkFault::WeightRange(part));
        let count = |part| Err(NetworkFault::WeightCount(part));
        assert_eq!(check(&|_| {}), Ok(()));
        assert_eq!(check(&|w| w.inputs[7] = 1100), range(NetworkPart::Inputs));
        assert_eq!(check(&|w| w.biases[7] = i16::MIN), range(NetworkPart::Biases));
        // 512 weights of 129 are 66,048, four below the limit.
        let outputs = |one: i16| {
            check(&|w| {
                w.outputs.fill(-129);
                w.outputs[7] = one;
            })
        };
        assert_eq!([outputs(133), outputs(-133)], [Ok(()); 2]);
        for one in [134, -134, i16::MAX, i16::MIN] {
            assert_eq!(outputs(one), range(NetworkPart::Outputs), "{one}");
        }
        assert_eq!(check(&|w| w.inputs.truncate(1)), count(NetworkPart::Inputs));
        assert_eq!(check(&|w| w.outputs.truncate(1)), count(NetworkPart::Outputs));
        assert_eq!(check(&|w| w.biases.truncate(1)), count(NetworkPart::Biases));
        assert_eq!(check(&|w| w.output_biases.push(0)), count(NetworkPart::OutputBiases));
        for hidden in [32, 256, 512, 2048] {
            let shape = Architecture { hidden, ..shape };
            assert_eq!(Weights::random(shape, 3).check(shape), Ok(()), "{hidden}");
        }
    }
}
