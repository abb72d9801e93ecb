//! The network as the engine uses it: weights laid out for the kernels.

use std::fmt;

use crate::board::Board;
use crate::eval::architecture::{Architecture, QB, Weights};
use crate::eval::features::View;
use crate::eval::simd::{Kernels, LANE, Lane, QA};
use crate::types::{Color, Score};

/// A network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    architecture: Architecture,
    /// Score units for one.
    scale: i32,
    metadata: String,
    /// The hash of the file, in short.
    name: String,
    inputs: Vec<Lane>,
    biases: Vec<Lane>,
    outputs: Vec<Lane>,
    output_biases: Vec<i32>,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}, {})", self.name, self.architecture)
    }
}

impl Network {
    /// A network of weights that have been checked.
    pub(super) fn new(
        architecture: Architecture,
        scale: i32,
        metadata: String,
        name: String,
        weights: Weights,
    ) -> Network {
        Network {
            architecture,
            scale,
            metadata,
            name,
            inputs: to_lanes(&weights.inputs),
            biases: to_lanes(&weights.biases),
            outputs: to_lanes(&weights.outputs),
            output_biases: weights.output_biases,
        }
    }

    /// The shape.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Score units for an output of one.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// How the network came about: lines of `key = value`.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The first twelve digits of the file's SHA-256.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights as whole numbers.
    pub fn weights(&self) -> Weights {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Weights {
            inputs: flat(&self.inputs),
            biases: flat(&self.biases),
            outputs: flat(&self.outputs),
            output_biases: self.output_biases.clone(),
        }
    }

    /// Lanes of a row, of the biases, and of half an output.
    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.biases.len()
    }

    /// The input weights; row `n` begins at `n` times [`Network::lanes`].
    #[inline]
    pub(super) fn inputs(&self) -> &[Lane] {
        &self.inputs
    }

    /// One row of the input weights.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[Lane] {
        let lanes = self.lanes();
        &self.inputs[row * lanes..(row + 1) * lanes]
    }

    /// The hidden layer with no piece on the board.
    #[inline]
    pub(super) fn biases(&self) -> &[Lane] {
        &self.biases
    }

    /// The score of the hidden layers: first that of the side to move.
    #[inline]
    pub(super) fn score(&self, kernels: &Kernels, hidden: [&[Lane]; 2], pieces: usize) -> Score {
        let output = self.architecture.output(pieces);
        self.to_score(output, kernels.output(hidden, self.output_weights(output)))
    }

    /// The weights of an output: the own half, and the other's.
    #[inline]
    pub(super) fn output_weights(&self, output: usize) -> [&[Lane]; 2] {
        let lanes = self.lanes();
        let weights = &self.outputs[output * 2 * lanes..(output + 1) * 2 * lanes];
        let (own, other) = weights.split_at(lanes);
        [own, other]
    }

    /// The score that the sum over an output's weights means.
    #[inline]
    pub(super) fn to_score(&self, output: usize, sum: i32) -> Score {
        let sum = i64::from(sum / i32::from(QA)) + i64::from(self.output_biases[output]);
        let units = sum * i64::from(self.scale) / i64::from(i32::from(QA) * QB);
        Score::eval(units.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The score of a board for the side to move, computed from nothing: the
    /// reference for the incremental updates.
    pub fn evaluate(&self, kernels: &Kernels, board: &Board) -> Score {
        let hidden = [board.side(), !board.side()].map(|us| self.hidden(kernels, us, board));
        let [own, other] = &hidden;
        self.score(kernels, [own, other], board.occupied().count() as usize)
    }

    /// The hidden layer of one side, computed from nothing.
    pub(super) fn hidden(&self, kernels: &Kernels, us: Color, board: &Board) -> Vec<Lane> {
        let view = View::of(self.architecture.buckets, us, board);
        let rows: Vec<usize> = board
            .occupied()
            .into_iter()
            .filter_map(|sq| board.piece_at(sq).map(|piece| view.row(us, piece, sq)))
            .map(|row| row * self.lanes())
            .collect();
        let mut values = self.biases.clone();
        kernels.change(&mut values, &self.inputs, &rows, &[]);
        values
    }
}

fn to_lanes(numbers: &[i16]) -> Vec<Lane> {
    let mut lanes = vec![Lane::ZERO; numbers.len() / LANE];
    for (lane, numbers) in lanes.iter_mut().zip(numbers.chunks_exact(LANE)) {
        lane.0.copy_from_slice(numbers);
    }
    lanes
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::eval::simd::{available, kernels};

    pub fn architecture(text: &str) -> Architecture {
        text.parse().unwrap()
    }

    pub fn random_network(architecture: Architecture, seed: u64) -> Network {
        let weights = Weights::random(architecture, seed);
        let bytes = Network::to_bytes(architecture, 400, "seed = 1\n", &weights).unwrap();
        let network = Network::from_bytes(&bytes).unwrap();
        assert!(network.weights() == weights);
        network
    }

    #[test]
    fn all_kernels_give_the_same_scores() {
        let mut seen = std::collections::HashSet::new();
        for (seed, shape) in
            ["689k1a1-32x2-1", "689k1a4-96x2-8", "689k3a4-256x2-4"].iter().enumerate()
        {
            let network = random_network(architecture(shape), seed as u64);
            let mut board = Board::start();
            for ply in 0..300_usize {
                let expected = network.evaluate(kernels(), &board);
                for kernels in available() {
                    assert_eq!(network.evaluate(kernels, &board), expected, "{}", kernels.name);
                }
                seen.insert(expected.units());
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make(moves[ply * 7919 % moves.len()], &mut NullObserver);
            }
        }
        assert!(seen.len() > 300, "only {} different scores", seen.len());
    }
}
