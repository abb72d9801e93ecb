//! A fixed suite of positions. Searching it to a fixed depth with one thread
//! always visits the same number of nodes: the signature of search and evaluation.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::board::Setup;
use crate::engine::capacity;
use crate::eval::Evaluation;
use crate::rules::Game;
use crate::search::{
    DEFAULT_HASH_MIB, Limits, Listener, Pool, SearchResult, SearchSettings, StopToken,
};
use crate::types::Depth;

/// The positions, one FEN a line.
const SUITE: &str = include_str!("bench.fen");

/// How to search the suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Depth of each search.
    pub depth: Depth,
    /// Search threads; with more than one the node count is not reproducible.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// How positions are judged.
    pub evaluation: Evaluation,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { depth: 13, threads: 1, hash_mib: DEFAULT_HASH_MIB, evaluation: Evaluation::BuiltIn }
    }
}

/// One position of the suite, searched.
#[derive(Clone, Debug)]
pub struct PositionResult {
    /// Its number, from 1.
    pub number: usize,
    /// Number of positions in the suite.
    pub of: usize,
    /// The position.
    pub fen: &'static str,
    /// Nodes of its search.
    pub nodes: u64,
}

/// The whole suite, searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
}

impl Total {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }
}

/// Hears how many nodes a search took.
struct NodeCount(mpsc::Sender<u64>);

impl Listener for NodeCount {
    fn wants_reports(&self) -> bool {
        false
    }

    fn finished(&mut self, result: &SearchResult) {
        let _ = self.0.send(result.nodes);
    }
}

/// The positions of the suite.
pub fn suite() -> impl Iterator<Item = &'static str> {
    SUITE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches the suite. Nothing is kept from one position to the next, so each
/// count can be reproduced alone. Ends early when the token is stopped.
pub fn run(plan: &Plan, token: &StopToken, mut hear: impl FnMut(PositionResult)) -> Total {
    let mut pool = Pool::new(plan.threads.min(capacity::most_threads()), plan.hash_mib);
    let of = suite().count();
    let mut total = Total::default();
    for (number, fen) in (1..).zip(suite()) {
        let Some(game) = fen.parse::<Setup>().ok().and_then(|setup| Game::new(&setup).ok()) else {
            continue;
        };
        if token.is_stopped() {
            break;
        }
        pool.clear();
        let started = Instant::now();
        let (sender, receiver) = mpsc::channel();
        let (limits, listener) = (Limits::depth(plan.depth), Box::new(NodeCount(sender)));
        let settings =
            SearchSettings { evaluation: plan.evaluation.clone(), ..SearchSettings::default() };
        pool.start(&game, limits, settings, token.clone(), listener);
        pool.wait();
        let nodes = receiver.recv().unwrap_or_default();
        total.elapsed += started.elapsed();
        total.nodes += nodes;
        hear(PositionResult { number, of, fen, nodes });
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_legal_and_has_no_doubles() {
        let mut seen = std::collections::HashSet::new();
        for fen in suite() {
            let game = Game::new(&fen.parse().unwrap()).unwrap();
            assert!(game.board().has_legal_move(), "{fen}");
            assert!(seen.insert(game.board().key()), "{fen} occurs twice");
        }
        assert_eq!(seen.len(), 40);
    }
}
