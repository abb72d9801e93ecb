//! Libraries of CCBridge 2: a short header, then everything packed with zlib.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use encoding_rs::Encoding;
use flate2::bufread::ZlibDecoder;

use crate::fault::{Fault, FaultKind};
use crate::formats::ccbridge::{CBL, cut, square, word};
use crate::formats::slots;
use crate::formats::start::side_to_move;
use crate::place::Place;
use crate::text::{GameText, comment_text, outcome_of, visible};
use crate::tree::START;
use chuhe::types::{Color, Square};

/// What such a file begins with.
const MAGIC: &[u8] = b"CCBridge";

/// Bytes before the packed part.
pub const HEADER: usize = 20;

/// The largest game, in bytes: the largest ones known have a few thousand.
const MOST_BYTES: usize = 1 << 24;

/// The smallest one: every text of it is empty.
const LEAST_BYTES: usize = 143;

/// The most bytes that are unpacked of a library: those of a hundred thousand games.
const MOST_UNPACKED: u64 = 1 << 27;

/// Bytes of a ply.
const PLY: usize = 6;

/// Bytes of the two dates of a game or of the library.
const DATE: usize = 19;

/// Whether a file begins as these do: zlib stands where it should.
pub fn is_packed(bytes: &[u8]) -> bool {
    let is_zlib = |high: u8, low: u8| {
        high & 0x0f == 8 && (u16::from(high) << 8 | u16::from(low)).is_multiple_of(31)
    };
    bytes.starts_with(MAGIC)
        && bytes.len() > HEADER + 1
        && is_zlib(bytes[HEADER], bytes[HEADER + 1])
}

/// The games of a library.
#[derive(Debug)]
pub struct Packed<R> {
    source: io::Take<ZlibDecoder<R>>,
    encoding: &'static Encoding,
    /// How many games there are, and how many were read.
    count: usize,
    read: usize,
}

impl<R: BufRead> Packed<R> {
    /// Opens a library of which the header has been read.
    ///
    /// # Errors
    /// When it ends or is damaged before the first game.
    pub fn open(source: R, encoding: &'static Encoding) -> Result<Packed<R>, Fault> {
        let source = ZlibDecoder::new(source).take(MOST_UNPACKED);
        let mut packed = Packed { source, encoding, count: 0, read: 0 };
        let mut open = || {
            for _ in 0..5 {
                packed.skip_text()?;
            }
            packed.skip(2 * DATE)?;
            packed.count = packed.number()?;
            packed.skip_text()
        };
        let opened = open();
        opened.map_err(|error| Fault::new(Place::START, cut(&error, CBL)))?;
        Ok(packed)
    }

    fn number(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.source.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }

    fn skip(&mut self, count: usize) -> io::Result<()> {
        let skipped = io::copy(&mut self.source.by_ref().take(count as u64), &mut io::sink())?;
        if skipped < count as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    fn skip_text(&mut self) -> io::Result<()> {
        let length = self.number()?;
        self.skip(length)
    }

    pub fn next_game(&mut self) -> Option<Result<GameText, Fault>> {
        if self.read == self.count {
            return None;
        }
        self.read += 1;
        let place = Place { line: self.read, column: 1 };
        let (bytes, fault) = self.game_bytes();
        if fault.is_some() {
            // Nothing that follows could be found.
            self.count = self.read;
        }
        let fault = fault.map(|kind| Fault::new(place, kind));
        let short = fault.clone().unwrap_or(Fault::new(place, FaultKind::CutOff(CBL)));
        let mut game = match read_game(&bytes, self.encoding, place) {
            Some(game) => game,
            None => return Some(Err(short)),
        };
        game.fault = game.fault.or(fault);
        Some(Ok(game))
    }

    /// The bytes of a game behind its size, as many as there are, and why not all.
    fn game_bytes(&mut self) -> (Vec<u8>, Option<FaultKind>) {
        let mut bytes = Vec::new();
        let size = match self.number() {
            Ok(size @ LEAST_BYTES..=MOST_BYTES) => size - 4,
            Ok(_) => return (bytes, Some(FaultKind::Damaged(CBL))),
            Err(error) => return (bytes, Some(cut(&error, CBL))),
        };
        let read = self.source.by_ref().take(size as u64).read_to_end(&mut bytes);
        let fault = match read {
            Err(error) => Some(cut(&error, CBL)),
            Ok(read) => (read < size).then_some(FaultKind::CutOff(CBL)),
        };
        (bytes, fault)
    }
}

/// Reads a game; `None` when its bytes end before its moves.
fn read_game(bytes: &[u8], encoding: &'static Encoding, place: Place) -> Option<GameText> {
    let mut rest = Rest { bytes, encoding };
    let mut game = GameText::new(place);
    let mut squares = [None; slots::COUNT];
    for (slot, &byte) in squares.iter_mut().zip(rest.take(slots::COUNT)?) {
        *slot = square((byte >> 4).wrapping_sub(1), (byte & 0x0f).wrapping_sub(1));
    }
    game.start = slots::setup_of(&squares);
    rest.take(12)?;
    // The title, four texts that nobody is known to have used, the names.
    const NAMES: [Option<&str>; 7] =
        [Some("Title"), None, None, None, None, Some("Red"), Some("Black")];
    // The commentator, the author, and a comment on the whole.
    const PEOPLE: [Option<&str>; 4] = [Some("Annotator"), None, Some("Author"), None];
    for tag in NAMES {
        rest.tag(tag, &mut game)?;
    }
    game.outcome = outcome_of(rest.number()?.try_into().unwrap_or_default());
    for tag in PEOPLE {
        rest.tag(tag, &mut game)?;
    }
    game.comment = comment(rest.text()?);
    let said = if rest.take(1)? == [0] { Color::Black } else { Color::Red };
    for tag in ["Created", "Modified"] {
        let date = visible(String::from_utf8_lossy(rest.take(DATE)?).trim()).into_owned();
        if !date.is_empty() {
            game.tags.push((tag.into(), date));
        }
    }
    let plies = rest.number()? as usize;
    let first = read_moves(&mut rest, plies, &mut game);
    game.start.side = side_to_move(&game.start, first, said);
    Some(game)
}

/// Reads the moves and their comments; where the first one begins. A move says which ply it is:
/// when the number goes back, it is an alternative to that ply of the line before.
fn read_moves(rest: &mut Rest, count: usize, game: &mut GameText) -> Option<Square> {
    // The places of the line that is read, and of all moves in their order.
    let (mut line, mut all) = (vec![START], Vec::new());
    let mut first = None;
    for _ in 0..count {
        let mut place = Place { column: line.len(), ..game.place };
        let point = |byte: u8| square(byte >> 4, byte & 0x0f);
        let word = match rest.take(PLY) {
            None => Err(FaultKind::CutOff(CBL)),
            Some(bytes) => {
                first = first.or(point(bytes[2]));
                let ply = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
                let is_known = (1..=line.len()).contains(&ply);
                line.truncate(ply.max(1));
                place.column = ply;
                let word = word(bytes[2], bytes[3], point, place).filter(|_| is_known);
                word.ok_or(FaultKind::Damaged(CBL))
            }
        };
        match (word, line.last()) {
            (Ok(word), Some(&before)) => {
                let at = game.moves.add(before, word);
                line.push(at);
                all.push(at);
            }
            (Ok(_), None) => {}
            (Err(kind), _) => {
                game.fault = Some(Fault::new(place, kind));
                return first;
            }
        }
    }
    let comments = rest.encoding.decode_without_bom_handling(rest.bytes).0;
    for (at, line) in all.into_iter().zip(comments.split("\r\n")) {
        if let Some(word) = game.moves.get_mut(at) {
            word.comment = comment(line.into());
        }
    }
    first
}

/// A comment, in which `||` stands for the end of a line.
fn comment(text: Cow<str>) -> String {
    comment_text(&text.replace("||", "\n"))
}

/// The bytes of a game that have not been read.
struct Rest<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
}

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn text(&mut self) -> Option<Cow<'a, str>> {
        let length = self.number()? as usize;
        Some(self.encoding.decode_without_bom_handling(self.take(length)?).0)
    }

    /// Reads a text, which is a tag of the game or of no use.
    fn tag(&mut self, tag: Option<&str>, game: &mut GameText) -> Option<()> {
        let text = self.text()?;
        let text = visible(text.trim());
        if let Some(tag) = tag.filter(|_| !text.is_empty()) {
            game.tags.push((tag.into(), text.into_owned()));
        }
        Some(())
    }
}
