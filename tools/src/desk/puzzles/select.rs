//! Leaves out puzzles that say again what another one says, and those that are too easy.

use std::collections::HashSet;

use super::puzzle::{Goal, Ground, Puzzle, alone, likeness};

/// Levels that do not find a solution: below this many it is easy.
const EASY: f64 = 1.0;

/// Plies of a game within which the same first move is the same idea.
const SAME_IDEA: usize = 6;

/// The puzzles, in the order of their games, without doubles: of positions that are alike
/// (also mirrored, or with the colours changed), of positions on the line of a puzzle before,
/// and of one game where the same move stays the right one for some moves. What nearly
/// every level finds is left out too, unless it is known exactly.
pub fn without_doubles(games: Vec<Vec<Puzzle>>) -> Vec<Puzzle> {
    let mut seen: HashSet<u64> = HashSet::new();
    let mut kept: Vec<Puzzle> = Vec::new();
    for puzzles in games {
        let first = kept.len();
        for puzzle in puzzles {
            let Some((game, moves)) = puzzle.line() else { continue };
            let is_same = |known: &Puzzle| {
                known.moves[0] == puzzle.moves[0] && puzzle.ply - known.ply <= SAME_IDEA
            };
            let is_easy = puzzle.ground == Ground::Search && puzzle.level < EASY;
            if is_easy || seen.contains(&likeness(&game)) || kept[first..].iter().any(is_same) {
                continue;
            }
            let mut here = game;
            for (i, &mv) in moves.iter().enumerate() {
                if i % 2 == 0
                    && let Some(position) = alone(&here)
                {
                    seen.insert(likeness(&position));
                }
                let _ = here.play(mv);
            }
            kept.push(puzzle);
        }
    }
    kept
}

/// How many puzzles there are of each kind: mates, endings by tables, wins, draws.
pub fn counts(puzzles: &[Puzzle]) -> [usize; 4] {
    let count = |is: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| is(puzzle)).count();
    let by_search =
        |goal| move |puzzle: &Puzzle| puzzle.ground == Ground::Search && puzzle.goal == goal;
    [
        count(&|puzzle| puzzle.ground == Ground::Prover),
        count(&|puzzle| puzzle.ground == Ground::Table),
        count(&by_search(Goal::Win)),
        count(&by_search(Goal::Draw)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(fen: &str, moves: &str, ply: usize) -> Puzzle {
        Puzzle {
            id: String::new(),
            fen: fen.into(),
            goal: Goal::Win,
            ground: Ground::Search,
            mate: None,
            moves: moves.split(' ').map(str::to_owned).collect(),
            chances: None,
            level: 5.0,
            elo: 1150,
            names: Vec::new(),
            source: String::new(),
            ply,
            played: None,
            red: String::new(),
            black: String::new(),
            event: String::new(),
            date: String::new(),
        }
    }

    #[test]
    fn doubles_are_left_out() {
        let kept = |games: Vec<Vec<Puzzle>>| without_doubles(games).len();
        let first = || puzzle("3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1", "a1a8 d9e9 a8a7", 10);
        assert_eq!(kept(vec![vec![first()], vec![first()]]), 1);
        let mirrored = puzzle("5k3/9/9/9/9/9/9/9/8R/3K5 w - - 0 1", "i1i8", 3);
        assert_eq!(kept(vec![vec![first()], vec![mirrored]]), 1);
        let flipped = puzzle("5k3/r8/9/9/9/9/9/9/9/3K5 b - - 0 1", "a8a1", 3);
        assert_eq!(kept(vec![vec![first()], vec![flipped]]), 1);
        let later = puzzle("4k4/R8/9/9/9/9/9/9/9/5K3 w - - 0 1", "a8a7", 12);
        assert_eq!(kept(vec![vec![first(), later.clone()]]), 1);
        assert_eq!(kept(vec![vec![later]]), 1);
        // The same first move soon after in the same game; in another game, or much later, not.
        let again = |ply| puzzle("3k5/9/9/9/9/9/9/8p/R8/5K3 w - - 0 1", "a1a8", ply);
        assert_eq!(kept(vec![vec![first(), again(12)]]), 1);
        assert_eq!(kept(vec![vec![first(), again(30)]]), 2);
        assert_eq!(kept(vec![vec![first()], vec![again(12)]]), 2);
        let easy = Puzzle { level: 0.9, ..first() };
        assert_eq!(kept(vec![vec![easy.clone()]]), 0);
        assert_eq!(kept(vec![vec![Puzzle { ground: Ground::Prover, ..easy }]]), 1);
        assert_eq!(counts(&[first()]), [0, 0, 1, 0]);
    }
}
