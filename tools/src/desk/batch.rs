//! Searches many positions on several threads. Each thread has a transposition table of
//! its own, which is cleared before each search: a result depends neither on the
//! thread nor on earlier searches.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use chuhe::rules::Game;
use chuhe::search::{Limits, Pool, SearchSettings, StopToken};
use chuhe_games::review::{Collector, Finding};

/// Polling interval of the stop flag.
const LOOK: Duration = Duration::from_millis(50);

/// Threads that search positions, with the same limits and settings.
pub struct BatchSearch<'a> {
    /// Their number.
    pub threads: usize,
    /// Size of the transposition table of each thread in MiB.
    pub hash_mib: usize,
    /// Limits of each search.
    pub limits: Limits,
    /// Settings of each search.
    pub settings: SearchSettings,
    /// Stop flag of the whole work.
    pub stop: &'a AtomicBool,
}

impl BatchSearch<'_> {
    /// Searches the positions of `todo` in this order, by what `ask` makes of the limits of
    /// all, and calls `found` with each result as soon as there is one. `found` returns further
    /// positions, which are searched next. Results of searches that were stopped are dropped.
    ///
    /// # Errors
    /// The first error of `found`, which ends the work.
    pub fn search<J: Clone + Send>(
        &self,
        todo: Vec<J>,
        ask: &(dyn Fn(&J, &Limits) -> (Game, Limits) + Sync),
        mut found: impl FnMut(J, Finding) -> Result<Vec<J>>,
    ) -> Result<()> {
        let threads = self.threads.min(todo.len());
        let queue = Queue::new(todo);
        let tokens = Mutex::new(vec![StopToken::default(); self.threads]);
        let has_failed = AtomicBool::new(false);
        let is_over = || self.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for number in 0..threads {
                let (sender, queue, tokens, is_over) = (sender.clone(), &queue, &tokens, &is_over);
                scope.spawn(move || {
                    let mut searcher = PositionSearcher::new(self);
                    while let Some(job) = queue.next(is_over) {
                        let token = StopToken::default();
                        lock(tokens)[number] = token.clone();
                        if is_over() {
                            break;
                        }
                        let (game, limits) = ask(&job, &self.limits);
                        let found = searcher.search(&game, limits, token);
                        // The receiver is gone only after an error.
                        let _ = found.map(|finding| sender.send((job, finding)));
                    }
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                match results.recv_timeout(LOOK) {
                    Ok((job, finding)) if outcome.is_ok() => match found(job, finding) {
                        Ok(more) => queue.job_done(more),
                        Err(error) => {
                            outcome = Err(error);
                            has_failed.store(true, Ordering::Relaxed);
                        }
                    },
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                }
                if is_over() {
                    lock(&tokens).iter().for_each(StopToken::stop);
                }
            }
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Queue of the positions to be searched.
struct Queue<J> {
    state: Mutex<QueueState<J>>,
    changed: Condvar,
}

struct QueueState<J> {
    jobs: VecDeque<J>,
    /// Jobs without a processed result: each may add further jobs.
    open: usize,
}

impl<J> Queue<J> {
    fn new(todo: Vec<J>) -> Queue<J> {
        let state = QueueState { open: todo.len(), jobs: todo.into() };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The next job; waits for one while jobs are open. `None` when there will be none.
    fn next(&self, is_over: &impl Fn() -> bool) -> Option<J> {
        let mut state = lock(&self.state);
        loop {
            if is_over() {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            if state.open == 0 {
                return None;
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A result has been processed, and has added these jobs.
    fn job_done(&self, more: Vec<J>) {
        let mut state = lock(&self.state);
        state.open = state.open + more.len() - 1;
        more.into_iter().rev().for_each(|job| state.jobs.push_front(job));
        self.changed.notify_all();
    }
}

/// The search of one thread, with its time management.
struct PositionSearcher<'a> {
    batch: &'a BatchSearch<'a>,
    pool: Pool,
    pace: Pace,
    /// When the last search ended.
    mark: Instant,
}

impl<'a> PositionSearcher<'a> {
    fn new(batch: &'a BatchSearch<'a>) -> PositionSearcher<'a> {
        let mark = Instant::now();
        PositionSearcher { batch, pool: Pool::new(1, batch.hash_mib), pace: Pace::default(), mark }
    }

    /// The result for the last position of a game; `None` when the search was stopped.
    fn search(&mut self, game: &Game, limits: Limits, token: StopToken) -> Option<Finding> {
        let (sender, result) = channel();
        let stopped = token.clone();
        let collector = Collector::new(move |finding| {
            if !stopped.is_stopped() {
                let _ = sender.send(finding);
            }
        });
        self.pool.clear();
        self.pool.prepare();
        let whole = limits.move_time;
        // Clearing the table and starting the search count towards the time of a position.
        let spent = self.mark.elapsed();
        let move_time = whole.map(|time| self.pace.budget(time, spent));
        let limits = Limits { move_time, ..limits };
        let settings = self.batch.settings.clone();
        self.pool.start(game, limits, settings, token, Box::new(collector));
        self.pool.wait();
        let now = Instant::now();
        if let Some(time) = whole {
            self.pace.add(time, now - self.mark);
        }
        self.mark = now;
        result.try_recv().ok()
    }
}

/// Time management of successive searches with a time limit each: a search that took
/// too long shortens the next ones.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Time by which earlier searches exceeded their limits.
    debt: Duration,
}

impl Pace {
    /// The time for a search with the limit `time`, of which `spent` has passed. The debt
    /// shortens it by a quarter at most.
    fn budget(&self, time: Duration, spent: Duration) -> Duration {
        time.saturating_sub(self.debt.min(time / 4)).saturating_sub(spent)
    }

    /// Adds a search with the limit `time` that took `taken`. Saved time is not given to
    /// later searches, and the debt is at most the limit of one search, so that a process
    /// that was suspended continues normally.
    fn add(&mut self, time: Duration, taken: Duration) {
        self.debt = (self.debt + taken).saturating_sub(time).min(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::types::Score;

    fn found(threads: usize, todo: &[usize], stop: bool) -> Vec<(usize, Finding)> {
        let stop = AtomicBool::new(stop);
        let (limits, settings) = (Limits::nodes(2000), SearchSettings::default());
        let batch = BatchSearch { threads, hash_mib: 1, limits, settings, stop: &stop };
        let games = [
            "9/3k5/9/9/9/9/9/9/9/R3K3R w",
            "3k5/9/9/9/9/9/9/9/4R4/R3K4 w",
            "3k5/3P5/3P5/9/9/9/9/9/9/4K4 b",
        ]
        .map(|fen| Game::new(&fen.parse().unwrap()).unwrap());
        let mut list = Vec::new();
        let ask = |&id: &usize, limits: &Limits| (games[id % games.len()].clone(), limits.clone());
        batch
            .search(todo.to_vec(), &ask, |id, finding| {
                list.push((id, finding));
                Ok(if id == 2 { vec![20, 21] } else { vec![] })
            })
            .unwrap();
        list.sort_by_key(|&(id, _)| id);
        list
    }

    #[test]
    fn findings_do_not_depend_on_the_threads() {
        let todo = [5, 0, 2, 4, 1, 3, 8];
        let alone = found(1, &todo, false);
        assert_eq!(
            alone.iter().map(|&(id, _)| id).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 8, 20, 21]
        );
        assert_eq!(alone[0].1, alone[3].1);
        assert_eq!(alone[1].1.line[0].to_string(), "a0d0");
        assert!(alone[2].1.line.is_empty() && alone[2].1.score == Score::mated_in(0));
        assert_eq!(found(3, &todo, false), alone);
        assert_eq!(found(2, &todo, true), []);
        assert_eq!(found(2, &[], false), []);
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let stop = AtomicBool::new(false);
        let (limits, settings) = (Limits::depth(1), SearchSettings::default());
        let batch = BatchSearch { threads: 2, hash_mib: 1, limits, settings, stop: &stop };
        let mut calls = 0;
        let ask = |_: &i32, limits: &Limits| (Game::start(), limits.clone());
        let result = batch.search(vec![0; 50], &ask, |_, _| {
            calls += 1;
            anyhow::bail!("full")
        });
        assert_eq!((result.unwrap_err().to_string().as_str(), calls), ("full", 1));
    }

    #[test]
    fn a_search_that_took_too_long_shortens_the_next() {
        let ms = Duration::from_millis;
        let mut pace = Pace::default();
        assert_eq!(pace.budget(ms(100), ms(3)), ms(97));
        pace.add(ms(100), ms(108));
        assert_eq!(pace.budget(ms(100), ms(3)), ms(89));
        pace.add(ms(100), ms(95));
        assert_eq!(pace.budget(ms(100), ms(0)), ms(97));
        pace.add(ms(100), ms(40)); // ended early: nothing is saved up
        assert_eq!(pace.budget(ms(100), ms(0)), ms(100));
        pace.add(ms(100), ms(5000)); // suspended
        assert_eq!((pace.debt, pace.budget(ms(100), ms(0))), (ms(100), ms(75)));
    }
}
