//! Step 7b: by how much deeper a move is searched than the others.

use std::ops::ControlFlow;

use crate::search::params;
use crate::search::worker::node::{
    Candidate, Node, NodeKind, NonPv, is_lost_window, is_won_window,
};
use crate::search::worker::{Stopped, Worker};
use crate::types::{Bound, Depth, Score, Window};

impl Worker {
    /// The plies by which a move is searched deeper, or less deep, for being singular, a check
    /// or a forced reply; or the score with which the node fails high anyway.
    pub(super) fn extend<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<ControlFlow<Score, Depth>, Stopped> {
        if N::ROOT || node.ply >= 2 * self.root_depth.max(1) as usize {
            return Ok(ControlFlow::Continue(0));
        }
        if let Some(table_score) = self.score_to_verify(node, candidate) {
            return self.singular::<N>(node, candidate, table_score);
        }
        let techniques = &self.shared.settings.techniques;
        let Candidate { mv, number, gives_check, .. } = *candidate;
        let is_won = is_won_window(node.window, techniques);
        let checks = techniques.ce_on
            && gives_check
            && (is_won || node.depth >= params::ce_depth() && self.game.board().see_ge(mv, 0));
        // A mating line costs no depth where the defender has no choice.
        let is_forced = number == 1
            && node.in_check
            && is_lost_window(node.window, techniques)
            && self.game.board().count_legal() == 1;
        Ok(ControlFlow::Continue(i32::from(checks) + i32::from(is_forced)))
    }

    /// The table's score of a move that may be singular: the table's own, of which it knows
    /// enough.
    fn score_to_verify(&self, node: &Node, candidate: &Candidate) -> Option<Score> {
        let techniques = &self.shared.settings.techniques;
        let may_be_singular = techniques.se_on
            && !is_won_window(node.window, techniques)
            && node.excluded.is_none()
            && node.depth >= params::se_depth()
            && Some(candidate.mv) == node.tt_move;
        let entry = node.entry.filter(|_| may_be_singular)?;
        let is_known = matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && entry.depth >= node.depth - params::se_tt_slack()
            && !entry.score.is_decisive();
        is_known.then_some(entry.score)
    }

    /// Whether the table's move, of this score there, is better than all others by a margin:
    /// then it is extended; else the node may be cut, or the move searched less deep.
    fn singular<N: NodeKind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        table_score: Score,
    ) -> Result<ControlFlow<Score, Depth>, Stopped> {
        let Node { depth, ply, cut_node, .. } = *node;
        let target = table_score - params::se_margin_at(depth);
        self.stack[ply].excluded = Some(candidate.mv);
        let without = params::se_search_depth(depth);
        let result = self.pvs::<NonPv>(without, Window::below(target), ply, cut_node);
        self.stack[ply].excluded = None;
        let may_double = self.stack.back(ply, 1).double_extensions < params::se_double_max();
        Ok(singular_extension::<N>(node, table_score, result?, may_double))
    }
}

/// What the score of the search without the table's move says of that move.
fn singular_extension<N: NodeKind>(
    node: &Node,
    table_score: Score,
    score: Score,
    may_double: bool,
) -> ControlFlow<Score, Depth> {
    let target = table_score - params::se_margin_at(node.depth);
    let beta = node.window.beta;
    if score < target {
        let quiet = if node.tt_capture { 0 } else { params::se_double_quiet() };
        let pv = if N::PV { params::se_double_pv() } else { 0 };
        let correction = params::se_double_correction_of(node.correction);
        let double = target - (params::se_double_margin() - quiet - correction + pv);
        let is_double = may_double && score < double;
        let is_triple = is_double && score < double - params::se_triple_margin();
        ControlFlow::Continue(1 + i32::from(is_double) + i32::from(is_triple))
    } else if score >= beta && !score.is_decisive() {
        // Multi-cut: even without it the node fails high.
        ControlFlow::Break(score)
    } else if table_score >= beta {
        ControlFlow::Continue(-params::se_negative())
    } else {
        ControlFlow::Continue(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::techniques::Techniques;
    use crate::search::tt::TableEntry;
    use crate::search::worker::node::{Pv, Root};
    use crate::search::worker::testing::{
        HANGING, LOSING_CHECK, ONE_REPLY, ROOK, TWO_REPLIES, capture, check, entry, mv, node,
        quiet, worker,
    };

    const MATE: i32 = Score::mate_in(5).units();

    fn below(beta: i32) -> Window {
        Window::below(Score::new(beta))
    }

    #[test]
    fn the_tables_move_may_be_singular_where_the_table_knows_enough() {
        let on = Techniques { se_on: true, decided_on: true, ..Techniques::NONE };
        let least = params::se_depth();
        let enough = entry(least - params::se_tt_slack(), Bound::Lower, 40);
        let table = Some(mv("a1a2"));
        let base = || Node { tt_move: table, entry: Some(enough), ..node(least) };
        let knows = |entry| Node { entry: Some(entry), ..base() };
        let decided = params::decided_score();
        let deep = Node { entry: Some(entry(least, Bound::Lower, 40)), ..base() };
        for (name, techniques, node, expected) in [
            ("enough", on, base(), true),
            ("exact", on, knows(TableEntry { bound: Some(Bound::Exact), ..enough }), true),
            ("upper bound", on, knows(TableEntry { bound: Some(Bound::Upper), ..enough }), false),
            ("shallow entry", on, knows(TableEntry { depth: enough.depth - 1, ..enough }), false),
            ("mate", on, knows(TableEntry { score: Score::new(MATE), ..enough }), false),
            ("no entry", on, Node { entry: None, ..base() }, false),
            ("another move", on, Node { tt_move: Some(mv("a1a3")), ..base() }, false),
            ("shallow", on, Node { depth: least - 1, ..deep }, false),
            ("singular search", on, Node { excluded: table, ..base() }, false),
            ("won", on, Node { window: below(decided + 1), ..base() }, false),
            ("not quite won", on, Node { window: below(decided), ..base() }, true),
            ("off", Techniques::NONE, base(), false),
        ] {
            let score = worker(ROOK, techniques).score_to_verify(&node, &quiet("a1a2"));
            assert_eq!(score, expected.then_some(Score::new(40)), "{name}");
        }
    }

    #[test]
    fn the_score_without_the_move_says_how_singular_it_is() {
        const TABLE: i32 = 40;
        let depth = 8;
        let target = TABLE - params::se_margin() * depth / 16;
        let double = target - params::se_double_margin() + params::se_double_quiet();
        let triple = double - params::se_triple_margin();
        let taking = target - params::se_double_margin();
        let on_pv = double - params::se_double_pv();
        let corrected = double + 32 * params::se_double_correction() / 16;
        let (plies, cut) = (ControlFlow::Continue, |units| ControlFlow::Break(Score::new(units)));
        let less = -params::se_negative();
        let high = || Node { window: below(9000), ..node(depth) };
        let low = |beta| Node { window: below(beta), ..node(depth) };
        let takes = || Node { tt_capture: true, ..high() };
        let is_corrected = || Node { correction: 32, ..high() };
        for (name, node, score, may_double, expected) in [
            ("below the target", high(), target - 1, true, plies(1)),
            ("at the target", high(), target, true, plies(0)),
            ("double", high(), double - 1, true, plies(2)),
            ("not double", high(), double, true, plies(1)),
            ("too many doubles", high(), triple - 1, false, plies(1)),
            ("triple", high(), triple - 1, true, plies(3)),
            ("not triple", high(), triple, true, plies(2)),
            ("a capture", takes(), taking - 1, true, plies(2)),
            ("and not double", takes(), taking, true, plies(1)),
            ("corrected", is_corrected(), corrected - 1, true, plies(2)),
            ("and not double", is_corrected(), corrected, true, plies(1)),
            ("multi-cut", low(target), target, true, cut(target)),
            ("above beta", low(target), target + 9, true, cut(target + 9)),
            ("a mate", low(target), MATE, true, plies(less)),
            ("negative", low(target + 1), target, true, plies(less)),
            ("table below beta", low(TABLE + 1), target, true, plies(0)),
            ("table at beta", low(TABLE), target, true, plies(less)),
        ] {
            let (table, score) = (Score::new(TABLE), Score::new(score));
            let extension = singular_extension::<NonPv>(&node, table, score, may_double);
            assert_eq!(extension, expected, "{name}");
        }
        for (score, expected) in [(on_pv - 1, plies(2)), (on_pv, plies(1))] {
            let (table, score) = (Score::new(TABLE), Score::new(score));
            assert_eq!(singular_extension::<Pv>(&high(), table, score, true), expected);
        }
    }

    #[test]
    fn the_only_move_that_saves_a_rook_is_singular() {
        let techniques = Techniques { quiescence_on: true, se_on: true, ..Techniques::NONE };
        let known = Some(entry(8, Bound::Lower, 800));
        for (text, singular) in [("a1a9", true), ("a1a2", false)] {
            let mut worker = worker(HANGING, techniques);
            let node =
                Node { entry: known, tt_move: Some(mv(text)), window: below(900), ..node(8) };
            let extension = worker.extend::<NonPv>(&node, &capture(text)).unwrap();
            let plies = extension.continue_value().unwrap_or(0);
            assert_eq!(plies > 0, singular, "{text}: {plies}");
            assert_eq!(worker.stack[2].excluded, None);
            worker.stack[1].double_extensions = params::se_double_max();
            let limited = worker.extend::<NonPv>(&node, &capture(text)).unwrap();
            assert_eq!(limited.continue_value().unwrap_or(0), i32::from(singular));
        }
    }

    #[test]
    fn checks_and_forced_replies_are_extended() {
        let on = Techniques { ce_on: true, decided_on: true, ..Techniques::NONE };
        let (least, decided) = (params::ce_depth(), params::decided_score());
        let won = |depth| Node { window: below(decided + 1), ..node(depth) };
        let lost = |beta| Node { in_check: true, window: below(beta), ..node(3) };
        let calm = || Node { in_check: false, ..lost(-decided) };
        let first = |text| Candidate { number: 1, ..quiet(text) };
        for (name, fen, techniques, node, candidate, expected) in [
            ("a check", ROOK, on, node(least), check("a1d1"), 1),
            ("a shallow one", ROOK, on, node(least - 1), check("a1d1"), 0),
            ("one that loses", LOSING_CHECK, on, node(least), check("a1d1"), 0),
            ("no check", ROOK, on, node(least), quiet("a1a2"), 0),
            ("won", LOSING_CHECK, on, won(1), check("a1d1"), 1),
            ("won, no check", ROOK, on, won(1), quiet("a1a2"), 0),
            ("off", ROOK, Techniques::NONE, node(least), check("a1d1"), 0),
            ("forced", ONE_REPLY, on, lost(-decided), first("d0d1"), 1),
            ("not quite lost", ONE_REPLY, on, lost(1 - decided), first("d0d1"), 0),
            ("not in check", ONE_REPLY, on, calm(), first("d0d1"), 0),
            ("not forced", TWO_REPLIES, on, lost(-decided), first("e0e1"), 0),
            ("not the first", ONE_REPLY, on, lost(-decided), quiet("d0d1"), 0),
        ] {
            let mut worker = worker(fen, techniques);
            let extension = worker.extend::<NonPv>(&node, &candidate);
            assert_eq!(extension, Ok(ControlFlow::Continue(expected)), "{name}");
            let root = worker.extend::<Root>(&node, &candidate);
            assert_eq!(root, Ok(ControlFlow::Continue(0)), "{name}, at the root");
            // The longest line that is extended has twice the depth of the iteration.
            for (depth, expected) in [(2, expected), (1, 0)] {
                worker.root_depth = depth;
                let extension = worker.extend::<NonPv>(&node, &candidate);
                assert_eq!(extension, Ok(ControlFlow::Continue(expected)), "{name}");
            }
        }
    }
}
