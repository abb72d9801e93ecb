//! Limits of the machine: how much memory is free, and how many search threads are of
//! use.

use std::fmt;
use std::thread::available_parallelism;

/// Search threads that are allowed on any machine, however few processors it has.
const FEW_THREADS: usize = 8;

/// Memory in MiB that a search thread takes besides the transposition table.
const THREAD_MIB: u64 = 8;

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
/// When they do not. Where nobody says what is free, they always do.
pub fn check(hash_mib: usize, threads: usize, held_mib: usize) -> Result<(), NoRoom> {
    let free = free_mib().map_or(u64::MAX, |free| free.saturating_add(held_mib as u64));
    check_against(hash_mib as u64, threads as u64, free)
}

fn check_against(hash_mib: u64, threads: u64, free_mib: u64) -> Result<(), NoRoom> {
    let needed = hash_mib.saturating_add(threads.saturating_mul(THREAD_MIB));
    if needed <= free_mib { Ok(()) } else { Err(NoRoom { hash_mib, threads, free_mib }) }
}

/// The most search threads that are of use. Many more than there are processors
/// only keep the one that watches the clock from running.
pub fn most_threads() -> usize {
    available_parallelism().map_or(FEW_THREADS, |n| n.get().max(FEW_THREADS))
}

/// MiB of memory that are free: in the machine, and in the control group that the
/// process runs in. `None` where the operating system has no `/proc/meminfo`.
pub fn free_mib() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let in_machine = field(&read("/proc/meminfo")?, "MemAvailable:")? / 1024;
    let in_group = || {
        let number = |path: &str| read(path)?.trim().parse::<u64>().ok();
        let limit = number("/sys/fs/cgroup/memory.max")?;
        let used = number("/sys/fs/cgroup/memory.current")?;
        // Files that are in memory only because there was room for them.
        let cached = field(&read("/sys/fs/cgroup/memory.stat")?, "inactive_file").unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(cached)) >> 20)
    };
    Some(in_group().map_or(in_machine, |in_group| in_machine.min(in_group)))
}

/// The number that follows a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
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
    fn numbers_follow_names() {
        let text = "MemFree:  5 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(field(text, "MemAvailable:"), Some(2048));
        assert_eq!(field(text, "Swap"), None);
    }
}
