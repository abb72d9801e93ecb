//! The pieces in the order in which XQF and DhtmlXQ write down where each stands.

use chuhe::board::Setup;
use chuhe::types::{Color, Piece, PieceType, Square};

/// Pieces of both sides.
pub const COUNT: usize = 32;

/// The pieces of a side.
const SET: [PieceType; 16] = {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ]
};

/// The piece of a slot, Red's first.
pub fn piece(slot: usize) -> Piece {
    let color = if slot < SET.len() { Color::Red } else { Color::Black };
    Piece::new(color, SET[slot % SET.len()])
}

/// A position from where the piece of each slot stands.
pub fn setup_of(squares: &[Option<Square>; COUNT]) -> Setup {
    let mut setup = Setup { pieces: [None; Square::COUNT], ..Setup::start() };
    for (slot, square) in squares.iter().enumerate() {
        if let Some(square) = square {
            setup.pieces[square.index()] = Some(piece(slot));
        }
    }
    setup
}

/// Where the piece of each slot stands; `None` when there are more pieces of a kind than
/// slots.
pub fn squares_of(setup: &Setup) -> Option<[Option<Square>; COUNT]> {
    let mut squares = [None; COUNT];
    for square in Square::all() {
        if let Some(found) = setup.pieces[square.index()] {
            let slot = (0..COUNT).find(|&slot| squares[slot].is_none() && piece(slot) == found)?;
            squares[slot] = Some(square);
        }
    }
    Some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        let squares = squares_of(&Setup::start()).unwrap();
        assert_eq!(setup_of(&squares), Setup::start());
        assert!(squares.iter().all(Option::is_some));
        let mut crowd = Setup::start();
        crowd.pieces[Square::new(4, 4).index()] = Some(piece(0));
        assert_eq!(squares_of(&crowd), None);
    }
}
