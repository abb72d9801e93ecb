//! Kernels for AArch64, which always has NEON.

use std::arch::aarch64::{
    int16x8_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_high_s16, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_s16, vmulq_s16, vreinterpretq_s16_u16,
    vreinterpretq_u16_s16, vshrq_n_u16,
};

use crate::eval::simd::{Chunk, Kernels, QA, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

/// The kernels of this module. The plain loops, without multiplications, already become vector
/// code.
pub static KERNELS: Kernels =
    Kernels { name: "neon", change: scalar::change, update: scalar::update, output };

#[target_feature(enable = "neon")]
fn output(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA));
    let mut sums = [vdupq_n_s32(0); 2];
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
    vaddvq_s32(vaddq_s32(sums[0], sums[1]))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &[i16]) -> int16x8_t {
    assert!(numbers.len() == REGISTER);
    // SAFETY: there are eight numbers; the load needs no alignment.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}
