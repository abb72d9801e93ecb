//! Kernels for x86-64 with AVX-512 (F and BW).

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

use crate::eval::simd::{Kernels, Lane, QA, Update, scalar};

kernels_for!("avx512", "avx512f,avx512bw");

/// One side's part of a step: writes its layer and returns sums of its output.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn half<const REMOVED: usize>(
    to: &mut [Lane],
    from: &[Lane],
    added: &[Lane],
    removed: [&[Lane]; REMOVED],
    weights: &[Lane],
) -> __m512i {
    let count = to.len();
    assert!(from.len() == count && added.len() == count && weights.len() == count);
    assert!(removed.iter().all(|row| row.len() == count));
    let mut sum = _mm512_setzero_si512();
    for i in 0..count {
        let mut value = _mm512_add_epi16(load(&from[i]), load(&added[i]));
        for row in removed {
            value = _mm512_sub_epi16(value, load(&row[i]));
        }
        store(&mut to[i], value);
        sum = _mm512_add_epi32(sum, products(value, load(&weights[i])));
    }
    sum
}

#[target_feature(enable = "avx512f,avx512bw")]
fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
    let mut sums = [_mm512_setzero_si512(); 2];
    for ((sum, values), weights) in sums.iter_mut().zip(values).zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            *sum = _mm512_add_epi32(*sum, products(load(value), load(weight)));
        }
    }
    total(sums[0], sums[1])
}

/// `clamp(v) * w` fits 16 bits because `w` lies within ±127; multiplied by
/// `clamp(v)` again, neighbours are added up in 32 bits by one instruction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn products(value: __m512i, weight: __m512i) -> __m512i {
    let v = _mm512_max_epi16(value, _mm512_setzero_si512());
    let v = _mm512_min_epi16(v, _mm512_set1_epi16(QA));
    _mm512_madd_epi16(_mm512_mullo_epi16(v, weight), v)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(first: __m512i, second: __m512i) -> i32 {
    _mm512_reduce_add_epi32(_mm512_add_epi32(first, second))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(lane: &Lane) -> __m512i {
    // SAFETY: a lane is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_load_si512(lane.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(lane: &mut Lane, value: __m512i) {
    // SAFETY: a lane is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_store_si512(lane.0.as_mut_ptr().cast(), value) }
}
