//! What is wrong with a game as text, and where.

use std::error::Error;
use std::{fmt, io};

use crate::place::Place;
use chuhe::board::{FenError, PositionError};
use chuhe::notation::ReadError;

/// What is wrong with a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: FaultKind,
}

impl Fault {
    /// A fault.
    pub fn new(place: Place, kind: impl Into<FaultKind>) -> Fault {
        Fault { place, kind: kind.into() }
    }
}

/// `12:5: …`, to be put behind the name of a file and a colon.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl Error for Fault {}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Its FEN is none.
    Fen(FenError),
    /// Its first position is not legal.
    Position(PositionError),
    /// A word is no move of the position in which it stands.
    Move {
        /// The number of the ply, from 1; `None` for a move that stands alone.
        number: Option<usize>,
        /// The word.
        word: String,
        /// Why not.
        error: ReadError,
    },
    /// A word of an operation of an EPD is no move.
    Operand {
        /// The operation.
        code: String,
        /// The word.
        word: String,
        /// Why not.
        error: ReadError,
    },
    /// The operation `dm` has no number.
    MateLength,
    /// There is an odd number of quotation marks.
    Quotation,
    /// A line of PGN begins like a tag and is none.
    Tag,
    /// It is a game of another kind.
    Variant(String),
    /// A comment does not end.
    Comment,
    /// A variation does not end.
    Variation,
    /// A remark in square brackets does not end.
    Remark,
    /// An XQF file ends within its header.
    XqfHeader,
    /// The field `binit` of DhtmlXQ has not 32 points.
    DhtmlxqPoints,
    /// A line of DhtmlXQ has not four digits for each move.
    DhtmlxqMoves,
    /// A variation of DhtmlXQ leaves a line that is not there, or is too short.
    DhtmlxqLine,
    /// The position of a WXF file has a word that is no piece on a point.
    WxfSetup,
    /// A WXF file ends within its moves or its position.
    WxfEnd,
    /// The position that is drawn in a score sheet is not understood.
    SheetBoard,
    /// A variation of a score sheet does not say where it begins, or fits no place there.
    SheetVariation,
    /// A score sheet without numbers has moves behind other text.
    SheetNumbers,
    /// This word follows a FEN in the place of `moves`.
    AfterFen(String),
    /// A file of this format ends too early.
    CutOff(&'static str),
    /// A file of this format goes on with something that has no meaning there.
    Damaged(&'static str),
    /// A file of this format has a version that is not known.
    Version {
        /// The format.
        format: &'static str,
        /// The version.
        version: u32,
    },
    /// A library has a page of text here.
    TextPage,
    /// A library has a game here that was deleted.
    Deleted,
    /// The format has no way to say it.
    Unwritable,
    /// The rest of the file cannot be read.
    Unreadable(io::ErrorKind),
    /// It is no text, and of no known format.
    Binary,
    /// It is a file of this kind, which is recognised and not read.
    NotRead(&'static str),
}

impl FaultKind {
    /// Whether it says that there is no game where none should be: nothing is wrong.
    pub fn is_no_game(&self) -> bool {
        matches!(self, FaultKind::TextPage | FaultKind::Deleted)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Fen(error) => return error.fmt(f),
            FaultKind::Position(error) => return error.fmt(f),
            FaultKind::Move { number: Some(number), word, error } => {
                return write!(f, "move {number}, '{word}', {error}");
            }
            FaultKind::Move { number: None, word, error } => return write!(f, "'{word}', {error}"),
            FaultKind::Operand { code, word, error } => {
                return write!(f, "{code} '{word}', {error}");
            }
            FaultKind::MateLength => "dm: expected a number of moves",
            FaultKind::Quotation => "a quotation mark without a second one",
            FaultKind::Tag => "expected a tag such as [Event \"…\"]",
            FaultKind::Variant(name) => return write!(f, "the game is '{name}', not xiangqi"),
            FaultKind::Comment => "a comment without '}'",
            FaultKind::Variation => "a variation without ')'",
            FaultKind::Remark => "a remark without ']'",
            FaultKind::XqfHeader => "XQF: the header is cut off",
            FaultKind::DhtmlxqPoints => "DhtmlXQ: expected 32 points as binit",
            FaultKind::DhtmlxqMoves => "DhtmlXQ: expected moves of four digits",
            FaultKind::DhtmlxqLine => "DhtmlXQ: a variation without the line that it leaves",
            FaultKind::WxfSetup => "WXF: expected pieces on points in SETUP{ }, such as Ra0",
            FaultKind::WxfEnd => "WXF: it is cut off: there is no '}'",
            FaultKind::SheetBoard => "score sheet: the position that is drawn is not understood",
            FaultKind::SheetVariation => {
                "score sheet: variations are left out: there is no place where they begin"
            }
            FaultKind::SheetNumbers => "score sheet: moves without numbers behind other text",
            FaultKind::AfterFen(word) => {
                return write!(f, "expected 'moves' after the FEN, found '{word}'");
            }
            FaultKind::CutOff(format) => return write!(f, "{format}: it is cut off"),
            FaultKind::Damaged(format) => return write!(f, "{format}: it is damaged"),
            FaultKind::Version { format, version } => {
                return write!(f, "{format} of version {version}: not read");
            }
            FaultKind::TextPage => "a page of text, no game",
            FaultKind::Deleted => "a deleted game",
            FaultKind::Unwritable => "cannot be written",
            FaultKind::Unreadable(kind) => return write!(f, "cannot be read: {kind}"),
            FaultKind::Binary => "neither a text nor a known format of games",
            FaultKind::NotRead(what) => return write!(f, "a file of the kind {what} is not read"),
        })
    }
}

impl Error for FaultKind {}

impl From<FenError> for FaultKind {
    fn from(error: FenError) -> FaultKind {
        FaultKind::Fen(error)
    }
}

impl From<PositionError> for FaultKind {
    fn from(error: PositionError) -> FaultKind {
        FaultKind::Position(error)
    }
}
