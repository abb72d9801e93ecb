//! The reader.

use encoding_rs::Encoding;

use crate::fault::{Fault, FaultKind};
use crate::formats::xqf::keys::Keys;
use crate::formats::xqf::layout::{ENCRYPTED, HEADER, MAGIC, TEXTS, square};
use crate::text::{GameText, Place, Word, comment_text, visible};
use crate::tree::{At, START, Tree};
use chuhe::board::{PositionError, Setup};
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Piece, PieceType};

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
    game.outcome = match header[0x33] {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Ongoing, // also 4, several results
    };
    let start = keys.setup(&header[0x10..0x30]);
    let kings = start.pieces.iter().flatten().filter(|piece| piece.kind() == PieceType::King);
    if kings.count() == 2 {
        game.start = start;
    }
    let mut stream = Stream { bytes: &bytes[HEADER..], keys: &keys, read: 0 };
    let end = read_records(&mut stream, encoding, &mut game);
    if end.is_none() {
        game.fault = Some(Fault::new(Place::START, FaultKind::XqfMoves));
    }
    game.start.side = first_mover(&game).unwrap_or(match (header[0x32], end) {
        (1, _) => Color::Black,
        (_, Some(End::Diagram)) if is_for_black(&game.start) => Color::Black,
        _ => Color::Red,
    });
    Ok(game)
}

/// Whose piece makes the first move. It counts more than what the header says.
fn first_mover(game: &GameText) -> Option<Color> {
    let first: Move = game.moves.main_line().next()?.text.parse().ok()?;
    game.start.pieces[first.from().index()].map(Piece::color)
}

/// Whether only Black can be to move in a position, since Red could take the king: then a
/// header does not mean Red, it says nothing.
fn is_for_black(start: &Setup) -> bool {
    let hangs = |side| {
        let position = Setup { side, ..start.clone() }.to_board();
        matches!(position, Err(PositionError::KingHangs(_)))
    };
    hangs(Color::Red) && !hangs(Color::Black)
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

/// Reads the position's comment and the moves; `None` when the bytes end within them.
fn read_records(
    stream: &mut Stream,
    encoding: &'static Encoding,
    game: &mut GameText,
) -> Option<End> {
    let root = stream.record()?;
    game.comment = root.text(encoding);
    if !root.goes_on {
        return Some(End::Diagram);
    }
    if stream.is_at_end() {
        return Some(End::Moves);
    }
    // Where the alternatives stand that are still to come, and how many plies before.
    let mut others: Vec<(At, usize)> = Vec::new();
    let mut place = (START, 1);
    loop {
        let record = stream.record()?;
        let (before, ply) = place;
        let comment = record.text(encoding);
        let at = add(&mut game.moves, before, record.points, ply, comment);
        if record.has_other {
            others.push(place);
        }
        place = match record.goes_on {
            true => (at, ply + 1),
            false => match others.pop() {
                Some(other) => other,
                None => return Some(End::Moves),
            },
        };
    }
}

fn add(moves: &mut Tree<Word>, before: At, [from, to]: [u8; 2], ply: usize, comment: String) -> At {
    let text = match (square(from), square(to)) {
        (Some(from), Some(to)) if from != to => Move::new(from, to).to_string(),
        _ => format!("{from}-{to}"), // no move: the reader of the words will say so
    };
    let word = Word::new(text, Place { line: 1, column: ply });
    moves.add(before, Word { comment, ..word })
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
