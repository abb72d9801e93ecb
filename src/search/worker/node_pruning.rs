//! Step 5: pruning of a whole node, before any of its moves is tried.

use crate::search::history::Continuation;
use crate::search::params;
use crate::search::picker::{Picker, Wanted};
use crate::search::techniques::Techniques;
use crate::search::worker::node::{Node, NonPv, is_lost_window, is_won_window};
use crate::search::worker::quiescence::{QS_CAPTURES, QS_CHECKS};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Ply, Score, Window};

impl Worker {
    /// The score of a node outside the principal variation that needs no move loop.
    pub(super) fn prune_node(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let techniques = &self.shared.settings.techniques;
        if let Some(score) = table_probcut(node, techniques) {
            return Ok(Some(score));
        }
        if node.in_check {
            return Ok(None);
        }
        if razors(node, techniques) {
            let window = node.window.scout();
            let score = self.quiescence::<NonPv>(QS_CHECKS, window, node.ply)?;
            if score <= window.alpha {
                return Ok(Some(score));
            }
        }
        let techniques = &self.shared.settings.techniques;
        let last_history = self.stack.back(node.ply, 1).move_history;
        if let Some(score) = reverse_futility(node, last_history, techniques) {
            return Ok(Some(score));
        }
        if self.may_pass(node)
            && let Some(score) = self.null_move(node)?
        {
            return Ok(Some(score));
        }
        let raised = probcut_beta(node);
        if tries_probcut(node, raised, &self.shared.settings.techniques) {
            return self.probcut(node, raised);
        }
        Ok(None)
    }

    /// Null-move pruning: whether passing may fail high. Not twice in a row, and not where
    /// zugzwang is likely.
    fn may_pass(&self, node: &Node) -> bool {
        let Node { depth, ply, window, .. } = *node;
        let (techniques, board) = (&self.shared.settings.techniques, self.game.board());
        techniques.nmp_on
            && node.cut_node
            && depth >= params::nmp_depth()
            && !is_lost_window(window, techniques)
            && ply >= self.nmp_min_ply
            && node.eval >= window.beta
            && self.stack[ply].eval + params::nmp_allowance(depth) >= window.beta
            && !window.beta.is_decisive()
            && self.stack.back(ply, 1).mv.is_some()
            && board.has_attackers(board.side())
    }

    /// Null-move pruning: the score with which passing fails high, if it does.
    fn null_move(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let Node { depth, ply, eval, window: Window { beta, .. }, .. } = *node;
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

    /// ProbCut: the score of a capture that beats a raised beta at reduced depth.
    fn probcut(&mut self, node: &Node, raised: Score) -> Result<Option<Score>, Stopped> {
        let Node { ply, window: Window { beta, .. }, .. } = *node;
        let reduced = node.depth - params::probcut_reduction();
        let context = self.context(ply);
        let margin = raised - self.stack[ply].eval;
        let mut picker = Picker::new(Wanted::Captures, node.tt_move, [None; 3], self.game.board());
        while let Some(mv) = picker.next(self.game.board(), &self.histories, &context) {
            if !self.game.board().see_ge(mv, margin) {
                continue;
            }
            self.prefetch(mv);
            self.make_move(mv, ply);
            let below = -Window::below(raised);
            let mut result =
                self.quiescence::<NonPv>(QS_CAPTURES, below, ply + 1).map(|score| -score);
            if result.is_ok_and(|score| score >= raised) && reduced > 0 {
                result =
                    self.pvs::<NonPv>(reduced, below, ply + 1, !node.cut_node).map(|score| -score);
            }
            self.unmake_move();
            let score = result?;
            if score >= raised {
                self.store(node, Some(mv), score, reduced + 1, Some(Bound::Lower));
                return Ok(Some(if score.is_decisive() { score } else { score - (raised - beta) }));
            }
        }
        Ok(None)
    }
}

/// ProbCut by the table alone, also in check: its score lies far above beta and comes from a
/// search nearly as deep.
fn table_probcut(node: &Node, techniques: &Techniques) -> Option<Score> {
    let entry = node.entry.filter(|_| techniques.probcut_on)?;
    let beta = node.window.beta;
    let raised = beta + params::probcut_table();
    let is_bound = matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
    let holds = is_bound
        && entry.depth >= node.depth - params::probcut_table_slack()
        && entry.score >= raised
        && !entry.score.is_decisive()
        && !beta.is_decisive();
    holds.then_some(raised)
}

/// Razoring: whether the evaluation lies so far below alpha that only captures can help.
fn razors(node: &Node, techniques: &Techniques) -> bool {
    let Node { depth, window: Window { alpha, .. }, .. } = *node;
    techniques.razoring_on
        && depth <= params::razor_depth()
        && !is_won_window(node.window, techniques)
        && !alpha.is_decisive()
        && node.eval + params::razor_margin_at(depth) < alpha
}

/// Reverse futility: the score where the evaluation lies so far above beta that the opponent,
/// whose last move has this history, will not catch up.
fn reverse_futility(node: &Node, last_history: i32, techniques: &Techniques) -> Option<Score> {
    let Node { depth, eval, window: Window { beta, .. }, .. } = *node;
    let is_lost = is_lost_window(node.window, techniques);
    let holds = techniques.rfp_on
        && depth <= if is_lost { 1 } else { params::rfp_depth() }
        && !beta.is_loss()
        && !eval.is_decisive()
        && !node.tt_pv
        && eval
            - params::rfp_margin_at(depth, node.improving, node.correction)
            - params::rfp_margin_of(last_history)
            >= beta;
    holds.then(|| beta + (eval - beta) * params::rfp_blend() / 100)
}

/// ProbCut: the raised beta that a capture must beat.
fn probcut_beta(node: &Node) -> Score {
    let improving = params::probcut_improving() * i32::from(node.improving);
    node.window.beta + (params::probcut_margin() - improving).max(1)
}

/// ProbCut: whether captures are tried, unless the table knows better.
fn tries_probcut(node: &Node, raised: Score, techniques: &Techniques) -> bool {
    techniques.probcut_on
        && node.depth >= params::probcut_depth()
        && !node.window.beta.is_decisive()
        && !node.entry.is_some_and(|entry| {
            entry.depth > node.depth - params::probcut_reduction() && entry.score < raised
        })
}

#[cfg(test)]
mod tests;
