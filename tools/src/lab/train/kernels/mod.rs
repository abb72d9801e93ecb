//! The arithmetic of training, as functions over slices. Each is written once, in the
//! module `scalar`, such that the compiler can vectorise it for any width, except
//! `gather` and `weigh`, which use intrinsics. No sum depends on the width of vectors, and there are
//! no fused multiplications and additions: each function gives the same numbers, bit
//! for bit, on every processor.
//!
//! Unsafe code is here for calling functions that were compiled for newer processors,
//! and for intrinsics.
#![allow(unsafe_code)]

mod gather;
mod scalar;
mod vector;
mod weigh;

use chuhe::internals::simd::Lane;

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

/// Which rows of a table are added to which other rows, and with which factors.
#[derive(Clone, Debug, Default)]
pub struct Products {
    /// The rows that are added to, each with the end of its part of `users`.
    pub rows: Vec<(u16, u16)>,
    /// The rows of the table with their factors, row by row.
    pub users: Vec<(u16, f32)>,
}

/// Where the lanes of some rows lie, counted in lanes.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The first lane of the first row.
    pub first: usize,
    /// From one row to the next.
    pub row: usize,
    /// From one lane of a row to the next.
    pub lane: usize,
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
            use super::{Grid, Kernels, Lane, Part, Products, Step, Uses};

            /// What is compiled for it.
            mod definitions {
                pub use crate::lab::train::kernels::gather::$module as gather;
                pub use crate::lab::train::kernels::weigh::$module as weigh;
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
    fn activate(layer: &[Lane], weights: &[f32]) -> f32;
    /// The backward pass of [`Kernels::activate`], given the slope of the loss by its
    /// result: adds the gradients of the weights, writes those of the accumulator, and
    /// adds the latter to those of the biases. Arguments: accumulator, weights, slope,
    /// gradients of the weights, of the biases, of all accumulators of a tile (the first
    /// lane of each, then the second lane of each, and so on), and the number of the
    /// accumulator in the tile.
    fn propagate(
        layer: &[Lane],
        weights: &[f32],
        slope: f32,
        gradients: &mut [f32],
        biases: &mut [f32],
        slopes: &mut [f32],
        number: usize
    );
    /// Adds the gradients of a tile's accumulators to those of the rows of input weights
    /// that they use. Arguments: gradients of the rows, of the accumulators; which
    /// accumulator uses which row; the number of lanes of a row.
    fn gather(rows: &mut [f32], slopes: &[f32], uses: &Uses, lanes: usize);
    /// The inputs of a second layer that an accumulator gives: writes them where its
    /// gradients stand among those of a tile. The last argument is its number there.
    fn squares(layer: &[Lane], table: &mut [f32], number: usize);
    /// The backward pass of [`Kernels::squares`]: makes gradients of the accumulator of
    /// those of the inputs, and adds them to those of the biases. Arguments: accumulator,
    /// gradients of the biases, of all accumulators of the tile, and its number there.
    fn through_squares(layer: &[Lane], biases: &mut [f32], slopes: &mut [f32], number: usize);
    /// Adds rows of a table with factors to other rows. Arguments: those rows, the table,
    /// which to which, where the lanes of both lie, and the number of lanes.
    fn weigh(
        rows: &mut [f32],
        table: &[f32],
        products: &Products,
        places: [Grid; 2],
        lanes: usize
    );
    /// Rounds weights to the fixed point of the second layer.
    fn round_second(weights: &[f32], rounded: &mut [f32]);
    /// Adds the second to the first, and sets it to zero.
    fn merge(total: &mut [f32], part: &mut [f32]);
    /// Adds the second to the first.
    fn add(total: &mut [f32], part: &[f32]);
    /// Makes a step of AdamW, given the sums of the gradients.
    fn update(part: Part<'_>, gradients: &[f32], step: &Step);
    /// Rounds a row to the fixed point of the first layer.
    fn round(row: &[f32], rounded: &mut [Lane]);
    /// Rounds the sum of two rows.
    fn round_sum(row: &[f32], shared: &[f32], rounded: &mut [Lane]);
}

/// The functions for the processors of the evaluation's kernels of this name.
pub fn kernels(name: &str) -> &'static Kernels {
    match name {
        #[cfg(target_arch = "x86_64")]
        "avx512" | "avx512vnni" => &avx512::KERNELS,
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
    use chuhe::internals::simd::{LANE, available as available_kernels};

    /// Everything that the functions compute from some random numbers, as bits.
    fn results(kernels: &Kernels, lanes: usize, seed: u64) -> Vec<u32> {
        let count = lanes * LANE;
        let mut random = Random::new(&[seed]);
        let mut floats = |count: usize, range: f64| -> Vec<f32> {
            (0..count).map(|_| ((random.unit() * 2.0 - 1.0) * range) as f32).collect()
        };
        let [weights, mut a, mut b, mut c, mut values, mut means] =
            [(); 6].map(|()| floats(count, 1.0));
        let mut squares: Vec<f32> = floats(count, 1.0).iter().map(|x| x.abs()).collect();
        let mut layer = vec![Lane::ZERO; lanes];
        (kernels.round)(&floats(count, 2.0), &mut layer);
        let mut bits = vec![(kernels.activate)(&layer, &weights).to_bits()];
        let mut table = floats(TILE_ACCUMULATORS * count, 1.0);
        (kernels.propagate)(&layer, &weights, 0.37, &mut a, &mut b, &mut table, 3);
        let mut rows = floats(4 * count, 1.0);
        let users = vec![0, 3, 4, 1, 2, 3, 0, 1, 2, 3, 4, 4, 3, 255];
        let uses = Uses { rows: vec![(0, 2), (2, 3), (3, 14)], users };
        (kernels.gather)(&mut rows, &table, &uses, lanes);
        let products = Products {
            rows: vec![(0, 2), (2, 3), (3, 9)],
            users: [0, 3, 2, 1, 2, 3, 0, 1, 2].map(|row| (row, 0.3 + f32::from(row))).to_vec(),
        };
        let by_row = Grid { first: 0, row: lanes, lane: 1 };
        let by_lane = Grid { first: 1, row: 2, lane: TILE_ACCUMULATORS };
        (kernels.weigh)(&mut rows, &table, &products, [by_row, by_lane], lanes);
        (kernels.weigh)(&mut table, &rows, &products, [by_lane, by_row], lanes.min(3));
        (kernels.through_squares)(&layer, &mut b, &mut table, 5);
        (kernels.squares)(&layer, &mut table, 6);
        (kernels.round_second)(&a, &mut c);
        (kernels.add)(&mut b, &a);
        (kernels.merge)(&mut c, &mut b);
        let part = Part { values: &mut values, means: &mut means, squares: &mut squares };
        let corrections = [1.5, 1.25];
        let step = Step { rate: 0.01, decay: 0.1, share: 0.125, corrections, clip: 0.9 };
        (kernels.update)(part, &a, &step);
        let mut rounded = vec![Lane::ZERO; lanes];
        (kernels.round_sum)(&values, &means, &mut rounded);
        for list in [a, b, c, table, rows, values, means, squares] {
            bits.extend(list.iter().map(|x| x.to_bits()));
        }
        bits.extend([layer, rounded].iter().flatten().flat_map(|lane| lane.0).map(|x| x as u32));
        bits
    }

    #[test]
    fn all_kinds_of_processors_get_the_same_numbers() {
        for available in available_kernels() {
            let kernels = kernels(available.name);
            for lanes in [1, 2, 3, 4, 7, 8, 16] {
                let expected = results(&SCALAR, lanes, lanes as u64);
                assert!(results(kernels, lanes, lanes as u64) == expected, "{}", available.name);
            }
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest_ties_to_even() {
        let numbers: Vec<f32> = (0..LANE).map(|i| i as f32 * 0.124 - 1.98).collect();
        let mut rounded = [Lane::ZERO];
        (SCALAR.round)(&numbers, &mut rounded);
        for (number, rounded) in numbers.iter().zip(rounded[0].0) {
            assert_eq!(f32::from(rounded), (number * 255.0).round_ties_even(), "{number}");
        }
    }
}
