//! Iterative deepening: one iteration after another, each with a window around
//! the score of the last, and what is kept of the root's moves.

use std::sync::atomic::Ordering;

use crate::search::params;
use crate::search::pvs::Root;
use crate::search::worker::{Stopped, Worker};
use crate::search::{Listener, Report};
use crate::types::{Bound, Depth, MAX_PLY, Move, Score, Window};

/// Deepest iteration.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 8;
/// A window that has become wider than this is opened.
const WIDEST: i32 = 2000;
/// Iterations longer than this many nodes report the move being searched.
const QUIET_NODES: u64 = 10_000_000;

/// By how many plies the helpers' iterations are ahead of the main thread's, in
/// turn: different leads keep them from searching the same.
const HELPER_LEADS: [Depth; 2] = [2, 3];
/// The same where a depth was asked for: a wide lead takes a helper straight
/// there, without the iterations between.
const HELPER_LEADS_TO_DEPTH: [Depth; 4] = [10, 7, 4, 2];

impl Worker {
    /// Searches deeper and deeper until a limit is met. The root moves are then
    /// in order, best first.
    pub fn iterate(&mut self, listener: &mut dyn Listener) {
        let limits = self.shared.limits.clone();
        let features = self.shared.settings.features;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let first = if features.iterative_on { 1 } else { last };
        let lines = self.shared.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut depth = first;
        while depth <= last {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            if self.search_lines(lines, listener).is_err() {
                break;
            }
            self.completed_depth = depth;
            if self.is_main() && self.is_enough() {
                break;
            }
            depth = self.next_depth(depth).min(last.max(depth + 1));
        }
        // Whoever finishes the last iteration ends the search: its answer is
        // the deepest that was asked for.
        if self.is_main() || self.completed_depth >= last {
            self.shared.done.stop();
        }
    }

    /// The next iteration's depth. A helper keeps ahead of the main thread, so
    /// that what it stores is deep enough to cut there.
    fn next_depth(&self, depth: Depth) -> Depth {
        let main_depth = &self.shared.main_depth;
        if self.is_main() {
            main_depth.store(depth + 1, Ordering::Relaxed);
            depth + 1
        } else {
            let leads: &[Depth] = match self.shared.limits.depth {
                Some(_) => &HELPER_LEADS_TO_DEPTH,
                None => &HELPER_LEADS,
            };
            let ahead = leads[(self.index - 1) % leads.len()];
            (depth + 1).max(main_depth.load(Ordering::Relaxed) + ahead)
        }
    }

    /// One iteration: each of the wanted lines with its own window.
    fn search_lines(&mut self, lines: usize, listener: &mut dyn Listener) -> Result<(), Stopped> {
        for line in 0..lines {
            self.pv_index = line;
            self.selective_depth = 0;
            let result = self.aspirate(listener);
            // The lines found so far, best first; a stopped line is the best of
            // the moves that were finished.
            self.root_moves[line..].sort_by_key(|root| (-root.score, -root.previous));
            self.root_moves[..=line].sort_by_key(|root| -root.score);
            result?;
            if self.is_main() && line + 1 == lines {
                for i in 0..lines {
                    self.report(i, Bound::Exact, listener);
                }
            }
        }
        self.pv_index = 0;
        Ok(())
    }

    /// Searches the root with a window around the last score, and widens it on
    /// the side on which it fails until the score lies inside.
    fn aspirate(&mut self, listener: &mut dyn Listener) -> Result<Score, Stopped> {
        let previous = self.root_moves[self.pv_index].previous;
        let use_window = self.shared.settings.features.aspiration_on
            && self.root_depth >= params::asp_min_depth()
            && previous > -Score::INFINITE
            && !previous.is_decisive();
        let mut delta = params::asp_delta();
        let mut window = Window::FULL;
        if use_window {
            window = Window::new(previous - delta, previous + delta);
        }
        let mut depth = self.root_depth;
        loop {
            let score = self.pvs::<Root>(depth.max(1), window, 0, false)?;
            if window == Window::FULL || window.contains(score) {
                return Ok(score);
            }
            self.root_moves[self.pv_index..].sort_by_key(|root| -root.score);
            let bound = if score <= window.alpha { Bound::Upper } else { Bound::Lower };
            if self.is_main() && self.nodes > QUIET_NODES && self.shared.settings.multi_pv == 1 {
                self.report(self.pv_index, bound, listener);
            }
            if bound == Bound::Upper {
                window.beta = Score::new((window.alpha.units() + window.beta.units()) / 2);
                window.alpha = score - delta;
                depth = self.root_depth;
            } else {
                window.beta = score + delta;
                // A fail-high is confirmed at a lower depth: cheap, and the
                // next iteration looks deeper anyway.
                let may_reduce = self.shared.settings.features.lmr_on && !score.is_decisive();
                depth -= i32::from(may_reduce);
            }
            delta += delta * params::asp_growth() / 100;
            if delta > WIDEST || score.is_decisive() {
                window = Window::FULL;
            }
        }
    }

    /// Whether the main thread has seen enough after a finished iteration.
    fn is_enough(&mut self) -> bool {
        let best = &self.root_moves[0];
        let limits = &self.shared.limits;
        if let Some(moves) = limits.mate
            && best.score.mate_moves().is_some_and(|n| n.unsigned_abs() <= moves)
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        let (mv, score) = (best.mv, best.score);
        let effort = best.nodes * 1000 / self.nodes.max(1);
        // A forced reply needs no thought when the clock runs.
        let forced = self.root_moves.len() == 1 && limits.clock.is_some();
        let decided =
            score.mate_plies().is_some_and(|n| n.unsigned_abs() * 2 < self.root_depth as u32)
                && limits.clock.is_some();
        let token = &self.shared.token;
        if (forced || decided) && !token.is_pondering() {
            return true;
        }
        self.clock.as_mut().is_some_and(|clock| clock.is_enough(token, mv, score, effort))
    }

    /// Reports a line, if it is known.
    pub fn report(&self, line: usize, bound: Bound, listener: &mut dyn Listener) {
        let root = &self.root_moves[line];
        // A line that this iteration has not reached is the last iteration's.
        let is_new = root.score > -Score::INFINITE;
        if !is_new && self.root_depth == 1 {
            return;
        }
        listener.report(&Report {
            depth: if is_new { self.root_depth } else { self.root_depth - 1 },
            selective_depth: root.selective_depth + 1,
            multi_pv: line + 1,
            score: if is_new { root.score } else { root.previous },
            bound,
            nodes: self.shared.total_nodes(),
            elapsed: self.shared.started.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: root.pv.clone(),
        });
    }

    /// Whether the root may still choose this move for the line being searched.
    pub(super) fn is_wanted_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root| root.mv == mv)
    }

    /// Keeps what the root has learned of a move.
    pub(super) fn record_root(
        &mut self,
        mv: Move,
        score: Score,
        count: usize,
        window: Window,
        nodes: u64,
    ) {
        let selective_depth = self.selective_depth;
        let child_pv = std::mem::take(&mut self.pv[1]);
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            if count == 1 || score > window.alpha {
                root.score = score;
                root.selective_depth = selective_depth;
                root.pv.truncate(1);
                root.pv.extend_from_slice(&child_pv);
            } else {
                root.score = -Score::INFINITE;
            }
        }
        self.pv[1] = child_pv;
    }
}
