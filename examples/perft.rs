//! Legal moves and perft: `cargo run --release --example perft -- 5 [FEN]` prints
//! the number of lines of so many plies below each move.

#![allow(clippy::print_stdout)]

use std::error::Error;

use chuhe::board::{Board, START_FEN, Setup, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let depth = words.next().map_or(Ok(3), |word| word.parse())?;
    let fen = words.collect::<Vec<_>>().join(" ");
    let fen = if fen.is_empty() { START_FEN } else { &fen };
    println!("{} lines", count(fen, depth)?);
    Ok(())
}

/// Prints the lines below each legal move and returns their sum.
fn count(fen: &str, depth: u32) -> Result<u64, Box<dyn Error>> {
    let board: Board = fen.parse::<Setup>()?.to_board()?;
    let mut total = 0;
    for mv in board.legal_moves() {
        let mut after = board.clone();
        after.play(mv)?; // tests that the move is legal; it is
        let lines = perft(&mut after, depth.saturating_sub(1));
        println!("{mv}: {lines}");
        total += lines;
    }
    Ok(total)
}

#[test]
fn counts_the_start_position() {
    assert_eq!(count(START_FEN, 3).unwrap(), 79_666);
    let error = count("rnbakabnr/9/1c5c1 w", 3).unwrap_err();
    assert!(error.to_string().contains("expected 10 ranks"), "{error}");
}
