//! Kernels for AArch64, which always has NEON: the plain loops already become
//! NEON code; only the output uses intrinsics.

use std::arch::aarch64::{
    int16x8_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_high_s16, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_s16, vmulq_s16,
};

use crate::eval::simd::{Kernels, Lane, QA, Update, scalar};

/// Numbers in a register.
const REGISTER: usize = 8;

/// For NEON, which every AArch64 processor of this target has.
pub static KERNELS: Kernels = Kernels {
    name: "neon",
    shift: scalar::shift,
    capture: scalar::capture,
    change: scalar::change,
    output,
    step,
    step_capture,
};

#[target_feature(enable = "neon")]
fn step(update: Update<1>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [[first], [second]] } = update;
    scalar::call_shift(own, from[0], added[0], first);
    scalar::call_shift(other, from[1], added[1], second);
    output([own, other], weights)
}

#[target_feature(enable = "neon")]
fn step_capture(update: Update<2>, weights: [&[Lane]; 2]) -> i32 {
    let Update { to: [own, other], from, added, removed: [first, second] } = update;
    scalar::call_capture(own, from[0], added[0], first);
    scalar::call_capture(other, from[1], added[1], second);
    output([own, other], weights)
}

#[target_feature(enable = "neon")]
fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA));
    let mut sums = [vdupq_n_s32(0); 2];
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            let parts = value.0.chunks_exact(REGISTER).zip(weight.0.chunks_exact(REGISTER));
            for (v, w) in parts {
                let v = vminq_s16(vmaxq_s16(load(v), zero), one);
                let product = vmulq_s16(v, load(w));
                sums[0] = vmlal_s16(sums[0], vget_low_s16(product), vget_low_s16(v));
                sums[1] = vmlal_s16(sums[1], vget_high_s16(product), vget_high_s16(v));
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
