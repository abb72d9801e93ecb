//! Chuhe (楚河), a Chinese chess (xiangqi) engine.
//!
//! The modules are layers; each may use only those that stand before it:
//!
//! | module | what it knows |
//! |---|---|
//! | `random` | deterministic random numbers |
//! | `memory` | large tables, and what is fetched from them ahead |
//! | `packing` | bits, bytes and SHA-256, for networks and other files |
//! | [`types`] | the vocabulary: squares, pieces, moves, scores |
//! | [`board`] | what stands on the board now: legal moves, FEN, static exchange |
//! | [`notation`] | moves as people and files write them |
//! | [`book`] | opening books: which moves are played in known positions |
//! | [`endings`] | solved endings: tables of won and drawn positions |
//! | [`rules`] | what the game means: histories, repetitions, limits, verdicts |
//! | [`drill`] | endings to practise: positions, an opponent, what each move keeps |
//! | [`mate`] | proved mates: a proof-number search |
//! | [`eval`] | how good a position looks |
//! | [`search`] | which move is best |
//! | `reference` | slow and obvious versions of fast code, for tests and second opinions |
//! | [`engine`] | one game, the options and the search threads; no text |
//! | [`protocol`] | the text between the engine and a user interface |
//! | [`commands`] | the commands of the program, as data |
//! | [`internals`] | parts of the others, for tools that train, tune and solve |
//!
//! Games as files and what their moves were worth have a library of their own, `chuhe-games`;
//! everything that is not the engine itself is in `chuhe-tools`.
//!
//! `random`, `packing` and `reference` are internals, as `internals` shows them.
//! `docs/authors/architecture.md` has more about the modules.
//!
//! To use it, add a checkout of the source to `Cargo.toml`; it is on no registry:
//!
//! ```toml
//! [dependencies]
//! chuhe = { path = "../chuhe" }
//! ```
//!
//! The feature `built-in`, which is on by default, makes the network and some tables of solved
//! endings part of the library.
//!
//! Finding a move, and what its score means in centipawns (100: an advantage that wins half of the games):
//!
//! ```
//! use std::time::Duration;
//!
//! use chuhe::engine::Outlook;
//! use chuhe::rules::Game;
//! use chuhe::search::{Limits, Searcher};
//!
//! let mut game = Game::new(&"3k5/9/9/9/9/9/9/9/4R4/R3K4 w".parse()?)?;
//! let result = Searcher::new(1, 16).search(&game, Limits::time(Duration::from_millis(50)))?;
//! assert_eq!(result.best.map(|mv| mv.to_string()), Some("a0d0".to_owned()));
//! assert_eq!(result.score.mate_moves(), Some(1));
//! assert!(Outlook::new(result.score, game.board()).centipawns > 1000);
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
pub mod drill;
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
