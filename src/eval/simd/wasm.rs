//! Kernels for WebAssembly with vectors of 128 bits (`+simd128`). A module with vectors does not
//! load at all where there are none, so nothing asks at run time.

use std::arch::wasm32::{
    i8x16_narrow_i16x8, i16x8_add, i16x8_extmul_high_i8x16, i16x8_extmul_low_i8x16, i16x8_max,
    i16x8_min, i16x8_mul, i16x8_q15mulr_sat, i16x8_shl, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
    i32x4_extadd_pairwise_i16x8, i32x4_extract_lane, i32x4_splat, u16x8_shr, v128, v128_load,
};

use crate::eval::simd::second::{BLOCK_INPUTS, BLOCKS};
use crate::eval::simd::{Block, Kernels, Lane, MAX_SECOND, QA, SecondLayer, Sums, Update, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

kernels_of_128_bits!("simd128", v128);

fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(QA));
    let mut sums = [zeros(); 2];
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

/// Sums of zero.
#[inline]
fn zeros() -> v128 {
    i32x4_splat(0)
}

/// The sum of four numbers.
#[inline]
fn across(sums: v128) -> i32 {
    i32x4_extract_lane::<0>(sums)
        .wrapping_add(i32x4_extract_lane::<1>(sums))
        .wrapping_add(i32x4_extract_lane::<2>(sums))
        .wrapping_add(i32x4_extract_lane::<3>(sums))
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
