//! The openings of a match and their order.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::common::input::{EncodingArgs, name_of, open_games};
use crate::common::lang::Context;
use crate::common::lang::files::{At, at, in_file};
use crate::common::lang::matches::MatchFault;
use chuhe::board::Setup;
use chuhe::internals::random::Random;
use chuhe::rules::{Outcome, RuleSet, judge};
use chuhe::types::Move;
use chuhe_games::{Fault, GameText};

use super::checksum::fnv1a;

/// A start position with moves that are made before the engines play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The start position.
    pub start: Setup,
    /// Moves made before the engines play; all legal.
    pub moves: Vec<Move>,
}

/// Openings in playing order.
pub struct Book {
    openings: Vec<Opening>,
    /// Indices in playing order.
    order: Vec<u32>,
}

impl Book {
    /// Reads a file of openings: PGN, or one opening a line, `FEN [moves …]` or
    /// `startpos [moves …]`, in any notation and encoding. Of each opening at most
    /// `plies` moves are used.
    ///
    /// # Errors
    /// When the file cannot be read, or an opening is not legal, or leads to the
    /// end of the game.
    pub fn read(path: &Path, plies: Option<usize>, encoding: EncodingArgs) -> Result<Book> {
        let name = name_of(path);
        let cannot_read = || MatchFault::CannotReadOpenings { name: name.clone() };
        let games = open_games(path, encoding.options()).with_context(cannot_read)?;
        let limit = plies.unwrap_or(usize::MAX);
        let read = |game: Result<GameText, Fault>| {
            let text = game.map_err(|fault| in_file(&name, fault))?;
            opening(&text, limit, &name)
        };
        let openings: Result<Vec<Opening>, At> = games.map(read).collect();
        let openings = openings?;
        ensure!(!openings.is_empty(), at(name, MatchFault::NoOpenings));
        Ok(Book::new(openings))
    }

    /// A book of one: the start position.
    pub fn start_position() -> Book {
        Book::new(vec![Opening { start: Setup::start(), moves: Vec::new() }])
    }

    fn new(openings: Vec<Opening>) -> Book {
        let order = (0..openings.len() as u32).collect();
        Book { openings, order }
    }

    /// Whether every opening begins at the start position.
    pub fn begins_at_start(&self) -> bool {
        let start = Setup::start();
        self.openings.iter().all(|opening| opening.start == start)
    }

    /// Shuffles the order by a seed: equal seeds, equal orders.
    pub fn shuffle(&mut self, seed: u64) {
        let mut random = Random::from_state(seed);
        for i in (1..self.order.len()).rev() {
            // The bias of a remainder is below 2^-40 for any book that fits in memory.
            let j = (random.next_u64() % (i as u64 + 1)) as usize;
            self.order.swap(i, j);
        }
    }

    /// Rotates the order so that it begins with the opening of round `first`.
    pub fn rotate(&mut self, first: u64) {
        let turn = (first % self.order.len() as u64) as usize;
        self.order.rotate_left(turn);
    }

    /// The number of different openings.
    pub fn distinct(&self) -> usize {
        let openings = self.openings.iter();
        openings
            .map(|opening| (opening.start.to_string(), &opening.moves))
            .collect::<HashSet<_>>()
            .len()
    }

    /// The number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// The opening of a round, counted from 0; the book begins again at its end.
    pub fn opening(&self, round: u64) -> &Opening {
        let turn = (round % self.order.len() as u64) as usize;
        &self.openings[self.order[turn] as usize]
    }

    /// A number that tells books apart; the playing order does not matter.
    pub fn checksum(&self) -> u64 {
        fnv1a(self.openings.iter().flat_map(|opening| {
            let moves = opening.moves.iter().flat_map(|mv| mv.bits().to_le_bytes());
            opening.start.to_string().into_bytes().into_iter().chain(moves)
        }))
    }
}

/// The opening that a game of this file begins with.
fn opening(text: &GameText, limit: usize, name: &str) -> Result<Opening, At> {
    let game = text.replay(limit, None).map_err(|fault| in_file(name, fault))?;
    if judge(&game, &RuleSet::default()).outcome != Outcome::Ongoing {
        return Err(at(format!("{name}:{}", text.place), MatchFault::Over));
    }
    Ok(Opening { start: text.start.clone(), moves: game.moves().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::START_FEN;
    use chuhe_games::read;

    #[test]
    fn orders_are_permutations_that_follow_the_seed() {
        let order = |seed| {
            let start = Opening { start: Setup::start(), moves: Vec::new() };
            let mut book = Book::new(vec![start; 100]);
            book.shuffle(seed);
            book.order
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut sorted = order(3);
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..100));
    }

    #[test]
    fn openings_of_every_form() {
        let plies = |text: &str, limit| -> Result<Vec<usize>> {
            read(text)
                .into_iter()
                .map(|game| Ok(opening(&game?, limit, "x")?.moves.len()))
                .collect()
        };
        let epd = format!("{} hmvc 8; id \"x\";", START_FEN.trim_end_matches(" 0 1"));
        assert_eq!(plies(&epd, 9).unwrap(), [0]);
        assert_eq!(plies("startpos moves h2e2 h9g7", 9).unwrap(), [2]);
        assert_eq!(plies("startpos moves h2e2 h9g7", 1).unwrap(), [1]);
        assert_eq!(plies("position startpos", 9).unwrap(), [0]);
        assert_eq!(plies(&format!("fen {START_FEN} moves 炮二平五"), 9).unwrap(), [1]);
        assert!(plies("startpos moves h2e2 h2e2", 9).is_err());
        let over = plies("3k5/4P4/9/9/9/9/9/9/9/4K1R2 b - - 0 1", 9).unwrap_err();
        assert!(over.to_string().starts_with("x:1:1: the game is over"), "{over}");
        assert!(plies("e5 e4", 9).is_err());
        let pgn = "[Event \"x\"]\n\n1. H2-E2 {best} H9-G7 2. h0g2 1-0\n\n\
                   [FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\"]\n\n1. a0a8 *\n";
        assert_eq!(plies(pgn, 2).unwrap(), [2, 1]);
    }
}
