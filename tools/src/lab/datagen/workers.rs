//! Threads that do the parts of some work one after the other, and their progress
//! reports.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use chuhe::search::STACK_BYTES;

/// Time between two progress lines.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Some work in parts, each of which is done by one thread.
pub struct Workers<'a> {
    /// The numbers of the parts.
    pub parts: Range<u64>,
    /// Games in all parts.
    pub games: u64,
    /// Stop flag of the whole work.
    pub stop: &'a AtomicBool,
}

/// Counters of a run, shared by its threads.
#[derive(Default)]
pub struct Progress {
    /// Number of parts that have been begun.
    taken: AtomicU64,
    /// Games so far, those of earlier runs included.
    games: AtomicU64,
    own_games: AtomicU64,
    positions: AtomicU64,
    nodes: AtomicU64,
    working: AtomicUsize,
    fault: Mutex<Option<anyhow::Error>>,
}

impl Progress {
    /// Counts games of earlier runs.
    pub fn add_known(&self, games: usize) {
        self.games.fetch_add(games as u64, Ordering::Relaxed);
    }

    /// Counts a game of this run, and its searched positions.
    pub fn add_game(&self, positions: usize) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.own_games.fetch_add(1, Ordering::Relaxed);
        self.positions.fetch_add(positions as u64, Ordering::Relaxed);
    }

    /// Counts nodes.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}

impl Workers<'_> {
    /// Runs the threads. `worker` makes the function with which a thread does the
    /// part of a given number. After `limit` the work is stopped.
    ///
    /// # Errors
    /// The first error of a part, which stops the others.
    pub fn run<W>(
        &self,
        threads: usize,
        limit: Option<Duration>,
        worker: impl Fn() -> W + Sync,
    ) -> Result<()>
    where
        W: FnMut(u64, &Progress) -> Result<()>,
    {
        let progress = Progress { working: AtomicUsize::new(threads), ..Progress::default() };
        let started = Instant::now();
        let work = || {
            if let Err(error) = self.work(&progress, worker()) {
                self.stop.store(true, Ordering::Relaxed);
                let mut fault = progress.fault.lock().unwrap_or_else(|e| e.into_inner());
                fault.get_or_insert(error);
            }
            progress.working.fetch_sub(1, Ordering::Relaxed);
        };
        thread::scope(|scope| -> Result<()> {
            for _ in 0..threads {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error).context("no thread could be started");
                }
            }
            let mut reported = Instant::now();
            while progress.working.load(Ordering::Relaxed) > 0 {
                thread::sleep(Duration::from_millis(50));
                if limit.is_some_and(|limit| started.elapsed() >= limit) {
                    self.stop.store(true, Ordering::Relaxed);
                }
                if reported.elapsed() >= REPORT_INTERVAL {
                    reported = Instant::now();
                    self.report(&progress, started.elapsed());
                }
            }
            Ok(())
        })?;
        self.report(&progress, started.elapsed());
        let fault = progress.fault.into_inner().unwrap_or_else(|e| e.into_inner());
        if let Some(error) = fault {
            return Err(error);
        }
        if progress.games.load(Ordering::Relaxed) < self.games {
            remark!("stopped; the same command goes on from here");
        }
        Ok(())
    }

    /// The loop of a thread: does parts until none is left.
    fn work(
        &self,
        progress: &Progress,
        mut part: impl FnMut(u64, &Progress) -> Result<()>,
    ) -> Result<()> {
        while !self.stop.load(Ordering::Relaxed) {
            let taken = progress.taken.fetch_add(1, Ordering::Relaxed);
            let number = self.parts.start.saturating_add(taken);
            if !self.parts.contains(&number) {
                break;
            }
            part(number, progress)?;
        }
        Ok(())
    }

    fn report(&self, progress: &Progress, elapsed: Duration) {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (games, own) = (read(&progress.games), read(&progress.own_games));
        let (positions, nodes) = (read(&progress.positions) as f64, read(&progress.nodes) as f64);
        let seconds = elapsed.as_secs_f64().max(0.001);
        let missing = self.games.saturating_sub(games);
        let left = match own {
            0 => String::from("?"),
            own => duration(seconds / own as f64 * missing as f64),
        };
        remark!(
            "{games}/{} games, {positions} positions, {:.0} positions/s, {:.0} nodes/s, {:.0} \
             nodes/position, {left} left",
            self.games,
            positions / seconds,
            nodes / seconds,
            nodes / positions.max(1.0),
        );
    }
}

/// Hours, minutes and seconds as text.
fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours} h {minutes:02} min"),
    }
}
