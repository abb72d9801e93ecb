//! Step 2, where the natural limit is reached: a draw by the rules, but not every interface
//! applies them, and of many draws one has to be played. So the search goes on with the count
//! begun anew, and a small share of what it finds tells the draws apart.

use crate::search::worker::node::NodeKind;
use crate::search::worker::{Stopped, Worker};
use crate::types::{Ply, Score, Window};

/// Units of the game beyond the limit that make a unit of the draw: a whole game, some
/// 1000 centipawns, counts as some 30.
const STEP: i32 = 32;
/// From here on a game is won, and only mates matter.
const KNEE: i32 = 3200;
/// [`STEP`] beyond the knee.
const FAR_STEP: i32 = 512;
/// The least value beyond the limit that is worth more than [`KNEE`] is.
const WORTH_OF_KNEE: i32 = KNEE / STEP;

impl Worker {
    /// Whether a score of the rules is that of a draw by the natural limit, beyond which the
    /// search goes on.
    #[inline]
    pub(super) fn goes_beyond_limit(&self, score: Score) -> bool {
        let settings = &self.shared.settings;
        score == Score::ZERO
            && settings.rules.is_at_limit(self.game.quiet_plies())
            && self.game.quiet_plies() > 0 // or a limit of none would restart for ever
            && settings.techniques.beyond_limit_on
    }

    /// The worth of a draw by the natural limit: searches the node as if the count began there.
    /// The line ends here all the same.
    #[cold]
    pub(super) fn beyond_limit<N: NodeKind>(
        &mut self,
        window: Window,
        ply: Ply,
        search: impl FnOnce(&mut Worker, Window) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        let most = worth_of_draw(Score::MATE);
        if window.alpha >= most {
            return Ok(most);
        }
        if window.beta <= -most {
            return Ok(-most);
        }
        // If the search is stopped, taking the last move back restores the count.
        let count = self.game.restart_count();
        let score = search(self, window_beyond(window))?;
        self.game.restore_count(count);
        if N::PV {
            self.pv[ply].clear();
        }
        Ok(worth_of_draw(score))
    }
}

/// What a draw by the natural limit is worth, given the score of playing on.
fn worth_of_draw(score: Score) -> Score {
    let size = score.units().abs();
    let worth = if size <= KNEE { size / STEP } else { WORTH_OF_KNEE + (size - KNEE) / FAR_STEP };
    Score::new(worth * score.units().signum())
}

/// Whether a score may be that of a draw by the natural limit.
pub fn may_be_draw_by_limit(score: Score) -> bool {
    score.units().abs() <= worth_of_draw(Score::MATE).units()
}

/// The window beyond the limit that asks what `window` asks before it.
fn window_beyond(window: Window) -> Window {
    let inner =
        |units: i32| Score::new(units.clamp(-Score::INFINITE.units(), Score::INFINITE.units()));
    Window::new(
        inner(least_score(window.alpha.units() + 1) - 1),
        inner(least_score(window.beta.units())),
    )
}

/// The least score that is worth as much, in units.
fn least_score(worth: i32) -> i32 {
    if worth <= 0 {
        1 - least_score(1 - worth)
    } else if worth <= WORTH_OF_KNEE {
        worth * STEP
    } else {
        KNEE + (worth - WORTH_OF_KNEE) * FAR_STEP
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_asks_the_same_before_and_beyond_the_limit() {
        let scores = || (-Score::MATE.units()..=Score::MATE.units()).map(Score::new);
        let most = worth_of_draw(Score::MATE).units();
        for alpha in -most - 1..=most {
            let window = Window::new(Score::new(alpha), Score::new(alpha + 1));
            let inner = window_beyond(window);
            for score in scores().step_by(7) {
                let (worth, context) = (worth_of_draw(score), (alpha, score));
                assert_eq!(score <= inner.alpha, worth <= window.alpha, "{context:?}");
                assert_eq!(score >= inner.beta, worth >= window.beta, "{context:?}");
            }
        }
        assert_eq!(window_beyond(Window::FULL), Window::FULL);
        assert!(scores().is_sorted_by_key(worth_of_draw));
        assert!(worth_of_draw(Score::MATE) > worth_of_draw(Score::new(KNEE)));
    }

    #[test]
    fn a_draw_is_worth_little_either_way() {
        for (score, worth) in [(0, 0), (31, 0), (32, 1), (-320, -10), (3200, 100), (32_000, 156)] {
            assert_eq!(worth_of_draw(Score::new(score)), Score::new(worth));
            assert_eq!(worth_of_draw(Score::new(-score)), Score::new(-worth));
        }
        assert!(may_be_draw_by_limit(Score::new(-156)) && !may_be_draw_by_limit(Score::new(157)));
    }
}
