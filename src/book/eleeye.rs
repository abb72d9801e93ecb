//! ElephantEye's `BOOK.DAT`: records of eight bytes, a 32-bit key, the move and
//! its weight, little-endian, in the order of the keys. A position that is not
//! in it may be there mirrored. The format is described in the documents of that
//! engine; the keys are pseudo-random numbers that every reader computes in the
//! same way: RC4 with a key of zero bytes, three 32-bit numbers for the side to
//! move, then three for each piece on each point of a board of 16 by 16, of
//! which books use the third.

use std::sync::LazyLock;

use crate::board::{Board, Setup};
use crate::book::{BookMove, ContentError};
use crate::types::{Color, Move, Piece, Square};

const RECORD_BYTES: usize = 8;

/// The board's left and upper margin inside the 16 by 16 points.
const MARGIN: usize = 3;
/// Points of a row there.
const WIDTH: usize = 16;

#[derive(Clone, Copy, Debug)]
struct EleeyeEntry {
    key: u32,
    mv: Move,
    weight: u16,
}

/// A book in ElephantEye's format.
#[derive(Clone, Debug)]
pub struct EleeyeBook {
    records: Vec<EleeyeEntry>,
}

impl EleeyeBook {
    /// Reads a book. The format has no mark of its own, so everything in it is
    /// looked at: the order of the keys and whether the moves stay on the board.
    ///
    /// # Errors
    /// When the bytes cannot be such a book.
    pub fn from_bytes(bytes: &[u8]) -> Result<EleeyeBook, ContentError> {
        let (chunks, rest) = bytes.as_chunks::<RECORD_BYTES>();
        let records: Option<Vec<EleeyeEntry>> = chunks.iter().map(read_record).collect();
        match records {
            Some(records)
                if rest.is_empty()
                    && !records.is_empty()
                    && records.is_sorted_by_key(|record| record.key) =>
            {
                Ok(EleeyeBook { records })
            }
            _ => Err(ContentError::Unknown),
        }
    }

    /// Number of positions and of moves.
    pub fn size(&self) -> (usize, usize) {
        (self.records.chunk_by(|a, b| a.key == b.key).count(), self.records.len())
    }

    /// The moves for a position. Keys are short: some may belong to another one,
    /// and only legal moves are returned.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let here: Vec<BookMove> =
            self.of_key(key(board)).filter(|m| board.is_legal(m.mv)).collect();
        if !here.is_empty() {
            return here;
        }
        let Ok(image) = Setup::of(board).mirrored().to_board() else { return Vec::new() };
        self.of_key(key(&image))
            .filter(|m| image.is_legal(m.mv))
            .map(|m| BookMove { mv: m.mv.mirror(), ..m })
            .collect()
    }

    fn of_key(&self, key: u32) -> impl Iterator<Item = BookMove> + '_ {
        let from = self.records.partition_point(|record| record.key < key);
        self.records[from..]
            .iter()
            .take_while(move |record| record.key == key)
            .map(|record| BookMove { mv: record.mv, weight: record.weight.into(), games: 0 })
    }
}

fn read_record(bytes: &[u8; RECORD_BYTES]) -> Option<EleeyeEntry> {
    let &[k0, k1, k2, k3, from, to, w0, w1] = bytes;
    Some(EleeyeEntry {
        key: u32::from_le_bytes([k0, k1, k2, k3]),
        mv: Move::new(square(from)?, square(to)?),
        weight: u16::from_le_bytes([w0, w1]),
    })
}

/// The point of a byte: rows of 16, Black's back rank first.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte) / WIDTH, usize::from(byte) % WIDTH);
    let rank = (Square::RANKS - 1).checked_sub(row.checked_sub(MARGIN)?)?;
    Square::try_new(column as i32 - MARGIN as i32, rank as i32)
}

/// The byte of a point.
fn byte(sq: Square) -> usize {
    (Square::RANKS - 1 - sq.rank() + MARGIN) * WIDTH + sq.file() + MARGIN
}

/// The numbers of the pieces on the points, and of Black to move.
struct Keys {
    pieces: Vec<u32>,
    black: u32,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let mut rc4 = Rc4::new(&[0; 4]);
    let mut third = || [rc4.next_u32(), rc4.next_u32(), rc4.next_u32()][2];
    let black = third();
    let pieces = (0..Piece::COUNT * WIDTH * WIDTH).map(|_| third()).collect();
    Keys { pieces, black }
});

fn key(board: &Board) -> u32 {
    let keys = &*KEYS;
    let side = if board.side() == Color::Black { keys.black } else { 0 };
    let of = |sq: Square| {
        board.piece_at(sq).map_or(0, |piece| keys.pieces[piece.index() * WIDTH * WIDTH + byte(sq)])
    };
    Square::all().fold(side, |key, sq| key ^ of(sq))
}

/// The stream cipher RC4 as a source of numbers.
struct Rc4 {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Rc4 {
    fn new(key: &[u8]) -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|i| i as u8);
        let mut j = 0_u8;
        for i in 0..256 {
            j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
            state.swap(i, j.into());
        }
        Rc4 { state, i: 0, j: 0 }
    }

    fn next_byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.state[usize::from(self.i)]);
        self.state.swap(self.i.into(), self.j.into());
        let sum = self.state[usize::from(self.i)].wrapping_add(self.state[usize::from(self.j)]);
        self.state[usize::from(sum)]
    }

    fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.next_byte()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rc4_is_the_published_one() {
        let mut rc4 = Rc4::new(b"Key");
        let stream: [u8; 8] = std::array::from_fn(|_| rc4.next_byte());
        assert_eq!(stream, [0xeb, 0x9f, 0x77, 0x81, 0xb7, 0x34, 0xca, 0x72]);
    }

    #[test]
    fn points_round_trip() {
        for sq in Square::all() {
            assert_eq!(square(byte(sq) as u8), Some(sq));
        }
        assert_eq!((0..=255).filter_map(square).count(), Square::COUNT);
        assert_eq!(byte(Square::new(0, 9)), 0x33);
        assert_eq!(byte(Square::new(8, 0)), 0xcb);
    }

    /// The key of the start position and some of its records in the book that
    /// ElephantEye 3.31 comes with.
    const KNOWN: [[u8; RECORD_BYTES]; 3] = [
        [0xd5, 0x56, 0x26, 0x05, 0x95, 0x85, 0x22, 0x02],
        [0xd5, 0x56, 0x26, 0x05, 0xa4, 0xa7, 0xc1, 0x05],
        [0xd5, 0x56, 0x26, 0x05, 0xaa, 0xa7, 0xc1, 0x05],
    ];

    #[test]
    fn known_records_are_found() {
        let book = EleeyeBook::from_bytes(KNOWN.as_flattened()).unwrap();
        let moves = book.moves(&Board::start());
        let found: Vec<(String, u32)> =
            moves.iter().map(|m| (m.mv.to_string(), m.weight)).collect();
        let expected = [("c3c4", 546), ("b2e2", 1473), ("h2e2", 1473)];
        assert_eq!(found, expected.map(|(mv, weight)| (mv.to_owned(), weight)));
        assert_eq!(book.size(), (1, 3));
    }

    #[test]
    fn mirrored_positions_are_found_and_illegal_moves_left_out() {
        let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
        let setup: Setup = fen.parse().unwrap();
        let board = setup.to_board().unwrap();
        let image = setup.mirrored().to_board().unwrap();
        let record = |mv: &str| {
            let mv: Move = mv.parse().unwrap();
            let [from, to] = [mv.from(), mv.to()].map(|sq| byte(sq) as u8);
            let [k0, k1, k2, k3] = key(&board).to_le_bytes();
            [k0, k1, k2, k3, from, to, 7, 0]
        };
        let bytes = [record("h0g2"), record("h2e2")];
        let book = EleeyeBook::from_bytes(bytes.as_flattened()).unwrap();
        let names = |board: &Board| -> Vec<String> {
            book.moves(board).iter().map(|m| m.mv.to_string()).collect()
        };
        assert_eq!(names(&board), ["h0g2"]);
        assert_eq!(names(&image), ["b0c2"]);
        assert_eq!(names(&Board::start()), [""; 0]);
    }

    #[test]
    fn what_cannot_be_such_a_book_is_refused() {
        let known = KNOWN.as_flattened();
        assert!(EleeyeBook::from_bytes(&known[..known.len() - 1]).is_err(), "cut");
        let off_board = [0xd5, 0x56, 0x26, 0x05, 0x02, 0xa4, 1, 0];
        assert!(EleeyeBook::from_bytes(&off_board).is_err());
        let early = [[0xff; 4], KNOWN[0][4..].try_into().unwrap()].concat();
        assert!(EleeyeBook::from_bytes(&[&early[..], known].concat()).is_err(), "out of order");
    }
}
