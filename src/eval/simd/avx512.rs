//! Kernels for x86-64 with AVX-512 (F and BW), and those that use VNNI for second layers.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_load_si512,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mulhrs_epi16, _mm512_mullo_epi16, _mm512_packus_epi16, _mm512_permutexvar_epi32,
    _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setr_epi32, _mm512_setzero_si512,
    _mm512_shuffle_i32x4, _mm512_slli_epi16, _mm512_srli_epi16, _mm512_store_si512,
    _mm512_storeu_si512, _mm512_sub_epi16, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
};

use crate::eval::simd::scalar::BLOCK;
use crate::eval::simd::second::BLOCKS;
use crate::eval::simd::{Block, Kernels, Lane, MAX_SECOND, QA, SecondLayer, Sums, Update, scalar};

/// Makes the function `$name` for a second layer, from a function that multiplies bytes and
/// adds four products to each of the sums.
macro_rules! second_layer_for {
    ($name:ident, $of_size:ident, $of_two_lanes:ident, $features:literal, $dot:ident) => {
        #[target_feature(enable = $features)]
        fn $name(values: [&[Lane]; 2], layer: SecondLayer, sums: &mut Sums) {
            match layer.biases.len() {
                8 => $of_size::<2, 8>(values, layer, sums),
                16 => $of_size::<4, 16>(values, layer, sums),
                _ => $of_size::<8, 32>(values, layer, sums),
            }
        }

        /// A vector has the sums of four neurons, as a [`Block`] has their weights: `QUADS`
        /// is a quarter of `NEURONS`.
        #[inline]
        #[target_feature(enable = $features)]
        fn $of_size<const QUADS: usize, const NEURONS: usize>(
            values: [&[Lane]; 2],
            layer: SecondLayer,
            sums: &mut Sums,
        ) {
            let [own, other] = values.map(|values| values.as_chunks::<2>().0);
            let weights = layer.weights.as_chunks::<QUADS>().0.as_chunks::<BLOCKS>().0;
            assert!(layer.biases.len() == NEURONS && NEURONS == 4 * QUADS);
            assert!(weights.len() == own.len() + other.len());
            let (of_own, of_other) = weights.split_at(own.len());
            // Twice as many sums as needed: each addition waits for the one before.
            let mut totals = [[_mm512_setzero_si512(); QUADS]; 2];
            for (lanes, weights) in own.iter().zip(of_own) {
                totals = $of_two_lanes(totals, lanes, weights);
            }
            for (lanes, weights) in other.iter().zip(of_other) {
                totals = $of_two_lanes(totals, lanes, weights);
            }
            add_up(totals, sums);
            scalar::add_biases::<NEURONS>(sums, layer);
        }

        /// Adds the products of the inputs of two lanes.
        #[inline]
        #[target_feature(enable = $features)]
        fn $of_two_lanes<const QUADS: usize>(
            mut totals: [[__m512i; QUADS]; 2],
            [first, second]: &[Lane; 2],
            weights: &[[Block; QUADS]; BLOCKS],
        ) -> [[__m512i; QUADS]; 2] {
            let inputs = inputs(first, second);
            for number in 0..BLOCKS {
                for quad in 0..QUADS {
                    let weights = load_block(&weights[number][quad]);
                    let total = &mut totals[number % 2][quad];
                    *total = $dot(*total, inputs[number], weights);
                }
            }
            totals
        }
    };
}

/// Lanes that an update holds in registers.
const WIDE_BLOCK: usize = 12;

kernels_for!("avx512", "avx512f,avx512bw");
second_layer_for!(second_layer, second_layer_of, of_two_lanes, "avx512f,avx512bw", dot);

/// The kernels for processors that also have VNNI, which multiplies bytes and adds up four
/// products in one instruction.
pub static VNNI_KERNELS: Kernels = Kernels {
    name: "avx512vnni",
    second_layer: second_layer_vnni,
    two_layers: two_layers_vnni,
    ..TABLE
};

second_layer_for!(
    second_layer_vnni,
    second_layer_vnni_of,
    of_two_lanes_vnni,
    "avx512f,avx512bw,avx512vnni",
    _mm512_dpbusd_epi32
);

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn two_layers_vnni(values: [&[Lane]; 2], layer: SecondLayer) -> i64 {
    let mut sums = [0; MAX_SECOND];
    second_layer_vnni(values, layer, &mut sums);
    scalar::last_layer(&sums, layer)
}

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

/// The four blocks of inputs of two lanes, each in all four parts of a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn inputs(first: &Lane, second: &Lane) -> [__m512i; BLOCKS] {
    let all = _mm512_packus_epi16(square(load(first)), square(load(second)));
    [
        _mm512_shuffle_i32x4::<0b00_00_00_00>(all, all),
        _mm512_shuffle_i32x4::<0b01_01_01_01>(all, all),
        _mm512_shuffle_i32x4::<0b10_10_10_10>(all, all),
        _mm512_shuffle_i32x4::<0b11_11_11_11>(all, all),
    ]
}

/// `(clamp(v)² + 256) >> 9`, as the instruction rounds `(64 v · v) >> 15`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn square(value: __m512i) -> __m512i {
    let v = _mm512_max_epi16(value, _mm512_setzero_si512());
    let v = _mm512_min_epi16(v, _mm512_set1_epi16(QA));
    _mm512_mulhrs_epi16(_mm512_slli_epi16::<6>(v), v)
}

/// Adds sums of four products of bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn dot(sums: __m512i, inputs: __m512i, weights: __m512i) -> __m512i {
    let pairs = _mm512_maddubs_epi16(inputs, weights);
    _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
}

/// Adds up the sums of each neuron: four in either of two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_up<const QUADS: usize>(totals: [[__m512i; QUADS]; 2], sums: &mut Sums) {
    *sums = [0; MAX_SECOND];
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (group, sums) in sums.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mut four = [_mm512_setzero_si512(); 4];
        for (i, four) in four.iter_mut().enumerate() {
            if let (Some(even), Some(odd)) =
                (totals[0].get(4 * group + i), totals[1].get(4 * group + i))
            {
                *four = _mm512_add_epi32(*even, *odd);
            }
        }
        let [a, b, c, d] = four;
        let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        // In each part of four numbers one neuron of every vector.
        let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        let all = _mm512_permutexvar_epi32(order, all);
        // SAFETY: sixteen numbers are a vector; the store needs no alignment.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), all) };
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load_block(block: &Block) -> __m512i {
    // SAFETY: a block is 64 bytes, aligned to 64 bytes.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
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
