//! How the reports of a search become events: which of them are passed on, what a weaker player
//! makes of them, and the answer.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Board;
use crate::engine::strength::{ScoredLine, Strength, pick};
use crate::engine::{Event, Outlook, Report, SearchResult, Sink};
use crate::search::{Listener, RootMoveListener};
use crate::types::{Bound, Depth, Move, Score};

/// A score as it is reported, with or without its chances.
pub(super) fn outlook(score: Score, board: &Board, show_wdl: bool) -> Outlook {
    if show_wdl { Outlook::with_chances(score, board) } else { Outlook::new(score, board) }
}

/// Within this time of the last reports an iteration that says nothing new is not passed on: a
/// solved position has a hundred iterations in a few milliseconds.
const INTERVAL: Duration = Duration::from_millis(10);
/// Up to this depth every iteration is passed on.
const SHOWN_DEPTH: Depth = 10;

/// Passes the reports of a search on as events.
pub(super) struct EventRelay {
    sink: Sink,
    /// What is searched.
    board: Board,
    show_wdl: bool,
    /// The answer to give when the search ends without one; taken by the answer.
    fallback: Option<Option<Move>>,
    /// The best line so far.
    last: Option<Report>,
    /// The best line that was passed on last.
    shown: Option<Report>,
    /// Whether the last iteration said nothing new, and its lines.
    holds: bool,
    held: Vec<Report>,
    /// Lines that were asked for; those beyond are not passed on.
    shown_lines: usize,
    /// What makes play weaker.
    handicap: Option<Handicap>,
}

impl EventRelay {
    /// The relay of a search of `board` that shows the best `shown_lines` lines. `fallback` is the
    /// answer where the search gives none; a player is made weaker by strength and seed.
    pub(super) fn new(
        sink: Sink,
        board: Board,
        show_wdl: bool,
        shown_lines: usize,
        weakness: Option<(Strength, u64)>,
        fallback: Option<Move>,
    ) -> EventRelay {
        let handicap =
            weakness.map(|(strength, seed)| Handicap { strength, seed, candidates: Vec::new() });
        let (last, shown, holds, held) = (None, None, false, Vec::new());
        EventRelay {
            sink,
            board,
            show_wdl,
            fallback: Some(fallback),
            last,
            shown,
            holds,
            held,
            shown_lines,
            handicap,
        }
    }

    /// Whether the best line of an iteration can wait for the next.
    fn says_nothing_new(&self, report: &Report) -> bool {
        let Some(shown) = &self.shown else { return false };
        let is_same = (report.score, report.bound) == (shown.score, shown.bound);
        let is_solved = report.score.is_decisive() || report.score != report.search_score;
        report.depth > SHOWN_DEPTH
            && report.elapsed < shown.elapsed + INTERVAL
            && is_same
            && (is_solved || report.pv == shown.pv)
    }

    /// Passes a report on.
    fn pass(&self, report: &Report) {
        let outlook = outlook(report.score, &self.board, self.show_wdl);
        (self.sink)(Event::Report(report.clone(), outlook));
    }

    /// Passes on what was held back.
    fn pass_held(&mut self) {
        let held = std::mem::take(&mut self.held);
        held.iter().for_each(|report| self.pass(report));
    }
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
            self.held.clear();
            self.holds = self.says_nothing_new(report);
            self.last = Some(report.clone());
            if !self.holds {
                self.shown.clone_from(&self.last);
            }
        }
        if let Some(handicap) = &mut self.handicap {
            handicap.hear(report);
        }
        if report.multi_pv <= self.shown_lines {
            if self.holds {
                self.held.push(report.clone());
            } else {
                self.pass(report);
            }
        }
    }

    fn settled(&mut self) {
        self.pass_held();
    }

    fn root_moves(&self) -> Option<RootMoveListener> {
        let sink = Arc::clone(&self.sink);
        Some(Arc::new(move |depth, mv, number| sink(Event::CurrentMove(depth, mv, number))))
    }

    fn finished(&mut self, result: &SearchResult) {
        self.fallback = None;
        self.pass_held();
        let mut result = result.clone();
        if let Some(handicap) = self.handicap.take() {
            handicap.weaken(&self.board, &mut result);
        }
        if let (Some(best), Some(last)) = (result.best, self.last.take()) {
            let SearchResult { nodes, elapsed, .. } = result;
            if last.pv.first() == Some(&best) {
                // The reply is that of the line shown: an iteration that was broken off may know
                // another one, or none.
                let is_longer = result.pv.starts_with(&last.pv) && result.pv.len() > last.pv.len();
                let pv = if is_longer { result.pv.clone() } else { last.pv };
                result.ponder = pv.get(1).copied();
                if nodes > last.nodes || is_longer {
                    // What it has searched belongs to the cost of the move.
                    self.pass(&Report { nodes, elapsed, pv, ..last });
                }
            } else {
                // It may have found a better move, and a weaker player takes
                // another one: clients want to hear of it.
                let is_known = result.score > -Score::INFINITE;
                let known = (result.score, result.search_score);
                let (score, search_score) =
                    if is_known { known } else { (last.score, last.search_score) };
                let is_whole = result.pv.first() == Some(&best);
                let short = || [best].into_iter().chain(result.ponder).collect();
                let pv = if is_whole { result.pv.clone() } else { short() };
                let bound = Bound::Exact;
                let report = Report { score, search_score, nodes, elapsed, pv, bound, ..last };
                self.pass(&report);
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    type Passed = Arc<Mutex<Vec<Report>>>;

    fn relay(shown_lines: usize) -> (EventRelay, Passed, Arc<Mutex<SearchResult>>) {
        let (passed, answer) = (Passed::default(), Arc::new(Mutex::new(SearchResult::default())));
        let (lines, finished) = (Arc::clone(&passed), Arc::clone(&answer));
        let sink: Sink = Arc::new(move |event| match event {
            Event::Report(report, _) => lines.lock().unwrap().push(report),
            Event::Finished(result) => *finished.lock().unwrap() = result,
            _ => {}
        });
        (EventRelay::new(sink, Board::start(), false, shown_lines, None, None), passed, answer)
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// The report of an iteration that ends so many microseconds after the search begins.
    fn report(depth: Depth, micros: u64, score: Score, line: &[&str]) -> Report {
        let (elapsed, nodes) = (Duration::from_micros(micros), micros);
        let (pv, search_score) = (moves(line), score);
        Report { depth, elapsed, nodes, pv, search_score, ..Report::of_no_move(score) }
    }

    fn result(line: &[&str], nodes: u64) -> SearchResult {
        let pv = moves(line);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        SearchResult { best, ponder, pv, nodes, ..SearchResult::default() }
    }

    #[test]
    fn the_reply_to_think_about_is_that_of_the_last_line_shown() {
        let shown = ["h2e2", "h9g7"];
        for (found, ponder) in [
            (&["h2e2", "b9c7", "h0g2"][..], Some("h9g7")),
            (&["h2e2"], Some("h9g7")),
            (&["h2e2", "h9g7", "h0g2"], Some("h9g7")),
            (&["b2e2", "b9c7"], Some("b9c7")),
            (&["b2e2"], None),
        ] {
            for nodes in [500, 501] {
                let (mut relay, passed, answer) = relay(1);
                relay.report(&report(5, 500, Score::new(20), &shown));
                relay.finished(&result(found, nodes));
                let (passed, answer) = (passed.lock().unwrap(), answer.lock().unwrap());
                let last = passed.last().unwrap();
                assert_eq!(answer.best, last.pv.first().copied(), "{found:?}");
                assert_eq!(answer.ponder, last.pv.get(1).copied(), "{found:?}");
                assert_eq!(answer.ponder, ponder.map(|mv| mv.parse().unwrap()), "{found:?}");
            }
        }
    }

    #[test]
    fn iterations_that_say_nothing_new_are_not_all_passed_on() {
        let line = &["h2e2", "h9g7"][..];
        let other = &["h2e2", "b9c7"][..];
        let level = |depth: Depth| (Score::new(20), if depth % 2 == 0 { line } else { other });
        let drawn = |depth: Depth| (Score::mate_in(9), level(depth).1);
        let same = |_| (Score::new(20), line);
        let passed_of = |micros: u64, of: &dyn Fn(Depth) -> (Score, &'static [&'static str])| {
            let (mut relay, passed, _) = relay(2);
            for depth in 1..=100 {
                let (score, line) = of(depth);
                let first = report(depth, micros * depth as u64, score, line);
                relay.report(&Report { multi_pv: 1, ..first.clone() });
                relay.report(&Report { multi_pv: 2, ..first.clone() });
                relay.report(&Report { multi_pv: 3, ..first });
            }
            relay.settled();
            let last: Vec<_> = passed
                .lock()
                .unwrap()
                .iter()
                .rev()
                .take(2)
                .map(|r| (r.depth, r.multi_pv))
                .collect();
            assert_eq!(last, [(100, 2), (100, 1)]);
            let count = passed.lock().unwrap().len();
            relay.finished(&result(of(100).1, 1_000_000));
            let is_whole = passed.lock().unwrap().last().is_some_and(|r| r.nodes == 1_000_000);
            assert!(is_whole, "the last line counts all nodes");
            count
        };
        // The first ten, one every ten milliseconds, and the last.
        assert_eq!(passed_of(10, &same), 2 * (10 + 1));
        assert_eq!(passed_of(1000, &same), 2 * (10 + 9));
        assert_eq!(passed_of(10_000, &same), 2 * 100);
        // What changes is news, but not for ever where nothing is left to find.
        assert_eq!(passed_of(10, &level), 2 * 100);
        assert_eq!(passed_of(10, &drawn), 2 * (10 + 1));
        // A mate that becomes shorter is news at once.
        let shorter = |depth: Depth| (Score::mate_in(if depth < 50 { 9 } else { 7 }), line);
        assert_eq!(passed_of(10, &shorter), 2 * (10 + 1 + 1));
    }
}
