//! What distinguishes nodes: their kind, and what a node knows of itself before it
//! tries moves (step 4 of `docs/search.md`).

use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::types::{Depth, Move, Ply, Score};

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

/// What a node knows about itself before it tries moves.
pub(super) struct Node {
    pub(super) depth: Depth,
    pub(super) ply: Ply,
    pub(super) in_check: bool,
    pub(super) improving: bool,
    pub(super) cut_node: bool,
    pub(super) was_pv: bool,
    /// The best guess at the score: the table's, or the static evaluation.
    pub(super) eval: Score,
    pub(super) entry: Option<TableEntry>,
    pub(super) tt_move: Option<Move>,
    pub(super) tt_capture: bool,
}

impl Worker {
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
        Node {
            depth,
            ply,
            in_check: board.in_check(),
            improving: false,
            cut_node,
            was_pv: N::PV || excluded.is_none() && entry.is_some_and(|entry| entry.was_pv),
            eval: self.stack[ply].eval,
            entry,
            tt_move,
            tt_capture: tt_move.is_some_and(|mv| board.piece_at(mv.to()).is_some()),
        }
    }

    /// Evaluates a node that is not in check; returns the raw evaluation.
    pub(super) fn evaluate_node(&mut self, node: &mut Node, entry: Option<TableEntry>) -> Score {
        let ply = node.ply;
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval());
        let eval = self.corrected(raw, ply);
        self.stack[ply].eval = eval;
        node.improving = eval > self.stack.back(ply, 2).eval;
        node.eval = match entry {
            Some(entry) if self.shared.settings.techniques.tt_deeper_on && entry.improves(eval) => {
                entry.score
            }
            _ => eval,
        };
        raw
    }
}
