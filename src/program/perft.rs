//! `chuhe perft`: counts the lines of legal moves below a position.

use std::fmt::Write;
use std::time::Instant;

use anyhow::Result;
use chuhe::board::{Board, START_FEN, Setup, divide};
use chuhe::engine::{MAX_PERFT_DEPTH, Part};
use chuhe::types::Move;

use crate::program::arguments::{Arguments, Usage};
use crate::program::say;

/// Counts and prints.
///
/// # Errors
/// When an argument is wrong, the FEN is not that of a legal position, or the counts cannot
/// be written.
pub fn run(words: &[String]) -> Result<()> {
    let arguments = Arguments::read(words, &["--part", "--shard"], &["--divide"], 2)?;
    let depth = arguments.words.first().and_then(|word| word.parse().ok());
    let Some(depth) = depth.filter(|depth| (1..=MAX_PERFT_DEPTH).contains(depth)) else {
        let text = format!("expected a number of plies from 1 to {MAX_PERFT_DEPTH}");
        return Err(Usage::new(text).into());
    };
    let fen = arguments.words.get(1).unwrap_or(&START_FEN);
    let part = arguments
        .value("--part")
        .or(arguments.value("--shard"))
        .map_or(Ok(Part::WHOLE), str::parse);
    let part = part.map_err(|error| Usage::new(format!("--part: {error}")))?;
    let mut board: Board = fen.parse::<Setup>()?.to_board()?;
    let started = Instant::now();
    let numbered = (0..).zip(board.legal_moves());
    let moves: Vec<Move> =
        numbered.filter(|&(number, _)| part.has(number)).map(|(_, mv)| mv).collect();
    let counts = divide(&mut board, &moves, depth);
    let elapsed = started.elapsed().as_secs_f64();
    let mut text = String::new();
    if arguments.value("--divide").is_some() {
        for (mv, nodes) in &counts {
            writeln!(text, "{mv}: {nodes}")?;
        }
        text.push('\n');
    }
    let nodes: u64 = counts.iter().map(|&(_, nodes)| nodes).sum();
    say(&format!("{text}{nodes} nodes {elapsed:.3} s {:.0} nps", nodes as f64 / elapsed.max(1e-6)))
}
