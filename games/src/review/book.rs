//! The opening book of reports: usual openings, and a book that somebody names.

use std::collections::HashMap;
use std::sync::LazyLock;

use chuhe::board::Board;
use chuhe::book::Book;
use chuhe::notation;
use chuhe::types::Move;

/// Lines of usual openings.
const LINES: &str = include_str!("book.txt");

/// Whether a move stands in the book that is named, or in the usual openings: these also with
/// left and right exchanged.
pub fn has(book: Option<&Book>, board: &Board, mv: Move) -> bool {
    let is_named = book.is_some_and(|book| book.moves(board).iter().any(|known| known.mv == mv));
    is_named || USUAL.get(&board.key()).is_some_and(|moves| moves.contains(&mv))
}

/// The moves of usual openings by the keys of the positions before them.
static USUAL: LazyLock<HashMap<u64, Vec<Move>>> = LazyLock::new(|| {
    let mut usual: HashMap<u64, Vec<Move>> = HashMap::new();
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        let mut boards = [Board::start(), Board::start()];
        for word in line.split_whitespace() {
            let Ok(mv) = notation::read(&boards[0], word) else { break };
            for (board, mv) in boards.iter_mut().zip([mv, mv.mirror()]) {
                let moves = usual.entry(board.key()).or_default();
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
                let _ = board.play(mv);
            }
        }
    }
    usual
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Every line is legal to its end, and known also with left and right exchanged.
    #[test]
    fn usual_openings_are_legal() {
        let mut count = 0;
        for line in LINES.lines().filter(|line| !line.starts_with('#')) {
            let mut boards = [Board::start(), Board::start()];
            for word in line.split_whitespace() {
                let mv = notation::read(&boards[0], word).unwrap_or_else(|e| panic!("{line}: {e}"));
                for (board, mv) in boards.iter_mut().zip([mv, mv.mirror()]) {
                    assert!(has(None, board, mv), "{line}: {word}");
                    board.play(mv).unwrap();
                }
                count += 1;
            }
        }
        assert!(count > 200, "{count}");
        assert!(!has(None, &Board::start(), "a0a1".parse().unwrap()));
    }

    #[test]
    fn a_book_that_is_named_has_its_moves() {
        let mut builder = chuhe::book::Builder::default();
        let mv: Move = "a0a1".parse().unwrap();
        builder.add(&Board::start(), mv, 2);
        let book = Book::from_bytes(&builder.build(1).to_bytes()).unwrap();
        assert!(has(Some(&book), &Board::start(), mv));
    }
}
