//! Kernels for WebAssembly with vectors of 128 bits (`+simd128`). A module with vectors does not
//! load at all where there are none, so nothing asks at run time.

use std::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_splat, u16x8_shr, v128, v128_load,
};

use crate::eval::simd::{Chunk, Kernels, QA, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

/// The kernels of this module. The plain loops, without multiplications, already become vector
/// code.
pub static KERNELS: Kernels =
    Kernels { name: "simd128", change: scalar::change, update: scalar::update, output };

fn output(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
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

#[inline]
fn load(numbers: &[i16]) -> v128 {
    assert!(numbers.len() == REGISTER);
    // SAFETY: there are eight numbers; the load needs no alignment.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}
