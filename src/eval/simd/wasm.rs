//! Kernels for WebAssembly with vectors of 128 bits (`+simd128`): the plain loops already
//! become vector code; only the output uses intrinsics. A module with vectors does not load
//! at all where there are none, so nothing asks at run time.

use std::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_splat, v128, v128_load,
};

use crate::eval::simd::{Kernels, Lane, QA, Update, scalar};

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
                let product = i16x8_mul(v, load(w)); // fits: the weight is small
                sums[i % 2] = i32x4_add(sums[i % 2], i32x4_dot_i16x8(product, v));
            }
        }
    }
    let sum = i32x4_add(sums[0], sums[1]);
    i32x4_extract_lane::<0>(sum)
        .wrapping_add(i32x4_extract_lane::<1>(sum))
        .wrapping_add(i32x4_extract_lane::<2>(sum))
        .wrapping_add(i32x4_extract_lane::<3>(sum))
}

#[inline]
fn load(numbers: &[i16]) -> v128 {
    assert!(numbers.len() == REGISTER);
    // SAFETY: there are eight numbers; the load needs no alignment.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}
