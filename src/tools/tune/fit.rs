//! Logistic regression: which weights make the evaluation predict results best.
//!
//! The expected result of a score is `1 / (1 + exp(-k * score))`. The constant
//! is fitted first, with the weights as they are; then the weights are, with it
//! fixed, so that scores keep their unit.
//!
//! Source: Texel's tuning method (Peter Österlund, 2014, chessprogramming.org);
//! Adam (Kingma and Ba, 2014).

use crate::eval::MAX_PHASE;
use crate::tools::random::Random;
use crate::tools::tune::sample::{Sample, Samples};
use crate::tools::tune::start_weights;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Seed of the order of positions.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Passes over the positions.
    pub epochs: u32,
    /// Step of a weight in one update, at first; it falls to a twentieth.
    pub rate: f64,
    /// Standard deviation of the weights about their start values.
    pub spread: f64,
    /// Share of the game's result in the target.
    pub result_share: f64,
}

/// Middlegame and endgame value of each weight.
type Weights = Vec<[f64; 2]>;

/// Every tenth game is kept apart to see whether what is learned holds there.
const HOLD_OUT: u32 = 10;
/// Positions of one update.
const BATCH: usize = 16_384;
/// Positions that one thread sums up at a time. Sums are added in the order of
/// the blocks, so that threads do not change the result.
const BLOCK: usize = 1024;
/// The unit of weights and scores is far above their size in the exponent.
const MAX_K: f64 = 0.02;

/// Fits the weights. `report` hears of the progress, a line at a time.
pub fn fit(samples: &Samples, plan: &Plan, mut report: impl FnMut(String)) -> Weights {
    let start = start_weights();
    let (mut train, held): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|&i| !samples.get(i).game.is_multiple_of(HOLD_OUT));
    let mut model = Model { samples, plan, k: 0.0 };
    model.k = model.fit_k(&start, &train);
    report(format!("k = {:.6}: a score of 100 expects {:.3}", model.k, expected(100.0 * model.k)));
    let loss = |weights: &Weights, set: &[usize]| model.sum(weights, set).loss / set.len() as f64;
    report(format!(
        "{} positions to fit, loss {:.5}; {} held out, loss {:.5}",
        train.len(),
        loss(&start, &train),
        held.len(),
        loss(&start, &held)
    ));

    let mut random = Random::new(&[plan.seed, u64::MAX]);
    let mut adam = Adam::new(start.len());
    let mut weights = start.clone();
    let pull = 1.0 / (train.len() as f64 * plan.spread * plan.spread);
    for epoch in 0..plan.epochs {
        for i in (1..train.len()).rev() {
            train.swap(i, random.below(i + 1));
        }
        let progress = f64::from(epoch) / f64::from(plan.epochs);
        let rate = plan.rate * (1.0 - 0.95 * progress);
        for batch in train.chunks(BATCH) {
            let mut gradient = model.sum(&weights, batch).gradient;
            for (i, pair) in gradient.iter_mut().enumerate() {
                for half in 0..2 {
                    pair[half] /= batch.len() as f64;
                    pair[half] += pull * (weights[i][half] - start[i][half]);
                }
            }
            adam.step(&mut weights, &gradient, rate);
        }
        if (epoch + 1).is_multiple_of(5) || epoch + 1 == plan.epochs {
            report(format!(
                "epoch {}: loss {:.5}, held out {:.5}",
                epoch + 1,
                loss(&weights, &train),
                loss(&weights, &held)
            ));
        }
    }
    weights
}

/// The expected result of a score times `k`.
fn expected(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Loss and gradient of a set of positions, summed.
#[derive(Clone, Debug)]
struct Sum {
    loss: f64,
    gradient: Weights,
}

struct Model<'a> {
    samples: &'a Samples,
    plan: &'a Plan,
    k: f64,
}

impl Model<'_> {
    /// The score of a position, and how much of it each half counts.
    fn score(&self, weights: &Weights, sample: &Sample<'_>) -> (f64, [f64; 2]) {
        let mut sums = [0.0; 2];
        for &(index, count) in sample.features {
            let pair = &weights[usize::from(index)];
            sums[0] += pair[0] * f64::from(count);
            sums[1] += pair[1] * f64::from(count);
        }
        let part = f64::from(sample.phase) / f64::from(MAX_PHASE);
        let blended = sums[0] * part + sums[1] * (1.0 - part);
        let scale = f64::from(sample.scales[usize::from(blended < 0.0)]) / 16.0;
        (blended * scale, [part * scale, (1.0 - part) * scale])
    }

    /// What the evaluation should expect.
    fn target(&self, sample: &Sample<'_>) -> f64 {
        let share = self.plan.result_share;
        share * sample.result + (1.0 - share) * expected(self.k * sample.score)
    }

    /// Cross entropy and its gradient over a set of positions.
    fn sum(&self, weights: &Weights, set: &[usize]) -> Sum {
        let blocks: Vec<&[usize]> = set.chunks(BLOCK).collect();
        let per_thread = blocks.len().div_ceil(self.plan.threads).max(1);
        let mut total = Sum { loss: 0.0, gradient: vec![[0.0; 2]; weights.len()] };
        std::thread::scope(|scope| {
            let handles: Vec<_> = blocks
                .chunks(per_thread)
                .map(|blocks| {
                    scope.spawn(move || {
                        blocks
                            .iter()
                            .map(|block| self.sum_block(weights, block))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            for handle in handles {
                let Ok(sums) = handle.join() else { continue };
                for sum in sums {
                    total.loss += sum.loss;
                    for (to, from) in total.gradient.iter_mut().zip(&sum.gradient) {
                        to[0] += from[0];
                        to[1] += from[1];
                    }
                }
            }
        });
        total
    }

    fn sum_block(&self, weights: &Weights, set: &[usize]) -> Sum {
        let mut sum = Sum { loss: 0.0, gradient: vec![[0.0; 2]; weights.len()] };
        for &index in set {
            let sample = self.samples.get(index);
            let (score, parts) = self.score(weights, &sample);
            let target = self.target(&sample);
            let guess = expected(self.k * score).clamp(1e-9, 1.0 - 1e-9);
            sum.loss -= target * guess.ln() + (1.0 - target) * (1.0 - guess).ln();
            let slope = (guess - target) * self.k;
            for &(index, count) in sample.features {
                let pair = &mut sum.gradient[usize::from(index)];
                pair[0] += slope * parts[0] * f64::from(count);
                pair[1] += slope * parts[1] * f64::from(count);
            }
        }
        sum
    }

    /// The constant that predicts the results best from the scores of the
    /// weights as they are: golden-section search.
    fn fit_k(&self, weights: &Weights, set: &[usize]) -> f64 {
        let known: Vec<(f64, f64)> = set
            .iter()
            .map(|&i| {
                let sample = self.samples.get(i);
                (self.score(weights, &sample).0, sample.result)
            })
            .collect();
        let loss = |k: f64| -> f64 {
            let of = |&(score, result): &(f64, f64)| {
                let guess = expected(k * score).clamp(1e-9, 1.0 - 1e-9);
                -result * guess.ln() - (1.0 - result) * (1.0 - guess).ln()
            };
            known.iter().map(of).sum()
        };
        let ratio = (5_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (0.0, MAX_K);
        for _ in 0..30 {
            let [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
            if loss(a) < loss(b) {
                high = b;
            } else {
                low = a;
            }
        }
        (low + high) / 2.0
    }
}

/// The optimiser Adam with its usual constants.
struct Adam {
    steps: i32,
    mean: Weights,
    square: Weights,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam { steps: 0, mean: vec![[0.0; 2]; len], square: vec![[0.0; 2]; len] }
    }

    fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f64) {
        const BETA: [f64; 2] = [0.9, 0.999];
        self.steps += 1;
        let correct = BETA.map(|beta: f64| 1.0 - beta.powi(self.steps));
        for (i, pair) in gradient.iter().enumerate() {
            for half in 0..2 {
                let g = pair[half];
                let mean = &mut self.mean[i][half];
                *mean = BETA[0] * *mean + (1.0 - BETA[0]) * g;
                let square = &mut self.square[i][half];
                *square = BETA[1] * *square + (1.0 - BETA[1]) * g * g;
                let scale = (*square / correct[1]).sqrt() + 1e-12;
                weights[i][half] -= rate * (*mean / correct[0]) / scale;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, NullObserver, Setup};
    use crate::eval::weights::MATERIAL;
    use crate::eval::{Evaluation, Evaluator};
    use crate::tools::tune::selfplay::Position;
    use crate::types::PieceType;

    const PLAN: Plan =
        Plan { seed: 3, threads: 1, epochs: 60, rate: 4.0, spread: 1e6, result_share: 1.0 };

    /// Positions of random games with the results that `judge` gives them.
    fn samples(mut judge: impl FnMut(&Board) -> f64) -> Samples {
        let mut samples = Samples::default();
        let mut random = Random::new(&[1, 1]);
        for _ in 0..100 {
            let mut board = Board::start();
            let mut positions = Vec::new();
            for _ in 0..150 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make(moves[random.below(moves.len())], &mut NullObserver);
                if !board.in_check() {
                    let result = judge(&board);
                    positions.push(Position { setup: Setup::of(&board), score: 0, result });
                }
            }
            samples.add_game(&positions);
        }
        samples
    }

    #[test]
    fn the_model_scores_as_the_evaluation_does() {
        let mut boards = Vec::new();
        samples(|board| {
            boards.push(board.clone());
            0.5
        });
        // Advantages that win little, of the side to move and of the other.
        for fen in [
            "3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1",
            "3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 b - - 0 1",
            "2bak4/4a4/4b4/9/9/9/4R4/9/9/4K4 w - - 0 1",
            "2bak4/4a4/4b4/9/9/9/4R4/9/9/3K5 b - - 0 1",
        ] {
            boards.push(fen.parse::<Setup>().and_then(|setup| setup.to_board()).unwrap());
        }
        let mut samples = Samples::default();
        samples.add_game(
            &boards
                .iter()
                .map(|board| {
                    let score =
                        Evaluator::of(&Evaluation::HandWritten, board).evaluate(board).units();
                    Position { setup: Setup::of(board), score, result: 0.5 }
                })
                .collect::<Vec<_>>(),
        );
        assert_eq!(samples.len(), boards.len());
        let model = Model { samples: &samples, plan: &PLAN, k: 0.01 };
        for (i, board) in boards.iter().enumerate() {
            let sample = samples.get(i);
            let score = model.score(&start_weights(), &sample).0;
            // Two divisions of whole numbers lose less than one unit each.
            assert!((score - sample.score).abs() < 2.0, "{score} for {board:?}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples(|board| f64::from(board.color(board.side()).count() % 3) / 2.0);
        let plan = Plan { result_share: 0.7, ..PLAN };
        let model = Model { samples: &samples, plan: &plan, k: 0.004 };
        let set: Vec<usize> = (0..samples.len()).collect();
        let weights = start_weights();
        let gradient = model.sum(&weights, &set).gradient;
        let mut checked = 0;
        for i in (0..weights.len()).step_by(7) {
            for half in 0..2 {
                let mut moved = weights.clone();
                let mut loss_at = |by: f64| {
                    moved[i][half] = weights[i][half] + by;
                    model.sum(&moved, &set).loss
                };
                let slope = (loss_at(0.01) - loss_at(-0.01)) / 0.02;
                let error = (slope - gradient[i][half]).abs();
                assert!(error < 1e-3 + 1e-3 * slope.abs(), "weight {i}: {slope} {gradient:?}");
                checked += usize::from(slope.abs() > 1e-6);
            }
        }
        assert!(checked > 40, "only {checked} weights matter");
    }

    #[test]
    fn the_fit_finds_what_decides_the_results() {
        // Only knights count in these games.
        let samples = samples(|board| {
            let knights = |side| board.pieces(side, PieceType::Knight).count();
            match knights(board.side()).cmp(&knights(!board.side())) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            }
        });
        let fitted = fit(&samples, &PLAN, |_| ());
        let start = start_weights();
        let knight = MATERIAL + PieceType::Knight.index();
        let rook = MATERIAL + PieceType::Rook.index();
        assert!(fitted[knight][0] > start[knight][0] + 50.0, "{:?}", fitted[knight]);
        assert!(fitted[rook][0] < start[rook][0] - 50.0, "{:?}", fitted[rook]);
    }
}
