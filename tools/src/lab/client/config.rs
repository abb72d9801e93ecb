//! How an engine is started, and what limits its searches.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use regex_lite::Regex;

use crate::common::lang::matches::MatchFault;
use chuhe::protocol::RankBase;
use chuhe::types::Color;

/// The language an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// UCI without the word `position`, and with `r` for Red.
    Cyclone,
    /// Universal Chinese Chess protocol, version 3.
    Ucci,
    /// Chess Engine Communication Protocol, version 2 (XBoard, WinBoard).
    Cecp,
}

impl Protocol {
    /// The name in commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Cyclone => "cyclone",
            Protocol::Ucci => "ucci",
            Protocol::Cecp => "cecp",
        }
    }
}

impl FromStr for Protocol {
    type Err = MatchFault;

    fn from_str(text: &str) -> Result<Protocol, MatchFault> {
        match text {
            "uci" => Ok(Protocol::Uci),
            "cyclone" => Ok(Protocol::Cyclone),
            "ucci" => Ok(Protocol::Ucci),
            "cecp" | "xboard" => Ok(Protocol::Cecp),
            _ => Err(MatchFault::Protocol),
        }
    }
}

/// The unit in which a UCCI engine is told times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// As UCCI has it.
    Seconds,
    /// As after `setoption usemillisec true`, and as engines of other protocols have it.
    Milliseconds,
}

impl FromStr for TimeUnit {
    type Err = MatchFault;

    fn from_str(text: &str) -> Result<TimeUnit, MatchFault> {
        match text {
            "s" => Ok(TimeUnit::Seconds),
            "ms" => Ok(TimeUnit::Milliseconds),
            _ => Err(MatchFault::Unit),
        }
    }
}

/// Everything needed to start an engine.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; `None` for the caller's.
    pub dir: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// How it counts ranks; `None` to tell by its options.
    pub ranks: Option<RankBase>,
    /// The unit of times in UCCI; `None` for milliseconds where the engine offers them.
    pub unit: Option<TimeUnit>,
    /// Options to set, in order; a button has an empty value.
    pub options: Vec<(String, String)>,
    /// Where its standard error goes, appended; `None` to drop it.
    pub stderr: Option<PathBuf>,
    /// How long it may take for each step of starting and of a new game.
    pub startup: Duration,
    /// Whether it can be given a position; one that cannot is told every game
    /// from the start position as moves.
    pub accepts_fen: bool,
    /// The processor to bind it to, with the system's `taskset`.
    pub cpu: Option<usize>,
    /// Lines of its output that match are kept for `Reply::lines`.
    pub wanted: Option<Regex>,
}

impl ClientConfig {
    /// A UCI engine with default settings.
    pub fn new(command: impl Into<PathBuf>) -> ClientConfig {
        ClientConfig {
            command: command.into(),
            args: Vec::new(),
            dir: None,
            protocol: Protocol::Uci,
            ranks: None,
            unit: None,
            options: Vec::new(),
            stderr: None,
            startup: Duration::from_secs(10),
            accepts_fen: true,
            cpu: None,
            wanted: None,
        }
    }
}

/// The time of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Red's.
    pub red: SideClock,
    /// Black's.
    pub black: SideClock,
    /// Moves to the next time control; `None` when the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock of a side.
    pub const fn of(&self, side: Color) -> SideClock {
        match side {
            Color::Red => self.red,
            Color::Black => self.black,
        }
    }
}

/// What a search is limited by; several limits hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// Playing by the clock.
    pub clocks: Option<Clocks>,
    /// A fixed time for the move.
    pub movetime: Option<Duration>,
    /// A number of nodes.
    pub nodes: Option<u64>,
    /// A depth in plies.
    pub depth: Option<u32>,
}
