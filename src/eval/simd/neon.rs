//! Kernels for AArch64, which always has NEON: the plain loops already become
//! NEON code; only the output and the second layer use intrinsics.

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

/// For NEON, which every AArch64 processor of this target has.
pub static KERNELS: Kernels = Kernels {
    name: "neon",
    shift: scalar::shift,
    capture: scalar::capture,
    change: scalar::change,
    output,
    step,
    step_capture,
    second_layer,
    two_layers,
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

#[target_feature(enable = "neon")]
fn two_layers(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
    let mut sums = [0; MAX_SECOND];
    second_layer(values, layer, &mut sums);
    scalar::last_layer(&sums, layer)
}

#[target_feature(enable = "neon")]
fn second_layer(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
    match layer.biases.len() {
        8 => second_layer_of::<2, 8>(values, layer, sums),
        16 => second_layer_of::<4, 16>(values, layer, sums),
        _ => second_layer_of::<8, 32>(values, layer, sums),
    }
}

/// A [`Block`] has the weights of four neurons: `QUADS` is a quarter of `NEURONS`.
#[inline]
#[target_feature(enable = "neon")]
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
    let mut totals = [[vdupq_n_s32(0); 4]; QUADS];
    for (lanes, weights) in own.iter().zip(of_own) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    for (lanes, weights) in other.iter().zip(of_other) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    *sums = [0; MAX_SECOND];
    for (sum, total) in sums.iter_mut().zip(totals.into_iter().flatten()) {
        *sum = vaddvq_s32(total);
    }
    scalar::add_biases::<NEURONS>(sums, layer);
}

/// Adds the products of the inputs of two lanes.
#[inline]
#[target_feature(enable = "neon")]
fn of_two_lanes<const QUADS: usize>(
    mut totals: [[int32x4_t; 4]; QUADS],
    [first, second]: &[Lane; 2],
    weights: &[[Block; QUADS]; BLOCKS],
) -> [[int32x4_t; 4]; QUADS] {
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
