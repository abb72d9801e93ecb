//! Material and piece-square tables: what depends on single pieces only, and is
//! therefore kept up to date while moves are made.

use crate::eval::tapered::Tapered;
use crate::eval::weights::{
    ADVISOR_PLACE, BISHOP_PLACE, CANNON_PLACE, KING_PLACE, KNIGHT_PLACE, MATERIAL, PAWN_PLACE,
    ROOK_PLACE, WEIGHTS,
};
use crate::types::{Color, Piece, PieceType, Square};

/// Material and place of each piece on each point, Red's view.
static PLACED: [[Tapered; Square::COUNT]; Piece::COUNT] = table();

/// Material and place of a piece, Red's view.
#[inline]
pub fn placed(piece: Piece, sq: Square) -> Tapered {
    PLACED[piece.index()][sq.index()]
}

/// The weights that make up [`placed`]: material and place. The files mirror
/// each other. Points on which a piece can never stand share a weight with
/// others.
pub const fn placement_terms(piece: Piece, sq: Square) -> [usize; 2] {
    let home = sq.relative_to(piece.color());
    let rank = home.rank();
    let file = if home.file() < 5 { home.file() } else { Square::FILES - 1 - home.file() };
    let place = match piece.kind() {
        PieceType::King => KING_PLACE + 2 * min(rank, 2) + (file == 4) as usize,
        PieceType::Advisor => ADVISOR_PLACE + min(rank, 2),
        PieceType::Bishop => {
            BISHOP_PLACE
                + match (rank, file) {
                    (0, _) => 0,
                    (2, 0) => 1,
                    (2, _) => 2,
                    _ => 3,
                }
        }
        PieceType::Knight => KNIGHT_PLACE + rank * 5 + file,
        PieceType::Rook => ROOK_PLACE + rank * 5 + file,
        PieceType::Cannon => CANNON_PLACE + rank * 5 + file,
        PieceType::Pawn => PAWN_PLACE + rank.saturating_sub(3) * 5 + file,
    };
    [MATERIAL + piece.kind().index(), place]
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

const fn table() -> [[Tapered; Square::COUNT]; Piece::COUNT] {
    let mut table = [[Tapered::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < PieceType::ALL.len() {
        let red = Piece::new(Color::Red, PieceType::ALL[kind]);
        let black = Piece::new(Color::Black, PieceType::ALL[kind]);
        let mut i = 0;
        while i < Square::COUNT {
            let sq = Square::from_index(i);
            let [material, place] = placement_terms(red, sq);
            let value = WEIGHTS[material].plus(WEIGHTS[place]);
            table[red.index()][i] = value;
            table[black.index()][sq.flip().index()] = value.negated();
            i += 1;
        }
        kind += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_is_symmetric_and_stays_in_its_rows() {
        for piece in Piece::all() {
            for sq in Square::all() {
                assert_eq!(placed(piece, sq), -placed(piece.flip(), sq.flip()));
                assert_eq!(placed(piece, sq), placed(piece, sq.mirror()));
                assert_eq!(placement_terms(piece, sq), placement_terms(piece.flip(), sq.flip()));
            }
        }
        let last = |kind| {
            let piece = Piece::new(Color::Red, kind);
            Square::all().map(|sq| placement_terms(piece, sq)[1]).max()
        };
        assert_eq!(last(PieceType::King), Some(ADVISOR_PLACE - 1));
        assert_eq!(last(PieceType::Bishop), Some(KNIGHT_PLACE - 1));
        assert_eq!(last(PieceType::Pawn), Some(PAWN_PLACE + 34));
    }
}
