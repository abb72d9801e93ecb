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
        let last_two = self.last_two(ply);
        let corrections = self.histories.correction.correction(self.game.board(), last_two);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::techniques::Techniques;
    use crate::search::worker::node::{NonPv, Pv, Root};
    use crate::search::worker::testing::{ONE_REPLY, ROOK, entry, mv, node, worker};
    use crate::types::Bound;

    /// The table's entry of a position that is worth 100 there by its evaluation.
    fn known(bound: Bound, score: i32) -> Option<TableEntry> {
        Some(TableEntry { eval: Some(Score::new(100)), ..entry(3, bound, score) })
    }

    #[test]
    fn the_tables_score_replaces_an_evaluation_of_which_it_says_more() {
        let exact = Techniques { tt_on: true, ..Techniques::NONE };
        for (techniques, bound, score, eval) in [
            (Techniques::ALL, Bound::Lower, 150, 150),
            (Techniques::ALL, Bound::Lower, 50, 100),
            (Techniques::ALL, Bound::Upper, 50, 50),
            (Techniques::ALL, Bound::Upper, 150, 100),
            (Techniques::ALL, Bound::Exact, 50, 50),
            (exact, Bound::Exact, 50, 100),
        ] {
            let mut worker = worker(ROOK, techniques);
            let mut node = Node { entry: known(bound, score), ..node(5) };
            worker.evaluate_node(&mut node);
            assert_eq!(node.eval.units(), eval, "{bound:?} {score}");
            assert_eq!(node.raw, Some(Score::new(100)));
            assert_eq!(worker.stack[2].eval, Score::new(100), "without the table's score");
        }
    }

    #[test]
    fn a_node_improves_on_the_evaluation_of_two_plies_ago() {
        for (before, improving) in [(99, true), (100, false), (101, false)] {
            let mut worker = worker(ROOK, Techniques::ALL);
            worker.stack[0].eval = Score::new(before);
            let mut node = Node { entry: known(Bound::Lower, -500), ..node(5) };
            worker.evaluate_node(&mut node);
            assert_eq!(node.improving, improving, "{before}");
            assert_eq!(worker.stack[2].improving, improving, "{before}");
        }
    }

    #[test]
    fn in_check_the_evaluation_is_that_of_two_plies_ago() {
        let mut worker = worker(ONE_REPLY, Techniques::ALL);
        worker.stack[0].eval = Score::new(77);
        let mut node = Node { in_check: true, raw: None, entry: known(Bound::Exact, 5), ..node(5) };
        worker.evaluate_node(&mut node);
        assert_eq!((worker.stack[2].eval, node.raw), (Score::new(77), None));
        assert!(worker.stack[2].in_check && !node.improving);
    }

    #[test]
    fn corrections_are_added_and_measured() {
        let mut worker = worker(ROOK, Techniques::ALL);
        let last_two = worker.last_two(2);
        for _ in 0..50 {
            worker.histories.correction.update(worker.game.board(), last_two, -60, 10);
        }
        let mut node = Node { entry: known(Bound::Upper, 500), ..node(5) };
        worker.evaluate_node(&mut node);
        let eval = worker.stack[2].eval;
        assert!(eval < Score::new(90), "{eval:?}");
        assert_eq!((node.correction, node.eval), (Score::new(100) - eval, eval));
        assert_eq!(node.raw, Some(Score::new(100)));
    }

    #[test]
    fn evaluations_shrink_towards_the_natural_limit() {
        for (quiet_plies, percent) in [(0, 0), (60, params::damping() / 2)] {
            let worker = worker(&format!("{ROOK} - - {quiet_plies} 60"), Techniques::ALL);
            assert_eq!(worker.corrected(Score::new(1000), 2).units(), 1000 - 10 * percent);
        }
        let without = worker(&format!("{ROOK} - - 60 60"), Techniques::NONE);
        assert_eq!(without.corrected(Score::new(1000), 2), Score::new(1000));
    }

    #[test]
    fn an_evaluation_that_the_table_does_not_know_is_stored() {
        let mut worker = worker(ROOK, Techniques::ALL);
        let mut node = Node { raw: None, tt_pv: true, ..node(5) };
        worker.evaluate_node(&mut node);
        let raw = worker.raw_eval();
        let entry = worker.look_up(node.key, 2).unwrap();
        assert_eq!((node.raw, entry.eval, entry.bound), (Some(raw), Some(raw), None));
        assert!(entry.tt_pv && entry.mv.is_none());
    }

    #[test]
    fn a_singular_search_is_one_of_the_same_node() {
        let mut worker = worker(ROOK, Techniques::ALL);
        worker.stack[2].excluded = Some(mv("a1a6"));
        worker.stack[2].eval = Score::new(55);
        for is in [false, true] {
            worker.stack[2].improving = is;
            worker.stack[2].tt_pv = is;
            let window = Window::below(Score::ZERO);
            let mut node = worker.describe::<NonPv>(5, window, 2, false, 1, None);
            worker.evaluate_node(&mut node);
            assert_eq!((node.improving, node.tt_pv), (is, is));
            assert_eq!((node.excluded, node.raw), (Some(mv("a1a6")), None));
            assert_eq!(worker.stack[2].eval, Score::new(55), "not evaluated again");
        }
    }

    #[test]
    fn a_node_knows_the_tables_move_and_whether_it_stood_on_a_principal_variation() {
        let worker = worker(ROOK, Techniques::ALL);
        let window = Window::below(Score::ZERO);
        for (text, tt_capture) in [("a1a6", true), ("a1a2", false)] {
            for tt_pv in [false, true] {
                let entry = TableEntry { mv: Some(mv(text)), tt_pv, ..entry(3, Bound::Lower, 0) };
                let node = worker.describe::<NonPv>(5, window, 2, true, 1, Some(entry));
                assert_eq!((node.tt_move, node.tt_capture), (Some(mv(text)), tt_capture));
                assert_eq!((node.tt_pv, node.cut_node), (tt_pv, true));
                assert!(worker.describe::<Pv>(5, window, 2, false, 1, Some(entry)).tt_pv);
            }
        }
        assert!(worker.describe::<Pv>(5, window, 2, false, 1, None).tt_pv);
        let root = worker.describe::<Root>(5, window, 0, false, 1, None);
        assert_eq!(root.tt_move, Some(worker.root.current().mv), "also if the table knows none");
    }
}
