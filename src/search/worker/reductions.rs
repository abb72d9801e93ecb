//! By how much less deep a node (hindsight in step 4, step 6) and its late moves (step 7c)
//! are searched.

use crate::search::history::Context;
use crate::search::params;
use crate::search::worker::Worker;
use crate::search::worker::node::{Candidate, Node, NodeKind, is_won_window};
use crate::types::Depth;

impl Worker {
    /// Hindsight: whether the evaluations before and after the last move say that its
    /// reduction was too large or too small; the depth of the node then follows.
    pub(super) fn hindsight<N: NodeKind>(&self, node: &Node) -> Depth {
        let before = self.stack.back(node.ply, 1);
        let is_on = self.shared.settings.techniques.lmr_on;
        if N::ROOT || node.excluded.is_some() || node.in_check || before.in_check || !is_on {
            return 0;
        }
        // Positive when the two evaluations together promise more than there is.
        let sum = self.stack[node.ply].eval.units() + before.eval.units();
        if before.reduction >= params::hindsight_deeper() && sum <= 0 {
            1
        } else if before.reduction >= params::hindsight_shallower()
            && node.depth >= 2
            && sum > params::hindsight_margin()
        {
            -1
        } else {
            0
        }
    }

    /// Internal iterative reduction: by how much less deep a node on the principal variation
    /// is searched because the table knows no move of it.
    pub(super) fn internal_iterative_reduction<N: NodeKind>(&self, node: &Node) -> Depth {
        let is_reduced = N::PV
            && self.shared.settings.techniques.iir_on
            && node.excluded.is_none()
            && node.tt_move.is_none()
            && node.depth >= params::iir_depth();
        if is_reduced { params::iir_pv() } else { 0 }
    }

    /// By how much less deep a late move is searched first, 1/1024 ply.
    #[inline]
    pub(super) fn late_move_reduction<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        context: &Context,
    ) -> i32 {
        let Candidate { mv, number, is_quiet, gives_check, by_number, is_killer } = *candidate;
        let techniques = &self.shared.settings.techniques;
        self.stack[node.ply].move_history = 0;
        if number == 1 || !techniques.lmr_on || node.depth < params::lmr_depth() {
            return 0;
        }
        let history = if is_quiet {
            let history = self.histories.for_reductions(self.game.board(), mv, context);
            self.stack[node.ply].move_history = history;
            history * params::ONE_PLY / params::lmr_history()
        } else {
            let history = self.histories.capture(self.game.board(), mv);
            params::lmr_capture() + history * params::lmr_capture_history() / params::SIXTEENTHS
        };
        let is_deep = node.tt_pv && node.entry.is_some_and(|entry| entry.depth >= node.depth);
        let width = (node.window.beta - node.window.alpha).min(self.root_width);
        let children_cut = self.stack[node.ply + 1].cutoffs > params::lmr_cutoff_count();
        let correction = node.correction.min(params::lmr_correction_max());
        let is_won = is_won_window(node.window, techniques);
        let on = |condition: bool, amount: i32| if condition { amount } else { 0 };
        by_number
            + on(node.cut_node, params::lmr_cut())
            + on(!node.improving, params::lmr_improving())
            + on(node.tt_capture && is_quiet, params::lmr_tt_capture())
            + on(children_cut, params::lmr_cutoffs())
            + on(node.cut_node && node.tt_move.is_none(), params::lmr_cut_unknown())
            + on(is_won, params::lmr_won())
            + on(is_won && !gives_check, params::lmr_won_no_check())
            - on(is_deep, params::lmr_was_pv_deep())
            - params::lmr_window() * width / self.root_width.max(1)
            - correction * params::lmr_correction()
            - on(N::PV, params::lmr_pv())
            - on(node.tt_pv, params::lmr_was_pv())
            - on(gives_check, params::lmr_check())
            - on(is_killer, params::lmr_killer())
            - history
    }
}
