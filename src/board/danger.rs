//! King safety: checks, pins, and the empty points before a cannon.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The checks, pins and screens around the king of the side to move. Computed once
/// per position; most moves are then known to be legal without being tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct KingDanger {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces whose moves may expose the king: alone before an enemy rook
    /// or king, one of two before a cannon, or on the leg of a knight.
    pub pinned: Bitboard,
    /// Empty points between the king and an enemy cannon with no screen: any
    /// piece that lands there becomes the screen.
    pub screens: Bitboard,
}

impl Board {
    /// Whether the king of the side to move is safe after the move: not attacked, and not
    /// facing the other king.
    pub(super) fn is_king_safe_after(&self, mv: Move) -> bool {
        let us = self.side();
        let occ = self.occupied().without(mv.from()).with(mv.to());
        let king = if mv.from() == self.king(us) { mv.to() } else { self.king(us) };
        let them = self.color(!us).without(mv.to());
        !self.is_attacked(king, them, !us, occ)
    }

    /// Whether one of the pieces `them`, all of colour `color`, would capture a
    /// king on `king` with this occupation. An enemy king on the open file counts.
    fn is_attacked(&self, king: Square, them: Bitboard, color: Color, occ: Bitboard) -> bool {
        let rooks = (self.kind(PieceType::Rook) | self.kind(PieceType::King)) & them;
        let cannons = self.kind(PieceType::Cannon) & them;
        if attacks::lines(king).intersects(rooks | cannons) {
            // The enemy king never shares a rank with this one.
            let (first, second) = attacks::rook_and_cannon(king, occ);
            if first.intersects(rooks) || second.intersects(cannons) {
                return true;
            }
        }
        attacks::knight_to(king, occ).intersects(self.kind(PieceType::Knight) & them)
            || attacks::pawn_to(color, king).intersects(self.kind(PieceType::Pawn) & them)
    }

    /// Computes the [`KingDanger`] of the side to move.
    pub(super) fn find_king_danger(&mut self) {
        let us = self.side();
        let own = self.color(us);
        let them = self.color(!us);
        let king = self.king(us);
        let occ = self.occupied();
        let mut danger = KingDanger::default();

        let rooks = self.kind(PieceType::Rook) | self.kind(PieceType::King);
        let cannons = self.kind(PieceType::Cannon);
        for sniper in attacks::lines(king) & them & (rooks | cannons) {
            let path = attacks::between(king, sniper);
            let blockers = path & occ;
            // Nothing, one piece, or two are told apart without counting, which
            // takes long on processors without an instruction for it.
            let others = blockers.without_first();
            if !cannons.contains(sniper) {
                if blockers.is_empty() {
                    danger.checkers |= Bitboard::of(sniper);
                } else if others.is_empty() {
                    danger.pinned |= blockers & own;
                }
            } else if blockers.is_empty() {
                danger.screens |= path;
            } else if others.is_empty() {
                danger.checkers |= Bitboard::of(sniper);
            } else if others.without_first().is_empty() {
                danger.pinned |= blockers & own;
            }
        }
        let knights = self.kind(PieceType::Knight) & them;
        for knight in attacks::free_knight_to(king) & knights {
            let leg = knight_leg(knight, king);
            if leg.intersects(occ) {
                danger.pinned |= leg & own;
            } else {
                danger.checkers |= Bitboard::of(knight);
            }
        }
        danger.checkers |= attacks::pawn_to(!us, king) & self.kind(PieceType::Pawn) & them;
        self.danger = danger;
    }

    /// Whether the side to move could capture the king, which no legal position
    /// allows.
    pub(super) fn opponent_king_hangs(&self) -> bool {
        let us = self.side();
        self.is_attacked(self.king(!us), self.color(us), us, self.occupied())
    }
}

/// The point on which a knight's leg stands when it goes from `from` to `to`.
#[inline]
pub fn knight_leg(from: Square, to: Square) -> Bitboard {
    // The leg is next to the knight and diagonal to the target.
    let (df, dr) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let leg = if df.abs() == 2 { from.offset(df / 2, 0) } else { from.offset(0, dr / 2) };
    leg.map_or(Bitboard::EMPTY, Bitboard::of)
}
