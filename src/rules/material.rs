//! Material with which neither side can mate.

use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType};

/// What the pieces on the board allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Somebody may still win.
    Sufficient,
    /// Nobody can.
    Dead,
    /// Nobody can, unless it happens at once: the side to move has no legal
    /// move, or leaves the other none.
    DeadUnlessMate,
}

/// A cheap test that rules out, in nearly all positions, that [`assess`] finds anything.
#[inline]
pub fn may_be_dead(board: &Board) -> bool {
    let strong =
        board.kind(PieceType::Pawn) | board.kind(PieceType::Rook) | board.kind(PieceType::Knight);
    strong.is_empty()
}

/// Assesses the material. A lone cannon needs a screen: advisors of its own, or
/// enough others on the board. One cannon each is dead without any advisor.
pub fn assess(board: &Board) -> Material {
    if !may_be_dead(board) {
        return Material::Sufficient;
    }
    let count = |color: Color, kind: PieceType| board.pieces(color, kind).count();
    let total = |kind: PieceType| board.kind(kind).count();
    let cannons = Color::ALL.map(|color| count(color, PieceType::Cannon));
    let owner = match cannons {
        [0, 0] => return Material::Dead,
        [1, 0] => Color::Red,
        [0, 1] => Color::Black,
        [1, 1] => {
            return match (total(PieceType::Advisor), total(PieceType::Bishop)) {
                (0, 0) => Material::Dead,
                (0, _) => Material::DeadUnlessMate,
                _ => Material::Sufficient,
            };
        }
        _ => return Material::Sufficient,
    };
    if board.pieces(owner, PieceType::Advisor) != Bitboard::EMPTY {
        return Material::Sufficient;
    }
    match (count(!owner, PieceType::Advisor), count(owner, PieceType::Bishop)) {
        (0, _) | (1, 0) => Material::Dead,
        (1, _) | (_, 0) => Material::DeadUnlessMate,
        _ => Material::Sufficient,
    }
}
