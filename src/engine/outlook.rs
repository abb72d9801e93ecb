//! What a score means to a person: centipawns, and the chances of a win, a draw
//! and a loss. The one place that knows how internal units relate to either.

use crate::types::Score;

/// Internal units that are printed as 100.
const UNITS_PER_PAWN: i32 = 100;

/// Score in centipawns at which half of the games are won.
const WIN_MIDPOINT: f64 = 250.0;

/// How fast the chances turn around that score: centipawns by which the odds
/// change by a factor of e.
const WIN_SCALE: f64 = 90.0;

/// The chances of the side to move per mille; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Of winning.
    pub win: u16,
    /// Of drawing.
    pub draw: u16,
    /// Of losing.
    pub loss: u16,
}

/// A score that is no mate, in hundredths of a pawn.
pub fn centipawns(score: Score) -> i32 {
    score.units() * 100 / UNITS_PER_PAWN
}

/// Centipawns that a knight or a cannon is worth in the middlegame, rounded.
const CENTIPAWNS_PER_MINOR: i32 = 400;

/// A score that is no mate, in hundredths of a knight or cannon.
pub fn percent_of_minor(score: Score) -> i32 {
    centipawns(score) * 100 / CENTIPAWNS_PER_MINOR
}

/// The chances that go with a score: two logistic curves, one for winning and
/// its mirror image for losing; what is left are draws. The constants are round
/// numbers, not fitted to games.
pub fn wdl(score: Score) -> Wdl {
    if score.is_win() {
        return Wdl { win: 1000, draw: 0, loss: 0 };
    }
    if score.is_loss() {
        return Wdl { win: 0, draw: 0, loss: 1000 };
    }
    let x = f64::from(centipawns(score));
    let chance = |x: f64| (1000.0 / (1.0 + ((WIN_MIDPOINT - x) / WIN_SCALE).exp())).round() as u16;
    let (win, loss) = (chance(x), chance(-x));
    Wdl { win, draw: 1000 - win - loss, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_grow_and_mirror() {
        let mut last = 0;
        for units in -2000..=2000 {
            let chances = wdl(Score::new(units));
            assert_eq!(chances.win + chances.draw + chances.loss, 1000, "{units}");
            assert!(chances.win >= last, "{units}");
            last = chances.win;
            let mirrored = wdl(Score::new(-units));
            assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
        }
        assert_eq!(wdl(Score::mate_in(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(wdl(Score::mated_in(4)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
