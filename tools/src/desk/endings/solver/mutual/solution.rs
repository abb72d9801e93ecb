//! What is known of a mutual class, and of the classes that its captures lead to.

use crate::desk::endings::solver::mutual::FastMap;
use crate::desk::endings::solver::mutual::field::{Field, View};
use chuhe::board::Setup;
use chuhe::endings::{Class, Ending, Endings};
use chuhe::internals::endings::Note;
use chuhe::types::Color;

/// A position that cannot arise.
pub const BROKEN: u8 = u8::MAX;
/// The longest win or loss, in plies.
pub const MAX_PLIES: u32 = 250;

/// Why a class cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Its distances do not fit into bytes.
    TooLong(Class),
    /// A rank or a patience does not fit into a note.
    TooHigh(Class),
    /// No table knows a position that a capture leads to.
    Missing(String),
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolved::TooLong(class) => {
                write!(f, "a win of {class} takes more than {MAX_PLIES} plies")
            }
            Unsolved::TooHigh(class) => write!(f, "a number of {class} does not fit into a note"),
            Unsolved::Missing(fen) => write!(f, "no table knows the position {fen}"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// A position of a class: its number, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Frame times placements of a frame, plus placement.
    pub at: usize,
    /// The side to move.
    pub side: Color,
}

/// The solution of a mutual class.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The class and its numbering.
    pub field: Field,
    /// By the side to move, one byte a position: 0 for a draw, [`BROKEN`], or one more than the
    /// plies to the end: even for a win, odd for a loss of the side to move.
    pub values: [Vec<u8>; 2],
    /// What there is besides, of positions whose value is 0.
    pub notes: FastMap<Node, Note>,
}

/// A capture that decides nothing by force but matters to the laws, and the position before it.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// The position; the side to move captures.
    pub node: Node,
    /// What it captures into: a win by the rules, or a draw that may need chases.
    pub value: Ending,
}

/// What a side's captures are worth to it.
pub fn capture_values(
    field: &Field,
    view: &View<'_>,
    placement: usize,
    side: Color,
    endings: &Endings,
) -> Result<Vec<Ending>, Unsolved> {
    let mut values = Vec::new();
    let mut missing = Ok(());
    field.captures(view, placement, side, |capture| {
        let value = || {
            let Ok(board) = field.after_capture(view, placement, side, capture).to_board() else {
                return Ok(None);
            };
            let found = endings.probe(&board).map(Ending::before);
            found.map(Some).ok_or_else(|| Unsolved::Missing(Setup::of(&board).to_string()))
        };
        match view.captured(capture, value) {
            Ok(value) => values.extend(value),
            Err(error) => missing = missing.clone().and(Err(error)),
        }
    });
    missing.map(|()| values)
}
