//! Root moves to which the opponent has a reply that ends the game by a repetition, or leads to
//! that. A shallow search prunes such a reply, and a score of the table hides it.

use crate::board::NullObserver;
use crate::rules::{Game, Outcome, RuleSet, at_fold, judge, judge_node};
use crate::search::SearchSettings;
use crate::search::root_moves::RootMoves;
use crate::search::worker::Worker;
use crate::search::worker::rules::{final_score, score_of_offence};
use crate::search::worker::solved::is_drawn;
use crate::types::{Move, MoveList, Score};

/// How many moves of the opponent a walk through positions that the game has had is followed.
const WALK: u32 = 4;

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

/// Finds the replies to the root's moves that end the game by a repetition, and to those that hold
/// a draw the replies that lead to a loss by one: such a move holds nothing.
pub(super) fn find_ending_replies(root: &mut RootMoves, game: &Game, settings: &SearchSettings) {
    let rules = &settings.rules;
    // The root stands once more after its move.
    if !game.may_have_stood(rules.fold - 1) {
        return;
    }
    let mut game = game.clone();
    for root in &mut root.moves {
        game.push(root.mv, &mut NullObserver);
        root.ending_reply = ending_reply(&mut game, rules);
        if root.held.is_some()
            && let Some(reply) = trap(&mut game, settings, WALK)
        {
            root.ending_reply = root.ending_reply.or(Some((reply, score_of_offence(2))));
            root.held = None;
        }
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

/// A reply that goes on through positions that the game has had until the side to hold the draw has
/// no move left that does: each loses by a table, or by the rules of repetition at once or after
/// some more such moves, `walk` at most. A search of few nodes does not see that where its table
/// has a score of an earlier visit.
fn trap(game: &mut Game, settings: &SearchSettings, walk: u32) -> Option<Move> {
    if walk == 0 || at_fold(game, 2).is_none() {
        return None;
    }
    let us = game.board().side();
    game.board().legal_moves().into_iter().find(|&mv| {
        game.push(mv, &mut NullObserver);
        let is_lost = match judge(game, &settings.rules).outcome {
            Outcome::Ongoing => at_fold(game, 2).is_some() && !can_hold(game, settings, walk),
            outcome => outcome == Outcome::Win(us),
        };
        game.pop(&mut NullObserver);
        is_lost
    })
}

/// Whether the side to move has a move that keeps the draw, as far as [`trap`] looks.
fn can_hold(game: &mut Game, settings: &SearchSettings, walk: u32) -> bool {
    let us = game.board().side();
    game.board().legal_moves().into_iter().any(|mv| {
        game.push(mv, &mut NullObserver);
        let holds = match judge(game, &settings.rules).outcome {
            Outcome::Ongoing => {
                is_drawn(game, settings) && trap(game, settings, walk - 1).is_none()
            }
            outcome => outcome != Outcome::Win(!us),
        };
        game.pop(&mut NullObserver);
        holds
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::worker::solved::find_held_moves;
    use crate::search::worker::testing::mv;

    /// After e1d1 the king steps to e7, where only the check d1e1 holds; the second time that would
    /// end the game by perpetual check.
    #[test]
    fn a_walk_to_a_loss_by_the_rules_holds_no_draw() {
        let setup = "6r2/9/3k5/9/9/9/9/5K3/4R4/9 w".parse().unwrap();
        let mut game = Game::new(&setup).unwrap();
        let settings = SearchSettings::default();
        let found = |game: &Game| {
            let mut root = RootMoves::new(game, &Limits::default());
            find_held_moves(&mut root, game, &settings);
            find_ending_replies(&mut root, game, &settings);
            let others = root.moves.iter().filter(|root| root.held.is_some()).count();
            let check = root.find(mv("e1d1")).unwrap();
            (check.held.is_some(), check.ending_reply, others)
        };
        let (holds, reply, before) = found(&game);
        assert_eq!((holds, reply), (true, None));
        for text in ["e1d1", "d7e7", "d1e1", "e7d7"] {
            game.play(mv(text)).unwrap();
        }
        let lost = Some((mv("d7e7"), score_of_offence(2)));
        assert_eq!(found(&game), (false, lost, before - 1));
        assert!(before > 1);
    }
}
