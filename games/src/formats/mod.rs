//! The formats, each in a module of its own: what it looks like, its reader, its writer.

pub mod ccbridge;
pub mod ccm;
pub mod che;
pub mod dhtmlxq;
pub mod lines;
#[cfg(test)]
mod mutations;
pub mod mxq;
pub mod pfc;
pub mod pgn;
pub mod sheet;
mod slots;
mod start;
pub mod wxf;
mod xml;
pub mod xqf;

/// The most moves of a game in a file whose moves take a few bytes each: memory takes many more.
/// The largest game known has 15,352.
const MOST_MOVES: usize = 1 << 20;
