//! Step 3: what the transposition table knows of a node, and what a node leaves there.

use crate::board::Key;
use crate::search::params;
use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::search::worker::node::{Node, NodeKind};
use crate::types::{Bound, Depth, Move, Ply, Score, Window};

impl Worker {
    /// What the table knows of a position.
    #[inline]
    pub(super) fn look_up(&self, key: Key, ply: Ply) -> Option<TableEntry> {
        if self.shared.settings.techniques.tt_on { self.shared.table.probe(key, ply) } else { None }
    }

    /// Whether what the table knows ends the node.
    #[inline]
    pub(super) fn is_table_cut<N: NodeKind>(
        &self,
        entry: &TableEntry,
        depth: Depth,
        window: Window,
    ) -> bool {
        let settings = &self.shared.settings;
        !N::PV
            && (entry.depth == depth || settings.techniques.tt_deeper_on && entry.depth > depth)
            && !settings.rules.is_near_limit(self.game.quiet_plies())
            && entry.cuts(window)
    }

    /// Prefetches the table's line of the position after a move, which will probably
    /// be looked up: the earlier it is asked for, the less the look-up waits.
    #[inline]
    pub(super) fn prefetch(&self, mv: Move) {
        self.shared.table.prefetch(self.game.board().key_after(mv));
    }

    /// What is tried first is loaded from memory while the node is evaluated.
    #[inline]
    pub(super) fn prefetch_first<N: NodeKind>(&self, entry: Option<TableEntry>, depth: Depth) {
        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch(mv);
        }
        let board = self.game.board();
        if !N::PV && depth >= params::nmp_depth() && !board.in_check() {
            self.shared.table.prefetch(board.key_after_null());
        }
    }

    /// Stores what a node has found; without a bound its evaluation alone.
    pub(super) fn store(
        &self,
        node: &Node,
        mv: Option<Move>,
        score: Score,
        depth: Depth,
        bound: Option<Bound>,
    ) {
        if self.shared.settings.techniques.tt_on {
            let Node { key, ply, raw: eval, tt_pv, .. } = *node;
            let entry = TableEntry { mv, score, eval, depth, bound, tt_pv };
            self.shared.table.store(key, ply, entry);
        }
    }
}
