//! Step 7a: moves of a node that are left out.

use crate::board::see_value;
use crate::search::history::Context;
use crate::search::params;
use crate::search::worker::Worker;
use crate::search::worker::node::{Candidate, Node, is_won_window};
use crate::types::Depth;

impl Worker {
    /// Late-move pruning: whether enough moves were tried to leave out the remaining quiet ones.
    #[inline]
    pub(super) fn is_late(&self, node: &Node, count: usize) -> bool {
        self.shared.settings.techniques.lmp_on
            && !node.in_check
            && node.depth <= params::lmp_depth()
            && count > params::lmp_count(node.depth, node.improving)
    }

    /// Whether a move is left out: by futility, its history or its exchange.
    pub(super) fn skips(&self, node: &Node, candidate: &Candidate, context: &Context) -> bool {
        let reduced = (node.depth - candidate.by_number / params::ONE_PLY).max(0);
        if candidate.is_quiet && !candidate.gives_check {
            self.skips_quiet(node, candidate, reduced, context)
        } else {
            self.skips_noisy(node, candidate, reduced)
        }
    }

    /// Whether a capture or check is left out, at the depth left after its reduction.
    #[inline]
    fn skips_noisy(&self, node: &Node, candidate: &Candidate, reduced: Depth) -> bool {
        let Candidate { mv, is_quiet, gives_check, .. } = *candidate;
        let (techniques, board) = (&self.shared.settings.techniques, self.game.board());
        let history = if is_quiet { 0 } else { self.histories.capture(board, mv) };
        // A capture that cannot reach alpha even with its victim for nothing.
        if techniques.fp_on && !gives_check && !node.in_check && reduced <= params::fpc_depth() {
            let victim = board.piece_at(mv.to()).map_or(0, |piece| see_value(piece.kind()));
            let margin = params::fpc_margin_at(reduced, history) + victim;
            if self.stack[node.ply].eval + margin <= node.window.alpha {
                return true;
            }
        }
        techniques.see_on
            && !(gives_check && is_won_window(node.window, techniques))
            && !board.see_ge(mv, params::see_capture_threshold(node.depth, history))
    }

    /// Whether a quiet move that gives no check is left out, at the depth left after its
    /// reduction.
    #[inline]
    fn skips_quiet(
        &self,
        node: &Node,
        candidate: &Candidate,
        reduced: Depth,
        context: &Context,
    ) -> bool {
        let mv = candidate.mv;
        let (techniques, board) = (&self.shared.settings.techniques, self.game.board());
        let history = self.histories.for_pruning(board, mv, context);
        if techniques.hp_on
            && reduced <= params::hp_depth()
            && history < -params::hp_margin() * node.depth
        {
            return true;
        }
        let reduced = (reduced + params::prune_history_plies(history)).max(0);
        if techniques.fp_on
            && !node.in_check
            && reduced <= params::fp_depth()
            && self.stack[node.ply].eval + params::fp_margin_at(reduced) <= node.window.alpha
        {
            return true;
        }
        techniques.see_on && !board.see_ge(mv, params::see_quiet_threshold(reduced))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::Continuation;
    use crate::search::techniques::Techniques;
    use crate::search::worker::testing::{
        GUARDED, LOSING_CHECK, ROOK, capture, check, mv, node, quiet, worker,
    };
    use crate::types::{Score, Window};

    const FUTILITY: Techniques = Techniques { fp_on: true, ..Techniques::NONE };
    const EXCHANGE: Techniques = Techniques { see_on: true, decided_on: true, ..Techniques::NONE };
    const HISTORY: Techniques = Techniques { hp_on: true, ..Techniques::NONE };

    /// Whether a move of a position is left out where the static evaluation is this and alpha 0.
    fn skips(at: (&str, Techniques), node: &Node, candidate: &Candidate, eval: i32) -> bool {
        let mut worker = worker(at.0, at.1);
        worker.stack[2].eval = Score::new(eval);
        worker.skips(node, candidate, &worker.context(2))
    }

    #[test]
    fn late_quiet_moves_are_left_out() {
        let on = Techniques { lmp_on: true, ..Techniques::NONE };
        let all = |depth: Depth| (params::lmp_base() + depth * depth) as usize;
        let deepest = params::lmp_depth();
        let improving = Node { improving: true, ..node(4) };
        for (name, techniques, node, count, expected) in [
            ("half of them", on, node(4), all(4) / 2, false),
            ("one more", on, node(4), all(4) / 2 + 1, true),
            ("improving", on, improving, all(4), false),
            ("and one more", on, Node { improving: true, ..node(4) }, all(4) + 1, true),
            ("in check", on, Node { in_check: true, ..node(4) }, 100, false),
            ("deep", on, node(deepest), 100, true),
            ("too deep", on, node(deepest + 1), 100, false),
            ("off", Techniques::NONE, node(4), 100, false),
        ] {
            assert_eq!(worker(ROOK, techniques).is_late(&node, count), expected, "{name}");
        }
    }

    #[test]
    fn futility_leaves_out_quiet_moves_that_do_not_reach_alpha() {
        let margin = |depth: Depth| params::fp_base() + params::fp_margin() * depth;
        let deepest = params::fp_depth();
        let reduced = |plies| Candidate { by_number: plies * params::ONE_PLY, ..quiet("a1a2") };
        let (base, off) = (|| quiet("a1a2"), Techniques::NONE);
        for (name, techniques, node, candidate, eval, expected) in [
            ("at the margin", FUTILITY, node(4), base(), -margin(4), true),
            ("above", FUTILITY, node(4), base(), 1 - margin(4), false),
            ("reduced", FUTILITY, node(4), reduced(3), -margin(1), true),
            ("and above", FUTILITY, node(4), reduced(3), 1 - margin(1), false),
            ("reduced by more", FUTILITY, node(4), reduced(6), 1 - margin(0), false),
            ("deep", FUTILITY, node(deepest), base(), -9000, true),
            ("too deep", FUTILITY, node(deepest + 1), base(), -9000, false),
            ("deep but reduced", FUTILITY, node(deepest + 1), reduced(1), -9000, true),
            ("in check", FUTILITY, Node { in_check: true, ..node(4) }, base(), -9000, false),
            ("a check", FUTILITY, node(4), check("a1d1"), -9000, false),
            ("off", off, node(4), base(), -9000, false),
        ] {
            assert_eq!(skips((ROOK, techniques), &node, &candidate, eval), expected, "{name}");
        }
    }

    #[test]
    fn futility_leaves_out_captures_whose_victim_does_not_reach_alpha() {
        let pawn = 100;
        let margin = |depth: Depth| params::fpc_base() + params::fpc_margin() * depth + pawn;
        let deepest = params::fpc_depth();
        let base = || capture("a1a6");
        let gives_check = Candidate { gives_check: true, ..base() };
        for (name, techniques, node, candidate, eval, expected) in [
            ("at the margin", FUTILITY, node(4), base(), -margin(4), true),
            ("above", FUTILITY, node(4), base(), 1 - margin(4), false),
            ("deep", FUTILITY, node(deepest), base(), -9000, true),
            ("too deep", FUTILITY, node(deepest + 1), base(), -9000, false),
            ("in check", FUTILITY, Node { in_check: true, ..node(4) }, base(), -9000, false),
            ("a check", FUTILITY, node(4), gives_check, -9000, false),
            ("off", Techniques::NONE, node(4), base(), -9000, false),
        ] {
            assert_eq!(skips((ROOK, techniques), &node, &candidate, eval), expected, "{name}");
        }
    }

    #[test]
    fn moves_that_lose_too_much_in_the_exchange_are_left_out() {
        let by_square = |loss: i32| (1..).find(|d| params::see_quiet() * d * d >= loss).unwrap();
        let by_ply = |loss: i32| (1..).find(|d| params::see_capture() * d >= loss).unwrap();
        let (rook, exchange) = (950, 850);
        let reduced = Candidate { by_number: params::ONE_PLY, ..quiet("a1b1") };
        for (fen, candidate, deepest) in [
            (ROOK, quiet("a1a2"), 0),
            (ROOK, quiet("a1b1"), by_square(rook) - 1),
            (ROOK, reduced, by_square(rook)),
            (ROOK, capture("a1a6"), 0),
            (GUARDED, capture("a1a6"), by_ply(exchange) - 1),
            (LOSING_CHECK, check("a1d1"), by_ply(rook) - 1),
            (ROOK, check("a1d1"), 0),
        ] {
            for depth in 1..12 {
                let expected = depth <= deepest;
                let is = skips((fen, EXCHANGE), &node(depth), &candidate, 0);
                assert_eq!(is, expected, "{} at depth {depth}", candidate.mv);
                assert!(!skips((fen, Techniques::NONE), &node(depth), &candidate, 0));
            }
        }
        // Where a mate is looked for, a check may cost anything, a capture not.
        let alpha = Score::new(params::decided_score());
        let won = || Node { window: Window::new(alpha, alpha + 1), ..node(1) };
        assert!(!skips((LOSING_CHECK, EXCHANGE), &won(), &check("a1d1"), 0));
        assert!(skips((GUARDED, EXCHANGE), &won(), &capture("a1a6"), 0));
    }

    #[test]
    fn quiet_moves_with_a_bad_history_are_left_out() {
        let after = |piece: &str| {
            let board = worker(ROOK, HISTORY).game.board().clone();
            Continuation::new(board.piece_at(mv(piece).from()).unwrap(), mv(piece).to())
        };
        for (bonus, is_bad) in [(-3000, true), (3000, false)] {
            let mut worker = worker(ROOK, HISTORY);
            worker.stack[1].continuation = after("b9b8");
            worker.stack[0].continuation = after("a1a2");
            let context = worker.context(2);
            let rook = worker.game.board().piece_at(mv("a1a2").from()).unwrap();
            for _ in 0..200 {
                worker.histories.update_quiet(rook, mv("a1a2"), &context, bonus);
            }
            let history = worker.histories.for_pruning(worker.game.board(), mv("a1a2"), &context);
            let deepest = params::hp_depth();
            assert!((history < -params::hp_margin() * (deepest + 1)) == is_bad, "{history}");
            for (depth, plies) in [(1, 0), (deepest, 0), (deepest + 1, 0), (deepest + 1, 1)] {
                let candidate = Candidate { by_number: plies * params::ONE_PLY, ..quiet("a1a2") };
                let expected = is_bad && depth - plies <= deepest;
                assert_eq!(worker.skips(&node(depth), &candidate, &context), expected, "{depth}");
            }
            let beyond = history / -params::hp_margin() + 1;
            let candidate = Candidate { by_number: 100 * params::ONE_PLY, ..quiet("a1a2") };
            assert!(!worker.skips(&node(beyond.max(1)), &candidate, &context), "{beyond}");
            let other = quiet("a1a3");
            assert!(!worker.skips(&node(1), &other, &context), "another move");
        }
    }

    #[test]
    fn history_moves_the_depth_at_which_futility_counts() {
        let mut worker = worker(ROOK, FUTILITY);
        worker.stack[2].eval = Score::new(-params::fp_base() - params::fp_margin() * 2);
        let context = worker.context(2);
        let rook = worker.game.board().piece_at(mv("a1a2").from()).unwrap();
        assert!(!worker.skips(&node(3), &quiet("a1a2"), &context));
        for _ in 0..200 {
            worker.histories.update_quiet(rook, mv("a1a2"), &context, -3000);
        }
        let history = worker.histories.for_pruning(worker.game.board(), mv("a1a2"), &context);
        assert!(history * params::prune_history() < -(1 << 18), "a ply at least: {history}");
        assert!(worker.skips(&node(3), &quiet("a1a2"), &context));
    }
}
