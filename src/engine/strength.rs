//! Weaker play. The search stays as it is but may look at few nodes only, and
//! what is played is not always its first choice: every move within a margin of
//! it has a chance. How much a move is over- or underrated depends on the
//! position that it leads to and on a seed, so the same player errs the same way
//! whenever a position comes back. What the search has seen, a capture or a mate,
//! lies outside the margin of the stronger levels.
//!
//! `docs/players/options.md` has the measurements.

use crate::board::{Board, zobrist};
use crate::types::{Move, Score};

/// The level of unlimited play.
pub const FULL: i64 = 20;

/// Elo of level 0: where the scale begins is a convention.
const FIRST_ELO: i64 = 600;
/// Elo from one level to the next: what matches between neighbours gave on
/// average.
const ELO_STEP: i64 = 110;

/// Elo of the levels below [`FULL`], weakest first.
pub const ELO: [i64; FULL as usize] = {
    let mut elo = [FIRST_ELO; FULL as usize];
    let mut level = 1;
    while level < elo.len() {
        elo[level] = elo[level - 1] + ELO_STEP;
        level += 1;
    }
    elo
};

/// Nodes of a search at level 0.
const FIRST_NODES: f64 = 250.0;
/// By how much they grow from one level to the next.
const NODES_GROWTH: f64 = 1.26;
/// Score units that a move may be worse than the best at level 0.
const WIDEST_MARGIN: f64 = 600.0;
/// By how much that shrinks from one level to the next.
const MARGIN_SHRINKAGE: f64 = 0.82;
/// Moves to choose among at level 0.
const MOST_CANDIDATES: f64 = 10.0;

/// How a weaker player plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Nodes that a search may look at.
    pub nodes: u64,
    /// Score units that a played move may be worse than the best one.
    pub margin: i32,
    /// Moves to choose among.
    pub candidates: usize,
}

impl Strength {
    /// A level from 0, the weakest; `None` from [`FULL`] on. Fractions lie
    /// between levels.
    pub fn of_level(level: f64) -> Option<Strength> {
        let full = FULL as f64;
        if level >= full {
            return None;
        }
        let level = level.max(0.0);
        let left = (full - level) / full;
        Some(Strength {
            nodes: (FIRST_NODES * NODES_GROWTH.powf(level)).round() as u64,
            margin: (WIDEST_MARGIN * MARGIN_SHRINKAGE.powf(level)).round() as i32,
            candidates: 2 + (left * (MOST_CANDIDATES - 2.0)).round() as usize,
        })
    }

    /// The level of an Elo number on the scale of [`ELO`]; never full strength.
    pub fn of_elo(elo: i64) -> Option<Strength> {
        let above = ELO.partition_point(|&known| known <= elo);
        let Some(&high) = ELO.get(above) else { return Strength::of_level(FULL as f64 - 1.0) };
        let Some(low) = above.checked_sub(1) else { return Strength::of_level(0.0) };
        let step = (elo - ELO[low]) as f64 / (high - ELO[low]) as f64;
        Strength::of_level(low as f64 + step)
    }
}

/// A line that a search has found.
#[derive(Clone, Debug)]
pub struct ScoredLine {
    /// Its score for the side to move.
    pub score: Score,
    /// The score that the search chose by: see [`Report::search_score`](crate::search::Report).
    pub search_score: Score,
    /// The line.
    pub pv: Vec<Move>,
}

/// Which of the lines, best first, a player of this strength takes. Mates that
/// were seen are given and avoided.
pub fn pick<'a>(
    candidates: &'a [ScoredLine],
    board: &Board,
    strength: Strength,
    seed: u64,
) -> Option<&'a ScoredLine> {
    let best = candidates.first()?;
    if best.score.is_decisive() {
        return Some(best);
    }
    let loss = |found: &ScoredLine| best.search_score.units() - found.search_score.units();
    candidates
        .iter()
        .filter(|found| !found.score.is_decisive() && loss(found) <= strength.margin)
        .filter_map(|found| Some((found, *found.pv.first()?)))
        .max_by_key(|&(found, mv)| {
            let luck = zobrist::salt(seed ^ board.key_after(mv)) >> 32;
            let bonus = (luck * strength.margin as u64) >> 32;
            bonus as i32 - loss(found)
        })
        .map(|(found, _)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_stronger() {
        let of = |level: i64| Strength::of_level(level as f64).unwrap();
        for level in 1..FULL {
            let (weaker, stronger) = (of(level - 1), of(level));
            assert!(stronger.nodes > weaker.nodes);
            assert!(stronger.margin < weaker.margin);
            assert!(stronger.candidates <= weaker.candidates);
            assert!(ELO[level as usize] > ELO[level as usize - 1]);
        }
        assert_eq!(Strength::of_level(FULL as f64), None);
        assert_eq!(Strength::of_elo(-5000), Some(of(0)));
        assert_eq!(Strength::of_elo(5000), Some(of(FULL - 1)));
        for (level, &elo) in ELO.iter().enumerate() {
            assert_eq!(Strength::of_elo(elo), Some(of(level as i64)));
        }
        let between = Strength::of_elo((ELO[3] + ELO[4]) / 2).unwrap();
        assert!((of(3).nodes..of(4).nodes).contains(&between.nodes));
    }

    #[test]
    fn the_document_has_the_levels() {
        let text = include_str!("../../docs/players/options.md");
        for (level, elo) in ELO.iter().enumerate() {
            let Strength { nodes, margin, candidates } = Strength::of_level(level as f64).unwrap();
            let row = format!("| {level} | {nodes} | {margin} | {candidates} | {elo} |");
            assert!(
                text.contains(&row),
                "docs/players/options.md: expected a row that begins {row}"
            );
        }
    }

    fn candidates(scores: &[(&str, i32)]) -> Vec<ScoredLine> {
        let of = |&(mv, score): &(&str, i32)| {
            let score = Score::new(score);
            ScoredLine { score, search_score: score, pv: vec![mv.parse().unwrap()] }
        };
        scores.iter().map(of).collect()
    }

    #[test]
    fn worse_moves_are_chosen_less_often_and_bad_ones_never() {
        let board = Board::start();
        let lines = candidates(&[("h2e2", 50), ("h0g2", 0), ("g3g4", -40), ("h2h9", -400)]);
        let strength = Strength { nodes: 1, margin: 100, candidates: 4 };
        let mut counts = [0; 4];
        for seed in 0..10_000 {
            let found = pick(&lines, &board, strength, seed).unwrap();
            counts[lines.iter().position(|line| line.pv == found.pv).unwrap()] += 1;
            assert_eq!(pick(&lines, &board, strength, seed).unwrap().pv, found.pv);
        }
        assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
        assert!(counts[2] > 0, "{counts:?}");
        assert_eq!(counts[3], 0);
        let exact = Strength { margin: 0, ..strength };
        assert_eq!(pick(&lines, &board, exact, 7).unwrap().pv, lines[0].pv);
        assert!(pick(&[], &board, strength, 7).is_none());
    }

    /// In a drawn ending all moves that hold the draw are reported with the same score.
    #[test]
    fn moves_of_drawn_endings_are_chosen_by_the_search() {
        let board = Board::start();
        let mut lines = candidates(&[("h2e2", 50), ("h2h9", -400)]);
        for line in &mut lines {
            line.score = Score::ZERO;
        }
        let strength = Strength { nodes: 1, margin: 100, candidates: 4 };
        for seed in 0..100 {
            assert_eq!(pick(&lines, &board, strength, seed).unwrap().pv, lines[0].pv);
        }
    }

    #[test]
    fn mates_that_were_seen_count() {
        let board = Board::start();
        let strength = Strength { nodes: 1, margin: 10_000, candidates: 4 };
        let mut lines = candidates(&[("h2e2", 0), ("h0g2", 0)]);
        lines[0].score = Score::mate_in(3);
        for seed in 0..100 {
            assert_eq!(pick(&lines, &board, strength, seed).unwrap().pv, lines[0].pv);
        }
        lines[0].score = Score::ZERO;
        lines[1].score = Score::mated_in(4);
        for seed in 0..100 {
            assert_eq!(pick(&lines, &board, strength, seed).unwrap().pv, lines[0].pv);
        }
    }
}
