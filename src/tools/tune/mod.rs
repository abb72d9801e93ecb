//! `chuhe tune-eval`: fits the weights of the evaluation to the results of
//! games that the engine plays against itself. See docs/evaluation.md.

mod fit;
mod sample;
mod selfplay;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;

use crate::eval::weights::{GROUPS, WEIGHTS};
use crate::tools::shard::Shard;
use crate::tools::tune::fit::Plan;
use crate::tools::tune::sample::Samples;
use crate::tools::tune::selfplay::Match;

/// Fit the weights of the evaluation to self-play games
///
/// Plays games from random openings, keeps their quiet positions, fits all
/// weights to results and search scores, and prints them as Rust code for
/// src/eval/weights.rs. The same arguments always give the same weights.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// Number of games to play
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Nodes after which the search of a move begins no further iteration
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Random plies at the start of each game
    #[arg(long, default_value_t = 8)]
    opening: u32,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play part I of N of the games only; the files of all parts together, in
    /// this order, are that of the whole
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "play_only")]
    shard: Shard,
    /// Number of threads; changes nothing but the time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
    /// Append the positions to this file as games end
    #[arg(long)]
    save: Option<PathBuf>,
    /// Read positions from such files instead of playing
    #[arg(long, num_args = 1.., conflicts_with_all = ["save", "games"])]
    load: Vec<PathBuf>,
    /// Stop after the games: fit nothing
    #[arg(long, requires = "save")]
    play_only: bool,
    /// Share of the game's result in the target; the search's score has the rest
    #[arg(long, default_value_t = 0.5)]
    result_share: f64,
    /// Passes over the positions
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// Largest step of a weight in one update, in its units
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How far weights are believed to be from their start values, in their
    /// units (standard deviation)
    #[arg(long, default_value_t = 40.0)]
    spread: f64,
}

/// Plays or reads, fits, prints.
///
/// # Errors
/// When a file cannot be read or written, or holds something else than
/// positions, or when an argument makes no sense.
pub fn run(args: &TuneArgs) -> anyhow::Result<()> {
    ensure!((0.0..=1.0).contains(&args.result_share), "--result-share lies between 0 and 1");
    ensure!(args.rate > 0.0 && args.spread > 0.0, "--rate and --spread are above 0");
    let start = Instant::now();
    let mut samples = Samples::default();
    if args.load.is_empty() {
        play(args, &mut samples)?;
    } else {
        for path in &args.load {
            samples.read(path).with_context(|| format!("reading {}", path.display()))?;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("{} positions of {} games, {seconds:.0} s", samples.len(), samples.games());
    if args.play_only {
        return Ok(());
    }
    ensure!(samples.games() >= 10, "expected at least 10 games to fit to");

    let start = Instant::now();
    let plan = Plan {
        seed: args.seed,
        threads: args.threads as usize,
        epochs: args.epochs,
        rate: args.rate,
        spread: args.spread,
        result_share: args.result_share,
    };
    let weights = fit::fit(&samples, &plan, |line| eprintln!("{line}"));
    eprintln!("fitted in {:.0} s", start.elapsed().as_secs_f64());
    print!("{}", render(&weights));
    Ok(())
}

/// Plays the games and keeps their positions, in the order of the games.
fn play(args: &TuneArgs, samples: &mut Samples) -> anyhow::Result<()> {
    let mut file = match &args.save {
        Some(path) => {
            let file = File::options().append(true).create(true).open(path);
            Some(BufWriter::new(file.with_context(|| format!("opening {}", path.display()))?))
        }
        None => None,
    };
    let rules = Match { seed: args.seed, nodes: args.nodes, opening: args.opening };
    let games = args.shard.of(0..args.games);
    selfplay::play(&rules, games, args.threads as usize, |number, positions| {
        if let Some(file) = &mut file {
            writeln!(file, "# game {number} seed {} nodes {}", args.seed, args.nodes)?;
            for position in &positions {
                writeln!(file, "{position}")?;
            }
            file.flush()?;
        }
        if !args.play_only {
            samples.add_game(&positions);
        }
        if (number + 1).is_multiple_of(100) {
            eprintln!("{} games", number + 1);
        }
        Ok(())
    })
}

/// The weights as they are without any fitting.
fn start_weights() -> Vec<[f64; 2]> {
    WEIGHTS.iter().map(|w| [f64::from(w.mg()), f64::from(w.eg())]).collect()
}

/// The table as it stands in src/eval/weights.rs.
fn render(weights: &[[f64; 2]]) -> String {
    let mut out = String::from("weights! {\n");
    for group in GROUPS {
        for line in group.doc {
            let _ = writeln!(out, "    ///{line}");
        }
        let _ = writeln!(out, "    {}: {} = [", group.name, group.len);
        // Placement in rows of five files, everything else as it fits.
        let width = if group.len >= 35 { 5 } else { 6 };
        for row in weights[group.first..group.first + group.len].chunks(width) {
            let cells: Vec<String> =
                row.iter().map(|[mg, eg]| format!("({mg:.0}, {eg:.0}),")).collect();
            let _ = writeln!(
                out,
                "        {}",
                cells.join(" ").replace("-0,", "0,").replace("-0)", "0)")
            );
        }
        out.push_str("    ];\n");
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_prints_as_it_is_written() {
        let text = include_str!("../../eval/weights.rs");
        let table = render(&start_weights());
        assert!(text.contains(&table), "the table should read\n{table}");
    }

    #[test]
    fn tuning_is_reproducible_and_changes_something() {
        let tune = |threads| {
            let mut samples = Samples::default();
            let rules = Match { seed: 7, nodes: 60, opening: 8 };
            let keep = |_, positions: Vec<_>| {
                samples.add_game(&positions);
                Ok(())
            };
            selfplay::play(&rules, 0..12, threads, keep).unwrap();
            let plan =
                Plan { seed: 7, threads, epochs: 2, rate: 1.0, spread: 40.0, result_share: 0.5 };
            assert!(samples.len() > 100, "{} positions", samples.len());
            fit::fit(&samples, &plan, |_| ())
        };
        let weights = tune(1);
        assert_eq!(weights, tune(2));
        assert_ne!(weights, start_weights());
    }
}
