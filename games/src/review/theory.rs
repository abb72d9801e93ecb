//! What the tables of solved endings say of positions and moves.

use serde::Serialize;

use chuhe::endings::{Ending, Endings, LIMIT_IN_SIGHT};
use chuhe::rules::{Game, RuleSet};
use chuhe::types::Color;

/// The result of a position with best play, as a table knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theory {
    /// Red wins, in this number of plies; 0 if it has none, because Black may not check for ever.
    Red(u32),
    /// Black wins, in this number of plies; 0 if it has none, because Red may not check for ever.
    Black(u32),
    /// Neither side can force a win.
    Drawn,
}

impl Theory {
    /// The result of the position of a game, if a table has it. A win that does not fit into
    /// the natural limit is none, nor is one without a distance where the limit is in sight; a
    /// game that is over has nothing more to tell.
    pub fn of(endings: &Endings, game: &Game, rules: &RuleSet) -> Option<Theory> {
        let board = game.board();
        if !Endings::may_know(board) {
            return None;
        }
        let value = endings.value(board)?.under(rules)?;
        let Some(winner) = value.winner(board.side()) else {
            return Some(Theory::Drawn);
        };
        let plies = value.plies().unwrap_or(0);
        let needed = value.plies().unwrap_or(LIMIT_IN_SIGHT + 1);
        let is_in_time = rules.quiet_limit.is_none_or(|limit| game.quiet_plies() + needed <= limit);
        let won = if winner == Color::Red { Theory::Red(plies) } else { Theory::Black(plies) };
        (value != Ending::Loss(0) && is_in_time).then_some(won)
    }

    /// Half points that a side gets.
    pub fn half_points(self, side: Color) -> i32 {
        match (self, side) {
            (Theory::Drawn, _) => 1,
            (Theory::Red(_), Color::Red) | (Theory::Black(_), Color::Black) => 2,
            _ => 0,
        }
    }

    /// Half points that a side has lost by a move from here to there.
    pub fn lost(self, after: Theory, side: Color) -> i32 {
        (self.half_points(side) - after.half_points(side)).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a win by the rules no table says how long it takes.
    #[test]
    fn a_win_by_the_rules_is_none_near_the_natural_limit() {
        let endings = Endings::embedded();
        let rules = RuleSet::default();
        let limit = rules.quiet_limit.unwrap();
        let of = |pieces: &str, quiet_plies: u32, rules: &RuleSet| {
            let game = Game::new(&format!("{pieces} - - {quiet_plies} 60").parse().unwrap());
            Theory::of(&endings, &game.unwrap(), rules)
        };
        let by_rule = "9/9/4k4/3R5/9/9/6n2/5K3/9/9 b";
        assert_eq!(of(by_rule, 0, &rules), Some(Theory::Red(0)));
        for (left, expected) in
            [(LIMIT_IN_SIGHT + 1, Some(Theory::Red(0))), (LIMIT_IN_SIGHT, None), (1, None)]
        {
            assert_eq!(of(by_rule, limit - left, &rules), expected, "{left}");
        }
        let unlimited = RuleSet { quiet_limit: None, ..rules };
        assert_eq!(of(by_rule, limit - 1, &unlimited), Some(Theory::Red(0)));
        // A win by force has its distance.
        let forced = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
        let plies = match of(forced, 0, &rules) {
            Some(Theory::Red(plies)) => plies,
            other => panic!("{other:?}"),
        };
        assert_eq!(of(forced, limit - plies, &rules), Some(Theory::Red(plies)));
        assert_eq!(of(forced, limit - plies + 1, &rules), None);
    }
}
