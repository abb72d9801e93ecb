//! The statistics of a match between two engines: pentanomial counts of game
//! pairs, Elo with error bars, and sequential tests.
//!
//! Formulas after Michel Van den Bergh ("Comments on normalized Elo", "The
//! generalized maximum likelihood ratio for the expectation value of a
//! distribution"), as used by fishtest, fastchess and OpenBench.

/// The 97.5 % point of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of normalized Elo per game: `800 / ln 10`.
const NELO: f64 = 347.435_585_522_601_5;

/// The count of an empty cell: no logarithm is taken of zero.
const EMPTY_CELL: f64 = 1e-3;

/// Pairs of games by the points of the first engine: none, a half, one, one
/// and a half, two.
pub type Penta = [u64; 5];

/// Single games by the points of the first engine: losses, draws, wins.
pub type Trio = [u64; 3];

/// Results of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Single games.
    pub games: Trio,
    /// Finished pairs; `None` where games are judged one by one.
    pub pairs: Option<Penta>,
}

impl Results {
    /// The estimated strength of the first engine; `None` without results.
    pub fn strength(&self) -> Option<Strength> {
        match &self.pairs {
            Some(pairs) => strength(pairs),
            None => strength(&self.games),
        }
    }

    /// The share of drawn games, or of level pairs, 0 to 1.
    pub fn draw_ratio(&self) -> f64 {
        let share = |level: u64, all: u64| level as f64 / all.max(1) as f64;
        match &self.pairs {
            Some(pairs) => share(pairs[2], pairs.iter().sum()),
            None => share(self.games[1], self.games.iter().sum()),
        }
    }

    /// Pairs won and pairs lost.
    pub fn decided_pairs(&self) -> Option<(u64, u64)> {
        self.pairs.map(|pairs| (pairs[3] + pairs[4], pairs[0] + pairs[1]))
    }
}

/// The unit of strength of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Model {
    /// Normalized Elo: the expected score in units of its deviation.
    #[default]
    Normalized,
    /// Elo of the logistic curve.
    Logistic,
    /// Bayesian Elo with the draw rate as observed, on single games: for
    /// comparison with old results.
    Bayesian,
}

/// The hypotheses and error rates of a sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Strength under the hypothesis of no gain.
    pub elo0: f64,
    /// Strength under the hypothesis of a gain.
    pub elo1: f64,
    /// Chance to accept a change that has no gain.
    pub alpha: f64,
    /// Chance to reject a change that has the gain.
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    pub model: Model,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play on.
    Continue,
    /// The change gains nothing (H0).
    Reject,
    /// The change gains (H1).
    Accept,
}

impl Sprt {
    /// The largest strength of a hypothesis, either way. Not far beyond it the expected score is
    /// 1 in the numbers of the machine, and no ratio can be computed.
    pub const MOST_ELO: f64 = 1000.0;

    /// The log-likelihood ratios at which the test ends: reject at or below the
    /// first, accept at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the results. The Bayesian model looks at
    /// single games even where there are pairs.
    pub fn llr(&self, results: &Results) -> f64 {
        let Sprt { elo0, elo1, .. } = *self;
        match (self.model, &results.pairs) {
            (Model::Bayesian, _) => llr_bayesian(&results.games, elo0, elo1),
            (Model::Normalized, Some(pairs)) => llr_normalized(pairs, elo0, elo1),
            (Model::Normalized, None) => llr_normalized(&results.games, elo0, elo1),
            (Model::Logistic, Some(pairs)) => llr_logistic(pairs, elo0, elo1),
            (Model::Logistic, None) => llr_logistic(&results.games, elo0, elo1),
        }
    }

    /// The decision at a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::Accept
        } else if llr <= lower {
            Decision::Reject
        } else {
            Decision::Continue
        }
    }
}

/// Cells as frequencies, and how many there are; empty cells count a little.
fn distribution<const N: usize>(counts: &[u64; N]) -> (f64, [f64; N]) {
    let cells = counts.map(|n| if n == 0 { EMPTY_CELL } else { n as f64 });
    let total: f64 = cells.iter().sum();
    (total, cells.map(|n| n / total))
}

/// The score of cell `i` of `N` in points per game, 0 to 1.
fn score_of<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The square root of the number of games that a cell of `N` stands for: pairs
/// have five, single games three.
fn root_of_games<const N: usize>() -> f64 {
    ((N - 1) as f64 / 2.0).sqrt()
}

fn mean_variance<const N: usize>(p: &[f64; N]) -> (f64, f64) {
    let mean: f64 = p.iter().enumerate().map(|(i, p)| p * score_of::<N>(i)).sum();
    let variance = p.iter().enumerate().map(|(i, p)| p * (score_of::<N>(i) - mean).powi(2)).sum();
    (mean, variance)
}

/// The distribution nearest to `p` (by likelihood) under which the values `v`
/// have the mean zero.
fn tilt<const N: usize>(p: &[f64; N], v: &[f64; N]) -> [f64; N] {
    let min = v.iter().copied().fold(f64::INFINITY, f64::min);
    let max = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean_at =
        |theta: f64| -> f64 { p.iter().zip(v).map(|(p, v)| p * v / (1.0 + theta * v)).sum() };
    // The function falls from +inf to -inf between its poles: bisect.
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if mean_at(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = 0.5 * (low + high);
    std::array::from_fn(|i| p[i] / (1.0 + theta * v[i]))
}

fn llr_of<const N: usize>(total: f64, p: &[f64; N], p0: &[f64; N], p1: &[f64; N]) -> f64 {
    total * (0..N).map(|i| p[i] * (p1[i].ln() - p0[i].ln())).sum::<f64>()
}

/// The log-likelihood ratio of two logistic Elo values, generalized to an unknown
/// distribution of pairs or games.
pub fn llr_logistic<const N: usize>(counts: &[u64; N], elo0: f64, elo1: f64) -> f64 {
    if counts.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let (total, p) = distribution(counts);
    let at = |elo: f64| {
        let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        tilt(&p, &std::array::from_fn(|i| score_of::<N>(i) - expected))
    };
    llr_of(total, &p, &at(elo0), &at(elo1))
}

/// The log-likelihood ratio of two normalized Elo values, generalized to an
/// unknown distribution of pairs or games. Zero, no evidence, where the results vary
/// so little that no distribution near them has such an Elo.
pub fn llr_normalized<const N: usize>(counts: &[u64; N], nelo0: f64, nelo1: f64) -> f64 {
    if counts.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let (total, p) = distribution(counts);
    let at = |nelo: f64| {
        let t = root_of_games::<N>() * nelo / NELO;
        let mut q = [1.0 / N as f64; N];
        // The deviation belongs to the distribution sought: iterate.
        for _ in 0..10 {
            let before = q;
            let (mean, variance) = mean_variance(&q);
            let sigma = variance.sqrt();
            let values = std::array::from_fn(|i| {
                let a = score_of::<N>(i);
                a - 0.5 - 0.5 * t * sigma * (1.0 + ((a - mean) / sigma).powi(2))
            });
            q = tilt(&p, &values);
            if q.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-9) {
                break;
            }
        }
        q
    };
    let llr = llr_of(total, &p, &at(nelo0), &at(nelo1));
    if llr.is_finite() { llr } else { 0.0 }
}

/// The log-likelihood ratio of two Bayesian Elo values on single games
/// `[losses, draws, wins]`, with the draw rate as observed. Zero until every
/// kind of result has occurred.
pub fn llr_bayesian(games: &Trio, elo0: f64, elo1: f64) -> f64 {
    if games.contains(&0) {
        return 0.0;
    }
    let [losses, draws, wins] = games.map(|n| n as f64);
    let total = losses + draws + wins;
    let (win, loss) = (wins / total, losses / total);
    let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
    let at = |elo: f64| {
        let win = 1.0 / (1.0 + 10f64.powf((draw_elo - elo) / 400.0));
        let loss = 1.0 / (1.0 + 10f64.powf((draw_elo + elo) / 400.0));
        [loss, 1.0 - win - loss, win]
    };
    let (p0, p1) = (at(elo0), at(elo1));
    [losses, draws, wins].iter().zip(p0).zip(p1).map(|((n, p0), p1)| n * (p1 / p0).ln()).sum()
}

/// A value with its 95 % interval. An end that would be infinite is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value; `None` when it would be infinite.
    pub value: Option<f64>,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// The estimated strength of the first engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalized Elo.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

/// Strength from pairs or single games; `None` without results.
fn strength<const N: usize>(counts: &[u64; N]) -> Option<Strength> {
    let n = counts.iter().sum::<u64>() as f64;
    if n == 0.0 {
        return None;
    }
    let p = counts.map(|c| c as f64 / n);
    let (score, variance) = mean_variance(&p);
    // Equal results all along show no deviation, which is no proof of certainty:
    // then (and at the ends of the scale) the interval is Wilson's, which is
    // finite on the side that matters.
    let degenerate = variance < 1e-12;
    let (low, high) = if degenerate {
        wilson(score, n)
    } else {
        let error = Z95 * (variance / n).sqrt();
        (score - error, score + error)
    };
    let elo = Estimate { value: elo_of(score), low: elo_of(low), high: elo_of(high) };
    let (_, regular) = distribution(counts);
    let deviation = mean_variance(&regular).1.sqrt().max(1e-9);
    let nelo_of = |s: f64| (s - 0.5) / deviation * NELO / root_of_games::<N>();
    let bounded = |s: f64| (!degenerate).then(|| nelo_of(s));
    let nelo = Estimate { value: bounded(score), low: bounded(low), high: bounded(high) };
    let spread = if degenerate { (0.25 / n).sqrt() } else { (variance / n).sqrt() };
    Some(Strength { score, elo, nelo, los: normal_cdf((score - 0.5) / spread) })
}

/// The 95 % interval of a probability after `n` trials with the mean `p`.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    (centre - half, centre + half)
}

/// The Elo difference of an expected score; `None` where it is infinite.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 1e-9 && score < 1.0 - 1e-9).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The standard normal distribution function, to 1e-7 and better.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function: a series near zero, a continued fraction
/// beyond.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        return 1.0 - sum * std::f64::consts::FRAC_2_SQRT_PI;
    }
    let fraction = (1..60).rev().fold(x, |tail, n| x + 0.5 * f64::from(n) / tail);
    (-x * x).exp() / (fraction * std::f64::consts::PI.sqrt())
}

#[cfg(test)]
mod tests;
