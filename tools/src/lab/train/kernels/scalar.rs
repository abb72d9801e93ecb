//! The definition of the functions: plain loops, compiled for each kind of processor.

use chuhe::eval::QB;
use chuhe::internals::simd::{LANE, Lane, QA};

use super::{BETAS, Part, Step, TILE_ACCUMULATORS};

pub use super::gather::scalar as gather;
pub use super::weigh::scalar as weigh;

/// Epsilon of AdamW: avoids divisions by zero.
const EPSILON: f32 = 1e-8;
/// What one is in the first layer.
const UNIT: f32 = QA as f32;

/// See [`Kernels::activate`](super::Kernels::activate).
#[inline(always)]
pub fn activate(layer: &[Lane], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANE];
    for (lane, weights) in layer.iter().zip(weights.as_chunks::<LANE>().0) {
        for i in 0..LANE {
            let value = f32::from(lane.0[i].clamp(0, QA)) * (1.0 / UNIT);
            sums[i] += value * value * weights[i];
        }
    }
    let mut width = LANE / 2;
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
    layer: &[Lane],
    weights: &[f32],
    slope: f32,
    gradients: &mut [f32],
    biases: &mut [f32],
    slopes: &mut [f32],
    number: usize,
) {
    let weights = weights.as_chunks::<LANE>().0.iter();
    let gradients = gradients.as_chunks_mut::<LANE>().0.iter_mut();
    let biases = biases.as_chunks_mut::<LANE>().0.iter_mut();
    let slopes = slopes.as_chunks_mut::<LANE>().0[number..].iter_mut().step_by(TILE_ACCUMULATORS);
    let outer = layer.iter().zip(weights).zip(gradients).zip(biases).zip(slopes);
    for ((((lane, weights), gradients), biases), slopes) in outer {
        for i in 0..LANE {
            let value = lane.0[i];
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

/// What one is in the inputs of the second layer.
const INPUT_UNIT: f32 = 128.0;
/// What one is in its weights.
const WEIGHT_UNIT: f32 = QB as f32;

/// See [`Kernels::squares`](super::Kernels::squares).
#[inline(always)]
pub fn squares(layer: &[Lane], table: &mut [f32], number: usize) {
    let places = table.as_chunks_mut::<LANE>().0[number..].iter_mut().step_by(TILE_ACCUMULATORS);
    for (lane, place) in layer.iter().zip(places) {
        for (place, value) in place.iter_mut().zip(lane.0) {
            let value = i32::from(value.clamp(0, QA));
            *place = ((value * value + 256) >> 9) as f32 * (1.0 / INPUT_UNIT);
        }
    }
}

/// See [`Kernels::through_squares`](super::Kernels::through_squares).
#[inline(always)]
pub fn through_squares(layer: &[Lane], biases: &mut [f32], slopes: &mut [f32], number: usize) {
    let biases = biases.as_chunks_mut::<LANE>().0.iter_mut();
    let slopes = slopes.as_chunks_mut::<LANE>().0[number..].iter_mut().step_by(TILE_ACCUMULATORS);
    for ((lane, biases), slopes) in layer.iter().zip(biases).zip(slopes) {
        for i in 0..LANE {
            let value = lane.0[i];
            let passes = value > 0 && value < QA;
            // An input is the square of the value over 256.
            let through = slopes[i] * f32::from(value) * (2.0 * UNIT / (256.0 * 256.0));
            let through = if passes { through } else { 0.0 };
            slopes[i] = through;
            biases[i] += through;
        }
    }
}

/// See [`Kernels::round_second`](super::Kernels::round_second).
#[inline(always)]
pub fn round_second(weights: &[f32], rounded: &mut [f32]) {
    for (weight, rounded) in weights.iter().zip(rounded) {
        *rounded = ((weight * WEIGHT_UNIT + ROUNDER) - ROUNDER) * (1.0 / WEIGHT_UNIT);
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
pub fn round(row: &[f32], rounded: &mut [Lane]) {
    for (row, lane) in row.as_chunks::<LANE>().0.iter().zip(rounded) {
        for (value, rounded) in row.iter().zip(&mut lane.0) {
            *rounded = fixed(*value);
        }
    }
}

/// See [`Kernels::round_sum`](super::Kernels::round_sum).
#[inline(always)]
pub fn round_sum(row: &[f32], shared: &[f32], rounded: &mut [Lane]) {
    let rows = row.as_chunks::<LANE>().0.iter().zip(shared.as_chunks::<LANE>().0);
    for ((row, shared), lane) in rows.zip(rounded) {
        for ((value, shared), rounded) in row.iter().zip(shared).zip(&mut lane.0) {
            *rounded = fixed(*value + *shared);
        }
    }
}
