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

/// How to search a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The positions of another suite; `None` for the fixed one.
    pub positions: Option<Vec<Setup>>,
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
        Plan {
            positions: None,
            depth: 13,
            threads: 1,
            hash_mib: DEFAULT_HASH_MIB,
            evaluation: Evaluation::BuiltIn,
        }
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
    pub fen: String,
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

/// The positions of the fixed suite.
pub fn suite() -> impl Iterator<Item = &'static str> {
    lines(SUITE).map(|(_, line)| line)
}

/// The lines of a suite that are positions, with their numbers, from 1: not empty ones and not
/// those that begin with `#`.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The positions of a suite as a text: one FEN a line, empty lines and those that begin with
/// `#` left out.
///
/// # Errors
/// When a line is no legal position in which a side can move, or there is no position: says which
/// line and why.
pub fn read_suite(text: &str) -> Result<Vec<Setup>, String> {
    let positions: Result<Vec<Setup>, String> = lines(text)
        .map(|(number, line)| searchable(line).map_err(|why| format!("line {number}: {why}")))
        .collect();
    positions.and_then(|list| match list.is_empty() {
        true => Err("no position".to_owned()),
        false => Ok(list),
    })
}

/// A position that can be searched.
fn searchable(line: &str) -> Result<Setup, String> {
    let setup: Setup = line.parse().map_err(|error| format!("{error}"))?;
    let board = setup.to_board().map_err(|error| error.to_string())?;
    board.has_legal_move().then_some(setup).ok_or_else(|| "no legal move".to_owned())
}

/// Searches the suite. Nothing is kept from one position to the next, so each
/// count can be reproduced alone. Ends early when the token is stopped.
pub fn run(plan: &Plan, token: &StopToken, mut hear: impl FnMut(PositionResult)) -> Total {
    let mut pool = Pool::new(plan.threads.min(capacity::most_threads()), plan.hash_mib);
    let positions = match &plan.positions {
        Some(positions) => positions.clone(),
        None => suite().filter_map(|fen| fen.parse().ok()).collect(),
    };
    let of = positions.len();
    let mut total = Total::default();
    for (number, setup) in (1..).zip(positions) {
        let Ok(game) = Game::new(&setup) else { continue };
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
        hear(PositionResult { number, of, fen: setup.to_string(), nodes });
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

    #[test]
    fn a_suite_is_read_whole_or_refused_with_its_line() {
        let text = "# two\n\n4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1\r\n 3k5/9/9/9/9/9/9/9/9/4K4 b\n";
        let list = read_suite(text).unwrap();
        let fens: Vec<String> = list.iter().map(Setup::to_string).collect();
        assert_eq!(
            fens,
            ["4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"]
        );
        for (text, expected) in [
            ("", "no position"),
            ("# nothing\n", "no position"),
            ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w\nx", "line 2: "),
            ("\n4k4/9/9/9/9/9/9/9/9/4K4 w", "line 2: "),
            ("3k5/4P4/3R5/9/9/9/9/9/9/4K4 b", "line 1: no legal move"),
        ] {
            let error = read_suite(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_attacks_are_sixty_positions() {
        let list = read_suite(include_str!("../../benches/attacks.fen")).unwrap();
        let boards: Vec<_> = list.iter().map(|setup| setup.to_board().unwrap()).collect();
        let keys: std::collections::HashSet<_> = boards.iter().map(|board| board.key()).collect();
        assert_eq!((list.len(), keys.len()), (60, 60));
    }
}
