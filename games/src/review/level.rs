//! How strong a player is, by what the moves lost: an estimate on the scale of the engine's
//! levels. It is fitted to games of these levels, not of people; `chuhe fit-levels` finds
//! the numbers, and `docs/players/analyze.md` says how large the errors are.

use std::ops::{AddAssign, RangeInclusive};

use serde::Serialize;

use crate::review::played::Played;
use crate::review::position::Position;
use chuhe::board::Board;
use chuhe::engine::strength::{ELO, FULL};

/// Moves from which on there is an estimate.
pub const LEAST_MOVES: usize = 20;

/// Percent of the points that the mover may expect where a game is open: elsewhere any move
/// will do, or none helps.
const OPEN: RangeInclusive<f64> = 2.0..=98.0;

/// What the numbers of a player are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The level of somebody who always makes the engine's choice; beyond the scale, because
    /// nobody does.
    pub top: f64,
    /// Levels for each root of a percent lost on average.
    pub root: f64,
    /// Levels for a move in all that is not the engine's choice.
    pub other: f64,
    /// Variance of the error in squared levels that no number of moves takes away, and that of
    /// one move.
    pub variance: [f64; 2],
}

/// The fit that is used.
pub const FIT: Fit = Fit { top: 24.136, root: -6.053, other: -14.123, variance: [1.779, 312.84] };

/// What is counted of the moves of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signal {
    /// Moves that count.
    pub moves: usize,
    /// The roots of their losses, in percent of win chance.
    pub roots: f64,
    /// Those that were not the engine's choice.
    pub others: usize,
}

impl AddAssign for Signal {
    fn add_assign(&mut self, other: Signal) {
        self.moves += other.moves;
        self.roots += other.roots;
        self.others += other.others;
    }
}

impl Signal {
    /// What the moves of one side say; each with the position before it.
    pub fn of<'a>(moves: impl Iterator<Item = (&'a Played, &'a Position)>) -> Signal {
        let mut signal = Signal::default();
        for (played, position) in moves.filter(|(played, _)| played.counts) {
            let is_choice = position.line.first() == Some(&played.mv);
            signal.add(played.loss_chance, is_choice);
        }
        signal
    }

    /// Adds a move that lost so much, in percent of win chance.
    pub fn add(&mut self, loss_chance: f64, is_choice: bool) {
        self.moves += 1;
        self.roots += loss_chance.max(0.0).sqrt();
        self.others += usize::from(!is_choice);
    }

    /// The mean root of the losses, and the share of moves that were not the engine's choice.
    pub fn means(self) -> [f64; 2] {
        let moves = self.moves.max(1) as f64;
        [self.roots / moves, self.others as f64 / moves]
    }
}

/// Whether a move may count: the game was open, and there was a choice.
pub fn is_open(chance: f64, board: &Board) -> bool {
    OPEN.contains(&chance) && board.legal_moves().len() > 1
}

/// An estimate of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Level {
    /// From 0, the weakest, to 20, full strength.
    pub level: f64,
    /// The same on the scale of `UCI_Elo`.
    pub elo: i64,
    /// In 95 of 100 cases the Elo of a level is no further away.
    pub error: i64,
    /// The moves that it rests on.
    pub moves: usize,
}

impl Level {
    /// The estimate by what was counted; `None` for too few moves.
    pub fn of(signal: Signal) -> Option<Level> {
        if signal.moves < LEAST_MOVES {
            return None;
        }
        let level = FIT.level(signal).clamp(0.0, FULL as f64);
        let step = (ELO[1] - ELO[0]) as f64;
        Some(Level {
            level: (10.0 * level).round() / 10.0,
            elo: ELO[0] + (step * level / 10.0).round() as i64 * 10,
            error: (1.96 * step * FIT.deviation(signal.moves) / 10.0).round() as i64 * 10,
            moves: signal.moves,
        })
    }
}

impl Fit {
    /// The level that a signal points to, not cut off at the ends of the scale.
    pub fn level(&self, signal: Signal) -> f64 {
        let [root, other] = signal.means();
        self.top + self.root * root + self.other * other
    }

    /// The standard deviation of the error with so many moves, in levels.
    pub fn deviation(&self, moves: usize) -> f64 {
        (self.variance[0] + self.variance[1] / moves.max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(moves: usize, loss: f64, choices: usize) -> Signal {
        let mut signal = Signal::default();
        (0..moves).for_each(|i| signal.add(loss, i < choices));
        signal
    }

    #[test]
    fn better_moves_make_a_higher_level() {
        let of = |loss, choices| Level::of(signal(40, loss, choices)).unwrap();
        let (strong, middle, weak) = (of(0.1, 35), of(2.0, 20), of(9.0, 8));
        assert!(strong.elo > middle.elo && middle.elo > weak.elo, "{strong:?} {middle:?} {weak:?}");
        assert!(of(100.0, 0).elo == ELO[0] && of(100.0, 0).level == 0.0);
        let [few, many] = [40, 400].map(|moves| Level::of(signal(moves, 1.0, 0)).unwrap().error);
        assert!(many < few && many > 0, "{few} {many}");
    }

    #[test]
    fn the_documents_have_the_fit() {
        let Fit { top, root, other, variance: [fixed, of_one] } = FIT;
        let error = format!("√({fixed:.1} + {of_one:.0}/*n*)");
        let english = format!("Level = {top:.1} − {:.1} · root − {:.1} · share", -root, -other);
        let text = include_str!("../../../docs/players/analyze.md");
        assert!(text.contains(&english) && text.contains(&error), "{english} {error}");
        let chinese =
            format!("级别 = {top:.1} − {:.1} × 损失（%）平方根的平均 − {:.1} × ", -root, -other);
        let text = include_str!("../../../docs/players/analyze.zh-CN.md");
        assert!(text.contains(&chinese) && text.contains(&error), "{chinese} {error}");
    }

    #[test]
    fn few_moves_say_nothing() {
        assert_eq!(Level::of(signal(LEAST_MOVES - 1, 0.0, 5)), None);
        let mut both = signal(LEAST_MOVES / 2, 1.0, 3);
        both += signal(LEAST_MOVES / 2, 1.0, 3);
        assert_eq!(Level::of(both).unwrap().moves, LEAST_MOVES);
    }
}
