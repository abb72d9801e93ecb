//! Simultaneous perturbation stochastic approximation (Spall 1998, "Implementation
//! of the simultaneous perturbation algorithm for stochastic optimization"), with
//! the gains given by their final values, as in fishtest and OpenBench.
//!
//! Iteration k of N moves every parameter at once by plus or minus c_k, lets the two
//! points play, and goes a_k / c_k times the result towards the better one:
//!
//! c_k = c / k^0.101, a_k = a / (A + k)^0.602, A = N / 10,
//!
//! with c and a such that c_N = `c_end` and a_N = `r_end` * `c_end`^2.

use chuhe::internals::random::Random;

use super::parameters::Parameter;

/// Exponent of the perturbation.
const GAMMA: f64 = 0.101;
/// Exponent of the step.
const ALPHA: f64 = 0.602;
/// The stability constant A as a share of the iterations.
const STABILITY: f64 = 0.1;

/// The state of an optimization. The perturbations are a function of the seed and the
/// number of the iteration, so equal results in equal order give equal values.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters to tune.
    pub parameters: Vec<Parameter>,
    /// The present values, in the order of the parameters.
    pub values: Vec<f64>,
    /// The number of iterations that the gains are computed for.
    iterations: u64,
    seed: u64,
}

/// How an iteration perturbs a parameter.
struct Direction {
    /// 1 or -1: the direction of the first point.
    sign: f64,
    /// From 0 up to but not including 1: a value is rounded up with the chance of
    /// its fraction, at both points alike, so that rounding favours neither.
    rounding: f64,
}

impl Spsa {
    /// Begins at the start values.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Spsa {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Spsa { parameters, values, iterations, seed }
    }

    /// The number of iterations that the gains are computed for.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The two points that play each other in an iteration, counted from 0: the first
    /// has the parameters moved by the signs of the iteration, the second against them.
    pub fn points(&self, iteration: u64) -> [Vec<i64>; 2] {
        let directions = self.directions(iteration);
        [1.0, -1.0].map(|side| {
            let value = |((parameter, value), direction): ((&Parameter, &f64), &Direction)| {
                let moved = value + side * direction.sign * self.spread(parameter, iteration);
                (parameter.clamp(moved) + direction.rounding).floor() as i64
            };
            self.parameters.iter().zip(&self.values).zip(&directions).map(value).collect()
        })
    }

    /// Takes the result of an iteration: games won by the first point less games lost.
    pub fn learn(&mut self, iteration: u64, result: i64) {
        for (i, direction) in self.directions(iteration).iter().enumerate() {
            let parameter = &self.parameters[i];
            let step = self.step(parameter, iteration) * direction.sign * result as f64;
            self.values[i] = parameter.clamp(self.values[i] + step);
        }
    }

    /// How far a parameter has come from its start, in perturbations of the end.
    pub fn way(&self, index: usize) -> f64 {
        let parameter = &self.parameters[index];
        (self.values[index] - parameter.start) / parameter.c_end
    }

    /// c_k.
    fn spread(&self, parameter: &Parameter, iteration: u64) -> f64 {
        parameter.c_end * (self.iterations as f64 / (iteration + 1) as f64).powf(GAMMA)
    }

    /// a_k / c_k.
    fn step(&self, parameter: &Parameter, iteration: u64) -> f64 {
        let n = self.iterations as f64;
        let stability = STABILITY * n;
        let a_end = parameter.r_end * parameter.c_end.powi(2);
        let a = a_end * ((stability + n) / (stability + (iteration + 1) as f64)).powf(ALPHA);
        a / self.spread(parameter, iteration)
    }

    fn directions(&self, iteration: u64) -> Vec<Direction> {
        let mut random = Random::new(&[self.seed, iteration]);
        let direction = |_: &Parameter| Direction {
            sign: if random.below(2) == 0 { 1.0 } else { -1.0 },
            rounding: random.unit(),
        };
        self.parameters.iter().map(direction).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: f64, min: i64, max: i64) -> Parameter {
        let c_end = ((max - min) as f64 / 20.0).max(1.0);
        Parameter { name: format!("p{max}"), start, min, max, c_end, r_end: 0.01 }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} and {b}");
    }

    #[test]
    fn gains_end_where_they_should() {
        let spsa = Spsa::new(vec![parameter(50.0, 0, 100)], 1000, 1);
        let p = &spsa.parameters[0];
        close(spsa.spread(p, 999), 5.0);
        close(spsa.spread(p, 0), 5.0 * 1000_f64.powf(0.101));
        close(spsa.step(p, 999), 0.01 * 5.0);
        // a_1 / c_1 with a = a_end (A + N)^alpha and c = c_end N^gamma, A = 100.
        let a = 0.01 * 25.0 * 1100_f64.powf(0.602);
        close(spsa.step(p, 0), a / 101_f64.powf(0.602) / (5.0 * 1000_f64.powf(0.101)));
    }

    #[test]
    fn points_lie_on_both_sides_and_inside() {
        let list = vec![parameter(50.5, 0, 100), parameter(1.0, 1, 9), parameter(9.0, 1, 9)];
        let spsa = Spsa::new(list, 50, 3);
        let (mut sums, mut ups) = ([0.0; 2], 0);
        for iteration in 0..50 {
            let [plus, minus] = spsa.points(iteration);
            for (point, sum) in [&plus, &minus].into_iter().zip(&mut sums) {
                *sum += point[0] as f64 / 50.0;
                assert!((0..=100).contains(&point[0]));
                assert!((1..=9).contains(&point[1]) && (1..=9).contains(&point[2]));
            }
            assert!((plus[0] - minus[0]).abs() >= 10 && plus[1] != minus[1], "{plus:?} {minus:?}");
            ups += usize::from(plus[0] > minus[0]);
            assert_eq!(spsa.points(iteration), [plus, minus]);
        }
        assert!((15..=35).contains(&ups), "{ups} of 50 go up");
        assert!(sums.iter().all(|sum| (sum - 50.5).abs() < 3.0), "rounding is biased: {sums:?}");
    }

    /// Games are drawn at random with the chances that the distances of both points
    /// from the best one give: the values must come near it from afar.
    #[test]
    fn noisy_games_lead_to_the_optimum() {
        let best = [150.0, 30.0, 4.0, 700.0];
        let list = vec![
            parameter(40.0, 0, 200),
            parameter(90.0, 0, 100),
            parameter(2.0, 1, 12),
            parameter(1800.0, 0, 2000),
        ];
        let far = |spsa: &Spsa| -> Vec<f64> {
            let range = |p: &Parameter| (p.max - p.min) as f64;
            let pairs = spsa.values.iter().zip(&spsa.parameters).zip(best);
            pairs.map(|((value, p), best)| (value - best).abs() / range(p)).collect()
        };
        let mut spsa = Spsa::new(list, 20_000, 7);
        assert!(far(&spsa).iter().all(|&share| share > 0.15), "a start too near");
        let mut random = Random::new(&[11]);
        for iteration in 0..spsa.iterations() {
            // Each parameter costs 600 Elo at the far end of its range.
            let elo = spsa.points(iteration).map(|point| -> f64 {
                let shares = point.iter().zip(best).zip(&spsa.parameters);
                shares
                    .map(|((&v, b), p)| -600.0 * ((v as f64 - b) / (p.max - p.min) as f64).powi(2))
                    .sum()
            });
            let expected = 1.0 / (1.0 + 10_f64.powf((elo[1] - elo[0]) / 400.0));
            let mut game = || {
                let (is_draw, is_win) = (random.unit() < 0.3, random.unit() < expected);
                if is_draw { 0 } else { i64::from(is_win) - i64::from(!is_win) }
            };
            let result = game() + game();
            spsa.learn(iteration, result);
        }
        assert!(far(&spsa).iter().all(|&share| share < 0.08), "{:?}", spsa.values);
    }
}
