//! `chuhe bench`: searches a fixed suite. The node count is the signature of
//! search and evaluation; the speed is the one that test frameworks scale by.

use std::io::{Write, stdout};

use clap::Args;

use crate::engine::{StopToken, bench, capacity};
use crate::eval::Evaluation;
use crate::types::{Depth, MAX_PLY};

/// Search a fixed set of positions and print the number of nodes
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Depth of each search
    #[arg(default_value_t = bench::Plan::default().depth,
          value_parser = clap::value_parser!(Depth).range(1..MAX_PLY as i64))]
    depth: Depth,
    /// Search threads; the count is reproducible with one only
    #[arg(default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(default_value_t = 16, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    hash: usize,
    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,
}

/// Searches and prints: details to stderr, `N nodes M nps` to stdout.
///
/// # Errors
/// When the network cannot be read, there is not that much memory, or the result
/// cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    capacity::check(args.hash, args.threads.min(capacity::most_threads()), 0)?;
    let evaluation = Evaluation::named(&args.eval_file)?;
    remark!("Evaluation      : {evaluation}");
    let plan =
        bench::Plan { depth: args.depth, threads: args.threads, hash_mib: args.hash, evaluation };
    let total = bench::run(&plan, &StopToken::default(), |step| {
        let bench::Step { number, of, fen, nodes } = step;
        remark!("{number:2}/{of} {nodes:>10} {fen}");
    });
    remark!("===========================");
    remark!("Total time (ms) : {}", total.elapsed.as_millis());
    remark!("Nodes searched  : {}", total.nodes);
    remark!("Nodes/second    : {}", total.nps());
    writeln!(stdout(), "{} nodes {} nps", total.nodes, total.nps())?;
    Ok(())
}
