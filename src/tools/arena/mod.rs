//! The match runner: engines play each other, refereed by the rules, and the
//! results are judged as they come.

mod adjudicate;
pub(super) mod book;
mod cost;
pub mod fastchess;
mod merge;
mod opinions;
mod page;
mod pgn;
mod plan;
pub(super) mod play;
pub(super) mod record;
pub(super) mod report;
mod run;
mod schedule;
pub(super) mod spec;
mod stats;
mod store;
mod summary;
mod tally;
pub(super) mod voice;

use std::path::PathBuf;

use crate::rules::RuleSet;
use crate::tools::judge::rule_set;

use spec::AdjudicationArgs;
use voice::Progress;

/// Plays a match as the arguments say and prints its result; or joins what was
/// played before.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that cannot be started.
pub fn run(args: &MatchArgs) -> anyhow::Result<MatchEnd> {
    if args.merge.is_empty() {
        run::run(args, &mut Progress::new(args.verbose))
    } else {
        merge::run(args)
    }
}

/// Exit status after a signal.
pub(super) const INTERRUPTED: u8 = 6;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played, or the test accepted the gain (H1).
    Passed,
    /// The test found no gain (H0).
    Rejected,
    /// All games were played and the test is open.
    Undecided,
    /// An engine failed in a match where none may, or judges disagree.
    Faults,
    /// It was told to end before all games were played.
    Interrupted,
}

impl MatchEnd {
    /// The exit status for scripts.
    pub const fn exit_status(self) -> u8 {
        match self {
            MatchEnd::Passed => 0,
            MatchEnd::Rejected => 3,
            MatchEnd::Undecided => 4,
            MatchEnd::Faults => 5,
            MatchEnd::Interrupted => INTERRUPTED,
        }
    }
}

/// Let engines play each other and judge the results as they come
#[derive(clap::Args, Clone, Debug)]
pub struct MatchArgs {
    /// An engine: cmd=PROGRAM, then as needed name=.., args=.., option.X=.., one of tc=..,
    /// movetime=MS, nodes=N, depth=N, and dir, proto, ranks, margin, patience, restart, stderr, startup, fen. Give two or more
    #[arg(long = "engine", value_name = "SETTINGS", required_unless_present = "merge")]
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

    /// Games of each pairing, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,

    /// Play each opening once; colours change from one to the next, and games are judged one by one
    #[arg(long)]
    pub single: bool,

    /// Judge by single games, not by pairs
    #[arg(long)]
    pub trinomial: bool,

    /// Let nobody change sides
    #[arg(long)]
    pub noswap: bool,

    /// Let the second engine of each pairing begin with Red
    #[arg(long)]
    pub reverse: bool,

    /// Play part I of N of the match, counted from 1: whole rounds, the same for the same seed
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,

    /// Who meets whom: roundrobin, gauntlet (the first engine against all others) or gauntlet=N
    #[arg(long, value_name = "FORMAT", default_value = "roundrobin")]
    pub format: String,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,

    /// Sequential test of two engines: elo0=0,elo1=5 with alpha=0.05, beta=0.05 unless given,
    /// and model=normalized, logistic or bayesian; the match ends when it is decided
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<String>,

    /// When scores end games.
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,

    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// How moves are written in the PGN: iccs (H2-E2), uci (h2e2), wxf (C2.5), simplified or
    /// traditional (炮二平五)
    #[arg(long, value_name = "STYLE", default_value = "iccs")]
    pub moves: String,

    /// What the PGN says of each move beside score, depth and time: some of nodes, seldepth, nps,
    /// left, latency, pv; or none
    #[arg(long, value_name = "LIST", default_value = "nodes,seldepth")]
    pub remarks: String,

    /// Keep lines of the engines that match this regular expression in the remarks
    #[arg(long, value_name = "REGEX")]
    pub keep_lines: Option<String>,

    /// Say in the PGN why games ended with the words of programs for chess
    #[arg(long)]
    pub chess_words: bool,

    /// Keep the state of the match in this file, one line of JSON for each game; the same
    /// command takes it up again
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Write the result to this file as one object of JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a page to look at: curves of strength and test, openings, endings, time and depth, and a
    /// board to step through the games
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Play nothing: join these state files, the shards of a match or a single one, and print
    /// the result; with --state write the whole to that file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "engines")]
    pub merge: Vec<PathBuf>,

    /// Name of the match in the PGN
    #[arg(long, value_name = "NAME", default_value = "Chuhe match")]
    pub event: String,

    /// Where the match is played, for the PGN
    #[arg(long, value_name = "NAME", default_value = "?")]
    pub site: String,

    /// The law: ComputerRule, AsianRule, ChineseRule, AllowChase or NoJudgement
    #[arg(long, value_name = "NAME", default_value = "ComputerRule", value_parser = rule_set)]
    pub rules: RuleSet,

    /// Bind the engines of each game to one processor, of this list such as 0,2,4-7 (needs taskset)
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    pub affinity: Option<String>,

    /// Wait so many milliseconds between games
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub wait: u64,

    /// Ask both engines (those that answer `d` with a verdict, as Chuhe does) and the slow judge
    /// about the end of every game; status 5 when one of them disagrees
    #[arg(long)]
    pub second_opinions: bool,

    /// Count as odd what an engine says of a mate with a variation of another length, or one that
    /// does not win the game
    #[arg(long)]
    pub check_mates: bool,

    /// Exit with status 5 when an engine crashed, stalled, overstepped its time or made an illegal
    /// move
    #[arg(long)]
    pub strict: bool,

    /// Print a line for every finished game
    #[arg(long)]
    pub verbose: bool,
}
