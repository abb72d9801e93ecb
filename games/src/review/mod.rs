//! What the moves of a game were worth: grades them by the searches of the positions
//! before and after each, for `chuhe analyze` and for pages. The searches are made by
//! whoever asks: [`Work`] says which ones are needed, and takes what they found.

mod assess;
mod collector;
mod grade;
mod played;
mod side;
mod systems;
mod theory;
mod work;
mod written;

use chuhe::types::{Depth, Move, Score};

pub use assess::{Assessed, Judge, LEAST_DEPTH, Position, ReviewSettings, chance};
pub use collector::Collector;
pub use grade::{Grade, Points};
pub use played::{Phase, Played};
pub use side::{PhaseSummary, Side};
pub use systems::opening;
pub use theory::Theory;
pub use work::{Job, Misfit, MisfitFault, Subject, Work};
pub use written::Written;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Score for the side to move.
    pub score: Score,
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Nodes searched.
    pub nodes: u64,
    /// The principal variation; empty when there is no legal move.
    pub line: Vec<Move>,
}
