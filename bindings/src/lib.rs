//! What the packages for Python and JavaScript share: the engine, the rules and the files of
//! games in the shape in which a script wants them. Each package is a thin layer over this
//! crate, so that both have the same classes, names and errors.
//!
//! Values that a script makes and reads are texts and numbers: squares are `e0`, pieces letters
//! of FEN, sides `red` and `black`, rule sets, styles and formats their names. Whatever a script
//! hands over, there is an [`Error`] or an answer, never a panic.
//!
//! ```
//! use chuhe_bindings::{Board, judge_text};
//!
//! let mut board = Board::new(None, "ComputerRule")?;
//! board.push_text("炮二平五")?;
//! assert_eq!(board.fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
//! let mated = judge_text("3k5/9/9/9/9/9/9/9/4R4/3RK4 b", None, "ComputerRule", None)?;
//! assert_eq!(mated.map(|outcome| outcome.sentence("en")).transpose()?, Some("black is mated".into()));
//! # Ok::<(), chuhe_bindings::Error>(())
//! ```

mod board;
mod case;
mod engine;
mod error;
mod game;
mod learner;
mod line;
mod outcome;
mod practice;
mod reader;
mod review;
mod solved;

pub use board::{Board, Position, parse_color, parse_move, parse_square, styles};
pub use case::{Case, Listed, judge_moves, judge_text};
pub use chuhe::board::START_FEN;
pub use chuhe::book::BookMove;
pub use chuhe::drill::{Assessed as AssessedMove, HOLD_MOVES, moves_to_end};
pub use chuhe::endings::Ending;
pub use chuhe::engine::options::Kind as OptionKind;
pub use chuhe::engine::player_level::PlayerLevel;
pub use chuhe::search::StopToken;
pub use chuhe::types::{Color, Move, Piece, Square};
pub use chuhe_games::Place;
pub use chuhe_games::review::{Assessed, Grade, Phase, Played, Points, Position as Searched, Side};
pub use engine::{Engine, OnLine, Search, Step, option_type};
pub use error::{Error, ErrorKind, Result};
pub use game::{Game, formats, is_text};
pub use learner::{MASK, PLANES, index, move_at};
pub use line::{Found, Line, MOST_LINES, SearchLimits};
pub use outcome::{Outcome, language_tag, rule_sets, rules_at, rules_of};
pub use practice::{Practice, PracticeAs};
pub use reader::{ReadAs, Reader};
pub use review::{ReviewAs, review};
pub use solved::{
    Book, MateAnswer, MateQuestion, Tables, ending_basis, ending_kind, evaluate, player_level,
    prove_mate,
};

/// The version of the packages.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
