//! The subcommands of the program. Each module has its arguments and a `run`.
#![allow(clippy::print_stdout)]

pub mod arena;
pub mod bench;
pub mod book;
pub mod datagen;
pub mod judge;
pub mod ladder;
mod material;
pub mod net;
pub mod notation;
pub mod openings;
pub mod outlook;
pub mod perft;
pub mod random;
mod signals;
pub mod train;
pub mod tune;
