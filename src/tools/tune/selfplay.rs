//! Games of the engine against itself, for the tuner.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use crate::board::{CheckSquares, NullObserver, Setup};
use crate::eval::Evaluation;
use crate::rules::{Game, Outcome, RuleSet, judge};
use crate::search::{Limits, Pool, Settings};
use crate::tools::random::Random;
use crate::types::{Color, Move};

/// Both sides agree that a game is won when the score stays above this.
const WON: i32 = 1500;
/// For so many plies in a row.
const WON_PLIES: u32 = 4;
/// Longer games are drawn.
const MAX_GAME_PLIES: usize = 300;
/// An opening further from balance than this is dealt again.
const MAX_OPENING_SCORE: i32 = 250;
/// Transposition table of each player, MiB.
const HASH_MIB: usize = 4;

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// Seed of the openings; each game has its own openings.
    pub seed: u64,
    /// Soft limit of nodes for a move.
    pub nodes: u64,
    /// Random plies at the start.
    pub opening: u32,
}

/// A quiet position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// What stands where.
    pub setup: Setup,
    /// Score of the search for the side to move.
    pub score: i32,
    /// 1, 0.5 or 0: what the side to move got in the end.
    pub result: f64,
}

/// `fen;score;result`
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.setup, self.score, self.result)
    }
}

/// Plays the games of these numbers on `threads` threads and gives each one's number and
/// quiet positions to `keep`, in the order of the numbers. What is played
/// depends on the match only, not on the number of threads.
///
/// # Errors
/// What `keep` returns; it ends the match.
pub fn play(
    rules: &Match,
    games: Range<u64>,
    threads: usize,
    mut keep: impl FnMut(u64, Vec<Position>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicU64::new(games.start);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                let mut pool = Pool::new(1, HASH_MIB);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games.end {
                        return;
                    }
                    let positions = play_game(rules, number, &mut pool);
                    if sender.send((number, positions)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = games.start;
        for (number, positions) in receiver {
            waiting.insert(number, positions);
            while let Some(positions) = waiting.remove(&due) {
                keep(due, positions)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// Plays one game and returns its quiet positions.
fn play_game(rules: &Match, number: u64, pool: &mut Pool) -> Vec<Position> {
    pool.clear();
    let mut random = Random::new(&[rules.seed, number]);
    let settings = Settings { evaluation: Evaluation::HandWritten, ..Settings::default() };
    let limits = Limits { soft_nodes: Some(rules.nodes), ..Limits::default() };
    let mut game = loop {
        let game = opening(rules.opening, &mut random);
        let result = pool.search(&game, limits.clone(), settings.clone());
        if result.best.is_some() && result.score.units().abs() <= MAX_OPENING_SCORE {
            break game;
        }
    };
    let mut kept: Vec<(Setup, i32)> = Vec::new();
    let mut won_plies = 0;
    let outcome = loop {
        let verdict = judge(&game, &settings.rules);
        if verdict.outcome != Outcome::Ongoing {
            break verdict.outcome;
        }
        if game.ply() >= MAX_GAME_PLIES {
            break Outcome::Draw;
        }
        let result = pool.search(&game, limits.clone(), settings.clone());
        let us = game.board().side();
        let Some(best) = result.best else { break Outcome::Win(!us) };
        let score = result.score.units();
        won_plies = if score.abs() >= WON { won_plies + 1 } else { 0 };
        if won_plies >= WON_PLIES {
            break Outcome::Win(if score > 0 { us } else { !us });
        }
        if !result.score.is_decisive() && is_quiet(&game, best) {
            kept.push((Setup::of(game.board()), score));
        }
        game.push(best, &mut NullObserver);
    };
    let result_of = |side: Color| match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        _ => 0.5,
    };
    let position = |(setup, score): (Setup, i32)| {
        let result = result_of(setup.side);
        Position { setup, score, result }
    };
    kept.into_iter().map(position).collect()
}

/// A game of random legal plies that is still going on.
fn opening(plies: u32, random: &mut Random) -> Game {
    loop {
        let mut game = Game::start();
        for _ in 0..plies {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(moves[random.below(moves.len())], &mut NullObserver);
        }
        if judge(&game, &RuleSet::default()).outcome == Outcome::Ongoing {
            return game;
        }
    }
}

/// Whether the static evaluation can be expected to hold: no check, and the
/// move to play neither captures nor gives check.
fn is_quiet(game: &Game, best: Move) -> bool {
    let board = game.board();
    !board.in_check()
        && board.piece_at(best.to()).is_none()
        && !board.gives_check(best, &CheckSquares::new(board))
}
