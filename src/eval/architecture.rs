//! The shape of a network and its weights as whole numbers: what the trainer
//! writes and the file holds. Which numbers are allowed is decided here.

use std::fmt;
use std::str::FromStr;

use crate::eval::error::{NetworkFault, NetworkPart};
use crate::eval::features::{Buckets, INPUTS};
use crate::eval::simd::{LANE, QA};
use crate::random::Random;

/// One, in the fixed point of the output weights.
pub const QB: i32 = 64;
/// The output weights lie within this.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// What the output weights of a bucket may add up to, signs ignored: no sum of
/// products with squared activations exceeds 32 bits.
pub const MAX_OUTPUT_SUM: i32 = i32::MAX / (QA as i32 * QA as i32);
/// Neurons of the first layer, at most.
const MAX_HIDDEN: usize = 2048;
/// Output buckets, at most.
const MAX_OUTPUTS: usize = 16;
/// Pieces on the board, at most.
const MAX_PIECES: usize = 32;

/// The shape of a network: inputs in buckets, one hidden layer for each side,
/// one output of several, chosen by the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// Sets of input weights.
    pub buckets: Buckets,
    /// Neurons of each side, a multiple of `LANE`.
    pub hidden: usize,
    /// Sets of output weights.
    pub outputs: usize,
}

impl Architecture {
    /// Which output a position with so many pieces uses.
    #[inline]
    pub const fn output(self, pieces: usize) -> usize {
        (pieces - 2) * self.outputs / (MAX_PIECES - 1)
    }

    /// Rows of the input weights.
    pub const fn rows(self) -> usize {
        INPUTS * self.buckets.count()
    }

    /// The shape itself, if it is one that exists.
    pub(super) fn check(self) -> Result<Architecture, NetworkFault> {
        let is_known = self.buckets.are_known()
            && (1..=MAX_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(LANE)
            && (1..=MAX_OUTPUTS).contains(&self.outputs);
        if is_known { Ok(self) } else { Err(NetworkFault::Shape) }
    }
}

/// As `689k1a4-128x2-8`: inputs, king and attack buckets, hidden neurons, outputs.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { buckets: Buckets { king, attack }, hidden, outputs } = self;
        write!(f, "{INPUTS}k{king}a{attack}-{hidden}x2-{outputs}")
    }
}

impl FromStr for Architecture {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<Architecture, NetworkFault> {
        let numbers: Option<Vec<usize>> =
            text.split(['k', 'a', '-', 'x']).map(|part| part.parse().ok()).collect();
        let Some(&[_, king, attack, hidden, _, outputs]) = numbers.as_deref() else {
            return Err(NetworkFault::Shape);
        };
        let architecture =
            Architecture { buckets: Buckets { king, attack }, hidden, outputs }.check()?;
        let same = architecture.to_string() == text;
        if same { Ok(architecture) } else { Err(NetworkFault::Shape) }
    }
}

/// The weights as whole numbers, before they are laid out for the kernels: what
/// the trainer writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the inputs, row by row, `QA` for one.
    pub inputs: Vec<i16>,
    /// Of the hidden layer, `QA` for one.
    pub biases: Vec<i16>,
    /// Of the outputs: for each the own half, then the other's; `QB` for one.
    pub outputs: Vec<i16>,
    /// Added to each output, `QA` times `QB` for one.
    pub output_biases: Vec<i32>,
}

impl Weights {
    /// Random weights, always the same for a seed, with which scores are a few
    /// hundred units: for tests and measurements.
    pub fn random(architecture: Architecture, seed: u64) -> Weights {
        let mut random = Random::new(&[seed]);
        let mut next = |range: i16| random.below(2 * range as usize - 1) as i16 - (range - 1);
        let Architecture { hidden, outputs, .. } = architecture;
        // Small enough for the sums of wide layers.
        let output = (2 * MAX_OUTPUT_SUM / (2 * hidden as i32)).clamp(2, 100) as i16;
        Weights {
            inputs: (0..architecture.rows() * hidden).map(|_| next(60)).collect(),
            biases: (0..hidden).map(|_| next(100)).collect(),
            outputs: (0..outputs * 2 * hidden).map(|_| next(output)).collect(),
            output_biases: (0..outputs).map(|_| i32::from(next(3000))).collect(),
        }
    }

    /// Whether there are as many weights as the shape wants and no sum can leave
    /// its integers.
    pub(super) fn check(&self, architecture: Architecture) -> Result<(), NetworkFault> {
        let Architecture { hidden, outputs, .. } = architecture;
        for (part, found, wanted) in [
            (NetworkPart::Inputs, self.inputs.len(), architecture.rows() * hidden),
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
        let narrow = |outputs: &[i16]| {
            let total: i64 = outputs.iter().map(|w| i64::from(w.unsigned_abs())).sum();
            total <= i64::from(MAX_OUTPUT_SUM) && largest(outputs) <= MAX_OUTPUT_WEIGHT as u32
        };
        for (part, fits) in [
            (NetworkPart::Inputs, sum <= i16::MAX as u32),
            (NetworkPart::Biases, sum + largest(&self.biases) <= i16::MAX as u32),
            (NetworkPart::Outputs, self.outputs.chunks(2 * hidden).all(narrow)),
        ] {
            if !fits {
                return Err(NetworkFault::WeightRange(part));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::tests::architecture;

    #[test]
    fn shapes_have_names() {
        for text in ["689k1a1-32x2-1", "689k3a4-2048x2-16", "689k1a4-96x2-8"] {
            assert_eq!(architecture(text).to_string(), text);
        }
        for text in [
            "",
            "689k1a1-32x2",
            "689k2a1-32x2-1",
            "689k1a1-33x2-1",
            "689k1a1-0x2-1",
            "689k1a1-2080x2-1",
            "689k1a1-32x2-17",
            "689k1a1-32x2-0",
            "690k1a1-32x2-1",
            "689k01a1-32x2-1",
            "689k1a1-32x2-1 ",
        ] {
            assert!(text.parse::<Architecture>().is_err(), "{text}");
        }
        let eight = architecture("689k1a1-32x2-8");
        assert_eq!([2, 5, 6, 17, 32].map(|pieces| eight.output(pieces)), [0, 0, 1, 3, 7]);
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let shape = architecture("689k1a1-256x2-1");
        let check = |change: &dyn Fn(&mut Weights)| {
            let mut weights = Weights::random(shape, 1);
            change(&mut weights);
            weights.check(shape)
        };
        let range = |part| Err(NetworkFault::WeightRange(part));
        let count = |part| Err(NetworkFault::WeightCount(part));
        assert_eq!(check(&|_| {}), Ok(()));
        assert_eq!(check(&|w| w.inputs[7] = 1100), range(NetworkPart::Inputs));
        assert_eq!(check(&|w| w.biases[7] = i16::MIN), range(NetworkPart::Biases));
        assert_eq!(check(&|w| w.outputs[7] = 128), range(NetworkPart::Outputs));
        assert_eq!(check(&|w| w.outputs[7] = i16::MIN), range(NetworkPart::Outputs));
        assert_eq!(check(&|w| w.outputs.fill(70)), range(NetworkPart::Outputs));
        assert_eq!(check(&|w| w.biases.truncate(1)), count(NetworkPart::Biases));
        assert_eq!(check(&|w| w.output_biases.push(0)), count(NetworkPart::OutputBiases));
        for hidden in [32, 256, 512, 2048] {
            let shape = Architecture { hidden, ..shape };
            assert_eq!(Weights::random(shape, 3).check(shape), Ok(()), "{hidden}");
        }
    }
}
