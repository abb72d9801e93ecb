//! Puzzles of solved endings: one move alone keeps what the tables say of the position.

use chuhe::endings::{Ending, Endings};
use chuhe::rules::{Game, RuleSet};
use chuhe::types::Move;

use super::puzzle::{Goal, alone};

/// Moves of the solver that are shown at most.
const MOST_MOVES: usize = 8;

/// What the tables say of a position and of each move in it.
struct Known {
    goal: Goal,
    /// The moves that keep it.
    keep: Vec<Move>,
    moves: usize,
}

/// Whether the tables know a position.
pub fn is_known(endings: &Endings, game: &Game) -> bool {
    Endings::may_know(game.board()) && endings.value(game.board()).is_some()
}

/// The goal and the line of a position in which one move alone keeps a win or a draw.
/// `None` also where every move keeps it, or nothing is to be kept.
pub fn line(endings: &Endings, rules: &RuleSet, game: &Game) -> Option<(Goal, Vec<Move>)> {
    let Known { goal, keep, .. } = only_move(endings, rules, game)?;
    let mut line = keep;
    let mut game = game.clone();
    game.play(line[0]).ok()?;
    while line.len() < 2 * MOST_MOVES - 1 {
        let Some((reply, mv)) = reply(endings, rules, &game, goal) else { break };
        game.play(reply).ok()?;
        game.play(mv).ok()?;
        line.extend([reply, mv]);
    }
    Some((goal, line))
}

/// The only move that keeps what there is to keep.
pub fn only_of(endings: &Endings, rules: &RuleSet, game: &Game) -> Option<(Goal, Move)> {
    let known = only_move(endings, rules, game)?;
    Some((known.goal, *known.keep.first()?))
}

fn only_move(endings: &Endings, rules: &RuleSet, game: &Game) -> Option<Known> {
    let known = known(endings, rules, game)?;
    (known.keep.len() == 1 && known.moves > 1).then_some(known)
}

fn known(endings: &Endings, rules: &RuleSet, game: &Game) -> Option<Known> {
    if !is_known(endings, game) {
        return None;
    }
    let goal = match endings.value(game.board())?.under(rules)? {
        Ending::Win(plies) if rules.quiet_limit.is_none_or(|limit| plies <= limit) => Goal::Win,
        Ending::Draw => Goal::Draw,
        // A win that rests on the rule of perpetual check has no distance to be compared.
        _ => return None,
    };
    let moves = game.board().legal_moves();
    let mut keep = Vec::new();
    for &mv in &moves {
        let sign = after(endings, game, mv)?.before().under(rules)?.sign();
        if sign >= i32::from(goal != Goal::Draw) {
            keep.push(mv);
        }
    }
    Some(Known { goal, keep, moves: moves.len() })
}

fn after(endings: &Endings, game: &Game, mv: Move) -> Option<Ending> {
    let mut next = game.clone();
    next.play(mv).ok()?;
    endings.value(next.board())
}

/// A reply after which one move alone keeps the goal again, and that move: of several replies
/// the one that holds out longest.
fn reply(endings: &Endings, rules: &RuleSet, game: &Game, goal: Goal) -> Option<(Move, Move)> {
    let mut best: Option<(i32, Move, Move)> = None;
    for reply in game.board().legal_moves() {
        let mut next = game.clone();
        next.play(reply).ok()?;
        let Some((kept, mv)) = alone(&next).and_then(|game| only_of(endings, rules, &game)) else {
            continue;
        };
        // A position that has been there would be a step back.
        if kept != goal || game.records().iter().any(|record| record.key() == next.board().key()) {
            continue;
        }
        let rank = endings.value(next.board())?.before().rank();
        if best.is_none_or(|(known, ..)| rank > known) {
            best = Some((rank, reply, mv));
        }
    }
    best.map(|(_, reply, mv)| (reply, mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_alone_keeps_what_there_is() {
        let endings = Endings::embedded();
        for (fen, expected) in [
            ("4k4/2P1a4/9/9/9/9/9/9/9/5K3 w", (Goal::Win, 3)),
            ("3k5/9/5a3/5P3/9/9/9/9/9/4K4 b", (Goal::Draw, 1)),
            ("3a5/9/5k3/4P4/9/9/9/4K4/9/9 b", (Goal::Draw, 3)),
        ] {
            let mut here = Game::new(&format!("{fen} - - 0 1").parse().unwrap()).unwrap();
            let (goal, moves) = line(&endings, &RuleSet::DEFAULT, &here).unwrap();
            assert_eq!((goal, moves.len()), expected, "{fen}");
            for (i, &only) in moves.iter().enumerate() {
                let kept = |mv: Move| {
                    let value = after(&endings, &here, mv).unwrap().before();
                    let is_won = matches!(value, Ending::Win(_));
                    if goal == Goal::Win { is_won } else { !matches!(value, Ending::Loss(_)) }
                };
                let legal = here.board().legal_moves();
                assert!(
                    i % 2 == 1 || legal.iter().all(|&mv| kept(mv) == (mv == only)),
                    "{moves:?}"
                );
                here.play(only).unwrap();
            }
        }
        // The rook must only not be lost: many moves win.
        let easy = Game::new(&"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1".parse().unwrap()).unwrap();
        assert_eq!(line(&endings, &RuleSet::DEFAULT, &easy), None);
    }
}
