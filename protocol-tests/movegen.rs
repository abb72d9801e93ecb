//! Compares the move generator of `board` with the mailbox generator of `reference`, on
//! the perft positions and in random games, every second of which begins with pawns anywhere.

use chuhe::board::{Board, Setup, perft};
use chuhe::internals::random::Random;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::types::{Move, MoveList, Square};

use crate::composed::random_board;
use crate::perft::positions;
use crate::{Case, Pass};

/// Number of random games.
const GAMES: u64 = 400;
/// Their maximal length.
const PLIES: usize = 160;
/// Plies from one test of all 8,100 pairs of squares to the next.
const PAIRS_EVERY: usize = 8;
/// Games in one case.
const BATCH: u64 = 50;
/// The largest perft count that the reference generator repeats.
const PERFT_BUDGET: u64 = 50_000;

/// One case for each perft position, and random games in batches.
///
/// # Errors
/// When the perft positions cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let known = positions()?.into_iter().map(|(name, known)| {
        Case::new(name, move || {
            let mut positions = 0;
            for setup in [&known.setup, &known.setup.mirrored(), &known.setup.flipped()] {
                let mut board = setup.to_board().map_err(|e| e.to_string())?;
                compare(&board)?;
                compare_pairs(&board)?;
                for &(depth, _) in known.counts.iter().filter(|&&(_, n)| n <= PERFT_BUDGET) {
                    let (fast, slow) = (perft(&mut board, depth), Mailbox::new(setup).perft(depth));
                    if fast != slow {
                        return Err(format!("{setup} perft {depth}: fast {fast}, slow {slow}"));
                    }
                }
                positions += 1;
            }
            Ok(Pass::Count(positions))
        })
    });
    let games = (0..GAMES).step_by(BATCH as usize).map(|first| {
        Case::new(format!("random games from seed {first}"), move || {
            let seeds = first..first + BATCH;
            seeds.map(random_game).sum::<Result<u64, String>>().map(Pass::Count)
        })
    });
    Ok(known.chain(games).collect())
}

/// Compares the generators at every position of a random game and returns their
/// number.
fn random_game(seed: u64) -> Result<u64, String> {
    let mut random = Random::new(&[seed]);
    let is_composed = seed % 2 == 1;
    let mut board = if is_composed { random_board(&mut random) } else { Board::start() };
    for ply in 0..PLIES {
        compare(&board)?;
        if ply % PAIRS_EVERY == 0 {
            compare_pairs(&board)?;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return Ok(ply as u64 + 1);
        }
        // Captures more often than by chance: they change more of the position.
        let (mut captures, count) = (MoveList::new(), moves.len());
        board.push_captures(&mut captures);
        let mv = match random.below(4) {
            0 if !captures.is_empty() => captures[random.below(captures.len())],
            _ => moves[random.below(count)],
        };
        board.play(mv).map_err(|e| e.to_string())?;
    }
    Ok(PLIES as u64)
}

/// Compares every function that generates or counts legal moves with the mailbox.
fn compare(board: &Board) -> Result<(), String> {
    let setup = Setup::of(board);
    let mailbox = Mailbox::new(&setup);
    let slow = sorted(mailbox.legal_moves());
    let fast = sorted(board.legal_moves());
    if fast != slow {
        return Err(format!("{setup}\n  fast {fast:?}\n  slow {slow:?}"));
    }
    let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    board.push_captures(&mut captures);
    board.push_quiets(&mut quiets);
    let split_right = captures.iter().all(|mv| board.piece_at(mv.to()).is_some())
        && quiets.iter().all(|mv| board.piece_at(mv.to()).is_none());
    if !split_right || sorted(captures.into_iter().chain(quiets)) != slow {
        return Err(format!("{setup}: captures and quiets are not the legal moves"));
    }
    if board.count_legal() != slow.len() as u64 || board.has_legal_move() == slow.is_empty() {
        return Err(format!("{setup}: counted {} of {}", board.count_legal(), slow.len()));
    }
    if board.in_check() != mailbox.in_check() {
        return Err(format!("{setup}: in check is {}", board.in_check()));
    }
    Ok(())
}

/// Compares `is_legal` for every pair of squares with the mailbox.
fn compare_pairs(board: &Board) -> Result<(), String> {
    let setup = Setup::of(board);
    let legal = Mailbox::new(&setup).legal_moves();
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            if board.is_legal(mv) != legal.contains(&mv) {
                return Err(format!("{setup}: is_legal({mv}) is {}", board.is_legal(mv)));
            }
        }
    }
    Ok(())
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_by_key(|mv| mv.bits());
    moves
}
