//! Gradients of the rows of input weights: for each row the sum over the accumulators
//! that use it. It is written with intrinsics because the compiler kept the running sums
//! of plain loops in memory, which made it the longest part of training. The order of
//! additions is the same on all processors.

use crate::lab::train::kernels::vector::Vector;
use crate::lab::train::kernels::{TILE_ACCUMULATORS, Uses};
use chuhe::internals::simd::CHUNK;

/// The function, for one kind of vectors.
///
/// # Safety
/// The processor must have their instructions.
#[inline(always)]
unsafe fn gather<V: Vector>(rows: &mut [f32], slopes: &[f32], uses: &Uses, chunks: usize) {
    // SAFETY: the caller's promise.
    let load = |numbers: &[f32; CHUNK]| unsafe { V::load(numbers) };
    // SAFETY: the caller's promise.
    let plus = |left: V, right: V| unsafe { left.plus(right) };
    let rows = rows.as_chunks_mut::<CHUNK>().0;
    // Chunk by chunk: a chunk of all accumulators fits into the first-level cache.
    let tiles = slopes.as_chunks::<CHUNK>().0.as_chunks::<TILE_ACCUMULATORS>().0;
    for (chunk, slopes) in tiles.iter().enumerate().take(chunks) {
        let add = |sum: &mut V, user: u8| *sum = plus(*sum, load(&slopes[usize::from(user)]));
        let mut first = 0;
        for &(row, end) in &uses.rows {
            let users = &uses.users[first..usize::from(end)];
            first = usize::from(end);
            let row = &mut rows[usize::from(row) * chunks + chunk];
            // Several sums at a time, because each addition waits for the one before.
            let [mut a, mut b, mut c, mut d] =
                [*row, [0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]].each_ref().map(load);
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
pub fn scalar(rows: &mut [f32], slopes: &[f32], uses: &Uses, chunks: usize) {
    // SAFETY: arrays need no special instructions.
    unsafe { gather::<[f32; CHUNK]>(rows, slopes, uses, chunks) }
}

#[cfg(target_arch = "x86_64")]
pub use x86_64::{avx2, avx512};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__m256, __m512};

    use super::{Uses, gather};

    /// For processors with AVX2.
    #[target_feature(enable = "avx2")]
    pub fn avx2(rows: &mut [f32], slopes: &[f32], uses: &Uses, chunks: usize) {
        // SAFETY: this function has the feature.
        unsafe { gather::<[__m256; 4]>(rows, slopes, uses, chunks) }
    }

    /// For processors with AVX-512.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub fn avx512(rows: &mut [f32], slopes: &[f32], uses: &Uses, chunks: usize) {
        // SAFETY: this function has the features.
        unsafe { gather::<[__m512; 2]>(rows, slopes, uses, chunks) }
    }
}
