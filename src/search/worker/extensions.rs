//! Step 7b: by how much deeper a move is searched than the others.

use std::ops::ControlFlow;

use crate::search::params;
use crate::search::worker::node::{
    Candidate, Node, NodeKind, NonPv, is_lost_window, is_won_window,
};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Score, Window};

impl Worker {
    /// The plies by which a move is searched deeper, or less deep, for being singular, a check
    /// or a forced reply; or the score with which the node fails high anyway.
    pub(super) fn extend<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<ControlFlow<Score, Depth>, Stopped> {
        if N::ROOT || node.ply >= 2 * self.root_depth.max(1) as usize {
            return Ok(ControlFlow::Continue(0));
        }
        if let Some(table_score) = self.score_to_verify(node, candidate) {
            return self.singular::<N>(node, candidate, table_score);
        }
        let techniques = &self.shared.settings.techniques;
        let Candidate { mv, number, gives_check, .. } = *candidate;
        let is_won = is_won_window(node.window, techniques);
        let checks = techniques.ce_on
            && gives_check
            && (is_won || node.depth >= params::ce_depth() && self.game.board().see_ge(mv, 0));
        // A mating line costs no depth where the defender has no choice.
        let is_forced = number == 1
            && node.in_check
            && is_lost_window(node.window, techniques)
            && self.game.board().count_legal() == 1;
        Ok(ControlFlow::Continue(i32::from(checks) + i32::from(is_forced)))
    }

    /// The table's score of a move that may be singular: the table's own, of which it knows
    /// enough.
    fn score_to_verify(&self, node: &Node, candidate: &Candidate) -> Option<Score> {
        let techniques = &self.shared.settings.techniques;
        let may_be_singular = techniques.se_on
            && !is_won_window(node.window, techniques)
            && node.excluded.is_none()
            && node.depth >= params::se_depth()
            && Some(candidate.mv) == node.tt_move;
        let entry = node.entry.filter(|_| may_be_singular)?;
        let is_known = matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.depth >= node.depth - params::se_tt_slack()
            && !entry.score.is_decisive();
        is_known.then_some(entry.score)
    }

    /// Whether the table's move, of this score there, is better than all others by a margin:
    /// then it is extended; else the node may be cut, or the move searched less deep.
    fn singular<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        table_score: Score,
    ) -> Result<ControlFlow<Score, Depth>, Stopped> {
        let Node { depth, ply, cut_node, .. } = *node;
        let target = table_score - params::se_margin_at(depth);
        self.stack[ply].excluded = Some(candidate.mv);
        let without = params::se_search_depth(depth);
        let result = self.pvs::<NonPv>(without, Window::below(target), ply, cut_node);
        self.stack[ply].excluded = None;
        let may_double = self.stack.back(ply, 1).double_extensions < params::se_double_max();
        Ok(singular_extension::<N>(node, table_score, result?, may_double))
    }
}

/// What the score of the search without the table's move says of that move.
fn singular_extension<N: NodeKind>(
    node: &Node,
    table_score: Score,
    score: Score,
    may_double: bool,
) -> ControlFlow<Score, Depth> {
    let target = table_score - params::se_margin_at(node.depth);
    let beta = node.window.beta;
    if score < target {
        let quiet = if node.tt_capture { 0 } else { params::se_double_quiet() };
        let pv = if N::PV { params::se_double_pv() } else { 0 };
        let correction = params::se_double_correction_of(node.correction);
        let double = target - (params::se_double_margin() - quiet - correction + pv);
        let is_double = may_double && score < double;
        let is_triple = is_double && score < double - params::se_triple_margin();
        ControlFlow::Continue(1 + i32::from(is_double) + i32::from(is_triple))
    } else if score >= beta && !score.is_decisive() {
        // Multi-cut: even without it the node fails high.
        ControlFlow::Break(score)
    } else if table_score >= beta {
        ControlFlow::Continue(-params::se_negative())
    } else {
        ControlFlow::Continue(0)
    }
}
