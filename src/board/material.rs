//! Material with which neither side can mate.

use crate::board::Board;
use crate::types::{Color, PieceType};

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

impl Material {
    /// Assesses the material on a board. One cannon each is dead without any advisor.
    pub fn of(board: &Board) -> Material {
        if !Material::may_be_dead(board) {
            return Material::Sufficient;
        }
        let count = |color: Color, kind: PieceType| board.pieces(color, kind).count();
        let total = |kind: PieceType| board.kind(kind).count();
        let owner = match Color::ALL.map(|color| count(color, PieceType::Cannon)) {
            [0, 0] => return Material::Dead,
            [1, 0] => Color::Red,
            [0, 1] => Color::Black,
            [1, 1] => {
                let minors = [PieceType::Advisor, PieceType::Bishop].map(total);
                return Material::of_two_cannons(minors);
            }
            _ => return Material::Sufficient,
        };
        let own = [PieceType::Advisor, PieceType::Bishop].map(|kind| count(owner, kind));
        Material::of_lone_cannon(own, count(!owner, PieceType::Advisor))
    }

    /// Assesses a cannon each, with this many advisors and bishops on the board and nothing else.
    pub(crate) const fn of_two_cannons(minors: [u32; 2]) -> Material {
        match minors {
            [0, 0] => Material::Dead,
            [0, _] => Material::DeadUnlessMate,
            _ => Material::Sufficient,
        }
    }

    /// Assesses the only cannon of the board, besides which there are advisors and bishops
    /// alone: its side's `own` advisors and bishops, and the opponent's advisors. It needs a
    /// screen: an advisor of its own, or enough others on the board.
    pub(crate) const fn of_lone_cannon(own: [u32; 2], their_advisors: u32) -> Material {
        match (own, their_advisors) {
            ([1..=u32::MAX, _], _) => Material::Sufficient,
            (_, 0) | ([_, 0], 1) => Material::Dead,
            (_, 1) | ([_, 0], _) => Material::DeadUnlessMate,
            _ => Material::Sufficient,
        }
    }

    /// A cheap test that rules out, in nearly all positions, that the material is dead.
    #[inline]
    pub(crate) fn may_be_dead(board: &Board) -> bool {
        let strong = board.kind(PieceType::Pawn)
            | board.kind(PieceType::Rook)
            | board.kind(PieceType::Knight);
        strong.is_empty()
    }
}
