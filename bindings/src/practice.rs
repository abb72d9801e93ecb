//! Endings to practise, against an opponent that makes no mistake.

use std::fmt;

use chuhe::drill::{Assessed, Drill, Goal, Wish, class_named, near_names};
use chuhe::endings::{Class, Ending};
use chuhe::rules::Game;
use chuhe::types::Move;

use crate::board::Board;
use crate::error::{Error, Result, shown};
use crate::outcome::rules_of;
use crate::solved::Tables;

/// What positions are wanted.
#[derive(Clone, Debug)]
pub struct PracticeAs {
    /// `win`, `rule` or `draw`.
    pub goal: String,
    /// `12`, `10..20`, `easy`, `middle`, `hard` or `any`.
    pub length: String,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// Whether a capture with the first move may do it.
    pub captures: bool,
    /// The rule set.
    pub rules: String,
}

/// Positions of an ending.
#[derive(Debug)]
pub struct Practice(Drill);

impl Practice {
    /// The classes of which there can be positions, by their names.
    pub fn classes(tables: &Tables) -> Vec<String> {
        Drill::classes(tables.endings()).iter().map(Class::to_string).collect()
    }

    /// Positions of a class, such as `KRKAB`.
    ///
    /// # Errors
    /// When there is no such class, rule set, goal or length, no table, or no such position.
    pub fn new(tables: &Tables, ending: &str, how: &PracticeAs) -> Result<Practice> {
        let class = class_named(ending).ok_or_else(|| {
            let near = near_names(ending, &Practice::classes(tables)).join(", ");
            let name = shown(ending);
            Error::value(format!("there is no ending '{name}'; the nearest are {near}"))
        })?;
        let goal = Goal::ALL.into_iter().find(|goal| goal.name() == how.goal);
        let goal = goal.ok_or_else(|| {
            Error::value(format!("goal '{}': expected win, rule or draw", shown(&how.goal)))
        })?;
        let wrong = |error: &dyn fmt::Display| Error::value(format!("length: {error}"));
        let length = how.length.parse().map_err(|error| wrong(&error))?;
        let wish = Wish { class, goal, length, captures: how.captures };
        let rules = rules_of(&how.rules)?;
        let drill = Drill::new(tables.endings().clone(), rules, wish, how.seed);
        drill.map(Practice).map_err(Error::value)
    }

    /// The class, as its table is named.
    pub fn ending(&self) -> String {
        self.0.wish().class.to_string()
    }

    /// The position of a number, from 1 on: Red is to move, and is who practises.
    ///
    /// # Errors
    /// When none was found.
    pub fn position(&self, number: u64) -> Result<Board> {
        let setup = self.0.position(number).map_err(Error::value)?;
        let game = Game::new(&setup).map_err(Error::value)?;
        Ok(Board::of_game(game, *self.0.rules()))
    }

    /// What the tables say of a position; `None` when it is in none.
    pub fn value(&self, board: &Board) -> Option<Ending> {
        self.0.value(board.game().board())
    }

    /// What a legal move does; `None` where a table is missing.
    pub fn assess(&self, board: &Board, mv: Move) -> Option<Assessed> {
        self.0.assess(board.game().board(), mv)
    }

    /// A best move; `None` without one, or where a table is missing.
    pub fn hint(&self, board: &Board) -> Option<Move> {
        self.0.hint(board.game().board())
    }

    /// The move of the opponent; `None` without one, or where a table is missing.
    pub fn reply(&self, board: &Board) -> Option<Move> {
        self.0.reply(board.game())
    }
}
