//! Step 4: the static evaluation of a node with its corrections, and what it says of the
//! node before any move.

use crate::board::Key;
use crate::search::history;
use crate::search::params;
use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::search::worker::node::{Node, NodeKind};
use crate::types::{Depth, Ply, Score, Window};

impl Worker {
    /// The static evaluation without corrections.
    #[inline]
    pub(super) fn raw_eval(&mut self) -> Score {
        self.eval.evaluate(self.game.board())
    }

    /// A static evaluation with what past errors teach.
    #[inline]
    pub(super) fn corrected(&self, raw: Score, ply: Ply) -> Score {
        if !self.shared.settings.techniques.correction_on {
            return raw;
        }
        let past = self.last_two(ply);
        let corrections = self.histories.correction.correction(self.game.board(), past);
        let weights = params::correction_weights();
        let score = history::corrected(raw, corrections, weights);
        // The nearer the natural limit, the likelier a draw.
        match self.shared.settings.rules.quiet_limit {
            Some(limit) => {
                let quiet_plies = self.game.quiet_plies().min(limit);
                Score::new(params::damped(score.units(), quiet_plies, limit))
            }
            None => score,
        }
    }

    /// What is known of a node before its evaluation.
    pub(super) fn describe<N: NodeKind>(
        &self,
        depth: Depth,
        window: Window,
        ply: Ply,
        cut_node: bool,
        key: Key,
        entry: Option<TableEntry>,
    ) -> Node {
        let board = self.game.board();
        let tt_move = if N::ROOT {
            self.shared.settings.techniques.tt_on.then(|| self.root.current().mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        // A search without the table's move is one of the same node.
        let stacked = &self.stack[ply];
        let is_same = stacked.excluded.is_some();
        Node {
            depth,
            ply,
            window,
            key,
            excluded: stacked.excluded,
            is_provisional: false,
            in_check: board.in_check(),
            improving: is_same && stacked.improving,
            cut_node,
            tt_pv: if is_same {
                stacked.tt_pv
            } else {
                N::PV || entry.is_some_and(|entry| entry.tt_pv)
            },
            eval: stacked.eval,
            raw: None,
            correction: 0,
            entry,
            tt_move,
            tt_capture: tt_move.is_some_and(|mv| board.piece_at(mv.to()).is_some()),
        }
    }

    /// Evaluates a node, and writes on the stack what its descendants ask for. In check there
    /// is nothing to evaluate; a singular search is one of a node that has been evaluated.
    pub(super) fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.stack[ply].eval = self.stack.back(ply, 2).eval;
        } else if node.excluded.is_none() {
            self.evaluate_quiet_node(node);
        }
        let double_extensions = self.stack.back(ply, 1).double_extensions;
        let entry = &mut self.stack[ply];
        entry.in_check = node.in_check;
        entry.improving = node.improving;
        entry.tt_pv = node.tt_pv;
        entry.double_extensions = double_extensions;
        let next = &mut self.stack[ply + 1];
        next.killers = [None; 2];
        next.cutoffs = 0;
    }

    /// Evaluates a node that is not in check.
    fn evaluate_quiet_node(&mut self, node: &mut Node) {
        let Node { ply, entry, .. } = *node;
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval());
        let eval = self.corrected(raw, ply);
        node.raw = Some(raw);
        node.correction = (eval - raw).abs();
        if entry.is_none() {
            self.store(node, None, Score::ZERO, params::EVAL_ONLY, None);
        }
        self.stack[ply].eval = eval;
        self.reward_by_eval(ply);
        node.improving = eval > self.stack.back(ply, 2).eval;
        node.eval = match entry {
            Some(entry) if self.shared.settings.techniques.tt_deeper_on && entry.improves(eval) => {
                entry.score
            }
            _ => eval,
        };
    }
}
