//! Commands for players, analysts and who keeps collections of games.

pub mod analyze;
pub mod batch;
pub mod batch_args;
pub mod board;
pub mod book;
pub mod endings;
pub mod epd;
#[cfg(feature = "database")]
pub mod games;
pub mod judge;
mod left_out;
pub mod manual;
pub mod notation;
pub mod play;
pub mod puzzles;
pub mod solve;
