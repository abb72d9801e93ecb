//! What programs do thousands of times a second, with numbers in and out. A move is its index:
//! 90 times its first point plus its second one.

use chuhe_bindings::{Board, Move, Square};

use crate::desk::Desk;

/// There is no such board.
const MISSING: i32 = -1;

fn with(desk: &Desk, id: u32, act: impl FnOnce(&mut Board) -> i32) -> i32 {
    desk.board(id, act).unwrap_or(MISSING)
}

/// The number of legal moves, which are written to [`Desk::moves`].
pub fn legal(desk: &Desk, id: u32) -> i32 {
    with(desk, id, |board| {
        let moves = board.legal_moves();
        for (cell, mv) in desk.moves.iter().zip(&moves) {
            cell.set(index(*mv));
        }
        moves.len() as i32
    })
}

/// 1 when the move was legal and has been made, else 0.
pub fn push(desk: &Desk, id: u32, mv: u32) -> i32 {
    with(desk, id, |board| i32::from(move_of(mv).is_some_and(|mv| board.push(mv).is_ok())))
}

/// The move that was taken back, or -1.
pub fn pop(desk: &Desk, id: u32) -> i32 {
    with(desk, id, |board| board.pop().map_or(-1, |mv| index(mv).into()))
}

/// The last move, or -1.
pub fn peek(desk: &Desk, id: u32) -> i32 {
    with(desk, id, |board| board.peek().map_or(-1, |mv| index(mv).into()))
}

/// Questions with the answer yes or no, by their numbers.
pub fn fact(desk: &Desk, id: u32, which: u32, mv: u32) -> i32 {
    with(desk, id, |board| {
        let about = |ask: fn(&Board, Move) -> bool| move_of(mv).is_some_and(|mv| ask(board, mv));
        let yes = match which {
            0 => board.is_check(),
            1 => board.is_checkmate(),
            2 => board.is_stalemate(),
            3 => about(Board::is_legal),
            4 => about(Board::gives_check),
            5 => about(Board::is_capture),
            6 => board.turn() == chuhe_bindings::Color::Red,
            _ => return MISSING,
        };
        i32::from(yes)
    })
}

/// The letter of the piece on a point, or 0.
pub fn piece(desk: &Desk, id: u32, square: u32) -> i32 {
    with(desk, id, |board| {
        let square = (square < Square::COUNT as u32).then(|| Square::from_index(square as usize));
        square.and_then(|square| board.piece_at(square)).map_or(0, |piece| piece.fen_char() as i32)
    })
}

/// The key of the position.
pub fn key(desk: &Desk, id: u32) -> u64 {
    desk.board(id, |board| board.key()).unwrap_or_default()
}

/// The number of a copy.
pub fn copy(desk: &Desk, id: u32) -> i32 {
    let copied = desk.board(id, |board| board.clone());
    copied.map_or(MISSING, |board| desk.keep(board.into()) as i32)
}

/// Planes (0, 2) and masks (1, 3); 2 and 3 from the side to move.
pub fn learner(desk: &Desk, id: u32, what: u32) -> Vec<u8> {
    let made = desk.board(id, |board| match what {
        0 | 2 => board.planes(what == 2),
        _ => board.legal_mask(what == 3),
    });
    made.unwrap_or_default()
}

/// The index of a move as the side to move sees it, and of an index seen so that of the move.
pub fn seen(desk: &Desk, id: u32, mv: u32) -> i32 {
    with(desk, id, |board| move_of(mv).map_or(MISSING, |mv| board.index_of(mv, true) as i32))
}

/// The index of a move.
pub fn index(mv: Move) -> u16 {
    chuhe_bindings::index(mv) as u16
}

fn move_of(index: u32) -> Option<Move> {
    chuhe_bindings::move_at(index as usize)
}
