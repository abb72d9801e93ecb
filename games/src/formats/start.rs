//! Who moves first, in files that say it badly.

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

/// The side to move where a text says nothing but moves, of whatever notation: the one that can
/// make the first move. Where both can, it is Black if dots stand for a move of Red, or if the
/// two sides are written in different characters and the first is Black's; otherwise the side
/// with which more of the game can be read, and Red where that tells nothing.
pub fn side_of_moves(game: &GameText, skips_red: bool) -> Color {
    let moves = |side| {
        let start = Setup { side, ..game.start.clone() };
        let checked = GameText { start, ..game.clone() }.check_record(None);
        checked.map_or(0, |checked| checked.moves.main_line().count())
    };
    let [red, black] = Color::ALL.map(moves);
    let written = || side_of_words(game.words().map(|word| word.text.as_str()));
    match (red, black) {
        (1.., 0) => Color::Red,
        (0, 1..) => Color::Black,
        _ if skips_red => Color::Black,
        _ => written().unwrap_or_else(|| match black > red {
            true => Color::Black,
            false => side_to_move(&game.start, None, Color::Red),
        }),
    }
}

/// The side of the first of some moves in Chinese, if it is written as the other one is not: by
/// the numerals, which many programs write in characters for Red alone, or by the name of the
/// king or pawn.
fn side_of_words<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Color> {
    let in_characters = |word: &str| match word.chars().last()? {
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => Some(true),
        '0'..='9' | '０'..='９' if !word.is_ascii() => Some(false),
        _ => None,
    };
    let (first, second) = (words.next()?, words.next().unwrap_or_default());
    match (in_characters(first), in_characters(second)) {
        (Some(true), Some(false)) => Some(Color::Red),
        (Some(false), Some(true)) => Some(Color::Black),
        _ if first.contains(['兵', '帅', '帥']) => Some(Color::Red),
        _ if first.contains(['卒', '将', '將']) => Some(Color::Black),
        _ => None,
    }
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
