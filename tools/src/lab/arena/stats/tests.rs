use super::*;
use chuhe::internals::random::Random;

const LARGE: Penta = [39, 8843, 26675, 9240, 44];
const SMALL: Penta = [3, 12, 40, 20, 5];

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "found {found}, expected {expected}");
}

// Reference values printed by OpenBench's stats.py.
#[test]
fn normalized_pairs() {
    near(llr_normalized(&LARGE, 0.5, 2.5), 2.941675, 1e-6);
    near(llr_normalized(&LARGE, 0.0, 5.0), 3.639943, 1e-6);
    near(llr_normalized(&LARGE, -5.0, 0.0), 22.211276, 1e-6);
    near(llr_normalized(&SMALL, 0.0, 5.0), 0.254213, 1e-6);
    near(llr_normalized(&[0, 10, 20, 15, 5], 0.0, 5.0), 0.338033, 1e-6);
    near(llr_normalized(&[0, 0, 10, 0, 0], 0.0, 5.0), -0.002699, 1e-6);
}

// Reference values of fastchess's own tests, to their two decimals.
#[test]
fn values_of_fastchess() {
    let pairs = [365, 16618, 36029 + 200, 16974, 390];
    near(llr_normalized(&pairs, 0.0, 2.0), 2.25, 0.005);
    let pairs = [223, 9863, 20279 + 1000, 10037, 246];
    near(llr_logistic(&pairs, 0.5, 2.5), -3.07, 0.005);
    // Its root finder stops at 1e-3; ours at the precision of the numbers.
    near(llr_normalized(&[0, 0, 0, 0, 5550], 0.0, 5.0), 111.82, 0.025);
}

#[test]
fn bayesian_games() {
    near(llr_bayesian(&[22569, 44137, 22976], 0.5, 2.5), 0.975772, 1e-6);
    assert_eq!(llr_bayesian(&[5, 0, 5], 0.0, 5.0), 0.0);
}

#[test]
fn elo_with_error_bars() {
    let found = strength(&LARGE).unwrap();
    near(found.elo.value.unwrap(), 1.5768, 5e-5);
    near(found.elo.low.unwrap(), 0.5464, 1e-4);
    near(found.elo.high.unwrap(), 2.6071, 1e-4);
    let found = strength(&SMALL).unwrap();
    near(found.elo.value.unwrap(), 26.1067, 5e-5);
    // The reference interval -8.03 to 60.76 is Student's; the normal one is narrower.
    let (low, high) = (found.elo.low.unwrap(), found.elo.high.unwrap());
    assert!(low > -8.03 && low < -6.5 && high < 60.76 && high > 59.0, "{low} {high}");
}

/// The lines of `reference.txt`, their columns separated by `|`.
fn reference() -> impl Iterator<Item = Vec<Vec<Option<f64>>>> {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/statistics/reference.txt"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let column = |text: &str| text.split_whitespace().map(|word| word.parse().ok()).collect();
    lines.map(move |line| line.split('|').map(column).collect())
}

fn counts<const N: usize>(column: &[Option<f64>]) -> [u64; N] {
    std::array::from_fn(|i| column[i].unwrap() as u64)
}

/// A strength with the columns `elo error nelo error los`; a dash where the
/// interval leaves the scale.
fn same_strength(found: &Strength, column: &[Option<f64>]) {
    let half = |e: &Estimate| Some((e.high? - e.low?) / 2.0);
    let Strength { elo, nelo, los, .. } = found;
    let found = [elo.value, half(elo), nelo.value, half(nelo), Some(*los)];
    assert_eq!(column.len(), found.len());
    for (found, expected) in found.into_iter().zip(column) {
        assert_eq!(found.is_some(), expected.is_some(), "{found:?} {expected:?}");
        if let (Some(found), Some(expected)) = (found, *expected) {
            near(found, expected, 1e-6);
        }
    }
}

#[test]
fn values_of_an_independent_computation() {
    let mut lines = 0;
    for columns in reference() {
        let [pairs, games, bounds, ratios, llr, strength, game_strength] = columns.as_slice()
        else {
            panic!("seven columns expected: {columns:?}");
        };
        let pairs: Penta = counts(pairs);
        let games: Trio = counts(games);
        let (elo0, elo1) = (bounds[0].unwrap(), bounds[1].unwrap());
        let of_pairs = Results { games, pairs: Some(pairs) };
        let of_games = Results { games, pairs: None };
        let test = |model| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        let found = [
            test(Model::Normalized).llr(&of_pairs),
            test(Model::Logistic).llr(&of_pairs),
            test(Model::Normalized).llr(&of_games),
            test(Model::Logistic).llr(&of_games),
            test(Model::Bayesian).llr(&of_pairs),
        ];
        for (found, expected) in found.into_iter().zip(llr) {
            near(found, expected.unwrap(), 1e-6);
        }
        same_strength(&of_pairs.strength().unwrap(), strength);
        same_strength(&of_games.strength().unwrap(), game_strength);
        near(of_pairs.draw_ratio(), ratios[0].unwrap(), 1e-9);
        near(of_games.draw_ratio(), ratios[1].unwrap(), 1e-9);
        let (won, lost) = of_pairs.decided_pairs().unwrap();
        if let Some(expected) = ratios[2] {
            near(won as f64 / lost as f64, expected, 1e-9);
        } else {
            assert_eq!(lost, 0);
        }
        lines += 1;
    }
    assert!(lines >= 25, "{lines} lines");
}

#[test]
fn bounds_and_decisions() {
    let model = Model::Normalized;
    let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model };
    let (lower, upper) = sprt.bounds();
    near(lower, -2.944_439, 1e-6);
    near(upper, 2.944_439, 1e-6);
    assert_eq!(sprt.decide(2.95), Decision::Accept);
    assert_eq!(sprt.decide(-2.95), Decision::Reject);
    assert_eq!(sprt.decide(0.0), Decision::Continue);
    assert_eq!(sprt.llr(&Results::default()), 0.0);
}

/// The share of tests that accept the gain when pairs are drawn from a
/// distribution of this normalized Elo.
fn acceptance(sprt: &Sprt, nelo: f64, seed: u64) -> f64 {
    const TESTS: u32 = 300;
    // A symmetric distribution, shifted in its mean to the strength wanted.
    let base: [f64; 5] = [0.05, 0.20, 0.50, 0.20, 0.05];
    let (_, variance) = mean_variance(&base);
    let shift = std::f64::consts::SQRT_2 * nelo / NELO * variance.sqrt();
    let values = std::array::from_fn(|i| score_of::<5>(i) - 0.5 - shift);
    let shifted = tilt(&base, &values);
    let mut random = Random::from_state(seed);
    let mut accepted = 0;
    for _ in 0..TESTS {
        let mut pairs: Penta = [0; 5];
        let decision = loop {
            for _ in 0..8 {
                let mut x = random.unit();
                let cell = (0..4).find(|&i| {
                    x -= shifted[i];
                    x < 0.0
                });
                pairs[cell.unwrap_or(4)] += 1;
            }
            match sprt.decide(sprt.llr(&Results { pairs: Some(pairs), ..Results::default() })) {
                Decision::Continue => {}
                decision => break decision,
            }
        };
        accepted += u32::from(decision == Decision::Accept);
    }
    f64::from(accepted) / f64::from(TESTS)
}

#[test]
fn error_rates_are_those_asked_for() {
    for model in [Model::Normalized, Model::Logistic] {
        // Of this distribution the logistic gain of 20 is a normalized one of 31.6.
        let scale = if model == Model::Logistic { 20.0 / 31.6 } else { 1.0 };
        let sprt = Sprt { elo0: 0.0, elo1: 31.6 * scale, alpha: 0.05, beta: 0.10, model };
        let (false_gain, found_gain) = (acceptance(&sprt, 0.0, 1), acceptance(&sprt, 31.6, 2));
        // Four deviations of the binomial distribution; overshoot makes errors rarer.
        assert!(false_gain < 0.05 + 0.05, "{model:?}: {false_gain} accepted without a gain");
        assert!(found_gain > 0.90 - 0.07, "{model:?}: {found_gain} accepted with the gain");
        assert!(false_gain > 0.005 && found_gain < 0.995, "{false_gain} {found_gain}");
    }
}

#[test]
fn reversed_results_reverse_the_ratio() {
    let mut reversed = LARGE;
    reversed.reverse();
    let there = llr_normalized(&LARGE, -3.0, 3.0);
    near(llr_normalized(&reversed, -3.0, 3.0), -there, 1e-6);
    let there = llr_logistic(&LARGE, -3.0, 3.0);
    near(llr_logistic(&reversed, -3.0, 3.0), -there, 1e-6);
}

#[test]
fn nothing_is_ever_infinite() {
    let cells = [0, 1, 7, 400];
    for code in 0..4usize.pow(5) {
        let pairs: Penta = std::array::from_fn(|i| cells[code / 4usize.pow(i as u32) % 4]);
        // The last bounds are further apart than results without variance allow.
        const M: f64 = Sprt::MOST_ELO;
        let bounds = [(0.0, 5.0), (-5.0, 0.0), (0.0, 300.0), (-M, M), (-M, 1.0 - M), (M - 1.0, M)];
        let games = [pairs[0], pairs[2], pairs[4]];
        for llr in bounds.iter().flat_map(|&(elo0, elo1)| {
            [
                llr_normalized(&pairs, elo0, elo1),
                llr_logistic(&pairs, elo0, elo1),
                llr_normalized(&games, elo0, elo1),
                llr_logistic(&games, elo0, elo1),
                llr_bayesian(&games, elo0, elo1),
            ]
        }) {
            assert!(llr.is_finite(), "{pairs:?}");
        }
        let Some(s) = strength(&pairs) else { continue };
        let ends = [s.elo.value, s.elo.low, s.elo.high, s.nelo.value, s.nelo.low, s.nelo.high];
        for number in ends.into_iter().flatten().chain([s.score, s.los]) {
            assert!(number.is_finite(), "{pairs:?} {s:?}");
        }
        assert!((0.0..=1.0).contains(&s.los), "{pairs:?}");
    }
    let swept = strength(&[0, 0, 0, 0, 3]).unwrap();
    assert!(swept.elo.value.is_none() && swept.elo.high.is_none());
    near(swept.elo.low.unwrap(), elo_of(wilson(1.0, 3.0).0).unwrap(), 1e-9);
}

#[test]
fn normal_distribution() {
    near(normal_cdf(0.0), 0.5, 1e-12);
    near(normal_cdf(Z95), 0.975, 1e-9);
    near(normal_cdf(-1.0), 0.158_655_253_931_457, 1e-9);
    near(normal_cdf(3.6), 0.999_840_891_409_842, 1e-9);
    near(normal_cdf(-6.0), 9.865_876_45e-10, 1e-15);
    near(normal_cdf(3.5355), normal_cdf(3.5356), 1e-6);
}
