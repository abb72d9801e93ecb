//! Commands to the engine, and the events that it reports.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Board;
use crate::engine::options::{OptionSpec, Value};
use crate::engine::{Limits, Outlook, Report, SearchResult, TableEntry, bench};
use crate::eval::Evaluation;
use crate::rules::{Game, Verdict};
use crate::types::{Color, Depth, Move};

/// A command to the engine.
#[non_exhaustive]
pub enum Command {
    /// Answer with [`Event::Ready`] after all commands before it were taken in.
    Ready,
    /// Forget what was learned from the last game. The position stays.
    NewGame,
    /// Set an option; a running search does not notice.
    SetOption(&'static OptionSpec, Value),
    /// The game that the next search is about.
    Position(Box<Game>),
    /// The client means a position that cannot be searched, for this reason: until the next
    /// position searches find no move.
    RefusePosition(String),
    /// Search. A search that still runs is stopped first.
    Go(Limits),
    /// Count the lines of a given length below every move.
    Perft(u32),
    /// Search the fixed suite, with the evaluation of the options.
    Bench(bench::Plan),
    /// End the running search and all that wait.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Exchange the colours of the position.
    Flip,
    /// Show the game.
    Show,
    /// Show the legal moves.
    ShowMoves,
    /// Show the static evaluation.
    Evaluate,
    /// Show what the transposition table knows of the position of a game.
    Probe(Box<Game>),
    /// End all searches. Counts that run may finish; [`Command::Stop`] ends them too.
    Quit,
}

/// An event that the engine reports.
#[non_exhaustive]
pub enum Event {
    /// All commands before [`Command::Ready`] were taken in.
    Ready,
    /// A search has found a line, with this score.
    Report(Report, Outlook),
    /// A search has come to this root move, counted from 1.
    CurrentMove(Depth, Move, usize),
    /// A search is over. Comes exactly once for every [`Command::Go`].
    Finished(SearchResult),
    /// A perft is over, or was stopped after these moves.
    Perft(Perft),
    /// A position of the suite has been searched.
    BenchStep(bench::PositionResult),
    /// The suite has been searched.
    Bench(bench::Total),
    /// The game, and the verdict on it.
    Shown(Box<Game>, Verdict),
    /// The position, and its legal moves.
    Moves(Box<Board>, Vec<Move>),
    /// The static evaluation for the side to move, that side, and the evaluation
    /// function.
    Evaluation(Outlook, Color, Evaluation),
    /// What the table knows of the position asked for.
    Probed(Option<TableEntry>),
    /// This move was taken from the opening book; [`Event::Finished`] follows.
    BookMove(Box<Board>, Move),
    /// From now on the log goes there, or nowhere.
    LogFile(Option<PathBuf>),
    /// Something could not be done, or not as asked for, in words.
    Refused(String),
}

impl Event {
    /// Whether the task that the event comes from is over.
    pub fn ends_task(&self) -> bool {
        matches!(self, Event::Finished(_) | Event::Perft(_) | Event::Bench(_))
    }
}

/// Takes the events of searches, on whatever thread they arise.
pub type Sink = Arc<dyn Fn(Event) + Send + Sync>;

/// Lines below each move of a position.
#[derive(Clone, Debug)]
pub struct Perft {
    /// The moves with the number of lines that begin with them.
    pub counts: Vec<(Move, u64)>,
    /// Time that counting took.
    pub elapsed: Duration,
    /// Whether all moves have been counted.
    pub is_complete: bool,
}
