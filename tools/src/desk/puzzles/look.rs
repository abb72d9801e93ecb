//! Searches of one position with a fixed number of nodes on one thread: the same position
//! gives the same lines every time, whatever was searched before.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use chuhe::endings::Endings;
use chuhe::engine::strength::{FULL, ScoredLine, Strength, pick};
use chuhe::rules::Game;
use chuhe::search::{Limits, Listener, Pool, Report, SearchResult, SearchSettings, StopToken};
use chuhe::types::{Bound, Move};
use chuhe_games::review::chance;

/// MiB of the table of a search: small, because it is cleared before each.
pub const HASH_MIB: usize = 8;

/// How often each level chooses: a share of its tries finds a move.
const SEEDS: u64 = 8;

/// Searches positions.
pub struct Looker {
    pool: Pool,
    settings: SearchSettings,
    /// The same without tables of endings, which would find everything in those at once.
    bare: SearchSettings,
    stop: StopToken,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The line that begins with it.
    pub line: Vec<Move>,
    /// Percent of the points that the side to move may expect: a win counts whole, a draw
    /// half.
    pub chance: f64,
    /// Whether the search has seen a mate.
    pub is_mate: bool,
}

impl Looker {
    /// A searcher with these settings; how many lines are wanted is asked each time. Once it
    /// is stopped what it finds is worth nothing.
    pub fn new(settings: &SearchSettings, stop: StopToken) -> Looker {
        let bare = SearchSettings { endings: Arc::new(Endings::none()), ..settings.clone() };
        Looker { pool: Pool::new(1, HASH_MIB), settings: settings.clone(), bare, stop }
    }

    /// The best `count` moves of a position, best first, by a search of so many nodes. Fewer
    /// where there are fewer legal moves, none where there is none.
    pub fn best(&mut self, game: &Game, count: usize, nodes: u64) -> Vec<Choice> {
        let settings = SearchSettings { multi_pv: count, ..self.settings.clone() };
        let found = self.search(game, settings, nodes);
        let choice = |found: ScoredLine| Choice {
            chance: chance(found.score, game.board()),
            is_mate: found.score.is_win(),
            line: found.pv,
        };
        found.into_iter().filter(|found| !found.pv.is_empty()).map(choice).collect()
    }

    fn search(&mut self, game: &Game, settings: SearchSettings, nodes: u64) -> Vec<ScoredLine> {
        let (sender, found) = channel();
        let collector = Collector { whole: Vec::new(), begun: Vec::new(), sender };
        self.pool.clear();
        let (limits, stop) = (Limits::nodes(nodes), self.stop.clone());
        self.pool.start(game, limits, settings, stop, Box::new(collector));
        self.pool.wait();
        found.try_recv().unwrap_or_default()
    }

    /// The share of tries, without tables of endings, in which players of each level, the weakest first, play a move.
    pub fn finders(&mut self, game: &Game, mv: Move) -> [f64; FULL as usize] {
        std::array::from_fn(|level| {
            let Some(strength) = Strength::of_level(level as f64) else { return 1.0 };
            let settings = SearchSettings { multi_pv: strength.candidates, ..self.bare.clone() };
            let lines = self.search(game, settings, strength.nodes);
            let finds = |seed: &u64| {
                let chosen = pick(&lines, game.board(), strength, *seed);
                chosen.and_then(|line| line.pv.first()) == Some(&mv)
            };
            (0..SEEDS).filter(finds).count() as f64 / SEEDS as f64
        })
    }
}

/// Keeps the lines of the last iteration that has all of them, and sends them at the end.
struct Collector {
    whole: Vec<ScoredLine>,
    begun: Vec<ScoredLine>,
    sender: Sender<Vec<ScoredLine>>,
}

impl Listener for Collector {
    fn report(&mut self, report: &Report) {
        if report.bound != Bound::Exact {
            return;
        }
        if report.multi_pv == 1 {
            let begun = std::mem::take(&mut self.begun);
            if begun.len() >= self.whole.len() {
                self.whole = begun;
            }
        }
        let Report { score, search_score, .. } = *report;
        self.begun.push(ScoredLine { score, search_score, pv: report.pv.clone() });
    }

    fn finished(&mut self, _: &SearchResult) {
        let (whole, begun) = (std::mem::take(&mut self.whole), std::mem::take(&mut self.begun));
        let _ = self.sender.send(if begun.len() >= whole.len() { begun } else { whole });
    }
}
