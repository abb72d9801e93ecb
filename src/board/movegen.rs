//! Legal move generation.
//!
//! A move is illegal when it leaves the own king attacked or the two kings facing
//! each other. `KingDanger` names the pieces and destinations that can cause this;
//! every other move is legal without a test, in check if it answers every checker. Those moves,
//! those of a checking cannon's screen and the king's own are tested by computing the attacks on
//! the king with the occupation after the move. No move is made and taken back.

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
        self.push_sets(!self.color(self.side()), sets);
    }

    /// Adds the destinations of all legal captures.
    pub fn push_capture_sets(&self, sets: &mut MoveSets) {
        self.push_sets(self.color(!self.side()), sets);
    }

    /// Adds the destinations of all legal moves that capture nothing.
    pub fn push_quiet_sets(&self, sets: &mut MoveSets) {
        self.push_sets(!self.occupied(), sets);
    }

    /// One function for captures, quiet moves and all moves: with one for each, the code of a
    /// search would be larger by more than a first-level cache can afford.
    #[inline(never)]
    fn push_sets(&self, targets: Bitboard, sets: &mut MoveSets) {
        self.visit_legal(targets, |from, to| add_set(sets, from, to));
    }

    /// Adds all legal moves that give check and capture nothing to the list.
    pub fn push_quiet_checks(&self, squares: &CheckSquares, list: &mut MoveList) {
        let mut sets = MoveSets::new();
        self.push_quiet_sets(&mut sets);
        for &(from, to) in &sets {
            if squares.discoverers.contains(from) {
                let moves = to.into_iter().map(|to| Move::new(from, to));
                list.extend(moves.filter(|&mv| self.gives_check(mv, squares)));
            } else if let Some(piece) = self.piece_at(from) {
                let checks = to & squares.of(piece.kind());
                list.extend(checks.into_iter().map(|to| Move::new(from, to)));
            }
        }
    }

    /// Whether the side to move has a legal move; without one it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut sets = MoveSets::new();
        self.push_move_sets(&mut sets);
        !sets.is_empty()
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
            // Only on the board of a record, which need not be legal, can a king be taken.
            let king = self.piece_at(mv.to()).filter(|piece| piece.kind() == PieceType::King);
            return king.map_or(Ok(()), |king| Err(IllegalMove::TakesKing(mv, king)));
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

    /// Calls `visit` with each origin and its set of legal destinations among `targets`, which are
    /// all enemy pieces, all empty points, or both. The sets are never empty.
    #[inline(always)]
    pub(super) fn visit_legal(&self, targets: Bitboard, visit: impl FnMut(Square, Bitboard)) {
        let us = self.side();
        let occ = self.occupied();
        let enemy = self.color(!us);
        if self.danger.checkers.any() {
            return self.visit_evasions(targets, visit);
        }
        let king = self.king(us);
        let mut each = Each { board: self, free: targets, visit };
        each.suspect(king, attacks::king(king));

        each.free = targets & !self.danger.screens;
        each.pieces(PieceType::Rook, |from| attacks::rook(from, occ));
        each.pieces(PieceType::Cannon, |from| {
            let (quiet, capture) = attacks::rook_and_cannon(from, occ);
            quiet & !occ | capture & enemy
        });
        each.pieces(PieceType::Knight, |from| attacks::knight(from, occ));
        // Most of these have no captures.
        let are_quiet = targets.intersects(!occ);
        if are_quiet || attacks::pawns(us, self.pieces(us, PieceType::Pawn)).intersects(enemy) {
            each.pieces(PieceType::Pawn, |from| attacks::pawn(us, from));
        }
        let visitors = enemy & !attacks::across_river(us);
        if are_quiet || visitors.intersects(attacks::PALACE) {
            each.pieces(PieceType::Advisor, attacks::advisor);
        }
        if are_quiet || visitors.intersects(attacks::BISHOP_POINTS) {
            each.pieces(PieceType::Bishop, |from| attacks::bishop(from, occ));
        }
    }

    /// [`Board::visit_legal`] in check. A move that is not the king's must
    /// answer every checker: capture it, block it, or take its screen away.
    #[inline]
    fn visit_evasions(&self, targets: Bitboard, visit: impl FnMut(Square, Bitboard)) {
        let us = self.side();
        let king = self.king(us);
        let mut each = Each { board: self, free: targets, visit };
        each.suspect(king, attacks::king(king));

        let mut answers = targets & !self.danger.screens;
        let mut screens = Bitboard::EMPTY; // own pieces that serve a cannon as screen
        for checker in self.danger.checkers {
            answers &= Bitboard::of(checker)
                | match self.piece_at(checker).map(Piece::kind) {
                    Some(PieceType::Rook) => attacks::between(king, checker),
                    Some(PieceType::Cannon) => {
                        let path = attacks::between(king, checker);
                        screens |= path & self.color(us);
                        // Who captures the screen takes its place.
                        path & !self.occupied()
                    }
                    Some(PieceType::Knight) => knight_leg(checker, king),
                    _ => Bitboard::EMPTY,
                };
        }
        for from in self.color(us).without(king) {
            let Some(piece) = self.piece_at(from) else { continue };
            let is_screen = screens.contains(from);
            each.free = if is_screen { targets } else { answers };
            if each.free.any() {
                let is_suspect = is_screen || self.danger.pinned.contains(from);
                each.go(from, self.reach(piece, from), is_suspect);
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
struct Each<'a, V> {
    board: &'a Board,
    /// Destinations that are free for any piece that is not pinned.
    free: Bitboard,
    visit: V,
}

impl<V: FnMut(Square, Bitboard)> Each<'_, V> {
    /// Visits the side's pieces of one type, which go where `reach` says.
    #[inline(always)]
    fn pieces(&mut self, kind: PieceType, reach: impl Fn(Square) -> Bitboard) {
        let board = self.board;
        for from in board.pieces(board.side(), kind) {
            self.go(from, reach(from), board.danger.pinned.contains(from));
        }
    }

    /// Visits one piece, of whose moves each must be tested.
    #[inline]
    fn suspect(&mut self, from: Square, reach: Bitboard) {
        self.go(from, reach, true);
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

/// Adds a set; called from many places, so not inlined.
#[inline(never)]
fn add_set(sets: &mut MoveSets, from: Square, to: Bitboard) {
    sets.push((from, to));
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
    use crate::board::{NullObserver, START_FEN, Setup};
    use crate::random::Random;

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

    /// [`Board::is_legal`] tests every move of a board in check; generation knows most of them to
    /// be legal.
    #[test]
    fn answers_to_checks_are_those_that_are_legal() {
        let mut random = Random::new(&[5]);
        let mut checks = [0; 3];
        for game in 0..400 {
            let start = if game % 2 == 0 {
                START_FEN
            } else {
                "2ca1k3/1R2a4/9/9/2n2C3/9/2c3p2/4B4/3p5/2BAK2C1 w"
            };
            let mut board = start.parse::<Setup>().unwrap().to_board().unwrap();
            for _ in 0..120 {
                let moves = board.legal_moves();
                if board.in_check() {
                    let all =
                        Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
                    let legal = all.map(|(from, to)| Move::new(from, to));
                    let legal: Vec<Move> = legal.filter(|&mv| board.is_legal(mv)).collect();
                    let mut found = moves.to_vec();
                    found.sort_by_key(|mv| (mv.from(), mv.to()));
                    assert_eq!(found, legal, "{board:?}");
                    checks[board.checkers().count().min(2) as usize] += 1;
                }
                if moves.is_empty() {
                    break;
                }
                let squares = CheckSquares::new(&board);
                let giving: Vec<Move> =
                    moves.iter().copied().filter(|&mv| board.gives_check(mv, &squares)).collect();
                let from = if giving.is_empty() { &moves[..] } else { &giving[..] };
                board.make(from[random.below(from.len())], &mut NullObserver);
            }
        }
        assert!(checks[1] > 1000 && checks[2] > 30, "{checks:?}");
    }
}
