//! Chuhe (楚河), a Chinese chess (xiangqi) engine.
//!
//! The modules are layers; each may use only those that stand before it:
//!
//! | module | what it knows |
//! |---|---|
//! | [`types`] | the vocabulary: squares, pieces, moves, scores |
//! | [`board`] | what stands on the board now: legal moves, FEN, static exchange |
//! | [`rules`] | what the game means: histories, repetitions, limits, verdicts |
//! | [`eval`] | how good a position looks |
//! | [`search`] | which move is best |
//! | [`reference`] | slow twins of fast things, for checks |
//! | [`engine`] | one game, the options and the search threads; no text |
//! | [`protocol`] | the text between the engine and a user interface |
//! | [`tools`] | the subcommands of the program |
//!
//! `docs/architecture.md` tells the same at length.

pub mod board;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod reference;
pub mod rules;
pub mod search;
pub mod tools;
pub mod types;
