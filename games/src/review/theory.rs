//! What the tables of solved endings say of positions and moves.

use serde::Serialize;

use chuhe::endings::{Ending, Endings};
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
    /// the natural limit is none, and a game that is over has nothing more to tell.
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
        let is_in_time = rules.quiet_limit.is_none_or(|limit| game.quiet_plies() + plies <= limit);
        let won = if winner == Color::Red { Theory::Red(plies) } else { Theory::Black(plies) };
        (value != Ending::Loss(0) && is_in_time).then_some(won)
    }

    /// Half points that a side gets.
    fn half_points(self, side: Color) -> i32 {
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
