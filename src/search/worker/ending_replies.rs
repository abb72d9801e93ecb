//! Root moves to which the opponent has a reply that ends the game by a repetition. A shallow
//! search prunes such a reply, and a score of the table hides it.

use crate::board::NullObserver;
use crate::rules::{Game, RuleSet, at_fold, judge_node};
use crate::search::root_moves::RootMoves;
use crate::search::worker::Worker;
use crate::search::worker::rules::final_score;
use crate::types::{Move, MoveList, Score};

impl Worker {
    /// What a root move is worth at most because of the reply that ends the game; if it is used,
    /// that reply is the line behind the move.
    #[inline]
    pub(super) fn most_by_reply(&mut self, mv: Move) -> Option<Score> {
        self.root.find(mv)?.ending_reply.map(|(_, score)| score)
    }

    /// Makes the reply that ends the game after a root move the line behind it.
    pub(super) fn take_ending_reply(&mut self, mv: Move) {
        if let Some((reply, _)) = self.root.find(mv).and_then(|root| root.ending_reply) {
            self.pv[1].clear();
            self.pv[1].push(reply);
        }
    }
}

/// Finds the replies to the root's moves that end the game by a repetition.
pub(super) fn find_ending_replies(root: &mut RootMoves, game: &Game, rules: &RuleSet) {
    // The root stands once more after its move.
    if !game.may_have_stood(rules.fold - 1) {
        return;
    }
    let mut game = game.clone();
    for root in &mut root.moves {
        game.push(root.mv, &mut NullObserver);
        root.ending_reply = ending_reply(&mut game, rules);
        game.pop(&mut NullObserver);
    }
}

/// The best reply that ends the game by a repetition, and what the game is then worth to the
/// side that has allowed it; none after a move that ends the game itself.
fn ending_reply(game: &mut Game, rules: &RuleSet) -> Option<(Move, Score)> {
    if game.reversible_plies() == 0 || at_fold(game, rules.fold).is_some() {
        return None;
    }
    let mut replies = MoveList::new();
    game.board().push_quiets(&mut replies);
    let mut worth = |mv| {
        game.push(mv, &mut NullObserver);
        let is_over = at_fold(game, rules.fold).is_some();
        let score = if is_over { final_score(judge_node(game, rules, 2), game, 2) } else { None };
        game.pop(&mut NullObserver);
        Some((mv, score?))
    };
    replies.into_iter().filter_map(&mut worth).min_by_key(|&(_, score)| score)
}
