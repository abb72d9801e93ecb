//! Scores that look further ahead than the searches that found them: those of the rest of the
//! game count too (Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988).

use crate::lab::datagen::StoredGame;
use chuhe::types::Color;

/// How scores of a game are mixed.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead {
    /// How much the expected result of the position a ply later counts in that of a position; 0
    /// leaves the scores as they are.
    pub share: f64,
    /// Score units per unit of the logistic curve that turns scores into expected results.
    pub scale: f64,
}

/// Expected results are kept so far from 0 and 1 that they have a score.
const MARGIN: f64 = 1e-4;

impl Lookahead {
    /// No mixing.
    #[cfg(test)]
    pub const NONE: Lookahead = Lookahead { share: 0.0, scale: 0.0 };

    /// The scores of a game's searched moves, each for the side to move; `first` is the side that
    /// makes the first. From the last to the first the expected result of a position becomes `(1 -
    /// share)` times its own and `share` times that of the next, and the game's result follows
    /// the last.
    pub fn scores(self, game: &StoredGame, first: Color) -> Vec<i16> {
        let mut scores: Vec<i16> = game.moves.iter().map(|ply| ply.score).collect();
        let Lookahead { share, scale } = self;
        if share == 0.0 {
            return scores;
        }
        let last = if scores.len().is_multiple_of(2) { first } else { !first };
        let mut next = f64::from(game.result_for(last)) / 2.0;
        for score in scores.iter_mut().rev() {
            let own = 1.0 / (1.0 + (-f64::from(*score) / scale).exp());
            next = (1.0 - share) * own + share * (1.0 - next);
            let kept = next.clamp(MARGIN, 1.0 - MARGIN);
            *score = (scale * (kept / (1.0 - kept)).ln()).round() as i16;
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::datagen::{Ending, OpeningKind, ScoredMove};
    use chuhe::board::Setup;
    use chuhe::rules::Outcome;

    /// A game with these scores; only they and the outcome matter.
    fn game(scores: &[i16], outcome: Outcome) -> StoredGame {
        let moves = scores.iter().map(|&score| ScoredMove { mv: "h2e2".parse().unwrap(), score });
        StoredGame {
            kind: OpeningKind::Random,
            start: Setup::start(),
            opening: Vec::new(),
            moves: moves.collect(),
            outcome,
            ending: Ending::Rule,
        }
    }

    fn expected(score: i16, scale: f64) -> f64 {
        1.0 / (1.0 + (-f64::from(score) / scale).exp())
    }

    #[test]
    fn later_scores_and_the_result_count_less_and_less() {
        let own = [40, -10, 300, -900, 800];
        let scale = 400.0;
        for (outcome, end) in [
            (Outcome::Win(Color::Red), 1.0),
            (Outcome::Draw, 0.5),
            (Outcome::Win(Color::Black), 0.0),
        ] {
            for share in [0.3, 0.75] {
                let found = Lookahead { share, scale }.scores(&game(&own, outcome), Color::Red);
                for (i, &score) in found.iter().enumerate() {
                    // For Red, as a sum over the rest of the game.
                    let for_red = |j: usize, value: f64| {
                        if j.is_multiple_of(2) { value } else { 1.0 - value }
                    };
                    let rest = (i..own.len()).map(|j| {
                        (1.0 - share)
                            * share.powi((j - i) as i32)
                            * for_red(j, expected(own[j], scale))
                    });
                    let last = share.powi((own.len() - i) as i32) * end;
                    let wanted = for_red(i, rest.sum::<f64>() + last);
                    assert!((expected(score, scale) - wanted).abs() < 1e-3, "{i} {outcome:?}");
                }
            }
        }
    }

    #[test]
    fn certain_results_have_scores_and_none_is_changed_without_lookahead() {
        let own = [30_000, -30_000, 30_000];
        let game = game(&own, Outcome::Win(Color::Red));
        let found = Lookahead { share: 0.9, scale: 400.0 }.scores(&game, Color::Red);
        assert_eq!(found, [3684, -3684, 3684]);
        assert_eq!(Lookahead::NONE.scores(&game, Color::Red), own);
    }
}
