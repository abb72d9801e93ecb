//! Legal move generation.
//!
//! A move is illegal when it leaves the own king attacked or the two kings
//! facing each other. `KingDanger` says which pieces and which destinations can
//! do that at all; every other move is legal as it is. The remaining ones, all
//! moves in check and the king's own moves are tested by looking from the king
//! outward with the occupation that the move would leave. Nothing is made and
//! taken back.

use crate::board::{Board, KingDanger, attacks};
use crate::types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.push_moves(Bitboard::ALL, &mut list);
        list
    }

    /// Adds all legal captures to the list.
    pub fn push_captures(&self, list: &mut MoveList) {
        self.push_moves(self.color(!self.side()), list);
    }

    /// Adds all legal moves that capture nothing to the list.
    pub fn push_quiets(&self, list: &mut MoveList) {
        self.push_moves(!self.occupied(), list);
    }

    fn push_moves(&self, targets: Bitboard, list: &mut MoveList) {
        self.visit_legal(targets, |from, to| {
            list.extend(to.into_iter().map(|to| Move::new(from, to)));
        });
    }

    /// Number of legal moves, without making a list.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        let mut count = 0;
        self.visit_legal(Bitboard::ALL, |_, to| count += u64::from(to.count()));
        count
    }

    /// Whether the side to move has a legal move; without one it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.visit_legal(Bitboard::ALL, |_, to| any |= to.any());
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

    /// Calls `visit` with each origin and its set of legal destinations among
    /// `targets`. Sets may be empty.
    #[inline]
    fn visit_legal(&self, targets: Bitboard, mut visit: impl FnMut(Square, Bitboard)) {
        let us = self.side();
        let targets = targets & !self.color(us);
        if self.danger.checkers.any() {
            return self.visit_evasions(targets, visit);
        }
        let king = self.king(us);
        visit(king, self.keep_safe(king, attacks::king(king) & targets));

        let free = targets & !self.danger.screens;
        let occ = self.occupied();
        let enemy = self.color(!us);
        let mut each = |from: Square, to: Bitboard| {
            let to = to & free;
            if self.danger.pinned.contains(from) {
                visit(from, self.keep_safe(from, to));
            } else {
                visit(from, to);
            }
        };
        for from in self.pieces(us, PieceType::Rook) {
            each(from, attacks::rook(from, occ));
        }
        for from in self.pieces(us, PieceType::Cannon) {
            let quiet = attacks::rook(from, occ) & !occ;
            each(from, quiet | attacks::cannon(from, occ) & enemy);
        }
        for from in self.pieces(us, PieceType::Knight) {
            each(from, attacks::knight(from, occ));
        }
        for from in self.pieces(us, PieceType::Pawn) {
            each(from, attacks::pawn(us, from));
        }
        for from in self.pieces(us, PieceType::Advisor) {
            each(from, attacks::advisor(from));
        }
        for from in self.pieces(us, PieceType::Bishop) {
            each(from, attacks::bishop(from, occ));
        }
    }

    /// [`Board::visit_legal`] in check. A move that is not the king's must
    /// answer every checker: capture it, block it, or take its screen away.
    fn visit_evasions(&self, targets: Bitboard, mut visit: impl FnMut(Square, Bitboard)) {
        let us = self.side();
        let king = self.king(us);
        visit(king, self.keep_safe(king, attacks::king(king) & targets));

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
            let wanted = if screens.contains(from) { targets } else { answers };
            if wanted.any() {
                let to = self.reach(piece, from) & wanted;
                visit(from, self.keep_safe(from, to));
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

    /// Whether the mover's king is safe, and not facing the other, after the move.
    fn is_king_safe_after(&self, mv: Move) -> bool {
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
            if attacks::rook(king, occ).intersects(rooks)
                || attacks::cannon(king, occ).intersects(cannons)
            {
                return true;
            }
        }
        attacks::knight_to(king, occ).intersects(self.kind(PieceType::Knight) & them)
            || attacks::pawn_to(color, king).intersects(self.kind(PieceType::Pawn) & them)
    }

    /// What bears on the king of the side to move.
    #[inline]
    pub(super) fn king_danger(&self) -> KingDanger {
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
            let is_cannon = cannons.contains(sniper);
            match (blockers.count(), is_cannon) {
                (0, false) | (1, true) => danger.checkers |= Bitboard::of(sniper),
                (1, false) | (2, true) => danger.pinned |= blockers & own,
                (0, true) => danger.screens |= path,
                _ => {}
            }
        }
        let knights = self.kind(PieceType::Knight) & them;
        for knight in attacks::knight_to(king, Bitboard::EMPTY) & knights {
            let leg = knight_leg(knight, king);
            if leg.intersects(occ) {
                danger.pinned |= leg & own;
            } else {
                danger.checkers |= Bitboard::of(knight);
            }
        }
        danger.checkers |= attacks::pawn_to(!us, king) & self.kind(PieceType::Pawn) & them;
        danger
    }

    /// Whether the side not to move could capture the king of the side to move
    /// the other way round: true only in positions that cannot arise.
    pub(super) fn opponent_king_hangs(&self) -> bool {
        let us = self.side();
        self.is_attacked(self.king(!us), self.color(us), us, self.occupied())
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move, squares: &CheckSquares) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        if squares.discoverers.contains(mv.from()) {
            let us = self.side();
            let occ = self.occupied().without(mv.from()).with(mv.to());
            return self.checks_after(mv, piece, us, occ);
        }
        squares.direct[piece.kind().index()].contains(mv.to()) || squares.screens.contains(mv.to())
    }

    /// The slow and exact part of [`Board::gives_check`].
    fn checks_after(&self, mv: Move, piece: Piece, us: Color, occ: Bitboard) -> bool {
        let king = self.king(!us);
        let of = |kind: PieceType| {
            let set = self.pieces(us, kind).without(mv.from());
            if piece.kind() == kind { set.with(mv.to()) } else { set }
        };
        attacks::rook(king, occ).intersects(of(PieceType::Rook))
            || attacks::cannon(king, occ).intersects(of(PieceType::Cannon))
            || attacks::knight_to(king, occ).intersects(of(PieceType::Knight))
            || attacks::pawn_to(us, king).intersects(of(PieceType::Pawn))
    }
}

/// The point on which a knight's leg stands when it goes from `from` to `to`.
#[inline]
fn knight_leg(from: Square, to: Square) -> Bitboard {
    // The leg is next to the knight and diagonal to the target.
    let (df, dr) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
    let leg = if df.abs() == 2 { from.offset(df / 2, 0) } else { from.offset(0, dr / 2) };
    leg.map_or(Bitboard::EMPTY, Bitboard::of)
}

/// From which points each type of piece would give check, for one position:
/// makes [`Board::gives_check`] a look-up for nearly every move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// By type, the destinations from which it attacks the enemy king.
    direct: [Bitboard; 7],
    /// Destinations that become the screen of an own cannon.
    screens: Bitboard,
    /// Own pieces that stand in a view of the enemy king: their moves are
    /// tested one by one.
    discoverers: Bitboard,
}

impl CheckSquares {
    /// The check squares of the side to move.
    pub fn new(board: &Board) -> CheckSquares {
        let us = board.side();
        let king = board.king(!us);
        let occ = board.occupied();
        let first = attacks::rook(king, occ);
        let second = attacks::cannon(king, occ);
        let mut direct = [Bitboard::EMPTY; 7];
        direct[PieceType::Rook.index()] = first;
        direct[PieceType::Cannon.index()] = second;
        direct[PieceType::Knight.index()] = attacks::knight_to(king, occ);
        direct[PieceType::Pawn.index()] = attacks::pawn_to(us, king);
        let mut screens = Bitboard::EMPTY;
        for cannon in first & board.pieces(us, PieceType::Cannon) {
            screens |= attacks::between(king, cannon);
        }
        let legs = attacks::diagonals(king);
        let discoverers = (first | second | legs) & board.color(us);
        CheckSquares { direct, screens, discoverers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NullObserver, START_FEN, Setup};

    #[test]
    fn is_legal_agrees_with_generation_on_all_pairs_of_points() {
        for fen in [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
            "4ka3/4a4/9/9/4c4/9/9/4C4/4R4/4K4 b - - 0 1",
        ] {
            let board = fen.parse::<Setup>().and_then(|s| s.to_board()).unwrap();
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
                for &mv in &moves {
                    let undo = board.make(mv, &mut NullObserver);
                    let actual = board.in_check();
                    board.unmake(mv, &undo, &mut NullObserver);
                    assert_eq!(board.gives_check(mv, &squares), actual, "{mv} in {board:?}");
                    checks += usize::from(actual);
                }
                let pick = (game * 7919 + ply * 104_729 + (game ^ ply) * 31) % moves.len();
                board.make(moves[pick], &mut NullObserver);
            }
        }
        assert!(checks > 1000, "only {checks} checks met");
    }
}
