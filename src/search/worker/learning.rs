//! What a node teaches about moves and evaluations: steps 3 and 7 of
//! `docs/search.md`. The tables are those of `history.rs`.

use crate::search::params;
use crate::search::tt::TableEntry;
use crate::search::worker::Worker;
use crate::search::worker::node::Node;
use crate::types::{Bound, Depth, Move, Ply, Score, Window};

impl Worker {
    /// Step 3: a quiet move of the table that cuts again is good.
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
        {
            let context = self.context(ply);
            let bonus = params::history_bonus(depth);
            self.histories.update_quiet(self.game.board(), mv, &context, bonus);
        }
    }

    /// Step 7: rewards the move that cut, punishes those tried before it.
    pub(super) fn learn(
        &mut self,
        mv: Move,
        depth: Depth,
        ply: Ply,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = params::history_bonus(depth);
        let malus = -params::history_malus(depth);
        let context = self.context(ply);
        let board = self.game.board();
        let histories = &mut self.histories;
        if board.piece_at(mv.to()).is_none() {
            histories.update_quiet(board, mv, &context, bonus);
            for &other in quiets {
                histories.update_quiet(board, other, &context, malus);
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
    }

    /// Step 7: learns how wrong the static evaluation was, where the score says
    /// something about it.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        mv: Option<Move>,
        best: Score,
        bound: Bound,
    ) {
        let board = self.game.board();
        let eval = self.stack[node.ply].eval;
        let is_capture = mv.is_some_and(|mv| board.piece_at(mv.to()).is_some());
        let says_nothing = match bound {
            Bound::Lower => best <= eval,
            Bound::Upper => best >= eval,
            Bound::Exact => false,
        };
        if node.in_check || is_capture || says_nothing || best.is_decisive() {
            return;
        }
        let last = self.stack.back(node.ply, 1).continuation;
        self.histories.update_correction(board, last, best - eval, node.depth);
    }
}
