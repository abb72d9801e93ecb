//! Kernels for x86-64 with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

use crate::eval::simd::{Kernels, Lane, QA, scalar};

/// For AVX2. Only [`crate::eval::simd::available`] hands them out, after asking
/// the processor.
pub static KERNELS: Kernels = Kernels { name: "avx2", shift, capture, change, output };

fn shift(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
    #[target_feature(enable = "avx2")]
    fn inner(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
        scalar::shift(to, from, added, removed);
    }
    // SAFETY: the processor has AVX2, or these kernels would not be in use.
    unsafe { inner(to, from, added, removed) }
}

fn capture(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
    #[target_feature(enable = "avx2")]
    fn inner(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
        scalar::capture(to, from, added, removed);
    }
    // SAFETY: the processor has AVX2, or these kernels would not be in use.
    unsafe { inner(to, from, added, removed) }
}

fn change(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
    #[target_feature(enable = "avx2")]
    fn inner(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
        scalar::change(values, table, added, removed);
    }
    // SAFETY: the processor has AVX2, or these kernels would not be in use.
    unsafe { inner(values, table, added, removed) }
}

fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    // SAFETY: the processor has AVX2, or these kernels would not be in use.
    unsafe { output_avx2(values, weights) }
}

/// `clamp(v) * w` fits 16 bits because `w` lies within ±127; multiplied by
/// `clamp(v)` again, neighbours are added up in 32 bits by one instruction.
#[target_feature(enable = "avx2")]
fn output_avx2(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
    let mut sums = [zero; 2];
    for (values, weights) in values.into_iter().zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            for ((sum, v), w) in sums.iter_mut().zip(halves(value)).zip(halves(weight)) {
                let v = _mm256_min_epi16(_mm256_max_epi16(v, zero), one);
                let product = _mm256_madd_epi16(_mm256_mullo_epi16(v, w), v);
                *sum = _mm256_add_epi32(*sum, product);
            }
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
    _mm_cvtsi128_si32(sum)
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(lane: &Lane) -> [__m256i; 2] {
    let (low, high) = lane.0.split_at(16);
    // SAFETY: a lane is aligned to 64 bytes, and its first half is 32 of them.
    let low = unsafe { _mm256_load_si256(low.as_ptr().cast()) };
    // SAFETY: likewise its second half.
    let high = unsafe { _mm256_load_si256(high.as_ptr().cast()) };
    [low, high]
}
