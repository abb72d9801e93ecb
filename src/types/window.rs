//! The search window.

use std::ops::Neg;

use crate::types::Score;

/// The open interval of scores that a search has to tell apart. `alpha` is the score that
/// the side to move is sure of, `beta` the score that the opponent allows at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Window {
    /// Lower end: a score at or below it is a fail-low.
    pub alpha: Score,
    /// Upper end: a score at or above it is a fail-high.
    pub beta: Score,
}

impl Window {
    /// The widest window.
    pub const FULL: Window = Window { alpha: Score::new(-32_001), beta: Score::INFINITE };

    /// The window between two scores.
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The zero window above `alpha`: whether the score is larger than alpha.
    #[inline]
    pub fn scout(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The zero window below `score`: whether the score is at least this.
    #[inline]
    pub fn below(score: Score) -> Window {
        Window { alpha: score - 1, beta: score }
    }

    /// Whether no score lies between alpha and beta any more.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether the score lies strictly inside.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Raises alpha to the score if it lies above.
    #[inline]
    pub fn raise_alpha(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }
}

/// The same window as the opponent sees it.
impl Neg for Window {
    type Output = Window;
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_negate_and_narrow() {
        let mut w = Window::new(Score::new(-10), Score::new(30));
        assert_eq!(-w, Window::new(Score::new(-30), Score::new(10)));
        assert_eq!(-(-w), w);
        assert_eq!(w.scout(), Window::new(Score::new(-10), Score::new(-9)));
        assert!(w.contains(Score::ZERO) && !w.contains(Score::new(30)));
        w.raise_alpha(Score::new(40));
        assert!(w.is_empty());
        assert_eq!(-Window::FULL, Window::FULL);
    }
}
