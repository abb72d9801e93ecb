//! `chuhe perft`: counts the lines of legal moves below a position.

use std::time::Instant;

use clap::Args;

use crate::board::{Board, START_FEN, Setup, divide};
use crate::tools::shard::Shard;
use crate::types::Move;

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
    /// Count below part I of N of the moves only; the counts of all parts add up
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
}

/// Counts and prints.
///
/// # Errors
/// When the FEN is not that of a legal position.
pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let mut board: Board = args.fen.parse::<Setup>()?.to_board()?;
    let started = Instant::now();
    let numbered = (0..).zip(board.legal_moves());
    let moves: Vec<Move> =
        numbered.filter(|&(number, _)| args.shard.has(number)).map(|(_, mv)| mv).collect();
    let counts = divide(&mut board, &moves, args.depth);
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
