//! Speed of move generation: `cargo bench --bench perft`.
//!
//! Perft to depth 6 from the start position. Moves of the last ply are counted and not made
//! (bulk counting). Prints the best of three speeds.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use chuhe::board::{Board, perft};

const DEPTH: u32 = 6;
const LINES: u64 = 5_392_831_844;
const ROUNDS: usize = 3;

fn main() {
    let speeds = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        assert_eq!(perft(&mut Board::start(), DEPTH), LINES);
        LINES as f64 / started.elapsed().as_secs_f64() / 1e6
    });
    let best = speeds.fold(0.0, f64::max);
    println!("perft {DEPTH} from the start position: {best:.0} million lines a second");
}
