//! The move ordering of the file format: a stored move is its number in this order.
//! **Changing anything here needs a new format version**, which is why it uses
//! nothing of evaluation and search.

use chuhe::board::{Board, CheckSquares};
use chuhe::types::{Bitboard, Move, Piece, PieceType, Square};

/// Approximate value of a piece.
fn worth(piece: Piece, sq: Square) -> i32 {
    match piece.kind() {
        PieceType::King => 200,
        PieceType::Advisor | PieceType::Bishop => 20,
        PieceType::Knight => 45,
        PieceType::Rook => 100,
        PieceType::Cannon => 50,
        PieceType::Pawn if sq.is_across_river(piece.color()) => 20,
        PieceType::Pawn => 10,
    }
}

/// Value of the point that a piece stands on.
fn place(piece: Piece, sq: Square) -> i32 {
    let home = sq.relative_to(piece.color());
    let (rank, centre) = (home.rank() as i32, 4 - (home.file() as i32 - 4).abs());
    match piece.kind() {
        PieceType::King => -3 * rank,
        PieceType::Advisor => 0,
        PieceType::Bishop => centre,
        PieceType::Knight => 2 * centre + 3 * rank.min(6),
        PieceType::Rook => 2 * centre + rank.min(5) + 4 * i32::from(rank > 0),
        PieceType::Cannon => 2 * centre,
        PieceType::Pawn => 2 * rank + centre,
    }
}

/// The legal moves, the most likely ones first. `last` is the move that led to the
/// position.
pub fn ordered_moves(board: &Board, last: Option<Move>) -> Vec<Move> {
    let us = board.side();
    let occ = board.occupied();
    let mut guarded = Bitboard::EMPTY;
    for sq in board.color(!us) {
        if let Some(piece) = board.piece_at(sq) {
            guarded |= Board::attacks_from(piece, sq, occ);
        }
    }
    let checks = CheckSquares::new(board);
    let likelihood = |mv: Move| {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = board.piece_at(from) else { return 0 };
        let own = worth(piece, from);
        let mut sum = place(piece, to) - place(piece, from);
        if guarded.contains(to) {
            sum -= own;
        }
        if guarded.contains(from) {
            sum += own / 2;
        }
        if let Some(victim) = board.piece_at(to) {
            let gain = worth(victim, to);
            let loses = guarded.contains(to) && gain < own;
            sum += if loses { 2 * (gain - own) } else { 30 + 2 * gain };
        }
        if last.is_some_and(|last| last.to() == to) {
            sum += 40;
        }
        if board.gives_check(mv, &checks) {
            sum += 15;
        }
        sum
    };
    let mut moves: Vec<(i32, Move)> =
        board.legal_moves().into_iter().map(|mv| (-likelihood(mv), mv)).collect();
    moves.sort_unstable_by_key(|&(key, mv)| (key, mv.bits()));
    moves.into_iter().map(|(_, mv)| mv).collect()
}
