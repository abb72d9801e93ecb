//! The node: principal variation search, fail-soft.
//!
//! The first move of a node is searched with its window, the others with a null
//! window that only asks whether they are better; one that is gets searched
//! again with the open window. The second search may disagree with the first
//! (search instability: the table has learned meanwhile); its result is taken
//! as it is, inside or outside the window, so no unproved score is ever kept.
//! The numbers of the steps are the headings of `docs/authors/search.md`.

use std::ops::ControlFlow;

use crate::search::params;
use crate::search::tt::TableEntry;
use crate::search::worker::node::{Node, NodeKind};
use crate::search::worker::quiescence::QS_CHECKS;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Depth, MAX_PLY, Ply, Score, Window};

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
        let techniques = self.shared.settings.techniques;
        if depth <= 0 && techniques.quiescence_on {
            return self.quiescence::<N>(QS_CHECKS, window, ply);
        }

        // 1. Count the node.
        self.enter_node(ply)?;
        if N::PV {
            self.pv[ply].clear();
        }
        let in_check = self.game.board().in_check();

        // 2. Rules, and the longest line.
        let provisional = match self.settle::<N>(depth, &mut window, ply, in_check) {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(provisional) => provisional,
        };

        // 3. The table.
        let excluded = self.stack[ply].excluded;
        let key = self.game.search_key(&self.shared.settings.rules);
        let is_asked = techniques.tt_on && excluded.is_none();
        let entry = if is_asked { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && self.is_table_cut::<N>(&entry, depth, window)
        {
            self.reward_table_cut(&entry, window, depth, ply);
            return Ok(entry.score);
        }

        // What is tried first is loaded from memory while this node is evaluated.
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch(mv);
        }
        if !N::PV && !in_check && depth >= params::nmp_depth() {
            self.shared.table.prefetch(self.game.board().key_after_null());
        }

        // 4. Static evaluation.
        let mut node = self.describe::<N>(depth, ply, cut_node, entry, excluded);
        if in_check {
            self.stack[ply].eval = self.stack.back(ply, 2).eval;
        } else if excluded.is_none() {
            self.evaluate_node(&mut node, key);
        }
        self.record_node(&node);
        if !N::ROOT && excluded.is_none() {
            node.depth += self.hindsight(&node);
        }

        // 5. Pruning of the whole node.
        if !N::PV && excluded.is_none() {
            if let Some(score) = self.table_probcut(&node, window.beta) {
                return Ok(score);
            }
            if !in_check && let Some(score) = self.prune_node(&node, window)? {
                return Ok(score);
            }
        }
        if excluded.is_none() && self.lacks_a_move::<N>(&node) {
            node.depth -= params::iir_pv();
            if node.depth <= 0 {
                return self.quiescence::<N>(QS_CHECKS, window, ply);
            }
        }

        // 6. The moves.
        self.search_moves::<N>(node, window, excluded, key, provisional)
    }

    /// Step 2: the score of a node that needs no search, by the rules, at the longest
    /// line or by mate-distance pruning; else whether its score will be provisional.
    #[inline]
    fn settle<N: NodeKind>(
        &mut self,
        depth: Depth,
        window: &mut Window,
        ply: Ply,
        in_check: bool,
    ) -> ControlFlow<Score, bool> {
        if N::ROOT {
            return ControlFlow::Continue(false);
        }
        let (verdict, provisional) = self.rule_score(window, ply);
        if let Some(score) = verdict {
            return ControlFlow::Break(score);
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            let is_check = depth > 0 && in_check;
            return ControlFlow::Break(if is_check { Score::ZERO } else { self.raw_eval() });
        }
        // Mate-distance pruning: a shorter mate has been found elsewhere.
        if self.shared.settings.techniques.mdp_on {
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply + 1));
            if window.is_empty() {
                return ControlFlow::Break(window.alpha);
            }
        }
        ControlFlow::Continue(provisional)
    }

    /// Step 3: whether what the table knows ends the node.
    #[inline]
    fn is_table_cut<N: NodeKind>(&self, entry: &TableEntry, depth: Depth, window: Window) -> bool {
        let settings = &self.shared.settings;
        !N::PV
            && (entry.depth == depth || settings.techniques.tt_deeper_on && entry.depth > depth)
            && !settings.rules.is_near_limit(self.game.quiet_plies())
            && entry.cuts(window)
    }

    /// Writes on the stack what the descendants of a node ask for.
    fn record_node(&mut self, node: &Node) {
        let ply = node.ply;
        let double_extensions = self.stack.back(ply, 1).double_extensions;
        let entry = &mut self.stack[ply];
        entry.in_check = node.in_check;
        entry.improving = node.improving;
        entry.was_pv = node.was_pv;
        entry.double_extensions = double_extensions;
        let next = &mut self.stack[ply + 1];
        next.killers = [None; 2];
        next.cutoffs = 0;
    }

    /// Internal iterative reduction: whether a node on the principal variation is searched
    /// less deep because the table knows no move of it.
    fn lacks_a_move<N: NodeKind>(&self, node: &Node) -> bool {
        N::PV
            && self.shared.settings.techniques.iir_on
            && node.tt_move.is_none()
            && node.depth >= params::iir_depth()
    }
}
