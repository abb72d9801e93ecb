//! Books of both formats: what is damaged is refused, and every move that a book
//! gives is legal.
#![no_main]

use chuhe::board::Board;
use chuhe::book::Book;
use chuhe::packing::sha256;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let sealed = [bytes, &sha256(bytes).0].concat();
    for bytes in [bytes, &sealed] {
        let Ok(book) = Book::from_bytes(bytes) else { continue };
        let board = Board::start();
        for found in book.moves(&board) {
            assert!(board.is_legal(found.mv));
        }
    }
});
