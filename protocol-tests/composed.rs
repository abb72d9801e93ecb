//! Positions as composers of problems put them: pawns stand where no game brings them.

use chuhe::board::{Board, Setup};
use chuhe::internals::random::Random;
use chuhe::types::{PieceType, Square};

/// The start position with its pawns on any points, some of the other pieces gone.
pub fn random_board(random: &mut Random) -> Board {
    loop {
        let mut setup = Setup::start();
        let mut pawns = Vec::new();
        for point in &mut setup.pieces {
            match point.map(|piece| piece.kind()) {
                Some(PieceType::Pawn) => pawns.extend(point.take()),
                Some(PieceType::King) | None => {}
                Some(_) if random.below(3) == 0 => *point = None,
                Some(_) => {}
            }
        }
        for pawn in pawns {
            let sq = Square::from_index(random.below(Square::COUNT));
            setup.pieces[sq.index()].get_or_insert(pawn);
        }
        if let Ok(board) = setup.to_board() {
            return board;
        }
    }
}
