//! `chuhe openings`: positions for matches to begin at, level and all different.

use std::collections::HashSet;

use anyhow::{Result, ensure};

use crate::board::{NullObserver, Setup};
use crate::rules::{Game, Outcome, judge};
use crate::search::{Limits, Pool, Settings};
use crate::tools::random::Random;

/// Print openings for matches: random moves from the start position that leave it level
#[derive(clap::Args, Clone, Debug)]
pub struct OpeningsArgs {
    /// How many
    #[arg(default_value_t = 500)]
    count: usize,

    /// Seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Random moves in each
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(1..=40))]
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
    for fen in draw(args)? {
        println!("{fen}");
    }
    Ok(())
}

fn draw(args: &OpeningsArgs) -> Result<Vec<String>> {
    let mut random = Random::new(&[args.seed, 0x6f70_656e]);
    let mut pool = Pool::new(1, 4);
    let settings = Settings::default();
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..args.count.saturating_mul(ATTEMPTS) {
        if found.len() == args.count {
            break;
        }
        let mut game = Game::new(&Setup::start())?;
        for _ in 0..args.plies {
            let moves = game.board().legal_moves();
            if !moves.is_empty() {
                game.push(moves[random.below(moves.len())], &mut NullObserver);
            }
        }
        if judge(&game, &settings.rules).outcome != Outcome::Ongoing || game.board().in_check() {
            continue;
        }
        let fen = Setup { quiet_plies: 0, move_number: 1, ..game.setup() }.to_string();
        if !seen.insert(fen.clone()) {
            continue;
        }
        pool.clear();
        let score = pool.search(&game, limits.clone(), settings.clone()).score.units();
        if score.abs() <= args.level {
            found.push(fen);
        }
    }
    ensure!(found.len() == args.count, "only {} openings are that level", found.len());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_positions_and_the_same_again() {
        let args = OpeningsArgs { count: 20, seed: 3, plies: 6, level: 60, nodes: 300 };
        let openings = draw(&args).unwrap();
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 20);
        for fen in &openings {
            let setup: Setup = fen.parse().unwrap();
            assert!(!setup.to_board().unwrap().in_check(), "{fen}");
            assert_ne!(setup.pieces, Setup::start().pieces);
        }
        assert_eq!(draw(&args).unwrap(), openings);
        assert_ne!(draw(&OpeningsArgs { seed: 4, ..args.clone() }).unwrap(), openings);
        let error = draw(&OpeningsArgs { plies: 1, count: 45, ..args }).unwrap_err();
        assert!(error.to_string().contains("openings are that level"), "{error}");
    }
}
