//! Kernels for x86-64 with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_hadd_epi32,
    _mm256_load_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_mulhrs_epi16, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi16, _mm256_setr_epi32, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256,
    _mm256_sub_epi16,
};

use crate::eval::simd::scalar::BLOCK;
use crate::eval::simd::second::BLOCKS;
use crate::eval::simd::{Block, Kernels, Lane, MAX_SECOND, QA, SecondLayer, Sums, Update, scalar};

/// A lane in registers.
type Pair = [__m256i; 2];

/// Lanes that an update holds in registers.
const WIDE_BLOCK: usize = 6;

kernels_for!("avx2", "avx2");

/// One side's part of a step: writes its layer and returns sums of its output.
#[inline]
#[target_feature(enable = "avx2")]
fn half<const REMOVED: usize>(
    to: &mut [Lane],
    from: &[Lane],
    added: &[Lane],
    removed: [&[Lane]; REMOVED],
    weights: &[Lane],
) -> Pair {
    let count = to.len();
    assert!(from.len() == count && added.len() == count && weights.len() == count);
    assert!(removed.iter().all(|row| row.len() == count));
    let mut sums = [_mm256_setzero_si256(); 2];
    for i in 0..count {
        let (from, added) = (load(&from[i]), load(&added[i]));
        let mut values = [_mm256_add_epi16(from[0], added[0]), _mm256_add_epi16(from[1], added[1])];
        for row in removed {
            let row = load(&row[i]);
            values = [_mm256_sub_epi16(values[0], row[0]), _mm256_sub_epi16(values[1], row[1])];
        }
        store(&mut to[i], values);
        sums = add_products(sums, values, load(&weights[i]));
    }
    sums
}

#[target_feature(enable = "avx2")]
fn output(values: [&[Lane]; 2], weights: [&[Lane]; 2]) -> i32 {
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

#[target_feature(enable = "avx2")]
fn second_layer(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
    match layer.biases.len() {
        8 => second_layer_of::<2, 8>(values, layer, sums),
        16 => second_layer_of::<4, 16>(values, layer, sums),
        _ => second_layer_of::<8, 32>(values, layer, sums),
    }
}

/// A vector has the sums of two neurons, and a [`Block`] the weights of four: `QUADS` is a
/// quarter of `NEURONS`.
#[inline]
#[target_feature(enable = "avx2")]
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
    let mut totals = [[_mm256_setzero_si256(); 2]; QUADS];
    for (lanes, weights) in own.iter().zip(of_own) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    for (lanes, weights) in other.iter().zip(of_other) {
        totals = of_two_lanes(totals, lanes, weights);
    }
    *sums = [0; MAX_SECOND];
    for (sums, totals) in sums.as_chunks_mut().0.iter_mut().zip(totals.as_chunks().0) {
        add_up(totals, sums);
    }
    scalar::add_biases::<NEURONS>(sums, layer);
}

/// Adds the products of the inputs of two lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn of_two_lanes<const QUADS: usize>(
    mut totals: [Pair; QUADS],
    [first, second]: &[Lane; 2],
    weights: &[[Block; QUADS]; BLOCKS],
) -> [Pair; QUADS] {
    let inputs = inputs(first, second);
    for number in 0..BLOCKS {
        for quad in 0..QUADS {
            let weights = load_block(&weights[number][quad]);
            let total = &mut totals[quad];
            total[0] = _mm256_add_epi32(total[0], dot(inputs[number], weights[0]));
            total[1] = _mm256_add_epi32(total[1], dot(inputs[number], weights[1]));
        }
    }
    totals
}

/// The four blocks of inputs of two lanes, each in both halves of a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn inputs(first: &Lane, second: &Lane) -> [__m256i; BLOCKS] {
    let ([a, b], [c, d]) = (load(first), load(second));
    let low = _mm256_packus_epi16(square(a), square(c));
    let high = _mm256_packus_epi16(square(b), square(d));
    [
        _mm256_permute4x64_epi64::<0b01_00_01_00>(low),
        _mm256_permute4x64_epi64::<0b11_10_11_10>(low),
        _mm256_permute4x64_epi64::<0b01_00_01_00>(high),
        _mm256_permute4x64_epi64::<0b11_10_11_10>(high),
    ]
}

/// `(clamp(v)² + 256) >> 9`, as the instruction rounds `(64 v · v) >> 15`.
#[inline]
#[target_feature(enable = "avx2")]
fn square(value: __m256i) -> __m256i {
    let v = _mm256_max_epi16(value, _mm256_setzero_si256());
    let v = _mm256_min_epi16(v, _mm256_set1_epi16(QA));
    _mm256_mulhrs_epi16(_mm256_slli_epi16::<6>(v), v)
}

/// Sums of four products of bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn dot(inputs: __m256i, weights: __m256i) -> __m256i {
    _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, weights), _mm256_set1_epi16(1))
}

/// Adds up the four sums of each neuron.
#[inline]
#[target_feature(enable = "avx2")]
fn add_up([[a, b], [c, d]]: &[Pair; 2], sums: &mut [i32; 8]) {
    // Neurons 0, 2, 4, 6 and 1, 3, 5, 7.
    let all = _mm256_hadd_epi32(_mm256_hadd_epi32(*a, *b), _mm256_hadd_epi32(*c, *d));
    let all = _mm256_permutevar8x32_epi32(all, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    // SAFETY: eight numbers are a vector; the store needs no alignment.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), all) };
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_block(block: &Block) -> Pair {
    let (low, high) = block.0.split_at(32);
    // SAFETY: a block is aligned to 64 bytes, and its first half is 32 of them.
    let low = unsafe { _mm256_load_si256(low.as_ptr().cast()) };
    // SAFETY: likewise its second half.
    let high = unsafe { _mm256_load_si256(high.as_ptr().cast()) };
    [low, high]
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
fn load(lane: &Lane) -> Pair {
    let (low, high) = lane.0.split_at(16);
    // SAFETY: a lane is aligned to 64 bytes, and its first half is 32 of them.
    let low = unsafe { _mm256_load_si256(low.as_ptr().cast()) };
    // SAFETY: likewise its second half.
    let high = unsafe { _mm256_load_si256(high.as_ptr().cast()) };
    [low, high]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(lane: &mut Lane, values: Pair) {
    let (low, high) = lane.0.split_at_mut(16);
    // SAFETY: a lane is aligned to 64 bytes, and its first half is 32 of them.
    unsafe { _mm256_store_si256(low.as_mut_ptr().cast(), values[0]) };
    // SAFETY: likewise its second half.
    unsafe { _mm256_store_si256(high.as_mut_ptr().cast(), values[1]) };
}
