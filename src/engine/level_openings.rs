//! Openings for matches: random moves from given positions that leave them level.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use crate::board::{NullObserver, Setup};
use crate::engine::part::Part;
use crate::random::Random;
use crate::rules::{Game, Outcome, judge};
use crate::search::{Limits, Pool, SearchSettings};

/// Random moves of an opening that may be asked for. More leave few positions level.
pub const PLIES: RangeInclusive<u64> = 1..=40;

/// Openings are given up after this many attempts for each.
const ATTEMPTS: usize = 1000;

/// Which openings are wanted.
#[derive(Clone, Debug)]
pub struct LevelOpenings {
    /// How many.
    pub count: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// The part that this process finds: no two parts have a position in common.
    pub part: Part,
    /// Random moves in each.
    pub plies: u64,
    /// The largest advantage, in units of the evaluation.
    pub level: i32,
    /// Nodes of the search that judges a position.
    pub nodes: u64,
}

impl Default for LevelOpenings {
    fn default() -> LevelOpenings {
        LevelOpenings { count: 500, seed: 1, part: Part::WHOLE, plies: 8, level: 100, nodes: 5000 }
    }
}

/// There are fewer level openings than were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    /// How many were found.
    pub found: u64,
}

impl fmt::Display for TooFew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = if self.found == 1 { "opening is" } else { "openings are" };
        write!(f, "only {} {are} that level", self.found)
    }
}

impl std::error::Error for TooFew {}

impl LevelOpenings {
    /// Finds them one by one, as FENs without counters, all different. Random moves are made
    /// from `starts`, which must not be empty. Stops early when `found` fails.
    ///
    /// # Errors
    /// The first error of `found`, or [`TooFew`].
    pub fn find<E: From<TooFew>>(
        &self,
        starts: &[Game],
        mut found: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut random = Random::new(&[self.seed, 0x6f70_656e]);
        let mut pool = Pool::new(1, 4);
        let settings = SearchSettings::default();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let wanted = self.part.of(0..self.count as u64);
        let (wanted, mut seen, mut count) = (wanted.end - wanted.start, HashSet::new(), 0);
        for _ in 0..self.count.saturating_mul(ATTEMPTS) {
            if count == wanted {
                break;
            }
            // With a single start nothing is drawn.
            let start = if starts.len() > 1 { random.below(starts.len()) } else { 0 };
            let mut game = starts[start].clone();
            for _ in 0..self.plies {
                let moves = game.board().legal_moves();
                if !moves.is_empty() {
                    game.push(moves[random.below(moves.len())], &mut NullObserver);
                }
            }
            // All parts draw the same positions; each has those with its own keys.
            let is_ours = self.part.has(game.board().key());
            if !is_ours
                || game.board().in_check()
                || judge(&game, &settings.rules).outcome != Outcome::Ongoing
            {
                continue;
            }
            let fen = Setup { quiet_plies: 0, move_number: 1, ..game.setup() }.to_string();
            if !seen.insert(fen.clone()) {
                continue;
            }
            pool.clear();
            let score = pool.search(&game, limits.clone(), settings.clone()).score.units();
            if score.abs() <= self.level {
                found(&fen)?;
                count += 1;
            }
        }
        if count == wanted { Ok(()) } else { Err(TooFew { found: count }.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(wanted: &LevelOpenings) -> Result<Vec<String>, TooFew> {
        let start = Game::new(&Setup::start()).unwrap();
        let mut openings = Vec::new();
        wanted.find(&[start], |fen| {
            openings.push(fen.to_string());
            Ok::<(), TooFew>(())
        })?;
        Ok(openings)
    }

    #[test]
    fn openings_are_different_positions_and_the_same_again() {
        let wanted = LevelOpenings {
            count: 20,
            seed: 3,
            plies: 6,
            level: 60,
            nodes: 300,
            ..LevelOpenings::default()
        };
        let openings = find(&wanted).unwrap();
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 20);
        for fen in &openings {
            let setup: Setup = fen.parse().unwrap();
            assert!(!setup.to_board().unwrap().in_check(), "{fen}");
            assert_ne!(setup.pieces, Setup::start().pieces);
        }
        assert_eq!(find(&wanted).unwrap(), openings);
        assert_ne!(find(&LevelOpenings { seed: 4, ..wanted.clone() }).unwrap(), openings);
        let part = |part: &str| {
            let part = part.parse().unwrap();
            find(&LevelOpenings { part, plies: 2, count: 21, level: 150, ..wanted.clone() })
                .unwrap()
        };
        let parts = [part("1/2"), part("2/2")];
        assert_eq!((parts[0].len(), parts[1].len()), (10, 11));
        assert_eq!(parts.iter().flatten().collect::<HashSet<_>>().len(), 21);
        let error = find(&LevelOpenings { plies: 1, count: 45, ..wanted }).unwrap_err();
        assert!(error.to_string().contains("openings are that level"), "{error}");
    }
}
