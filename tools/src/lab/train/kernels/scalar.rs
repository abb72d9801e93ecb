//! The definition of the functions: plain loops, compiled for each kind of processor.

use chuhe::internals::simd::{CHUNK, Chunk, QA};

use super::{BETAS, Part, Step, TILE_ACCUMULATORS};

pub use super::gather::scalar as gather;

/// Epsilon of AdamW: avoids divisions by zero.
const EPSILON: f32 = 1e-8;
/// What one is in the first layer.
const UNIT: f32 = QA as f32;

/// See [`Kernels::activate`](super::Kernels::activate).
#[inline(always)]
pub fn activate(layer: &[Chunk], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; CHUNK];
    for (chunk, weights) in layer.iter().zip(weights.as_chunks::<CHUNK>().0) {
        for i in 0..CHUNK {
            let value = f32::from(chunk.0[i].clamp(0, QA)) * (1.0 / UNIT);
            sums[i] += value * value * weights[i];
        }
    }
    let mut width = CHUNK / 2;
    while width > 0 {
        for i in 0..width {
            sums[i] += sums[i + width];
        }
        width /= 2;
    }
    sums[0]
}

/// See [`Kernels::propagate`](super::Kernels::propagate).
#[inline(always)]
pub fn propagate(
    layer: &[Chunk],
    weights: &[f32],
    slope: f32,
    gradients: &mut [f32],
    biases: &mut [f32],
    slopes: &mut [f32],
    number: usize,
) {
    let weights = weights.as_chunks::<CHUNK>().0.iter();
    let gradients = gradients.as_chunks_mut::<CHUNK>().0.iter_mut();
    let biases = biases.as_chunks_mut::<CHUNK>().0.iter_mut();
    let slopes = slopes.as_chunks_mut::<CHUNK>().0[number..].iter_mut().step_by(TILE_ACCUMULATORS);
    let outer = layer.iter().zip(weights).zip(gradients).zip(biases).zip(slopes);
    for ((((chunk, weights), gradients), biases), slopes) in outer {
        for i in 0..CHUNK {
            let value = chunk.0[i];
            let one = f32::from(value.clamp(0, QA)) * (1.0 / UNIT);
            gradients[i] += slope * one * one;
            let passes = value > 0 && value < QA;
            let through = 2.0 * slope * weights[i] * one;
            let through = if passes { through } else { 0.0 };
            slopes[i] = through;
            biases[i] += through;
        }
    }
}

/// See [`Kernels::merge`](super::Kernels::merge).
#[inline(always)]
pub fn merge(total: &mut [f32], part: &mut [f32]) {
    for (total, part) in total.iter_mut().zip(part) {
        *total += *part;
        *part = 0.0;
    }
}

/// See [`Kernels::add`](super::Kernels::add).
#[inline(always)]
pub fn add(total: &mut [f32], part: &[f32]) {
    for (total, part) in total.iter_mut().zip(part) {
        *total += part;
    }
}

/// See [`Kernels::update`](super::Kernels::update).
#[inline(always)]
pub fn update(part: Part<'_>, gradients: &[f32], step: &Step) {
    let [b1, b2] = BETAS;
    let Step { rate, decay, share, corrections: [c1, c2], clip } = *step;
    let moments = part.means.iter_mut().zip(part.squares);
    for ((value, (mean, square)), &gradient) in part.values.iter_mut().zip(moments).zip(gradients) {
        let gradient = gradient * share;
        *mean = b1 * *mean + (1.0 - b1) * gradient;
        *square = b2 * *square + (1.0 - b2) * gradient * gradient;
        let size = (*square * c2).sqrt() + EPSILON;
        let change = *mean * c1 / size + decay * *value;
        *value = (*value - rate * change).max(-clip).min(clip);
    }
}

/// Adding and subtracting this leaves a small number rounded, ties to even.
const ROUNDER: f32 = 12_582_912.0; // 1.5 · 2^23

#[inline(always)]
fn fixed(value: f32) -> i16 {
    ((value * UNIT + ROUNDER) - ROUNDER) as i32 as i16
}

/// See [`Kernels::round`](super::Kernels::round).
#[inline(always)]
pub fn round(row: &[f32], rounded: &mut [Chunk]) {
    for (row, chunk) in row.as_chunks::<CHUNK>().0.iter().zip(rounded) {
        for (value, rounded) in row.iter().zip(&mut chunk.0) {
            *rounded = fixed(*value);
        }
    }
}

/// See [`Kernels::round_sum`](super::Kernels::round_sum).
#[inline(always)]
pub fn round_sum(row: &[f32], shared: &[f32], rounded: &mut [Chunk]) {
    let rows = row.as_chunks::<CHUNK>().0.iter().zip(shared.as_chunks::<CHUNK>().0);
    for ((row, shared), chunk) in rows.zip(rounded) {
        for ((value, shared), rounded) in row.iter().zip(shared).zip(&mut chunk.0) {
            *rounded = fixed(*value + *shared);
        }
    }
}
