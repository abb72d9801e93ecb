//! Sums of rows with factors: the products of matrices of which one has few numbers that are
//! not 0. Like `gather` it is written with vectors, and the order of additions is the same on
//! all processors.

use crate::lab::train::kernels::vector::Vector;
use crate::lab::train::kernels::{Grid, Products};
use chuhe::internals::simd::LANE;

/// The function, for one kind of vectors.
///
/// # Safety
/// The processor must have their instructions.
#[inline(always)]
unsafe fn weigh<V: Vector>(
    rows: &mut [f32],
    table: &[f32],
    products: &Products,
    [to, from]: [Grid; 2],
    lanes: usize,
) {
    // SAFETY: the caller's promise.
    let load = |numbers: &[f32; LANE]| unsafe { V::load(numbers) };
    // SAFETY: the caller's promise.
    let plus = |left: V, right: V| unsafe { left.plus(right) };
    // SAFETY: the caller's promise.
    let times = |vector: V, factor: f32| unsafe { vector.times(factor) };
    let (rows, table) = (rows.as_chunks_mut::<LANE>().0, table.as_chunks::<LANE>().0);
    for lane in 0..lanes {
        let table = &table[from.first + lane * from.lane..];
        let add = |sum: &mut V, (user, factor): (u16, f32)| {
            *sum = plus(*sum, times(load(&table[usize::from(user) * from.row]), factor));
        };
        let mut first = 0;
        for &(row, end) in &products.rows {
            let users = &products.users[first..usize::from(end)];
            first = usize::from(end);
            let row = &mut rows[to.first + lane * to.lane + usize::from(row) * to.row];
            // Several sums at a time, because each addition waits for the one before.
            let [mut a, mut b, mut c, mut d] =
                [*row, [0.0; LANE], [0.0; LANE], [0.0; LANE]].each_ref().map(load);
            let (fours, rest) = users.as_chunks::<4>();
            for four in fours {
                add(&mut a, four[0]);
                add(&mut b, four[1]);
                add(&mut c, four[2]);
                add(&mut d, four[3]);
            }
            for (sum, &user) in [&mut a, &mut b, &mut c].into_iter().zip(rest) {
                add(sum, user);
            }
            // SAFETY: the caller's promise.
            unsafe { plus(plus(a, b), plus(c, d)).store(row) };
        }
    }
}

/// For any processor: the definition.
pub fn scalar(
    rows: &mut [f32],
    table: &[f32],
    products: &Products,
    places: [Grid; 2],
    lanes: usize,
) {
    // SAFETY: arrays need no special instructions.
    unsafe { weigh::<[f32; LANE]>(rows, table, products, places, lanes) }
}

#[cfg(target_arch = "x86_64")]
pub use x86_64::{avx2, avx512};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__m256, __m512};

    use super::{Grid, Products, weigh};

    /// For processors with AVX2.
    #[target_feature(enable = "avx2")]
    pub fn avx2(
        rows: &mut [f32],
        table: &[f32],
        products: &Products,
        places: [Grid; 2],
        lanes: usize,
    ) {
        // SAFETY: this function has the feature.
        unsafe { weigh::<[__m256; 4]>(rows, table, products, places, lanes) }
    }

    /// For processors with AVX-512.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn avx512(
        rows: &mut [f32],
        table: &[f32],
        products: &Products,
        places: [Grid; 2],
        lanes: usize,
    ) {
        // SAFETY: this function has the features.
        unsafe { weigh::<[__m512; 2]>(rows, table, products, places, lanes) }
    }
}
