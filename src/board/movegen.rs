//! Legal move generation.
//!
//! A move is illegal when it leaves the own king attacked or the two kings facing
//! each other. `KingDanger` names the pieces and destinations that can cause this;
//! every other move is legal without a test. Those moves, all moves in check and the
//! king's own are tested by computing the attacks on the king with the occupation
//! after the move. No move is made and taken back.

use smallvec::SmallVec;

use crate::board::checks::CheckSquares;
use crate::board::danger::knight_leg;
use crate::board::{Board, IllegalMove, attacks};
use crate::types::{Bitboard, Move, MoveList, Piece, PieceType, Square};

/// The legal destinations of pieces, by origin. Sixteen pieces at most, so it
/// does not allocate.
pub type MoveSets = SmallVec<[(Square, Bitboard); 16]>;

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let mut sets = MoveSets::new();
        self.push_move_sets(&mut sets);
        unfold(&sets, &mut list);
        list
    }

    /// Adds all legal captures to the list.
    pub fn push_captures(&self, list: &mut MoveList) {
        let mut sets = MoveSets::new();
        self.push_capture_sets(&mut sets);
        unfold(&sets, list);
    }

    /// Adds all legal moves that capture nothing to the list.
    pub fn push_quiets(&self, list: &mut MoveList) {
        let mut sets = MoveSets::new();
        self.push_quiet_sets(&mut sets);
        unfold(&sets, list);
    }

    /// Adds the destinations of all legal moves.
    pub fn push_move_sets(&self, sets: &mut MoveSets) {
        self.push::<true, true>(|_, _| Some(Bitboard::ALL), sets);
    }

    /// Adds the destinations of all legal captures.
    pub fn push_capture_sets(&self, sets: &mut MoveSets) {
        self.push::<true, false>(|_, _| Some(Bitboard::ALL), sets);
    }

    /// Adds the destinations of all legal moves that capture nothing.
    pub fn push_quiet_sets(&self, sets: &mut MoveSets) {
        self.push::<false, true>(|_, _| Some(Bitboard::ALL), sets);
    }

    /// Adds all legal moves that give check and capture nothing to the list.
    pub fn push_quiet_checks(&self, squares: &CheckSquares, list: &mut MoveList) {
        let mut suspects = MoveSets::new();
        let wanted = |kind, from| {
            let checks = squares.of(kind);
            if squares.discoverers.contains(from) {
                Some(Bitboard::ALL)
            } else {
                checks.any().then_some(checks)
            }
        };
        self.push::<false, true>(wanted, &mut suspects);
        for &(from, to) in &suspects {
            let is_suspect = squares.discoverers.contains(from);
            for to in to {
                let mv = Move::new(from, to);
                if !is_suspect || self.gives_check(mv, squares) {
                    list.push(mv);
                }
            }
        }
    }

    #[inline(always)]
    fn push<const CAPTURES: bool, const QUIETS: bool>(
        &self,
        wanted: impl Fn(PieceType, Square) -> Option<Bitboard>,
        sets: &mut MoveSets,
    ) {
        self.visit_legal::<CAPTURES, QUIETS>(wanted, |from, to| sets.push((from, to)));
    }

    /// Whether the side to move has a legal move; without one it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.visit_legal::<true, true>(|_, _| Some(Bitboard::ALL), |_, _| any = true);
        any
    }

    /// Whether the move is legal here: any two points may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        if piece.color() != self.side() || !self.reach(piece, mv.from()).contains(mv.to()) {
            return false;
        }
        let danger = &self.danger;
        let suspect = danger.checkers.any()
            || piece.kind() == PieceType::King
            || danger.pinned.contains(mv.from())
            || danger.screens.contains(mv.to());
        !suspect || self.is_king_safe_after(mv)
    }

    /// Whether the move is legal here, and if not, why.
    pub(crate) fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        Err(match self.piece_at(mv.from()) {
            None => IllegalMove::NoPiece(mv),
            Some(piece) if piece.color() != self.side() => IllegalMove::NotToMove(mv, piece),
            Some(piece) if !self.reach(piece, mv.from()).contains(mv.to()) => {
                IllegalMove::OutOfReach(mv, piece)
            }
            Some(_) => IllegalMove::ExposesKing(mv),
        })
    }

    /// Calls `visit` with each origin and its set of legal destinations, as far
    /// as the two switches and `wanted` ask for them. The sets are never empty. A
    /// piece for which `wanted` gives `None` is skipped before its moves are computed.
    #[inline(always)]
    pub(super) fn visit_legal<const CAPTURES: bool, const QUIETS: bool>(
        &self,
        wanted: impl Fn(PieceType, Square) -> Option<Bitboard>,
        visit: impl FnMut(Square, Bitboard),
    ) {
        let us = self.side();
        let occ = self.occupied();
        let enemy = self.color(!us);
        let targets = match (CAPTURES, QUIETS) {
            (true, false) => enemy,
            (false, true) => !occ,
            _ => !self.color(us),
        };
        if self.danger.checkers.any() {
            return self.visit_evasions(targets, wanted, visit);
        }
        let king = self.king(us);
        let mut each = Each { board: self, free: targets, wanted, visit };
        each.suspect(king, PieceType::King, attacks::king(king));

        each.free = targets & !self.danger.screens;
        let cannon = |from| match (CAPTURES, QUIETS) {
            (true, false) => attacks::cannon(from, occ),
            (false, true) => attacks::rook(from, occ),
            _ => {
                let (quiet, capture) = attacks::rook_and_cannon(from, occ);
                quiet & !occ | capture & enemy
            }
        };
        each.pieces(PieceType::Rook, |from| attacks::rook(from, occ));
        each.pieces(PieceType::Cannon, cannon);
        each.pieces(PieceType::Knight, |from| attacks::knight(from, occ));
        if QUIETS || attacks::pawns(us, self.pieces(us, PieceType::Pawn)).intersects(enemy) {
            each.pieces(PieceType::Pawn, |from| attacks::pawn(us, from));
        }
        let visitors = enemy & !attacks::across_river(us);
        if QUIETS || visitors.intersects(attacks::PALACE) {
            each.pieces(PieceType::Advisor, attacks::advisor);
        }
        if QUIETS || visitors.intersects(attacks::BISHOP_POINTS) {
            each.pieces(PieceType::Bishop, |from| attacks::bishop(from, occ));
        }
    }

    /// [`Board::visit_legal`] in check. A move that is not the king's must
    /// answer every checker: capture it, block it, or take its screen away.
    #[inline]
    fn visit_evasions(
        &self,
        targets: Bitboard,
        wanted: impl Fn(PieceType, Square) -> Option<Bitboard>,
        visit: impl FnMut(Square, Bitboard),
    ) {
        let us = self.side();
        let king = self.king(us);
        let mut each = Each { board: self, free: targets, wanted, visit };
        each.suspect(king, PieceType::King, attacks::king(king));

        let mut answers = targets;
        let mut screens = Bitboard::EMPTY; // own pieces that serve a cannon as screen
        for checker in self.danger.checkers {
            answers &= Bitboard::of(checker)
                | match self.piece_at(checker).map(Piece::kind) {
                    Some(PieceType::Rook) => attacks::between(king, checker),
                    Some(PieceType::Cannon) => {
                        let path = attacks::between(king, checker);
                        screens |= path & self.color(us);
                        path
                    }
                    Some(PieceType::Knight) => knight_leg(checker, king),
                    _ => Bitboard::EMPTY,
                };
        }
        for from in self.color(us).without(king) {
            let Some(piece) = self.piece_at(from) else { continue };
            each.free = if screens.contains(from) { targets } else { answers };
            if each.free.any() {
                each.suspect(from, piece.kind(), self.reach(piece, from));
            }
        }
    }

    /// Where a piece may go by its own movement, own pieces excluded.
    fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occ = self.occupied();
        let captures = Board::attacks_from(piece, from, occ);
        let all = if piece.kind() == PieceType::Cannon {
            attacks::rook(from, occ) & !occ | captures & occ
        } else {
            captures
        };
        all & !self.color(piece.color())
    }

    /// The destinations that leave the own king safe.
    fn keep_safe(&self, from: Square, to: Bitboard) -> Bitboard {
        to.into_iter()
            .filter(|&to| self.is_king_safe_after(Move::new(from, to)))
            .fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// The part of [`Board::visit_legal`] that the types of piece share.
struct Each<'a, W, V> {
    board: &'a Board,
    /// Destinations that are free for any piece that is not pinned.
    free: Bitboard,
    wanted: W,
    visit: V,
}

impl<W, V> Each<'_, W, V>
where
    W: Fn(PieceType, Square) -> Option<Bitboard>,
    V: FnMut(Square, Bitboard),
{
    /// Visits the side's pieces of one type, which go where `reach` says.
    #[inline(always)]
    fn pieces(&mut self, kind: PieceType, reach: impl Fn(Square) -> Bitboard) {
        let board = self.board;
        for from in board.pieces(board.side(), kind) {
            if let Some(wanted) = (self.wanted)(kind, from) {
                let is_suspect = board.danger.pinned.contains(from);
                self.go(from, reach(from) & wanted, is_suspect);
            }
        }
    }

    /// Visits one piece, of whose moves each must be tested.
    #[inline]
    fn suspect(&mut self, from: Square, kind: PieceType, reach: Bitboard) {
        if let Some(wanted) = (self.wanted)(kind, from) {
            self.go(from, reach & wanted, true);
        }
    }

    #[inline(always)]
    fn go(&mut self, from: Square, reach: Bitboard, is_suspect: bool) {
        let mut to = reach & self.free;
        if to.any() && is_suspect {
            to = self.board.keep_safe(from, to);
        }
        if to.any() {
            (self.visit)(from, to);
        }
    }
}

/// Adds the moves of the sets to a list.
#[inline(always)]
fn unfold(sets: &MoveSets, list: &mut MoveList) {
    for &(from, to) in sets {
        for to in to {
            list.push(Move::new(from, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{START_FEN, Setup};

    #[test]
    fn is_legal_agrees_with_generation_on_all_pairs_of_points() {
        for fen in [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
            "4ka3/4a4/9/9/4c4/9/9/4C4/4R4/4K4 b - - 0 1",
        ] {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let moves = board.legal_moves();
            assert_eq!(moves.len() as u64, board.count_legal());
            assert_eq!(board.has_legal_move(), !moves.is_empty());
            for from in Square::all() {
                for to in Square::all() {
                    let mv = Move::new(from, to);
                    assert_eq!(board.is_legal(mv), moves.contains(&mv), "{mv} in {fen}");
                }
            }
        }
    }
}
