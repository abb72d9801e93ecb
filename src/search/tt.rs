//! The transposition table: what is known of positions met before, shared by
//! all threads without locks.
//!
//! An entry is two 64-bit words: the data, and the tag XORed with the data, which is the key but
//! for its low byte. A torn entry (two threads writing at once) matches no tag, so it is never
//! believed (Hyatt and Mann, "A lock-less transposition table implementation
//! for parallel search", 2002). Four entries share a cache line.
//!
//! The low byte of a tag is the era. To forget everything the table begins a new one, in which
//! the entries of others count as empty: to clear megabytes takes longer than a short search.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::board::Key;
use crate::memory::{BigTable, prefetch};
use crate::types::{Bound, Depth, Move, Ply, Score, Window};

const CLUSTER: usize = 4;
/// Generations count modulo this: five bits of an entry.
const GENERATIONS: u8 = 32;
/// An evaluation that is not known.
const NO_EVAL: i16 = i16::MIN;
/// Depths are stored above this, so that quiescence has room below zero.
const DEPTH_OFFSET: Depth = 8;
/// How many plies of depth one generation of age is worth when replacing.
const AGE_WEIGHT: i32 = 4;
/// A new result for the same position replaces one that is deeper by less than this.
const SAME_KEY_SLACK: Depth = 4;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, or the one that refuted the position.
    pub mv: Option<Move>,
    /// Score, as [`Score::from_table`] gives it at the probing ply.
    pub score: Score,
    /// Static evaluation, before any correction.
    pub eval: Option<Score>,
    /// Depth of the search behind the score.
    pub depth: Depth,
    /// What the score means; `None` when only the evaluation is known.
    pub bound: Option<Bound>,
    /// Whether the position stood on a principal variation.
    pub tt_pv: bool,
}

impl TableEntry {
    /// Whether the score ends a node with this window.
    #[inline]
    pub fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= window.beta,
            Some(Bound::Upper) => self.score <= window.alpha,
            None => false,
        }
    }

    /// Whether the score says more about the position than its evaluation.
    #[inline]
    pub fn improves(&self, eval: Score) -> bool {
        !self.score.is_decisive()
            && match self.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => self.score > eval,
                Some(Bound::Upper) => self.score < eval,
                None => false,
            }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

/// The table.
pub struct TranspositionTable {
    clusters: BigTable<Cluster>,
    /// From 1 to 255.
    era: AtomicU8,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of about this many MiB, at least one cluster; a smaller one where there is no
    /// memory for it any more.
    pub fn new(mib: usize) -> TranspositionTable {
        let count = (mib.saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        let clusters = BigTable::as_large_as_possible(count, Cluster::default);
        if clusters.len() < count {
            log::warn!("the transposition table has {} of {count} clusters", clusters.len());
        }
        TranspositionTable { clusters, era: AtomicU8::new(1), generation: AtomicU8::new(0) }
    }

    /// Forgets everything, when eras have run out with this many threads; no search may be
    /// running.
    pub fn clear(&self, threads: usize) {
        let era = self.era.load(Ordering::Relaxed);
        if era == u8::MAX {
            self.erase(threads);
        }
        self.era.store(if era == u8::MAX { 1 } else { era + 1 }, Ordering::Relaxed);
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Writes zeros, with this many threads.
    fn erase(&self, threads: usize) {
        let erase = |part: &[Cluster]| {
            for slot in part.iter().flat_map(|cluster| &cluster.0) {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
        };
        if threads <= 1 {
            erase(&self.clusters); // there may be no other thread to be had
        } else {
            let share = self.clusters.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for part in self.clusters.chunks(share) {
                    scope.spawn(move || erase(part));
                }
            });
        }
    }

    /// A new search begins: what is stored so far becomes older.
    pub fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Tells the processor that this position will soon be looked up.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// What is known of the position, mates counted from `ply`.
    #[inline]
    pub fn probe(&self, key: Key, ply: Ply) -> Option<TableEntry> {
        let tag = self.tag(key);
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let known = slot.check.load(Ordering::Relaxed) ^ data == tag;
            known.then(|| unpack(data, ply))
        })
    }

    /// Stores what has been found. A deeper result for the same position stays,
    /// unless the new one is exact or not much shallower; a missing move does
    /// not erase a known one.
    #[inline]
    pub fn store(&self, key: Key, ply: Ply, entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let tag = self.tag(key);
        let mut victim = None;
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data;
            if found as u8 != tag as u8 {
                if least > i32::MIN {
                    (victim, least) = (Some(slot), i32::MIN);
                }
                continue;
            }
            if found == tag {
                let old = unpack(data, ply);
                let old_is_current = generation_of(data) == generation;
                if entry.bound != Some(Bound::Exact)
                    && old_is_current
                    && entry.depth + SAME_KEY_SLACK <= old.depth
                {
                    // The deeper result stays, with the newer move.
                    let Some(mv) = entry.mv else { return };
                    entry = TableEntry { mv: Some(mv), ..old };
                }
                entry.mv = entry.mv.or(old.mv);
                victim = Some(slot);
                break;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = unpack(data, ply).depth - AGE_WEIGHT * i32::from(age);
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some(slot) = victim {
            let data = pack(entry, ply, generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(tag ^ data, Ordering::Relaxed);
        }
    }

    /// How many of a thousand entries were written by the current search.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 250;
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.clusters.len().min(SAMPLE);
        let era = self.era.load(Ordering::Relaxed);
        let used = self
            .clusters
            .iter()
            .take(sample)
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                let tag = slot.check.load(Ordering::Relaxed) ^ data;
                tag as u8 == era && generation_of(data) == generation
            })
            .count();
        (used * 1000 / (sample * CLUSTER)) as u32
    }

    /// What an entry of this key is known by.
    #[inline]
    fn tag(&self, key: Key) -> u64 {
        key & !u64::from(u8::MAX) | u64::from(self.era.load(Ordering::Relaxed))
    }

    /// The cluster of a key: the key's high bits, scaled to the table.
    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

// Where the parts of an entry begin, from the low end: move 16 bits, score 16,
// evaluation 16, depth 8, bound 2, PV 1, generation 5.
const SCORE_AT: u32 = 16;
const EVAL_AT: u32 = 32;
const DEPTH_AT: u32 = 48;
const BOUND_AT: u32 = 56;
const PV_AT: u32 = 58;
const GENERATION_AT: u32 = 59;
const MAX_STORED_DEPTH: Depth = 0xff;

/// An entry as it is stored.
#[inline]
fn pack(entry: TableEntry, ply: Ply, generation: u8) -> u64 {
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, MAX_STORED_DEPTH) as u64;
    let eval = entry.eval.map_or(NO_EVAL, |score| score.units() as i16);
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.score.to_table(ply) as u16) << SCORE_AT
        | u64::from(eval as u16) << EVAL_AT
        | depth << DEPTH_AT
        | (entry.bound.map_or(0, |bound| bound as u64)) << BOUND_AT
        | u64::from(entry.tt_pv) << PV_AT
        | u64::from(generation) << GENERATION_AT
}

#[inline]
fn unpack(data: u64, ply: Ply) -> TableEntry {
    let eval = (data >> EVAL_AT) as u16 as i16;
    TableEntry {
        mv: Move::from_bits(data as u16),
        score: Score::from_table((data >> SCORE_AT) as u16 as i16, ply),
        eval: (eval != NO_EVAL).then(|| Score::new(i32::from(eval))),
        depth: Depth::from((data >> DEPTH_AT) as u8) - DEPTH_OFFSET,
        bound: match data >> BOUND_AT & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        },
        tt_pv: data >> PV_AT & 1 != 0,
    }
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_AT) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: Depth, bound: Bound, units: i32) -> TableEntry {
        TableEntry {
            mv: "h2e2".parse().ok(),
            score: Score::new(units),
            eval: Some(Score::new(-units)),
            depth,
            bound: Some(bound),
            tt_pv: units % 2 == 0,
        }
    }

    #[test]
    fn entries_round_trip() {
        let table = TranspositionTable::new(1);
        let cases = [
            entry(0, Bound::Upper, 0),
            entry(-3, Bound::Exact, -31_000),
            entry(100, Bound::Lower, 777),
            TableEntry { mv: None, eval: None, bound: None, ..entry(5, Bound::Exact, 1) },
            TableEntry { score: Score::mate_in(12), ..entry(7, Bound::Exact, 3) },
        ];
        for (i, &case) in cases.iter().enumerate() {
            let key = 0x0123_4567_89ab_cdef_u64.wrapping_mul(i as u64 + 1);
            assert_eq!(table.probe(key, 3), None);
            table.store(key, 3, case);
            assert_eq!(table.probe(key, 3), Some(case));
        }
    }

    #[test]
    fn deeper_entries_stay_and_moves_are_kept() {
        let table = TranspositionTable::new(0);
        table.store(9, 0, entry(10, Bound::Lower, 5));
        table.store(9, 0, entry(4, Bound::Lower, 6));
        assert_eq!(table.probe(9, 0).map(|e| e.depth), Some(10));
        table.store(9, 0, TableEntry { mv: None, ..entry(4, Bound::Exact, 6) });
        let found = table.probe(9, 0);
        assert_eq!(found.map(|e| e.depth), Some(4));
        assert!(found.is_some_and(|e| e.mv.is_some()));
    }

    #[test]
    fn a_full_cluster_gives_up_its_least_worthy_entry() {
        let table = TranspositionTable::new(0); // one cluster
        for (key, depth) in [(1 << 8, 9), (2 << 8, 3), (3 << 8, 8), (4 << 8, 7)] {
            table.store(key, 0, entry(depth, Bound::Exact, 0));
        }
        table.store(5 << 8, 0, entry(1, Bound::Exact, 0));
        assert!(table.probe(2 << 8, 0).is_none() && table.probe(5 << 8, 0).is_some());
        // Old entries go first, however deep, once they are old enough.
        for _ in 0..3 {
            table.new_search();
        }
        table.store(3 << 8, 0, entry(8, Bound::Exact, 0));
        table.store(4 << 8, 0, entry(7, Bound::Exact, 0));
        table.store(5 << 8, 0, entry(1, Bound::Exact, 0));
        table.store(6 << 8, 0, entry(0, Bound::Exact, 0));
        assert!(table.probe(1 << 8, 0).is_none() && table.probe(6 << 8, 0).is_some());
        assert_eq!(table.hashfull(), 1000);
        table.clear(2);
        assert_eq!(table.hashfull(), 0);
        assert!((1..=6).all(|key| table.probe(key << 8, 0).is_none()));
    }

    #[test]
    fn whatever_was_stored_before_the_table_was_cleared_is_forgotten() {
        let table = TranspositionTable::new(0); // one cluster
        // The low byte of a key is not compared.
        let keys: Vec<Key> = (0..7).map(|n| n << 8 | 0x55).collect();
        // More often than a byte can count.
        for round in 0..600 {
            let stored = 1 + round % 6;
            assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()), "round {round}");
            assert_eq!(table.hashfull(), 0, "round {round}");
            for &key in &keys[..stored] {
                table.store(key, 0, entry(20, Bound::Exact, 1));
            }
            // They take empty places first, whatever old entries are worth.
            let kept = keys.iter().filter(|&&key| table.probe(key, 0).is_some()).count();
            assert_eq!(kept, stored.min(CLUSTER), "round {round}");
            table.clear(1 + round % 2);
        }
    }
}
