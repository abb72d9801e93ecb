//! The reader.

use encoding_rs::Encoding;

use crate::fault::{Fault, FaultKind};
use crate::formats::MOST_MOVES;
use crate::formats::start::{first_square, side_to_move};
use crate::formats::xqf::keys::Keys;
use crate::formats::xqf::layout::{ENCRYPTED, HEADER, MAGIC, TEXTS, square};
use crate::text::{GameText, Place, Word, comment_text, outcome_of, visible};
use crate::tree::Preorder;
use chuhe::types::{Color, Move, PieceType};

/// Reads a game. Moves are words in coordinates; the column of a place is the number of a
/// ply. Texts are in the encoding, GB18030 for most files; none of them says which.
///
/// # Errors
/// When the header is cut off.
pub fn read(bytes: &[u8], encoding: &'static Encoding) -> Result<GameText, Fault> {
    let header = bytes.get(..HEADER).filter(|bytes| bytes.starts_with(MAGIC));
    let header = header.ok_or_else(|| Fault::new(Place::START, FaultKind::XqfHeader))?;
    let keys = Keys::of(header);
    let mut game = GameText::new(Place::START);
    for (name, at, most) in TEXTS {
        let text = text_at(header, at, most, encoding);
        if !text.is_empty() {
            game.tags.push((name.into(), text));
        }
    }
    game.outcome = outcome_of(header[0x33]);
    let start = keys.setup(&header[0x10..0x30]);
    let kings = start.pieces.iter().flatten().filter(|piece| piece.kind() == PieceType::King);
    if kings.count() == 2 {
        game.start = start;
    }
    let mut stream = Stream { bytes: &bytes[HEADER..], keys: &keys, read: 0 };
    let end = read_records(&mut stream, encoding, &mut game).unwrap_or_else(|kind| {
        game.fault = Some(Fault::new(Place::START, kind));
        End::Moves
    });
    // A header that says Black is believed. One that says Red may say nothing: a diagram in which
    // Red could take the king is Black's.
    let first = first_square(&game).filter(|first| game.start.pieces[first.index()].is_some());
    game.start.side = match (header[0x32], end) {
        (1, _) if first.is_none() => Color::Black,
        (_, End::Moves) if first.is_none() => Color::Red,
        _ => side_to_move(&game.start, first, Color::Red),
    };
    Ok(game)
}

/// How the records end.
#[derive(Clone, Copy)]
enum End {
    /// There is a position and no more.
    Diagram,
    /// There are moves, or there should be: some files end where the first one is announced.
    Moves,
}

/// A text behind the byte that is its length, which may be larger than its place.
fn text_at(header: &[u8], at: usize, most: usize, encoding: &'static Encoding) -> String {
    let length = usize::from(header[at]);
    let bytes = &header[at + 1..at + 1 + length.min(most)];
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    let text = encoding.decode_without_bom_handling(bytes).0;
    // Half a character stands where a text was cut.
    let text = if length > most { text.trim_end_matches('\u{fffd}') } else { &*text };
    visible(text.trim()).into_owned()
}

/// Reads the position's comment and the moves; an error is what is wrong within them.
fn read_records(
    stream: &mut Stream,
    encoding: &'static Encoding,
    game: &mut GameText,
) -> Result<End, FaultKind> {
    let cut = || FaultKind::CutOff("XQF");
    let root = stream.record().ok_or_else(cut)?;
    game.comment = root.text(encoding);
    if !root.goes_on {
        return Ok(End::Diagram);
    }
    if stream.is_at_end() {
        return Ok(End::Moves);
    }
    let mut builder = Preorder::default();
    for _ in 0..MOST_MOVES {
        let record = stream.record().ok_or_else(cut)?;
        let word = word(&record, builder.ply(), encoding);
        if !builder.add(&mut game.moves, word, record.has_other, !record.goes_on) {
            return Ok(End::Moves);
        }
    }
    Err(FaultKind::Damaged("XQF"))
}

fn word(record: &Record, ply: usize, encoding: &'static Encoding) -> Word {
    let [from, to] = record.points;
    let text = match (square(from), square(to)) {
        (Some(from), Some(to)) if from != to => Move::new(from, to).to_string(),
        _ => format!("{from}-{to}"), // no move: the reader of the words will say so
    };
    let comment = record.text(encoding);
    Word { comment, ..Word::new(text, Place { line: 1, column: ply }) }
}

/// A move, or the first position, and what is said of it.
struct Record {
    /// From where and to where.
    points: [u8; 2],
    /// Whether an answer follows.
    goes_on: bool,
    /// Whether an alternative follows, behind all answers.
    has_other: bool,
    comment: Vec<u8>,
}

impl Record {
    fn text(&self, encoding: &'static Encoding) -> String {
        comment_text(&encoding.decode_without_bom_handling(&self.comment).0)
    }
}

/// Reads the encrypted bytes behind the header.
struct Stream<'a> {
    bytes: &'a [u8],
    keys: &'a Keys,
    read: usize,
}

impl Stream<'_> {
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let bytes = self.bytes.get(self.read..self.read.checked_add(count)?)?;
        let keys = self.keys.stream.iter().cycle().skip(self.read % self.keys.stream.len());
        self.read += count;
        Some(bytes.iter().zip(keys).map(|(byte, key)| byte.wrapping_sub(*key)).collect())
    }

    fn length(&mut self) -> Option<u32> {
        let bytes = self.take(4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn is_at_end(&self) -> bool {
        self.read >= self.bytes.len()
    }

    /// The next record; `None` when the bytes end before it does.
    fn record(&mut self) -> Option<Record> {
        let keys = self.keys;
        let [from, to, tag, _] = *self.take(4)?.as_slice() else { return None };
        let from = from.wrapping_sub(24).wrapping_sub(keys.from);
        let to = to.wrapping_sub(32).wrapping_sub(keys.to);
        let (goes_on, has_other, has_comment) = match keys.version < ENCRYPTED {
            true => (tag & 0xf0 != 0, tag & 0x0f != 0, true),
            false => (tag & 0x80 != 0, tag & 0x40 != 0, tag & 0x20 != 0),
        };
        let length = match has_comment {
            true => self.length()?.wrapping_sub(keys.comment),
            false => 0,
        };
        let comment = self.take(length as usize)?;
        Some(Record { points: [from, to], goes_on, has_other, comment })
    }
}
