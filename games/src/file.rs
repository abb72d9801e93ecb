//! Files of games, one game after another: only one is in memory.

use std::io::{self, Read};
use std::iter::once;
use std::path::PathBuf;

use encoding_rs::{Encoding, GB18030, UTF_8};

use crate::detect::{Format, detect_binary, detect_text};
use crate::encoding::{guess, is_utf8, marked};
use crate::fault::{Fault, FaultKind};
use crate::formats::ccbridge::{self, Library, cbf};
use crate::formats::{ccm, che, dhtmlxq, lines, mxq, pfc, pgn, sheet, wxf, xqf};
use crate::parts::{Begins, Parts};
use crate::place::Place;
use crate::source::{Source, read_all};
use crate::style::{is_told, may_tell, tell};
use crate::text::GameText;

/// Bytes by which the format is told: in a page a game may stand far behind.
const PREFIX: u64 = 1 << 20;

/// The most bytes of a game, or of a file that cannot be read in parts, unless somebody says
/// otherwise.
const MOST: u64 = 1 << 29;

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The encoding of texts without a byte order mark; `None` to find it out.
    pub encoding: Option<&'static Encoding>,
    /// The most bytes that are kept in memory of a game, or of a file that cannot be read in
    /// parts.
    pub most: u64,
    /// Whether in lists nothing but moves may follow a FEN, as the operations of an EPD do.
    pub is_strict: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { encoding: None, most: MOST, is_strict: false }
    }
}

/// A game, or why there is none in this place.
type Found = Result<GameText, Fault>;

/// The games of a file, in its order. A game that cannot be read stands there as its fault.
pub struct Games {
    /// What the file holds.
    pub format: Format,
    /// Name of the encoding that its texts were found to have.
    pub encoding: &'static str,
    games: Box<dyn Iterator<Item = Found> + Send>,
}

impl Iterator for Games {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        self.games.next()
    }
}

impl Games {
    /// Those of a file in whatever encoding and format, which is read as the games are asked
    /// for.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(path: impl Into<PathBuf>, options: ReadOptions) -> io::Result<Games> {
        Games::of(Source::File(path.into()), options)
    }

    /// Those of the bytes of a file in whatever encoding and format.
    ///
    /// # Errors
    /// When what they are packed by is damaged.
    pub fn of_bytes(bytes: impl Into<Vec<u8>>, options: ReadOptions) -> io::Result<Games> {
        Games::of(Source::Bytes(bytes.into().into()), options)
    }

    fn of(source: Source, options: ReadOptions) -> io::Result<Games> {
        let mut prefix = Vec::new();
        source.open()?.take(PREFIX).read_to_end(&mut prefix)?;
        let is_text = marked(&prefix).is_some() || options.encoding.is_some_and(is_wide);
        match detect_binary(&prefix).filter(|_| !is_text) {
            Some(format) => Games::binary(&source, format, options),
            None => Games::text(&source, &prefix, options),
        }
    }

    fn binary(source: &Source, format: Format, options: ReadOptions) -> io::Result<Games> {
        let encoding = options.encoding.unwrap_or(GB18030);
        let bytes = || read_all(source.open()?, options.most);
        let game = match format {
            Format::Xqf => xqf::read(&bytes()?, encoding),
            Format::Ccbridge => ccbridge::read(&mut &bytes()?[..], 1),
            Format::CcbridgeLibrary => {
                let library = Library::open(source.open_seekable(options.most)?, encoding);
                let games: Box<dyn Iterator<Item = Found> + Send> = match library {
                    Ok(library) => Box::new(library),
                    Err(fault) => Box::new(once(Err(fault))),
                };
                return Ok(Games { format, encoding: encoding.name(), games });
            }
            Format::Mxq => Ok(mxq::read(&bytes()?, options.encoding)),
            Format::Ccm => Ok(ccm::read(&bytes()?)),
            Format::NotRead(what) => Err(Fault::new(Place::START, FaultKind::NotRead(what))),
            _ => Err(Fault::new(Place::START, FaultKind::Binary)),
        };
        Ok(Games { format, encoding: encoding.name(), games: Box::new(once(game)) })
    }

    fn text(source: &Source, prefix: &[u8], options: ReadOptions) -> io::Result<Games> {
        let (encoding, mark) = match (marked(prefix), options.encoding) {
            (Some(found), _) => found,
            (None, Some(encoding)) => (encoding, 0),
            (None, None) if is_utf8(source.open()?)? => (UTF_8, 0),
            (None, None) => (guess(source.open()?)?, 0),
        };
        let prefix = encoding.decode_without_bom_handling(&prefix[mark..]).0;
        let format = detect_text(&prefix);
        // The notation of a text is told by any of its games.
        let is_told = may_tell(&prefix) && read_text(&prefix, format).iter().flatten().any(is_told);
        let mut bytes = source.open()?;
        bytes.read_exact(&mut vec![0; mark])?;
        let most = usize::try_from(options.most).unwrap_or(usize::MAX);
        let parts = Parts::new(bytes, encoding, begins(format), most);
        let is_strict = options.is_strict;
        let games = TextGames {
            format,
            is_strict,
            is_told,
            parts,
            read: Vec::new().into_iter(),
            is_ended: false,
        };
        Ok(Games { format, encoding: encoding.name(), games: Box::new(games) })
    }
}

/// Whether the encoding has a byte of zero in the most usual characters.
fn is_wide(encoding: &'static Encoding) -> bool {
    encoding.name().starts_with("UTF-16")
}

/// Where in a text of a format a game begins.
fn begins(format: Format) -> Begins {
    match format {
        Format::Pgn => Box::new(pgn::begins()),
        Format::Dhtmlxq => Box::new(dhtmlxq::begins_game),
        Format::Lines => Box::new(lines::begins()),
        Format::Wxf => Box::new(wxf::begins()),
        Format::Sheet => Box::new(sheet::begins()),
        // One game a file.
        _ => Box::new(|_| false),
    }
}

/// Reads the games of a text in a format.
pub fn read_text(text: &str, format: Format) -> Vec<Found> {
    let mut games = match format {
        Format::Dhtmlxq => dhtmlxq::read(text),
        Format::Pgn => pgn::read(text),
        Format::Cbf => vec![cbf::read(text)],
        Format::Pfc => vec![pfc::read(text)],
        Format::Che => vec![Ok(che::read(text))],
        Format::Wxf => wxf::read(text),
        Format::Sheet => sheet::read(text),
        // A binary file is no text; what looks like one is read as lines.
        _ => lines::read(text),
    };
    if games.iter().flatten().any(is_told) {
        games.iter_mut().flatten().for_each(tell);
    }
    games
}

/// The games of a text that is read in parts.
struct TextGames {
    format: Format,
    is_strict: bool,
    /// Whether the text has told its notation.
    is_told: bool,
    parts: Parts,
    /// Those of the last part.
    read: std::vec::IntoIter<Found>,
    is_ended: bool,
}

impl Iterator for TextGames {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(game) = self.read.next() {
                return Some(game);
            }
            if self.is_ended {
                return None;
            }
            match self.parts.next_part() {
                Ok(Some((part, lines))) => {
                    let mut games = match self.format {
                        Format::Lines if self.is_strict => lines::read_strictly(&part),
                        format => read_text(&part, format),
                    };
                    games.iter_mut().for_each(|game| shift(game, lines));
                    if self.is_told {
                        games.iter_mut().flatten().for_each(tell);
                    }
                    self.read = games.into_iter();
                }
                Ok(None) => self.is_ended = true,
                Err(error) => {
                    self.is_ended = true;
                    return Some(Err(Fault::new(
                        self.parts.place(),
                        FaultKind::Unreadable(error.kind()),
                    )));
                }
            }
        }
    }
}

/// Moves all places so many lines down.
fn shift(game: &mut Found, lines: usize) {
    match game {
        Ok(game) => game.shift(lines),
        Err(fault) => fault.place.line += lines,
    }
}
