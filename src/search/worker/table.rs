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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::techniques::Techniques;
    use crate::search::worker::node::{NonPv, Pv};
    use crate::search::worker::testing::{ROOK, entry, mv, node, worker};

    #[test]
    fn bounds_from_deep_searches_cut_outside_the_principal_variation() {
        use Bound::{Exact, Lower, Upper};
        let exact = worker(ROOK, Techniques { tt_on: true, ..Techniques::NONE });
        let deeper = worker(ROOK, Techniques::ALL);
        let near = worker(&format!("{ROOK} - - 110 60"), Techniques::ALL);
        let far = worker(&format!("{ROOK} - - 109 60"), Techniques::ALL);
        let window = Window::new(Score::ZERO, Score::new(1));
        for (at, depth, bound, score, cuts) in [
            (&deeper, 5, Lower, 1, true),
            (&deeper, 5, Lower, 0, false),
            (&deeper, 5, Upper, 0, true),
            (&deeper, 5, Upper, 1, false),
            (&deeper, 5, Exact, 1, true),
            (&deeper, 4, Exact, 1, false),
            (&deeper, 6, Exact, 1, true),
            (&exact, 6, Exact, 1, false),
            (&exact, 5, Exact, 1, true),
            (&near, 5, Exact, 1, false),
            (&far, 5, Exact, 1, true),
        ] {
            let entry = entry(depth, bound, score);
            assert_eq!(at.is_table_cut::<NonPv>(&entry, 5, window), cuts, "{entry:?}");
            assert!(!at.is_table_cut::<Pv>(&entry, 5, window), "{entry:?}");
        }
    }

    #[test]
    fn what_a_node_stores_is_found_again_if_the_table_is_on() {
        for (techniques, is_found) in [(Techniques::ALL, true), (Techniques::NONE, false)] {
            let worker = worker(ROOK, techniques);
            let node = Node { tt_pv: true, raw: Some(Score::new(33)), ..node(5) };
            worker.store(&node, Some(mv("a1a6")), Score::new(44), 7, Some(Bound::Lower));
            let expected = TableEntry {
                mv: Some(mv("a1a6")),
                eval: Some(Score::new(33)),
                tt_pv: true,
                ..entry(7, Bound::Lower, 44)
            };
            let found = worker.look_up(node.key, node.ply);
            assert_eq!(found, is_found.then_some(expected));
        }
    }
}
