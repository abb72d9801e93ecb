//! Time of an evaluation with up-to-date accumulators: `cargo bench --bench eval`.
//!
//! Evaluates the positions of `chuhe bench` 2000 times and prints the best of five times.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use chuhe::board::{Board, Setup};
use chuhe::eval::Evaluator;

const ROUNDS: usize = 5;
/// Calls for each position and round: the clock is too coarse for one call.
const CALLS: usize = 2000;

fn main() {
    let boards: Vec<Board> = include_str!("../src/engine/bench.fen")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.parse::<Setup>().unwrap().to_board().unwrap())
        .collect();
    let mut evaluators: Vec<_> = boards.iter().map(Evaluator::new).collect();
    let times = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        for _ in 0..CALLS {
            for (board, evaluator) in boards.iter().zip(&mut evaluators) {
                black_box(evaluator.evaluate(black_box(board)));
            }
        }
        started.elapsed().as_secs_f64() * 1e9 / (CALLS * boards.len()) as f64
    });
    let best = times.fold(f64::INFINITY, f64::min);
    println!("evaluation of {} positions: {best:.0} nanoseconds each", boards.len());
}
