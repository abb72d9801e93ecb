//! The way through a node, from top to bottom: principal variation search, fail-soft.
//!
//! The first move of a node is searched with its window, the others with a null
//! window that only asks whether they are better; one that is gets searched
//! again with the open window. The second search may disagree with the first
//! (search instability: the table has learned meanwhile); its result is taken
//! as it is, inside or outside the window, so no unproved score is ever kept.
//! The numbers of the steps are the headings of `docs/authors/search.md`.

use std::ops::ControlFlow;

use crate::board::CheckSquares;
use crate::search::history::Context;
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::worker::node::{Candidate, Node, NodeKind, NonPv, Pv, Tried, bound_of};
use crate::search::worker::quiescence::QS_CHECKS;
use crate::search::worker::solved::is_merely_held;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Depth, Move, Ply, Score, Window};

impl Worker {
    /// Searches the position to a depth. `cut_node` says that a fail-high is
    /// expected.
    pub fn pvs<N: NodeKind>(
        &mut self,
        depth: Depth,
        mut window: Window,
        ply: Ply,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        if depth <= 0 && self.shared.settings.techniques.quiescence_on {
            return self.quiescence::<N>(QS_CHECKS, window, ply);
        }

        // 1. Count the node.
        self.enter_node(ply)?;
        if N::PV {
            self.pv[ply].clear();
        }

        // 2. Rules, the longest line, and mate-distance pruning.
        let is_provisional = match self.score_without_search::<N>(depth, &mut window, ply) {
            ControlFlow::Break(score) if self.goes_beyond_limit(score) => {
                return self.beyond_limit::<N>(window, ply, |worker, window| {
                    worker.pvs::<N>(depth, window, ply, cut_node)
                });
            }
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(is_provisional) => is_provisional,
        };

        // 3. The table, which a singular search does not ask.
        let key = self.game.search_key(&self.shared.settings.rules);
        let is_asked = self.stack[ply].excluded.is_none();
        let entry = if is_asked { self.look_up(key, ply) } else { None };
        if let Some(entry) = entry
            && self.is_table_cut::<N>(&entry, depth, window)
        {
            self.reward_table_cut(&entry, window, depth, ply);
            return Ok(entry.score);
        }
        self.prefetch_first::<N>(entry, depth);

        // 4. Static evaluation, and what it says of the reduction that led here.
        let mut node = self.describe::<N>(depth, window, ply, cut_node, key, entry);
        node.is_provisional = is_provisional;
        self.evaluate_node(&mut node);
        node.depth += self.hindsight::<N>(&node);

        // 5. Pruning of the whole node.
        if !N::PV
            && node.excluded.is_none()
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }

        // 6. Internal iterative reduction.
        node.depth -= self.internal_iterative_reduction::<N>(&node);
        if node.depth <= 0 {
            return self.quiescence::<N>(QS_CHECKS, window, ply);
        }

        self.search_moves::<N>(node)
    }

    /// Steps 7 and 8: tries the moves and draws the conclusions.
    fn search_moves<N: NodeKind>(&mut self, mut node: Node) -> Result<Score, Stopped> {
        let (ply, old_alpha) = (node.ply, node.window.alpha);
        self.prepare_context(ply);
        let context = self.context(ply);
        let killers = self.killers(ply, &context);
        let mut picker = self.picker(&node, killers);
        let mut prefetched = node.tt_move;
        let mut squares = None;
        let mut tried = Tried::none();
        let mut count = 0;

        // 7. The moves.
        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            if Some(mv) == node.excluded || N::ROOT && !self.root.may_choose(mv) {
                continue;
            }
            count += 1;
            if count == 2 {
                self.eval.prepare(self.game.board());
            }
            let candidate = self.candidate(&node, mv, count, killers, &mut squares);

            // 7a. Moves that are left out.
            if !N::ROOT && !tried.best.is_loss() && tried.best > -Score::INFINITE {
                if self.is_late(&node, count) {
                    picker.skip_quiets();
                }
                if self.skips(&node, &candidate, &context) {
                    continue;
                }
            }
            prefetched = self.prefetch_two(mv, prefetched, &mut picker);

            // 7b. Extensions.
            let extension = match self.extend::<N>(&node, &candidate)? {
                ControlFlow::Break(score) => return Ok(score),
                ControlFlow::Continue(plies) => plies,
            };

            // 7c. Reductions.
            let reduction = self.late_move_reduction::<N>(&node, &candidate, &context);

            // 7d. The search of the move.
            let nodes_before = self.nodes;
            self.prepare_move::<N>(&node, &candidate, extension);
            self.make_move(mv, ply);
            let new_depth = node.depth - 1 + extension;
            let most = if N::ROOT { self.most_by_reply(mv) } else { None };
            let result = if let Some(most) = most.filter(|&most| most <= node.window.alpha) {
                Ok(most)
            } else if count == 1 || !self.shared.settings.techniques.pvs_on {
                self.search_open::<N>(&node, new_depth)
            } else {
                self.scout::<N>(&node, &candidate, new_depth, reduction, tried.best, &context)
            };
            self.unmake_move();
            let mut score = result?;
            if N::ROOT {
                score = self.as_held(mv, score);
            }
            if let Some(most) = most.filter(|&most| most <= score) {
                score = most;
                self.take_ending_reply(mv);
            }

            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.record_root(mv, score, count, node.window.alpha, nodes);
            }
            if tried.take(&candidate, score, node.window.alpha) {
                if N::PV {
                    self.extend_pv(mv, ply);
                }
                if score >= node.window.beta {
                    self.stack[ply].cutoffs += 1;
                    break;
                }
                node.window.raise_alpha(score);
            }
        }

        // 8. Conclusions.
        if count == 0 {
            // A singular search without other moves says "no better one".
            let is_singular = node.excluded.is_some();
            return Ok(if is_singular { node.window.alpha } else { Score::mated_in(ply) });
        }
        Ok(self.conclude::<N>(&node, &mut tried, old_alpha, &context))
    }

    /// Step 8: what a node that has tried moves teaches the histories and leaves in the table;
    /// returns its score.
    fn conclude<N: NodeKind>(
        &mut self,
        node: &Node,
        tried: &mut Tried,
        old_alpha: Score,
        context: &Context,
    ) -> Score {
        self.update_histories(node, tried, context);
        tried.blend_fail_high(node.window, node.depth);
        // The second of several lines at the root is not what the position is worth.
        // Nor is the best of some moves, where others were left out.
        let is_worth = !N::ROOT
            || self.root.is_best_line()
                && !is_merely_held(tried.best)
                && !self.shared.limits.restrict_root_moves();
        if node.excluded.is_none() && !node.is_provisional && is_worth {
            let bound = bound_of::<N>(tried.best, old_alpha, node.window.beta);
            self.store(node, tried.best_move, tried.best, node.depth, Some(bound));
            self.update_correction(node, tried, bound);
        }
        tried.best
    }

    /// The killers and the counter move of a node.
    fn killers(&self, ply: Ply, context: &Context) -> [Option<Move>; 3] {
        let [first, second] = self.stack[ply].killers;
        [first, second, self.histories.counter(context.continuations[0])]
    }

    /// The moves of a node in their order.
    fn picker(&self, node: &Node, killers: [Option<Move>; 3]) -> Picker {
        let wanted = match (self.shared.settings.techniques.ordering_on, node.in_check) {
            (false, _) => Wanted::Unordered,
            (true, true) => Wanted::Evasions,
            (true, false) => Wanted::All,
        };
        Picker::new(wanted, node.tt_move, killers, self.game.board())
    }

    /// What the steps ask of the next move.
    #[inline(always)]
    fn candidate(
        &self,
        node: &Node,
        mv: Move,
        number: usize,
        killers: [Option<Move>; 3],
        squares: &mut Option<CheckSquares>,
    ) -> Candidate {
        let board = self.game.board();
        // Computed for the first move, which is often the only one, only where the
        // check extension needs it.
        let gives_check = (number > 1 || node.depth >= params::ce_depth()) && {
            let squares = squares.get_or_insert_with(|| CheckSquares::new(board));
            board.gives_check(mv, squares)
        };
        Candidate {
            mv,
            number,
            is_quiet: board.piece_at(mv.to()).is_none(),
            is_killer: killers.contains(&Some(mv)),
            gives_check,
            by_number: if number > 1 { params::lmr_reduction(node.depth, number) } else { 0 },
        }
    }

    /// Prefetches the table's entries after this move, unless that has been done, and
    /// after the next one, which it returns.
    #[inline(always)]
    fn prefetch_two(
        &self,
        mv: Move,
        prefetched: Option<Move>,
        picker: &mut Picker,
    ) -> Option<Move> {
        if Some(mv) != prefetched {
            self.prefetch(mv);
        }
        let next = picker.look_ahead();
        if let Some(next) = next {
            self.prefetch(next);
        }
        next
    }

    /// Announces a move and notes on the stack what the nodes behind it ask for.
    fn prepare_move<N: NodeKind>(&mut self, node: &Node, candidate: &Candidate, extension: Depth) {
        let Candidate { mv, number, .. } = *candidate;
        let ply = node.ply;
        if N::ROOT {
            self.announce_root_move(mv, number);
        }
        if N::PV {
            self.pv[ply + 1].clear();
        }
        let double_extensions = self.stack.back(ply, 1).double_extensions;
        let entry = &mut self.stack[ply];
        entry.double_extensions = double_extensions + i32::from(extension >= 2);
        entry.reduction = 0;
        entry.number = number as i32;
    }

    /// Searches a move that has been made with the window of its node.
    fn search_open<N: NodeKind>(&mut self, node: &Node, depth: Depth) -> Result<Score, Stopped> {
        let (window, ply) = (-node.window, node.ply + 1);
        Ok(-if N::PV {
            self.pvs::<Pv>(depth, window, ply, false)?
        } else {
            self.pvs::<NonPv>(depth, window, ply, !node.cut_node)?
        })
    }

    /// Searches a move that has been made: a reduced scout, a full scout if it fails high, and
    /// the open window if that says "better, and not yet too good".
    fn scout<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        new_depth: Depth,
        reduction: i32,
        best: Score,
        context: &Context,
    ) -> Result<Score, Stopped> {
        let Node { ply, window, .. } = *node;
        let scout = -window.scout();
        let reduced =
            (new_depth - (reduction / params::ONE_PLY).max(0)).clamp(1.min(new_depth), new_depth);
        self.stack[ply].reduction = new_depth - reduced;
        let mut score = -self.pvs::<NonPv>(reduced, scout, ply + 1, true)?;
        self.stack[ply].reduction = 0;
        let is_repeated = score > window.alpha && reduced < new_depth;
        if is_repeated {
            let depth = new_depth + research_change(score, window.alpha, best, new_depth - reduced);
            score = -self.pvs::<NonPv>(depth, scout, ply + 1, !node.cut_node)?;
        }
        if N::PV && score > window.alpha && (N::ROOT || score < window.beta) {
            score = -self.pvs::<Pv>(new_depth, -window, ply + 1, false)?;
        }
        if is_repeated && candidate.is_quiet {
            self.reward_research(candidate.mv, context);
        }
        Ok(score)
    }

    /// Keeps what the root has learned of a move.
    fn record_root(&mut self, mv: Move, score: Score, count: usize, alpha: Score, nodes: u64) {
        let Some(root) = self.root.find(mv) else { return };
        root.nodes += nodes;
        if count == 1 || score > alpha {
            root.score = score;
            root.selective_depth = self.selective_depth;
            root.pv.truncate(1);
            root.pv.extend_from_slice(&self.pv[1]);
        } else {
            root.score = -Score::INFINITE;
        }
    }
}

/// By how many plies the scout that follows a reduced one is deeper than planned: one more where
/// that beat alpha by far, one less where it hardly beat the best score.
fn research_change(score: Score, alpha: Score, best: Score, reduced_by: Depth) -> Depth {
    if reduced_by < 2 {
        return 0;
    }
    let is_deeper = score > alpha + params::lmr_deeper();
    let is_shallower = score - best < params::lmr_shallower();
    i32::from(is_deeper) - i32::from(is_shallower)
}

#[cfg(test)]
mod tests;
