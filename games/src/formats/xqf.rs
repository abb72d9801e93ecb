//! XQF, the files of XQStudio (象棋演播室): one game each, since version 1.1 encrypted.
//! Read as far as the public descriptions of the format go: tags, position, the main
//! line, comments and the result; variations are passed over.

use encoding_rs::GB18030;

use crate::document::Document;
use crate::fault::{Fault, FaultKind};
use crate::formats::slots;
use crate::text::{GameText, Place, Word};
use crate::tree::START;
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Piece, Square};

/// What a file begins with.
const MAGIC: &[u8] = b"XQ";

/// Bytes before the moves.
const HEADER: usize = 1024;

/// First encrypted version.
const ENCRYPTED: u8 = 11;

/// First version that also shuffles the pieces.
const SHUFFLED: u8 = 12;

/// What the keys of a file are combined with.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Whether the value of a tag of PGN fits into its place in the header; `None` when the tag
/// has no place.
pub fn fits(tag: &str, value: &str) -> Option<bool> {
    let (_, _, most) = TEXTS.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(tag))?;
    Some(GB18030.encode(value).0.len() <= most)
}

/// Whether a file begins as these do.
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.len() >= HEADER
}

/// Reads a game. Moves are words in coordinates; the column of a fault is the number of a
/// ply.
///
/// # Errors
/// When the file is cut off or damaged.
pub fn read(bytes: &[u8]) -> Result<GameText, Fault> {
    let fault = |kind| Fault::new(Place::START, kind);
    let header = bytes.get(..HEADER).filter(|bytes| bytes.starts_with(MAGIC));
    let header = header.ok_or_else(|| fault(FaultKind::XqfHeader))?;
    let keys = Keys::of(header);
    let mut game = GameText::new(Place::START);
    for (name, at, _) in TEXTS {
        let text = text_at(header, at);
        if !text.is_empty() {
            game.tags.push((name.into(), text));
        }
    }
    game.outcome = match header[0x33] {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        _ => Outcome::Ongoing,
    };
    // Whole games and openings begin at the start, endings at a position of their own.
    if header[0x40] >= 2 {
        game.start = keys.setup(&header[0x10..0x30]);
    }
    read_moves(&bytes[HEADER..], &keys, &mut game).ok_or_else(|| fault(FaultKind::XqfMoves))?;
    Ok(game)
}

/// Texts of the header: the tag, where its length stands, and the most bytes it has.
const TEXTS: [(&str, usize, usize); 7] = [
    ("Event", 0xd0, 63),
    ("Site", 0x120, 15),
    ("Date", 0x110, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("Annotator", 0x1d0, 15),
    ("Title", 0x50, 63),
];

/// Writes a game as the first version has it, which is not encrypted; `None` when it has
/// more pieces of a kind than the format knows.
pub fn write(game: &Document) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', ENCRYPTED - 1]);
    let squares = slots::squares_of(game.start)?;
    for (byte, square) in bytes[0x10..0x30].iter_mut().zip(squares) {
        *byte = square.map_or(0xff, number);
    }
    bytes[0x33] = match game.outcome {
        Outcome::Ongoing => 0,
        Outcome::Win(Color::Red) => 1,
        Outcome::Win(Color::Black) => 2,
        Outcome::Draw => 3,
    };
    bytes[0x40] = if *game.start == Setup::start() { 0 } else { 2 };
    for (tag, at, most) in TEXTS {
        let Some((_, value)) = game.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(tag))
        else {
            continue;
        };
        let mut text = String::new();
        // No character is cut in two.
        for c in value.chars() {
            text.push(c);
            if GB18030.encode(&text).0.len() > most {
                text.pop();
                break;
            }
        }
        let text = GB18030.encode(&text).0;
        bytes[at] = text.len() as u8;
        bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    let mut node = |points: [u8; 2], goes_on: bool, comment: &str| {
        let comment = GB18030.encode(comment).0;
        bytes.extend([points[0].wrapping_add(24), points[1].wrapping_add(32)]);
        bytes.extend([if goes_on { 0xf0 } else { 0 }, 0]);
        bytes.extend((comment.len() as u32).to_le_bytes());
        bytes.extend(comment.iter());
    };
    node([0, 0], !game.moves.is_empty(), game.comment);
    for at in game.moves.line_from(START) {
        let Some(made) = game.moves.get(at) else { continue };
        let points = [number(made.mv.from()), number(made.mv.to())];
        node(points, game.moves.first(at).is_some(), &made.comment);
    }
    Some(bytes)
}

/// Ten times the file of a point and its rank.
fn number(square: Square) -> u8 {
    (10 * square.file() + square.rank()) as u8
}

/// A text behind the byte that is its length.
fn text_at(header: &[u8], at: usize) -> String {
    let length = usize::from(header[at]).min(63);
    GB18030.decode_without_bom_handling(&header[at + 1..at + 1 + length]).0.trim().to_owned()
}

/// Reads the main line; `None` when the bytes end before it does.
fn read_moves(bytes: &[u8], keys: &Keys, game: &mut GameText) -> Option<()> {
    let mut at = START;
    let mut stream = Stream { bytes, keys, read: 0 };
    for ply in 0.. {
        let [from, to, tag, _] = *stream.take(4)?.as_slice() else { return None };
        let (goes_on, length) = if keys.version < ENCRYPTED {
            (tag & 0xf0 != 0, stream.length()?)
        } else {
            let length = if tag & 0x20 != 0 { stream.length()? } else { keys.comment };
            (tag & 0x80 != 0, length)
        };
        let comment = stream.take(length.wrapping_sub(keys.comment) as usize)?;
        let comment = GB18030.decode_without_bom_handling(&comment).0;
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if ply == 0 {
            game.comment = comment; // of the position before the first move
        } else {
            let squares = [from.wrapping_sub(24), to.wrapping_sub(32)];
            let [from, to] = [squares[0].wrapping_sub(keys.from), squares[1].wrapping_sub(keys.to)];
            let place = Place { line: 1, column: ply };
            let text = match (square(from), square(to)) {
                (Some(from), Some(to)) if from != to => Move::new(from, to).to_string(),
                _ => format!("{from}-{to}"), // no move: the reader of the words will say so
            };
            if ply == 1 {
                let mover = square(from).and_then(|from| game.start.pieces[from.index()]);
                game.start.side = mover.map_or(Color::Red, Piece::color);
            }
            at = game.moves.add(at, Word { comment, ..Word::new(text, place) });
        }
        if !goes_on {
            return Some(());
        }
    }
    None
}

/// A point from ten times its file and its rank.
fn square(number: u8) -> Option<Square> {
    let (file, rank) = (usize::from(number / 10), usize::from(number % 10));
    (file < Square::FILES).then(|| Square::new(file, rank))
}

/// What a file is encrypted with; all zero in the first version.
struct Keys {
    version: u8,
    pieces: u8,
    from: u8,
    to: u8,
    /// Added to the lengths of comments.
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(header: &[u8]) -> Keys {
        let version = header[2];
        let mut keys = Keys { version, pieces: 0, from: 0, to: 0, comment: 0, stream: [0; 32] };
        if version < ENCRYPTED {
            return keys;
        }
        let scaled = |key: u8, by: u8| -> u8 {
            let key = u32::from(key);
            ((key * key * 54 + 221) * u32::from(by)) as u8
        };
        keys.pieces = scaled(header[13], header[13]);
        keys.from = scaled(header[14], keys.pieces);
        keys.to = scaled(header[15], keys.from);
        keys.comment = (u32::from(header[12]) * 256 + u32::from(header[13])) % 32000 + 767;
        for (i, (slot, mask)) in keys.stream.iter_mut().zip(STREAM).enumerate() {
            let i = i % 4;
            *slot = (header[8 + i] | header[12 + i] & header[3]) & mask;
        }
        keys
    }

    /// The position of 32 bytes: where each piece of the two sets stands, if anywhere.
    fn setup(&self, bytes: &[u8]) -> Setup {
        let mut squares = [None; slots::COUNT];
        for (i, &byte) in bytes.iter().enumerate().take(slots::COUNT) {
            let slot = match self.version < SHUFFLED {
                true => i,
                false => (usize::from(self.pieces) + 1 + i) % slots::COUNT,
            };
            squares[slot] = square(byte.wrapping_sub(self.pieces));
        }
        slots::setup_of(&squares)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Annotated;
    use chuhe::notation::Style;

    /// The header of a file: keys from 3 to 15, kind of game, pieces.
    fn header(version: u8, keys: [u8; 13], kind: u8, pieces: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
        bytes[3..16].copy_from_slice(&keys);
        bytes[0x10..0x10 + pieces.len()].copy_from_slice(pieces);
        (bytes[0x33], bytes[0x40]) = (2, kind);
        for (at, text) in [(0x130, "柳大华"), (0x140, "吕  钦")] {
            let (name, _, _) = GB18030.encode(text);
            bytes[at] = name.len() as u8;
            bytes[at + 1..at + 1 + name.len()].copy_from_slice(&name);
        }
        bytes
    }

    fn played(bytes: &[u8]) -> String {
        let game = read(bytes).unwrap().replay(usize::MAX, None).unwrap();
        game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_file_of_the_first_version() {
        let mut bytes = header(10, [0; 13], 0, &[]);
        let (comment, _, _) = GB18030.encode("仙人 指路");
        bytes.extend([0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0]);
        bytes.extend([0x2f, 0x38, 0xf0, 0, comment.len() as u8, 0, 0, 0]);
        bytes.extend(&comment[..]);
        bytes.extend([0x67, 0x63, 0xf0, 0, 0, 0, 0, 0, 0x57, 0x60, 0, 0, 0, 0, 0, 0]);
        bytes[HEADER + 10] = 0xff;
        assert!(is_xqf(&bytes));
        assert_eq!(played(&bytes), "c3c4 h9g7 g3g4");
        let game = read(&bytes).unwrap();
        assert_eq!((game.tag("Red"), game.tag("Black")), (Some("柳大华"), Some("吕  钦")));
        assert_eq!(game.moves.values()[0].comment, "仙人 指路");
        assert_eq!(game.outcome, Outcome::Win(Color::Black));
        for length in [0, 2, HEADER - 1, HEADER, HEADER + 12, bytes.len() - 1] {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn an_encrypted_ending_with_black_to_move() {
        for version in [11, 12, 18] {
            let keys = [0xff, 0, 0, 0, 0, 0x31, 0x52, 0x13, 0x74, 0x25, 0xa6, 0x37, 0x48];
            let mut bytes = header(version, keys, 3, &[]);
            let key = Keys::of(&bytes);
            // Red's king on e0 and a rook on a1, Black's king on d9.
            let mut points = [0xff_u8; 32];
            (points[4], points[0], points[20]) = (40, 1, 39);
            for i in 0..32 {
                let shift = if version < SHUFFLED { 0 } else { usize::from(key.pieces) + 1 };
                bytes[0x10 + i] = points[(shift + i) % 32].wrapping_add(key.pieces);
            }
            let mut plain = vec![0x18, 0x20, 0x80, 0];
            let from = 39_u8.wrapping_add(24).wrapping_add(key.from);
            plain.extend([from, 38_u8.wrapping_add(32).wrapping_add(key.to), 0x20, 0]);
            plain.extend((key.comment + 2).to_le_bytes());
            plain.extend(b"ok");
            let stream = key.stream.iter().cycle();
            bytes.extend(plain.iter().zip(stream).map(|(byte, key)| byte.wrapping_add(*key)));
            assert_eq!(played(&bytes), "d9d8", "version {version}");
            assert_eq!(read(&bytes).unwrap().moves.values()[0].comment, "ok");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let start: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 b".parse().unwrap();
        let mv = "d9d8".parse().unwrap();
        let moves = [Annotated { comment: "好".into(), ..Annotated::plain(mv) }];
        let document = Document {
            tags: vec![("Red".into(), "一二三四五六七八九".into())],
            start: &start,
            comment: "始",
            moves: &moves.into_iter().collect(),
            outcome: Outcome::Draw,
            style: Style::Uci,
        };
        let bytes = write(&document).unwrap();
        assert!(is_xqf(&bytes));
        let game = read(&bytes).unwrap();
        assert_eq!((played(&bytes).as_str(), &game.start), ("d9d8", &start));
        assert_eq!((game.comment.as_str(), game.moves.values()[0].comment.as_str()), ("始", "好"));
        assert_eq!((game.tag("Red"), game.outcome), (Some("一二三四五六七"), Outcome::Draw));
    }

    #[test]
    fn damaged_files_are_faults() {
        let mut bytes = header(12, [7; 13], 3, &[9; 32]);
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for _ in 0..200 {
            bytes.truncate(HEADER);
            let length = next();
            bytes.extend((0..length).map(|_| next()));
            let _ = read(&bytes).and_then(|game| game.replay(usize::MAX, None));
        }
    }
}
