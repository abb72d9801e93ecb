//! Step 8: what a node teaches about moves and evaluations; and what steps 3, 4 and 7d teach.
//! The tables are those of `history.rs`.

use crate::search::history::{Context, WEIGHT_ONE};
use crate::search::params;
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
            self.note_context(ply);
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
            histories.set_counter(context.past[0], mv);
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
        let past = self.last_two(node.ply);
        self.histories.correction.update(board, past, best - eval, node.depth);
    }
}
