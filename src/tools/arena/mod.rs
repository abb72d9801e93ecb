//! The match runner: engines play each other, refereed by the rules, and the
//! results are judged as they come.

mod adjudicate;
mod book;
mod json;
mod pgn;
mod plan;
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

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played, or the test accepted the gain (H1).
    Passed,
    /// The test found no gain (H0).
    Rejected,
    /// All games were played and the test is open.
    Undecided,
    /// An engine failed in a match where none may.
    Faults,
}

impl MatchEnd {
    /// The exit status for scripts.
    pub const fn exit_status(self) -> u8 {
        match self {
            MatchEnd::Passed => 0,
            MatchEnd::Rejected => 3,
            MatchEnd::Undecided => 4,
            MatchEnd::Faults => 5,
        }
    }
}

/// Let engines play each other and judge the results as they come
#[derive(clap::Args, Clone, Debug)]
pub struct MatchArgs {
    /// An engine: cmd=PROGRAM, then as needed name=.., args=.., option.X=.., one of tc=..,
    /// movetime=MS, nodes=N, depth=N, and dir, proto, ranks, margin, patience, restart, stderr, startup, fen. Give two or more
    #[arg(long = "engine", value_name = "SETTINGS", required_unless_present = "report")]
    pub engines: Vec<String>,

    /// Settings of all engines; an engine's own win
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    pub each: String,

    /// Openings: a line each, `FEN [moves ..]` or `startpos [moves ..]`, or games in PGN; without
    /// it every game begins at the start position
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    /// Use at most this many moves of each opening
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,

    /// Begin with this opening of the order, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub start: u64,

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

    /// Sequential test of two engines: elo0=0,elo1=5 with alpha=0.05, beta=0.05 unless given,
    /// and model=normalized, logistic or bayesian; the match ends when it is decided
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

    /// The law: ComputerRule, AsianRule or ChineseRule; the first when not given
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,

    /// Bind the engines of each game to one processor (needs taskset)
    #[arg(long)]
    pub affinity: bool,

    /// Exit with status 5 when an engine crashed, stalled, overstepped its time or made an illegal
    /// move
    #[arg(long)]
    pub strict: bool,

    /// Play nothing: print what the state file holds
    #[arg(long)]
    pub report: bool,

    /// Print a line for every finished game
    #[arg(long)]
    pub verbose: bool,
}
