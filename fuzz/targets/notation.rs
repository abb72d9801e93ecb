//! Text that is read as a move is a legal move, and is written so that it is read
//! as the same move in every style.

use chuhe::board::{Board, Setup};
use chuhe::notation::{Style, read, read_as, write};

use super::number_and_text;

const BOARDS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
    "3k5/2P6/2P3P2/2P3P2/9/9/9/9/9/5K3 w",
    "3k5/9/9/9/9/9/2p3p2/2p3p2/2p6/5K3 b",
    "2bak4/4a4/4b4/9/2n6/2n6/9/4B4/4A4/2BAK4 b",
];

pub fn check(bytes: &[u8]) {
    let Some((number, text)) = number_and_text(bytes) else { return };
    let fen = BOARDS[number % BOARDS.len()];
    let board: Board = fen.parse::<Setup>().expect("a FEN").to_board().expect("legal");
    let Ok(mv) = read(&board, text) else { return };
    assert!(board.is_legal(mv), "{text}");
    for style in Style::ALL {
        let written = write(&board, mv, style);
        assert_eq!(read_as(&board, &written, style).as_ref(), Ok(&mv), "{text} {written}");
    }
}
