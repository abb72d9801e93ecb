//! Elo of every engine of a tournament, with error bars: the maximum-likelihood ratings
//! of the Bradley-Terry model, with the mean zero.
//!
//! The error bars are those of the sandwich estimator: they use the variance that the
//! results of each pairing have, by pairs of games where there are some, and not the one
//! that independent wins and losses would have.

use super::stats::{Estimate, Results, Z95};

/// Elo per unit of the logistic scale: `400 / ln 10`.
const ELO: f64 = 173.717_792_761_249_8;

/// Steps of Newton's method; a dozen are enough.
const STEPS: usize = 50;

/// A pairing with its results from the view of its first engine.
pub type Pairing = ([usize; 2], Results);

/// The ratings of engines, by their numbers. Every pairing that has games counts as if it had one
/// draw more, which keeps ratings finite; an engine without games has no rating, nor
/// has any when the pairings fall apart into groups that did not meet.
pub fn ratings(engines: usize, pairings: &[Pairing]) -> Vec<Option<Estimate>> {
    let played: Vec<&Pairing> =
        pairings.iter().filter(|(_, results)| results.games.iter().sum::<u64>() > 0).collect();
    if !is_connected(engines, &played) {
        return vec![None; engines];
    }
    let mut ratings = vec![0.0_f64; engines];
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; engines];
        // The matrix of ones fixes the mean, which no result does.
        let mut hessian = vec![vec![1.0; engines]; engines];
        for &(players, results) in &played {
            let [a, b] = *players;
            let (games, score, _) = mean_of(results);
            let expected = 1.0 / (1.0 + (ratings[b] - ratings[a]).exp());
            gradient[a] += games * (score - expected);
            gradient[b] -= games * (score - expected);
            add_pair(&mut hessian, *players, games * expected * (1.0 - expected));
        }
        let Some(found) = inverted(hessian) else { return vec![None; engines] };
        inverse = found;
        let step = times(&inverse, &gradient);
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += step.clamp(-2.0, 2.0);
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let mut spread = vec![vec![0.0; engines]; engines];
    for &(players, results) in &played {
        let (games, _, variance) = mean_of(results);
        add_pair(&mut spread, *players, games * games * variance);
    }
    let estimate = |(engine, rating): (usize, &f64)| {
        let row = &inverse[engine];
        let variance: f64 = row.iter().zip(times(&spread, row)).map(|(a, b)| a * b).sum();
        let error = Z95 * variance.max(0.0).sqrt();
        let elo = |rating: f64| Some(ELO * rating);
        Some(Estimate { value: elo(*rating), low: elo(rating - error), high: elo(rating + error) })
    };
    ratings.iter().enumerate().map(estimate).collect()
}

/// Games, score and variance of the score of a pairing, with one draw more.
fn mean_of(results: &Results) -> (f64, f64, f64) {
    let [losses, draws, wins] = results.games.map(|count| count as f64);
    let games = losses + draws + wins + 1.0;
    let score = (wins + (draws + 1.0) / 2.0) / games;
    let pairs = results.pairs.filter(|pairs| pairs.iter().sum::<u64>() > 0);
    // The variance of a game; that of a pair is half of it when games are independent.
    let variance = match pairs {
        Some(pairs) => 2.0 * variance_of(&pairs.map(|count| count as f64), score),
        None => variance_of(&[losses, draws + 1.0, wins], score),
    };
    // Equal results all along are no proof of certainty.
    let least = 0.25 / games;
    (games, score, variance.max(least) / games)
}

/// The variance of results counted by points from none to all.
fn variance_of(counts: &[f64], mean: f64) -> f64 {
    let (total, last) = (counts.iter().sum::<f64>(), (counts.len() - 1) as f64);
    let square = |(i, count): (usize, &f64)| count * (i as f64 / last - mean).powi(2);
    counts.iter().enumerate().map(square).sum::<f64>() / total
}

/// Whether every engine has met every other, directly or through others.
fn is_connected(engines: usize, pairings: &[&Pairing]) -> bool {
    let mut reached = vec![false; engines];
    let Some(first) = reached.first_mut() else { return false };
    *first = true;
    for _ in 0..engines {
        for ([a, b], _) in pairings {
            let is_reached = reached[*a] || reached[*b];
            (reached[*a], reached[*b]) = (is_reached, is_reached);
        }
    }
    reached.into_iter().all(|is_reached| is_reached)
}

/// Adds a multiple of the matrix that a difference of two ratings makes.
fn add_pair(matrix: &mut [Vec<f64>], [a, b]: [usize; 2], weight: f64) {
    for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
        matrix[row][column] += sign * weight;
    }
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.iter().map(product).collect()
}

/// The inverse of a positive definite matrix by Gauss-Jordan elimination; `None` when
/// it is singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..size {
        let pivot = matrix[i][i];
        if pivot.abs() < 1e-12 {
            return None;
        }
        matrix[i].iter_mut().for_each(|value| *value /= pivot);
        let own = matrix[i].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = row[i];
            row.iter_mut().zip(&own).for_each(|(value, own)| *value -= factor * own);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(losses: u64, draws: u64, wins: u64) -> Results {
        Results { games: [losses, draws, wins], pairs: None }
    }

    fn values(ratings: &[Option<Estimate>]) -> Vec<f64> {
        ratings.iter().map(|estimate| estimate.unwrap().value.unwrap()).collect()
    }

    #[test]
    fn two_engines_differ_by_their_elo() {
        let ratings = ratings(2, &[([0, 1], results(1000, 2000, 3000))]);
        let found = values(&ratings);
        let score: f64 = (3000.0 + 1000.5) / 6001.0;
        let elo = 400.0 * (score / (1.0 - score)).log10();
        assert!((found[0] - found[1] - elo).abs() < 1e-6 && (found[0] + found[1]).abs() < 1e-6);
        // Each has half of the error of their difference.
        let Estimate { value, low, .. } = ratings[0].unwrap();
        let error = 2.0 * (value.unwrap() - low.unwrap());
        let single = results(1000, 2001, 3000).strength().unwrap().elo;
        let expected = (single.high.unwrap() - single.low.unwrap()) / 2.0;
        assert!((error - expected).abs() < 0.05, "{error} {expected}");
    }

    #[test]
    fn a_chain_of_engines() {
        let step = results(250, 0, 750);
        let ratings_of = |pairings: &[Pairing]| values(&ratings(3, pairings));
        let found = ratings_of(&[([0, 1], step), ([1, 2], step)]);
        assert!((found[0] - 190.7).abs() < 1.0 && found[1].abs() < 1e-6, "{found:?}");
        let found =
            ratings_of(&[([0, 1], results(0, 0, 10)), ([0, 2], results(10, 0, 0)), ([1, 2], step)]);
        assert!(found.iter().all(|rating| rating.is_finite()));
    }

    #[test]
    fn engines_that_did_not_meet_have_no_ratings() {
        let none = results(0, 0, 0);
        let pairings = [([0, 1], results(1, 2, 3)), ([0, 2], none), ([1, 2], none)];
        assert!(ratings(3, &pairings).iter().all(Option::is_none));
        assert!(ratings(0, &[]).is_empty());
    }

    #[test]
    fn error_bars_use_pairs() {
        let pairs = Results { games: [500, 0, 500], pairs: Some([0, 0, 500, 0, 0]) };
        let bar = |results| {
            let Estimate { low, high, .. } = ratings(2, &[([0, 1], results)])[0].unwrap();
            high.unwrap() - low.unwrap()
        };
        assert!(bar(pairs) < bar(results(500, 0, 500)) / 5.0);
    }
}
