//! The writer.

use encoding_rs::GB18030;

use crate::document::Document;
use crate::formats::slots;
use crate::formats::xqf::layout::{ENCRYPTED, HEADER, TEXTS, number};
use crate::text::result_number;
use chuhe::board::Setup;

/// Writes a game as the first version has it, which is not encrypted; `None` when it has
/// more pieces of a kind than the format knows.
pub fn write(game: &Document) -> Option<Vec<u8>> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', ENCRYPTED - 1]);
    let squares = slots::squares_of(game.start)?;
    for (byte, square) in bytes[0x10..0x30].iter_mut().zip(squares) {
        *byte = square.map_or(0xff, number);
    }
    bytes[0x33] = result_number(game.outcome);
    bytes[0x40] = if *game.start == Setup::start() { 0 } else { 2 };
    for (tag, at, most) in TEXTS {
        let Some(value) = game.tag(tag) else { continue };
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
    record(&mut bytes, [0, 0], !game.moves.is_empty(), false, game.comment);
    for at in game.moves.walk() {
        let Some(made) = game.moves.get(at) else { continue };
        let points = [number(made.mv.from()), number(made.mv.to())];
        let goes_on = game.moves.first(at).is_some();
        record(&mut bytes, points, goes_on, game.moves.next(at).is_some(), &made.comment);
    }
    Some(bytes)
}

/// Adds a record: a move, or the first position, and its comment.
fn record(bytes: &mut Vec<u8>, points: [u8; 2], goes_on: bool, has_other: bool, comment: &str) {
    let comment = comment.replace('\n', "\r\n");
    let comment = GB18030.encode(&comment).0;
    bytes.extend([points[0].wrapping_add(24), points[1].wrapping_add(32)]);
    bytes.extend([if goes_on { 0xf0 } else { 0 } | if has_other { 0x0f } else { 0 }, 0]);
    bytes.extend((comment.len() as u32).to_le_bytes());
    bytes.extend(comment.iter());
}
