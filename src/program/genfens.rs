//! `chuhe "genfens N seed S book FILE" "quit"`: how OpenBench asks an engine for openings.

use std::fs;
use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow, bail, ensure};
use chuhe::board::Setup;
use chuhe::engine::level_openings::{LevelOpenings, PLIES};
use chuhe::protocol::read_game;
use chuhe::rules::Game;

use crate::program::{self, say};

/// Answers `genfens N seed S book FILE [plies N] [nodes N] [level UNITS]` with lines
/// `info string genfens FEN`. Random moves are made from the positions of the book, a FEN or
/// `startpos` a line, with or without moves, or from the start position when it is called
/// `None`.
///
/// # Errors
/// When the words are others, a number is out of its range, the book cannot be read, or it
/// does not yield that many openings.
pub fn run(words: &str) -> Result<()> {
    /// The largest advantage that can be asked for.
    const MOST_LEVEL: u64 = i32::MAX as u64;
    let words: Vec<&str> = words.split_ascii_whitespace().skip(1).collect();
    let any = 0..=u64::MAX;
    let count = number("count", words.first().unwrap_or(&""), any.clone())?;
    let mut wanted = LevelOpenings { count: usize::try_from(count)?, ..LevelOpenings::default() };
    let mut starts = vec![Game::new(&Setup::start())?];
    for pair in words.get(1..).unwrap_or_default().chunks(2) {
        let [name, value] = pair else { bail!("genfens: '{}' has no value", pair[0]) };
        match *name {
            "seed" => wanted.seed = number(name, value, any.clone())?,
            "book" if value.eq_ignore_ascii_case("none") => {}
            "book" => starts = read_book(value)?,
            // None: the positions of the book themselves.
            "plies" => wanted.plies = number(name, value, 0..=*PLIES.end())?,
            "nodes" => wanted.nodes = number(name, value, 1..=u64::MAX)?,
            "level" => wanted.level = i32::try_from(number(name, value, 1..=MOST_LEVEL)?)?,
            _ => bail!("genfens has no '{name}': expected seed, book, plies, nodes, level"),
        }
    }
    wanted.find(&starts, |fen| say(&format!("info string genfens {fen}")))
}

/// The number that a word of `genfens` stands for.
fn number(what: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64> {
    program::number(&format!("genfens {what}"), text, range).map_err(anyhow::Error::msg)
}

/// The openings of a file, one a line; empty lines and those that begin with `#` are none.
fn read_book(name: &str) -> Result<Vec<Game>> {
    let bytes = fs::read(name).with_context(|| format!("cannot read the openings {name}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = (1..).zip(text.lines().map(str::trim));
    let starts: Result<Vec<Game>> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| read_game(line).map_err(|error| anyhow!("{name}:{number}: {error}")))
        .collect();
    let starts = starts?;
    ensure!(!starts.is_empty(), "{name}: there are no openings in it");
    Ok(starts)
}
