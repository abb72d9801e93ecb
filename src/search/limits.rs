//! What a search is asked for, how it is told to stop, and what it reports.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::endings::Endings;
use crate::eval::Evaluation;
use crate::rules::RuleSet;
use crate::search::techniques::Techniques;
use crate::search::time::TimePlan;
use crate::types::{Bound, Depth, Move, MoveList, Score};

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left; zero or less means "move now".
    pub remaining: i64,
    /// Milliseconds gained by each move.
    pub increment: i64,
}

/// What a `go` asks for. All limits given hold together; with none of them the
/// search runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Moves until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Stop after this iteration.
    pub depth: Option<Depth>,
    /// Stop when this many nodes have been searched by all threads together.
    pub nodes: Option<u64>,
    /// Begin no further iteration after this many nodes of the main thread (data generation).
    pub soft_nodes: Option<u64>,
    /// Think for exactly this long, less the move overhead, at most a fortieth of the time.
    pub move_time: Option<Duration>,
    /// Stop when a mate in at most this many moves has been found, for either side;
    /// [`Limits::ANY_MATE`] for a mate of any length.
    pub mate: Option<u32>,
    /// Give no result before `stop`, even when nothing is left to search.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite` until the ponder hit.
    pub ponder: bool,
    /// Only these root moves; all if none of them is legal.
    pub search_moves: Vec<Move>,
    /// Not these root moves.
    pub ban_moves: Vec<Move>,
}

impl Limits {
    /// For `mate`: stop at a mate of any length.
    pub const ANY_MATE: u32 = u32::MAX;

    /// Whether only some of the legal moves may be chosen.
    pub fn restrict_root_moves(&self) -> bool {
        !self.search_moves.is_empty() || !self.ban_moves.is_empty()
    }

    /// A fixed depth and nothing else.
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Whether the search ends by itself at some time.
    pub fn is_bounded(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.clock.is_some()
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.move_time.is_some())
    }

    /// Whether the answer waits for `stop` even when nothing is left to search:
    /// when that was asked for, or when nothing was said about an end.
    pub fn is_endless(&self) -> bool {
        self.infinite || !self.is_bounded() && !self.ponder && self.mate.is_none()
    }

    /// The moves of a position that may be played: the legal ones of
    /// `search_moves`, or all legal ones if it names none, less `ban_moves`.
    pub fn root_moves(&self, board: &Board) -> MoveList {
        let mut moves = board.legal_moves();
        if moves.iter().any(|mv| self.search_moves.contains(mv)) {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves.retain(|mv| !self.ban_moves.contains(mv));
        moves
    }
}

/// How to search, apart from limits.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// How many best lines to report.
    pub multi_pv: usize,
    /// Time that a move costs outside the engine.
    pub move_overhead: Duration,
    /// Nodes that count as a millisecond of thinking; `None` for real time.
    pub nodes_per_ms: Option<NonZeroU32>,
    /// The rule set.
    pub rules: RuleSet,
    /// Which techniques are in use.
    pub techniques: Techniques,
    /// How positions are judged.
    pub evaluation: Evaluation,
    /// The tables of solved endings.
    pub endings: Arc<Endings>,
}

impl SearchSettings {
    /// Lines to report, unless set otherwise.
    pub const MULTI_PV: usize = 1;
    /// Time kept back of each move, unless set otherwise.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    /// The longest time that a search of this position with these limits takes; `None` when
    /// time does not limit it.
    #[must_use]
    pub fn longest_time(&self, limits: &Limits, board: &Board) -> Option<Duration> {
        TimePlan::new(limits, self, board).hard()
    }
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            multi_pv: SearchSettings::MULTI_PV,
            move_overhead: SearchSettings::MOVE_OVERHEAD,
            nodes_per_ms: None,
            rules: RuleSet::default(),
            techniques: Techniques::ALL,
            evaluation: Evaluation::default(),
            endings: Endings::embedded(),
        }
    }
}

/// A line of a search, reported when an iteration has finished or failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Depth of the iteration.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// 1 for the best line, 2 for the second…
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// The score before the tables of solved endings had their say: in a drawn ending that of
    /// the search, which chose the move by it, elsewhere the same as `score`.
    pub search_score: Score,
    /// Whether the score is a bound only.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, per mille.
    pub hashfull: u32,
    /// Positions of all threads that a table of solved endings has decided.
    pub tb_hits: u64,
    /// The line; empty only when there is no legal move.
    pub pv: Vec<Move>,
}

impl Report {
    /// The report of a search that has no move to choose: no depth, no line.
    pub fn of_no_move(score: Score) -> Report {
        Report {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            score,
            search_score: score,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv: Vec::new(),
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
#[must_use]
#[non_exhaustive]
pub struct SearchResult {
    /// The move to play; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The reply to think about meanwhile.
    pub ponder: Option<Move>,
    /// The principal variation: the best move, the reply to it, and so on.
    pub pv: Vec<Move>,
    /// Score of the last finished iteration.
    pub score: Score,
    /// The same before the tables of solved endings had their say: see [`Report::search_score`].
    pub search_score: Score,
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time that the search took.
    pub elapsed: Duration,
}

/// Hears which root move a search turns to, once it has taken a few seconds: the depth of the
/// iteration, the move, and its number from 1. Called from the search's main thread.
pub type RootMoveListener = Arc<dyn Fn(Depth, Move, usize) + Send + Sync>;

/// Hears how a search goes. Called from the search's main thread.
pub trait Listener: Send {
    /// A line has been found.
    fn report(&mut self, _report: &Report) {}
    /// Whether reports are wanted: in searches of a few hundred nodes they cost more than
    /// they are worth to a listener that only waits for the result.
    fn wants_reports(&self) -> bool {
        true
    }
    /// What hears of root moves, if anything does.
    fn root_moves(&self) -> Option<RootMoveListener> {
        None
    }
    /// The search is over; called exactly once.
    fn finished(&mut self, _result: &SearchResult) {}
}

/// A listener that ignores everything.
impl Listener for () {
    fn wants_reports(&self) -> bool {
        false
    }
}

#[derive(Debug, Default)]
struct TokenState {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether a ponder hit ends the search at once.
    enough_at_hit: AtomicBool,
    /// When the ponder hit came.
    hit: Mutex<Option<Instant>>,
    wake: Condvar,
}

/// Stops one search. Every search has its own token, created before it starts, and
/// nothing ever resets it: a late `stop` cannot stop the next search.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<TokenState>);

impl StopToken {
    /// A token for a search that begins on the opponent's time; [`StopToken::default`] is
    /// for all others.
    pub fn pondering() -> StopToken {
        let token = StopToken::default();
        token.0.pondering.store(true, Ordering::Relaxed);
        token
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.0.stop.store(true, Ordering::Release);
        self.0.wake.notify_all();
    }

    /// The opponent has played the expected move: the clock runs from now on, unless the
    /// search has already had the time that the move deserves.
    pub fn ponder_hit(&self) {
        let mut hit = self.lock();
        if self.0.pondering.swap(false, Ordering::AcqRel) {
            *hit = Some(Instant::now());
            if self.0.enough_at_hit.load(Ordering::Relaxed) {
                self.0.stop.store(true, Ordering::Release);
            }
        }
        self.0.wake.notify_all();
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether the search still thinks on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }

    /// Says whether a ponder hit shall end the search at once.
    pub fn set_enough_at_hit(&self, enough: bool) {
        self.0.enough_at_hit.store(enough, Ordering::Relaxed);
    }

    /// When the ponder hit came, if there was one.
    pub fn hit_time(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Waits, without using the processor, until a search with these limits may give its
    /// answer: when it is stopped or, unless it is endless, no longer pondering.
    pub fn wait_for_release(&self, limits: &Limits) {
        let is_endless = limits.is_endless();
        let mut guard = self.lock();
        while !self.is_stopped() && (is_endless || self.is_pondering()) {
            guard = self.0.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
