//! One search thread: its position, what it has learned, and its record of the
//! line that it is looking at.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::time::Instant;

use crate::eval::Evaluator;
use crate::rules::{Game, NodeVerdict, judge_node};
use crate::search::history::{self, Context, Continuation, Histories};
use crate::search::params;
use crate::search::time::TimeManager;
use crate::search::tt::Table;
use crate::search::{Limits, Settings, StopToken};
use crate::types::{Depth, MAX_PLY, Move, Ply, Score, Window};

/// The search was told to stop; scores on the way back mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How often the clock and the other threads' nodes are looked at, in nodes.
const CHECK_INTERVAL: u64 = 1024;

/// Entries of the stack below the root, so that looking back needs no test.
const STACK_MARGIN: usize = 6;

/// What a node leaves for its descendants.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry {
    /// Corrected static evaluation; in check that of two plies ago.
    pub eval: Score,
    /// The move being searched.
    pub mv: Option<Move>,
    /// Its context for continuation histories.
    pub continuation: Continuation,
    /// Quiet moves that cut in sister nodes.
    pub killers: [Option<Move>; 2],
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// How many children cut.
    pub cutoffs: u32,
    /// Double extensions in the line so far.
    pub double_extensions: i32,
}

impl Default for StackEntry {
    fn default() -> StackEntry {
        StackEntry {
            eval: Score::ZERO,
            mv: None,
            continuation: Continuation::NONE,
            killers: [None; 2],
            excluded: None,
            cutoffs: 0,
            double_extensions: 0,
        }
    }
}

/// The records of the line, with room to look back from the root.
pub struct Stack([StackEntry; MAX_PLY + STACK_MARGIN + 2]);

impl std::ops::Index<Ply> for Stack {
    type Output = StackEntry;
    #[inline]
    fn index(&self, ply: Ply) -> &StackEntry {
        &self.0[ply + STACK_MARGIN]
    }
}

impl std::ops::IndexMut<Ply> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: Ply) -> &mut StackEntry {
        &mut self.0[ply + STACK_MARGIN]
    }
}

impl Stack {
    /// The record `back` plies before `ply`, above the root an empty one.
    #[inline]
    pub fn back(&self, ply: Ply, back: usize) -> &StackEntry {
        &self.0[ply + STACK_MARGIN - back]
    }
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; the lowest when it was refuted by a scout.
    pub score: Score,
    /// Its score in the last iteration.
    pub previous: Score,
    /// Longest line looked at behind it.
    pub selective_depth: usize,
    /// Its line, beginning with itself.
    pub pv: Vec<Move>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

/// A thread's count of nodes, on cache lines of its own: written at every node,
/// it would otherwise slow the thread that counts beside it.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(pub AtomicU64);

/// What all threads of one search share.
pub struct Shared {
    /// The transposition table.
    pub table: Arc<Table>,
    /// Each thread's nodes.
    pub nodes: Vec<NodeCounter>,
    /// When the search began.
    pub started: Instant,
    /// The iteration of the main thread.
    pub main_depth: AtomicI32,
    /// Stops every thread.
    pub token: StopToken,
    /// Tells helpers that the main thread is done.
    pub done: StopToken,
    /// What was asked for.
    pub limits: Limits,
    /// How to search.
    pub settings: Settings,
}

impl Shared {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.0.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread keeps from one search to the next.
#[derive(Default)]
pub struct Memory {
    /// Its histories.
    pub histories: Histories,
}

/// One thread in one search.
pub struct Worker {
    /// 0 is the main thread.
    pub index: usize,
    /// What it shares.
    pub shared: Arc<Shared>,
    /// What it keeps.
    pub memory: Memory,
    /// The line being looked at, with its past.
    pub game: Game,
    /// The static evaluation, in step with the game.
    pub eval: Evaluator,
    /// Records of the line.
    pub stack: Box<Stack>,
    /// Principal variations by ply.
    pub pv: Vec<Vec<Move>>,
    /// The root's moves, best first after each iteration.
    pub root_moves: Vec<RootMove>,
    /// Which of the best lines is being searched, from 0.
    pub pv_index: usize,
    /// Depth of the iteration.
    pub root_depth: Depth,
    /// Last finished iteration.
    pub completed_depth: Depth,
    /// Longest line of the iteration.
    pub selective_depth: usize,
    /// Null moves are not allowed above this ply while one is being verified.
    pub nmp_min_ply: Ply,
    /// Own nodes.
    pub nodes: u64,
    /// The count of own nodes at which to look at the clock and the others.
    next_look: u64,
    /// Whether this thread watches the clock: the main one only.
    pub clock: Option<TimeManager>,
}

impl Worker {
    /// A thread about to search a game's position.
    pub fn new(index: usize, game: &Game, shared: Arc<Shared>, memory: Memory) -> Worker {
        Worker {
            index,
            memory,
            game: game.clone(),
            eval: Evaluator::of(&shared.settings.evaluation, game.board()),
            stack: Box::new(Stack([StackEntry::default(); MAX_PLY + STACK_MARGIN + 2])),
            pv: vec![Vec::new(); MAX_PLY + 2],
            root_moves: root_moves(game, &shared.limits),
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            selective_depth: 0,
            nmp_min_ply: 0,
            nodes: 0,
            next_look: 0,
            clock: (index == 0).then(|| TimeManager::new(&shared.limits, &shared.settings)),
            shared,
        }
    }

    /// Whether this is the thread that reports and watches the clock.
    pub fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Counts a node and asks whether to go on. The first iteration is always
    /// finished, so that there is a move to play.
    #[inline]
    pub fn enter_node(&mut self, ply: Ply) -> Result<(), Stopped> {
        self.nodes += 1;
        self.shared.nodes[self.index].0.store(self.nodes, Ordering::Relaxed);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes < self.next_look { Ok(()) } else { self.look_around() }
    }

    /// Asks the token, the others and the clock whether to go on, and says when
    /// to ask again.
    #[cold]
    fn look_around(&mut self) -> Result<(), Stopped> {
        if self.completed_depth == 0 {
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
        let look_around = self.nodes.is_multiple_of(CHECK_INTERVAL);
        let limit = self.shared.limits.nodes.filter(|_| look_around);
        limit.is_some_and(|limit| self.shared.total_nodes() >= limit)
            || look_around && self.clock.as_ref().is_some_and(|c| c.is_over(&self.shared.token))
    }

    /// The limit of nodes, if this thread is alone and need not ask others.
    fn own_limit(&self) -> Option<u64> {
        self.shared.limits.nodes.filter(|_| self.shared.nodes.len() == 1)
    }

    /// What the rules say of a node below the root: a final score, or nothing.
    /// A provisional verdict narrows the window instead; the second value says
    /// so, because a score found in such a window holds only on this path.
    #[inline]
    pub fn rule_score(&self, window: &mut Window, ply: Ply) -> (Option<Score>, bool) {
        let draw = Score::ZERO;
        match judge_node(&self.game, &self.shared.settings.rules, ply) {
            NodeVerdict::Open => (None, false),
            NodeVerdict::Draw => (Some(draw), false),
            NodeVerdict::Win => (Some(Score::mate_in(ply)), false),
            NodeVerdict::Loss => (Some(Score::mated_in(ply)), false),
            NodeVerdict::AtLeastDraw => {
                window.raise_alpha(draw - 1);
                (window.is_empty().then_some(window.alpha), true)
            }
            NodeVerdict::AtMostDraw => {
                window.beta = window.beta.min(draw + 1);
                (window.is_empty().then_some(window.beta), true)
            }
        }
    }

    /// The static evaluation without corrections.
    #[inline]
    pub fn raw_eval(&mut self) -> Score {
        self.eval.evaluate(self.game.board())
    }

    /// A static evaluation with what past errors teach.
    #[inline]
    pub fn corrected(&self, raw: Score, ply: Ply) -> Score {
        if !self.shared.settings.features.correction_on {
            return raw;
        }
        let last = self.stack.back(ply, 1).continuation;
        let corrections = self.memory.histories.correction(self.game.board(), last);
        let weights = [params::corr_pawn(), params::corr_pieces(), params::corr_move()];
        history::corrected(raw, corrections, weights)
    }

    /// The contexts of the quiet moves at a ply.
    #[inline]
    pub fn context(&self, ply: Ply) -> Context {
        Context {
            past: [1, 2, 4].map(|back| self.stack.back(ply, back).continuation),
            pawns: Histories::pawn_slot(self.game.board()),
        }
    }

    /// Makes a move and records it at its ply.
    #[inline]
    pub fn descend(&mut self, mv: Move, ply: Ply) {
        let board = self.game.board();
        let entry = &mut self.stack[ply];
        entry.mv = Some(mv);
        entry.continuation = board
            .piece_at(mv.from())
            .map_or(Continuation::NONE, |piece| Continuation::new(piece, mv.to()));
        self.game.push(mv, &mut self.eval);
        self.memory.histories.prefetch_corrections(self.game.board());
    }

    /// Tells the processor that the position after a move will probably be looked
    /// up: the earlier it hears of it, the less the look-up waits for memory.
    #[inline]
    pub fn announce(&self, mv: Move) {
        self.shared.table.prefetch(self.game.board().key_after(mv));
    }

    /// Takes the last move back.
    #[inline]
    pub fn ascend(&mut self) {
        self.game.pop(&mut self.eval);
    }

    /// Makes the line of a node: a move, then the child's line.
    #[inline]
    pub fn extend_pv(&mut self, mv: Move, ply: Ply) {
        let (own, rest) = self.pv.split_at_mut(ply + 1);
        let own = &mut own[ply];
        own.clear();
        own.push(mv);
        own.extend_from_slice(&rest[0]);
    }
}

/// The moves that a search may choose from, in the order of generation.
fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
    let legal = game.board().legal_moves();
    // A list that names no legal move is as good as none.
    let restricted = legal.iter().any(|mv| limits.search_moves.contains(mv));
    legal
        .into_iter()
        .filter(|mv| !restricted || limits.search_moves.contains(mv))
        .filter(|mv| !limits.ban_moves.contains(mv))
        .map(|mv| RootMove {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            selective_depth: 0,
            pv: vec![mv],
            nodes: 0,
        })
        .collect()
}
