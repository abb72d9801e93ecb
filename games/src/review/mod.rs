//! What the moves of a game were worth: grades them by the searches of the positions
//! before and after each, for `chuhe analyze` and for pages. The searches are made by
//! whoever asks: [`Work`] says which ones are needed, and takes what they found.

mod assess;
mod book;
mod class;
mod clock;
mod collector;
mod counts;
mod grade;
mod job;
mod judge;
mod kind;
pub mod level;
mod misfit;
mod others;
mod played;
mod position;
mod settings;
mod side;
mod subject;
mod systems;
mod texts;
mod theory;
mod work;
mod written;

use chuhe::types::{Depth, Move, Score};

pub use assess::Assessed;
pub use class::{Class, LIMITS};
pub use clock::Spent;
pub use collector::Collector;
pub use counts::Counts;
pub use grade::{Grade, Points};
pub use job::Job;
pub use judge::{Judge, LEAST_DEPTH, chance};
pub use kind::Kind;
pub use level::Level;
pub use misfit::{Misfit, MisfitFault};
pub use others::Other;
pub use played::{Phase, Played};
pub use position::Position;
pub use settings::ReviewSettings;
pub use side::{PhaseSummary, Side, TimeSpent};
pub use subject::Subject;
pub use systems::opening;
pub use theory::Theory;
pub use work::Work;
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
