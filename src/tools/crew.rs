//! Many positions searched at a time, each by a thread of its own with its own
//! table, which is empty when a search begins: what is found does not depend on
//! which thread found it, nor on what it searched before.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::rules::Game;
use crate::search::{Limits, Listener, Pool, Report, SearchResult, SearchSettings, StopToken};
use crate::types::{Bound, Depth, Move, Score};

/// How often it is looked whether the work is to end.
const LOOK: Duration = Duration::from_millis(50);

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Score for the side to move.
    pub score: Score,
    /// The last finished iteration.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line; empty when there is no legal move.
    pub line: Vec<Move>,
}

/// Threads that search positions.
pub struct Crew<'a> {
    /// How many.
    pub threads: usize,
    /// Size of each one's table in MiB.
    pub hash_mib: usize,
    /// Limits of each search.
    pub limits: Limits,
    /// How each search judges.
    pub settings: SearchSettings,
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Searches the positions numbered `todo`, in this order, and hands over what
    /// was found as it is found. Searches that `stop` cut short are not handed over.
    ///
    /// # Errors
    /// The first error of `found`, which ends the work.
    pub fn search(
        &self,
        todo: &[usize],
        game_of: &(dyn Fn(usize) -> Game + Sync),
        mut found: impl FnMut(usize, Finding) -> Result<()>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        let tokens = Mutex::new(vec![StopToken::default(); self.threads]);
        let has_failed = AtomicBool::new(false);
        let is_over = || self.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for number in 0..self.threads.min(todo.len()) {
                let (sender, next, tokens, is_over) = (sender.clone(), &next, &tokens, &is_over);
                scope.spawn(move || {
                    let mut pool = Pool::new(1, self.hash_mib);
                    while let Some(&id) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let token = StopToken::default();
                        lock(tokens)[number] = token.clone();
                        if is_over() {
                            break;
                        }
                        self.search_one(&mut pool, &game_of(id), id, token, &sender);
                    }
                });
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                match results.recv_timeout(LOOK) {
                    Ok((id, finding)) if outcome.is_ok() => {
                        outcome = found(id, finding);
                        has_failed.store(outcome.is_err(), Ordering::Relaxed);
                    }
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                }
                if is_over() {
                    lock(&tokens).iter().for_each(StopToken::stop);
                }
            }
        })
    }

    fn search_one(
        &self,
        pool: &mut Pool,
        game: &Game,
        id: usize,
        token: StopToken,
        sender: &Sender<(usize, Finding)>,
    ) {
        let began = Instant::now();
        let catcher =
            Catcher { id, token: token.clone(), line: Vec::new(), sender: sender.clone() };
        pool.clear();
        pool.prepare();
        let mut limits = self.limits.clone();
        // The time of a position is that of everything that is done for it.
        limits.move_time = limits.move_time.map(|time| time.saturating_sub(began.elapsed()));
        pool.start(game, limits, self.settings.clone(), token, Box::new(catcher));
        pool.wait();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the last line of a search and sends what was found at its end.
struct Catcher {
    id: usize,
    token: StopToken,
    line: Vec<Move>,
    sender: Sender<(usize, Finding)>,
}

impl Listener for Catcher {
    fn report(&mut self, report: &Report) {
        if report.bound == Bound::Exact {
            self.line.clone_from(&report.pv);
        }
    }

    fn finished(&mut self, result: &SearchResult) {
        if self.token.is_stopped() {
            return;
        }
        if self.line.first() != result.best.as_ref() {
            self.line = result.best.into_iter().chain(result.ponder).collect();
        }
        let finding = Finding {
            score: result.score,
            depth: result.depth,
            nodes: result.nodes,
            line: std::mem::take(&mut self.line),
        };
        let _ = self.sender.send((self.id, finding)); // nobody listens any more: no harm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(threads: usize, todo: &[usize], stop: bool) -> Vec<(usize, Finding)> {
        let stop = AtomicBool::new(stop);
        let (limits, settings) = (Limits::nodes(2000), SearchSettings::default());
        let crew = Crew { threads, hash_mib: 1, limits, settings, stop: &stop };
        let games = [
            "9/3k5/9/9/9/9/9/9/9/R3K3R w",
            "3k5/9/9/9/9/9/9/9/4R4/R3K4 w",
            "3k5/3P5/3P5/9/9/9/9/9/9/4K4 b",
        ]
        .map(|fen| Game::new(&fen.parse().unwrap()).unwrap());
        let mut list = Vec::new();
        let game_of = |id: usize| games[id % games.len()].clone();
        crew.search(todo, &game_of, |id, finding| {
            list.push((id, finding));
            Ok(())
        })
        .unwrap();
        list.sort_by_key(|&(id, _)| id);
        list
    }

    #[test]
    fn findings_do_not_depend_on_the_threads() {
        let todo = [5, 0, 2, 4, 1, 3, 8];
        let alone = found(1, &todo, false);
        assert_eq!(alone.iter().map(|&(id, _)| id).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 8]);
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
        let crew = Crew { threads: 2, hash_mib: 1, limits, settings, stop: &stop };
        let mut calls = 0;
        let result = crew.search(&[0; 50], &|_| Game::start(), |_, _| {
            calls += 1;
            anyhow::bail!("full")
        });
        assert_eq!((result.unwrap_err().to_string().as_str(), calls), ("full", 1));
    }
}
