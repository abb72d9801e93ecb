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
use crate::tree::{At, START, Tree};
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move, Square};

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

/// The outcome of a number.
fn outcome(number: u8) -> Outcome {
    match number {
        1 => Outcome::Win(Color::Red),
        2 => Outcome::Win(Color::Black),
        3 => Outcome::Draw,
        // 4 stands for several results.
        _ => Outcome::Ongoing,
    }
}

/// The point of a file and a row counted from Black's side.
fn square(file: u8, row: u8) -> Option<Square> {
    let (file, row) = (usize::from(file), usize::from(row));
    (file < Square::FILES && row < Square::RANKS)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}

/// Builds a tree of moves, each of which says whether it has an alternative and whether it ends
/// its line. Behind a line's end comes the alternative that was promised last.
struct Builder {
    /// Where the next move comes, and how many plies before.
    next: (At, usize),
    promised: Vec<(At, usize)>,
}

impl Builder {
    fn new() -> Builder {
        Builder { next: (START, 0), promised: Vec::new() }
    }

    /// The number of the ply that comes next, from 1.
    fn ply(&self) -> usize {
        self.next.1 + 1
    }

    /// Adds a move. False when it is the last one.
    #[must_use]
    fn add(&mut self, moves: &mut Tree<Word>, word: Word, branches: bool, ends: bool) -> bool {
        let (before, plies) = self.next;
        let at = moves.add(before, word);
        if branches {
            self.promised.push(self.next);
        }
        let next = if ends { self.promised.pop() } else { Some((at, plies + 1)) };
        self.next = next.unwrap_or((START, 0));
        next.is_some()
    }
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
