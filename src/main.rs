//! The `chuhe` binary: arguments and exit code.

use anyhow::Result;
use chuhe::tools::judge;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Give verdicts on games
    Judge(judge::JudgeArgs),
}

fn main() -> Result<()> {
    env_logger::init();
    match Cli::parse().command {
        Command::Judge(args) => judge::run(&args),
    }
}
