//! Kernels for x86-64 with AVX-512 (F and BW).

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_srli_epi16, _mm512_store_si512,
    _mm512_sub_epi16,
};

use crate::eval::simd::scalar::BLOCK;
use crate::eval::simd::{Chunk, Kernels, QA, scalar};

/// Chunks that an update holds in registers.
const WIDE_BLOCK: usize = 12;

kernels_for!("avx512", "avx512f,avx512bw");

#[target_feature(enable = "avx512f,avx512bw")]
fn output(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let mut sums = [_mm512_setzero_si512(); 2];
    for ((sum, values), weights) in sums.iter_mut().zip(values).zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            *sum = _mm512_add_epi32(*sum, products(load(value), load(weight)));
        }
    }
    total(sums[0], sums[1])
}

/// Half of `clamp(value)²` fits a signed 16-bit integer; one instruction multiplies it by the
/// weight and adds up neighbours in 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn products(value: __m512i, weight: __m512i) -> __m512i {
    let v = _mm512_max_epi16(value, _mm512_setzero_si512());
    let v = _mm512_min_epi16(v, _mm512_set1_epi16(QA));
    _mm512_madd_epi16(_mm512_srli_epi16::<1>(_mm512_mullo_epi16(v, v)), weight)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(first: __m512i, second: __m512i) -> i32 {
    _mm512_reduce_add_epi32(_mm512_add_epi32(first, second))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn subtract(a: __m512i, b: __m512i) -> __m512i {
    _mm512_sub_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(chunk: &Chunk) -> __m512i {
    // SAFETY: a chunk is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_load_si512(chunk.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(chunk: &mut Chunk, value: __m512i) {
    // SAFETY: a chunk is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_store_si512(chunk.0.as_mut_ptr().cast(), value) }
}
