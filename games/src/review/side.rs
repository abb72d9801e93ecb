//! What the moves of a side were worth: means and counts.

use serde::Serialize;

use crate::review::grade::Grade;
use crate::review::played::{Phase, Played};
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
    /// How many were inaccuracies.
    pub inaccuracies: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
    /// The phases in which it moved.
    pub phases: Vec<PhaseSummary>,
}

impl Side {
    /// The summary of the moves of one side.
    pub fn of(moves: &[Played], side: Color) -> Side {
        let own: Vec<&Played> =
            moves.iter().filter(|played| played.red == (side == Color::Red)).collect();
        let judged: Vec<&Played> =
            own.iter().filter(|played| !played.too_shallow).copied().collect();
        let count = |grade| own.iter().filter(|played| played.grade == Some(grade)).count();
        let phases = Phase::ALL.into_iter().filter_map(|phase| {
            let moves = own.iter().filter(|played| played.phase == phase).count();
            let judged = judged.iter().filter(|played| played.phase == phase);
            let judged: Vec<&Played> = judged.copied().collect();
            let (accuracy, loss_cp) = (mean(&judged, accuracy_of), mean(&judged, centipawns));
            (moves > 0).then_some(PhaseSummary { phase, moves, accuracy, loss_cp })
        });
        Side {
            moves: own.len(),
            unjudged: own.len() - judged.len(),
            accuracy: mean(&judged, accuracy_of),
            loss_cp: mean(&judged, centipawns),
            loss_chance: mean(&judged, |played| played.loss_chance),
            inaccuracies: count(Grade::Inaccuracy),
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
            phases: phases.collect(),
        }
    }
}

fn accuracy_of(played: &Played) -> f64 {
    accuracy(played.loss_chance)
}

fn centipawns(played: &Played) -> f64 {
    f64::from(played.loss_cp)
}

/// The mean of a figure; without moves there is none.
fn mean(moves: &[&Played], figure: fn(&Played) -> f64) -> Option<f64> {
    let sum: f64 = moves.iter().map(|played| figure(played)).sum();
    (!moves.is_empty()).then(|| rounded(sum / moves.len() as f64))
}

/// How well a move was chosen, 0 to 100, by what it lost in percent of win chance. The
/// formula is that of Lichess, so that the numbers mean what people are used to.
fn accuracy(loss_chance: f64) -> f64 {
    (103.1668 * (-0.04354 * loss_chance).exp() - 3.1669).clamp(0.0, 100.0)
}

/// To a tenth.
pub fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert_eq!((rounded(accuracy(0.0)), accuracy(100.0)), (100.0, 0.0));
        assert!((60.0..65.0).contains(&accuracy(10.0)), "{}", accuracy(10.0));
    }

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
            too_shallow,
        };
        let side = Side::of(&[played(0.0, false), played(50.0, true)], Color::Red);
        assert_eq!((side.moves, side.unjudged), (2, 1));
        let figures = (side.accuracy, side.loss_cp, side.loss_chance);
        assert_eq!(figures, (Some(100.0), Some(0.0), Some(0.0)));
        assert_eq!((side.phases[0].moves, side.phases[0].accuracy), (2, Some(100.0)));
        let side = Side::of(&[played(50.0, true)], Color::Red);
        assert_eq!((side.accuracy, side.loss_cp, side.loss_chance), (None, None, None));
        assert_eq!((side.phases[0].moves, side.phases[0].accuracy), (1, None));
        assert_eq!(Side::of(&[], Color::Black).accuracy, None);
    }
}
