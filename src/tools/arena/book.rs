//! The openings of a match, and the order in which they are played.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::board::{NullObserver, START_FEN, Setup};
use crate::protocol::client::RankBase;
use crate::rules::{Game, Outcome, RuleSet, judge};
use crate::types::Move;

use super::pgn::{PgnGame, read_games};

/// A position to start games from, or moves that lead to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the moves begin.
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
    /// Reads a file of openings: PGN when its first character is `[`, otherwise
    /// one opening a line, `FEN [moves …]` or `startpos [moves …]`. There `#`
    /// begins a comment, and operations after a FEN (EPD) are passed over. Of
    /// each opening at most `plies` moves are used.
    ///
    /// # Errors
    /// When the file cannot be read, or an opening is not legal, or leads to the
    /// end of the game.
    pub fn read(path: &Path, plies: Option<usize>) -> Result<Book> {
        let bytes = fs::read(path)
            .with_context(|| format!("cannot read the openings {}", path.display()))?;
        let text: Cow<str> = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let limit = plies.unwrap_or(usize::MAX);
        let mut openings = Vec::new();
        if text.trim_start().starts_with('[') {
            for (number, game) in (1..).zip(read_games(text)) {
                let opening = pgn_opening(&game, limit);
                openings
                    .push(opening.with_context(|| format!("{} game {number}", path.display()))?);
            }
        } else {
            for (number, line) in (1..).zip(text.lines()) {
                let line = line.split('#').next().unwrap_or_default().trim();
                if !line.is_empty() {
                    let opening = parse_opening(line, limit);
                    openings.push(
                        opening.with_context(|| format!("{} line {number}", path.display()))?,
                    );
                }
            }
        }
        ensure!(!openings.is_empty(), "{}: there are no openings in it", path.display());
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
        let mut state = seed;
        for i in (1..self.order.len()).rev() {
            // The bias of a remainder is below 2^-40 for any book that fits in memory.
            let j = (split_mix(&mut state) % (i as u64 + 1)) as usize;
            self.order.swap(i, j);
        }
    }

    /// Begins with the opening that would be played in round `first`.
    pub fn rotate(&mut self, first: u64) {
        let turn = (first % self.order.len() as u64) as usize;
        self.order.rotate_left(turn);
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

    /// A number that differs between books, whatever their order.
    pub fn checksum(&self) -> u64 {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |byte: u8| sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        for opening in &self.openings {
            opening.start.to_string().bytes().for_each(&mut add);
            opening.moves.iter().flat_map(|mv| mv.bits().to_le_bytes()).for_each(&mut add);
        }
        sum
    }
}

/// Reads `FEN [moves …]`, `FEN operations;` or `startpos [moves …]`.
fn parse_opening(line: &str, limit: usize) -> Result<Opening> {
    let line = line.split(';').next().unwrap_or_default();
    let line = line.strip_prefix("position ").unwrap_or(line).trim_start();
    let line = line.strip_prefix("fen ").unwrap_or(line);
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    if words.first() == Some(&"startpos") {
        words.splice(0..1, START_FEN.split(' '));
    }
    let (start, used) = Setup::from_words(words.iter().copied())?;
    let moves = match words.get(used) {
        Some(&"moves") => words.split_off(used + 1),
        _ => Vec::new(),
    };
    opening(start, moves.into_iter(), limit)
}

fn pgn_opening(game: &PgnGame, limit: usize) -> Result<Opening> {
    let start = match game.tag("FEN") {
        Some(fen) => Setup::from_words(fen.split_ascii_whitespace())?.0,
        None => Setup::start(),
    };
    opening(start, game.moves.iter().map(String::as_str), limit)
}

/// Replays the moves: coordinates or ICCS, ranks from 0.
fn opening<'a>(
    start: Setup,
    words: impl Iterator<Item = &'a str>,
    limit: usize,
) -> Result<Opening> {
    let mut game = Game::new(&start)?;
    for word in words.take(limit) {
        let mv = RankBase::Zero.parse(&word.replace('-', ""));
        let mv = mv.filter(|&mv| game.board().is_legal(mv)).with_context(|| {
            format!("'{word}' is no legal move here; expected coordinates such as h2e2 or H2-E2")
        })?;
        game.push(mv, &mut NullObserver);
    }
    if judge(&game, &RuleSet::default()).outcome != Outcome::Ongoing {
        bail!("the game is over at the end of the opening; --plies uses less of it");
    }
    Ok(Opening { start, moves: game.moves().collect() })
}

/// The next number of the splitmix64 generator.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut state = 1_234_567;
        assert_eq!(split_mix(&mut state), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut state), 3_203_168_211_198_807_973);
    }

    #[test]
    fn orders_are_permutations_that_follow_the_seed() {
        let order = |seed| {
            let mut book = Book::new(vec![parse_opening("startpos", 0).unwrap(); 100]);
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
    fn lines() {
        let plies = |line: &str, limit| parse_opening(line, limit).map(|o| o.moves.len()).ok();
        let epd = format!("{} hmvc 8; id \"x\";", START_FEN.trim_end_matches(" 0 1"));
        assert_eq!(plies(&epd, 9), Some(0));
        assert_eq!(plies("startpos moves h2e2 h9g7", 9), Some(2));
        assert_eq!(plies("startpos moves h2e2 h9g7", 1), Some(1));
        assert_eq!(plies("position startpos", 9), Some(0));
        assert_eq!(plies(&format!("fen {START_FEN} moves H2-E2"), 9), Some(1));
        assert_eq!(plies("startpos moves h2e2 h2e2", 9), None);
        assert_eq!(plies("3k5/4P4/9/9/9/9/9/9/9/4K1R2 b - - 0 1", 9), None);
        assert_eq!(plies("e4 e5", 9), None);
    }

    #[test]
    fn games() {
        let pgn = "[Event \"x\"]\n\n1. H2-E2 {best} H9-G7 2. h0g2 1-0\n\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\"]\n\n1. a0a8 *\n";
        let openings: Result<Vec<Opening>> =
            read_games(pgn).iter().map(|game| pgn_opening(game, 2)).collect();
        let plies: Vec<usize> = openings.unwrap().iter().map(|o| o.moves.len()).collect();
        assert_eq!(plies, [2, 1]);
    }
}
