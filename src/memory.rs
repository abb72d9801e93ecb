//! Hints to the processor and the operating system about memory. None of them
//! changes a result; where one is not available nothing happens.

#![allow(unsafe_code)]

use std::mem::{MaybeUninit, needs_drop};
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice;

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

/// The larger pages that processors have.
const HUGE: usize = 2 << 20;

/// A table that is read at random. One that fills pages of 2 MiB begins on the
/// first byte of such a page, and the operating system is asked for them instead
/// of pages of 4 KiB, so that the processor can keep all their addresses at hand.
pub struct BigTable<T> {
    /// Everything from `start` on is initialised.
    memory: Vec<MaybeUninit<T>>,
    /// Where the table begins; up to a page before it is never touched.
    start: usize,
}

impl<T> BigTable<T> {
    /// A table of `len` entries, each made by `make`.
    ///
    /// # Panics
    /// When there is no memory for it.
    pub fn new(len: usize, make: impl FnMut() -> T) -> BigTable<T> {
        BigTable::try_new(len, make).expect("memory for a table")
    }

    /// A table of `len` entries, each made by `make`; `None` when there is no memory for it.
    pub fn try_new(len: usize, mut make: impl FnMut() -> T) -> Option<BigTable<T>> {
        const { assert!(!needs_drop::<T>()) };
        let size = size_of::<T>();
        let mut memory: Vec<MaybeUninit<T>> = Vec::new();
        let mut start = 0;
        let bytes = len.checked_mul(size)?;
        if bytes < HUGE {
            memory.try_reserve_exact(len).ok()?;
        } else {
            let pages = bytes.div_ceil(HUGE) + 1;
            memory.try_reserve_exact(pages.checked_mul(HUGE)? / size + 1).ok()?;
            let at = memory.as_ptr().addr();
            start = (at.next_multiple_of(HUGE) - at).div_ceil(size);
            prefer_huge_pages(memory.spare_capacity_mut());
        }
        for entry in &mut memory.spare_capacity_mut()[start..start + len] {
            entry.write(MaybeUninit::new(make()));
        }
        // SAFETY: the capacity is that large, and what lies before `start` need not
        // be initialised.
        unsafe { memory.set_len(start + len) };
        Some(BigTable { memory, start })
    }

    /// A table of `len` entries, or of half as many as often as there is no memory for them.
    pub fn as_large_as_possible(mut len: usize, make: impl Fn() -> T) -> BigTable<T> {
        loop {
            match BigTable::try_new(len, &make) {
                Some(table) => return table,
                None => len = (len / 2).max(1),
            }
        }
    }
}

impl<T: Copy> BigTable<T> {
    /// A table of these entries.
    pub fn of(entries: &[T]) -> BigTable<T> {
        let mut entries = entries.iter();
        BigTable::new(entries.len(), || *entries.next().expect("as many as the table has"))
    }
}

impl<T: Copy> Clone for BigTable<T> {
    fn clone(&self) -> BigTable<T> {
        BigTable::of(self)
    }
}

impl<T: PartialEq> PartialEq for BigTable<T> {
    fn eq(&self, other: &BigTable<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for BigTable<T> {}

impl<T> Deref for BigTable<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let table = &self.memory[self.start..];
        // SAFETY: entries from `start` on are initialised.
        unsafe { slice::from_raw_parts(table.as_ptr().cast(), table.len()) }
    }
}

impl<T> DerefMut for BigTable<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        let table = &mut self.memory[self.start..];
        // SAFETY: entries from `start` on are initialised.
        unsafe { slice::from_raw_parts_mut(table.as_mut_ptr().cast(), table.len()) }
    }
}

/// One bounds check instead of the two of a slice in between. The sum saturates:
/// one that wrapped around would lie before the table.
impl<T> Index<usize> for BigTable<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        // SAFETY: entries from `start` on are initialised.
        unsafe { self.memory[self.start.saturating_add(index)].assume_init_ref() }
    }
}

impl<T> IndexMut<usize> for BigTable<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        // SAFETY: entries from `start` on are initialised.
        unsafe { self.memory[self.start.saturating_add(index)].assume_init_mut() }
    }
}

/// Asks for huge pages, before the memory is first written.
fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let bytes = memory.as_mut_ptr_range();
        let start = bytes.start.addr().next_multiple_of(HUGE);
        let end = bytes.end.addr() / HUGE * HUGE;
        if start < end {
            // SAFETY: the range lies within a live allocation, and the advice
            // changes neither its contents nor its protection.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_no_memory_holds_is_none_or_smaller() {
        assert!(BigTable::try_new(usize::MAX / 2, || 0_u64).is_none());
        assert!(BigTable::try_new(usize::MAX / 64, || 0_u64).is_none());
        assert_eq!(BigTable::as_large_as_possible(1000, || 1_u64).len(), 1000);
    }

    #[test]
    fn large_tables_begin_on_a_page() {
        for len in [1, 7, HUGE / 48 - 1, HUGE / 48 + 1, HUGE / 16] {
            let mut next = 0;
            let mut table: BigTable<[u64; 6]> = BigTable::new(len, || {
                next += 1;
                [next; 6]
            });
            assert_eq!(table.len(), len);
            let place = table.as_ptr().addr() % HUGE;
            assert!(len * 48 < HUGE || place < 48, "{len} entries begin at {place}");
            table[len - 1] = [0; 6];
            assert!(table.iter().take(len - 1).all(|entry| entry[0] > 0));
        }
    }
}
