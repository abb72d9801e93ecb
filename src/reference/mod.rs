//! Slow twins: the same answers as the fast code, found in the plainest way.
//! Tests compare the two; nothing here is used in play.

pub mod judge;
pub mod lines;
pub mod movegen;
pub mod network;
pub mod quiescence;
pub mod search;
