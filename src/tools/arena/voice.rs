//! What the runner says while games are played.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::record::GameRecord;
use super::report::Report;

/// Least time between two progress lines on a terminal, and elsewhere.
const PROGRESS_PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));

/// Someone who tells the user, or a program, what happens.
pub trait Voice {
    /// A game begins: its number, from 0, and who plays Red and Black.
    ///
    /// # Errors
    /// When nobody can be told.
    fn started(&mut self, id: u64, names: [&str; 2], report: &Report) -> Result<()>;

    /// A game has ended and is counted in the report.
    ///
    /// # Errors
    /// When nobody can be told.
    fn finished(&mut self, game: &GameRecord, report: &Report) -> Result<()>;

    /// No more games are played, because all are or something `failed`.
    ///
    /// # Errors
    /// When nobody can be told.
    fn ended(&mut self, report: &Report, failed: bool) -> Result<()>;
}

/// Prints on standard output, all of it or an error.
///
/// # Errors
/// When it is closed.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Says something on standard error. That nobody reads it is no reason to stop.
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A progress line on standard error, rewritten in place on a terminal and now
/// and then elsewhere; the report at the end on standard output.
pub struct Progress {
    terminal: bool,
    /// Whether each finished game gets a line.
    verbose: bool,
    last: Option<Instant>,
}

impl Progress {
    /// With or without a line for each game.
    pub fn new(verbose: bool) -> Progress {
        Progress { terminal: io::stderr().is_terminal(), verbose, last: None }
    }

    fn show(&mut self, report: &Report, finally: bool) {
        let pause = if self.terminal { PROGRESS_PAUSE.0 } else { PROGRESS_PAUSE.1 };
        if !finally && self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        let _ = match (self.terminal, finally) {
            (true, false) => write!(io::stderr(), "\r\x1b[K{}", report.progress()),
            (true, true) => writeln!(io::stderr(), "\r\x1b[K{}", report.progress()),
            (false, _) => writeln!(io::stderr(), "{}", report.progress()),
        };
    }
}

impl Voice for Progress {
    fn started(&mut self, _: u64, _: [&str; 2], _: &Report) -> Result<()> {
        Ok(())
    }

    fn finished(&mut self, game: &GameRecord, report: &Report) -> Result<()> {
        if self.verbose {
            let [red, black] = game.players.map(|player| &report.names[player]);
            let (number, result, termination) = (game.id + 1, game.result(), &game.termination);
            let clear = if self.terminal { "\r\x1b[K" } else { "" };
            remark(&format!(
                "{clear}Finished game {number} ({red} vs {black}): {result} {{{termination}}}"
            ));
        }
        self.show(report, false);
        Ok(())
    }

    fn ended(&mut self, report: &Report, _: bool) -> Result<()> {
        self.show(report, true);
        print(&report.full())
    }
}
