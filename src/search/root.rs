//! One thread's search of the root: iterative deepening, with a window around the
//! expected score, until the limits are met; what it reports and what it answers.

mod line;
mod mate_search;
mod mates;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::rules::Game;
use crate::search::params;
use crate::search::root::mate_search::MateSearch;
use crate::search::root::mates::KnownMate;
use crate::search::root_moves::RootMove;
use crate::search::time::{LastScore, PER_MILLE, Pace};
use crate::search::vote::Vote;
use crate::search::worker::{Root, Shared, Stopped, ThreadState, Worker, may_be_draw_by_limit};
use crate::search::{Listener, Report, SearchResult, SearchSettings};
use crate::types::{Bound, Depth, MAX_PLY, Move, Score, Window};

/// Deepest iteration.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 8;
/// From this many nodes on failures of the window are reported.
const QUIET_NODES: u64 = 10_000_000;

/// By how many plies the helpers' iterations are ahead of the main thread's, in
/// turn: different leads keep them from searching the same.
const HELPER_LEADS: [Depth; 2] = [2, 3];
/// The same where a depth was asked for: a wide lead takes a helper straight
/// there, without the iterations between.
const HELPER_LEADS_TO_DEPTH: [Depth; 4] = [10, 7, 4, 2];

/// A thread that searches the root deeper and deeper.
pub struct RootSearch {
    worker: Worker,
    pace: Pace,
    mates: MateSearch,
    /// The quickest mate that has been found, where one line is asked for.
    mate: Option<KnownMate>,
    /// Depth and score of the last finished iteration.
    finished: Option<(Depth, Score)>,
    /// Its best line.
    line: Vec<Move>,
}

impl RootSearch {
    /// A thread about to search a game's position; number 0 is the main one. `last_score` is
    /// that of this side's last search in the game.
    pub fn new(
        index: usize,
        game: &Game,
        shared: Arc<Shared>,
        state: ThreadState,
        last_score: Option<Score>,
    ) -> RootSearch {
        RootSearch {
            worker: Worker::new(index, game, shared, state),
            pace: Pace::after(last_score),
            mates: MateSearch::default(),
            mate: None,
            finished: None,
            line: Vec::new(),
        }
    }

    /// What it shares with the other threads.
    pub fn shared(&self) -> &Arc<Shared> {
        self.worker.shared()
    }

    /// Whether this is the thread that reports and watches the clock.
    pub fn is_main(&self) -> bool {
        self.worker.is_main()
    }

    /// The best move so far; `None` when there is no move to choose.
    pub fn best(&self) -> Option<&RootMove> {
        self.worker.root.moves.first()
    }

    /// Depth of the last finished iteration; 0 before the first.
    pub fn completed(&self) -> Depth {
        self.finished.map_or(0, |(depth, _)| depth)
    }

    /// Whether the last iteration was begun and not finished.
    pub fn is_broken_off(&self) -> bool {
        self.worker.root_depth > self.completed()
    }

    /// The score of the search, if an iteration is finished: not that of the best move, which may
    /// be a bound where an iteration was broken off.
    pub fn last_score(&self) -> Option<LastScore> {
        let board = self.worker.game().board();
        let (side, root) = (board.side(), board.key());
        self.finished.map(|(_, score)| LastScore { side, root, score })
    }

    /// What the thread would answer; `None` when there is no move to choose.
    pub fn vote(&self) -> Option<Vote> {
        self.best().map(|root| Vote { mv: root.mv, score: root.score, depth: self.completed() })
    }

    /// What the thread keeps for its next search.
    pub fn into_state(self) -> ThreadState {
        self.worker.into_state()
    }

    /// Searches deeper and deeper until a limit is met. The root moves are then
    /// in order, best first.
    pub fn deepen(&mut self, listener: &mut dyn Listener) {
        let shared = Arc::clone(self.shared());
        let last = shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let lines = self.lines();
        let mut depth = if shared.settings.techniques.iterative_on { 1 } else { last };
        while depth <= last {
            self.worker.root_depth = depth;
            for root in &mut self.worker.root.moves {
                root.previous = root.score;
                root.update_average();
            }
            if self.search_lines(lines, listener).is_err() {
                break;
            }
            self.finish(depth);
            self.worker.may_stop();
            if self.is_main() {
                self.look_for_mate(listener);
                if self.is_enough() {
                    break;
                }
            }
            depth = self.next_depth(depth).min(last.max(depth + 1));
        }
        self.restore_mate();
        // Whoever finishes the last iteration ends the search: its answer is
        // the deepest that was asked for.
        if self.is_main() || self.completed() >= last {
            shared.done.stop();
        }
    }

    /// An iteration of this depth is finished.
    fn finish(&mut self, depth: Depth) {
        self.finished = self.best().map(|root| (depth, root.score));
        self.line = self.best().map_or_else(Vec::new, |root| root.pv.clone());
    }

    /// The next iteration's depth. A helper keeps ahead of the main thread, so
    /// that what it stores is deep enough to cut there.
    fn next_depth(&self, depth: Depth) -> Depth {
        let shared = self.shared();
        if self.is_main() {
            shared.main_depth.store(depth + 1, Ordering::Relaxed);
            depth + 1
        } else {
            let leads: &[Depth] = match shared.limits.depth {
                Some(_) => &HELPER_LEADS_TO_DEPTH,
                None => &HELPER_LEADS,
            };
            let ahead = leads[(self.worker.index() - 1) % leads.len()];
            (depth + 1).max(shared.main_depth.load(Ordering::Relaxed) + ahead)
        }
    }

    /// One iteration: each of the wanted lines with its own window.
    fn search_lines(&mut self, lines: usize, listener: &mut dyn Listener) -> Result<(), Stopped> {
        for line in 0..lines {
            self.worker.root.line = line;
            self.worker.selective_depth = 0;
            let result = self.aspirate(listener);
            // The lines found so far, best first; a stopped line is the best of
            // the moves that were finished.
            let moves = &mut self.worker.root.moves;
            moves[line..].sort_by_key(|root| (-root.score, -root.previous));
            moves[..=line].sort_by_key(|root| -root.score);
            result?;
            self.keep_mate();
            if self.is_main() && line + 1 == lines {
                self.report_lines(listener);
            }
        }
        self.worker.root.line = 0;
        Ok(())
    }

    /// Searches the root with a window around the mean of the move's scores, and widens it
    /// on the side on which it fails until the score lies inside.
    fn aspirate(&mut self, listener: &mut dyn Listener) -> Result<Score, Stopped> {
        let techniques = self.shared().settings.techniques;
        let line = self.worker.root.line;
        let root_depth = self.worker.root_depth;
        let RootMove { previous, average, .. } = *self.worker.root.current();
        let use_window = techniques.aspiration_on
            && root_depth >= params::asp_min_depth()
            && previous > -Score::INFINITE
            && !previous.is_decisive()
            && !average.is_decisive();
        let mut delta = params::asp_delta();
        let mut window = Window::FULL;
        if use_window {
            delta += params::asp_widening(average);
            window = Window::new(average - delta, average + delta);
        }
        let mut depth = root_depth;
        loop {
            self.worker.root_width = window.beta - window.alpha;
            let score = self.worker.pvs::<Root>(depth.max(1), window, 0, false)?;
            if window == Window::FULL || window.contains(score) {
                return Ok(score);
            }
            self.worker.root.moves[line..].sort_by_key(|root| -root.score);
            let bound = if score <= window.alpha { Bound::Upper } else { Bound::Lower };
            let is_long = self.worker.nodes() > QUIET_NODES;
            let is_told = is_long && !self.shared().is_drawn_root;
            let is_new_mate = score.is_win() && self.keep_mate();
            if is_new_mate && self.is_main() {
                self.report(line, Bound::Exact, listener);
            } else if self.is_main() && is_told && self.shared().settings.multi_pv == 1 {
                self.report(line, bound, listener);
            }
            // An iteration that begins again and again is long, and often there is a mate.
            if self.is_main() {
                self.look_for_mate(listener);
            }
            // A proof needs no other line. A mate that a search of its line does not find again was
            // found with entries of the table, which do not cut on a principal variation.
            let is_known = self.mate.is_some() && bound == Bound::Upper;
            if self.mates.has_proof() || is_known {
                self.restore_mate();
                return Ok(self.worker.root.current().score);
            }
            let is_open = delta > params::asp_widest() || score.is_decisive();
            if bound == Bound::Upper {
                window.beta = Score::new((window.alpha.units() + window.beta.units()) / 2);
                window.alpha = if is_open { -Score::INFINITE } else { score - delta };
                depth = root_depth;
            } else if score.is_win() {
                // A mate is a mate: only a quicker one is better, and its line is wanted.
                window = Window::new(score - 1, Score::INFINITE);
            } else {
                window.alpha = window.alpha.max(window.beta - delta);
                window.beta = if is_open { Score::INFINITE } else { score + delta };
                // A fail-high is confirmed at a lower depth: cheap, and the
                // next iteration looks deeper anyway.
                depth -= i32::from(techniques.lmr_on);
            }
            delta = (delta + delta * params::asp_growth() / 100).min(Score::INFINITE.units());
        }
    }

    /// Whether the main thread has seen enough after a finished iteration.
    fn is_enough(&mut self) -> bool {
        let shared = self.worker.shared();
        let limits = &shared.limits;
        let best = &self.worker.root.moves[0];
        if let Some(moves) = limits.mate
            && best.score.mate_moves().is_some_and(|n| n.unsigned_abs() <= moves)
        {
            return true;
        }
        let nodes = self.worker.nodes();
        if limits.soft_nodes.is_some_and(|soft| nodes >= soft) {
            return true;
        }
        let root_depth = self.worker.root_depth as u32;
        // A forced reply needs no thought when the clock runs.
        let is_forced = self.worker.root.moves.len() == 1;
        let is_decided = best.score.mate_plies().is_some_and(|n| n.unsigned_abs() * 2 < root_depth);
        if (is_forced || is_decided) && limits.clock.is_some() {
            shared.token.set_enough_at_hit(true);
            return !shared.token.is_pondering();
        }
        let node_share = best.nodes * PER_MILLE / nodes.max(1);
        let spent = shared.time.spent(shared.total_nodes());
        let plan = shared.time.plan();
        self.pace.is_enough(plan, spent, &shared.token, best.mv, best.score, node_share)
    }

    /// How many lines are wanted and can be had.
    fn lines(&self) -> usize {
        self.shared().settings.multi_pv.clamp(1, self.worker.root.moves.len())
    }

    /// Reports all wanted lines, best first.
    pub fn report_lines(&self, listener: &mut dyn Listener) {
        for line in 0..self.lines() {
            self.report(line, Bound::Exact, listener);
        }
    }

    /// Reports a line, if it is known.
    pub fn report(&self, line: usize, bound: Bound, listener: &mut dyn Listener) {
        if !listener.wants_reports() {
            return;
        }
        let root = &self.worker.root.moves[line];
        let root_depth = self.worker.root_depth;
        // A line that this iteration has not reached is the last iteration's.
        let is_new = root.score > -Score::INFINITE;
        if !is_new && root_depth == 1 {
            return;
        }
        let shared = self.shared();
        let search_score = if is_new { root.score } else { root.previous };
        let score = self.score_to_report(root, search_score);
        listener.report(&Report {
            depth: if is_new { root_depth } else { root_depth - 1 },
            selective_depth: root.selective_depth + 1,
            multi_pv: line + 1,
            score,
            search_score,
            bound,
            nodes: shared.total_nodes(),
            elapsed: shared.time.elapsed(),
            hashfull: shared.table.hashfull(),
            tb_hits: shared.tb_hits.load(Ordering::Relaxed),
            pv: self.line_of(root, score),
        });
    }

    /// What is reported for the score of a root move: that of a draw where the search has only
    /// told draws apart.
    fn score_to_report(&self, root: &RootMove, score: Score) -> Score {
        let rules = &self.shared().settings.rules;
        let is_drawn =
            may_be_draw_by_limit(score) && line::ends_at_limit(self.worker.game(), &root.pv, rules);
        if is_drawn { Score::ZERO } else { self.shared().score_to_report(score) }
    }

    /// The line of a root move, to the mate where tables of solved endings know it.
    fn line_of(&self, root: &RootMove, score: Score) -> Vec<Move> {
        let SearchSettings { endings, techniques, .. } = &self.shared().settings;
        if !techniques.endings_on {
            return root.pv.clone();
        }
        line::completed(self.worker.game().board(), &root.pv, score, endings)
    }

    /// The answer of this thread.
    pub fn result(&self) -> SearchResult {
        let shared = self.shared();
        let root = self.best();
        let search_score = root.map_or(Score::mated_in(0), |root| root.score);
        let score = root.map_or(search_score, |root| self.score_to_report(root, search_score));
        let pv = root.map_or_else(Vec::new, |root| self.line_of(root, score));
        // An iteration that was broken off often knows but the beginning of the same line; a mate's
        // is the same only with the same score.
        let is_same_mate = self.finished.is_some_and(|(_, score)| score == search_score);
        let is_same = self.line.starts_with(&pv) && (is_same_mate || !score.is_decisive());
        let pv = if is_same { self.line.clone() } else { pv };
        SearchResult {
            best: root.map(|root| root.mv),
            ponder: pv.get(1).copied(),
            pv,
            score,
            search_score,
            depth: self.completed(),
            nodes: shared.total_nodes(),
            elapsed: shared.time.elapsed(),
        }
    }
}
