//! What the runner prints while games are played.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::record::GameRecord;
use super::report::MatchReport;
use super::tables::ending_name;
use crate::common::lang::matches::MatchNote;
use crate::common::say::{clear_line, errors_are_on_a_terminal, print, remark_text, tell};

/// Least time between two progress lines on a terminal, and elsewhere.
const PROGRESS_PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));

/// Output of a running match, for a user or for a program.
pub trait MatchOutput {
    /// A game begins: its number, from 0, and who plays Red and Black.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn started(&mut self, id: u64, names: [&str; 2], report: &MatchReport) -> Result<()>;

    /// A game has ended and is counted in the report.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn finished(&mut self, game: &GameRecord, report: &MatchReport) -> Result<()>;

    /// No more games are played, because all are or something `failed`.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn ended(&mut self, report: &MatchReport, failed: bool) -> Result<()>;
}

/// Prints a line of progress on standard error, rewritten in place on a terminal and
/// repeated now and then elsewhere, and the report at the end on standard output.
pub struct Progress {
    terminal: bool,
    /// Whether each finished game gets a line.
    verbose: bool,
    /// Whether the report goes to standard error too.
    standard_output_is_used: bool,
    /// The idea that is tested: the report ends with an entry about it.
    pub idea: Option<String>,
    last: Option<Instant>,
}

impl Progress {
    /// With or without a line for each game; the report goes to standard error when
    /// standard output is used for something else.
    pub fn new(verbose: bool, standard_output_is_used: bool) -> Progress {
        let terminal = errors_are_on_a_terminal();
        Progress { terminal, verbose, standard_output_is_used, idea: None, last: None }
    }

    fn show(&mut self, report: &MatchReport, finally: bool) {
        let pause = if self.terminal { PROGRESS_PAUSE.0 } else { PROGRESS_PAUSE.1 };
        if !finally && self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        self.clear_line();
        let end = if self.terminal && !finally { "" } else { "\n" };
        remark_text(&format!("{}{end}", report.progress()));
    }
}

impl Progress {
    /// Clears the line of progress on a terminal.
    fn clear_line(&self) {
        if self.terminal {
            clear_line();
        }
    }
}

impl MatchOutput for Progress {
    fn started(&mut self, _: u64, _: [&str; 2], _: &MatchReport) -> Result<()> {
        Ok(())
    }

    fn finished(&mut self, game: &GameRecord, report: &MatchReport) -> Result<()> {
        if self.verbose {
            let [red, black] = game.players.map(|player| &report.names[player]);
            let (red, black) = (red.clone(), black.clone());
            let (n, result) = (game.id + 1, game.result());
            let end = ending_name(&game.termination, report.lang);
            self.clear_line();
            tell(&MatchNote::Finished { n, red, black, result, end });
        }
        self.show(report, false);
        Ok(())
    }

    fn ended(&mut self, report: &MatchReport, _: bool) -> Result<()> {
        self.show(report, true);
        let mut text = report.full();
        if let Some(idea) = &self.idea {
            text += "\n";
            text += &report.experiment(idea);
        }
        if self.standard_output_is_used {
            remark_text(&text);
            return Ok(());
        }
        print(&text)
    }
}
