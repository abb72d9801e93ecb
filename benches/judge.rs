//! Time of a verdict: `cargo bench --bench judge`.
//!
//! Measures the verdict on every repetition in the cases of the judge suite, and the verdict
//! at a search node, with and without a repetition. (Nearly all nodes are without.)

#![allow(clippy::print_stdout)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use chuhe::rules::{Game, RuleSet, judge, judge_node};

/// Calls in each measurement: the clock is too coarse for one call.
const CALLS: u32 = 50;

/// Measurements of each game; the shortest one is used, because other processes delay the
/// others.
const ROUNDS: usize = 5;

/// The games of the judge suite.
fn games() -> Vec<Game> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/judge");
    let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let mut games: Vec<Game> = Vec::new();
    for path in paths {
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(fen) = line.strip_prefix("fen ") {
                games.push(Game::new(&fen.parse().unwrap()).unwrap());
            } else if let (Some(moves), Some(game)) =
                (line.strip_prefix("moves "), games.last_mut())
            {
                for mv in moves.split_whitespace() {
                    game.play(mv.parse().unwrap()).unwrap();
                }
            }
        }
    }
    games
}

/// Nanoseconds for a verdict on each game, sorted.
fn times<T>(games: &[Game], mut f: impl FnMut(&Game) -> T) -> Vec<f64> {
    let mut times: Vec<f64> = games
        .iter()
        .map(|game| {
            let rounds = (0..ROUNDS).map(|_| {
                let start = Instant::now();
                for _ in 0..CALLS {
                    black_box(f(black_box(game)));
                }
                start.elapsed().as_nanos() as f64 / f64::from(CALLS)
            });
            rounds.fold(f64::INFINITY, f64::min)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn print(name: &str, times: &[f64]) {
    let at = |percent: usize| times[(times.len() - 1) * percent / 100] / 1000.0;
    let (median, most, worst) = (at(50), at(90), at(100));
    println!(
        "{name:<28} {:>4} games  median {median:7.3} us  90 % {most:7.3} us  worst {worst:8.3} us",
        times.len()
    );
}

fn main() {
    let games = games();
    for rules in RuleSet::ALL {
        let mut repeated = games.clone();
        repeated.retain(|game| judge(game, &rules).reason.is_repetition());
        print(rules.name, &times(&repeated, |game| judge(game, &rules)));
    }
    let rules = RuleSet::default();
    let mut fresh = games.clone();
    for game in &mut fresh {
        // Back to the last position without a repetition.
        while game.may_repeat() {
            game.undo();
        }
    }
    print("node without repetition", &times(&fresh, |game| judge_node(game, &rules, 1)));
    let mut repeated = games;
    repeated.retain(|game| judge(game, &rules).reason.is_repetition());
    print("node with repetition", &times(&repeated, |game| judge_node(game, &rules, 64)));
}
