//! A search that reports its progress and can be stopped: `cargo run --release
//! --example search -- 2000 [FEN]` thinks for so many milliseconds, until another
//! thread stops it.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::thread;
use std::time::Duration;

use chuhe::board::START_FEN;
use chuhe::rules::Game;
use chuhe::search::{Limits, Listener, Report, SearchResult, Searcher, StopToken};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let millis = words.next().map_or(Ok(1000), |word| word.parse())?;
    let fen = words.collect::<Vec<_>>().join(" ");
    let fen = if fen.is_empty() { START_FEN } else { &fen };
    let result = think(fen, Duration::from_millis(millis))?;
    match result.best {
        Some(mv) => println!("best move {mv} after {} nodes", result.nodes),
        None => println!("no legal move"),
    }
    Ok(())
}

/// Prints each line that the search finds.
struct Progress;

impl Listener for Progress {
    fn report(&mut self, report: &Report) {
        let line: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
        println!("depth {:2}  score {:5}  {}", report.depth, report.score.units(), line.join(" "));
    }
}

/// Searches a position until the time is over.
fn think(fen: &str, time: Duration) -> Result<SearchResult, Box<dyn Error>> {
    let game = Game::new(&fen.parse()?)?;
    let token = StopToken::default();
    let stop = token.clone();
    thread::spawn(move || {
        thread::sleep(time);
        stop.stop(); // harmless when the search has already ended
    });
    let mut searcher = Searcher::new(1, 16);
    // No limit: only the token ends this search, or a depth that none exceeds.
    Ok(searcher.search_with(&game, Limits::default(), &token, &mut Progress)?)
}

#[test]
fn a_search_ends_when_it_is_stopped() {
    let result = think(START_FEN, Duration::from_millis(50)).unwrap();
    assert!(result.best.is_some() && result.best == result.pv.first().copied());
    assert!(think("nonsense", Duration::ZERO).is_err());
}
