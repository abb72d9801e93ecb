//! The attack map of a side: which points it attacks, and with what.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The points that one side attacks: those on which one of its pieces could capture an enemy or
/// protects a friend, whether or not its king would then be in check. The sets are nested: the
/// more of them contain a point, the cheaper is its cheapest attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackMap {
    all: Bitboard,
    /// By knights and cannons, or what is cheaper: a threat to rooks.
    by_minors: Bitboard,
    /// By pawns, advisors and bishops: a threat to knights and cannons too.
    by_guards: Bitboard,
}

impl AttackMap {
    /// Nothing is attacked: for positions in which nobody asks.
    pub const EMPTY: AttackMap =
        AttackMap { all: Bitboard::EMPTY, by_minors: Bitboard::EMPTY, by_guards: Bitboard::EMPTY };

    /// The attack map of a side.
    pub fn new(board: &Board, side: Color) -> AttackMap {
        let occupied = board.occupied();
        let union = |kind: PieceType, reach: &dyn Fn(Square) -> Bitboard| {
            board.pieces(side, kind).into_iter().fold(Bitboard::EMPTY, |set, sq| set | reach(sq))
        };
        let by_guards = attacks::pawns(side, board.pieces(side, PieceType::Pawn))
            | union(PieceType::Advisor, &attacks::advisor)
            | union(PieceType::Bishop, &|sq| attacks::bishop(sq, occupied));
        let by_minors = by_guards
            | union(PieceType::Knight, &|sq| attacks::knight(sq, occupied))
            | union(PieceType::Cannon, &|sq| attacks::cannon(sq, occupied));
        let all = by_minors
            | union(PieceType::Rook, &|sq| attacks::rook(sq, occupied))
            | attacks::king(board.king(side));
        AttackMap { all, by_minors, by_guards }
    }

    /// Whether a point is attacked, as an index.
    #[inline]
    pub fn at(&self, sq: Square) -> usize {
        usize::from(self.all.contains(sq))
    }

    /// The points on which a piece of this type is attacked by a cheaper one.
    #[inline]
    pub fn by_cheaper(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Rook => self.by_minors,
            PieceType::Knight | PieceType::Cannon => self.by_guards,
            _ => Bitboard::EMPTY,
        }
    }

    /// All attacked points; those attacked by knights and cannons or what is cheaper; those
    /// attacked by pawns, advisors and bishops.
    #[inline]
    pub fn levels(&self) -> [Bitboard; 3] {
        [self.all, self.by_minors, self.by_guards]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    #[test]
    fn a_map_has_what_single_pieces_attack() {
        const GUARDS: [PieceType; 3] = [PieceType::Pawn, PieceType::Advisor, PieceType::Bishop];
        const MINORS: [PieceType; 2] = [PieceType::Knight, PieceType::Cannon];
        for fen in [
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b - - 0 1",
        ] {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let map = AttackMap::new(&board, !board.side());
            for sq in Square::all() {
                let attackers: Vec<PieceType> = board
                    .color(!board.side())
                    .into_iter()
                    .filter_map(|from| board.piece_at(from).map(|piece| (from, piece)))
                    .filter(|&(from, piece)| {
                        Board::attacks_from(piece, from, board.occupied()).contains(sq)
                    })
                    .map(|(_, piece)| piece.kind())
                    .collect();
                let by = |kinds: &[PieceType]| attackers.iter().any(|kind| kinds.contains(kind));
                assert_eq!(map.at(sq) == 1, !attackers.is_empty(), "{sq} in {fen}");
                let of = |kind| map.by_cheaper(kind).contains(sq);
                assert_eq!(of(PieceType::Rook), by(&GUARDS) || by(&MINORS), "{sq} in {fen}");
                assert_eq!(of(PieceType::Cannon), by(&GUARDS), "{sq} in {fen}");
                assert!(!of(PieceType::Pawn));
            }
        }
    }
}
