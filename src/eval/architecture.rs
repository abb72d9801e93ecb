//! The shape of a network and its weights as whole numbers: what the trainer
//! writes and the file holds. The first layer is described here, what follows
//! it in [`crate::eval::output`].

use std::fmt;
use std::str::FromStr;

use crate::eval::error::{NetworkFault, NetworkPart};
use crate::eval::features::{Buckets, INPUTS};
use crate::eval::output::{OutputShape, OutputWeights, centred};
use crate::random::Random;
use crate::types::MAX_PIECES;

/// Neurons of the first layer, at most.
const MAX_HIDDEN: usize = 2048;

/// The shape of a network: inputs in buckets, an accumulator for each side, and
/// what follows the accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Architecture {
    /// Sets of input weights.
    pub buckets: Buckets,
    /// Neurons of each side's accumulator: a multiple of 32, with a second layer of 64.
    pub hidden: usize,
    /// What follows the accumulators.
    pub output: OutputShape,
}

impl Architecture {
    /// Rows of the input weights.
    pub const fn rows(self) -> usize {
        INPUTS * self.buckets.count()
    }

    /// The shape itself, if networks have such a shape.
    pub(super) fn check(self) -> Result<Architecture, NetworkFault> {
        let is_known = self.buckets.are_known()
            && (1..=MAX_HIDDEN).contains(&self.hidden)
            && self.output.fits(self.hidden);
        if is_known { Ok(self) } else { Err(NetworkFault::Shape) }
    }
}

/// As `689k1a4-128x2-8` or `689k1a1t7-384x2-8`: inputs, king and attack buckets, threat buckets
/// where there are several, neurons, and what follows the accumulators.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture { buckets: Buckets { king, attack, threat }, hidden, output } = self;
        write!(f, "{INPUTS}k{king}a{attack}")?;
        if *threat > 1 {
            write!(f, "t{threat}")?;
        }
        write!(f, "-{hidden}x2-{output}")
    }
}

impl FromStr for Architecture {
    type Err = NetworkFault;

    fn from_str(text: &str) -> Result<Architecture, NetworkFault> {
        let (first, output) = text.split_once("x2-").ok_or(NetworkFault::Shape)?;
        let numbers: Option<Vec<usize>> =
            first.split(['k', 'a', 't', '-']).map(|part| part.parse().ok()).collect();
        let (king, attack, threat, hidden) = match numbers.as_deref() {
            Some(&[_, king, attack, hidden]) => (king, attack, 1, hidden),
            Some(&[_, king, attack, threat, hidden]) => (king, attack, threat, hidden),
            _ => return Err(NetworkFault::Shape),
        };
        let buckets = Buckets { king, attack, threat };
        let architecture = Architecture { buckets, hidden, output: output.parse()? }.check()?;
        // The number of inputs is right, and no number has a sign or a leading zero.
        let is_same = architecture.to_string() == text;
        if is_same { Ok(architecture) } else { Err(NetworkFault::Shape) }
    }
}

/// The weights of a network as whole numbers, before they are laid out for the
/// kernels: what the trainer writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the inputs, row by row; 255 means one.
    pub inputs: Vec<i16>,
    /// Biases of the first layer; 255 means one.
    pub biases: Vec<i16>,
    /// Of what follows the accumulators.
    pub output: OutputWeights,
}

impl Weights {
    /// Random weights, always the same for a seed, with which scores are a few
    /// hundred units: for tests and measurements.
    pub fn random(architecture: Architecture, seed: u64) -> Weights {
        let mut random = Random::new(&[seed]);
        let Architecture { hidden, output, .. } = architecture;
        Weights {
            inputs: (0..architecture.rows() * hidden).map(|_| centred(&mut random, 60)).collect(),
            biases: (0..hidden).map(|_| centred(&mut random, 100)).collect(),
            output: OutputWeights::random(output, hidden, &mut random),
        }
    }

    /// Checks that there are as many weights as the shape wants and that no sum
    /// can overflow.
    pub(super) fn check(&self, architecture: Architecture) -> Result<(), NetworkFault> {
        let Architecture { hidden, output, .. } = architecture;
        for (part, found, wanted) in [
            (NetworkPart::Inputs, self.inputs.len(), architecture.rows() * hidden),
            (NetworkPart::Biases, self.biases.len(), hidden),
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
        self.output.check(output, hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::tests::architecture;

    #[test]
    fn shapes_have_names() {
        for text in [
            "689k1a1-32x2-1",
            "689k3a4-2048x2-16",
            "689k1a4-96x2-8",
            "689k1a1-64x2-8-1",
            "689k1a1t7-384x2-8",
            "689k3a1t7-64x2-16-8",
            "689k1a1-256x2-16-8",
            "689k3a4-2048x2-32-16",
        ] {
            assert_eq!(architecture(text).to_string(), text);
        }
        for text in [
            "",
            "689k1a1-32x2",
            "689k1a1-32x2-",
            "689k1a1-64x2-1-1",
            "689k1a1-64x2-16-",
            "689k1a1-64x2-16-0",
            "689k1a1-64x2-16-8-1",
            "689k1a1-64x2-12-8",
            "689k1a1-64x2-64-8",
            "689k1a1-64x2-016-8",
            "689k1a1-96x2-16-8",
            "689k1a1-32x3-1",
            "689k1a1-32x2-08",
            "689k2a1-32x2-1",
            "689k1a1-33x2-1",
            "689k1a1-0x2-1",
            "689k1a1-2080x2-1",
            "689k1a1-32x2-17",
            "689k1a1t1-32x2-1",
            "689k1a1t4-32x2-1",
            "689k3a4t8-32x2-1",
            "689k1a1t-32x2-1",
            "689k1t4a1-32x2-1",
            "689k1a1a4-32x2-1",
            "689k1a1-32x2-0",
            "690k1a1-32x2-1",
            "689k01a1-32x2-1",
            "689k1a1-32x2-1 ",
        ] {
            assert!(text.parse::<Architecture>().is_err(), "{text}");
        }
        let eight = architecture("689k1a1-32x2-8");
        assert_eq!([2, 5, 6, 17, 32].map(|pieces| eight.output.bucket(pieces)), [0, 0, 1, 3, 7]);
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
        // 512 weights of 129 are 66,048, four below the limit.
        let outputs = |one: i16| {
            check(&|w| {
                w.output.weights.fill(-129);
                w.output.weights[7] = one;
            })
        };
        assert_eq!([outputs(133), outputs(-133)], [Ok(()); 2]);
        for one in [134, -134, i16::MAX, i16::MIN] {
            assert_eq!(outputs(one), range(NetworkPart::Outputs), "{one}");
        }
        assert_eq!(check(&|w| w.output.weights.truncate(1)), count(NetworkPart::Outputs));
        assert_eq!(check(&|w| w.biases.truncate(1)), count(NetworkPart::Biases));
        assert_eq!(check(&|w| w.output.biases.push(0)), count(NetworkPart::OutputBiases));
        for hidden in [32, 256, 512, 2048] {
            let shape = Architecture { hidden, ..shape };
            assert_eq!(Weights::random(shape, 3).check(shape), Ok(()), "{hidden}");
        }
    }

    #[test]
    fn weights_of_a_second_layer_out_of_range_are_refused() {
        let shape = architecture("689k1a1-256x2-16-2");
        let check = |change: &dyn Fn(&mut OutputWeights)| {
            let mut weights = Weights::random(shape, 1);
            change(&mut weights.output);
            weights.check(shape)
        };
        let range = |part| Err(NetworkFault::WeightRange(part));
        let count = |part| Err(NetworkFault::WeightCount(part));
        assert_eq!(check(&|_| {}), Ok(()));
        for wrong in [128, -128, i16::MIN] {
            assert_eq!(check(&|w| w.second[7] = wrong), range(NetworkPart::SecondLayer));
        }
        for wrong in [(1 << 30) + 1, i32::MIN] {
            let found = check(&|w| w.second_biases[31] = wrong);
            assert_eq!(found, range(NetworkPart::SecondBiases));
        }
        assert_eq!(check(&|w| w.second.truncate(1)), count(NetworkPart::SecondLayer));
        assert_eq!(check(&|w| w.second_biases.push(0)), count(NetworkPart::SecondBiases));
        assert_eq!(check(&|w| w.weights.push(0)), count(NetworkPart::Outputs));
        // 32 weights of clipped sums and squares, then that of the first sum.
        assert_eq!(check(&|w| w.weights[33..65].fill(8191)), Ok(()));
        assert_eq!(check(&|w| w.weights[33..65].fill(8192)), range(NetworkPart::Outputs));
        let second = 16 * 2 * 256;
        let direct = |weight: i16| {
            check(&|w| {
                w.second[second..second + 512].fill(127);
                w.second_biases[16] = 0;
                w.weights[65] = weight;
            })
        };
        // 127 · 127 · 512 · 4160 is just below 2^35.
        assert_eq!(direct(-4160), Ok(()));
        assert_eq!(direct(-4161), range(NetworkPart::Outputs));
        for hidden in [64, 256, 2048] {
            let shape = Architecture { hidden, ..shape };
            assert_eq!(Weights::random(shape, 3).check(shape), Ok(()), "{hidden}");
        }
    }
}
