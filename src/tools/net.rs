//! `chuhe net`: looks at network files.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, ensure};

use crate::board::Board;
use crate::eval::{
    Evaluation, Evaluator, INPUTS, Network, Weights, available_kernels, kernels,
};
use crate::tools::random::Random;

/// Look at network files
#[derive(clap::Args, Clone, Debug)]
pub struct NetArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Say what a network is and how it came about
    Info {
        /// The network
        file: PathBuf,
    },
    /// Check that a network gives the same scores by all ways of computing them
    Verify {
        /// The network
        file: PathBuf,
        /// Number of positions
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        positions: u32,
    },
}

/// Looks, and prints.
///
/// # Errors
/// When the file is no network that this version knows, or scores differ.
pub fn run(args: &NetArgs) -> Result<()> {
    match &args.command {
        Command::Info { file } => info(&Network::read(file)?),
        Command::Verify { file, positions } => verify(Network::read(file)?, *positions)?,
    }
    Ok(())
}

fn info(network: &Network) {
    let architecture = network.architecture();
    let Weights { inputs, biases, outputs, .. } = network.weights();
    println!("network {}", network.name());
    println!("shape {architecture}");
    println!("scale {}", network.scale());
    let rows = inputs.chunks(architecture.hidden);
    let unused = rows.filter(|row| row.iter().all(|&w| w == 0)).count();
    for (name, weights) in [("input", &inputs), ("bias", &biases), ("output", &outputs)] {
        let sizes = weights.iter().map(|w| u32::from(w.unsigned_abs()));
        let (sum, largest) = sizes.fold((0_u64, 0), |(s, l), n| (s + u64::from(n), l.max(n)));
        let mean = sum as f64 / weights.len().max(1) as f64;
        println!("{name} weights {}, mean size {mean:.1}, largest {largest}", weights.len());
    }
    println!("rows of zeros {unused} of {}", INPUTS * architecture.buckets.count());
    print!("{}", network.metadata());
}

/// Walks through random games and compares the scores of all kernels, and of
/// accumulators kept up to date.
fn verify(network: Network, positions: u32) -> Result<()> {
    let network = Arc::new(network);
    let evaluation = Evaluation::Network(Arc::clone(&network));
    let mut random = Random::new(&[1]);
    let (mut checked, mut sum) = (0, 0_i64);
    while checked < positions {
        let mut board = Board::start();
        let mut evaluator = Evaluator::of(&evaluation, &board);
        for _ in 0..150 {
            let moves = board.legal_moves();
            if moves.is_empty() || checked == positions {
                break;
            }
            board.make(moves[random.below(moves.len())], &mut evaluator);
            let expected = network.evaluate(kernels(), &board);
            for kernels in available_kernels() {
                let score = network.evaluate(kernels, &board);
                ensure!(
                    score == expected,
                    "{}: {score:?} instead of {expected:?} for {board:?}",
                    kernels.name
                );
            }
            let kept = evaluator.evaluate(&board);
            ensure!(kept == expected, "kept {kept:?} instead of {expected:?} for {board:?}");
            checked += 1;
            sum += i64::from(expected.units().abs());
        }
    }
    let names: Vec<&str> = available_kernels().iter().map(|kernels| kernels.name).collect();
    println!(
        "{checked} positions, mean size {}: {} and kept up to date, all the same",
        sum / i64::from(checked.max(1)),
        names.join(", ")
    );
    Ok(())
}
