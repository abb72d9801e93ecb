//! Opening books: which moves to play in known positions, and how often. A book
//! file is one of two formats, told apart by their contents: our own
//! (`docs/players/formats.md`) and ElephantEye's `BOOK.DAT`. Knows the board, no game.

mod eleeye;
mod entry;
mod key;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::board::{Board, zobrist};
use crate::types::Move;

use eleeye::EleeyeBook;
pub use entry::{Builder, OwnBook};
pub use key::{Fnv, Folded};

/// More than any book has.
const MAX_BYTES: u64 = 1 << 29;

/// A move of a book in some position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move; legal in the position that was asked for.
    pub mv: Move,
    /// How often it is chosen, compared with the others.
    pub weight: u32,
    /// How many games it was played in; 0 where the format does not say.
    pub games: u32,
}

/// The format of a book file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own.
    Own,
    /// ElephantEye's.
    Eleeye,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Own => "Chuhe book",
            Format::Eleeye => "ElephantEye BOOK.DAT",
        })
    }
}

/// Why a file is no book.
#[derive(Debug)]
pub struct BookError {
    path: PathBuf,
    fault: BookFault,
}

#[derive(Debug)]
enum BookFault {
    Unreadable(io::Error),
    NotAFile,
    TooLarge(u64),
    Content(ContentError),
}

/// What is wrong with the bytes of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentError {
    /// They are of no known format.
    Unknown,
    /// They are an SQLite database, as `.obk` and `.pfBook` are.
    Sqlite,
    /// They begin as a book does, but are damaged or cut short.
    Damaged(&'static str),
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContentError::Unknown => {
                f.write_str("neither a Chuhe book nor an ElephantEye BOOK.DAT")
            }
            ContentError::Sqlite => {
                f.write_str("an SQLite book such as .obk or .pfBook, which is not read; save its lines as PGN in \
                 the program that it is for, and use 'chuhe book build'")
            }
            ContentError::Damaged(what) => write!(f, "damaged: {what}"),
        }
    }
}

impl std::error::Error for ContentError {}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the book {}: ", self.path.display())?;
        match &self.fault {
            BookFault::Unreadable(error) => write!(f, "{error}"),
            BookFault::NotAFile => f.write_str("not an ordinary file"),
            BookFault::TooLarge(bytes) => write!(f, "{bytes} bytes are too many for a book"),
            BookFault::Content(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for BookError {}

/// A book in memory.
#[derive(Clone, Debug)]
pub enum Book {
    /// In our own format.
    Own(OwnBook),
    /// In ElephantEye's.
    Eleeye(EleeyeBook),
}

impl Book {
    /// Reads a book file of either format. What is no ordinary file, or larger than
    /// any book, is refused unread.
    ///
    /// # Errors
    /// When the file cannot be read or is no book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let fail = |fault| BookError { path: path.to_owned(), fault };
        // Asked before it is opened: opening a pipe would wait for a writer.
        let known = fs::metadata(path).map_err(|error| fail(BookFault::Unreadable(error)))?;
        if !known.is_file() {
            return Err(fail(BookFault::NotAFile));
        }
        if known.len() > MAX_BYTES {
            return Err(fail(BookFault::TooLarge(known.len())));
        }
        let bytes = fs::read(path).map_err(|error| fail(BookFault::Unreadable(error)))?;
        Book::from_bytes(&bytes).map_err(|error| fail(BookFault::Content(error)))
    }

    /// The book of a file's bytes.
    ///
    /// # Errors
    /// When they are of no known format, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, ContentError> {
        if OwnBook::is_own(bytes) {
            return OwnBook::from_bytes(bytes).map(Book::Own);
        }
        if bytes.starts_with(b"SQLite format 3\0") {
            return Err(ContentError::Sqlite);
        }
        EleeyeBook::from_bytes(bytes).map(Book::Eleeye)
    }

    /// Its format.
    pub fn format(&self) -> Format {
        match self {
            Book::Own(_) => Format::Own,
            Book::Eleeye(_) => Format::Eleeye,
        }
    }

    /// Number of positions and of moves, mirrored ones counted once.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Book::Own(book) => book.size(),
            Book::Eleeye(book) => book.size(),
        }
    }

    /// The moves for a position, the heaviest first, equal ones by name.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let mut moves = match self {
            Book::Own(book) => book.moves(board),
            Book::Eleeye(book) => book.moves(board),
        };
        moves.retain(|found| board.is_legal(found.mv));
        moves.sort_by_key(|found| (std::cmp::Reverse(found.weight), found.mv.bits()));
        moves
    }
}

/// Chooses one of several moves, each with a probability in proportion to its weight.
/// The same number and the same moves always give the same choice.
pub fn choose(moves: &[BookMove], number: u64) -> Option<Move> {
    let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    // The bias of a product's upper half is below 2^-31 for all sums of weights.
    let mut rest = ((u128::from(zobrist::salt(number)) * u128::from(total)) >> 64) as u64;
    for found in moves {
        match rest.checked_sub(u64::from(found.weight)) {
            None => return Some(found.mv),
            Some(less) => rest = less,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_follow_the_weights_and_the_number() {
        let found = |text: &str, weight| BookMove { mv: text.parse().unwrap(), weight, games: 0 };
        let moves = [found("h2e2", 60), found("g3g4", 30), found("c3c4", 10), found("a0a1", 0)];
        let mut counts = [0; 4];
        for number in 0..10_000 {
            let mv = choose(&moves, number).unwrap();
            assert_eq!(choose(&moves, number), Some(mv));
            counts[moves.iter().position(|found| found.mv == mv).unwrap()] += 1;
        }
        assert!((5800..6200).contains(&counts[0]), "{counts:?}");
        assert!((2800..3200).contains(&counts[1]), "{counts:?}");
        assert!((800..1200).contains(&counts[2]), "{counts:?}");
        assert_eq!(counts[3], 0);
        assert_eq!(choose(&[], 1), None);
        assert_eq!(choose(&[found("h2e2", 0)], 1), None);
    }

    #[test]
    fn other_files_are_refused() {
        let unknown = Err(ContentError::Unknown);
        for bytes in [&b""[..], b"hello", b"hello world, this is no book....", &[0; 15]] {
            assert_eq!(Book::from_bytes(bytes).map(|_| ()), unknown, "{bytes:?}");
        }
        let obk = b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20";
        assert_eq!(Book::from_bytes(obk).map(|_| ()), Err(ContentError::Sqlite));
        let error = Book::open(Path::new("no/such/book")).unwrap_err().to_string();
        assert!(error.starts_with("cannot use the book no/such/book: "), "{error}");
    }
}
