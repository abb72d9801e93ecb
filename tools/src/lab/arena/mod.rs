//! The match runner: lets engines play each other with the rules as referee, and
//! computes from the results what they prove.
//!
//! A match goes through four forms: the words of a command line ([`MatchArgs`], or those
//! of [`fastchess`]), the values that they stand for (`config`), what is to be played
//! with everything read and checked (`plan`), and the games ([`run`]).

mod adjudicate;
mod args;
pub(super) mod book;
mod checksum;
mod config;
mod cost;
pub mod fastchess;
mod hand;
pub(super) mod match_output;
mod merge;
mod opinions;
mod page;
mod pgn;
mod plan;
pub(super) mod play;
pub(super) mod player;
mod ratings;
pub(super) mod record;
pub(super) mod report;
mod run;
mod schedule;
pub(super) mod seat;
mod segment;
pub(super) mod spec;
mod state;
mod stats;
mod store;
mod summary;
mod tables;
mod tally;
mod watch;

pub use args::MatchArgs;
// For the fuzz targets; no part of the library that others should use.
#[doc(hidden)]
pub use state::State;

use match_output::Progress;

/// Plays a match as the arguments say and prints its result, or joins the state files
/// of parts of a match.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that cannot be started.
pub fn run(args: &MatchArgs) -> anyhow::Result<MatchEnd> {
    if args.merge.is_empty() {
        let config = args.read()?;
        let mut progress = Progress::new(args.verbose, config.files.is_standard_output_used());
        progress.idea = args.idea.clone();
        run::run(&config, &mut progress)
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
