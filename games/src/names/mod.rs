//! The names of mates and tactics, each decided by a stated pattern over the line and its last
//! position. `docs/players/puzzles.md` has the patterns in words, with sources and positions.
//!
//! Everything is seen from the solver's side as if that were Red: files are named a to i and
//! ranks 0 to 9 from there, so that the palace of the other side has the files d to f and
//! the ranks 7 to 9.

mod men;
mod patterns;
mod story;
mod tactics;

use patterns::PATTERNS;
use serde::{Deserialize, Serialize};
use story::Story;
use tactics::TACTICS;

use chuhe::rules::Game;
use chuhe::types::Move;

/// What the side to move reaches by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// To mate: the line ends with it.
    Mate,
    /// To win, or to keep a won position won.
    Win,
    /// Not to lose.
    Draw,
}

/// The keys of all names, in the order of the tables.
pub fn keys() -> impl Iterator<Item = &'static str> {
    PATTERNS.iter().chain(TACTICS).map(|&(key, _)| key)
}

/// The keys of the names of a line, in the order of the tables: those of mates only where the
/// line ends with one. The line begins and ends with a move of the side to move.
pub fn of(game: &Game, line: &[Move], goal: Goal) -> Vec<&'static str> {
    let Some(story) = Story::new(game, line) else { return Vec::new() };
    let is_mate = goal == Goal::Mate;
    let mates = PATTERNS.iter().filter(|_| is_mate).copied();
    // A quiet move that holds a draw is nothing that has a name.
    let is_told = |key: &str| key != "quiet-key" || goal != Goal::Draw;
    let all = mates.chain(TACTICS.iter().copied());
    all.filter(|(key, is)| is_told(key) && is(&story)).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const NAMED: &str = include_str!("named.txt");

    /// The position, the line and the names of each line of the file.
    fn named() -> Vec<(String, Game, Vec<Move>, Vec<&'static str>)> {
        let lines = NAMED.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let read = |line: &'static str| {
            let [fen, moves, names] = line.split(';').collect::<Vec<_>>().try_into().unwrap();
            let game = Game::new(&fen.parse().expect(line)).expect(line);
            let moves = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
            (line.to_owned(), game, moves, names.split_whitespace().collect())
        };
        lines.map(read).collect()
    }

    #[test]
    fn positions_have_the_names_that_people_give_them() {
        let (mut right, mut missed, mut wrong) = (0, Vec::new(), Vec::new());
        for (line, game, moves, names) in named() {
            let mut end = game.clone();
            moves.iter().for_each(|&mv| end.play(mv).expect(&line));
            let is_mate = !end.board().has_legal_move();
            let found = of(&game, &moves, if is_mate { Goal::Mate } else { Goal::Win });
            right += names.iter().filter(|name| found.contains(name)).count();
            missed.extend(
                names.iter().filter(|n| !found.contains(n)).map(|name| format!("{name}: {line}")),
            );
            wrong.extend(
                found.iter().filter(|n| !names.contains(n)).map(|name| format!("{name}: {line}")),
            );
        }
        assert!(right > 0 && missed.is_empty() && wrong.is_empty(), "{missed:#?} {wrong:#?}");
    }

    #[test]
    fn every_name_of_the_file_is_known() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (.., names) in named() {
            names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        }
        assert!(counts.len() > 20 && counts.keys().all(|key| keys().any(|known| known == *key)));
    }
}
