//! Slow and obvious versions of fast code. Tests compare the two; nothing here is used in
//! play.

pub mod judge;
pub mod lines;
pub mod movegen;
pub mod network;
pub mod quiescence;
pub mod search;
