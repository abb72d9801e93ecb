//! What the opponent attacks, for the histories and the order of quiet moves.

use crate::board::{Board, attacks};
use crate::types::{Bitboard, PieceType, Square};

/// The points that the side not to move attacks: all of them, and those on which
/// the more valuable pieces are attacked by cheaper ones.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    all: Bitboard,
    /// By pawns, advisors and bishops: a threat to knights, cannons and rooks.
    by_guards: Bitboard,
    /// The same and by knights and cannons: a threat to rooks.
    by_minors: Bitboard,
}

impl Threats {
    /// No threats, for positions in which nobody asks.
    pub const NONE: Threats =
        Threats { all: Bitboard::EMPTY, by_guards: Bitboard::EMPTY, by_minors: Bitboard::EMPTY };

    /// The threats to the side to move.
    pub fn new(board: &Board) -> Threats {
        let them = !board.side();
        let occ = board.occupied();
        let union = |kind: PieceType, reach: &dyn Fn(Square) -> Bitboard| {
            board.pieces(them, kind).into_iter().fold(Bitboard::EMPTY, |set, sq| set | reach(sq))
        };
        let by_guards = attacks::pawns(them, board.pieces(them, PieceType::Pawn))
            | union(PieceType::Advisor, &attacks::advisor)
            | union(PieceType::Bishop, &|sq| attacks::bishop(sq, occ));
        let by_minors = by_guards
            | union(PieceType::Knight, &|sq| attacks::knight(sq, occ))
            | union(PieceType::Cannon, &|sq| attacks::cannon(sq, occ));
        let all = by_minors
            | union(PieceType::Rook, &|sq| attacks::rook(sq, occ))
            | attacks::king(board.king(them));
        Threats { all, by_guards, by_minors }
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    #[test]
    fn threats_are_what_single_pieces_attack() {
        const GUARDS: [PieceType; 3] = [PieceType::Pawn, PieceType::Advisor, PieceType::Bishop];
        const MINORS: [PieceType; 2] = [PieceType::Knight, PieceType::Cannon];
        for fen in [
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b - - 0 1",
        ] {
            let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
            let threats = Threats::new(&board);
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
                assert_eq!(threats.at(sq) == 1, !attackers.is_empty(), "{sq} in {fen}");
                let of = |kind| threats.by_cheaper(kind).contains(sq);
                assert_eq!(of(PieceType::Rook), by(&GUARDS) || by(&MINORS), "{sq} in {fen}");
                assert_eq!(of(PieceType::Cannon), by(&GUARDS), "{sq} in {fen}");
                assert!(!of(PieceType::Pawn));
            }
        }
    }
}
