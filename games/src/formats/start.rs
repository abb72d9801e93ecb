//! Who moves first, in formats that say it badly.

use crate::text::GameText;
use chuhe::board::{PositionError, Setup};
use chuhe::types::{Color, Move, Square};

/// Where the piece stands that makes the first move, in formats whose moves are coordinates.
pub fn first_square(game: &GameText) -> Option<Square> {
    game.words().next()?.text.parse().ok().map(Move::from)
}

/// The side to move: that of the piece that makes the first move, if there is one. What files
/// say counts only without moves, and not where that side could take the king.
pub fn side_to_move(start: &Setup, first: Option<Square>, said: Color) -> Color {
    if let Some(piece) = first.and_then(|square| start.pieces[square.index()]) {
        return piece.color();
    }
    let hangs = |side| {
        let position = Setup { side, ..start.clone() }.to_board();
        matches!(position, Err(PositionError::KingHangs(_)))
    };
    if hangs(said) && !hangs(!said) { !said } else { said }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_piece_counts_more_than_what_is_said() {
        let start = Setup::start();
        let [red, black] = Color::ALL;
        let pawn = Some(Square::new(0, 6));
        assert_eq!(side_to_move(&start, pawn, red), black);
        assert_eq!(side_to_move(&start, Some(Square::new(4, 4)), black), black);
        assert_eq!(side_to_move(&start, None, black), black);
        let check: Setup = "4k4/9/9/9/9/9/9/4R4/9/3K5 w".parse().unwrap();
        assert_eq!(side_to_move(&check, None, red), black);
        assert_eq!(side_to_move(&check, None, black), black);
    }
}
