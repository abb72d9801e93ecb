//! Judging a game: `cargo run --example judge -- h2e2 h9g7 …` plays moves from the
//! start position and says how the game stands under each rule set.

#![allow(clippy::print_stdout)]

use std::error::Error;

use chuhe::rules::{Game, Outcome, RuleSet, Verdict, judge};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = play(words.iter().map(String::as_str))?;
    println!("{}", game.fen());
    for rules in RuleSet::ALL {
        let Verdict { outcome, reason, .. } = judge(&game, &rules);
        match outcome {
            Outcome::Ongoing => println!("{}: the game goes on", rules.name),
            Outcome::Draw => println!("{}: draw, {reason:?}", rules.name),
            Outcome::Win(color) => println!("{}: {color} has won, {reason:?}", rules.name),
        }
    }
    Ok(())
}

/// The game of these moves.
fn play<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::start();
    for word in words {
        game.play(word.parse()?)?;
    }
    Ok(game)
}

#[test]
fn a_repetition_and_a_mistake() {
    let game = play("a0a1 a9a8 a1a0 a8a9 ".repeat(4).split_whitespace()).unwrap();
    let verdict = judge(&game, &RuleSet::default());
    assert_eq!(verdict.outcome, Outcome::Draw);
    assert!(verdict.reason.is_repetition());
    let error = play(["h2e2", "h2e3"]).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("h2e3: no piece on h2"));
}
