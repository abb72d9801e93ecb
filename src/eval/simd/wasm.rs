//! Kernels for WebAssembly with vectors of 128 bits (`+simd128`): the plain loops already
//! become vector code; only the output and the second layer use intrinsics. A module with
//! vectors does not load at all where there are none, so nothing asks at run time.

use std::arch::wasm32::{
    i8x16_narrow_i16x8, i16x8_add, i16x8_extmul_high_i8x16, i16x8_extmul_low_i8x16, i16x8_max,
    i16x8_min, i16x8_mul, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
    i32x4_extadd_pairwise_i16x8, i32x4_extract_lane, i32x4_splat, u16x8_shr, v128, v128_load,
};

use crate::eval::simd::second::{BLOCK_INPUTS, BLOCKS};
use crate::eval::simd::{Block, Kernels, Lane, MAX_SECOND, QA, SecondLayer, Sums, Update, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

/// For modules that were compiled with vectors.
pub static KERNELS: Kernels = Kernels {
    name: "simd128",
    shift: scalar::shift,
    capture: scalar::capture,
    change: scalar::change,
    output,
    step,
    step_capture,
    second_layer,
    two_layers,
};

fn step(update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [[first], [second]] } = update;
    scalar::call_shift(own, from[0], added[0], first);
    scalar::call_shift(other, from[1], added[1], second);
    output([own, other], weights)
}

fn step_capture(update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [first, second] } = update;
    scalar::call_capture(own, from[0], added[0], first);
    scalar::call_capture(other, from[1], added[1], second);
    output([own, other], weights)
}

fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(QA));
    let mut sums = [i32x4_splat(0); 2];
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            let parts = value.0.chunks_exact(REGISTER).zip(weight.0.chunks_exact(REGISTER));
            for (i, (v, w)) in parts.enumerate() {
                let v = i16x8_min(i16x8_max(load(v), zero), one);
                let half = u16x8_shr(i16x8_mul(v, v), 1);
                sums[i % 2] = i32x4_add(sums[i % 2], i32x4_dot_i16x8(half, load(w)));
            }
        }
    }
    across(i32x4_add(sums[0], sums[1]))
}

/// The sum of four numbers.
#[inline]
fn across(sums: v128) -> i32 {
    i32x4_extract_lane::<0>(sums)
        .wrapping_add(i32x4_extract_lane::<1>(sums))
        .wrapping_add(i32x4_extract_lane::<2>(sums))
        .wrapping_add(i32x4_extract_lane::<3>(sums))
}

fn two_layers(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
    let mut sums = [0; MAX_SECOND];
    second_layer(values, layer, &mut sums);
    scalar::last_layer(&sums, layer)
}

fn second_layer(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
    match layer.biases.len() {
        8 => second_layer_of::<2, 8>(values, layer, sums),
        16 => second_layer_of::<4, 16>(values, layer, sums),
        _ => second_layer_of::<8, 32>(values, layer, sums),
    }
}

/// A [`Block`] has the weights of four neurons: `QUADS` is a quarter of `NEURONS`.
#[inline]
fn second_layer_of<const QUADS: usize, const NEURONS: usize>(
    values: [&[Lane]; 2],
    layer: SecondLayer,
    sums: &mut Sums,
) {
    let [own, other] = values.map(|values| values.as_chunks::<2>().0);
    let weights = layer.weights.as_chunks::<QUADS>().0.as_chunks::<BLOCKS>().0;
    assert!(layer.biases.len() == NEURONS && NEURONS == 4 * QUADS);
    assert!(weights.len() == own.len() + other.len());
    let (of_own, of_other) = weights.split_at(own.len());
    let mut totals = [[i32x4_splat(0); 4]; QUADS];
    for (lanes, weights) in own.iter().zip(of_own) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    for (lanes, weights) in other.iter().zip(of_other) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    *sums = [0; MAX_SECOND];
    for (sum, total) in sums.iter_mut().zip(totals.into_iter().flatten()) {
        *sum = across(total);
    }
    scalar::add_biases::<NEURONS>(sums, layer);
}

/// Adds the products of the inputs of two lanes.
#[inline]
fn of_two_lanes<const QUADS: usize>(
    mut totals: [[v128; 4]; QUADS],
    [first, second]: &[Lane; 2],
    weights: &[[Block; QUADS]; BLOCKS],
) -> [[v128; 4]; QUADS] {
    for number in 0..BLOCKS {
        let part = number * REGISTER..(number + 1) * REGISTER;
        let input = pack(load(&first.0[part.clone()]), load(&second.0[part]));
        for quad in 0..QUADS {
            let weights = weights[number][quad].0.as_chunks::<BLOCK_INPUTS>().0;
            for neuron in 0..4 {
                let total = &mut totals[quad][neuron];
                *total = dot(*total, input, load_weights(&weights[neuron]));
            }
        }
    }
    totals
}

/// A block of inputs: `(clamp(v)² + 256) >> 9`, as the instruction rounds
/// `(64 v · v) >> 15`.
#[inline]
fn pack(first: v128, second: v128) -> v128 {
    i8x16_narrow_i16x8(square(first), square(second))
}

#[inline]
fn square(value: v128) -> v128 {
    let v = i16x8_min(i16x8_max(value, i16x8_splat(0)), i16x8_splat(QA));
    i16x8_q15mulr_sat(i16x8_shl(v, 6), v)
}

/// Adds sums of four products of bytes.
#[inline]
fn dot(total: v128, inputs: v128, weights: v128) -> v128 {
    let products = i16x8_add(
        i16x8_extmul_low_i8x16(inputs, weights),
        i16x8_extmul_high_i8x16(inputs, weights),
    );
    i32x4_add(total, i32x4_extadd_pairwise_i16x8(products))
}

#[inline]
fn load_weights(weights: &[i8; BLOCK_INPUTS]) -> v128 {
    // SAFETY: there are sixteen numbers; the load needs no alignment.
    unsafe { v128_load(weights.as_ptr().cast()) }
}

#[inline]
fn load(numbers: &[i16]) -> v128 {
    assert!(numbers.len() == REGISTER);
    // SAFETY: there are eight numbers; the load needs no alignment.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}
