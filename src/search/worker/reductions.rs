//! By how much less deep a node (hindsight in step 4, step 6) and its late moves (step 7c)
//! are searched.

use crate::search::history::Context;
use crate::search::params;
use crate::search::worker::Worker;
use crate::search::worker::node::{Candidate, Node, NodeKind, is_lost_window, is_won_window};
use crate::types::Depth;

/// From this depth on nodes of the losing side without a move from the table are reduced.
const LOST_DEPTH: Depth = 4;

impl Worker {
    /// Hindsight: whether the evaluations before and after the last move say that its
    /// reduction was too large or too small; the depth of the node then follows.
    pub(super) fn hindsight<N: NodeKind>(&self, node: &Node) -> Depth {
        let before = self.stack.back(node.ply, 1);
        let is_on = self.shared.settings.techniques.lmr_on;
        if N::ROOT || node.excluded.is_some() || node.in_check || before.in_check || !is_on {
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

    /// Internal iterative reduction: by how much less deep a node on the principal variation,
    /// or of the losing side in a decided game, is searched because the table knows no move of it.
    pub(super) fn internal_iterative_reduction<N: NodeKind>(&self, node: &Node) -> Depth {
        let techniques = &self.shared.settings.techniques;
        let is_unknown = node.excluded.is_none() && node.tt_move.is_none();
        if !techniques.iir_on || !is_unknown {
            0
        } else if N::PV && node.depth >= params::iir_depth() {
            params::iir_pv()
        } else {
            Depth::from(node.depth >= LOST_DEPTH && is_lost_window(node.window, techniques))
        }
    }

    /// By how much less deep a late move is searched first, 1/1024 ply.
    #[inline]
    pub(super) fn late_move_reduction<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        context: &Context,
    ) -> i32 {
        let Candidate { mv, number, is_quiet, gives_check, by_number, is_killer } = *candidate;
        let techniques = &self.shared.settings.techniques;
        self.stack[node.ply].move_history = 0;
        if number == 1 || !techniques.lmr_on || node.depth < params::lmr_depth() {
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
        let is_deep = node.tt_pv && node.entry.is_some_and(|entry| entry.depth >= node.depth);
        let width = (node.window.beta - node.window.alpha).min(self.root_width);
        let children_cut = self.stack[node.ply + 1].cutoffs > params::lmr_cutoff_count();
        let correction = node.correction.min(params::lmr_correction_max());
        let is_won = is_won_window(node.window, techniques);
        let on = |condition: bool, amount: i32| if condition { amount } else { 0 };
        by_number
            + on(node.cut_node, params::lmr_cut())
            + on(!node.improving, params::lmr_improving())
            + on(node.tt_capture && is_quiet, params::lmr_tt_capture())
            + on(children_cut, params::lmr_cutoffs())
            + on(node.cut_node && node.tt_move.is_none(), params::lmr_cut_unknown())
            + on(is_won, params::lmr_won())
            + on(is_won && !gives_check, params::lmr_won_no_check())
            - on(is_deep, params::lmr_tt_pv_deep())
            - params::lmr_window() * width / self.root_width.max(1)
            - correction * params::lmr_correction()
            - on(N::PV, params::lmr_pv())
            - on(node.tt_pv, params::lmr_tt_pv())
            - on(gives_check, params::lmr_check())
            - on(is_killer, params::lmr_killer())
            - history
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::techniques::Techniques;
    use crate::search::worker::node::{NonPv, Pv, Root};
    use crate::search::worker::testing::{GUARDED, ROOK, capture, entry, mv, node, quiet, worker};
    use crate::types::{Bound, Score, Window};

    const ON: Techniques = Techniques { lmr_on: true, decided_on: true, ..Techniques::NONE };

    #[test]
    fn a_large_reduction_is_made_good_or_confirmed_by_the_evaluation() {
        let (large, small) = (params::hindsight_deeper(), params::hindsight_shallower());
        let much = params::hindsight_margin() + 1;
        for (name, reduction, evals, depth, expected) in [
            ("no better", large, (20, -20), 5, 1),
            ("hardly better", large, (20, -19), 5, 0),
            ("small reduction", large - 1, (20, -20), 5, 0),
            ("much better", small, (much, 0), 5, -1),
            ("not so much", small, (much - 1, 0), 5, 0),
            ("no reduction", small - 1, (much, 0), 5, 0),
            ("two plies", small, (much, 0), 2, -1),
            ("the last ply", small, (much, 0), 1, 0),
        ] {
            let mut worker = worker(ROOK, ON);
            worker.stack[1].reduction = reduction;
            worker.stack[1].eval = Score::new(evals.1);
            worker.stack[2].eval = Score::new(evals.0);
            let at = |worker: &Worker, node| worker.hindsight::<NonPv>(&node);
            assert_eq!(at(&worker, node(depth)), expected, "{name}");
            assert_eq!(worker.hindsight::<Pv>(&node(depth)), expected, "{name}");
            assert_eq!(worker.hindsight::<Root>(&node(depth)), 0, "{name}, root");
            assert_eq!(at(&worker, Node { in_check: true, ..node(depth) }), 0, "{name}");
            let excluded = Some(mv("a1a2"));
            assert_eq!(at(&worker, Node { excluded, ..node(depth) }), 0, "{name}, singular");
            worker.stack[1].in_check = true;
            assert_eq!(at(&worker, node(depth)), 0, "{name}, after a check");
        }
    }

    #[test]
    fn a_node_of_the_principal_variation_without_a_move_is_searched_less_deep() {
        let on = Techniques { iir_on: true, ..Techniques::NONE };
        let least = params::iir_depth();
        let excluded = Some(mv("a1a2"));
        for (name, techniques, node, expected) in [
            ("no move", on, node(least), params::iir_pv()),
            ("shallow", on, node(least - 1), 0),
            ("a move", on, Node { tt_move: Some(mv("a1a2")), ..node(least) }, 0),
            ("singular search", on, Node { excluded, ..node(least) }, 0),
            ("off", Techniques::NONE, node(least), 0),
        ] {
            let worker = worker(ROOK, techniques);
            assert_eq!(worker.internal_iterative_reduction::<Pv>(&node), expected, "{name}");
            assert_eq!(worker.internal_iterative_reduction::<NonPv>(&node), 0, "{name}");
        }
    }

    #[test]
    fn a_node_of_the_losing_side_without_a_move_is_searched_less_deep() {
        let on = Techniques { iir_on: true, decided_on: true, ..Techniques::NONE };
        let lost = |depth| {
            let window = Window::below(Score::new(-params::decided_score()));
            Node { window, ..node(depth) }
        };
        let known = || Node { tt_move: Some(mv("a1a2")), ..lost(LOST_DEPTH) };
        let off = Techniques { decided_on: false, ..on };
        for (name, techniques, node, expected) in [
            ("lost", on, lost(LOST_DEPTH), 1),
            ("shallow", on, lost(LOST_DEPTH - 1), 0),
            ("a move", on, known(), 0),
            ("not lost", on, node(LOST_DEPTH), 0),
            ("off", off, lost(LOST_DEPTH), 0),
        ] {
            let worker = worker(ROOK, techniques);
            assert_eq!(worker.internal_iterative_reduction::<NonPv>(&node), expected, "{name}");
        }
    }

    /// A late move that is reduced by its number alone.
    fn late() -> (Node, Candidate) {
        let candidate = Candidate { number: 9, by_number: 3000, ..quiet("a1a2") };
        (Node { improving: true, ..node(6) }, candidate)
    }

    /// The reduction of a move in a thread whose root has a window so wide that one of a unit
    /// does not count.
    fn reduction<N: NodeKind>(worker: &mut Worker, node: &Node, candidate: &Candidate) -> i32 {
        worker.root_width = 10_000;
        worker.late_move_reduction::<N>(node, candidate, &worker.context(2))
    }

    #[test]
    fn each_fact_has_its_share_in_the_reduction() {
        type Change = fn(&mut Worker, &mut Node, &mut Candidate);
        let won = params::lmr_won();
        let rows: [(&str, i32, Change); 19] = [
            ("the number alone", 0, |_, _, _| {}),
            ("cut node", params::lmr_cut() + params::lmr_cut_unknown(), |_, node, _| {
                node.cut_node = true;
            }),
            ("cut node with a move", params::lmr_cut(), |_, node, _| {
                (node.cut_node, node.tt_move) = (true, Some(mv("a1a6")));
            }),
            ("not improving", params::lmr_improving(), |_, node, _| node.improving = false),
            ("table's capture", params::lmr_tt_capture(), |_, node, _| node.tt_capture = true),
            ("children cut", params::lmr_cutoffs(), |worker, _, _| {
                worker.stack[3].cutoffs = params::lmr_cutoff_count() + 1;
            }),
            ("few children cut", 0, |worker, _, _| {
                worker.stack[3].cutoffs = params::lmr_cutoff_count();
            }),
            ("won", won + params::lmr_won_no_check(), |_, node, _| {
                node.window = Window::below(Score::new(params::decided_score() + 1));
            }),
            ("won, a check", won - params::lmr_check(), |_, node, candidate| {
                node.window = Window::below(Score::new(params::decided_score() + 1));
                candidate.gives_check = true;
            }),
            ("a check", -params::lmr_check(), |_, _, candidate| candidate.gives_check = true),
            ("a killer", -params::lmr_killer(), |_, _, candidate| candidate.is_killer = true),
            ("once on a variation", -params::lmr_tt_pv(), |_, node, _| node.tt_pv = true),
            ("and deep", -params::lmr_tt_pv() - params::lmr_tt_pv_deep(), |_, node, _| {
                (node.tt_pv, node.entry) = (true, Some(entry(6, Bound::Upper, 0)));
            }),
            ("and not deep", -params::lmr_tt_pv(), |_, node, _| {
                (node.tt_pv, node.entry) = (true, Some(entry(5, Bound::Upper, 0)));
            }),
            ("deep alone", 0, |_, node, _| node.entry = Some(entry(6, Bound::Upper, 0))),
            ("corrected", -10 * params::lmr_correction(), |_, node, _| node.correction = 10),
            ("much", -params::lmr_correction_max() * params::lmr_correction(), |_, node, _| {
                node.correction = 9000;
            }),
            ("half as wide as the root", -params::lmr_window() / 2, |_, node, _| {
                node.window = Window::new(Score::ZERO, Score::new(5000));
            }),
            ("wider than the root", -params::lmr_window(), |_, node, _| {
                node.window = Window::new(Score::ZERO, Score::new(20_000));
            }),
        ];
        for (name, share, change) in rows {
            let mut worker = worker(ROOK, ON);
            let (mut node, mut candidate) = late();
            change(&mut worker, &mut node, &mut candidate);
            let reduced = reduction::<NonPv>(&mut worker, &node, &candidate);
            assert_eq!(reduced - candidate.by_number, share, "{name}");
            let on_pv = reduction::<Pv>(&mut worker, &node, &candidate);
            assert_eq!(reduced - on_pv, params::lmr_pv(), "{name}");
        }
    }

    #[test]
    fn some_moves_are_never_reduced() {
        let (base, candidate) = late();
        let first = Candidate { number: 1, ..late().1 };
        let shallow = Node { depth: params::lmr_depth() - 1, ..node(1) };
        for (name, techniques, node, candidate) in [
            ("the first", ON, &base, &first),
            ("of a shallow node", ON, &shallow, &candidate),
            ("off", Techniques::NONE, &base, &candidate),
        ] {
            let mut worker = worker(ROOK, techniques);
            worker.stack[2].move_history = 99;
            assert_eq!(reduction::<NonPv>(&mut worker, node, candidate), 0, "{name}");
            assert_eq!(worker.stack[2].move_history, 0, "{name}");
        }
        let shallowest = Node { improving: true, ..node(params::lmr_depth()) };
        let reduced = reduction::<NonPv>(&mut worker(ROOK, ON), &shallowest, &candidate);
        assert_eq!(reduced, candidate.by_number);
    }

    #[test]
    fn histories_change_the_reduction() {
        for bonus in [-2000, 2000] {
            let mut worker = worker(GUARDED, ON);
            let (base, late) = late();
            let context = worker.context(2);
            let board = worker.game.board().clone();
            let rook = board.piece_at(mv("a1a2").from()).unwrap();
            worker.histories.update_quiet(rook, mv("a1a2"), &context, bonus);
            worker.histories.update_capture(&board, mv("a1a6"), bonus);
            let history = worker.histories.for_reductions(&board, mv("a1a2"), &context);
            let reduced = reduction::<NonPv>(&mut worker, &base, &late);
            assert_eq!(reduced, late.by_number - history * 1024 / params::lmr_history());
            assert_eq!(worker.stack[2].move_history, history, "for the reply's node");
            assert!((history > 0) == (bonus > 0) && history.abs() > 100, "{history}");

            let taking = Candidate { number: 9, by_number: 3000, ..capture("a1a6") };
            let history = worker.histories.capture(&board, mv("a1a6"));
            let share = params::lmr_capture() + history * params::lmr_capture_history() / 16;
            // That the table's move is a capture says nothing about a capture.
            for tt_capture in [false, true] {
                let node = Node { tt_capture, improving: true, ..node(6) };
                let reduced = reduction::<NonPv>(&mut worker, &node, &taking);
                assert_eq!(reduced, taking.by_number - share, "{history}");
                assert_eq!(worker.stack[2].move_history, 0, "of quiet moves only");
            }
        }
    }
}
