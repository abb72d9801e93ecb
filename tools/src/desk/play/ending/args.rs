//! The arguments for endings to practise.

use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::common::lang::Told;
use crate::common::lang::files::DeskFault;
use chuhe::drill::{Goal, Length};

/// What is to be reached from the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GoalChoice {
    /// Win what is won by force.
    #[default]
    Win,
    /// Win what is won because the other side may not check for ever.
    Rule,
    /// Hold a draw that some moves lose.
    Draw,
}

impl GoalChoice {
    /// The goal.
    pub const fn goal(self) -> Goal {
        match self {
            GoalChoice::Win => Goal::Win,
            GoalChoice::Rule => Goal::Rule,
            GoalChoice::Draw => Goal::Draw,
        }
    }
}

/// How long a win is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthChoice(pub Length);

impl FromStr for LengthChoice {
    type Err = Told;

    fn from_str(text: &str) -> Result<LengthChoice, Told> {
        text.parse().map(LengthChoice).map_err(|_| DeskFault::DrillLength.into())
    }
}

/// Options of endings to practise.
#[derive(Args, Clone, Debug)]
pub struct EndingArgs {
    /// Practise an ending against tables that know all its positions: a class such as KRKAB, the
    /// pieces of one side and then of the other; list names those at hand
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["level", "player", "movetime", "clock", "fen"])]
    pub ending: Option<String>,
    /// What is to be reached from the positions
    #[arg(long, value_enum, default_value_t, requires = "ending")]
    pub goal: GoalChoice,
    /// Your moves to the win: 12, 10..20, 10.. or ..20; or easy, middle, hard or any
    #[arg(long, value_name = "MOVES", default_value = "any", requires = "ending")]
    pub length: LengthChoice,
    /// The same seed gives the same positions [default: another one each time]
    #[arg(long, value_name = "S", requires = "ending")]
    pub seed: Option<u64>,
    /// Also positions in which a capture at once does it
    #[arg(long, requires = "ending")]
    pub captures: bool,
}
