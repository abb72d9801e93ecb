//! Legal move generation.
//!
//! A move is illegal when it leaves the own king attacked or the two kings facing
//! each other. `KingDanger` names the pieces and destinations that can cause this;
//! every other move is legal without a test. Those moves, all moves in check and the
//! king's own are tested by computing the attacks on the king with the occupation
//! after the move. No move is made and taken back.

use smallvec::SmallVec;

use crate::board::{Board, IllegalMove, KingDanger, attacks};
use crate::types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

/// The legal destinations of pieces, by origin. Sixteen pieces at most, so it
/// does not allocate.
pub type Fans = SmallVec<[(Square, Bitboard); 16]>;

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let mut fans = Fans::new();
        self.push_fans(&mut fans);
        unfold(&fans, &mut list);
        list
    }

    /// Adds all legal captures to the list.
    pub fn push_captures(&self, list: &mut MoveList) {
        let mut fans = Fans::new();
        self.push_capture_fans(&mut fans);
        unfold(&fans, list);
    }

    /// Adds all legal moves that capture nothing to the list.
    pub fn push_quiets(&self, list: &mut MoveList) {
        let mut fans = Fans::new();
        self.push_quiet_fans(&mut fans);
        unfold(&fans, list);
    }

    /// Adds the destinations of all legal moves.
    pub fn push_fans(&self, fans: &mut Fans) {
        self.push::<true, true>(|_, _| Some(Bitboard::ALL), fans);
    }

    /// Adds the destinations of all legal captures.
    pub fn push_capture_fans(&self, fans: &mut Fans) {
        self.push::<true, false>(|_, _| Some(Bitboard::ALL), fans);
    }

    /// Adds the destinations of all legal moves that capture nothing.
    pub fn push_quiet_fans(&self, fans: &mut Fans) {
        self.push::<false, true>(|_, _| Some(Bitboard::ALL), fans);
    }

    /// Adds all legal moves that give check and capture nothing to the list.
    pub fn push_quiet_checks(&self, squares: &CheckSquares, list: &mut MoveList) {
        let mut suspects = Fans::new();
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
        fans: &mut Fans,
    ) {
        self.visit_legal::<CAPTURES, QUIETS>(wanted, |from, to| fans.push((from, to)));
    }

    /// Number of legal moves, without making a list.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        let mut count = 0;
        let all = |_, _| Some(Bitboard::ALL);
        self.visit_legal::<true, true>(all, |_, to| count += u64::from(to.count()));
        count
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
    fn visit_legal<const CAPTURES: bool, const QUIETS: bool>(
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
            let (first, second) = attacks::rook_and_cannon(king, occ);
            if first.intersects(rooks) || second.intersects(cannons) {
                return true;
            }
        }
        attacks::knight_to(king, occ).intersects(self.kind(PieceType::Knight) & them)
            || attacks::pawn_to(color, king).intersects(self.kind(PieceType::Pawn) & them)
    }

    /// Finds what bears on the king of the side to move.
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

/// Adds the moves of the fans to a list.
#[inline]
fn unfold(fans: &Fans, list: &mut MoveList) {
    for &(from, to) in fans {
        for to in to {
            list.push(Move::new(from, to));
        }
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
    /// By type, the destinations from which it attacks the enemy king or
    /// becomes the screen of an own cannon.
    by_type: [Bitboard; 7],
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
        let (first, second) = attacks::rook_and_cannon(king, occ);
        let mut screens = Bitboard::EMPTY;
        for cannon in first & board.pieces(us, PieceType::Cannon) {
            screens |= attacks::between(king, cannon);
        }
        let mut by_type = [screens; 7];
        by_type[PieceType::Rook.index()] |= first;
        by_type[PieceType::Cannon.index()] |= second;
        by_type[PieceType::Knight.index()] |= attacks::knight_to(king, occ);
        by_type[PieceType::Pawn.index()] |= attacks::pawn_to(us, king);
        let legs = attacks::diagonals(king);
        let discoverers = (first | second | legs) & board.color(us);
        CheckSquares { by_type, discoverers }
    }

    /// The destinations that give check for a piece that discovers nothing.
    #[inline]
    fn of(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind.index()]
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
