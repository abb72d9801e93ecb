//! What can be wrong, and where.

use std::{fmt, io};

use chuhe::board::{FenError, IllegalMove, PositionError};
use chuhe::notation::ReadError;
use chuhe_games::{Fault, FaultKind, Place, visible};

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// To which of the few kinds it belongs that a script tells apart.
    pub kind: ErrorKind,
    /// What is wrong, in a sentence without its place.
    pub message: String,
    /// Where in a text or a file, where that is known.
    pub place: Option<Place>,
    /// The name of the file, if it was in one.
    pub file: Option<String>,
}

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A text is no FEN, or its position is not legal.
    Position,
    /// A text is no move, or the move is not legal.
    Move,
    /// A game in a file cannot be read or written.
    Game,
    /// A file cannot be read or written.
    Io,
    /// A value is none of those that are possible.
    Value,
    /// The engine cannot do what was asked for.
    Engine,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 6] = [
        ErrorKind::Position,
        ErrorKind::Move,
        ErrorKind::Game,
        ErrorKind::Io,
        ErrorKind::Value,
        ErrorKind::Engine,
    ];

    /// The kind of a name.
    pub fn by_name(name: &str) -> Option<ErrorKind> {
        ErrorKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in scripts: `position`, `move`, `game`, `io`, `value` or `engine`.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Position => "position",
            ErrorKind::Move => "move",
            ErrorKind::Game => "game",
            ErrorKind::Io => "io",
            ErrorKind::Value => "value",
            ErrorKind::Engine => "engine",
        }
    }
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error without a place. What of its message acts on terminals becomes visible.
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Error {
        let message = visible(&message.to_string()).into_owned();
        Error { kind, message, place: None, file: None }
    }

    /// A value that is none of those that are possible.
    pub fn value(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Value, message)
    }

    /// A file that cannot be read or written.
    pub fn io(name: &str, error: &io::Error) -> Error {
        Error::new(ErrorKind::Io, error).in_file(name)
    }

    /// The same error, in a file.
    pub fn in_file(self, name: &str) -> Error {
        Error { file: Some(name.to_owned()), ..self }
    }

    /// A text that is no move of a position.
    pub fn of_move(text: &str, error: &ReadError) -> Error {
        Error::new(ErrorKind::Move, format!("'{}': {error}", shown(text)))
    }
}

/// With its file and its place, if it has one: `a.pgn:12:5: …`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:{}", if self.place.is_some() { "" } else { " " })?;
        }
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<FenError> for Error {
    fn from(error: FenError) -> Error {
        Error::new(ErrorKind::Position, error)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        Error::new(ErrorKind::Position, error)
    }
}

impl From<IllegalMove> for Error {
    fn from(error: IllegalMove) -> Error {
        Error::new(ErrorKind::Move, error)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let kind = match &fault.kind {
            FaultKind::Unreadable(_) => ErrorKind::Io,
            _ => ErrorKind::Game,
        };
        Error { place: Some(fault.place), ..Error::new(kind, fault.kind) }
    }
}

/// The beginning of a text of a script, which may be of any length.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
