//! Tasks: what takes time, runs on threads of its own, and waits for the task before
//! it.

#[cfg(not(target_family = "wasm"))]
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::time::Instant;

use crate::board::{Board, NullObserver, perft_until};
use crate::engine::bench::{self, Plan};
use crate::engine::relay::{EventRelay, outlook};
use crate::engine::strength::Strength;
use crate::engine::{Event, Limits, Perft, Pool, Report, SearchResult, Sink, StopToken};
use crate::eval::Evaluator;
use crate::rules::Game;
use crate::search::{PlannedSearch, SearchSettings, TimePlan, Timekeeper};
use crate::types::{Move, Score};

/// Does something on a thread of its own; where there are none (WebAssembly), at once.
fn spawn_detached(work: impl FnOnce() + Send + 'static) {
    #[cfg(target_family = "wasm")]
    work();
    #[cfg(not(target_family = "wasm"))]
    {
        // Where the system allows no more threads, it is done here.
        let work = Arc::new(Mutex::new(Some(work)));
        let take =
            |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
        let theirs = Arc::clone(&work);
        let spawned = thread::Builder::new().spawn(move || {
            if let Some(work) = take(&theirs) {
                work();
            }
        });
        if spawned.is_err()
            && let Some(work) = take(&work)
        {
            work();
        }
    }
}

/// A task. Only one runs at a time.
pub(super) enum Task {
    Forget,
    SetThreads(usize),
    SetHash(usize),
    Search(Box<Search>),
    Perft(Box<Board>, u32, StopToken),
    Bench(Plan, StopToken),
}

impl Task {
    /// The token that stops it, if it takes any time.
    pub(super) fn token(&self) -> Option<&StopToken> {
        match self {
            Task::Forget | Task::SetThreads(_) | Task::SetHash(_) => None,
            Task::Search(search) => Some(&search.token),
            Task::Perft(_, _, token) | Task::Bench(_, token) => Some(token),
        }
    }

    /// Whether another task that comes later makes this one superfluous.
    pub(super) fn is_replaced_by(&self, later: &Task) -> bool {
        use Task::{Forget, SetHash, SetThreads};
        matches!(
            (self, later),
            (Forget, Forget) | (SetThreads(_), SetThreads(_)) | (SetHash(_), SetHash(_))
        )
    }

    /// Whether it ends by itself, if need be after a ponder hit.
    pub(super) fn is_bounded_after_hit(&self) -> bool {
        match self {
            Task::Search(search) => search.limits.is_bounded_after_hit(),
            _ => true,
        }
    }

    /// Whether it ends by itself.
    pub(super) fn is_bounded(&self) -> bool {
        self.is_bounded_after_hit() && self.token().is_none_or(|token| !token.is_pondering())
    }

    /// Whether it is a search, and not a count.
    pub(super) fn is_search(&self) -> bool {
        matches!(self, Task::Search(_))
    }
}

/// A search that waits, with the game and the options at the time of the command.
pub(super) struct Search {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) settings: SearchSettings,
    pub(super) show_wdl: bool,
    /// How many best lines to report.
    pub(super) shown_lines: usize,
    /// Whether the client means another position, which was refused: there is no move.
    pub(super) is_refused: bool,
    /// What to play without a search.
    pub(super) book_move: Option<Move>,
    /// How much weaker than possible to play, and the seed of the errors.
    pub(super) weakness: Option<(Strength, u64)>,
    pub(super) token: StopToken,
    /// When the command came.
    pub(super) asked: Instant,
}

impl Search {
    /// Its turn has come: plans its time, then answers where no search is needed, or hands it to
    /// the threads.
    pub(super) fn begin(self, timekeeper: &mut Timekeeper, pool: &mut Pool, sink: Sink) {
        let board = self.game.board();
        let is_lost = !board.has_legal_move();
        let is_banned = !is_lost && self.limits.root_moves(board).is_empty();
        let is_static = self.limits.depth == Some(0);
        let is_answered = self.is_refused || is_lost || is_banned || is_static;
        let needs_search = !is_answered && self.book_move.is_none();
        let plan = timekeeper.begin(board, &self.limits, &self.settings, self.asked, needs_search);
        match self.book_move {
            _ if self.is_refused || is_banned => self.spawn_answer(Score::ZERO, sink),
            _ if is_lost => self.spawn_empty(Score::mated_in(0), sink),
            _ if is_static => self.spawn_static(sink),
            Some(mv) => self.spawn_from_book(mv, sink),
            None => self.start(plan, pool, sink),
        }
    }

    /// Hands the search to the threads.
    fn start(mut self, plan: TimePlan, pool: &mut Pool, sink: Sink) {
        if let Some((strength, _)) = self.weakness {
            // What would never end must not end because nodes run out.
            self.limits.infinite = self.limits.is_endless();
            let nodes = self.limits.nodes.map_or(strength.nodes, |asked| asked.min(strength.nodes));
            self.limits.nodes = Some(nodes);
        }
        let board = self.game.board().clone();
        let fallback = self.limits.root_moves(&board).first().copied();
        let (show_wdl, shown_lines) = (self.show_wdl, self.shown_lines);
        let relay = EventRelay::new(sink, board, show_wdl, shown_lines, self.weakness, fallback);
        let Search { game, limits, settings, token, .. } = self;
        let search = PlannedSearch { limits, settings, token, plan };
        pool.start_planned(&game, search, Box::new(relay));
    }

    /// A move of the opening book needs no search.
    fn spawn_from_book(self, mv: Move, sink: Sink) {
        let board = Box::new(self.game.board().clone());
        spawn_detached(move || {
            sink(Event::BookMove(board, mv));
            sink(Event::Finished(SearchResult { best: Some(mv), ..SearchResult::default() }));
        });
    }

    /// Answers a search to depth 0 with the static evaluation and no move.
    fn spawn_static(self, sink: Sink) {
        let board = self.game.board();
        let score = Evaluator::of(&self.settings.evaluation, board).evaluate(board);
        self.spawn_empty(score, sink);
    }

    /// Reports a score without a search.
    fn spawn_empty(self, score: Score, sink: Sink) {
        let outlook = outlook(score, self.game.board(), self.show_wdl);
        sink(Event::Report(Report::of_no_move(score), outlook));
        self.spawn_answer(score, sink);
    }

    /// Answers without a move, if need be after `stop`.
    fn spawn_answer(self, score: Score, sink: Sink) {
        spawn_detached(move || {
            self.token.wait_for_release(&self.limits, score);
            let result = SearchResult { score, search_score: score, ..SearchResult::default() };
            sink(Event::Finished(result));
        });
    }
}

/// Counts lines on a thread of its own. When stopped it reports the moves that
/// it has finished.
pub(super) fn spawn_perft(mut board: Board, depth: u32, token: StopToken, sink: Sink) {
    spawn_detached(move || {
        let started = Instant::now();
        let mut counts = Vec::new();
        for mv in board.legal_moves() {
            let undo = board.make(mv, &mut NullObserver);
            let depth = depth.saturating_sub(1);
            let nodes = perft_until(&mut board, depth, &mut || token.is_stopped());
            board.unmake(mv, &undo, &mut NullObserver);
            match nodes {
                Some(nodes) => counts.push((mv, nodes)),
                None => break,
            }
        }
        let is_complete = !token.is_stopped();
        sink(Event::Perft(Perft { counts, elapsed: started.elapsed(), is_complete }));
    });
}

/// Searches the suite on a thread of its own.
pub(super) fn spawn_bench(plan: Plan, token: StopToken, sink: Sink) {
    spawn_detached(move || {
        let total = bench::run(&plan, &token, |step| sink(Event::BenchStep(step)));
        sink(Event::Bench(total));
    });
}
