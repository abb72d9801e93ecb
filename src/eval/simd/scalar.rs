//! The definition of the kernels: plain loops, which the compiler vectorises for the
//! target. The other kernels use the loops without multiplications as they are,
//! compiled for their processor.

use crate::eval::simd::second::{BLOCK_INPUTS, BLOCKS, SECOND_BITS};
use crate::eval::simd::{
    Kernels, LANE, Lane, MAX_SECOND, ONE_OF_SECOND, QA, SecondLayer, Sums, Update,
};

/// Plain loops.
pub static KERNELS: Kernels = Kernels {
    name: "scalar",
    shift,
    capture,
    change,
    update,
    output,
    step,
    step_capture,
    second_layer,
    two_layers,
};

/// See [`Kernels::shift`].
#[inline(always)]
pub fn shift(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
    assert!(from.len() == to.len() && added.len() == to.len() && removed.len() == to.len());
    for (((to, from), added), removed) in to.iter_mut().zip(from).zip(added).zip(removed) {
        for i in 0..LANE {
            to.0[i] = from.0[i].wrapping_add(added.0[i]).wrapping_sub(removed.0[i]);
        }
    }
}

/// See [`Kernels::capture`].
#[inline(always)]
pub fn capture(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
    let [first, second] = removed;
    assert!(from.len() == to.len() && added.len() == to.len());
    assert!(first.len() == to.len() && second.len() == to.len());
    let sources = from.iter().zip(added).zip(first).zip(second);
    for (to, (((from, added), first), second)) in to.iter_mut().zip(sources) {
        for i in 0..LANE {
            to.0[i] = from.0[i]
                .wrapping_add(added.0[i])
                .wrapping_sub(first.0[i])
                .wrapping_sub(second.0[i]);
        }
    }
}

/// Lanes that [`change`] adds up at a time.
pub const BLOCK: usize = 4;

/// See [`Kernels::change`].
#[inline(always)]
pub fn change(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
    for (number, block) in values.chunks_mut(BLOCK).enumerate() {
        let at = number * BLOCK;
        if let Ok(block) = <&mut [Lane; BLOCK]>::try_from(&mut *block) {
            change_block(block, table, at, added, removed);
        } else {
            for (i, lane) in block.iter_mut().enumerate() {
                change_block(std::array::from_mut(lane), table, at + i, added, removed);
            }
        }
    }
}

/// See [`Kernels::update`].
#[inline(always)]
pub fn update(to: &mut [Lane], from: &[Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
    to.copy_from_slice(from);
    change(to, table, added, removed);
}

#[inline(always)]
fn change_block<const N: usize>(
    block: &mut [Lane; N],
    table: &[Lane],
    at: usize,
    added: &[usize],
    removed: &[usize],
) {
    let mut sum = *block;
    for &row in added {
        let row = &table[row + at..row + at + N];
        for (sum, row) in sum.iter_mut().zip(row) {
            for i in 0..LANE {
                sum.0[i] = sum.0[i].wrapping_add(row.0[i]);
            }
        }
    }
    for &row in removed {
        let row = &table[row + at..row + at + N];
        for (sum, row) in sum.iter_mut().zip(row) {
            for i in 0..LANE {
                sum.0[i] = sum.0[i].wrapping_sub(row.0[i]);
            }
        }
    }
    *block = sum;
}

/// [`shift`] as a call: the compiler knows that slices that are arguments do not
/// overlap, without which it does not vectorise the loops.
#[inline(never)]
pub fn call_shift(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
    shift(to, from, added, removed);
}

/// [`capture`] as a call.
#[inline(never)]
pub fn call_capture(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
    capture(to, from, added, removed);
}

fn step(update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [[first], [second]] } = update;
    call_shift(own, from[0], added[0], first);
    call_shift(other, from[1], added[1], second);
    output([own, other], weights)
}

fn step_capture(update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [first, second] } = update;
    call_capture(own, from[0], added[0], first);
    call_capture(other, from[1], added[1], second);
    output([own, other], weights)
}

fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let mut sum = 0_i32;
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            for i in 0..LANE {
                let v = value.0[i].clamp(0, QA) as u16;
                // At most MAX_ACTIVATION, which fits.
                let half = ((v * v) >> 1) as i16;
                sum = sum.wrapping_add(i32::from(half) * i32::from(weight.0[i]));
            }
        }
    }
    sum
}

/// Inputs of a block that are side by side.
const HALF: usize = BLOCK_INPUTS / 2;

fn second_layer(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
    match layer.biases.len() {
        8 => second_layer_of::<8>(values, layer, sums),
        16 => second_layer_of::<16>(values, layer, sums),
        _ => second_layer_of::<32>(values, layer, sums),
    }
}

fn second_layer_of<const NEURONS: usize>(
    values: [&[Lane]; 2],
    layer: SecondLayer,
    sums: &mut Sums,
) {
    let count = values.iter().map(|values| values.len()).sum::<usize>();
    assert!(layer.biases.len() == NEURONS);
    assert!(layer.weights.len() == count / 2 * BLOCKS * NEURONS / 4);
    let mut blocks = layer.weights.chunks_exact(NEURONS / 4);
    *sums = [0; MAX_SECOND];
    for values in values {
        for [first, second] in values.as_chunks::<2>().0 {
            for (number, weights) in (0..BLOCKS).zip(&mut blocks) {
                let at = number * HALF;
                let mut inputs = [0; BLOCK_INPUTS];
                inputs[..HALF].copy_from_slice(&first.0[at..at + HALF]);
                inputs[HALF..].copy_from_slice(&second.0[at..at + HALF]);
                let inputs = inputs.map(square);
                let rows = weights.iter().flat_map(|block| block.0.as_chunks::<BLOCK_INPUTS>().0);
                for (sum, row) in sums[..NEURONS].iter_mut().zip(rows) {
                    for i in 0..BLOCK_INPUTS {
                        *sum += i32::from(inputs[i]) * i32::from(row[i]);
                    }
                }
            }
        }
    }
    add_biases::<NEURONS>(sums, layer);
}

/// The input of a second layer that a value of an accumulator gives.
#[inline(always)]
fn square(value: i16) -> i16 {
    let value = value.clamp(0, QA) as u16;
    ((value * value + 256) >> 9) as i16
}

/// Adds the biases to the sums of products.
#[inline(always)]
pub fn add_biases<const NEURONS: usize>(sums: &mut Sums, layer: SecondLayer) {
    for (sum, bias) in sums[..NEURONS].iter_mut().zip(&layer.biases[..NEURONS]) {
        *sum += bias;
    }
}

fn two_layers(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
    let mut sums = [0; MAX_SECOND];
    second_layer(values, layer, &mut sums);
    last_layer(&sums, layer)
}

/// See [`Kernels::two_layers`].
#[inline(always)]
pub fn last_layer(sums: &Sums, layer: SecondLayer) -> i64 {
    match layer.biases.len() {
        8 => last_layer_of::<8>(sums, layer.output),
        16 => last_layer_of::<16>(sums, layer.output),
        _ => last_layer_of::<32>(sums, layer.output),
    }
}

#[inline(always)]
fn last_layer_of<const NEURONS: usize>(sums: &Sums, weights: &[i32]) -> i64 {
    assert!(weights.len() == 2 * NEURONS + 1);
    let mut total = 0_i32;
    for i in 0..NEURONS {
        let clipped = sums[i].clamp(0, ONE_OF_SECOND);
        let square = (clipped * clipped) >> SECOND_BITS;
        let product = clipped * weights[i] + square * weights[NEURONS + i];
        total = total.wrapping_add(product);
    }
    i64::from(total) + i64::from(sums[0]) * i64::from(weights[2 * NEURONS])
}
