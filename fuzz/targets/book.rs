//! Books of both formats: what is damaged is refused, and every move that a book
//! gives is legal.

use chuhe::board::Board;
use chuhe::book::Book;

use super::sealed;

pub fn check(bytes: &[u8]) {
    for bytes in [bytes, &sealed(bytes)] {
        let Ok(book) = Book::from_bytes(bytes) else { continue };
        let board = Board::start();
        for found in book.moves(&board) {
            assert!(board.is_legal(found.mv));
        }
    }
}
