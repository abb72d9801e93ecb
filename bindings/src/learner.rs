//! Positions and moves as numbers, for programs that learn.

use chuhe::types::{Color, Move, Square};

use crate::board::Board;

/// The shape of a position: kinds of pieces, ranks, files.
pub const PLANES: [usize; 3] = [14, Square::RANKS, Square::FILES];

/// The number of pairs of points.
pub const MASK: usize = Square::COUNT * Square::COUNT;

impl Board {
    /// The position as zeros and ones, of the shape [`PLANES`]: first Red's king, advisors,
    /// bishops, knights, rooks, cannons and pawns, then Black's; ranks from Red's back rank.
    /// A relative position is that of the side to move: its pieces come first, and ranks are
    /// counted from its own back rank.
    pub fn planes(&self, relative: bool) -> Vec<u8> {
        let turned = self.is_turned(relative);
        let mut planes = vec![0; PLANES.iter().product()];
        for (square, piece) in self.pieces() {
            let (square, piece) =
                if turned { (square.flip(), piece.flip()) } else { (square, piece) };
            planes[piece.index() * Square::COUNT + square.index()] = 1;
        }
        planes
    }

    /// A one for each legal move at the place of its [index](index), as seen by the side to move
    /// where `relative`.
    pub fn legal_mask(&self, relative: bool) -> Vec<u8> {
        let mut mask = vec![0; MASK];
        for mv in self.legal_moves() {
            mask[self.index_of(mv, relative)] = 1;
        }
        mask
    }

    /// The index of a move, as seen by the side to move where `relative`.
    pub fn index_of(&self, mv: Move, relative: bool) -> usize {
        index(self.seen(mv, relative))
    }

    /// The move of an index, as seen by the side to move where `relative`; `None` for an index
    /// that no move has.
    pub fn move_of(&self, at: usize, relative: bool) -> Option<Move> {
        Some(self.seen(move_at(at)?, relative))
    }

    /// A move as seen by the side to move where `relative`; of a move seen so, the move itself.
    fn seen(&self, mv: Move, relative: bool) -> Move {
        if self.is_turned(relative) { mv.flip() } else { mv }
    }

    /// Whether the board is turned round for who looks at it.
    fn is_turned(&self, relative: bool) -> bool {
        relative && self.turn() == Color::Black
    }
}

/// The index of a move: 90 times the number of its first point and that of its second one.
pub fn index(mv: Move) -> usize {
    mv.from().index() * Square::COUNT + mv.to().index()
}

/// The move of an index; `None` from [`MASK`] on.
pub fn move_at(at: usize) -> Option<Move> {
    let square = Square::from_index;
    (at < MASK).then(|| Move::new(square(at / Square::COUNT), square(at % Square::COUNT)))
}
