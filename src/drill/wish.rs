//! What positions somebody wants to practise.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::endings::Class;

/// What is to be reached from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To win what is won by force.
    #[default]
    Win,
    /// To win what is won because the other side may not check for ever.
    Rule,
    /// To hold a draw that some moves lose.
    Draw,
}

impl Goal {
    /// All goals.
    pub const ALL: [Goal; 3] = [Goal::Win, Goal::Rule, Goal::Draw];

    /// `win`, `rule` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Rule => "rule",
            Goal::Draw => "draw",
        }
    }
}

/// How hard a position is, among those of its class and goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The third with the shortest wins; draws that half of the moves hold.
    Easy,
    /// The third in the middle; draws that several moves hold, but fewer.
    Middle,
    /// The tenth with the longest wins; draws that one move alone holds.
    Hard,
}

/// How long a win is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// As the positions of the class are.
    #[default]
    Any,
    /// From the first to the second number of moves of the winner, against the best defence.
    Moves(u32, u32),
    /// As hard as this.
    Level(Level),
}

/// The text names no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError;

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected moves such as 12, 10..20 or 10.., or easy, middle, hard or any")
    }
}

impl Error for LengthError {}

/// `any`, `easy`, `middle`, `hard`, `12`, `10..20`, `10..`, `..20`; `-` may stand for `..`.
impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Length, LengthError> {
        match text {
            "any" => return Ok(Length::Any),
            "easy" => return Ok(Length::Level(Level::Easy)),
            "middle" => return Ok(Length::Level(Level::Middle)),
            "hard" => return Ok(Length::Level(Level::Hard)),
            _ => {}
        }
        let number = |text: &str, usual: Option<u32>| match text {
            "" => usual.ok_or(LengthError),
            _ if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().map_err(|_| LengthError),
            _ => Err(LengthError),
        };
        let (least, most) = match text.split_once("..").or_else(|| text.split_once('-')) {
            Some(("", "")) => return Err(LengthError),
            Some((least, most)) => (number(least, Some(1))?, number(most, Some(u32::MAX))?),
            None => {
                let moves = number(text, None)?;
                (moves, moves)
            }
        };
        if least == 0 || least > most {
            return Err(LengthError);
        }
        Ok(Length::Moves(least, most))
    }
}

/// What positions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What stands on the board.
    pub class: Class,
    /// What is to be reached.
    pub goal: Goal,
    /// How long or hard it is to be.
    pub length: Length,
    /// Whether a capture with the first move may reach it.
    pub captures: bool,
}

impl Wish {
    /// Only wins by force have a length, and wins by the rules are not told apart.
    pub(super) fn check(&self) -> Result<(), DrillError> {
        let is_known = match (self.goal, self.length) {
            (Goal::Win, _) | (_, Length::Any) | (Goal::Draw, Length::Level(_)) => true,
            (Goal::Draw, Length::Moves(..)) | (Goal::Rule, _) => false,
        };
        is_known.then_some(()).ok_or(DrillError::NoLength { goal: self.goal })
    }

    /// Whether a draw that so many of all moves hold is to be held: some move must lose.
    pub(super) fn is_level_of_draw(&self, kept: u32, all: u32) -> bool {
        kept < all
            && match self.length {
                Length::Any | Length::Moves(..) => true,
                Length::Level(Level::Easy) => 2 * kept >= all,
                Length::Level(Level::Middle) => 2 * kept < all && kept > 1,
                Length::Level(Level::Hard) => kept == 1,
            }
    }
}

/// Why there is nothing to practise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillError {
    /// There is no table of this class.
    NoTable {
        /// The class.
        class: Class,
    },
    /// None of many random positions of the class was of the kind.
    NoPosition {
        /// The class.
        class: Class,
        /// The moves of the longest win among those that were too short or too long.
        longest: Option<u32>,
    },
    /// Only a win by force has a length.
    NoLength {
        /// What has none.
        goal: Goal,
    },
}

impl fmt::Display for DrillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrillError::NoTable { class } => write!(f, "there is no table of {class}"),
            DrillError::NoPosition { class, longest: None } => {
                write!(f, "no position of {class} of this kind was found")
            }
            DrillError::NoPosition { class, longest: Some(longest) } => {
                write!(
                    f,
                    "no position of {class} of this length was found; the longest win that was \
                     seen has {longest} moves"
                )
            }
            DrillError::NoLength { goal: Goal::Draw } => {
                f.write_str("a draw has no length: expected easy, middle, hard or any")
            }
            DrillError::NoLength { .. } => {
                f.write_str("a win by the rules has no length: expected any")
            }
        }
    }
}

impl Error for DrillError {}
