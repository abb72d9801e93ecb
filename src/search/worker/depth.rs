//! How deep a move is searched: extensions (step 6b of `docs/authors/search.md`), reductions,
//! and the searches that follow when a reduced one fails high (step 6c).

use crate::search::history::Context;
use crate::search::params;
use crate::search::worker::moves::Candidate;
use crate::search::worker::node::{Node, NodeKind, NonPv, Pv};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Move, Ply, Score, Window};

impl Worker {
    /// Step 6b: singular extensions, and those of checks and forced replies.
    pub(super) fn extend<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        window: Window,
        excluded: Option<Move>,
    ) -> Result<Extension, Stopped> {
        let Candidate { mv, number, gives_check, .. } = *candidate;
        let techniques = self.shared.settings.techniques;
        let Node { depth, ply, in_check, .. } = *node;
        if N::ROOT || ply >= 2 * self.root_depth.max(1) as usize {
            return Ok(Extension::Plies(0));
        }
        let is_won = self.looks_for_mate(window.alpha);
        let may_be_singular = techniques.se_on
            && !is_won
            && excluded.is_none()
            && depth >= params::se_depth()
            && Some(mv) == node.tt_move;
        if may_be_singular
            && let Some(entry) = node.entry
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.depth >= depth - params::se_tt_slack()
            && !entry.score.is_decisive()
        {
            return self.singular::<N>(node, mv, entry.score, window.beta);
        }
        let checks = techniques.ce_on
            && gives_check
            && (is_won || depth >= params::ce_depth() && self.game.board().see_ge(mv, 0));
        // A mating line costs no depth where the defender has no choice.
        let is_forced = number == 1
            && in_check
            && self.fears_mate(window.beta)
            && self.game.board().count_legal() == 1;
        Ok(Extension::Plies(i32::from(checks) + i32::from(is_forced)))
    }

    /// Whether the table's move, of this score there, is better than all others by a margin:
    /// then it is extended; else the node may be cut, or the move searched less deep.
    fn singular<N: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
        table_score: Score,
        beta: Score,
    ) -> Result<Extension, Stopped> {
        let Node { depth, ply, cut_node, .. } = *node;
        let target = table_score - params::se_margin_at(depth);
        self.stack[ply].excluded = Some(mv);
        let without = params::se_search_depth(depth);
        let result = self.pvs::<NonPv>(without, Window::below(target), ply, cut_node);
        self.stack[ply].excluded = None;
        let score = result?;
        let plies = if score < target {
            let quiet = if node.tt_capture { 0 } else { params::se_double_quiet() };
            let pv = if N::PV { params::se_double_pv() } else { 0 };
            let correction = params::se_double_correction_of(node.correction);
            let double = target - (params::se_double_margin() - quiet - correction + pv);
            let may_double = self.stack.back(ply, 1).double_extensions < params::se_double_max();
            let is_double = may_double && score < double;
            let is_triple = is_double && score < double - params::se_triple_margin();
            1 + i32::from(is_double) + i32::from(is_triple)
        } else if score >= beta && !score.is_decisive() {
            // Multi-cut: even without it the node fails high.
            return Ok(Extension::Cut(score));
        } else if table_score >= beta {
            -params::se_negative()
        } else {
            0
        };
        Ok(Extension::Plies(plies))
    }

    /// Step 6c: by how much less deep a late move is searched first, 1/1024 ply.
    #[inline]
    pub(super) fn reduction<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        so_far: &SoFar,
        context: &Context,
    ) -> i32 {
        let Candidate { mv, number, is_quiet, gives_check, by_number } = *candidate;
        let SoFar { is_special, window, .. } = *so_far;
        let is_on = self.shared.settings.techniques.lmr_on;
        self.stack[node.ply].move_history = 0;
        if number == 1 || !is_on || node.depth < params::lmr_depth() {
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
        let is_deep = node.was_pv && node.entry.is_some_and(|entry| entry.depth >= node.depth);
        let width = (window.beta - window.alpha).min(self.root_width);
        let children_cut = self.stack[node.ply + 1].cutoffs > params::lmr_cutoff_count();
        let correction = node.correction.min(params::lmr_correction_max());
        let is_won = self.looks_for_mate(window.alpha);
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
            - on(node.was_pv, params::lmr_was_pv())
            - on(gives_check, params::lmr_check())
            - on(is_special, params::lmr_killer())
            - history
    }

    /// Step 6c: a reduced scout, a full scout if it fails high, and the open
    /// window if that says "better, and not yet too good".
    pub(super) fn scout_then_open<N: NodeKind>(
        &mut self,
        node: &Node,
        window: Window,
        new_depth: Depth,
        reduction: i32,
        best: Score,
    ) -> Result<Searched, Stopped> {
        let ply = node.ply;
        let scout = -window.scout();
        let reduced =
            (new_depth - (reduction / params::ONE_PLY).max(0)).clamp(1.min(new_depth), new_depth);
        self.stack[ply].reduction = new_depth - reduced;
        let mut score = -self.pvs::<NonPv>(reduced, scout, ply + 1, true)?;
        self.stack[ply].reduction = 0;
        let was_reduced = score > window.alpha && reduced < new_depth;
        if was_reduced {
            let deeper =
                i32::from(score > window.alpha + params::lmr_deeper() && reduced + 1 < new_depth);
            let shallower =
                i32::from(score - best < params::lmr_shallower() && reduced + 1 < new_depth);
            score = -self.pvs::<NonPv>(
                new_depth + deeper - shallower,
                scout,
                ply + 1,
                !node.cut_node,
            )?;
        }
        if N::PV && score > window.alpha && (N::ROOT || score < window.beta) {
            score = -self.pvs::<Pv>(new_depth, -window, ply + 1, false)?;
        }
        Ok(Searched { score, was_reduced })
    }

    /// A child searched with the node's own window.
    pub(super) fn child<N: NodeKind>(
        &mut self,
        depth: Depth,
        window: Window,
        ply: Ply,
        cut_node: bool,
    ) -> Result<Searched, Stopped> {
        let score = if N::PV {
            self.pvs::<Pv>(depth, -window, ply + 1, false)?
        } else {
            self.pvs::<NonPv>(depth, -window, ply + 1, !cut_node)?
        };
        Ok(Searched { score: -score, was_reduced: false })
    }
}

/// What the node has seen before a move.
pub(super) struct SoFar {
    /// Whether the move is a killer or the counter move.
    pub(super) is_special: bool,
    /// The window as the moves before have left it.
    pub(super) window: Window,
    /// The best score.
    pub(super) best: Score,
}

/// What the search of a move gave.
pub(super) struct Searched {
    pub(super) score: Score,
    /// Whether a reduced search failed high, so that a deeper one followed.
    pub(super) was_reduced: bool,
}

/// The outcome of step 6b.
pub(super) enum Extension {
    /// Search this many plies more (or less).
    Plies(Depth),
    /// No need to search: the node fails high anyway.
    Cut(Score),
}
