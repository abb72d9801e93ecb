//! The bounded table of the prover.

use std::fmt;

use crate::board::Key;
use crate::memory::{BigTable, prefetch};

/// A proof or disproof number that nothing exceeds.
pub const INFINITE: u32 = 1 << 30;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Proof number: 0 when the mate is proved.
    pub pn: u32,
    /// Disproof number: 0 when it is refuted.
    pub dn: u32,
    /// Plies to the mate, when it is proved.
    pub length: u8,
    /// Whether the refutation rests on a repetition of the line that led here,
    /// and need not hold on other lines.
    pub by_repetition: bool,
}

impl ProofNumbers {
    /// Mate within this number of plies.
    pub const fn proved(length: u8) -> ProofNumbers {
        ProofNumbers { pn: 0, dn: INFINITE, length, by_repetition: false }
    }

    /// No mate.
    pub const fn refuted(by_repetition: bool) -> ProofNumbers {
        ProofNumbers { pn: INFINITE, dn: 0, length: 0, by_repetition }
    }

    /// Not known yet.
    pub const fn open(pn: u32, dn: u32) -> ProofNumbers {
        ProofNumbers { pn, dn, length: 0, by_repetition: false }
    }

    /// Whether the mate is proved.
    pub const fn is_proved(&self) -> bool {
        self.pn == 0
    }

    /// Whether there is none.
    pub const fn is_refuted(&self) -> bool {
        self.dn == 0
    }
}

/// One node. Proofs hold for every larger bound, refutations for every smaller
/// one; the two numbers are estimates for the bound last searched.
#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: Key,
    pn: u32,
    dn: u32,
    /// Nodes spent on it: the cheapest entry is replaced.
    work: u32,
    /// The shortest mate proved, in plies.
    proved: u8,
    /// One more than the longest bound within which there is no mate; 0 for none.
    refuted: u8,
    /// The same for refutations by repetition, of this search only.
    refuted_here: u8,
    /// The search that `refuted_here` belongs to.
    search: u8,
}

const NOT_PROVED: u8 = u8::MAX;

const EMPTY: ProofEntry = ProofEntry {
    key: 0,
    pn: 1,
    dn: 1,
    work: 0,
    proved: NOT_PROVED,
    refuted: 0,
    refuted_here: 0,
    search: 0,
};

/// Entries that a key may use.
const WAYS: usize = 4;

/// The entries of one hash, on two cache lines.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([ProofEntry; WAYS]);

/// Nodes by key. Never grows: new nodes replace those that cost least.
pub struct ProofTable {
    buckets: BigTable<Bucket>,
    search: u8,
}

impl fmt::Debug for ProofTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {} proofs", self.buckets.len() * WAYS)
    }
}

impl ProofTable {
    /// A table of at most `bytes` bytes; a smaller one where there is no memory for it.
    pub fn new(bytes: usize) -> ProofTable {
        let wanted = bytes / size_of::<ProofEntry>();
        let buckets = (1_usize << wanted.max(1024).ilog2()) / WAYS;
        // Half as many, again and again, are still a power of two.
        let buckets = BigTable::as_large_as_possible(buckets, || Bucket([EMPTY; WAYS]));
        ProofTable { buckets, search: 0 }
    }

    /// Refutations by repetition are forgotten.
    pub fn new_search(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    fn place(&self, key: Key) -> usize {
        (key >> 22) as usize & (self.buckets.len() - 1)
    }

    /// Fetches what is known of a node into the cache, ahead of [`ProofTable::probe`].
    pub fn prefetch(&self, key: Key) {
        let Bucket([first, .., last]) = &self.buckets[self.place(key)];
        prefetch(first);
        prefetch(last);
    }

    fn entry(&self, key: Key) -> Option<&ProofEntry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|e| e.key == key && e.work > 0)
    }

    /// What is known of a node for a bound in plies; `None` for nothing.
    pub fn probe(&self, key: Key, bound: u8) -> Option<ProofNumbers> {
        let entry = self.entry(key)?;
        if entry.proved <= bound {
            return Some(ProofNumbers::proved(entry.proved));
        }
        if entry.refuted > bound {
            return Some(ProofNumbers::refuted(false));
        }
        if entry.search == self.search && entry.refuted_here > bound {
            return Some(ProofNumbers::refuted(true));
        }
        let is_open = |n: u32| n > 0 && n < INFINITE;
        (is_open(entry.pn) && is_open(entry.dn)).then(|| ProofNumbers::open(entry.pn, entry.dn))
    }

    /// Stores what a search of `work` nodes has found for a bound.
    pub fn store(&mut self, key: Key, bound: u8, value: ProofNumbers, work: u32) {
        let (place, search) = (self.place(key), self.search);
        let Bucket(bucket) = &mut self.buckets[place];
        let way = bucket.iter().position(|e| e.key == key && e.work > 0);
        let way = way.unwrap_or_else(|| {
            let cheapest = (0..WAYS).min_by_key(|&i| bucket[i].work).unwrap_or(0);
            bucket[cheapest] = ProofEntry { key, ..EMPTY };
            cheapest
        });
        let entry = &mut bucket[way];
        if entry.search != search {
            (entry.search, entry.refuted_here) = (search, 0);
        }
        entry.work = entry.work.saturating_add(work.max(1));
        (entry.pn, entry.dn) = (value.pn, value.dn);
        if value.is_proved() {
            entry.proved = entry.proved.min(value.length);
        } else if value.is_refuted() && value.by_repetition {
            entry.refuted_here = entry.refuted_here.max(bound + 1);
        } else if value.is_refuted() {
            entry.refuted = entry.refuted.max(bound + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_hold_for_larger_bounds_and_refutations_for_smaller_ones() {
        let mut table = ProofTable::new(1 << 16);
        assert_eq!(table.probe(7, 9), None);
        table.store(7, 9, ProofNumbers::open(3, 4), 1);
        assert_eq!(table.probe(7, 9), Some(ProofNumbers::open(3, 4)));
        table.store(7, 5, ProofNumbers::refuted(false), 1);
        table.store(7, 9, ProofNumbers::proved(9), 1);
        assert_eq!(table.probe(7, 5), Some(ProofNumbers::refuted(false)));
        assert_eq!(table.probe(7, 3), Some(ProofNumbers::refuted(false)));
        assert_eq!(table.probe(7, 7), None);
        assert_eq!(table.probe(7, 9), Some(ProofNumbers::proved(9)));
        assert_eq!(table.probe(7, 11), Some(ProofNumbers::proved(9)));
        table.store(8, 5, ProofNumbers::refuted(true), 1);
        assert_eq!(table.probe(8, 5), Some(ProofNumbers::refuted(true)));
        table.new_search();
        assert_eq!(table.probe(8, 5), None);
    }

    #[test]
    fn a_full_table_forgets_the_cheapest() {
        let mut table = ProofTable::new(0);
        for key in 1..5000_u64 {
            let work = if key == 77 { 1000 } else { 1 };
            table.store(key << 16, 3, ProofNumbers::refuted(false), work);
        }
        assert!(table.probe(77 << 16, 3).is_some());
        assert!((1..5000_u64).any(|key| table.probe(key << 16, 3).is_none()));
    }
}
