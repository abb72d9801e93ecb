//! `chuhe bench`: searches a fixed suite. The node count is the signature of
//! search and evaluation; the speed is the one that test frameworks scale by.

use std::io::{Write, stdout};

use clap::Args;
use serde::Serialize;

use crate::engine::{StopToken, bench, capacity};
use crate::eval::Evaluation;
use crate::tools::output::JsonArgs;
use crate::types::{Depth, MAX_PLY};

/// Search a fixed set of positions and print the number of nodes
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Depth of each search
    #[arg(default_value_t = bench::Plan::default().depth,
          value_parser = clap::value_parser!(Depth).range(1..MAX_PLY as i64))]
    depth: Depth,
    /// Search threads; the count is reproducible with one only
    #[arg(default_value_t = bench::Plan::default().threads, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=512))]
    threads: usize,
    /// Size of the transposition table in MiB
    #[arg(default_value_t = bench::Plan::default().hash_mib, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    hash: usize,
    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,
    #[command(flatten)]
    json: JsonArgs,
}

/// The result as JSON.
#[derive(Serialize)]
struct Bench {
    nodes: u64,
    nps: u64,
    milliseconds: u128,
    depth: Depth,
    threads: usize,
    hash: usize,
    evaluation: String,
    /// FEN and nodes of each search.
    positions: Vec<(String, u64)>,
}

/// Searches and prints: details to stderr, `N nodes M nps` to stdout.
///
/// # Errors
/// When the network cannot be read, there is not that much memory, or the result
/// cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    capacity::check(args.hash, args.threads.min(capacity::most_threads()), 0)?;
    let json = args.json.open(&[])?;
    let evaluation = Evaluation::named(&args.eval_file)?;
    let name = evaluation.to_string();
    remark!("Evaluation      : {evaluation}");
    let plan =
        bench::Plan { depth: args.depth, threads: args.threads, hash_mib: args.hash, evaluation };
    let mut positions = Vec::new();
    let total = bench::run(&plan, &StopToken::default(), |step| {
        let bench::PositionResult { number, of, fen, nodes } = step;
        remark!("{number:2}/{of} {nodes:>10} {fen}");
        positions.push((fen.to_string(), nodes));
    });
    remark!("===========================");
    remark!("Total time (ms) : {}", total.elapsed.as_millis());
    remark!("Nodes searched  : {}", total.nodes);
    remark!("Nodes/second    : {}", total.nps());
    let result = Bench {
        nodes: total.nodes,
        nps: total.nps(),
        milliseconds: total.elapsed.as_millis(),
        depth: args.depth,
        threads: args.threads,
        hash: args.hash,
        evaluation: name,
        positions,
    };
    if json.map_or(Ok(true), |json| json.write(&result))? {
        writeln!(stdout(), "{} nodes {} nps", total.nodes, total.nps())?;
    }
    Ok(())
}
