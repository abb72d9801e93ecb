//! `oracle/*.txt`: positions on which the search in exact mode (no pruning, no reductions)
//! must find the same root score as minimax, negamax and both forms of alpha-beta in
//! `reference`, with and without the transposition table, and a move with that score.
//!
//! Up to depth 3 no score depends on the path, because a repetition needs four plies. Deeper
//! searches are compared where the tree is small enough; with the transposition table only
//! where the reference search met no repetition, because the table ignores the path.

use chuhe::board::{Key, Setup, perft};
use chuhe::eval::Evaluator;
use chuhe::internals::reference::quiescence::quiesce;
use chuhe::internals::reference::search::{
    GamePosition, NodeCounts, fail_hard, fail_soft, minimax, move_value, negamax,
};
use chuhe::rules::{Game, Outcome, RuleSet, judge};
use chuhe::search::{Limits, Pool, SearchResult, SearchSettings, Techniques};
use chuhe::types::{Depth, Ply, Score, Window};

use crate::{Case, Pass, data_files};

/// Depths up to this one are always compared.
const SHALLOW: Depth = 3;
/// The deepest search that is compared, if the tree is small enough.
const DEEPEST: Depth = 6;
/// The largest perft count at which deeper searches are compared.
const DEEP_BUDGET: u64 = 60_000;
/// The largest perft count at which searches with quiescence are compared; depth 1
/// always is.
const QUIESCENCE_BUDGET: u64 = 600;

/// The searches that are compared: name, techniques, threads.
const SEARCHES: &[(&str, Techniques, usize)] = &[
    ("alpha-beta", Techniques::NONE, 1),
    ("PVS", Techniques { pvs_on: true, ..Techniques::NONE }, 1),
    ("PVS, ordered, iterative, aspiration", Techniques { tt_on: false, ..Techniques::EXACT }, 1),
    ("exact mode", Techniques::EXACT, 1),
    ("exact mode with mate-distance pruning", Techniques { mdp_on: true, ..Techniques::EXACT }, 1),
    ("exact mode on two threads", Techniques::EXACT, 2),
];

/// One case for each position.
///
/// # Errors
/// When a file cannot be read or a FEN is malformed.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (file, text) in data_files("oracle")? {
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let name = format!("{file}:{number}");
            let setup: Setup = line.parse().map_err(|e| format!("{name}: {e}"))?;
            cases.push(Case::new(name, move || {
                Oracle::new(&setup)?.check().map_err(|e| format!("{setup}: {e}")).map(Pass::Count)
            }));
        }
    }
    Ok(cases)
}

/// The result of the reference searches at one depth.
#[derive(Clone, Copy)]
struct Truth {
    depth: Depth,
    score: Score,
    counts: NodeCounts,
    /// No score in the tree depends on the path.
    is_pathless: bool,
}

struct Oracle {
    game: Game,
    rules: RuleSet,
    known: Evaluations,
    /// For searches on one and on two threads.
    pools: [Pool; 2],
    comparisons: u64,
}

impl Oracle {
    fn new(setup: &Setup) -> Result<Oracle, String> {
        let game = Game::new(setup).map_err(|e| e.to_string())?;
        Ok(Oracle {
            game,
            rules: RuleSet::default(),
            known: Evaluations::new(),
            pools: [1, 2].map(|threads| Pool::new(threads, 1)),
            comparisons: 0,
        })
    }

    fn check(mut self) -> Result<u64, String> {
        let mut board = self.game.board().clone();
        let mut truths = Vec::new();
        for depth in 1..=DEEPEST {
            if depth > SHALLOW && perft(&mut board, depth as u32) > DEEP_BUDGET {
                break;
            }
            let truth = self.references(depth)?;
            for &(name, techniques, threads) in SEARCHES {
                if truth.counts.bounds == 0 && (truth.is_pathless || !techniques.tt_on) {
                    self.compare(name, techniques, threads, truth)?;
                }
            }
            truths.push(truth);
        }
        self.check_warm_table(&truths)?;
        self.check_quiescence()?;
        Ok(self.comparisons)
    }

    /// Compares again with a filled transposition table: from the deepest search to the
    /// shallowest, each also after its best move.
    fn check_warm_table(&mut self, truths: &[Truth]) -> Result<(), String> {
        for &truth in truths.iter().rev().filter(|truth| truth.is_pathless) {
            self.compare("exact mode, warm table", Techniques::EXACT, 1, truth)?;
            let Some(mv) = self.search(Techniques::EXACT, 1, truth.depth).best else { continue };
            self.game.play(mv).map_err(|e| e.to_string())?;
            let result = self.check_reply(truth.depth - 1);
            self.game.undo();
            result?;
        }
        Ok(())
    }

    fn check_reply(&mut self, depth: Depth) -> Result<(), String> {
        let is_over = judge(&self.game, &self.rules).outcome != Outcome::Ongoing;
        if depth < 1 || is_over {
            return Ok(());
        }
        let truth = self.references(depth)?;
        if !truth.is_pathless {
            return Ok(());
        }
        self.compare("reply, warm table", Techniques::EXACT, 1, truth)
    }

    fn check_quiescence(&mut self) -> Result<(), String> {
        // Entries of searches without quiescence have other scores.
        self.pools.iter_mut().for_each(Pool::clear);
        let mut board = self.game.board().clone();
        for depth in 1..=SHALLOW {
            if depth > 1 && perft(&mut board, depth as u32) > QUIESCENCE_BUDGET {
                break;
            }
            let score = self.with_quiescence(depth);
            for techniques in [Techniques::NONE, Techniques::EXACT] {
                let techniques = Techniques { quiescence_on: true, ..techniques };
                let found = self.search(techniques, 1, depth);
                self.expect("with quiescence", depth, score, found.score)?;
            }
        }
        Ok(())
    }

    fn expect(
        &mut self,
        name: &str,
        depth: Depth,
        expected: Score,
        found: Score,
    ) -> Result<(), String> {
        self.comparisons += 1;
        if expected == found {
            return Ok(());
        }
        Err(format!("depth {depth}, {name}: expected {expected:?}, found {found:?}"))
    }

    /// All four references, which must agree.
    fn references(&mut self, depth: Depth) -> Result<Truth, String> {
        let (score, counts) = self.with_leaves(|position| negamax(position, depth));
        let others = [
            ("minimax", self.with_leaves(|position| minimax(position, depth))),
            ("fail-hard", self.with_leaves(|p| fail_hard(p, depth, Window::FULL))),
            ("fail-soft", self.with_leaves(|p| fail_soft(p, depth, Window::FULL))),
        ];
        for (name, (other, _)) in others {
            self.expect(name, depth, score, other)?;
        }
        let is_pathless = counts.bounds == 0 && (depth <= SHALLOW || counts.decisions == 0);
        Ok(Truth { depth, score, counts, is_pathless })
    }

    /// Compares the score of a search, and the score of its move, with the reference.
    fn compare(
        &mut self,
        name: &str,
        techniques: Techniques,
        threads: usize,
        truth: Truth,
    ) -> Result<(), String> {
        let Truth { depth, score, .. } = truth;
        let result = self.search(techniques, threads, depth);
        self.expect(name, depth, score, result.score)?;
        let Some(mv) = result.best else { return Err(format!("{name}: no move")) };
        let (value, _) = self.with_leaves(|position| move_value(position, mv, depth));
        self.expect(&format!("{name}, score of {mv}"), depth, score, value)
    }

    fn search(&mut self, techniques: Techniques, threads: usize, depth: Depth) -> SearchResult {
        let settings =
            SearchSettings { techniques, rules: self.rules, ..SearchSettings::default() };
        self.pools[threads - 1].search(&self.game, Limits::depth(depth), settings)
    }

    /// Runs a reference whose leaves are the static evaluation.
    fn with_leaves<T>(
        &mut self,
        search: impl FnOnce(&mut GamePosition<'_, &mut dyn FnMut(&mut Game, Ply) -> Score>) -> T,
    ) -> T {
        let known = &mut self.known;
        let mut leaf = |game: &mut Game, _: Ply| known.evaluate(game);
        search(&mut GamePosition { game: &mut self.game, rules: &self.rules, leaf: &mut leaf })
    }

    /// Fail-soft alpha-beta with the plain quiescence at its leaves.
    fn with_quiescence(&mut self, depth: Depth) -> Score {
        let Oracle { known, rules, game, .. } = self;
        let leaf = |game: &mut Game, ply: Ply| {
            quiesce(game, rules, ply, Window::FULL, &mut |game| known.evaluate(game))
        };
        let mut position = GamePosition { game, rules, leaf };
        fail_soft(&mut position, depth, Window::FULL).0
    }
}

/// A cache of static evaluations: every reference search visits the same leaves.
struct Evaluations(Box<[(Key, Score)]>);

impl Evaluations {
    const SIZE: usize = 1 << 16;

    fn new() -> Evaluations {
        // A key that belongs in another slot marks an empty slot.
        Evaluations((0..Self::SIZE as Key).map(|slot| (!slot, Score::ZERO)).collect())
    }

    fn evaluate(&mut self, game: &Game) -> Score {
        let board = game.board();
        let slot = &mut self.0[board.key() as usize % Self::SIZE];
        if slot.0 != board.key() {
            *slot = (board.key(), Evaluator::new(board).evaluate(board));
        }
        slot.1
    }
}
