//! `chuhe perft`: counts the lines of legal moves below a position.

use std::time::Instant;

use clap::Args;

use crate::board::{Board, START_FEN, Setup, divide};

/// Count the lines of legal moves of a given length
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Length of the lines in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// The position, as a FEN in quotes
    #[arg(default_value = START_FEN)]
    fen: String,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
}

/// Counts and prints.
///
/// # Errors
/// When the FEN is not that of a legal position.
pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let mut board: Board = args.fen.parse::<Setup>()?.to_board()?;
    let started = Instant::now();
    let counts = divide(&mut board, args.depth);
    let elapsed = started.elapsed();
    if args.divide {
        for (mv, nodes) in &counts {
            println!("{mv}: {nodes}");
        }
        println!();
    }
    let nodes: u64 = counts.iter().map(|&(_, nodes)| nodes).sum();
    let nps = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    println!("{nodes} nodes {:.3} s {nps:.0} nps", elapsed.as_secs_f64());
    Ok(())
}
