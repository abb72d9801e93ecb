//! Our own format. `docs/players/formats.md` describes it byte by byte.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::book::key::{Fnv, Folded, byte, square};
use crate::book::{BookMove, ContentError};
use crate::types::Move;

/// The first bytes of every book.
const MAGIC: &[u8; 8] = b"CHUHEBK1";
/// Magic and number of entries.
const HEADER_BYTES: usize = 12;
const ENTRY_BYTES: usize = 16;
/// FNV-1a of all bytes before.
const CHECKSUM_BYTES: usize = 8;

/// A move of a position, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BookEntry {
    key: u64,
    mv: Move,
    weight: u16,
    games: u32,
}

/// A book in our own format: entries in the order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnBook {
    entries: Vec<BookEntry>,
}

/// What games say about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Games in which it was played.
    games: u32,
    /// Half points that the player of the move made in them.
    half_points: u32,
}

/// Collects moves for a book.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    counts: BTreeMap<(u64, u16), Counts>,
}

impl Builder {
    /// Adds a legal move of a position, played in one game, and what its player
    /// made of the game in half points: 2 for a win, 1 for a draw.
    pub fn add(&mut self, board: &Board, mv: Move, half_points: u32) {
        let folded = Folded::of(board);
        let counts = self.counts.entry((folded.key, folded.stored(mv).bits())).or_default();
        counts.games = counts.games.saturating_add(1);
        counts.half_points = counts.half_points.saturating_add(half_points);
    }

    /// The book of all moves that were played in at least `min_games` games and
    /// made a point at all. A move weighs as many half points as it made; where
    /// the largest number of a position is too large, all of its weights shrink
    /// alike.
    pub fn build(&self, min_games: u32) -> OwnBook {
        let mut entries: Vec<BookEntry> = Vec::new();
        let kept: Vec<(u64, Move, Counts)> = self
            .counts
            .iter()
            .filter(|(_, counts)| counts.games >= min_games && counts.half_points > 0)
            .filter_map(|(&(key, bits), &counts)| Some((key, Move::from_bits(bits)?, counts)))
            .collect();
        for group in kept.chunk_by(|a, b| a.0 == b.0) {
            let most = group.iter().map(|(_, _, counts)| counts.half_points).max().unwrap_or(1);
            let divisor = most.div_ceil(u32::from(u16::MAX)).max(1);
            entries.extend(group.iter().map(|&(key, mv, counts)| BookEntry {
                key,
                mv,
                weight: (counts.half_points / divisor).max(1) as u16,
                games: counts.games,
            }));
        }
        entries.sort_by_key(|e| (e.key, std::cmp::Reverse(e.weight), e.mv.bits()));
        OwnBook { entries }
    }
}

impl OwnBook {
    /// Whether bytes claim to be such a book.
    pub fn is_own(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC[..MAGIC.len() - 1])
    }

    /// Reads a book.
    ///
    /// # Errors
    /// When it is of another version, cut short, or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<OwnBook, ContentError> {
        let damaged = |what| Err(ContentError::Damaged(what));
        if !bytes.starts_with(MAGIC) {
            return damaged("not version 1 of the format");
        }
        let Some((body, checksum)) = bytes.split_last_chunk::<CHECKSUM_BYTES>() else {
            return damaged("too short");
        };
        let Some((&count, records)) =
            body.get(MAGIC.len()..).and_then(|rest| rest.split_first_chunk::<4>())
        else {
            return damaged("too short");
        };
        if records.len() as u64 != u64::from(u32::from_le_bytes(count)) * ENTRY_BYTES as u64 {
            return damaged("its length does not fit its number of entries");
        }
        if Fnv::START.with(body).0 != u64::from_le_bytes(*checksum) {
            return damaged("its checksum is wrong");
        }
        let entries: Option<Vec<BookEntry>> =
            records.as_chunks::<ENTRY_BYTES>().0.iter().map(read_entry).collect();
        match entries {
            Some(entries) if entries.is_sorted_by_key(|e| e.key) => Ok(OwnBook { entries }),
            Some(_) => damaged("its entries are not in order"),
            None => damaged("a move leaves the board"),
        }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let room = HEADER_BYTES + self.entries.len() * ENTRY_BYTES + CHECKSUM_BYTES;
        let mut bytes = Vec::with_capacity(room);
        bytes.extend(MAGIC);
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend([byte(entry.mv.from()), byte(entry.mv.to())]);
            bytes.extend(entry.weight.to_le_bytes());
            bytes.extend(entry.games.to_le_bytes());
        }
        let checksum = Fnv::START.with(&bytes).0;
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Number of positions and of moves.
    pub fn size(&self) -> (usize, usize) {
        (self.entries.chunk_by(|a, b| a.key == b.key).count(), self.entries.len())
    }

    /// The moves for a position, legal or not. In a symmetric position both
    /// images of a move are there, so a move that is its own image counts twice.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let folded = Folded::of(board);
        let from = self.entries.partition_point(|entry| entry.key < folded.key);
        let here = self.entries[from..].iter().take_while(|entry| entry.key == folded.key);
        let mut moves = Vec::new();
        for entry in here {
            let mv = folded.unfolded(entry.mv);
            let found = BookMove { mv, weight: entry.weight.into(), games: entry.games };
            if !folded.is_symmetric {
                moves.push(found);
            } else if mv == mv.mirror() {
                moves.push(BookMove { weight: 2 * found.weight, ..found });
            } else {
                moves.extend([found, BookMove { mv: mv.mirror(), ..found }]);
            }
        }
        moves
    }
}

fn read_entry(bytes: &[u8; ENTRY_BYTES]) -> Option<BookEntry> {
    let (key, rest) = bytes.split_first_chunk::<8>()?;
    let (&[from, to], rest) = rest.split_first_chunk::<2>()?;
    let (weight, rest) = rest.split_first_chunk::<2>()?;
    let (games, _) = rest.split_first_chunk::<4>()?;
    Some(BookEntry {
        key: u64::from_le_bytes(*key),
        mv: Move::new(square(from)?, square(to)?),
        weight: u16::from_le_bytes(*weight),
        games: u32::from_le_bytes(*games),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, Setup};

    fn sample() -> Builder {
        let mut builder = Builder::default();
        let mut board = Board::start();
        let mv = |text: &str| text.parse::<Move>().unwrap();
        builder.add(&board, mv("h2e2"), 2);
        builder.add(&board, mv("b2e2"), 1);
        builder.add(&board, mv("e0e1"), 2);
        builder.add(&board, mv("g3g4"), 0);
        board.make(mv("h2e2"), &mut NullObserver);
        builder.add(&board, mv("h9g7"), 1);
        builder
    }

    #[test]
    fn mirrored_positions_and_moves_are_one() {
        let book = sample().build(1);
        assert_eq!(book.size(), (2, 3));
        let weights = |board: &Board| -> Vec<(String, u32, u32)> {
            let moves = book.moves(board).into_iter();
            moves.map(|found| (found.mv.to_string(), found.weight, found.games)).collect()
        };
        let start = weights(&Board::start());
        let expected =
            [("b2e2", 3, 2), ("h2e2", 3, 2), ("e0e1", 4, 1)].map(|(mv, w, g)| (mv.into(), w, g));
        assert_eq!(start, expected);
        let after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
        let after = after.parse::<Setup>().unwrap().to_board().unwrap();
        assert_eq!(weights(&after), [("b9c7".to_owned(), 1, 1)]);
        assert_eq!(sample().build(2).size(), (1, 1), "rare moves are left out");
    }

    #[test]
    fn files_round_trip_and_damage_is_noticed() {
        let book = sample().build(1);
        let bytes = book.to_bytes();
        assert_eq!(OwnBook::from_bytes(&bytes), Ok(book));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(OwnBook::from_bytes(&changed).is_err(), "byte {at}");
            assert!(OwnBook::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
        let empty = OwnBook::default();
        assert_eq!(OwnBook::from_bytes(&empty.to_bytes()), Ok(empty));
    }

    #[test]
    fn weights_shrink_to_fit() {
        let mut builder = Builder::default();
        let start = Board::start();
        builder.add(&start, "h2e2".parse().unwrap(), 1_000_000);
        builder.add(&start, "g3g4".parse().unwrap(), 500_000);
        builder.add(&start, "a0a1".parse().unwrap(), 1);
        let weights: Vec<u16> = builder.build(1).entries.iter().map(|e| e.weight).collect();
        assert_eq!(weights, [62_500, 31_250, 1]);
    }
}
