//! Moves that give check, found without making them.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, Move, Piece, PieceType};

/// The points from which each type of piece would give check, in one position. With them
/// [`Board::gives_check`] is a look-up for nearly every move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// By type, the destinations from which it attacks the enemy king or
    /// becomes the screen of an own cannon.
    by_type: [Bitboard; 7],
    /// Own pieces whose moves may discover a check: they stand between the enemy king and an own
    /// rook or cannon, are that piece, or stand where a knight's leg may be. Their moves are tested
    /// one by one.
    pub(super) discoverers: Bitboard,
}

impl CheckSquares {
    /// The check squares of the side to move.
    pub fn new(board: &Board) -> CheckSquares {
        let us = board.side();
        let king = board.king(!us);
        let occ = board.occupied();
        let (first, second) = attacks::rook_and_cannon(king, occ);
        let cannons = board.kind(PieceType::Cannon);
        let own_lines = attacks::lines(king) & board.color(us);
        let mut screens = Bitboard::EMPTY;
        let mut discoverers = Bitboard::EMPTY;
        for slider in own_lines & (cannons | board.kind(PieceType::Rook)) {
            let path = attacks::between(king, slider);
            discoverers |= path.with(slider);
            if (first & cannons).contains(slider) {
                screens |= path;
            }
        }
        // Behind a second piece nothing is discovered.
        discoverers &= (first | second) & board.color(us);
        let mut by_type = [screens; 7];
        by_type[PieceType::Rook.index()] |= first;
        by_type[PieceType::Cannon.index()] |= second;
        by_type[PieceType::Knight.index()] |= attacks::knight_to(king, occ);
        by_type[PieceType::Pawn.index()] |= attacks::pawn_to(us, king);
        if attacks::free_knight_to(king).intersects(board.pieces(us, PieceType::Knight)) {
            discoverers |= attacks::diagonals(king) & board.color(us);
        }
        CheckSquares { by_type, discoverers }
    }

    /// The destinations that give check for a piece that discovers nothing.
    #[inline]
    pub(super) fn of(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind.index()]
    }
}

impl Board {
    /// Whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move, squares: &CheckSquares) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        if squares.discoverers.contains(mv.from()) {
            let us = self.side();
            let occ = self.occupied().without(mv.from()).with(mv.to());
            return self.checks_after(mv, piece, us, occ);
        }
        squares.of(piece.kind()).contains(mv.to())
    }

    /// The slow and exact part of [`Board::gives_check`].
    fn checks_after(&self, mv: Move, piece: Piece, us: Color, occ: Bitboard) -> bool {
        let king = self.king(!us);
        let of = |kind: PieceType| {
            let set = self.pieces(us, kind).without(mv.from());
            if piece.kind() == kind { set.with(mv.to()) } else { set }
        };
        let (first, second) = attacks::rook_and_cannon(king, occ);
        first.intersects(of(PieceType::Rook))
            || second.intersects(of(PieceType::Cannon))
            || attacks::knight_to(king, occ).intersects(of(PieceType::Knight))
            || attacks::pawn_to(us, king).intersects(of(PieceType::Pawn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::types::MoveList;

    #[test]
    fn gives_check_agrees_with_making_the_move() {
        let mut checks = 0;
        for game in 0..200_usize {
            let mut board = Board::start();
            for ply in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let squares = CheckSquares::new(&board);
                let mut quiet_checks = MoveList::new();
                board.push_quiet_checks(&squares, &mut quiet_checks);
                for &mv in &moves {
                    let undo = board.make(mv, &mut NullObserver);
                    let actual = board.in_check();
                    board.unmake(mv, &undo, &mut NullObserver);
                    assert_eq!(board.gives_check(mv, &squares), actual, "{mv} in {board:?}");
                    let listed = quiet_checks.contains(&mv);
                    assert_eq!(listed, actual && undo.captured().is_none(), "{mv} in {board:?}");
                    checks += usize::from(actual);
                }
                let pick = (game * 7919 + ply * 104_729 + (game ^ ply) * 31) % moves.len();
                board.make(moves[pick], &mut NullObserver);
            }
        }
        assert!(checks > 1000, "only {checks} checks met");
    }
}
