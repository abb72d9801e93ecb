//! Between text and the engine: a [`Dialect`] turns lines into commands and
//! events into lines; [`run`] connects one with an engine and two streams.
//! Nothing here knows how to play.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod cecp;
mod common;
mod foreign;
mod go;
mod help;
mod input;
mod notation;
mod session;
mod setting;
mod show;
mod ucci;
mod uci;
mod words;

use std::io::{self, BufReader, BufWriter, IsTerminal};

use crate::board::Board;
use crate::engine::{Command, Engine, Evaluation, Event, instructions, static_evaluation};
use crate::rules::Game;
use common::Common;
use words::Words;

pub use notation::{GameFault, RankBase};
pub use session::{run, run_dialect};
pub use words::{acts_on_terminals, harmless};

/// The version of the program and the instructions that it uses on this processor,
/// as `1.0.0 (avx2)`.
pub fn version() -> String {
    format!("{} ({})", env!("CARGO_PKG_VERSION"), instructions())
}

/// Which build this is and what it runs on, a line each: version, commit, network, processor
/// and kernel.
pub fn build() -> String {
    let commit = option_env!("CHUHE_COMMIT").filter(|commit| !commit.is_empty());
    let (architecture, system) = (std::env::consts::ARCH, std::env::consts::OS);
    format!(
        "{}\ncommit {}\nnetwork {}\nprocessor {architecture}, {system}\nkernel {}",
        env!("CARGO_PKG_VERSION"),
        commit.unwrap_or("unknown"),
        Evaluation::BuiltIn.network().name(),
        instructions()
    )
}

/// The static evaluation of a position in a line, as the command `eval` prints it.
pub fn evaluation(board: &Board, evaluation: &Evaluation) -> String {
    let outlook = static_evaluation(evaluation, board);
    show::evaluation(&outlook, board.side(), evaluation)
}

/// Reads a game: a FEN or `startpos`, with or without `moves` after it. Ranks may count from
/// 0 or from 1.
///
/// # Errors
/// What was expected, or which move is not legal.
pub fn read_game(line: &str) -> Result<Game, GameFault> {
    let line = if line.starts_with("startpos") { line.into() } else { format!("fen {line}") };
    let reading = Common::default().read_game(Words::new(&line), "position")?;
    reading.fault.map_or(Ok(reading.game), Err)
}

/// Serves the user interface at standard input and output until it leaves.
///
/// # Errors
/// When writing fails.
pub fn serve() -> io::Result<()> {
    // Not locked: the input is read on another thread.
    let input = BufReader::new(io::stdin());
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let audience = if is_person { Audience::Person } else { Audience::Program };
    run(input, BufWriter::new(io::stdout().lock()), audience)
}

/// One thing to do about a line or an event.
pub enum Step {
    /// Print a line.
    Say(String),
    /// Print a remark, in the form that the dialect has for such.
    Remark(String),
    /// Have the engine do something.
    Do(Command),
}

/// One text protocol.
pub trait Dialect {
    /// What to do about a line of input.
    fn hear(&mut self, line: &str, engine: &Engine) -> Vec<Step>;

    /// What to say about an event, and what to do about it.
    fn tell(&mut self, event: &Event, engine: &Engine) -> Vec<Step>;

    /// A remark as a line that no client takes for anything else.
    fn remark(&self, text: &str) -> String;

    /// Whether input waits while the engine is busy with what ends by itself.
    fn waits(&self) -> bool {
        false
    }

    /// The last line of all.
    fn farewell(&self) -> Option<&'static str> {
        None
    }
}

/// Who reads the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// A program: not a word before it asks.
    Program,
    /// A person at a terminal, who is told how to begin.
    Person,
}

/// A dialect and how it is chosen.
struct DialectEntry {
    /// The first words that belong to it alone.
    greetings: &'static [&'static str],
    make: fn() -> Box<dyn Dialect>,
    /// Whether a client may change to it that has greeted in another one. Some
    /// send every greeting they know, and are answered in UCI or UCCI.
    is_late: bool,
}

/// All dialects. The first one is in use until another one is greeted.
const DIALECTS: &[DialectEntry] = &[
    DialectEntry { greetings: uci::GREETINGS, make: first_dialect, is_late: true },
    DialectEntry {
        greetings: ucci::GREETINGS,
        make: || Box::<ucci::Ucci>::default(),
        is_late: true,
    },
    DialectEntry {
        greetings: cecp::GREETINGS,
        make: || Box::<cecp::Cecp>::default(),
        is_late: false,
    },
];

/// The first greeting of every dialect.
fn greetings() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().filter_map(|entry| entry.greetings.first().copied())
}

/// Whether a word greets any of the dialects.
fn is_greeting(word: &str) -> bool {
    let mut all = DIALECTS.iter().flat_map(|entry| entry.greetings);
    all.any(|greeting| greeting.eq_ignore_ascii_case(word))
}

fn first_dialect() -> Box<dyn Dialect> {
    Box::<uci::Uci>::default()
}
