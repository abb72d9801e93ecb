//! Checks puzzles once more, with more: searches of ten times as many nodes, the prover with
//! ten times as many and its proofs replayed against every reply, the tables again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;

use chuhe::board::Setup;
use chuhe::endings::Endings;
use chuhe::mate::{Answer, Question, Replay, Solver};
use chuhe::reference::movegen::Mailbox;
use chuhe::rules::{Game, RuleSet};
use chuhe::search::{STACK_BYTES, SearchSettings, StopToken};
use chuhe::types::Move;

use super::find::{CLAIMED, Finder};
use super::mates::MateFinder;
use super::puzzle::{Goal, Ground, Puzzle, alone};
use super::solved;
use super::work::{LOOK, Work};

/// How many times as many nodes a check has.
pub const MORE: u64 = 10;
/// Positions of a proof that are replayed at most.
const REPLAYED: u64 = 200_000;
/// MiB of the table of proofs.
const TABLE_MIB: usize = 64;

/// Checks puzzles.
pub struct Checker {
    finder: Finder,
    mates: MateFinder,
    endings: Arc<Endings>,
    rules: RuleSet,
    nodes: u64,
    stop: StopToken,
}

impl Checker {
    /// A checker of puzzles that were found with so many nodes.
    pub fn new(settings: &SearchSettings, nodes: u64, stop: &StopToken) -> Checker {
        let nodes = nodes.saturating_mul(MORE);
        Checker {
            finder: Finder::new(settings, nodes, stop),
            mates: MateFinder::new(settings.rules, nodes, stop.clone()),
            endings: Arc::clone(&settings.endings),
            rules: settings.rules,
            nodes,
            stop: stop.clone(),
        }
    }

    /// Whether everything that a puzzle claims holds.
    pub fn holds(&mut self, puzzle: &Puzzle) -> bool {
        let Some((mut game, moves)) = puzzle.line() else { return false };
        for (i, &mv) in moves.iter().enumerate() {
            let left = (moves.len() - i).div_ceil(2) as u32;
            let is_own = i % 2 == 0;
            if is_own && !alone(&game).is_some_and(|here| self.is_only(puzzle, &here, mv, left)) {
                return false;
            }
            if game.play(mv).is_err() {
                return false;
            }
        }
        puzzle.goal != Goal::Mate || !game.board().has_legal_move()
    }

    fn is_only(&mut self, puzzle: &Puzzle, here: &Game, mv: Move, left: u32) -> bool {
        match puzzle.ground {
            Ground::Prover => {
                self.mates.only_move(here, left) == Some(mv) && self.replays(here, left)
            }
            Ground::Table => {
                solved::only_of(&self.endings, &self.rules, here) == Some((puzzle.goal, mv))
            }
            Ground::Search => self
                .finder
                .kept(here, self.nodes, CLAIMED)
                .is_some_and(|(goal, found, _)| (goal, found) == (puzzle.goal, mv)),
        }
    }

    /// Whether the proof of a mate in so many moves stands against every reply, as another
    /// move generator lists them.
    fn replays(&self, here: &Game, moves: u32) -> bool {
        let mut solver = Solver::new(TABLE_MIB);
        let question = Question { moves: Some(moves), nodes: self.nodes, ..Question::default() };
        let found = solver.solve(here, &self.rules, &question, &|| self.stop.is_stopped());
        let Answer::Proved(proof) = found.answer else { return false };
        let moves_of = |setup: &Setup| Mailbox::new(setup).legal_moves();
        let replay = solver.replay(here, &proof, &moves_of, REPLAYED);
        proof.moves() == moves && matches!(replay, Ok(Replay::Complete(_) | Replay::Partial(_)))
    }
}

/// Whether each puzzle holds, by checks on several threads; `None` when that was stopped.
///
/// # Errors
/// When no thread can be started.
pub fn check(puzzles: &[Puzzle], work: &Work) -> Result<Option<Vec<bool>>> {
    let held: Vec<AtomicBool> = puzzles.iter().map(|_| AtomicBool::new(false)).collect();
    let next = AtomicUsize::new(0);
    let token = StopToken::default();
    let check_all = || {
        let mut checker = Checker::new(work.settings, work.nodes, &token);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = puzzles.get(number) else { break };
            if token.is_stopped() {
                break;
            }
            held[number].store(checker.holds(puzzle), Ordering::Relaxed);
            work.progress.inc(1);
        }
    };
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..work.threads.min(puzzles.len()) {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            threads.push(thread.spawn_scoped(scope, check_all)?);
        }
        while threads.iter().any(|thread| !thread.is_finished()) {
            work.pass_on_stop(&token);
            thread::sleep(LOOK);
        }
        anyhow::Ok(())
    })?;
    let is_stopped = work.stop.load(Ordering::Relaxed);
    Ok((!is_stopped).then(|| held.into_iter().map(AtomicBool::into_inner).collect()))
}
