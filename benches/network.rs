//! Time of the evaluation with networks of several widths: `cargo bench --bench network`.
//!
//! The first table has the arithmetic alone, for each SIMD kernel: an incremental update of
//! both accumulators with the output, a refresh of both accumulators, and a second layer of 16
//! neurons with the output after it, given the accumulators. The second table
//! has the evaluation as the search uses it, with the kernel that `CHUHE_KERNEL` names or the
//! fastest one: random games are replayed and every position is evaluated; the time of the
//! moves alone is subtracted. All times are in nanoseconds for each position, the best of
//! several rounds.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chuhe::board::{Board, NullObserver, Observer};
use chuhe::eval::{Architecture, Evaluation, Evaluator, Network, NetworkError, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::simd::{
    Block, Kernels, LANE, Lane, SecondLayer, Update, available as available_kernels, kernels,
};
use chuhe::types::Move;

const ROUNDS: usize = 300;
const WIDTHS: [usize; 4] = [64, 128, 256, 512];
const SHAPES: [&str; 3] = ["689k1a4-64x2-8", "689k1a4-64x2-16-8", "689k1a1t7-64x2-8"];
const NEURONS: usize = 16;
/// Number of different rows of weights in use: 64, which fit into the first-level cache at
/// 128 neurons, like those that a search uses most, and 512, nearly all of a bucket.
const ROWS: [usize; 2] = [64, 512];
const STEPS: usize = 4096;
const PIECES: usize = 24;
const GAMES: usize = 60;
const PLIES: usize = 120;

fn main() {
    println!(
        "{:>6}  {:10} {:>9} {:>9} {:>8} {:>13}",
        "hidden", "kernels", "64 rows", "512 rows", "refresh", "second layer"
    );
    for hidden in WIDTHS {
        for kernels in available_kernels() {
            let [few, many] = ROWS.map(|rows| arithmetic(kernels, hidden / LANE, rows));
            let ((few, _), (many, refresh)) = (few, many);
            let second = second_layer(kernels, hidden / LANE);
            println!(
                "{hidden:>6}  {:10} {few:>9.1} {many:>9.1} {refresh:>8.1} {second:>13.1}",
                kernels.name
            );
        }
    }
    let games = games();
    println!("\n{:>18}  {:10} {:>10}", "shape", "kernels", "evaluation");
    for (hidden, shape) in WIDTHS.into_iter().flat_map(|hidden| SHAPES.map(|s| (hidden, s))) {
        let shape = shape.parse::<Architecture>().map_err(NetworkError::from);
        let shape = shape.map(|shape| Architecture { hidden, ..shape });
        let name = shape.as_ref().map(Architecture::to_string).unwrap_or_default();
        let network = shape.and_then(|shape| {
            Network::from_bytes(&Network::to_bytes(shape, 400, "", &Weights::random(shape, 1))?)
        });
        match network {
            Ok(network) => {
                let cost = in_games(&Evaluation::Network(Arc::new(network)), &games);
                println!("{name:>18}  {:10} {cost:>10.1}", kernels().name);
            }
            Err(error) => println!("{name:>18}  {error}"),
        }
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
fn arithmetic(kernels: &Kernels, lanes: usize, rows: usize) -> (f64, f64) {
    let mut random = Random::new(&[lanes as u64]);
    let mut noise = |count: usize, range: usize| -> Vec<Lane> {
        let mut lane =
            || Lane(std::array::from_fn(|_| random.below(2 * range + 1) as i16 - range as i16));
        (0..count).map(|_| lane()).collect()
    };
    let table = noise(rows * lanes, 60);
    let weights = noise(2 * lanes, 100);
    let mut layers = [0; 4].map(|_| noise(lanes, 200));
    let mut random = Random::new(&[2]);
    let moves: Vec<[usize; 4]> =
        (0..STEPS).map(|_| [(); 4].map(|()| random.below(rows) * lanes)).collect();
    let row = |at: usize| &table[at..at + lanes];
    let (own, other) = weights.split_at(lanes);
    let position = best(STEPS, || {
        for (step, &[a, b, c, d]) in moves.iter().enumerate() {
            let [one, two, three, four] = &mut layers;
            let (from, to) = if step % 2 == 0 {
                ([one, two], [three, four])
            } else {
                ([three, four], [one, two])
            };
            let [to_own, to_other] = to;
            let update = Update {
                to: [to_own, to_other],
                from: [from[0], from[1]],
                added: [row(a), row(c)],
                removed: [[row(b)], [row(d)]],
            };
            black_box(kernels.step(update, [own, other]));
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

/// Time of a second layer and the output after it.
fn second_layer(kernels: &Kernels, lanes: usize) -> f64 {
    let mut random = Random::new(&[lanes as u64, 3]);
    let mut noise = |count: usize, range: usize| -> Vec<i16> {
        (0..count).map(|_| random.below(2 * range + 1) as i16 - range as i16).collect()
    };
    let inputs = 2 * lanes * LANE;
    let accumulators: Vec<Lane> = Lane::pack(&noise(4 * inputs, 300));
    let weights = Block::pack(&noise(NEURONS * inputs, 20), inputs);
    let output: Vec<i32> = noise(2 * NEURONS + 1, 100).into_iter().map(i32::from).collect();
    let layer = SecondLayer { weights: &weights, biases: &[4096; NEURONS], output: &output };
    best(STEPS, || {
        for step in 0..STEPS {
            let both = &accumulators[step % 4 * 2 * lanes..][..2 * lanes];
            let (own, other) = both.split_at(lanes);
            black_box(kernels.two_layers([own, other], layer));
        }
    })
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
