//! Repetitions: finds the earlier occurrences of a position, and whether a search may
//! count them.

use crate::rules::{Game, Outcome, RuleSet, Verdict, repetition};
use crate::types::Ply;

/// The distances in plies to the earlier occurrences of the present position
/// since the last capture or null move, nearest first.
pub fn earlier(game: &Game) -> impl Iterator<Item = usize> + '_ {
    let key = game.board().key();
    let len = game.records().len();
    let reach = if game.may_repeat() { game.reversible_plies() } else { 0 };
    (4..=reach).step_by(2).filter(move |&back| game.records()[len - back].key() == key)
}

/// The distance to the earlier occurrence that makes the present one the `fold`-th at least.
pub fn at_fold(game: &Game, fold: usize) -> Option<usize> {
    earlier(game).nth(fold.max(2) - 2)
}

/// The verdict on a repetition in a search, `ply` plies below the root, and
/// whether it is certain; `None` when the repetition does not count yet.
///
/// An earlier occurrence strictly after the root counts alone, any other only at
/// the rule set's fold. A draw is certain at once: both sides can walk the loop
/// again. A win or a loss is certain when walking it again leads to the fold of
/// this position before that of any other; else it is only probable, and a
/// search may conclude no more than that the offender hopes for a draw.
pub fn at_node(game: &Game, rules: &RuleSet, ply: Ply) -> Option<(Verdict, bool)> {
    let mut occurrences = earlier(game).enumerate();
    let (needed, length) = occurrences.find(|&(i, length)| i + 2 >= rules.fold || length < ply)?;
    let verdict = repetition::judge(game, length, rules);
    let is_fold = needed + 2 >= rules.fold;
    if is_fold || verdict.outcome == Outcome::Draw {
        return Some((verdict, true));
    }
    // The occurrence at the fold, if there is one, has the last word.
    if let Some((_, length)) = occurrences.find(|&(i, _)| i + 2 >= rules.fold) {
        return Some((repetition::judge(game, length, rules), true));
    }
    let certain = needed == 0 && game.count_since_capture(0) == 1 && is_closed(game, length, rules);
    Some((verdict, certain))
}

/// Whether walking the loop of `length` plies once more repeats the present
/// position before any other: the loop was entered by the move that closes it,
/// no position on it has occurred before, and the natural limit is not reached.
fn is_closed(game: &Game, length: usize, rules: &RuleSet) -> bool {
    let entered_alike = game.key_back(length + 1).is_some_and(|key| game.key_back(1) == Some(key));
    entered_alike
        && !rules.is_at_limit(game.quiet_plies())
        && (2..length).all(|back| game.count_since_capture(back) <= 1)
}
