//! Hints to the processor and the operating system about memory. None of them
//! changes a result; where one is not available nothing happens.

#![allow(unsafe_code)]

/// Asks for the cache line at this address.
#[inline]
pub fn prefetch<T>(address: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault; the address is
        // that of a live reference anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(address).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Asks for pages of 2 MiB instead of 4 KiB behind a table that is read at
/// random, so that the processor can keep their addresses at hand. To be called
/// before the memory is first written.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let bytes = memory.as_mut_ptr_range();
        let start = (bytes.start as usize).next_multiple_of(HUGE);
        let end = bytes.end as usize / HUGE * HUGE;
        if start < end {
            // SAFETY: the range lies within a live allocation, and the advice
            // changes neither its contents nor its protection.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
