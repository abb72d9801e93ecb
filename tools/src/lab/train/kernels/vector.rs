//! Vectors of floating-point numbers, for the sums that the compiler would keep in memory
//! if they were plain loops.

use chuhe::internals::simd::LANE;

/// [`LANE`] numbers.
///
/// # Safety
/// All functions: the processor must have the instructions of the type.
pub trait Vector: Copy {
    /// Reads the numbers.
    unsafe fn load(numbers: &[f32; LANE]) -> Self;
    /// Writes them.
    unsafe fn store(self, numbers: &mut [f32; LANE]);
    /// The sums.
    unsafe fn plus(self, other: Self) -> Self;
    /// The products with a number.
    unsafe fn times(self, factor: f32) -> Self;
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

    #[inline(always)]
    unsafe fn times(self, factor: f32) -> Self {
        self.map(|number| number * factor)
    }
}

/// Makes a lane of so many vectors of one kind of x86-64 processors.
#[cfg(target_arch = "x86_64")]
macro_rules! vector_for {
    ($vector:ident, $count:literal, $load:ident, $store:ident, $add:ident, $mul:ident, $set:ident) => {
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

            #[inline(always)]
            unsafe fn times(self, factor: f32) -> Self {
                // SAFETY: the caller's promise.
                let factor = unsafe { std::arch::x86_64::$set(factor) };
                // SAFETY: the caller's promise.
                std::array::from_fn(|i| unsafe { std::arch::x86_64::$mul(self[i], factor) })
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
vector_for!(
    __m256,
    4,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_add_ps,
    _mm256_mul_ps,
    _mm256_set1_ps
);
#[cfg(target_arch = "x86_64")]
vector_for!(
    __m512,
    2,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_add_ps,
    _mm512_mul_ps,
    _mm512_set1_ps
);
