//! Kernels for AArch64, which always has NEON.

use std::arch::aarch64::{
    int8x16_t, int16x8_t, int32x4_t, vaddq_s32, vaddvq_s32, vcombine_s8, vdupq_n_s16, vdupq_n_s32,
    vget_high_s8, vget_high_s16, vget_low_s8, vget_low_s16, vld1q_s8, vld1q_s16, vmaxq_s16,
    vminq_s16, vmlal_s8, vmlal_s16, vmovn_s16, vmull_s8, vmulq_s16, vpadalq_s16, vqrdmulhq_s16,
    vreinterpretq_s16_u16, vreinterpretq_u16_s16, vshlq_n_s16, vshrq_n_u16,
};

use crate::eval::simd::second::{BLOCK_INPUTS, BLOCKS};
use crate::eval::simd::{Block, Kernels, Lane, MAX_SECOND, QA, SecondLayer, Sums, Update, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

kernels_of_128_bits!("neon", int32x4_t, #[target_feature(enable = "neon")]);

#[target_feature(enable = "neon")]
fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA));
    let mut sums = [zeros(); 2];
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            let parts = value.0.chunks_exact(REGISTER).zip(weight.0.chunks_exact(REGISTER));
            for (v, w) in parts {
                let v = vminq_s16(vmaxq_s16(load(v), zero), one);
                let half =
                    vreinterpretq_s16_u16(vshrq_n_u16::<1>(vreinterpretq_u16_s16(vmulq_s16(v, v))));
                let w = load(w);
                sums[0] = vmlal_s16(sums[0], vget_low_s16(half), vget_low_s16(w));
                sums[1] = vmlal_s16(sums[1], vget_high_s16(half), vget_high_s16(w));
            }
        }
    }
    across(vaddq_s32(sums[0], sums[1]))
}

/// Sums of zero.
#[inline]
#[target_feature(enable = "neon")]
fn zeros() -> int32x4_t {
    vdupq_n_s32(0)
}

/// The sum of four numbers.
#[inline]
#[target_feature(enable = "neon")]
fn across(sums: int32x4_t) -> i32 {
    vaddvq_s32(sums)
}

/// A block of inputs: `(clamp(v)² + 256) >> 9`, as the instruction rounds
/// `(64 v · v) >> 15`.
#[inline]
#[target_feature(enable = "neon")]
fn pack(first: int16x8_t, second: int16x8_t) -> int8x16_t {
    vcombine_s8(vmovn_s16(square(first)), vmovn_s16(square(second)))
}

#[inline]
#[target_feature(enable = "neon")]
fn square(value: int16x8_t) -> int16x8_t {
    let v = vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(QA));
    vqrdmulhq_s16(vshlq_n_s16::<6>(v), v)
}

/// Adds sums of four products of bytes.
#[inline]
#[target_feature(enable = "neon")]
fn dot(total: int32x4_t, inputs: int8x16_t, weights: int8x16_t) -> int32x4_t {
    let products = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
    vpadalq_s16(total, vmlal_s8(products, vget_high_s8(inputs), vget_high_s8(weights)))
}

#[inline]
#[target_feature(enable = "neon")]
fn load_weights(weights: &[i8; BLOCK_INPUTS]) -> int8x16_t {
    // SAFETY: there are sixteen numbers; the load needs no alignment.
    unsafe { vld1q_s8(weights.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &[i16]) -> int16x8_t {
    assert!(numbers.len() == REGISTER);
    // SAFETY: there are eight numbers; the load needs no alignment.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}
