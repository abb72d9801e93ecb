//! `chuhe perft`: counts the lines of legal moves below a position.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;

use crate::board::{Board, START_FEN, Setup, divide};
use crate::engine::MAX_PERFT_DEPTH;
use crate::tools::shard::Shard;
use crate::types::Move;

/// Count the lines of legal moves of a given length
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Length of the lines in plies
    #[arg(value_parser = plies)]
    depth: u32,
    /// The position, as a FEN in quotes
    #[arg(default_value = START_FEN)]
    fen: String,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Count below part I of N of the moves only; the counts of all parts add up
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
}

fn plies(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|depth| (1..=MAX_PERFT_DEPTH).contains(depth));
    number.ok_or_else(|| format!("expected a number of plies from 1 to {MAX_PERFT_DEPTH}"))
}

/// Counts and prints.
///
/// # Errors
/// When the FEN is not that of a legal position, or the counts cannot be written.
pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let mut board: Board = args.fen.parse::<Setup>()?.to_board()?;
    let started = Instant::now();
    let numbered = (0..).zip(board.legal_moves());
    let moves: Vec<Move> =
        numbered.filter(|&(number, _)| args.shard.has(number)).map(|(_, mv)| mv).collect();
    let counts = divide(&mut board, &moves, args.depth);
    let elapsed = started.elapsed();
    let mut out = stdout();
    if args.divide {
        for (mv, nodes) in &counts {
            writeln!(out, "{mv}: {nodes}")?;
        }
        writeln!(out)?;
    }
    let nodes: u64 = counts.iter().map(|&(_, nodes)| nodes).sum();
    let nps = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    writeln!(out, "{nodes} nodes {:.3} s {nps:.0} nps", elapsed.as_secs_f64())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_numbers_of_plies() {
        assert_eq!((plies("1"), plies("64")), (Ok(1), Ok(64)));
        for bad in ["", "x", "0", "65", "-1", "4294967296"] {
            assert_eq!(plies(bad).unwrap_err(), "expected a number of plies from 1 to 64");
        }
    }
}
