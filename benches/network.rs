//! Time of the evaluation with networks of several widths: `cargo bench --bench network`.
//!
//! The first table has the arithmetic alone, for each SIMD kernel: an incremental update of
//! both accumulators by the rows of one move, with the output, and a refresh of both accumulators.
//! The second table has the evaluation as the search uses it, with the kernel that `CHUHE_KERNEL` names or the
//! fastest one: random games are replayed and every position is evaluated; the time of the
//! moves alone is subtracted. All times are in nanoseconds for each position, the best of
//! several rounds.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chuhe::board::{Board, NullObserver, Observer};
use chuhe::eval::{Architecture, Evaluation, Evaluator, Network, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::simd::{CHUNK, Chunk, Kernels, available as available_kernels, kernels};
use chuhe::types::Move;

const ROUNDS: usize = 300;
const WIDTHS: [usize; 5] = [64, 128, 256, 384, 512];
const OUTPUTS: usize = 8;
/// Number of different rows of weights in use: 64, which fit into the first-level cache at
/// 128 neurons, like those that a search uses most, and 512.
const ROWS: [usize; 2] = [64, 512];
const STEPS: usize = 4096;
const PIECES: usize = 24;
const GAMES: usize = 60;
const PLIES: usize = 120;

fn main() {
    println!(
        "{:>6}  {:10} {:>9} {:>9} {:>8}",
        "hidden", "kernels", "64 rows", "512 rows", "refresh"
    );
    for hidden in WIDTHS {
        for kernels in available_kernels() {
            let [few, many] = ROWS.map(|rows| arithmetic(kernels, hidden / CHUNK, rows));
            let ((few, _), (many, refresh)) = (few, many);
            println!("{hidden:>6}  {:10} {few:>9.1} {many:>9.1} {refresh:>8.1}", kernels.name);
        }
    }
    let games = games();
    println!("\n{:>18}  {:10} {:>10}", "shape", "kernels", "evaluation");
    for hidden in WIDTHS {
        let shape = Architecture { hidden, outputs: OUTPUTS };
        let bytes = Network::to_bytes(shape, 400, "", &Weights::random(shape, 1)).unwrap();
        let network = Arc::new(Network::from_bytes(&bytes).unwrap());
        let cost = in_games(&Evaluation::Network(network), &games);
        println!("{:>18}  {:10} {cost:>10.1}", shape.to_string(), kernels().name);
    }
}

/// The time of the best of several rounds, in nanoseconds for each of `count` operations.
fn best(count: usize, mut round: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let started = Instant::now();
        round();
        started.elapsed().as_secs_f64() * 1e9 / count as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Times of an incremental update with output, and of a refresh.
fn arithmetic(kernels: &Kernels, chunks: usize, rows: usize) -> (f64, f64) {
    let mut random = Random::new(&[chunks as u64]);
    let mut noise = |count: usize, range: usize| -> Vec<Chunk> {
        let mut chunk =
            || Chunk(std::array::from_fn(|_| random.below(2 * range + 1) as i16 - range as i16));
        (0..count).map(|_| chunk()).collect()
    };
    let table = noise(rows * chunks, 60);
    let weights = noise(2 * chunks, 100);
    let mut layers = [0; 4].map(|_| noise(chunks, 200));
    let mut random = Random::new(&[2]);
    let moves: Vec<[usize; 4]> =
        (0..STEPS).map(|_| [(); 4].map(|()| random.below(rows) * chunks)).collect();
    let (own, other) = weights.split_at(chunks);
    let position = best(STEPS, || {
        for (step, &[a, b, c, d]) in moves.iter().enumerate() {
            let [one, two, three, four] = &mut layers;
            let (from, to) = if step % 2 == 0 {
                ([one, two], [three, four])
            } else {
                ([three, four], [one, two])
            };
            let [to_own, to_other] = to;
            kernels.update(to_own, from[0], &table, &[a], &[b]);
            kernels.update(to_other, from[1], &table, &[c], &[d]);
            black_box(kernels.output([to_own, to_other], [own, other]));
        }
    });
    let starts: Vec<usize> = moves.iter().map(|row| row[0]).collect();
    let refresh = best(STEPS / PIECES, || {
        for added in starts.chunks_exact(PIECES) {
            let [one, two, ..] = &mut layers;
            kernels.change(one, &table, added, &[]);
            kernels.change(two, &table, added, &[]);
        }
    });
    (position, refresh)
}

/// Random games.
fn games() -> Vec<Vec<Move>> {
    let mut random = Random::new(&[3]);
    let mut game = || {
        let mut board = Board::start();
        let mut moves = Vec::new();
        while moves.len() < PLIES {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            board.play(mv).unwrap();
            moves.push(mv);
        }
        moves
    };
    (0..GAMES).map(|_| game()).collect()
}

/// Time of the evaluation of the positions of games.
fn in_games(evaluation: &Evaluation, games: &[Vec<Move>]) -> f64 {
    let positions = games.iter().map(Vec::len).sum();
    let mut evaluator = Evaluator::of(evaluation, &Board::start());
    let with = best(positions, || {
        for moves in games {
            evaluator.refresh(&Board::start());
            replay(moves, &mut evaluator, |evaluator, board| {
                black_box(evaluator.evaluate(board));
            });
        }
    });
    let without = best(positions, || {
        for moves in games {
            replay(moves, &mut NullObserver, |_, board| {
                black_box(board);
            });
        }
    });
    with - without
}

fn replay<O: Observer>(moves: &[Move], observer: &mut O, mut visit: impl FnMut(&mut O, &Board)) {
    let mut board = Board::start();
    for &mv in moves {
        board.play_with(mv, observer).unwrap();
        visit(observer, &board);
    }
}
