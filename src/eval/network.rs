//! The network as the engine uses it: weights laid out for the kernels.

use std::fmt;

use crate::board::{AttackMap, Board};
use crate::eval::architecture::{Architecture, Weights};
use crate::eval::features::{INPUTS, Perspective};
use crate::eval::inputs::ActiveInputs;
use crate::eval::output::{ONE, Output};
use crate::eval::simd::{Chunk, Kernels, kernels};
use crate::memory::BigTable;
use crate::types::{Color, Score};

/// A network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    architecture: Architecture,
    /// Score units for one.
    scale: i32,
    metadata: String,
    /// The first digits of the file's hash.
    name: String,
    /// Read at random, a dozen rows for an evaluation.
    inputs: BigTable<Chunk>,
    biases: Vec<Chunk>,
    output: Output,
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({}, {})", self.name, self.architecture)
    }
}

impl Network {
    /// From weights that have been checked.
    pub(super) fn new(
        architecture: Architecture,
        scale: i32,
        metadata: String,
        name: String,
        weights: Weights,
    ) -> Network {
        // Without a copy in between: it would be the largest memory that the engine ever takes.
        let (rows, _) = weights.inputs.as_chunks();
        let mut rows_left = rows.iter();
        let next = || rows_left.next().map_or_else(Chunk::default, |numbers| Chunk(*numbers));
        Network {
            architecture,
            scale,
            metadata,
            name,
            inputs: BigTable::new(rows.len(), next),
            biases: Chunk::pack(&weights.biases),
            output: Output::new(architecture, &weights.outputs, weights.output_biases),
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

    /// How the network was trained: lines of `key = value`.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// The first twelve digits of the file's SHA-256.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights as whole numbers.
    pub fn weights(&self) -> Weights {
        let (outputs, output_biases) = self.output.weights();
        Weights {
            inputs: Chunk::unpack(&self.inputs),
            biases: Chunk::unpack(&self.biases),
            outputs,
            output_biases,
        }
    }

    /// Chunks of an accumulator, and of a row of input weights.
    #[inline]
    pub(super) fn chunks(&self) -> usize {
        self.biases.len()
    }

    /// The input weights; row `n` begins at `n` times [`Network::chunks`].
    #[inline]
    pub(super) fn inputs(&self) -> &[Chunk] {
        &self.inputs
    }

    /// The accumulator of an empty board.
    #[inline]
    pub(super) fn biases(&self) -> &[Chunk] {
        &self.biases
    }

    /// What follows the accumulators.
    #[inline]
    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    /// The score that a value of [`Output`] means.
    #[inline]
    pub(super) fn to_score(&self, value: i64) -> Score {
        let units = value * i64::from(self.scale) / i64::from(ONE);
        Score::eval(units.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The score of a board for the side to move, computed from scratch: the
    /// reference for the incremental updates of the evaluator.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.evaluate_with(kernels(), board)
    }

    /// [`Network::evaluate`] with certain kernels.
    #[doc(hidden)]
    pub fn evaluate_with(&self, kernels: &Kernels, board: &Board) -> Score {
        let accumulators =
            [board.side(), !board.side()].map(|us| self.accumulator(kernels, us, board));
        let [own, other] = &accumulators;
        let pieces = board.occupied().count() as usize;
        self.to_score(self.output.value(kernels, [own, other], pieces))
    }

    /// The accumulator of one side, computed from scratch.
    pub(super) fn accumulator(&self, kernels: &Kernels, us: Color, board: &Board) -> Vec<Chunk> {
        let perspective = Perspective::new(us, Color::ALL.map(|color| board.king(color)));
        let mut inputs = ActiveInputs::NONE;
        inputs.set(board, &Color::ALL.map(|side| AttackMap::new(board, side)));
        let row = |sq| {
            let input = perspective.input(us, board.piece_at(sq)?, sq)?;
            Some((inputs.threat_bucket(sq) * INPUTS + input) * self.chunks())
        };
        let rows: Vec<usize> = board.occupied().into_iter().filter_map(row).collect();
        let mut values = self.biases.clone();
        kernels.change(&mut values, &self.inputs, &rows, &[]);
        values
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::eval::simd::available;

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
            ["689k1a1t7-32x2-1", "689k1a1t7-96x2-8", "689k1a1t7-256x2-4"].iter().enumerate()
        {
            let network = random_network(architecture(shape), seed as u64);
            let mut board = Board::start();
            for ply in 0..300_usize {
                let expected = network.evaluate(&board);
                for kernels in available() {
                    assert_eq!(
                        network.evaluate_with(kernels, &board),
                        expected,
                        "{}",
                        kernels.name
                    );
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
