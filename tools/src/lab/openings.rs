//! `chuhe openings`: positions for matches to begin at, level and all different.

use anyhow::Result;
use chuhe::board::Setup;
use chuhe::engine::Part;
use chuhe::engine::level_openings::{LevelOpenings, PLIES};
use chuhe::rules::Game;

use crate::common::say::print;

/// Print openings for matches: random moves from the start position that leave it level
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningsArgs {
    /// How many
    #[arg(default_value_t = 500)]
    count: usize,

    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print part I of N of them, counted from 1; no two parts have a position in common
    #[arg(long, alias = "shard", value_name = "I/N", default_value_t = Part::WHOLE)]
    part: Part,

    /// Random moves in each
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(PLIES))]
    plies: u64,

    /// Largest advantage, in units of the evaluation
    #[arg(long, value_name = "UNITS", default_value_t = 100,
          value_parser = clap::value_parser!(i32).range(1..))]
    level: i32,

    /// Nodes of the search that judges them
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Prints them, a FEN a line.
///
/// # Errors
/// When there are fewer, or they cannot be written.
pub fn run(args: &OpeningsArgs) -> Result<()> {
    let &OpeningsArgs { count, seed, part, plies, level, nodes } = args;
    let wanted = LevelOpenings { count, seed, part, plies, level, nodes };
    wanted.find(&[Game::new(&Setup::start())?], |fen| print(&format!("{fen}\n")))
}
