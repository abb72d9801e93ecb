//! What distinguishes nodes: their kind, and what a node knows of itself before it
//! tries moves (step 4 of `docs/authors/search.md`).

use crate::board::Key;
use crate::search::params;
use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::types::{Bound, Depth, Move, Ply, Score};

/// Where a node stands: fixes at compile time what the root and the principal
/// variation do differently.
pub trait NodeKind {
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What the best score of a node says of the true one. Without an open window no
/// score is exact.
pub(super) fn bound_of<N: NodeKind>(best: Score, old_alpha: Score, beta: Score) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if N::PV && best > old_alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// What a node knows about itself before it tries moves.
pub(super) struct Node {
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    pub(super) in_check: bool,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// Whether a fail-high is expected.
    pub(super) cut_node: bool,
    /// Whether the position stands or has stood on a principal variation.
    pub(super) was_pv: bool,
    /// The best guess at the score: the table's, or the static evaluation.
    pub(super) eval: Score,
    /// The static evaluation before corrections, if it is known.
    pub(super) raw: Option<Score>,
    /// By how much the corrections changed it, either way.
    pub(super) correction: i32,
    pub(super) entry: Option<TableEntry>,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_capture: bool,
}

impl Worker {
    /// Whether the side to move is as good as won and looks for a mate. Evaluations say
    /// nothing of mates, so cuts by them would hide one behind a quiet move or a sacrifice.
    pub(super) fn looks_for_mate(&self, alpha: Score) -> bool {
        alpha.units() >= params::decided_score() && self.shared.settings.techniques.decided_on
    }

    /// Whether the side to move is as good as lost, so that the opponent looks for a mate.
    pub(super) fn fears_mate(&self, beta: Score) -> bool {
        beta.units() <= -params::decided_score() && self.shared.settings.techniques.decided_on
    }

    /// Step 4: what is known of the node before any move.
    pub(super) fn describe<N: NodeKind>(
        &self,
        depth: Depth,
        ply: Ply,
        cut_node: bool,
        entry: Option<TableEntry>,
        excluded: Option<Move>,
    ) -> Node {
        let board = self.game.board();
        let tt_move = if N::ROOT {
            self.shared.settings.techniques.tt_on.then(|| self.root.current().mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        // A search without the table's move is one of the same node.
        let stacked = self.stack[ply];
        let was_pv = match excluded {
            Some(_) => stacked.was_pv,
            None => N::PV || entry.is_some_and(|entry| entry.was_pv),
        };
        Node {
            depth,
            ply,
            in_check: board.in_check(),
            improving: excluded.is_some() && stacked.improving,
            cut_node,
            was_pv,
            eval: stacked.eval,
            raw: None,
            correction: 0,
            entry,
            tt_move,
            tt_capture: tt_move.is_some_and(|mv| board.piece_at(mv.to()).is_some()),
        }
    }

    /// Step 4: evaluates a node that is not in check.
    pub(super) fn evaluate_node(&mut self, node: &mut Node, key: Key) {
        let Node { ply, entry, .. } = *node;
        let techniques = self.shared.settings.techniques;
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval());
        let eval = self.corrected(raw, ply);
        if entry.is_none() && techniques.tt_on {
            let known = TableEntry {
                mv: None,
                score: Score::ZERO,
                eval: Some(raw),
                depth: params::EVAL_ONLY,
                bound: None,
                was_pv: node.was_pv,
            };
            self.shared.table.store(key, ply, known);
        }
        node.raw = Some(raw);
        node.correction = (eval - raw).abs();
        self.stack[ply].eval = eval;
        self.learn_from_eval(ply);
        node.improving = eval > self.stack.back(ply, 2).eval;
        node.eval = match entry {
            Some(entry) if techniques.tt_deeper_on && entry.improves(eval) => entry.score,
            _ => eval,
        };
    }

    /// Step 4: whether the evaluations before and after the last move say that its
    /// reduction was too large or too small; the depth then follows.
    pub(super) fn hindsight(&self, node: &Node) -> Depth {
        let before = self.stack.back(node.ply, 1);
        if node.in_check || before.in_check || !self.shared.settings.techniques.lmr_on {
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
}
