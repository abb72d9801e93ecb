//! What the tables of solved endings say of a position, and the scores of wins that they know.

use crate::board::Board;
use crate::endings::{Ending, LIMIT_IN_SIGHT};
use crate::rules::DrawRule;
use crate::search::SearchSettings;
use crate::types::{MAX_PLY, Ply, Score};

/// The score of a win that is longer than the natural limit allows without a
/// capture on the way, or than mate scores reach, less the plies that it takes.
const LONG_WIN: i32 = 15_000;
/// The longest win that a table can hold, in plies.
const LONGEST: i32 = 2 * u8::MAX as i32;
/// The score of a win that exists because the loser may not check for ever, less its rank.
const RULE_WIN: i32 = LONG_WIN - 2000;
/// The largest rank of such a win, and more than the plies to any node.
const LARGEST_RANK: i32 = 5000;

/// What the tables of solved endings say of a position, as far as they are used: no draws where
/// the rules score some of them as wins.
pub(super) fn known_ending(board: &Board, settings: &SearchSettings) -> Option<Ending> {
    let SearchSettings { endings, rules, techniques, .. } = settings;
    if !techniques.endings_on {
        return None;
    }
    let ending = endings.probe(board)?.under(rules)?;
    (ending != Ending::Draw || rules.draw_rule == DrawRule::None).then_some(ending)
}

/// Whether a table of solved endings says that a position is drawn, and the tables know which moves
/// would lose it, so that the evaluation may choose among the others.
pub fn drawn_by_tables(board: &Board, settings: &SearchSettings) -> bool {
    known_ending(board, settings) == Some(Ending::Draw) && settings.endings.know_losses(board)
}

/// The score of a win in `plies` at a node at `ply`, with `left` plies left to the natural limit: a
/// mate where it comes before the limit and where mate scores reach as far, nothing where the limit
/// comes first and is in sight.
pub(super) fn score_of_win(plies: u32, ply: Ply, left: Option<u32>) -> Option<Score> {
    let distance = ply + plies as Ply;
    match left.filter(|&left| plies > left) {
        Some(left) if left <= LIMIT_IN_SIGHT => None,
        None if distance <= MAX_PLY => Some(Score::mate_in(distance)),
        _ => Some(Score::new(LONG_WIN - distance as i32)),
    }
}

/// The score of a win by the rules of this rank at a node at `ply`: less with each rank, so that
/// the winner makes progress. Nothing where the natural limit is in sight.
pub(super) fn score_of_rule_win(rank: u32, ply: Ply, left: Option<u32>) -> Option<Score> {
    let is_in_sight = left.is_some_and(|left| left <= LIMIT_IN_SIGHT);
    (!is_in_sight).then(|| Score::new(RULE_WIN - rank as i32 - ply as i32))
}

/// Whether a score is that of a solved win or loss that is no mate, because it does not fit
/// into the natural limit, is longer than mate scores reach, or has no distance. An evaluation of
/// that size would be taken for one.
pub fn is_long_win(score: Score) -> bool {
    let units = score.units().abs();
    let by_force = LONG_WIN - MAX_PLY as i32 - LONGEST..=LONG_WIN;
    by_force.contains(&units) || (RULE_WIN - LARGEST_RANK..=RULE_WIN).contains(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distant_win_is_no_mate() {
        let mate = |plies, ply, left| score_of_win(plies, ply, left).and_then(Score::mate_plies);
        assert_eq!(mate(7, 3, None), Some(10));
        assert_eq!(mate(7, 3, Some(7)), Some(10));
        assert_eq!(mate(7, MAX_PLY - 7, None), Some(MAX_PLY as i32));
        for (plies, ply, left) in [(8, MAX_PLY - 7, None), (133, 1, None), (29, 1, Some(28))] {
            let score = score_of_win(plies, ply, left).unwrap();
            assert!(!score.is_decisive() && is_long_win(score) && is_long_win(-score), "{score:?}");
            assert!(Some(score) > score_of_win(plies + 1, ply, left), "nearer is better");
        }
        assert_eq!(score_of_win(LIMIT_IN_SIGHT + 1, 1, Some(LIMIT_IN_SIGHT)), None);
        assert!(!is_long_win(Score::ZERO) && !is_long_win(Score::mate_in(MAX_PLY)));
    }
}
