//! Finds the puzzle of a position, if there is one: of what kind, and the line.

use std::sync::Arc;

use chuhe::endings::{Ending, Endings};
use chuhe::engine::strength::{ELO, FULL};
use chuhe::rules::{Game, RuleSet};
use chuhe::search::{SearchSettings, StopToken};
use chuhe::types::{Move, PieceType};
use chuhe_games::names;

use super::look::{Choice, Looker};
use super::mates::MateFinder;
use super::puzzle::{Goal, Ground, alone};
use super::solved;

/// What counts as won, held and lost, in percent of the points.
#[derive(Clone, Copy)]
pub struct Measure {
    /// From which on a position counts as won.
    won: f64,
    /// Up to which it does not.
    not_won: f64,
    /// From which on a position counts as held, and up to which it is no more than that.
    held: f64,
    no_win: f64,
    /// Up to which it counts as lost.
    lost: f64,
}

impl Measure {
    /// What the best move keeps alone, by the chances after it and after the second best.
    fn goal(&self, best: f64, next: f64) -> Option<Goal> {
        if best >= self.won && next <= self.not_won {
            return Some(Goal::Win);
        }
        let is_held = (self.held..=self.no_win).contains(&best) && next <= self.lost;
        is_held.then_some(Goal::Draw)
    }
}

/// What a puzzle claims, which a check must find again.
pub const CLAIMED: Measure =
    Measure { won: 70.0, not_won: 60.0, held: 35.0, no_win: 70.0, lost: 20.0 };
/// What the searches that find it must see: more, so that it still holds in deeper ones.
pub const WANTED: Measure =
    Measure { won: 80.0, not_won: 45.0, held: 48.0, no_win: 60.0, lost: 8.0 };

/// Percent between the best and the second move from which on a position is looked at again.
const INTEREST: f64 = 15.0;
/// Percent from which on mates by checks are looked for.
const ATTACK: f64 = 85.0;
/// Moves of the solver in a line that searches have found, at most.
const MOST_MOVES: usize = 6;

/// How many times fewer nodes than the last search the first two have.
const GROWTH: [u64; 2] = [64, 8];
/// How many times as many nodes one question to the prover has.
const PROVING: u64 = 2;

/// Finds puzzles; one for each thread.
pub struct Finder {
    looker: Looker,
    mates: MateFinder,
    endings: Arc<Endings>,
    rules: RuleSet,
    nodes: u64,
}

/// What was found in a position.
pub struct Found {
    pub goal: Goal,
    pub ground: Ground,
    pub moves: Vec<Move>,
    pub chances: Option<[f64; 2]>,
}

/// How hard a puzzle is.
pub struct Difficulty {
    /// How many of the levels below full strength fail.
    pub level: f64,
    /// The same on their scale.
    pub elo: i64,
}

impl Finder {
    /// A finder whose largest searches take so many nodes.
    pub fn new(settings: &SearchSettings, nodes: u64, stop: &StopToken) -> Finder {
        Finder {
            looker: Looker::new(settings, stop.clone()),
            mates: MateFinder::new(settings.rules, nodes.saturating_mul(PROVING), stop.clone()),
            endings: Arc::clone(&settings.endings),
            rules: settings.rules,
            nodes,
        }
    }

    /// The puzzle of a position that has no history. `before` is the game in which it arose.
    pub fn find(&mut self, position: &Game, before: &Game) -> Option<Found> {
        if position.board().legal_moves().len() < 2 {
            return None;
        }
        if solved::is_known(&self.endings, position) {
            let solved = self.solved(position);
            return solved.or_else(|| self.mate_in_ending(position));
        }
        let [first, second] = self.two_best(position, self.nodes / GROWTH[0])?;
        let is_attack =
            first.is_mate || first.chance >= ATTACK && self.mates.is_by_checks(position);
        let mate = is_attack.then(|| self.mates.line(position)).flatten();
        if let Some(moves) = mate {
            return Some(Found { goal: Goal::Mate, ground: Ground::Prover, moves, chances: None });
        }
        if first.chance - second.chance < INTEREST {
            return None;
        }
        let (goal, mv, chances) = self.agreed(position, first.line[0])?;
        let moves = self.continued(position, goal, mv);
        let is_trivial = moves.len() == 1 && is_recapture(before, mv);
        let chances = Some(chances.map(|chance| (10.0 * chance).round() / 10.0));
        (!is_trivial).then_some(Found { goal, ground: Ground::Search, moves, chances })
    }

    /// A mate where several moves win, but one wins as quickly as none other.
    fn mate_in_ending(&self, position: &Game) -> Option<Found> {
        let is_won = matches!(self.endings.value(position.board()), Some(Ending::Win(_)));
        let moves = is_won.then(|| self.mates.line(position)).flatten()?;
        Some(Found { goal: Goal::Mate, ground: Ground::Prover, moves, chances: None })
    }

    fn solved(&mut self, position: &Game) -> Option<Found> {
        let (goal, moves) = solved::line(&self.endings, &self.rules, position)?;
        Some(Found { goal, ground: Ground::Table, moves, chances: None })
    }

    /// The best two moves.
    fn two_best(&mut self, position: &Game, nodes: u64) -> Option<[Choice; 2]> {
        self.looker.best(position, 2, nodes.max(1)).try_into().ok()
    }

    /// What a move keeps alone, by searches of growing depth that all say so.
    fn agreed(&mut self, position: &Game, mv: Move) -> Option<(Goal, Move, [f64; 2])> {
        let mut last: Option<(Goal, Move, [f64; 2])> = None;
        for nodes in [self.nodes / GROWTH[1], self.nodes] {
            let found = self.kept(position, nodes, WANTED)?;
            let goal = last.map_or(found.0, |(goal, ..)| goal);
            if (found.0, found.1) != (goal, mv) {
                return None;
            }
            last = Some(found);
        }
        last
    }

    /// What the best move keeps alone by a search of so many nodes, and the chances after it
    /// and after the second best.
    pub fn kept(
        &mut self,
        position: &Game,
        nodes: u64,
        measure: Measure,
    ) -> Option<(Goal, Move, [f64; 2])> {
        let [first, second] = self.two_best(position, nodes)?;
        let goal = measure.goal(first.chance, second.chance)?;
        Some((goal, first.line[0], [first.chance, second.chance]))
    }

    /// The line after its first move, as long as the solver's next move is the only one again.
    fn continued(&mut self, position: &Game, goal: Goal, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut game = position.clone();
        if game.play(first).is_err() {
            return line;
        }
        while line.len() < 2 * MOST_MOVES - 1 {
            let replies = self.looker.best(&game, 1, self.nodes / GROWTH[1]);
            let Some(reply) = replies.first().map(|choice| choice.line[0]) else { break };
            if game.play(reply).is_err() || game.board().legal_moves().len() < 2 {
                break;
            }
            // A position that has been there would be a step back.
            if game.records().iter().any(|record| record.key() == game.board().key()) {
                break;
            }
            let Some(next) = alone(&game) else { break };
            let Some(first) = self.two_best(&next, self.nodes / GROWTH[0]) else { break };
            let Some((kept, mv, _)) = self.agreed(&next, first[0].line[0]) else { break };
            if kept != goal || game.play(mv).is_err() {
                break;
            }
            line.extend([reply, mv]);
        }
        line
    }

    /// Which levels find the moves of the solver.
    pub fn difficulty(&mut self, position: &Game, moves: &[Move]) -> Difficulty {
        let mut share = [1.0f64; FULL as usize];
        let mut game = position.clone();
        for (i, &mv) in moves.iter().enumerate() {
            if i % 2 == 0
                && let Some(here) = alone(&game)
            {
                let found = self.looker.finders(&here, mv);
                share.iter_mut().zip(found).for_each(|(share, found)| *share *= found);
            }
            if game.play(mv).is_err() {
                break;
            }
        }
        let level: f64 = share.iter().map(|share| 1.0 - share).sum();
        let level = (10.0 * level).round() / 10.0;
        let step = (ELO[1] - ELO[0]) as f64;
        Difficulty { level, elo: ELO[0] + (step * level).round() as i64 }
    }

    /// The names of what a line shows.
    pub fn names(&self, position: &Game, found: &Found) -> Vec<String> {
        names::of(position, &found.moves, found.goal).into_iter().map(str::to_owned).collect()
    }
}

/// Whether a move takes back what the last move of the game has taken.
fn is_recapture(before: &Game, mv: Move) -> bool {
    let last = before.moves().last();
    let took = before.records().last().is_some_and(|record| record.captured().is_some());
    let is_king = before.board().piece_at(mv.from()).is_some_and(|p| p.kind() == PieceType::King);
    took && !is_king && last.is_some_and(|last| last.to() == mv.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_won_is_no_draw() {
        let found = |best, next| WANTED.goal(best, next);
        assert_eq!((found(80.0, 45.0), found(80.0, 46.0)), (Some(Goal::Win), None));
        assert_eq!((found(48.0, 8.0), found(60.0, 0.0)), (Some(Goal::Draw), Some(Goal::Draw)));
        assert_eq!((found(47.0, 0.0), found(65.4, 0.0), found(55.0, 9.0)), (None, None, None));
        // A deeper search that sees a win finds something else than a draw.
        assert_eq!((CLAIMED.goal(69.0, 0.0), CLAIMED.goal(73.0, 0.0)), {
            (Some(Goal::Draw), Some(Goal::Win))
        });
    }
}
