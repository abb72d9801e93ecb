//! `chuhe openings`: positions for matches to begin at, level and all different.

use std::collections::HashSet;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::board::{NullObserver, Setup};
use crate::random::Random;
use crate::rules::{Game, Outcome, judge};
use crate::search::{Limits, Pool, SearchSettings};
use crate::tools::arena::book::Book;
use crate::tools::say::print;
use crate::tools::shard::Shard;

/// Random moves of an opening. Many more would leave few positions level.
const PLIES: RangeInclusive<u64> = 1..=40;

/// Print openings for matches: random moves from the start position that leave it level
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningsArgs {
    /// How many
    #[arg(default_value_t = 500)]
    count: usize,

    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print part I of N of them, counted from 1; no two parts have a position in common
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,

    /// Random moves in each
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(PLIES))]
    plies: u64,

    /// Largest advantage, in units of the evaluation
    #[arg(long, value_name = "UNITS", default_value_t = 100,
          value_parser = clap::value_parser!(i32).range(1..))]
    level: i32,

    /// Nodes of the search that judges them
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Openings are given up after so many attempts for each.
const ATTEMPTS: usize = 1000;

/// Prints them, a FEN a line.
///
/// # Errors
/// When there are not so many.
pub fn run(args: &OpeningsArgs) -> Result<()> {
    draw(args, &Book::start_position(), |fen| print(&format!("{fen}\n")))
}

/// The words of `chuhe "genfens N seed S book FILE" "quit"`, which is how
/// OpenBench asks an engine for openings.
pub fn genfens_words(args: &[OsString]) -> Option<Vec<String>> {
    let words: Vec<String> =
        args.get(1)?.to_str()?.split_ascii_whitespace().map(String::from).collect();
    (words.first()? == "genfens").then_some(words)
}

/// Answers `genfens N seed S book FILE [plies N] [nodes N] [level UNITS]` with
/// lines `info string genfens FEN`. Random moves are made from the positions of
/// the book, or from the start position when it is called `None`.
///
/// # Errors
/// When the words are others, a number is out of its range, the book cannot be read, or it
/// does not yield so many openings.
pub fn genfens(words: &[String]) -> Result<()> {
    /// The largest advantage that can be asked for.
    const MOST_LEVEL: u64 = i32::MAX as u64;
    let any = 0..=u64::MAX;
    let count = words.get(1).map_or("", String::as_str);
    let count = usize::try_from(number("count", count, any.clone())?)?;
    let shard = Shard::WHOLE;
    let mut args = OpeningsArgs { count, seed: 1, shard, plies: 8, level: 100, nodes: 5000 };
    let mut book = Book::start_position();
    for pair in words.get(2..).unwrap_or_default().chunks(2) {
        let [name, value] = pair else { bail!("genfens: '{}' has no value", pair[0]) };
        match name.as_str() {
            "seed" => args.seed = number(name, value, any.clone())?,
            "book" if value.eq_ignore_ascii_case("none") => {}
            "book" => book = Book::read(Path::new(value), None)?,
            // None: the positions of the book themselves.
            "plies" => args.plies = number(name, value, 0..=*PLIES.end())?,
            "nodes" => args.nodes = number(name, value, 1..=u64::MAX)?,
            "level" => args.level = i32::try_from(number(name, value, 1..=MOST_LEVEL)?)?,
            _ => bail!("genfens has no '{name}': expected seed, book, plies, nodes, level"),
        }
    }
    draw(&args, &book, |fen| print(&format!("info string genfens {fen}\n")))
}

/// The number that a word of `genfens` stands for.
fn number(what: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64> {
    let number = text.parse().ok();
    let number = number.with_context(|| format!("genfens {what}: '{text}' is no number"))?;
    let (least, most) = (range.start(), range.end());
    ensure!(
        range.contains(&number),
        "genfens {what}: expected a whole number from {least} to {most}, found '{number}'"
    );
    Ok(number)
}

/// Hands over the openings one by one.
fn draw(args: &OpeningsArgs, book: &Book, mut found: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let mut random = Random::new(&[args.seed, 0x6f70_656e]);
    let mut pool = Pool::new(1, 4);
    let settings = SearchSettings::default();
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    let wanted = args.shard.of(0..args.count as u64);
    let (wanted, mut seen, mut count) = (wanted.end - wanted.start, HashSet::new(), 0);
    for _ in 0..args.count.saturating_mul(ATTEMPTS) {
        if count == wanted {
            break;
        }
        let mut game = begin(book, &mut random)?;
        for _ in 0..args.plies {
            let moves = game.board().legal_moves();
            if !moves.is_empty() {
                game.push(moves[random.below(moves.len())], &mut NullObserver);
            }
        }
        // All parts draw the same positions; each has those with its own keys.
        let is_ours = args.shard.has(game.board().key());
        if !is_ours
            || game.board().in_check()
            || judge(&game, &settings.rules).outcome != Outcome::Ongoing
        {
            continue;
        }
        let fen = Setup { quiet_plies: 0, move_number: 1, ..game.setup() }.to_string();
        if !seen.insert(fen.clone()) {
            continue;
        }
        pool.clear();
        let score = pool.search(&game, limits.clone(), settings.clone()).score.units();
        if score.abs() <= args.level {
            found(&fen)?;
            count += 1;
        }
    }
    ensure!(count == wanted, "only {count} openings are that level");
    Ok(())
}

/// An opening of the book. With a single one nothing is drawn.
fn begin(book: &Book, random: &mut Random) -> Result<Game> {
    let number = if book.len() > 1 { random.below(book.len()) } else { 0 };
    let opening = book.opening(number as u64);
    let mut game = Game::new(&opening.start)?;
    for &mv in &opening.moves {
        game.push(mv, &mut NullObserver);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(args: &OpeningsArgs) -> Result<Vec<String>> {
        let mut openings = Vec::new();
        super::draw(args, &Book::start_position(), |fen| {
            openings.push(fen.to_string());
            Ok(())
        })?;
        Ok(openings)
    }

    #[test]
    fn openings_are_different_positions_and_the_same_again() {
        let shard = Shard::WHOLE;
        let args = OpeningsArgs { count: 20, seed: 3, shard, plies: 6, level: 60, nodes: 300 };
        let openings = draw(&args).unwrap();
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 20);
        for fen in &openings {
            let setup: Setup = fen.parse().unwrap();
            assert!(!setup.to_board().unwrap().in_check(), "{fen}");
            assert_ne!(setup.pieces, Setup::start().pieces);
        }
        assert_eq!(draw(&args).unwrap(), openings);
        assert_ne!(draw(&OpeningsArgs { seed: 4, ..args.clone() }).unwrap(), openings);
        let part = |shard: &str| {
            let shard = shard.parse().unwrap();
            draw(&OpeningsArgs { shard, plies: 2, count: 21, level: 150, ..args.clone() }).unwrap()
        };
        let parts = [part("1/2"), part("2/2")];
        assert_eq!((parts[0].len(), parts[1].len()), (10, 11));
        assert_eq!(parts.iter().flatten().collect::<HashSet<_>>().len(), 21);
        let error = draw(&OpeningsArgs { plies: 1, count: 45, ..args }).unwrap_err();
        assert!(error.to_string().contains("openings are that level"), "{error}");
    }
}
