//! The files of CCBridge (象棋桥): a game (CBR), libraries (CBL) of two kinds, and a game as
//! XML (CBF).

pub mod cbf;
mod fields;
mod library;
mod packed;
mod record;
#[cfg(test)]
mod tests;
mod write;

use std::io;

use crate::fault::FaultKind;
use crate::place::Place;
use crate::text::Word;
use chuhe::types::{Move, Square};

pub use fields::fits;
pub use library::{Library, is_library};
pub use record::{is_record, read};
pub use write::write;

/// What a game in a CBR, and each one in a CBL, begins with.
const RECORD: &[u8; 16] = b"CCBridge Record\0";

/// What faults call a game in binary form.
const CBR: &str = "CBR";

/// What faults call a library.
const CBL: &str = "CBL";

/// The fault that an error of reading is: the end of the bytes, or whatever else.
fn cut(error: &io::Error, format: &'static str) -> FaultKind {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => FaultKind::CutOff(format),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => FaultKind::Damaged(format),
        other => FaultKind::Unreadable(other),
    }
}

/// The point of a file and a row counted from Black's side.
fn square(file: u8, row: u8) -> Option<Square> {
    Square::try_new(i32::from(file), Square::RANKS as i32 - 1 - i32::from(row))
}

/// A move between two points as a word in coordinates; where there is no such move, a word that
/// no reader of moves accepts. `None` when both points are the same, as in bytes of zero.
fn word(from: u8, to: u8, point: impl Fn(u8) -> Option<Square>, place: Place) -> Option<Word> {
    let text = match (point(from), point(to)) {
        _ if from == to => return None,
        (Some(from), Some(to)) => Move::new(from, to).to_string(),
        _ => format!("{from}-{to}"),
    };
    Some(Word::new(text, place))
}
