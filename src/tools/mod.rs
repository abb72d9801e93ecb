//! The subcommands of the program. Each module has its arguments and a `run`.
#![allow(clippy::print_stdout)]

pub mod analyze;
pub mod arena;
pub mod bench;
pub mod board;
pub mod book;
mod crew;
pub mod datagen;
mod diagram;
mod effort;
pub mod epd;
pub mod judge;
pub mod ladder;
mod ledger;
mod material;
pub mod net;
pub mod notation;
pub mod openings;
pub mod outlook;
mod page;
pub mod perft;
mod progress;
pub mod random;
mod shard;
pub mod signals;
pub mod train;
pub mod tune_search;
