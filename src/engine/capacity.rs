//! Limits of the machine: how much memory is free, and how many search threads are of
//! use.

use std::fmt;
#[cfg(not(target_family = "wasm"))]
use std::hint::black_box;
use std::thread::available_parallelism;

use crate::engine::groups;
use crate::search::STACK_BYTES;

/// Search threads that are allowed on any machine, however few processors it has.
const FEW_THREADS: usize = 8;

/// Memory in MiB that a search thread takes besides the transposition table.
const THREAD_MIB: u64 = 8;

/// Addresses in MiB that the stack of a search thread takes; most of it is never memory.
const STACK_MIB: u64 = STACK_BYTES as u64 >> 20;

/// Addresses in MiB for everything else that may come.
const BESIDES_MIB: u64 = 32;

/// Memory that was asked for and is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// MiB of the transposition tables.
    pub hash_mib: u64,
    /// Number of search threads.
    pub threads: u64,
    /// MiB that are free.
    pub free_mib: u64,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoRoom { hash_mib, threads, free_mib } = self;
        write!(
            f,
            "no memory for {hash_mib} MiB of hash tables and {threads} threads: \
             {free_mib} MiB are free"
        )
    }
}

impl std::error::Error for NoRoom {}

/// Checks that tables of `hash_mib` MiB together and the histories of `threads`
/// threads fit into what is free, `held_mib` of which this process holds already
/// and would give back.
///
/// # Errors
/// When they do not.
pub fn check(hash_mib: usize, threads: usize, held_mib: usize) -> Result<(), NoRoom> {
    let (hash_mib, threads, held_mib) = (hash_mib as u64, threads as u64, held_mib as u64);
    let wanted = needed(hash_mib, threads).saturating_sub(held_mib);
    // What is only an address yet: stacks, and what else comes.
    let besides = threads.saturating_mul(STACK_MIB).saturating_add(BESIDES_MIB);
    let in_machine = free_in_machine_mib().unwrap_or(u64::MAX);
    let most = wanted.min(in_machine).saturating_add(besides);
    let granted = grantable_mib(most).saturating_sub(besides);
    let free = if granted < wanted { granted } else { in_machine };
    check_against(hash_mib, threads, free.saturating_add(held_mib))
}

fn needed(hash_mib: u64, threads: u64) -> u64 {
    hash_mib.saturating_add(threads.saturating_mul(THREAD_MIB))
}

fn check_against(hash_mib: u64, threads: u64, free_mib: u64) -> Result<(), NoRoom> {
    let fits = needed(hash_mib, threads) <= free_mib;
    if fits { Ok(()) } else { Err(NoRoom { hash_mib, threads, free_mib }) }
}

/// The most search threads that are of use. Many more than there are processors
/// only keep the one that watches the clock from running.
pub fn most_threads() -> usize {
    available_parallelism().map_or(FEW_THREADS, |n| n.get().max(FEW_THREADS))
}

/// MiB of memory that are free: in the machine, in the control groups that the process runs
/// in, and within what the process may ask for. `None` where the operating system has no
/// `/proc/meminfo`.
pub fn free_mib() -> Option<u64> {
    free_in_machine_mib().map(grantable_mib)
}

/// The same, whether or not the process may ask for it.
fn free_in_machine_mib() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let in_machine = groups::field(&read("/proc/meminfo")?, "MemAvailable:")? / 1024;
    Some(groups::free_mib(&read).map_or(in_machine, |mib| mib.min(in_machine)))
}

/// How many of these MiB the operating system would grant this process at present: as many as
/// it has, unless a limit of its address space (`ulimit -v`) or of what may be promised to all
/// processes keeps it from that. Asking is the only way to know all such limits.
fn grantable_mib(wanted_mib: u64) -> u64 {
    if is_granted(wanted_mib) {
        return wanted_mib;
    }
    let (mut granted, mut refused) = (0, wanted_mib);
    while refused - granted > 1 {
        let middle = granted + (refused - granted) / 2;
        match is_granted(middle) {
            true => granted = middle,
            false => refused = middle,
        }
    }
    granted
}

/// Whether the operating system grants so much memory. It is given back, and no byte of it is
/// touched.
#[cfg(not(target_family = "wasm"))]
fn is_granted(mib: u64) -> bool {
    let Some(bytes) = mib.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok()) else {
        return false;
    };
    let mut memory: Vec<u8> = Vec::new();
    let is_granted = memory.try_reserve_exact(bytes).is_ok();
    // What nobody looks at the compiler may leave out, as if it had been granted.
    black_box(memory.as_ptr());
    is_granted
}

/// A browser would not take back what is tried.
#[cfg(target_family = "wasm")]
fn is_granted(_: u64) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_threads_must_fit() {
        assert_eq!(check_against(100, 1, 108), Ok(()));
        let error = check_against(100, 2, 108).unwrap_err();
        assert_eq!(error, NoRoom { hash_mib: 100, threads: 2, free_mib: 108 });
        assert!(error.to_string().starts_with("no memory for 100 MiB"), "{error}");
        assert!(check_against(u64::MAX, u64::MAX, u64::MAX - 1).is_err());
        assert_eq!(check(1, 1, 0), Ok(()));
        assert_eq!(check(1 << 40, 1, 1 << 41), Ok(()), "what is held counts as free");
    }

    #[test]
    fn more_than_is_granted_is_not_free() {
        assert_eq!(grantable_mib(1), 1);
        assert!(grantable_mib(u64::MAX) < 1 << 44, "more than any processor addresses");
        assert!(!is_granted(u64::MAX) && is_granted(0));
    }
}
