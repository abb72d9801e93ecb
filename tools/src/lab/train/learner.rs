//! One thread of training: the gradients of the loss over its share of a batch.
//!
//! Positions are processed in tiles. The backward pass of the first layer transposes
//! a tile: instead of adding the gradient of each position to all its rows, it sums for
//! each row the gradients of all positions that use it, so that each row is read and
//! written once.

use crate::lab::train::kernels::{TILE_ACCUMULATORS, Uses};
use crate::lab::train::loss::Loss;
use crate::lab::train::model::{Gradients, Model};
use crate::lab::train::output::{AccumulatorGradients, TilePosition};
use crate::lab::train::sample::{Inputs, Sample};
use chuhe::eval::{INPUTS, THREATS};
use chuhe::internals::simd::{CHUNK, Chunk, Kernels, kernels};
use chuhe::types::MAX_PIECES;

/// Positions in a tile: enough to use rows several times, and few enough that a chunk of
/// all their gradients fits into the first-level cache.
const TILE: usize = TILE_ACCUMULATORS / 2;

/// The state of one thread.
pub struct Learner {
    kernels: &'static Kernels,
    /// Gradients of the batch so far.
    pub gradients: Gradients,
    /// Sum of the losses of its positions.
    pub loss: f64,
    inputs: Vec<Inputs>,
    /// Accumulators of the tile: for each position that of the side to move, then that
    /// of the other side.
    accumulators: Vec<Chunk>,
    /// Gradients of the accumulators: the first chunk of each, then the second chunk of
    /// each, and so on.
    slopes: Vec<f32>,
    /// For each row the number of accumulators that use it; 0 between two tiles.
    counts: Vec<u16>,
    /// The accumulators that use each row.
    uses: Uses,
}

impl Learner {
    /// A thread for networks of the shape of `model`.
    pub fn new(model: &Model) -> Learner {
        let hidden = model.architecture.hidden;
        Learner {
            kernels: kernels(),
            gradients: Gradients {
                inputs: vec![0.0; model.inputs.values.len()],
                biases: vec![0.0; hidden],
                output: model.output.gradients(),
            },
            loss: 0.0,
            inputs: vec![Inputs::default(); TILE],
            accumulators: vec![Chunk::ZERO; TILE * 2 * hidden / CHUNK],
            slopes: vec![0.0; TILE * 2 * hidden],
            counts: vec![0; INPUTS * THREATS],
            uses: Uses::default(),
        }
    }

    /// Adds the gradients and losses of some positions; the second of each pair says
    /// whether the position is mirrored.
    pub fn learn(&mut self, model: &Model, loss: &Loss, batch: &[(Sample, bool)]) {
        for tile in batch.chunks(TILE) {
            for (number, (sample, mirror)) in tile.iter().enumerate() {
                let output = self.forward(model, number, sample, *mirror);
                let (value, slope) = loss.of(sample, output);
                self.loss += value;
                self.backward(model, number, sample, slope);
            }
            self.gather(model, tile.len());
        }
    }

    /// The sum of the losses of some positions.
    pub fn sum_losses(&mut self, model: &Model, loss: &Loss, samples: &[Sample]) -> f64 {
        samples.iter().map(|sample| loss.of(sample, self.forward(model, 0, sample, false)).0).sum()
    }

    /// The output for a position, in units of the logistic curve.
    pub fn output(&mut self, model: &Model, sample: &Sample) -> f32 {
        self.forward(model, 0, sample, false)
    }

    /// Marks the neurons of an accumulator that are active in a position.
    pub fn mark_active(&mut self, model: &Model, sample: &Sample, active: &mut [bool]) {
        self.forward(model, 0, sample, false);
        let values = self.accumulators[..2 * active.len() / CHUNK].iter().flat_map(|chunk| chunk.0);
        for (number, value) in values.enumerate() {
            active[number % model.architecture.hidden] |= value > 0;
        }
    }

    fn forward(&mut self, model: &Model, number: usize, sample: &Sample, mirror: bool) -> f32 {
        let chunks = model.architecture.hidden / CHUNK;
        let inputs = &mut self.inputs[number];
        sample.inputs(mirror, inputs);
        let accumulators = &mut self.accumulators[number * 2 * chunks..(number + 1) * 2 * chunks];
        for (values, list) in accumulators.chunks_mut(chunks).zip(&inputs.lists) {
            values.copy_from_slice(&model.rounded_biases);
            let mut rows = [0; MAX_PIECES];
            for (row, &input) in rows.iter_mut().zip(list) {
                *row = usize::from(input) * chunks;
            }
            self.kernels.change(values, &model.rounded, &rows[..inputs.count], &[]);
        }
        let (own, other) = accumulators.split_at(chunks);
        let position = TilePosition { number, pieces: inputs.count, accumulators: [own, other] };
        model.output.forward(model.kernels, position)
    }

    /// The gradients of the output layer, and those that go on to the first layer.
    fn backward(&mut self, model: &Model, number: usize, sample: &Sample, slope: f32) {
        let chunks = model.architecture.hidden / CHUNK;
        let both = &self.accumulators[number * 2 * chunks..(number + 1) * 2 * chunks];
        let (own, other) = both.split_at(chunks);
        let Gradients { biases, output, .. } = &mut self.gradients;
        let found = AccumulatorGradients { biases, slopes: &mut self.slopes };
        let accumulators = [own, other];
        let position = TilePosition { number, pieces: sample.count(), accumulators };
        model.output.backward(model.kernels, position, slope, output, found);
    }

    /// Adds the gradients of a tile's accumulators to the rows that they use.
    fn gather(&mut self, model: &Model, count: usize) {
        // A counting sort of (row, accumulator) by row.
        let inputs = &self.inputs[..count];
        let lists = || inputs.iter().flat_map(|it| it.lists.iter().map(|list| &list[..it.count]));
        for &row in lists().flatten() {
            self.counts[usize::from(row)] += 1;
        }
        let Uses { rows, users } = &mut self.uses;
        rows.clear();
        let mut total = 0;
        for (row, count) in self.counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            // Now the count is where the row begins; filling moves it to where it ends.
            let begin = total;
            total += *count;
            *count = begin;
            rows.push((row as u16, total));
        }
        users.resize(total.into(), 0);
        for (accumulator, list) in lists().enumerate() {
            for &row in list {
                let place = &mut self.counts[usize::from(row)];
                users[usize::from(*place)] = accumulator as u8;
                *place += 1;
            }
        }
        for &(row, _) in &*rows {
            self.counts[usize::from(row)] = 0;
        }
        let chunks = model.architecture.hidden / CHUNK;
        (model.kernels.gather)(&mut self.gradients.inputs, &self.slopes, &self.uses, chunks);
    }
}
