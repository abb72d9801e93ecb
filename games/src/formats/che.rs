//! CHE, the files of QQ象棋: a text of numbers, ten of them for each ply. Games begin at the
//! start position.

use crate::fault::{Fault, FaultKind};
use crate::place::Place;
use crate::text::{GameText, Word};
use crate::tree::START;
use chuhe::board::Setup;
use chuhe::types::{Color, Move, Square};

/// Numbers before the first ply, and of each ply.
const HEAD: usize = 2;
const PLY: usize = 10;

/// Whether a text is such a file: numbers alone, and those of the first ply are a move of Red's
/// pieces.
pub fn is_che(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace();
    let first: Vec<usize> = numbers(text).take(HEAD + PLY).collect();
    let begins_game = || {
        let [_, plies, ply @ ..] = first.as_slice() else { return false };
        let start = Setup::start();
        let piece = read_ply(ply).and_then(|mv| start.pieces[mv.from().index()]);
        *plies > 0 && ply.get(2) == Some(&1) && piece.is_some_and(|it| it.color() == Color::Red)
    };
    text.chars().all(is_number) && begins_game()
}

/// Reads a game. The column of a fault is the number of a ply.
pub fn read(text: &str) -> GameText {
    let mut game = GameText::new(Place::START);
    let mut numbers = numbers(text).skip(1);
    let plies = numbers.next().unwrap_or(0);
    let mut at = START;
    for column in 1..=plies {
        let place = Place { line: 1, column };
        let ply: Vec<usize> = numbers.by_ref().take(PLY).collect();
        if ply.len() < PLY {
            game.fault = Some(Fault::new(place, FaultKind::CutOff("CHE")));
            break;
        }
        let text = read_ply(&ply).map_or_else(|| format!("{:?}", &ply[3..7]), |mv| mv.to_string());
        at = game.moves.add(at, Word::new(text, place));
    }
    game
}

/// The numbers of a text, each of which any other character ends.
fn numbers(text: &str) -> impl Iterator<Item = usize> {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap_or(usize::MAX))
}

/// The move of the numbers of a ply: ranks are counted from Red's side.
fn read_ply(ply: &[usize]) -> Option<Move> {
    let &[_, _, _, from_rank, from_file, to_rank, to_file, ..] = ply else { return None };
    let square = |file: usize, rank: usize| {
        let (file, rank) = (file.try_into().ok()?, rank.try_into().ok()?);
        Square::try_new(file, rank)
    };
    let (from, to) = (square(from_file, from_rank)?, square(to_file, to_rank)?);
    (from != to).then(|| Move::new(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "1 3 21 32 1 2 7 2 4 0 0 0 21 32 0 9 7 7 6 0 1 0 \
                        21 32 1 0 7 2 6 0 2 0 ";

    fn words(game: &GameText) -> String {
        game.words().map(|word| word.text.clone() + " ").collect()
    }

    #[test]
    fn a_file_is_read() {
        assert!(is_che(GAME) && is_che(&GAME.replace(' ', "\n")) && is_che(GAME.trim_end()));
        for text in ["", "1", "1 3", "77477062", "1. 2", &GAME.replacen('1', "x", 1)] {
            assert!(!is_che(text), "{text}");
        }
        assert!(!is_che(&GAME.replacen("2 7 2 4", "4 7 2 4", 1)), "no piece stands there");
        let game = read(GAME);
        assert_eq!((words(&game).as_str(), game.fault), ("h2e2 h9g7 h0g2 ", None));
    }

    #[test]
    fn what_is_cut_off_keeps_the_moves_before() {
        let game = read(&GAME[..GAME.len() - 4]);
        assert_eq!(words(&game), "h2e2 h9g7 ");
        assert_eq!(game.fault.unwrap().to_string(), "1:3: CHE: it is cut off");
        for end in 0..GAME.len() {
            let _ = (is_che(&GAME[..end]), read(&GAME[..end]));
        }
        let game = read(&GAME.replacen("2 7 2 4", "2 9 2 4", 1));
        assert_eq!(words(&game), "[2, 9, 2, 4] h9g7 h0g2 ");
        assert!(read("1 99999999999999999999999999").fault.is_some());
    }
}
