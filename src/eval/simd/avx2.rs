//! Kernels for x86-64 with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_srli_epi16, _mm256_store_si256, _mm256_sub_epi16,
};

use crate::eval::simd::scalar::BLOCK;
use crate::eval::simd::{Chunk, Kernels, QA, scalar};

/// A chunk in registers.
type Pair = [__m256i; 2];

/// Chunks that an update holds in registers.
const WIDE_BLOCK: usize = 6;

kernels_for!("avx2", "avx2");

#[target_feature(enable = "avx2")]
fn output(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let mut sums = [[_mm256_setzero_si256(); 2]; 2];
    for ((sums, values), weights) in sums.iter_mut().zip(values).zip(weights) {
        assert!(values.len() == weights.len());
        for (value, weight) in values.iter().zip(weights) {
            *sums = add_products(*sums, load(value), load(weight));
        }
    }
    total(sums[0], sums[1])
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_products(sums: Pair, values: Pair, weights: Pair) -> Pair {
    [
        _mm256_add_epi32(sums[0], products(values[0], weights[0])),
        _mm256_add_epi32(sums[1], products(values[1], weights[1])),
    ]
}

/// Half of `clamp(value)²` fits a signed 16-bit integer; one instruction multiplies it by the
/// weight and adds up neighbours in 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn products(value: __m256i, weight: __m256i) -> __m256i {
    let v = _mm256_max_epi16(value, _mm256_setzero_si256());
    let v = _mm256_min_epi16(v, _mm256_set1_epi16(QA));
    _mm256_madd_epi16(_mm256_srli_epi16::<1>(_mm256_mullo_epi16(v, v)), weight)
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(first: Pair, second: Pair) -> i32 {
    let sum = _mm256_add_epi32(
        _mm256_add_epi32(first[0], first[1]),
        _mm256_add_epi32(second[0], second[1]),
    );
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
    _mm_cvtsi128_si32(sum)
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Pair, b: Pair) -> Pair {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn subtract(a: Pair, b: Pair) -> Pair {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(chunk: &Chunk) -> Pair {
    let (low, high) = chunk.0.split_at(16);
    // SAFETY: a chunk is aligned to 64 bytes, and its first half is 32 of them.
    let low = unsafe { _mm256_load_si256(low.as_ptr().cast()) };
    // SAFETY: likewise its second half.
    let high = unsafe { _mm256_load_si256(high.as_ptr().cast()) };
    [low, high]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(chunk: &mut Chunk, values: Pair) {
    let (low, high) = chunk.0.split_at_mut(16);
    // SAFETY: a chunk is aligned to 64 bytes, and its first half is 32 of them.
    unsafe { _mm256_store_si256(low.as_mut_ptr().cast(), values[0]) };
    // SAFETY: likewise its second half.
    unsafe { _mm256_store_si256(high.as_mut_ptr().cast(), values[1]) };
}
