//! Tasks: what takes time, runs on threads of its own, and waits for the task before
//! it.

use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::time::Instant;

use crate::board::{Board, NullObserver, perft};
use crate::engine::bench::{self, Plan};
use crate::engine::strength::{ScoredLine, Strength, pick};
use crate::engine::{Event, Limits, Outlook, Perft, Pool, Report, SearchResult, Sink, StopToken};
use crate::eval::Evaluator;
use crate::rules::Game;
use crate::search::{
    Listener, PlannedSearch, RootMoveListener, SearchSettings, TimePlan, Timekeeper,
};
use crate::types::{Bound, Move, Score};

/// Does something on a thread of its own; where there are none (WebAssembly), at once.
fn spawn_detached(work: impl FnOnce() + Send + 'static) {
    #[cfg(target_family = "wasm")]
    work();
    #[cfg(not(target_family = "wasm"))]
    thread::spawn(work);
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

    /// Whether it ends by itself.
    pub(super) fn is_bounded(&self) -> bool {
        match self {
            Task::Search(search) => search.limits.is_bounded(),
            _ => true,
        }
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
        let is_lost = self.limits.root_moves(board).is_empty();
        let is_static = self.limits.depth == Some(0);
        let needs_search = !is_lost && !is_static && self.book_move.is_none();
        let plan = timekeeper.begin(board, &self.limits, &self.settings, self.asked, needs_search);
        match self.book_move {
            _ if is_lost => self.spawn_empty(Score::mated_in(0), sink),
            _ if is_static => self.spawn_static(sink),
            Some(mv) => self.spawn_from_book(mv, sink),
            None => self.start(plan, pool, sink),
        }
    }

    /// Hands the search to the threads.
    fn start(mut self, plan: TimePlan, pool: &mut Pool, sink: Sink) {
        let fallback = self.game.board().legal_moves().first().copied();
        let handicap = self.weakness.map(|(strength, seed)| {
            // What would never end must not end because nodes run out.
            self.limits.infinite = self.limits.is_endless();
            let nodes = self.limits.nodes.map_or(strength.nodes, |asked| asked.min(strength.nodes));
            self.limits.nodes = Some(nodes);
            Handicap { strength, seed, candidates: Vec::new() }
        });
        let relay = EventRelay {
            sink,
            board: self.game.board().clone(),
            show_wdl: self.show_wdl,
            fallback: Some(fallback),
            last: None,
            shown_lines: self.shown_lines,
            handicap,
        };
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

    /// Reports a score without a search. The answer may still have to wait for `stop`.
    fn spawn_empty(self, score: Score, sink: Sink) {
        let outlook = outlook(score, self.game.board(), self.show_wdl);
        sink(Event::Report(Report::of_no_move(score), outlook));
        spawn_detached(move || {
            self.token.wait_for_release(&self.limits);
            let result = SearchResult { score, search_score: score, ..SearchResult::default() };
            sink(Event::Finished(result));
        });
    }
}

/// A score as it is reported, with or without its chances.
fn outlook(score: Score, board: &Board, show_wdl: bool) -> Outlook {
    if show_wdl { Outlook::with_chances(score, board) } else { Outlook::new(score, board) }
}

/// Passes the reports of a search on as events.
struct EventRelay {
    sink: Sink,
    /// What is searched.
    board: Board,
    show_wdl: bool,
    /// The answer to give when the search ends without one; taken by the answer.
    fallback: Option<Option<Move>>,
    /// The best line so far.
    last: Option<Report>,
    /// Lines that were asked for; those beyond are not passed on.
    shown_lines: usize,
    /// What makes play weaker.
    handicap: Option<Handicap>,
}

/// What a weaker player chooses from.
struct Handicap {
    strength: Strength,
    seed: u64,
    /// The lines of the last finished iteration, best first.
    candidates: Vec<ScoredLine>,
}

impl Handicap {
    fn hear(&mut self, report: &Report) {
        if report.multi_pv == 1 {
            self.candidates.clear();
        }
        let Report { score, search_score, .. } = *report;
        self.candidates.push(ScoredLine { score, search_score, pv: report.pv.clone() });
    }

    /// Puts the choice in the place of the best move.
    fn weaken(&self, board: &Board, result: &mut SearchResult) {
        if let Some(found) = pick(&self.candidates, board, self.strength, self.seed) {
            result.best = found.pv.first().copied().or(result.best);
            result.ponder = found.pv.get(1).copied();
            result.score = found.score;
            result.search_score = found.search_score;
        }
    }
}

impl Listener for EventRelay {
    fn report(&mut self, report: &Report) {
        if report.multi_pv == 1 {
            self.last = Some(report.clone());
        }
        if let Some(handicap) = &mut self.handicap {
            handicap.hear(report);
        }
        if report.multi_pv <= self.shown_lines {
            let outlook = outlook(report.score, &self.board, self.show_wdl);
            (self.sink)(Event::Report(report.clone(), outlook));
        }
    }

    fn root_moves(&self) -> Option<RootMoveListener> {
        let sink = Arc::clone(&self.sink);
        Some(Arc::new(move |depth, mv, number| sink(Event::CurrentMove(depth, mv, number))))
    }

    fn finished(&mut self, result: &SearchResult) {
        self.fallback = None;
        let mut result = result.clone();
        if let Some(handicap) = self.handicap.take() {
            handicap.weaken(&self.board, &mut result);
        }
        if let (Some(best), Some(last)) = (result.best, self.last.take()) {
            let SearchResult { nodes, elapsed, .. } = result;
            if last.pv.first() == Some(&best) {
                // An iteration that was broken off may know no reply.
                result.ponder = result.ponder.or(last.pv.get(1).copied());
                if nodes > last.nodes {
                    // What it has searched belongs to the cost of the move.
                    self.report(&Report { nodes, elapsed, ..last });
                }
            } else {
                // It may have found a better move, and a weaker player takes
                // another one: clients want to hear of it.
                let is_known = result.score > -Score::INFINITE;
                let known = (result.score, result.search_score);
                let (score, search_score) =
                    if is_known { known } else { (last.score, last.search_score) };
                let pv = [best].into_iter().chain(result.ponder).collect();
                let bound = Bound::Exact;
                let report = Report { score, search_score, nodes, elapsed, pv, bound, ..last };
                self.report(&report);
            }
        }
        (self.sink)(Event::Finished(result));
    }
}

/// Dropping the relay sends the missing answer: the search could not be started, or
/// panicked.
impl Drop for EventRelay {
    fn drop(&mut self) {
        if let Some(best) = self.fallback.take() {
            (self.sink)(Event::Finished(SearchResult { best, ..SearchResult::default() }));
        }
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
            let nodes = count(&mut board, depth.saturating_sub(1), &token);
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

/// Perft that looks at the token every few million nodes; `None` when stopped.
fn count(board: &mut Board, depth: u32, token: &StopToken) -> Option<u64> {
    /// Deep enough to cost nothing, shallow enough to stop within milliseconds.
    const UNWATCHED: u32 = 3;
    if token.is_stopped() {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(board, depth));
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        let undo = board.make(mv, &mut NullObserver);
        let below = count(board, depth - 1, token);
        board.unmake(mv, &undo, &mut NullObserver);
        nodes += below?;
    }
    Some(nodes)
}

/// Searches the suite on a thread of its own.
pub(super) fn spawn_bench(plan: Plan, token: StopToken, sink: Sink) {
    spawn_detached(move || {
        let total = bench::run(&plan, &token, |step| sink(Event::BenchStep(step)));
        sink(Event::Bench(total));
    });
}
