//! Chuhe (楚河), a Chinese chess (xiangqi) engine.
//!
//! The modules are layers; each may use only those that stand before it:
//!
//! | module | what it knows |
//! |---|---|
//! | `random` | deterministic random numbers |
//! | `memory` | large tables, and what is fetched from them ahead |
//! | `packing` | bytes: a range coder and SHA-256, for networks and training data |
//! | [`types`] | the vocabulary: squares, pieces, moves, scores |
//! | [`board`] | what stands on the board now: legal moves, FEN, static exchange |
//! | [`notation`] | moves as people and files write them |
//! | [`book`] | opening books: which moves are played in known positions |
//! | [`endings`] | solved endings: tables of won and drawn positions |
//! | [`rules`] | what the game means: histories, repetitions, limits, verdicts |
//! | [`mate`] | proved mates: a proof-number search |
//! | [`games`] | games as files: PGN, EPD, lists, encodings |
//! | [`eval`] | how good a position looks |
//! | [`search`] | which move is best |
//! | `reference` | slow and obvious versions of fast code, for tests |
//! | [`engine`] | one game, the options and the search threads; no text |
//! | `review` | what the moves of a game were worth |
//! | [`protocol`] | the text between the engine and a user interface |
//! | `tools` | the subcommands of the program |
//!
//! The module `review` belongs to the feature of this name; the module `tools`, the client of
//! other engines in `protocol` and the reader of game files in `games` belong to the feature
//! `tools`, which is on by default and brings the other.
//! Without it (`default-features = false`) the library needs few other crates, and
//! the program is the bare engine without subcommands.
//!
//! `random`, `packing` and `reference` are internals, public for the tests alone.
//! `docs/authors/architecture.md` has more about the modules.
//!
//! Finding a move:
//!
//! ```
//! use chuhe::rules::Game;
//! use chuhe::search::{Limits, Searcher};
//!
//! let mut game = Game::new(&"3k5/9/9/9/9/9/9/9/4R4/R3K4 w".parse()?)?;
//! let result = Searcher::new(1, 16).search(&game, Limits::depth(4))?;
//! assert_eq!(result.best.map(|mv| mv.to_string()), Some("a0d0".to_owned()));
//! if let Some(mv) = result.best {
//!     game.play(mv)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has programs that count moves, judge a game, convert
//! notation, report the progress of a search and stop it, and serve a dialect of
//! their own.

pub mod board;
pub mod book;
pub mod commands;
pub mod endings;
pub mod engine;
pub mod eval;
pub mod internals;
pub mod mate;
mod memory;
pub mod notation;
#[doc(hidden)] // see `internals`
pub mod packing;
pub mod protocol;
#[doc(hidden)] // see `internals`
pub mod random;
#[doc(hidden)] // see `internals`
pub mod reference;
pub mod rules;
pub mod search;
pub mod types;
