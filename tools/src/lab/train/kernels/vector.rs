//! Vectors of floating-point numbers, for the sums that the compiler would keep in memory
//! if they were plain loops.

use chuhe::internals::simd::CHUNK;

/// [`CHUNK`] numbers.
///
/// # Safety
/// All functions: the processor must have the instructions of the type.
pub trait Vector: Copy {
    /// Reads the numbers.
    unsafe fn load(numbers: &[f32; CHUNK]) -> Self;
    /// Writes them.
    unsafe fn store(self, numbers: &mut [f32; CHUNK]);
    /// The sums.
    unsafe fn plus(self, other: Self) -> Self;
}

impl Vector for [f32; CHUNK] {
    #[inline(always)]
    unsafe fn load(numbers: &[f32; CHUNK]) -> Self {
        *numbers
    }

    #[inline(always)]
    unsafe fn store(self, numbers: &mut [f32; CHUNK]) {
        *numbers = self;
    }

    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }
}

/// Makes a chunk of `$count` vectors of one kind of x86-64 processors.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_for {
    ($vector:ident, $count:literal, $load:ident, $store:ident, $add:ident) => {
        impl Vector for [std::arch::x86_64::$vector; $count] {
            #[inline(always)]
            unsafe fn load(numbers: &[f32; CHUNK]) -> Self {
                let parts = numbers.as_chunks::<{ CHUNK / $count }>().0;
                // SAFETY: a part has the numbers of a vector; the caller's promise.
                std::array::from_fn(|i| unsafe { std::arch::x86_64::$load(parts[i].as_ptr()) })
            }

            #[inline(always)]
            unsafe fn store(self, numbers: &mut [f32; CHUNK]) {
                let parts = numbers.as_chunks_mut::<{ CHUNK / $count }>().0;
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
    };
}

#[cfg(target_arch = "x86_64")]
vector_for!(__m256, 4, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps);
#[cfg(target_arch = "x86_64")]
vector_for!(__m512, 2, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps);
