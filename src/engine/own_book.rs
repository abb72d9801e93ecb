//! The engine's opening book: it is read when the options ask for it, and looked up
//! before each search.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

use crate::board::{Board, NullObserver, zobrist};
use crate::book::{Book, BookError, BookMove, choose};
use crate::engine::Limits;
use crate::rules::Game;
use crate::types::Move;

/// The opening book in use, if any.
#[derive(Default)]
pub(super) struct OwnBook {
    book: Option<Book>,
    /// What the book was read from.
    files: Vec<PathBuf>,
}

impl OwnBook {
    /// From now on uses the first of these files that is a book; none without a name.
    /// Reads nothing again that is in use already.
    ///
    /// # Errors
    /// When none of them is a book: says what is wrong with the first one, and the book
    /// stays the one that it was.
    pub(super) fn open(&mut self, files: &[PathBuf]) -> Result<(), BookError> {
        if self.files == files && self.book.is_some() {
            return Ok(());
        }
        let mut fault = None;
        for file in files {
            match Book::open(file) {
                Ok(book) => {
                    self.book = Some(book);
                    self.files = files.to_vec();
                    return Ok(());
                }
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        self.close();
        Ok(())
    }

    /// Forgets the book.
    pub(super) fn close(&mut self) {
        *self = OwnBook::default();
    }

    /// What the book has for a position; `None` when no book is in use.
    pub(super) fn moves(&self, board: &Board) -> Option<Vec<BookMove>> {
        Some(self.book.as_ref()?.moves(board))
    }

    /// A move to play at once, if the search asked for is one that a book can
    /// answer and the book knows a move that leads to no earlier position.
    pub(super) fn choose(&self, game: &Game, limits: &Limits, seed: u64) -> Option<Move> {
        let book = self.book.as_ref()?;
        let is_game = limits.is_bounded() && limits.depth != Some(0);
        if !is_game || limits.mate.is_some() || !limits.search_moves.is_empty() {
            return None;
        }
        let mut moves = book.moves(game.board());
        moves.retain(|found| !limits.ban_moves.contains(&found.mv) && !repeats(game, found.mv));
        choose(&moves, seed ^ game.board().key())
    }
}

fn repeats(game: &Game, mv: Move) -> bool {
    let mut after = game.clone();
    after.push(mv, &mut NullObserver);
    let key = after.board().key();
    after.records().iter().any(|record| record.key() == key)
}

/// Random numbers for the choice of book moves and for weaker play.
#[derive(Clone, Debug)]
pub(super) struct RandomChoices {
    /// Seeded from the operating system.
    fresh: u64,
    /// Counts games and choices.
    count: u64,
    game: u64,
}

impl RandomChoices {
    /// A generator seeded from the operating system.
    pub(super) fn new() -> RandomChoices {
        let fresh = RandomState::new().build_hasher().finish();
        RandomChoices { fresh, count: 0, game: fresh }
    }

    /// Draws the number of a new game.
    pub(super) fn new_game(&mut self) {
        self.game = self.next(0);
    }

    /// The number for one choice; with a seed other than 0 always the same.
    pub(super) fn next(&mut self, seed: u64) -> u64 {
        self.count += 1;
        match seed {
            0 => zobrist::salt(self.fresh.wrapping_add(self.count)),
            seed => zobrist::salt(seed),
        }
    }

    /// The number that stays the same for a whole game.
    pub(super) fn of_game(&self, seed: u64) -> u64 {
        match seed {
            0 => self.game,
            seed => zobrist::salt(seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Builder;

    fn book() -> Book {
        let mut builder = Builder::default();
        for mv in ["h2e2", "h0g2"] {
            builder.add(&Board::start(), mv.parse().unwrap(), 2);
        }
        Book::Own(builder.build(1))
    }

    #[test]
    fn the_book_answers_games_and_no_analysis() {
        let own_book = OwnBook { book: Some(book()), files: Vec::new() };
        let game = Game::start();
        let choose = |limits: &Limits, seed| own_book.choose(&game, limits, seed);
        let limits = Limits::depth(3);
        assert!(choose(&limits, 1).is_some());
        assert_eq!(choose(&limits, 1), choose(&limits, 1));
        assert!((2..50).any(|seed| choose(&limits, seed) != choose(&limits, 1)));
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let ban_moves = ["h2e2", "b2e2", "b0c2"].map(mv).to_vec();
        let banned = Limits { ban_moves, ..Limits::depth(3) };
        assert!((0..50).all(|seed| choose(&banned, seed) == Some(mv("h0g2"))));
        for limits in [
            Limits { infinite: true, ..Limits::default() },
            Limits { ponder: true, ..Limits::default() },
            Limits { mate: Some(3), ..Limits::default() },
            Limits { search_moves: vec![mv("h2e2")], ..Limits::depth(3) },
            Limits::depth(0),
        ] {
            assert_eq!(choose(&limits, 1), None, "{limits:?}");
        }
        assert_eq!(OwnBook::default().choose(&game, &limits, 1), None);
    }

    #[test]
    fn the_book_repeats_nothing() {
        let own_book = OwnBook { book: Some(book()), files: Vec::new() };
        let mut game = Game::start();
        for mv in ["h0g2", "h9g7", "g2h0", "g7h9"] {
            game.push(mv.parse().unwrap(), &mut NullObserver);
        }
        for seed in 0..50 {
            let mv = own_book.choose(&game, &Limits::depth(3), seed).unwrap().to_string();
            assert_ne!(mv, "h0g2", "has been played here before");
        }
    }

    #[test]
    fn seeds_make_choices_repeat() {
        let (mut one, mut two) = (RandomChoices::new(), RandomChoices::new());
        assert_eq!(one.next(5), two.next(5));
        assert_eq!(one.of_game(5), two.of_game(5));
        assert_ne!(one.next(0), one.next(0));
        assert_ne!(one.of_game(0), two.of_game(0));
        let before = one.of_game(0);
        one.new_game();
        assert_ne!(one.of_game(0), before);
    }
}
