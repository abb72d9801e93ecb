//! How good a position looks: the static evaluation.

use crate::board::{Board, Observer};
use crate::types::{Color, Piece, PieceType, Score, Square};

/// The evaluation with everything that it keeps up to date while moves are
/// made. It must be told of every change ([`Observer`]); [`Evaluator::refresh`]
/// starts it anew.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// Material and placement, Red's view.
    placement: i32,
}

impl Evaluator {
    /// An evaluator in step with the board.
    pub fn new(board: &Board) -> Evaluator {
        let mut evaluator = Evaluator::default();
        evaluator.refresh(board);
        evaluator
    }

    /// Recomputes everything from the board.
    pub fn refresh(&mut self, board: &Board) {
        self.placement =
            Square::all().filter_map(|sq| board.piece_at(sq).map(|piece| placed(piece, sq))).sum();
    }

    /// The score of the position for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let red = self.placement;
        Score::eval(if board.side() == Color::Red { red } else { -red } + 10)
    }
}

impl Observer for Evaluator {
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.placement += placed(piece, to) - placed(piece, from);
    }
    #[inline]
    fn removed(&mut self, piece: Piece, sq: Square) {
        self.placement -= placed(piece, sq);
    }
    #[inline]
    fn restored(&mut self, piece: Piece, sq: Square) {
        self.placement += placed(piece, sq);
    }
}

fn placed(piece: Piece, sq: Square) -> i32 {
    let home = sq.relative_to(piece.color());
    let centre = 4 - (home.file() as i32 - 4).abs();
    let rank = home.rank() as i32;
    let value = match piece.kind() {
        PieceType::King => -rank * 20,
        PieceType::Advisor => 200,
        PieceType::Bishop => 210,
        PieceType::Knight => 420 + centre * 6 + rank.min(7) * 6,
        PieceType::Rook => 950 + centre * 2 + rank.min(8) * 3,
        PieceType::Cannon => 450 + centre * 4,
        PieceType::Pawn if rank >= 5 => 170 + centre * 12 - (rank == 9) as i32 * 60,
        PieceType::Pawn => 80 + (home.file() == 4) as i32 * 20,
    };
    if piece.color() == Color::Red { value } else { -value }
}
