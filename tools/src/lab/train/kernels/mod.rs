//! The arithmetic of training, as functions over slices. Each is written once, in the
//! module `scalar`, such that the compiler can vectorise it for any width, except
//! `gather`, which uses intrinsics. No sum depends on the width of vectors, and there are
//! no fused multiplications and additions: each function gives the same numbers, bit
//! for bit, on every processor.
//!
//! Unsafe code is here for calling functions that were compiled for newer processors,
//! and for intrinsics.
#![allow(unsafe_code)]

mod gather;
mod scalar;
mod vector;

use chuhe::internals::simd::Chunk;

/// Accumulators in a tile, two for each position: their numbers fit into a byte.
pub const TILE_ACCUMULATORS: usize = 256;

/// Which accumulators of a tile use which rows of input weights.
#[derive(Debug, Default)]
pub struct Uses {
    /// The rows that are used, each with the end of its part of `users`.
    pub rows: Vec<(u16, u16)>,
    /// The accumulators, row by row.
    pub users: Vec<u8>,
}

/// The sizes of one step of AdamW.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Learning rate.
    pub rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// Factor that turns a sum of gradients into their mean: 1 over the batch size.
    pub share: f32,
    /// Bias correction of the first and the second moments.
    pub corrections: [f32; 2],
    /// The largest parameter.
    pub clip: f32,
}

/// Parameters and their AdamW moments.
#[derive(Debug)]
pub struct Part<'a> {
    /// The parameters.
    pub values: &'a mut [f32],
    /// Running means of their gradients.
    pub means: &'a mut [f32],
    /// Running means of the squares.
    pub squares: &'a mut [f32],
}

/// Declares the functions for one kind of processor.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions for one kind of processor.
        #[derive(Clone, Copy, Debug)]
        pub struct Kernels {
            $($(#[$doc])* pub $name: fn($($type),*) $(-> $result)?,)*
        }

        /// For any processor: the definition.
        pub static SCALAR: Kernels = Kernels { $($name: scalar::$name),* };

        functions!(@compile avx2 "avx2" $(fn $name($($arg: $type),*) $(-> $result)?;)*);
        functions!(@compile avx512 "avx512f,avx512bw"
            $(fn $name($($arg: $type),*) $(-> $result)?;)*);
    };
    (@compile $module:ident $features:literal
        $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) =>
    {
        #[cfg(target_arch = "x86_64")]
        mod $module {
            use super::{Chunk, Kernels, Part, Step, Uses};

            /// What is compiled for it.
            mod definitions {
                pub use crate::lab::train::kernels::gather::$module as gather;
                pub use crate::lab::train::kernels::scalar::*;
            }

            /// Only for processors that have the features.
            pub static KERNELS: Kernels = Kernels { $($name),* };

            $(fn $name($($arg: $type),*) $(-> $result)? {
                #[target_feature(enable = $features)]
                fn compiled($($arg: $type),*) $(-> $result)? {
                    definitions::$name($($arg),*)
                }
                // SAFETY: `kernels` hands these functions out only where the
                // evaluation's kernels of that name run, which asked the
                // processor for the same features.
                unsafe { compiled($($arg),*) }
            })*
        }
    };
}

functions! {
    /// `Σ clamp(value, 0, 1)² · weight` over an accumulator.
    fn activate(layer: &[Chunk], weights: &[f32]) -> f32;
    /// The backward pass of [`Kernels::activate`], given the slope of the loss by its
    /// result: adds the gradients of the weights, writes those of the accumulator, and
    /// adds the latter to those of the biases. Arguments: accumulator, weights, slope,
    /// gradients of the weights, of the biases, of all accumulators of a tile (the first
    /// chunk of each, then the second chunk of each, and so on), and the number of the
    /// accumulator in the tile.
    fn propagate(
        layer: &[Chunk],
        weights: &[f32],
        slope: f32,
        gradients: &mut [f32],
        biases: &mut [f32],
        slopes: &mut [f32],
        number: usize
    );
    /// Adds the gradients of a tile's accumulators to those of the rows of input weights
    /// that they use. Arguments: gradients of the rows, of the accumulators; which
    /// accumulator uses which row; the number of chunks of a row.
    fn gather(rows: &mut [f32], slopes: &[f32], uses: &Uses, chunks: usize);
    /// Adds the second to the first, and sets it to zero.
    fn merge(total: &mut [f32], part: &mut [f32]);
    /// Adds the second to the first.
    fn add(total: &mut [f32], part: &[f32]);
    /// Makes a step of AdamW, given the sums of the gradients.
    fn update(part: Part<'_>, gradients: &[f32], step: &Step);
    /// Rounds a row to the fixed point of the first layer.
    fn round(row: &[f32], rounded: &mut [Chunk]);
    /// Rounds the sum of two rows.
    fn round_sum(row: &[f32], shared: &[f32], rounded: &mut [Chunk]);
}

/// The functions for the processors of the evaluation's kernels of this name.
pub fn kernels(name: &str) -> &'static Kernels {
    match name {
        #[cfg(target_arch = "x86_64")]
        "avx512" => &avx512::KERNELS,
        #[cfg(target_arch = "x86_64")]
        "avx2" => &avx2::KERNELS,
        _ => &SCALAR,
    }
}

/// AdamW's betas: the decay rates of the two moments.
pub const BETAS: [f32; 2] = [0.9, 0.999];

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::internals::random::Random;
    use chuhe::internals::simd::{CHUNK, available as available_kernels};

    /// Everything that the functions compute from some random numbers, as bits.
    fn results(kernels: &Kernels, chunks: usize, seed: u64) -> Vec<u32> {
        let count = chunks * CHUNK;
        let mut random = Random::new(&[seed]);
        let mut floats = |count: usize, range: f64| -> Vec<f32> {
            (0..count).map(|_| ((random.unit() * 2.0 - 1.0) * range) as f32).collect()
        };
        let [weights, mut a, mut b, mut c, mut values, mut means] =
            [(); 6].map(|()| floats(count, 1.0));
        let mut squares: Vec<f32> = floats(count, 1.0).iter().map(|x| x.abs()).collect();
        let mut layer = vec![Chunk::ZERO; chunks];
        (kernels.round)(&floats(count, 2.0), &mut layer);
        let mut bits = vec![(kernels.activate)(&layer, &weights).to_bits()];
        let mut table = floats(TILE_ACCUMULATORS * count, 1.0);
        (kernels.propagate)(&layer, &weights, 0.37, &mut a, &mut b, &mut table, 3);
        let mut rows = floats(4 * count, 1.0);
        let users = vec![0, 3, 4, 1, 2, 3, 0, 1, 2, 3, 4, 4, 3, 255];
        let uses = Uses { rows: vec![(0, 2), (2, 3), (3, 14)], users };
        (kernels.gather)(&mut rows, &table, &uses, chunks);
        (kernels.add)(&mut b, &a);
        (kernels.merge)(&mut c, &mut b);
        let part = Part { values: &mut values, means: &mut means, squares: &mut squares };
        let corrections = [1.5, 1.25];
        let step = Step { rate: 0.01, decay: 0.1, share: 0.125, corrections, clip: 0.9 };
        (kernels.update)(part, &a, &step);
        let mut rounded = vec![Chunk::ZERO; chunks];
        (kernels.round_sum)(&values, &means, &mut rounded);
        for list in [a, b, c, table, rows, values, means, squares] {
            bits.extend(list.iter().map(|x| x.to_bits()));
        }
        bits.extend([layer, rounded].iter().flatten().flat_map(|chunk| chunk.0).map(|x| x as u32));
        bits
    }

    #[test]
    fn all_kinds_of_processors_get_the_same_numbers() {
        for available in available_kernels() {
            let kernels = kernels(available.name);
            for chunks in [1, 2, 3, 4, 7, 8, 16] {
                let expected = results(&SCALAR, chunks, chunks as u64);
                assert!(results(kernels, chunks, chunks as u64) == expected, "{}", available.name);
            }
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_ties_to_even() {
        let numbers: Vec<f32> = (0..CHUNK).map(|i| i as f32 * 0.124 - 1.98).collect();
        let mut rounded = [Chunk::ZERO];
        (SCALAR.round)(&numbers, &mut rounded);
        for (number, rounded) in numbers.iter().zip(rounded[0].0) {
            assert_eq!(f32::from(rounded), (number * 255.0).round_ties_even(), "{number}");
        }
    }
}
