//! Kernels for x86-64 with AVX-512 (F and BW).

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use crate::eval::simd::{Kernels, Lane, QA, scalar};

/// For AVX-512. Only [`crate::eval::simd::available`] hands them out, after
/// asking the processor.
pub static KERNELS: Kernels = Kernels { name: "avx512", shift, capture, change, output };

fn shift(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn inner(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: &[Lane]) {
        scalar::shift(to, from, added, removed);
    }
    // SAFETY: the processor has AVX-512, or these kernels would not be in use.
    unsafe { inner(to, from, added, removed) }
}

fn capture(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn inner(to: &mut [Lane], from: &[Lane], added: &[Lane], removed: [&[Lane]; 2]) {
        scalar::capture(to, from, added, removed);
    }
    // SAFETY: the processor has AVX-512, or these kernels would not be in use.
    unsafe { inner(to, from, added, removed) }
}

fn change(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn inner(values: &mut [Lane], table: &[Lane], added: &[usize], removed: &[usize]) {
        scalar::change(values, table, added, removed);
    }
    // SAFETY: the processor has AVX-512, or these kernels would not be in use.
    unsafe { inner(values, table, added, removed) }
}

fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    // SAFETY: the processor has AVX-512, or these kernels would not be in use.
    unsafe { output_avx512(values, weights) }
}

/// As with AVX2, twice as wide.
#[target_feature(enable = "avx512f,avx512bw")]
fn output_avx512(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
    let mut sums = [zero; 2];
    for ((sum, values), weights) in sums.iter_mut().zip(values).zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            let v = _mm512_min_epi16(_mm512_max_epi16(load(value), zero), one);
            let product = _mm512_madd_epi16(_mm512_mullo_epi16(v, load(weight)), v);
            *sum = _mm512_add_epi32(*sum, product);
        }
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(lane: &Lane) -> __m512i {
    // SAFETY: a lane is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) }
}
