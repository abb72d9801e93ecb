//! Step 7a: moves of a node that are left out.

use crate::board::see_value;
use crate::search::history::Context;
use crate::search::params;
use crate::search::worker::Worker;
use crate::search::worker::node::{Candidate, Node, is_won_window};
use crate::types::Depth;

impl Worker {
    /// Late-move pruning: whether enough moves were tried to leave out the remaining quiet ones.
    #[inline]
    pub(super) fn is_late(&self, node: &Node, count: usize) -> bool {
        self.shared.settings.techniques.lmp_on
            && !node.in_check
            && node.depth <= params::lmp_depth()
            && count > params::lmp_count(node.depth, node.improving)
    }

    /// Whether a move is left out: by futility, its history or its exchange.
    pub(super) fn skips(&self, node: &Node, candidate: &Candidate, context: &Context) -> bool {
        let reduced = (node.depth - candidate.by_number / params::ONE_PLY).max(0);
        if candidate.is_quiet && !candidate.gives_check {
            self.skips_quiet(node, candidate, reduced, context)
        } else {
            self.skips_noisy(node, candidate, reduced)
        }
    }

    /// Whether a capture or check is left out, at the depth left after its reduction.
    #[inline]
    fn skips_noisy(&self, node: &Node, candidate: &Candidate, reduced: Depth) -> bool {
        let Candidate { mv, is_quiet, gives_check, .. } = *candidate;
        let (techniques, board) = (&self.shared.settings.techniques, self.game.board());
        let history = if is_quiet { 0 } else { self.histories.capture(board, mv) };
        // A capture that cannot reach alpha even with its victim for nothing.
        if techniques.fp_on && !gives_check && !node.in_check && reduced <= params::fpc_depth() {
            let victim = board.piece_at(mv.to()).map_or(0, |piece| see_value(piece.kind()));
            let margin = params::fpc_margin_at(reduced, history) + victim;
            if self.stack[node.ply].eval + margin <= node.window.alpha {
                return true;
            }
        }
        techniques.see_on
            && !(gives_check && is_won_window(node.window, techniques))
            && !board.see_ge(mv, params::see_capture_threshold(node.depth, history))
    }

    /// Whether a quiet move that gives no check is left out, at the depth left after its
    /// reduction.
    #[inline]
    fn skips_quiet(
        &self,
        node: &Node,
        candidate: &Candidate,
        reduced: Depth,
        context: &Context,
    ) -> bool {
        let mv = candidate.mv;
        let (techniques, board) = (&self.shared.settings.techniques, self.game.board());
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
            && self.stack[node.ply].eval + params::fp_margin_at(reduced) <= node.window.alpha
        {
            return true;
        }
        techniques.see_on && !board.see_ge(mv, params::see_quiet_threshold(reduced))
    }
}
