//! Gradients of the rows of input weights: for each row the sum over the accumulators
//! that use it. It is written with intrinsics because the compiler kept the running sums
//! of plain loops in memory, which made it the longest part of training. The order of
//! additions is the same on all processors.

use crate::eval::simd::LANE;
use crate::tools::train::kernels::{LAYERS, Uses};

/// [`LANE`] numbers.
///
/// # Safety
/// All functions: the processor must have the instructions of the type.
trait Vector: Copy {
    unsafe fn load(numbers: &[f32; LANE]) -> Self;
    unsafe fn store(self, numbers: &mut [f32; LANE]);
    unsafe fn plus(self, other: Self) -> Self;
}

impl Vector for [f32; LANE] {
    #[inline(always)]
    unsafe fn load(numbers: &[f32; LANE]) -> Self {
        *numbers
    }

    #[inline(always)]
    unsafe fn store(self, numbers: &mut [f32; LANE]) {
        *numbers = self;
    }

    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
}

/// The function, for one kind of vectors.
///
/// # Safety
/// The processor must have their instructions.
#[inline(always)]
unsafe fn gather<V: Vector>(rows: &mut [f32], slopes: &[f32], uses: &Uses, lanes: usize) {
    // SAFETY: the caller's promise.
    let load = |numbers: &[f32; LANE]| unsafe { V::load(numbers) };
    // SAFETY: the caller's promise.
    let plus = |left: V, right: V| unsafe { left.plus(right) };
    let rows = rows.as_chunks_mut::<LANE>().0;
    // Lane by lane: a lane of all accumulators fits into the first-level cache.
    let tiles = slopes.as_chunks::<LANE>().0.as_chunks::<LAYERS>().0;
    for (lane, slopes) in tiles.iter().enumerate().take(lanes) {
        let add = |sum: &mut V, user: u8| *sum = plus(*sum, load(&slopes[usize::from(user)]));
        let mut first = 0;
        for &(row, end) in &uses.rows {
            let users = &uses.users[first..usize::from(end)];
            first = usize::from(end);
            let row = &mut rows[usize::from(row) * lanes + lane];
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
pub fn scalar(rows: &mut [f32], slopes: &[f32], uses: &Uses, lanes: usize) {
    // SAFETY: arrays need no special instructions.
    unsafe { gather::<[f32; LANE]>(rows, slopes, uses, lanes) }
}

/// Makes the function `$name` for x86-64 processors with some features from their
/// vectors, `$count` to a lane.
#[cfg(target_arch = "x86_64")]
macro_rules! gather_for {
    ($name:ident, $features:literal, $vector:ident, $count:literal, $load:ident, $store:ident, $add:ident) => {
        impl Vector for [std::arch::x86_64::$vector; $count] {
            #[inline(always)]
            unsafe fn load(numbers: &[f32; LANE]) -> Self {
                let parts = numbers.as_chunks::<{ LANE / $count }>().0;
                // SAFETY: a part has the numbers of a vector; the caller's promise.
                std::array::from_fn(|i| unsafe { std::arch::x86_64::$load(parts[i].as_ptr()) })
            }

            #[inline(always)]
            unsafe fn store(self, numbers: &mut [f32; LANE]) {
                let parts = numbers.as_chunks_mut::<{ LANE / $count }>().0;
                for (part, vector) in parts.iter_mut().zip(self) {
                    // SAFETY: a part has the numbers of a vector; the caller's promise.
                    unsafe { std::arch::x86_64::$store(part.as_mut_ptr(), vector) };
                }
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: the caller's promise.
                std::array::from_fn(|i| unsafe { std::arch::x86_64::$add(self[i], other[i]) })
            }
        }

        /// For processors of that kind.
        #[target_feature(enable = $features)]
        pub fn $name(rows: &mut [f32], slopes: &[f32], uses: &Uses, lanes: usize) {
            // SAFETY: this function has the features.
            unsafe { gather::<[std::arch::x86_64::$vector; $count]>(rows, slopes, uses, lanes) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
gather_for!(avx2, "avx2", __m256, 4, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps);
#[cfg(target_arch = "x86_64")]
gather_for!(
    avx512,
    "avx512f,avx512bw",
    __m512,
    2,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_add_ps
);
