//! One search thread: its position, what it has learned, and its record of the
//! line that it is looking at. The modules below it are the nodes of its tree.

mod ending_replies;
mod evaluation;
mod extensions;
mod limit;
mod move_pruning;
mod node;
mod node_pruning;
mod pvs;
mod quiescence;
mod reductions;
mod rules;
mod solved;
mod stack;
mod table;
#[cfg(test)]
mod testing;
mod update;

pub use limit::may_be_draw_by_limit;
pub use node::Root;
pub use solved::drawn_by_tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

use crate::eval::Evaluator;
use crate::rules::Game;
use crate::search::history::{Context, Continuation, Histories};
use crate::search::root_moves::RootMoves;
use crate::search::time::Stopwatch;
use crate::search::tt::TranspositionTable;
use crate::search::worker::ending_replies::find_ending_replies;
use crate::search::worker::solved::{find_held_moves, is_long_win};
use crate::search::worker::stack::Stack;
use crate::search::{Limits, RootMoveListener, SearchSettings, StopToken};
use crate::types::{Depth, MAX_PLY, Move, Ply, Score};

/// The search was told to stop; scores on the way back mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How often the clock and the other threads' nodes are looked at, in nodes.
const CHECK_INTERVAL: u64 = 256;
/// Root moves are announced in searches that have taken so long: before, they change faster
/// than anybody can read.
const ANNOUNCED_AFTER: Duration = Duration::from_secs(3);

/// A thread's count of nodes, on cache lines of its own: written at every node,
/// it would otherwise slow the thread that counts beside it.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(pub AtomicU64);

/// What all threads of one search share.
pub struct Shared {
    /// The transposition table.
    pub table: Arc<TranspositionTable>,
    /// Each thread's nodes.
    pub nodes: Vec<NodeCounter>,
    /// Positions that a table of solved endings has decided.
    pub tb_hits: AtomicU64,
    /// When the search began and how long it may take.
    pub time: Stopwatch,
    /// The iteration of the main thread.
    pub main_depth: AtomicI32,
    /// Stops every thread.
    pub token: StopToken,
    /// Tells helpers that the main thread is done.
    pub done: StopToken,
    /// Hears of root moves.
    pub root_moves: Option<RootMoveListener>,
    /// What was asked for.
    pub limits: Limits,
    /// How to search.
    pub settings: SearchSettings,
    /// Whether the tables of solved endings say that the root is drawn.
    pub is_drawn_root: bool,
}

impl Shared {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.0.load(Ordering::Relaxed)).sum()
    }

    /// Whether the time is over.
    pub fn is_out_of_time(&self) -> bool {
        self.time.is_over(&self.token, self.total_nodes())
    }

    /// What is reported for a score of the root: in a drawn ending that of a draw, whatever the
    /// evaluation that chose the move says, but for moves that lose.
    pub fn score_to_report(&self, score: Score) -> Score {
        let is_solved = score.is_decisive() || is_long_win(score);
        if self.is_drawn_root && !is_solved { Score::ZERO } else { score }
    }
}

/// What a thread keeps from one search to the next.
#[derive(Default)]
pub struct ThreadState {
    histories: Histories,
    /// The evaluator of the last search: its refresh table saves the next search sums.
    eval: Option<Evaluator>,
}

impl ThreadState {
    /// The state of a new helper of this thread, with which it shares the histories by context.
    pub fn new_helper(&self) -> ThreadState {
        ThreadState { histories: self.histories.new_helper(), eval: None }
    }

    /// Forgets everything learned, and no longer shares anything.
    pub fn clear(&mut self) {
        self.histories.clear();
    }
}

/// One thread in one search.
pub struct Worker {
    /// 0 is the main thread.
    index: usize,
    shared: Arc<Shared>,
    histories: Histories,
    /// The line being looked at, with its past.
    game: Game,
    /// The static evaluation, in step with the game.
    eval: Evaluator,
    /// Records of the line.
    stack: Box<Stack>,
    /// Principal variations by ply.
    pv: Vec<Vec<Move>>,
    /// The root's moves.
    pub(super) root: RootMoves,
    /// Depth of the iteration.
    pub(super) root_depth: Depth,
    /// Width of the root's window.
    pub(super) root_width: i32,
    /// Longest line of the iteration.
    pub(super) selective_depth: Ply,
    /// Null moves are not allowed above this ply while one is being verified.
    nmp_min_ply: Ply,
    /// Own nodes.
    nodes: u64,
    /// The count of own nodes at which to look at the clock and the others.
    next_look: u64,
    /// Whether an iteration is finished, so that there is a move to play.
    may_stop: bool,
}

impl Worker {
    /// A thread about to search a game's position.
    pub fn new(index: usize, game: &Game, shared: Arc<Shared>, state: ThreadState) -> Worker {
        let ThreadState { mut histories, eval, .. } = state;
        histories.age();
        let mut root = RootMoves::new(game, &shared.limits);
        if shared.is_drawn_root {
            find_held_moves(&mut root, game, &shared.settings);
        }
        find_ending_replies(&mut root, game, &shared.settings);
        Worker {
            index,
            histories,
            game: game.clone(),
            eval: Evaluator::reused(eval, &shared.settings.evaluation, game.board()),
            stack: Box::default(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            root,
            root_depth: 0,
            root_width: 1,
            selective_depth: 0,
            nmp_min_ply: 0,
            nodes: 0,
            next_look: 0,
            may_stop: false,
            shared,
        }
    }

    /// Its number; 0 is the main thread.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The line being looked at, with its past.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Counts nodes that something else has searched for this thread.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.shared.nodes[self.index].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Whether this is the thread that reports and watches the clock.
    pub fn is_main(&self) -> bool {
        self.index == 0
    }

    /// What it shares with the other threads.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Own nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows the search to stop: the first iteration has been finished.
    pub fn may_stop(&mut self) {
        self.may_stop = true;
    }

    /// What the thread keeps for its next search.
    pub fn into_state(self) -> ThreadState {
        ThreadState { histories: self.histories, eval: Some(self.eval) }
    }

    /// Counts a node and asks whether to go on. The first iteration is always
    /// finished, so that there is a move to play.
    #[inline]
    fn enter_node(&mut self, ply: Ply) -> Result<(), Stopped> {
        self.nodes += 1;
        self.shared.nodes[self.index].0.store(self.nodes, Ordering::Relaxed);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes < self.next_look { Ok(()) } else { self.check_limits() }
    }

    /// Asks the token, the others and the clock whether to go on, and says when
    /// to ask again.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        if !self.may_stop {
            return Ok(());
        }
        if self.shared.token.is_stopped() || self.shared.done.is_stopped() {
            return Err(Stopped);
        }
        if self.is_main() && self.is_over_budget() {
            self.shared.done.stop();
            return Err(Stopped);
        }
        let regular = (self.nodes / CHECK_INTERVAL + 1) * CHECK_INTERVAL;
        self.next_look = self.own_limit().map_or(regular, |limit| limit.min(regular));
        Ok(())
    }

    fn is_over_budget(&self) -> bool {
        if self.own_limit().is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let is_check_due = self.nodes.is_multiple_of(CHECK_INTERVAL);
        let limit = self.shared.limits.nodes.filter(|_| is_check_due);
        limit.is_some_and(|limit| self.shared.total_nodes() >= limit)
            || is_check_due && self.shared.is_out_of_time()
    }

    /// The limit of nodes, if this thread is alone and need not ask others.
    fn own_limit(&self) -> Option<u64> {
        self.shared.limits.nodes.filter(|_| self.shared.nodes.len() == 1)
    }

    /// Says which root move is about to be searched: the one of this number, from 1, that the
    /// line being searched may choose.
    fn announce_root_move(&self, mv: Move, number: usize) {
        if self.is_main()
            && let Some(listener) = &self.shared.root_moves
            && self.shared.time.elapsed() >= ANNOUNCED_AFTER
        {
            listener(self.root_depth, mv, self.root.line + number);
        }
    }

    /// The last move before a ply and the one before it.
    #[inline]
    fn last_two(&self, ply: Ply) -> [Continuation; 2] {
        [1, 2].map(|back| self.stack.back(ply, back).continuation)
    }

    /// Prepares [`Worker::context`] of the present position.
    #[inline]
    fn prepare_context(&mut self, ply: Ply) {
        let board = self.game.board();
        self.stack[ply].pawns = self.histories.enter_pawns(board);
        self.stack[ply].threats = self.eval.attack_map(board, !board.side());
    }

    /// The contexts of the quiet moves at a ply.
    #[inline]
    fn context(&self, ply: Ply) -> Context {
        Context {
            continuations: [1, 2, 4].map(|back| self.stack.back(ply, back).continuation),
            pawns: self.stack[ply].pawns,
            threats: self.stack[ply].threats,
        }
    }

    /// Makes a move and records it at its ply.
    #[inline]
    fn make_move(&mut self, mv: Move, ply: Ply) {
        let board = self.game.board();
        let entry = &mut self.stack[ply];
        entry.mv = Some(mv);
        entry.continuation = board
            .piece_at(mv.from())
            .map_or(Continuation::NONE, |piece| Continuation::new(piece, mv.to()));
        self.histories.enter(entry.continuation);
        self.game.push(mv, &mut self.eval);
        self.histories.correction.prefetch(self.game.board());
    }

    /// Takes the last move back.
    #[inline]
    fn unmake_move(&mut self) {
        self.game.pop(&mut self.eval);
    }

    /// Makes the line of a node: a move, then the child's line.
    #[inline]
    fn extend_pv(&mut self, mv: Move, ply: Ply) {
        let (own, rest) = self.pv.split_at_mut(ply + 1);
        let own = &mut own[ply];
        own.clear();
        own.push(mv);
        own.extend_from_slice(&rest[0]);
    }
}
