//! The match runner: engines play each other, refereed by the rules, and the
//! results are judged as they come.

mod adjudicate;
mod book;
mod json;
mod pgn;
mod play;
mod record;
mod report;
mod run;
mod schedule;
mod spec;
mod stats;
mod store;
mod tally;

use std::path::PathBuf;

pub use run::run;

/// Let engines play each other and judge the results as they come
#[derive(clap::Args, Clone, Debug)]
pub struct MatchArgs {
    /// An engine: cmd=PROGRAM[,name=..][,args=..][,tc=..|movetime=MS|nodes=N|depth=N][,option.X=..]
    /// and dir, proto, ranks, margin, patience, restart, stderr, startup, fen. Give two or more
    #[arg(long = "engine", value_name = "SETTINGS", required = true)]
    pub engines: Vec<String>,

    /// Settings of all engines; an engine's own win
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    pub each: String,

    /// Openings, one FEN or EPD a line; without it every game begins at the start position
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Order of the openings: random or sequential
    #[arg(long, value_name = "ORDER", default_value = "random")]
    pub order: String,

    /// Seed of the random order; chosen and recorded when not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Games of each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,

    /// Who meets whom: roundrobin or gauntlet (the first engine against all others)
    #[arg(long, value_name = "FORMAT", default_value = "roundrobin")]
    pub format: String,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,

    /// Sequential test of two engines: elo0=0,elo1=5[,alpha=0.05][,beta=0.05]
    /// [,model=normalized|logistic|bayesian]; the match ends when it is decided
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<String>,

    /// Resign for an engine: moves=4,score=600[,two-sided]
    #[arg(long, value_name = "RULE")]
    pub resign: Option<String>,

    /// Adjudicate draws: after=40,moves=8,score=10
    #[arg(long, value_name = "RULE")]
    pub draw: Option<String>,

    /// Draw games of this many plies
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,

    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// How moves are written in the PGN: iccs (H2-E2) or coord (h2e2)
    #[arg(long, value_name = "STYLE", default_value = "iccs")]
    pub moves: String,

    /// Keep the state of the match in this file, one line of JSON for each game; the same
    /// command takes it up again
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Name of the match in the PGN
    #[arg(long, value_name = "NAME", default_value = "Chuhe match")]
    pub event: String,

    /// Print a line for every finished game
    #[arg(long)]
    pub verbose: bool,
}
