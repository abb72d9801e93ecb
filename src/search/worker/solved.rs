//! What the tables of solved endings say of a position, and the scores of wins that they know.

use crate::board::{Board, NullObserver};
use crate::endings::{Ending, LIMIT_IN_SIGHT};
use crate::rules::{DrawRule, Game, at_fold};
use crate::search::SearchSettings;
use crate::search::root_moves::RootMoves;
use crate::search::worker::Worker;
use crate::types::{MAX_PLY, Move, Ply, Score};

/// The score of a win that is longer than the natural limit allows without a
/// capture on the way, or than mate scores reach, less the plies that it takes.
const LONG_WIN: i32 = 15_000;
/// The longest win that a table can hold, in plies.
const LONGEST: i32 = 2 * u8::MAX as i32;
/// The score of a win that exists because the loser may not check for ever, less its rank.
const RULE_WIN: i32 = LONG_WIN - 2000;
/// The largest rank of such a win, and more than the plies to any node.
const LARGEST_RANK: i32 = 5000;
/// More than evaluations come to, and less than any solved win.
const HELD: Score = Score::new(RULE_WIN - LARGEST_RANK - 1);
/// Patience of a check beyond which no difference is made.
const VERY_PATIENT: u32 = 31;

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

/// Finds the moves that keep a drawn root drawn and do not end the game. If a search fears the rules
/// of repetition after all of them, a check is worth the less the more patience it needs, and a
/// position that the game has had a little less than a new one.
pub(super) fn find_held_moves(root: &mut RootMoves, game: &Game, settings: &SearchSettings) {
    let mut game = game.clone();
    for root in &mut root.moves {
        game.push(root.mv, &mut NullObserver);
        let is_over = at_fold(&game, settings.rules.fold).is_some();
        if !is_over && is_drawn(&game, settings) {
            let is_new = at_fold(&game, 2).is_none();
            let patience = settings.endings.patience(game.board()).unwrap_or(0);
            let ease = VERY_PATIENT.saturating_sub(patience) as i32;
            root.held = Some(-HELD + 2 * ease + i32::from(is_new));
        }
        game.pop(&mut NullObserver);
    }
}

/// Whether a table of solved endings says that the position reached is drawn.
pub(super) fn is_drawn(game: &Game, settings: &SearchSettings) -> bool {
    known_ending(game.board(), settings) == Some(Ending::Draw)
}

impl Worker {
    /// What a root move is worth after a search: where it holds a draw, no solved loss or win. A
    /// search may take the first repetition for the last, and where a draw must be held by checks or
    /// chases for long it would rather lose by force.
    #[inline]
    pub(super) fn as_held(&mut self, mv: Move, score: Score) -> Score {
        match self.root.find(mv).and_then(|root| root.held) {
            Some(least) => score.clamp(least, HELD),
            None => score,
        }
    }
}

/// Whether a score of a drawn root says no more than that some move holds the draw.
pub(super) fn is_merely_held(score: Score) -> bool {
    let room = 2 * VERY_PATIENT as i32 + 1;
    (HELD - room..=HELD).contains(&Score::new(score.units().abs()))
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
    use crate::search::Limits;
    use crate::search::techniques::Techniques;
    use crate::search::worker::node::Root;
    use crate::search::worker::testing::{mv, worker};
    use crate::types::Window;

    /// Red is in check, and only one of two replies holds the draw.
    const ONE_HOLDS: &str = "4k4/9/9/9/9/4P4/9/4n4/9/3K5 w";

    #[test]
    fn a_move_that_holds_a_draw_is_better_than_one_that_loses() {
        let mut worker = worker(ONE_HOLDS, Techniques::ALL);
        let offence = Score::new(-20_000);
        let held = worker.as_held(mv("d0e0"), offence);
        assert_eq!(held, -HELD + 2 * VERY_PATIENT as i32 + 1);
        assert!(is_merely_held(held) && is_merely_held(HELD) && !is_merely_held(offence));
        assert_eq!(worker.as_held(mv("d0e0"), Score::new(30)), Score::new(30));
        assert_eq!(worker.as_held(mv("d0d1"), offence), offence);
        assert!(!is_long_win(HELD) && is_long_win(HELD + 1));
    }

    /// Every move loses, but one of them is known to hold.
    #[test]
    fn a_search_of_the_root_keeps_to_what_is_held() {
        let mut worker = worker("4k4/4a4/9/9/9/9/9/8r/7r1/4K4 w", Techniques::ALL);
        let lost = worker.pvs::<Root>(4, Window::FULL, 0, false).unwrap();
        assert!(lost.is_loss(), "{lost:?}");
        worker.root.find(mv("e0d0")).unwrap().held = Some(-HELD);
        assert_eq!(worker.pvs::<Root>(4, Window::FULL, 0, false), Ok(-HELD));
        assert_eq!(worker.root.find(mv("e0d0")).unwrap().score, -HELD);
    }

    #[test]
    fn a_new_position_holds_a_draw_better_than_one_that_the_game_has_had() {
        let mut game = Game::new(&ONE_HOLDS.parse().unwrap()).unwrap();
        let mut held = || {
            let mut root = RootMoves::new(&game, &Limits::default());
            find_held_moves(&mut root, &game, &SearchSettings::default());
            let held = root.find(mv("d0e0")).and_then(|root| root.held);
            for text in ["d0e0", "e2g3", "e0d0", "g3e2"] {
                game.play(mv(text)).unwrap();
            }
            held
        };
        // The third time the game is over.
        let [first, second, third] = [held(), held(), held()];
        assert_eq!((first, third), (second.map(|score| score + 1), None));
    }

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
