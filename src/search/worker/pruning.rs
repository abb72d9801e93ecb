//! What need not be searched: cuts of a whole node before any move (step 5 of
//! `docs/authors/search.md`), and of single moves (step 6a).

use crate::board::see_value;
use crate::search::history::{Context, Continuation};
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::tt::TableEntry;
use crate::search::worker::moves::Candidate;
use crate::search::worker::node::{Node, NonPv};
use crate::search::worker::quiescence::{QS_CAPTURES, QS_CHECKS};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Ply, Score, Window};

impl Worker {
    /// Step 5: cuts that need no move loop. `None` when the node must be searched.
    pub(super) fn prune_node(
        &mut self,
        node: &Node,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let techniques = self.shared.settings.techniques;
        let Node { depth, ply, eval, .. } = *node;
        let Window { alpha, beta } = window;
        let (is_won, is_lost) = (self.looks_for_mate(alpha), self.fears_mate(beta));
        let rfp_depth = if is_lost { 1 } else { params::rfp_depth() };

        // Razoring: so far below alpha that only captures can help.
        if techniques.razoring_on
            && depth <= params::razor_depth()
            && !is_won
            && !alpha.is_decisive()
            && eval + params::razor_margin_at(depth) < alpha
        {
            let score = self.quiescence::<NonPv>(QS_CHECKS, window.scout(), ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // Reverse futility: so far above beta that the opponent will not catch up.
        if techniques.rfp_on
            && depth <= rfp_depth
            && !beta.is_loss()
            && !eval.is_decisive()
            && !node.was_pv
            && eval
                - params::rfp_margin_at(depth, node.improving, node.correction)
                - params::rfp_margin_of(self.stack.back(ply, 1).move_history)
                >= beta
        {
            return Ok(Some(beta + (eval - beta) * params::rfp_blend() / 100));
        }

        // Null move: if even passing fails high, a move will too.
        if !is_lost && let Some(score) = self.null_move(node, beta)? {
            return Ok(Some(score));
        }

        // ProbCut: a capture that beats beta by a margin at reduced depth.
        let improving = params::probcut_improving() * i32::from(node.improving);
        let raised = beta + (params::probcut_margin() - improving).max(1);
        if techniques.probcut_on
            && depth >= params::probcut_depth()
            && !beta.is_decisive()
            && !node.entry.is_some_and(|entry| {
                entry.depth > depth - params::probcut_reduction() && entry.score < raised
            })
        {
            return self.probcut(node, beta, raised);
        }
        Ok(None)
    }

    /// Step 5: a score far above beta from a search nearly as deep.
    pub(super) fn table_probcut(&self, node: &Node, beta: Score) -> Option<Score> {
        let entry = node.entry.filter(|_| self.shared.settings.techniques.probcut_on)?;
        let raised = beta + params::probcut_table();
        let is_bound = matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
        let holds = is_bound
            && entry.depth >= node.depth - params::probcut_table_slack()
            && entry.score >= raised
            && !entry.score.is_decisive()
            && !beta.is_decisive();
        holds.then_some(raised)
    }

    /// Null-move pruning: the score with which passing fails high, if it does.
    fn null_move(&mut self, node: &Node, beta: Score) -> Result<Option<Score>, Stopped> {
        let Node { depth, ply, eval, .. } = *node;
        let is_promising = self.shared.settings.techniques.nmp_on
            && node.cut_node
            && depth >= params::nmp_depth()
            && ply >= self.nmp_min_ply
            && eval >= beta
            && self.stack[ply].eval + params::nmp_allowance(depth) >= beta
            && !beta.is_decisive()
            && self.stack.back(ply, 1).mv.is_some()
            && self.game.board().has_attackers(self.game.board().side());
        if !is_promising {
            return Ok(None);
        }
        let reduced = depth - params::nmp_reduction(depth, eval - beta);
        let score = self.search_null(reduced, beta, ply)?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_decisive() { beta } else { score };
        if self.nmp_min_ply > 0 || depth < params::nmp_verify_depth() {
            return Ok(Some(score));
        }
        // Zugzwang: a search without null moves must agree.
        self.nmp_min_ply = ply + params::nmp_guarded_plies(reduced);
        let verified = self.pvs::<NonPv>(reduced, Window::below(beta), ply, false);
        self.nmp_min_ply = 0;
        Ok((verified? >= beta).then_some(score))
    }

    fn search_null(&mut self, depth: Depth, beta: Score, ply: Ply) -> Result<Score, Stopped> {
        self.shared.table.prefetch(self.game.board().key_after_null());
        let entry = &mut self.stack[ply];
        entry.mv = None;
        entry.continuation = Continuation::NONE;
        entry.reduction = 0;
        self.game.push_null();
        let below = -Window::below(beta);
        let result = self.pvs::<NonPv>(depth, below, ply + 1, false);
        self.game.pop_null();
        Ok(-result?)
    }

    fn probcut(
        &mut self,
        node: &Node,
        beta: Score,
        raised: Score,
    ) -> Result<Option<Score>, Stopped> {
        let ply = node.ply;
        let reduced = node.depth - params::probcut_reduction();
        let context = self.context(ply);
        let margin = raised - self.stack[ply].eval;
        let mut picker = Picker::new(Wanted::Captures, node.tt_move, [None; 3], self.game.board());
        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            if !self.game.board().see_ge(mv, margin) {
                continue;
            }
            self.prefetch(mv);
            self.descend(mv, ply);
            let below = -Window::below(raised);
            let mut result =
                self.quiescence::<NonPv>(QS_CAPTURES, below, ply + 1).map(|score| -score);
            if result.is_ok_and(|score| score >= raised) && reduced > 0 {
                result =
                    self.pvs::<NonPv>(reduced, below, ply + 1, !node.cut_node).map(|score| -score);
            }
            self.ascend();
            let score = result?;
            if score >= raised {
                let entry = TableEntry {
                    mv: Some(mv),
                    score,
                    eval: node.raw,
                    depth: reduced + 1,
                    bound: Some(Bound::Lower),
                    was_pv: node.was_pv,
                };
                let key = self.game.search_key(&self.shared.settings.rules);
                self.shared.table.store(key, ply, entry);
                return Ok(Some(if score.is_decisive() { score } else { score - (raised - beta) }));
            }
        }
        Ok(None)
    }

    /// Step 6a: whether a move can be left out.
    pub(super) fn skip_move(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Score,
        context: &Context,
    ) -> bool {
        let Candidate { mv, is_quiet, gives_check, by_number, .. } = *candidate;
        let reduced = (node.depth - by_number / params::ONE_PLY).max(0);
        let techniques = self.shared.settings.techniques;
        let board = self.game.board();
        if !is_quiet || gives_check {
            let history = if is_quiet { 0 } else { self.histories.capture(board, mv) };
            // A capture that cannot reach alpha even with its victim for nothing.
            if techniques.fp_on && !gives_check && !node.in_check && reduced <= params::fpc_depth()
            {
                let victim = board.piece_at(mv.to()).map_or(0, |piece| see_value(piece.kind()));
                if self.stack[node.ply].eval + params::fpc_margin_at(reduced, history) + victim
                    <= alpha
                {
                    return true;
                }
            }
            return techniques.see_on
                && !(gives_check && self.looks_for_mate(alpha))
                && !board.see_ge(mv, params::see_capture_threshold(node.depth, history));
        }
        let history = self.histories.for_pruning(board, mv, context);
        if techniques.hp_on
            && reduced <= params::hp_depth()
            && history < -params::hp_margin() * node.depth
        {
            return true;
        }
        let reduced = (reduced + params::prune_history_plies(history)).max(0);
        if techniques.fp_on
            && !node.in_check
            && reduced <= params::fp_depth()
            && self.stack[node.ply].eval + params::fp_margin_at(reduced) <= alpha
        {
            return true;
        }
        techniques.see_on && !board.see_ge(mv, params::see_quiet_threshold(reduced))
    }
}
