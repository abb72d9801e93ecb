//! The second layer of a network as the kernels see it: its inputs in blocks, and for
//! each block the weights of all neurons.
//!
//! An input is the square of an accumulator's value, clipped to 0 to 255, as a number from
//! 0 to 127 (128 means one). Products with weights within ±127 are added up in pairs in 16
//! bits, as `vpmaddubsw` does: 2 · 127 · 127 = 32,258 fits, so no kernel saturates.

use crate::eval::simd::LANE;

/// Neurons of a second layer, at most; there are 8, 16 or 32.
pub const MAX_SECOND: usize = 32;
/// One, in the sums of a second layer.
pub const ONE_OF_SECOND: i32 = 1 << SECOND_BITS;
/// Bits of [`ONE_OF_SECOND`].
pub const SECOND_BITS: u32 = 13;
/// Inputs in a block: eight neurons of one lane of an accumulator, then the eight at the
/// same place of the next lane. That is the order in which vectors of 16-bit numbers are
/// packed into vectors of bytes.
pub const BLOCK_INPUTS: usize = 16;
/// Half a block: neurons that stand side by side.
const HALF: usize = BLOCK_INPUTS / 2;
/// Inputs in two lanes.
const TWO_LANES: usize = 2 * LANE;
/// Blocks in two lanes.
pub const BLOCKS: usize = TWO_LANES / BLOCK_INPUTS;

/// The sums of a second layer; those of neurons that it has not are 0.
pub type Sums = [i32; MAX_SECOND];

/// A cache line of weights: those of four neurons for a block of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i8; 4 * BLOCK_INPUTS]);

/// A second layer and the output after it, as they are for one output bucket.
#[derive(Clone, Copy, Debug)]
pub struct SecondLayer<'a> {
    /// For each block of inputs the weights of all neurons ([`Block::pack`]); they must lie
    /// within ±127.
    pub weights: &'a [Block],
    /// Of the neurons. With them no sum may exceed 32 bits.
    pub biases: &'a [i32],
    /// Weights of the output: of the clipped sums, of their squares, of the first sum as
    /// it is. The products with clipped sums and squares together must fit into 32 bits.
    pub output: &'a [i32],
}

impl Block {
    /// Weights within ±127, neuron after neuron, each with so many inputs: those of the
    /// side to move, then those of the other. There must be a multiple of four neurons, and
    /// of 128 inputs.
    pub fn pack(weights: &[i16], inputs: usize) -> Vec<Block> {
        let neurons = weights.len() / inputs;
        let mut packed = vec![Block([0; 4 * BLOCK_INPUTS]); weights.len() / (4 * BLOCK_INPUTS)];
        for (neuron, row) in weights.chunks_exact(inputs).enumerate() {
            for (two_lanes, part) in row.as_chunks::<TWO_LANES>().0.iter().enumerate() {
                for number in 0..BLOCKS {
                    let block = (two_lanes * BLOCKS + number) * neurons + neuron;
                    let place = Block::place(&mut packed, block);
                    for i in 0..HALF {
                        place[i] = part[number * HALF + i] as i8;
                        place[HALF + i] = part[LANE + number * HALF + i] as i8;
                    }
                }
            }
        }
        packed
    }

    /// What [`Block::pack`] packed.
    pub fn unpack(packed: &[Block], inputs: usize) -> Vec<i16> {
        let count = packed.len() * 4 * BLOCK_INPUTS;
        let neurons = count / inputs;
        let all: Vec<&[i8; BLOCK_INPUTS]> =
            packed.iter().flat_map(|block| block.0.as_chunks::<BLOCK_INPUTS>().0).collect();
        let mut weights = Vec::with_capacity(count);
        for neuron in 0..neurons {
            for two_lanes in all.chunks_exact(BLOCKS * neurons) {
                for half in [0, HALF] {
                    for number in 0..BLOCKS {
                        let part = &two_lanes[number * neurons + neuron][half..half + HALF];
                        weights.extend(part.iter().map(|&weight| i16::from(weight)));
                    }
                }
            }
        }
        weights
    }

    /// The weights of one neuron for one block.
    fn place(packed: &mut [Block], number: usize) -> &mut [i8; BLOCK_INPUTS] {
        &mut packed[number / 4].0.as_chunks_mut().0[number % 4]
    }
}
