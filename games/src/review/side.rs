//! What the moves of a side were worth: means and counts.

use serde::Serialize;

use crate::review::counts::Counts;
use crate::review::grade::{Grade, rounded};
use crate::review::level::{Level, Signal};
use crate::review::played::{Phase, Played};
use crate::review::position::Position;
use chuhe::types::Color;

/// The moves of a side in one phase.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PhaseSummary {
    /// Which.
    pub phase: Phase,
    /// How many moves.
    pub moves: usize,
    /// How well they were chosen, 0 to 100, as far as they are judged; `None` when none is.
    pub accuracy: Option<f64>,
    /// Mean loss in centipawns.
    pub loss_cp: Option<f64>,
}

/// The time that the moves of a side took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TimeSpent {
    /// Moves of which the file says it.
    pub moves: usize,
    /// Seconds that they took.
    pub seconds: f64,
    /// Moves with a tenth of the first time or less on the clock.
    pub in_trouble: usize,
    /// Mistakes and blunders among these.
    pub bad_in_trouble: usize,
}

impl TimeSpent {
    fn of<'a>(moves: impl Iterator<Item = &'a Played> + Clone) -> Option<TimeSpent> {
        let took = moves.clone().filter_map(|played| played.time?.took);
        let hurried = moves.filter(|played| played.time.is_some_and(|time| time.in_trouble));
        let is_bad =
            |played: &&Played| matches!(played.grade, Some(Grade::Mistake | Grade::Blunder));
        let spent = TimeSpent {
            moves: took.clone().count(),
            seconds: rounded(took.sum()),
            in_trouble: hurried.clone().count(),
            bad_in_trouble: hurried.filter(is_bad).count(),
        };
        (spent.moves > 0 || spent.in_trouble > 0).then_some(spent)
    }
}

/// The moves of a side.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    /// How many.
    pub moves: usize,
    /// How many of them look bad by searches too shallow to say so. They are not judged, and
    /// have no part in the means.
    pub unjudged: usize,
    /// How well they were chosen: the mean of a number from 0 to 100 for each move that is
    /// judged; `None` when none is, as are the losses then.
    pub accuracy: Option<f64>,
    /// Mean loss in centipawns.
    pub loss_cp: Option<f64>,
    /// Mean loss in percent of win chance.
    pub loss_chance: Option<f64>,
    /// How many were inaccuracies by what they lost.
    pub inaccuracies: usize,
    /// How many were mistakes, missed wins among them.
    pub mistakes: usize,
    /// How many were blunders, missed wins among them.
    pub blunders: usize,
    /// How many there are of each class: every judged move is in one.
    pub classes: Counts,
    /// An estimate of the player's level; `None` for too few moves.
    pub level: Option<Level>,
    /// The time that the moves took, where the file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeSpent>,
    /// The phases in which it moved.
    pub phases: Vec<PhaseSummary>,
}

impl Side {
    /// The summary of the moves of one side.
    pub fn of(moves: &[Played], positions: &[Position], side: Color) -> Side {
        let is_own = |played: &&Played| played.red == (side == Color::Red);
        let own: Vec<&Played> = moves.iter().filter(is_own).collect();
        let signal = Signal::of(moves.iter().zip(positions).filter(|(played, _)| is_own(played)));
        let judged: Vec<&Played> =
            own.iter().filter(|played| !played.too_shallow).copied().collect();
        let count = |grade| own.iter().filter(|played| played.grade == Some(grade)).count();
        let phases = Phase::ALL.into_iter().filter_map(|phase| {
            let moves = own.iter().filter(|played| played.phase == phase).count();
            let judged = judged.iter().filter(|played| played.phase == phase);
            let judged: Vec<&Played> = judged.copied().collect();
            let (accuracy, loss_cp) = (mean(&judged, Played::accuracy), mean(&judged, centipawns));
            (moves > 0).then_some(PhaseSummary { phase, moves, accuracy, loss_cp })
        });
        Side {
            moves: own.len(),
            unjudged: own.len() - judged.len(),
            accuracy: mean(&judged, Played::accuracy),
            loss_cp: mean(&judged, centipawns),
            loss_chance: mean(&judged, |played| played.loss_chance),
            inaccuracies: count(Grade::Inaccuracy),
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
            classes: Counts::of(own.iter().copied()),
            level: Level::of(signal),
            time: TimeSpent::of(own.iter().copied()),
            phases: phases.collect(),
        }
    }
}

fn centipawns(played: &Played) -> f64 {
    f64::from(played.loss_cp)
}

/// The mean of a figure; without moves there is none.
fn mean(moves: &[&Played], figure: fn(&Played) -> f64) -> Option<f64> {
    let sum: f64 = moves.iter().map(|played| figure(played)).sum();
    (!moves.is_empty()).then(|| rounded(sum / moves.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_judged_does_not_count() {
        let played = |loss_chance, too_shallow| Played {
            mv: String::new(),
            text: String::new(),
            red: true,
            phase: Phase::Opening,
            loss_cp: 10 * loss_chance as i32,
            loss_chance,
            grade: None,
            class: None,
            kinds: Vec::new(),
            time: None,
            counts: true,
            too_shallow,
        };
        let side = Side::of(&[played(0.0, false), played(50.0, true)], &[], Color::Red);
        assert_eq!((side.moves, side.unjudged), (2, 1));
        let figures = (side.accuracy, side.loss_cp, side.loss_chance);
        assert_eq!(figures, (Some(100.0), Some(0.0), Some(0.0)));
        assert_eq!((side.phases[0].moves, side.phases[0].accuracy), (2, Some(100.0)));
        let side = Side::of(&[played(50.0, true)], &[], Color::Red);
        assert_eq!((side.accuracy, side.loss_cp, side.loss_chance), (None, None, None));
        assert_eq!((side.phases[0].moves, side.phases[0].accuracy), (1, None));
        assert_eq!(Side::of(&[], &[], Color::Black).accuracy, None);
    }
}
