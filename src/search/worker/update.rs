//! Step 8: what a node teaches about moves and evaluations; and what steps 3, 4 and 7d teach.
//! The tables are those of `history.rs`.

use crate::search::history::Context;
use crate::search::params;
use crate::search::params::WEIGHT_ONE;
use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::search::worker::node::{Node, Tried};
use crate::types::{Bound, Depth, Move, Piece, Ply, Window};

impl Worker {
    /// Step 3: a quiet move of the table that cuts again is good, and the early move
    /// that it refutes is not.
    pub(super) fn reward_table_cut(
        &mut self,
        entry: &TableEntry,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) {
        let board = self.game.board();
        if let Some(mv) = entry.mv
            && entry.score >= window.beta
            && self.shared.settings.techniques.ordering_on
            && board.piece_at(mv.to()).is_none()
            && board.is_legal(mv)
            && let Some(piece) = board.piece_at(mv.from())
        {
            self.prepare_context(ply);
            let context = self.context(ply);
            self.histories.update_quiet(piece, mv, &context, params::history_bonus(depth, false));
            self.punish_early_move(ply, params::hist_table_refuted());
        }
    }

    /// Step 4: the opponent's quiet move gains or loses with the evaluation.
    pub(super) fn reward_by_eval(&mut self, ply: Ply) {
        let before = *self.stack.back(ply, 1);
        if let Some((mv, piece)) = self.last_quiet(ply)
            && self.shared.settings.techniques.ordering_on
            && !before.in_check
        {
            let change = -(self.stack[ply].eval.units() + before.eval.units());
            let bonus = params::eval_bonus(change);
            self.histories.update_butterfly(piece, mv, &before.threats, bonus);
        }
    }

    /// Step 7d: a quiet move, just made, whose reduced search failed high gains in the
    /// continuation histories.
    pub(super) fn reward_research(&mut self, mv: Move, context: &Context) {
        if let Some(piece) = self.game.board().piece_at(mv.to()) {
            let bonus = params::hist_research();
            self.histories.update_continuations(piece, mv.to(), context, bonus);
        }
    }

    /// Step 8: rewards the move that cut or raised alpha and punishes those tried before it, or
    /// rewards the opponent's last move where there is none.
    pub(super) fn update_histories(&mut self, node: &Node, tried: &Tried, context: &Context) {
        if self.shared.settings.techniques.ordering_on {
            match tried.best_move {
                Some(mv) => self.reward_best_move(mv, node, tried, context),
                None => self.reward_last_move(node.depth, node.ply),
            }
        }
    }

    fn reward_best_move(&mut self, mv: Move, node: &Node, tried: &Tried, context: &Context) {
        let Node { depth, ply, .. } = *node;
        let Tried { quiets, captures, .. } = tried;
        let bonus = params::history_bonus(depth, Some(mv) == node.tt_move);
        let malus = -params::history_malus(depth, quiets.len() + captures.len());
        let board = self.game.board();
        let histories = &mut self.histories;
        if board.piece_at(mv.to()).is_none() {
            let moves = std::iter::once((mv, bonus)).chain(quiets.iter().map(|&mv| (mv, malus)));
            for (mv, bonus) in moves {
                if let Some(piece) = board.piece_at(mv.from()) {
                    histories.update_quiet(piece, mv, context, bonus);
                }
            }
            histories.set_counter(context.continuations[0], mv);
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        } else {
            histories.update_capture(board, mv, bonus);
        }
        for &other in captures {
            histories.update_capture(board, other, malus);
        }
        self.punish_early_move(ply, bonus * params::hist_refuted() / WEIGHT_ONE);
    }

    /// Nothing was good enough against the opponent's last move, so it was good.
    fn reward_last_move(&mut self, depth: Depth, ply: Ply) {
        let bonus = params::fail_low_bonus(depth);
        let Some((mv, piece, victim)) = self.last_move(ply) else { return };
        match victim {
            None => {
                let context = self.context(ply - 1);
                self.histories.update_quiet(piece, mv, &context, bonus);
            }
            Some(victim) => {
                let bonus = bonus * params::hist_fail_low_capture() / WEIGHT_ONE;
                self.histories.update_capture_of(piece, mv.to(), victim, bonus);
            }
        }
    }

    /// Punishes the move before this node, where it is quiet and among the first of its
    /// own node: what is tried early and refuted misleads.
    fn punish_early_move(&mut self, ply: Ply, malus: i32) {
        if let Some((mv, piece)) = self.last_quiet(ply)
            && self.stack.back(ply, 1).number <= params::hist_early()
        {
            let context = self.context(ply - 1);
            self.histories.update_continuations(piece, mv.to(), &context, -malus);
        }
    }

    /// The move before this node of the search and its piece, if it is quiet.
    fn last_quiet(&self, ply: Ply) -> Option<(Move, Piece)> {
        let (mv, piece, victim) = self.last_move(ply)?;
        victim.is_none().then_some((mv, piece))
    }

    /// The move before this node of the search, its piece, and what it took.
    fn last_move(&self, ply: Ply) -> Option<(Move, Piece, Option<Piece>)> {
        let mv = self.stack.back(ply, 1).mv.filter(|_| ply > 0)?;
        let victim = self.game.records().last()?.captured();
        Some((mv, self.game.board().piece_at(mv.to())?, victim))
    }

    /// Step 8: learns how wrong the static evaluation was, where the score says
    /// something about it.
    pub(super) fn update_correction(&mut self, node: &Node, tried: &Tried, bound: Bound) {
        let Tried { best, best_move, .. } = *tried;
        let board = self.game.board();
        let eval = self.stack[node.ply].eval;
        let is_capture = best_move.is_some_and(|mv| board.piece_at(mv.to()).is_some());
        let says_nothing = match bound {
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
            Bound::Exact => false,
        };
        if node.in_check || is_capture || says_nothing || best.is_decisive() {
            return;
        }
        let last_two = self.last_two(node.ply);
        self.histories.correction.update(board, last_two, best - eval, node.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::Continuation;
    use crate::search::techniques::Techniques;
    use crate::search::worker::testing::{entry, mv, node, worker};
    use crate::types::{Move, Score};

    const ON: Techniques = Techniques { ordering_on: true, ..Techniques::NONE };

    /// A thread after Black's quiet move b9b8 at ply 1, the `number`-th of its node.
    fn after_quiet(techniques: Techniques, number: i32) -> Worker {
        let mut worker = worker("1r1k5/9/9/p8/9/9/9/9/R8/4K4 b", techniques);
        worker.prepare_context(1);
        worker.make_move(mv("b9b8"), 1);
        worker.stack[1].number = number;
        worker.prepare_context(2);
        worker
    }

    /// What the histories of one's own quiet move say at ply 2.
    fn own(worker: &Worker, text: &str) -> i32 {
        worker.histories.for_pruning(worker.game.board(), mv(text), &worker.context(2))
    }

    /// What the histories of the opponent's last move say at ply 1.
    fn last(worker: &Worker) -> i32 {
        let mut game = worker.game.clone();
        let mv = game.undo().unwrap();
        worker.histories.for_reductions(game.board(), mv, &worker.context(1))
    }

    /// A node that has tried these moves.
    fn tried(best_move: Option<&str>, quiets: &[&str], captures: &[&str]) -> Tried {
        let list = |moves: &[&str]| moves.iter().map(|text| mv(text)).collect();
        let best_move: Option<Move> = best_move.map(mv);
        Tried { best_move, quiets: list(quiets), captures: list(captures), ..Tried::none() }
    }

    #[test]
    fn the_best_move_gains_and_those_before_it_lose() {
        let mut worker = after_quiet(ON, 9);
        let context = worker.context(2);
        let best = tried(Some("a1a2"), &["a1a3"], &["a1a6"]);
        worker.update_histories(&node(5), &best, &context);
        let taking = worker.histories.capture(worker.game.board(), mv("a1a6"));
        assert!(own(&worker, "a1a2") > 0 && own(&worker, "a1a3") < 0 && taking < 0);
        assert_eq!(own(&worker, "a1a4"), 0, "was not tried");
        assert_eq!(worker.stack[2].killers, [Some(mv("a1a2")), None]);
        assert_eq!(worker.histories.counter(context.continuations[0]), Some(mv("a1a2")));
        worker.update_histories(&node(5), &tried(Some("a1a4"), &[], &[]), &context);
        assert_eq!(worker.stack[2].killers, [Some(mv("a1a4")), Some(mv("a1a2"))]);
        worker.update_histories(&node(5), &tried(Some("a1a4"), &[], &[]), &context);
        assert_eq!(worker.stack[2].killers, [Some(mv("a1a4")), Some(mv("a1a2"))], "once");
    }

    #[test]
    fn a_best_capture_gains_and_is_no_killer() {
        let mut worker = after_quiet(ON, 9);
        let context = worker.context(2);
        worker.update_histories(&node(5), &tried(Some("a1a6"), &["a1a3"], &[]), &context);
        assert!(worker.histories.capture(worker.game.board(), mv("a1a6")) > 0);
        assert_eq!(own(&worker, "a1a3"), 0, "quiet moves before it do not lose");
        assert_eq!(worker.stack[2].killers, [None; 2]);
    }

    #[test]
    fn the_opponents_last_move_gains_where_nothing_raises_alpha() {
        for (techniques, best, gains) in
            [(ON, None, true), (ON, Some("a1a2"), false), (Techniques::NONE, None, false)]
        {
            let mut worker = after_quiet(techniques, 9);
            let context = worker.context(2);
            worker.update_histories(&node(5), &tried(best, &[], &[]), &context);
            let worth = last(&worker);
            assert_eq!(worth > 0, gains, "{best:?}: {worth}");
            assert_eq!(worth == 0, !gains);
        }
    }

    #[test]
    fn an_early_move_that_is_refuted_loses() {
        let early = params::hist_early();
        for (number, loses) in [(1, true), (early, true), (early + 1, false)] {
            let mut worker = after_quiet(ON, number);
            let before = Continuation::new(
                worker.game.board().piece_at(mv("a1a2").from()).unwrap(),
                mv("a1a2").to(),
            );
            worker.stack[0].continuation = before;
            let context = worker.context(2);
            worker.update_histories(&node(5), &tried(Some("a1a2"), &[], &[]), &context);
            let worth = last(&worker);
            assert_eq!(worth < 0, loses, "{number}: {worth}");
        }
    }

    #[test]
    fn a_quiet_move_of_the_table_that_cuts_again_gains() {
        for (name, techniques, text, score, gains) in [
            ("cuts", ON, "a1a2", 1, true),
            ("fails low", ON, "a1a2", 0, false),
            ("a capture", ON, "a1a6", 1, false),
            ("not legal", ON, "a1b2", 1, false),
            ("off", Techniques::NONE, "a1a2", 1, false),
        ] {
            let mut worker = after_quiet(techniques, 9);
            let entry = TableEntry { mv: Some(mv(text)), ..entry(5, Bound::Lower, score) };
            worker.reward_table_cut(&entry, node(5).window, 5, 2);
            let taking = worker.histories.capture(worker.game.board(), mv("a1a6"));
            assert_eq!((own(&worker, text) > 0, taking), (gains, 0), "{name}");
        }
    }

    #[test]
    fn the_opponents_move_gains_or_loses_with_the_evaluation() {
        // A bonus that does not depend on the change is part of it.
        let base = params::hist_eval_base();
        for (name, own, before, in_check, sign) in [
            ("better for the opponent", -40, -40, false, 1),
            ("worse", 40, 40, false, if base < 40 * 2 * params::hist_eval() { -1 } else { 1 }),
            ("out of check", -40, -40, true, 0),
        ] {
            let mut worker = after_quiet(ON, 1);
            worker.stack[2].eval = Score::new(own);
            worker.stack[1].eval = Score::new(before);
            worker.stack[1].in_check = in_check;
            worker.reward_by_eval(2);
            let worth = last(&worker);
            assert_eq!(worth.signum(), sign, "{name}: {worth}");
        }
    }

    #[test]
    fn a_quiet_move_whose_reduced_search_failed_high_gains_after_its_predecessors() {
        let mut worker = after_quiet(ON, 1);
        let context = worker.context(2);
        worker.make_move(mv("a1a2"), 2);
        worker.reward_research(mv("a1a2"), &context);
        worker.unmake_move();
        assert!(own(&worker, "a1a2") > 0);
    }

    #[test]
    fn an_evaluation_is_corrected_where_the_score_says_something_about_it() {
        use Bound::{Exact, Lower, Upper};
        let mate = Score::mate_in(5).units();
        for (name, best, bound, best_move, in_check, sign) in [
            ("at least more", 200, Lower, "a1a2", false, 1),
            ("at least less", -200, Lower, "a1a2", false, 0),
            ("at least as much", 0, Lower, "a1a2", false, 0),
            ("at most less", -200, Upper, "a1a2", false, -1),
            ("at most more", 200, Upper, "a1a2", false, 0),
            ("more", 200, Exact, "a1a2", false, 1),
            ("less", -200, Exact, "a1a2", false, -1),
            ("by a capture", 200, Exact, "a1a6", false, 0),
            ("in check", 200, Exact, "a1a2", true, 0),
            ("a mate", mate, Exact, "a1a2", false, 0),
        ] {
            let mut worker = after_quiet(Techniques::ALL, 9);
            worker.stack[2].eval = Score::ZERO;
            let tried = Tried { best: Score::new(best), ..tried(Some(best_move), &[], &[]) };
            worker.update_correction(&Node { in_check, ..node(9) }, &tried, bound);
            let learned = worker.corrected(Score::ZERO, 2).units();
            assert_eq!(learned.signum(), sign, "{name}: {learned}");
        }
    }
}
