//! One thread of training: gradients of the loss over its share of a batch.
//!
//! Positions are taken in tiles. The backward pass through the first layer turns
//! a tile round: instead of adding each position's gradient to all its rows, it
//! adds up, for each row, the gradients of all positions that use it, which
//! touches every row once.

use crate::eval::{INPUTS, Kernels, LANE, Lane, kernels};
use crate::tools::train::kernels::{LAYERS, Uses};
use crate::tools::train::model::Model;
use crate::tools::train::output::{AccumulatorGradients, OutputGradients};
use crate::tools::train::sample::{Inputs, MAX_PIECES, Sample};

/// Positions in a tile: enough to use rows several times, and a lane of all their
/// layers' gradients fits the first cache.
const TILE: usize = LAYERS / 2;

/// What a position should come to.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Share of the game's result; the search's score has the rest.
    pub result_share: f32,
    /// Score units per unit of the logistic curve.
    pub scale: f32,
}

impl Target {
    /// The expected result, 0 to 1.
    #[inline]
    pub fn of(&self, sample: &Sample) -> f32 {
        let score = logistic(f32::from(sample.score) / self.scale);
        self.result_share * f32::from(sample.result) * 0.5 + (1.0 - self.result_share) * score
    }
}

/// `1 / (1 + e^-x)`.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Sums of gradients.
#[derive(Clone, Debug)]
pub struct Gradients {
    /// Of the input weights.
    pub inputs: Vec<f32>,
    /// Of the biases of the first layer.
    pub biases: Vec<f32>,
    /// Of what follows the accumulators.
    pub output: OutputGradients,
}

/// One thread's memory.
pub struct Learner {
    kernels: &'static Kernels,
    /// What it has found.
    pub gradients: Gradients,
    /// Sum of the losses of its positions.
    pub loss: f64,
    inputs: Vec<Inputs>,
    /// Hidden layers of the tile: for each position that of the side to move,
    /// then the other's.
    hidden: Vec<Lane>,
    /// Gradients of the hidden layers: the first lane of each, then the second of
    /// each, and so on.
    slopes: Vec<f32>,
    /// For each row how many layers use it; between two tiles zero.
    counts: Vec<u16>,
    /// Which do.
    uses: Uses,
}

impl Learner {
    /// A thread for such networks.
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
            hidden: vec![Lane::ZERO; TILE * 2 * hidden / LANE],
            slopes: vec![0.0; TILE * 2 * hidden],
            counts: vec![0; INPUTS * model.architecture.buckets.count()],
            uses: Uses::default(),
        }
    }

    /// Adds the gradients and losses of some positions, given with whether each
    /// is mirrored.
    pub fn learn(&mut self, model: &Model, target: &Target, batch: &[(Sample, bool)]) {
        for tile in batch.chunks(TILE) {
            for (number, (sample, mirror)) in tile.iter().enumerate() {
                let output = self.forward(model, number, sample, *mirror);
                let expected = target.of(sample);
                let found = logistic(output);
                let error = found - expected;
                self.loss += f64::from(error * error);
                let slope = 2.0 * error * found * (1.0 - found);
                self.backward(model, number, sample, slope);
            }
            self.scatter(model, tile.len());
        }
    }

    /// The sum of the losses of some positions, without learning.
    pub fn check(&mut self, model: &Model, target: &Target, samples: &[Sample]) -> f64 {
        let loss = |sample: &Sample| {
            let error = logistic(self.forward(model, 0, sample, false)) - target.of(sample);
            f64::from(error * error)
        };
        samples.iter().map(loss).sum()
    }

    /// The output for a position, in units of the logistic curve.
    pub fn output(&mut self, model: &Model, sample: &Sample) -> f32 {
        self.forward(model, 0, sample, false)
    }

    /// Marks the neurons that a position switches on.
    pub fn mark_active(&mut self, model: &Model, sample: &Sample, active: &mut [bool]) {
        self.forward(model, 0, sample, false);
        let values = self.hidden[..2 * active.len() / LANE].iter().flat_map(|lane| lane.0);
        for (number, value) in values.enumerate() {
            active[number % model.architecture.hidden] |= value > 0;
        }
    }

    fn forward(&mut self, model: &Model, number: usize, sample: &Sample, mirror: bool) -> f32 {
        let architecture = model.architecture;
        let lanes = architecture.hidden / LANE;
        let inputs = &mut self.inputs[number];
        sample.inputs(architecture.buckets, mirror, inputs);
        let accumulators = &mut self.hidden[number * 2 * lanes..(number + 1) * 2 * lanes];
        for (values, list) in accumulators.chunks_mut(lanes).zip(&inputs.lists) {
            values.copy_from_slice(&model.rounded_biases);
            let mut rows = [0; MAX_PIECES];
            for (row, &input) in rows.iter_mut().zip(list) {
                *row = usize::from(input) * lanes;
            }
            self.kernels.change(values, &model.rounded, &rows[..inputs.count], &[]);
        }
        let (own, other) = accumulators.split_at(lanes);
        model.output.forward(model.kernels, [own, other], inputs.count)
    }

    /// The gradients of what follows the accumulators, and those that go on to
    /// the first layer.
    fn backward(&mut self, model: &Model, number: usize, sample: &Sample, slope: f32) {
        let lanes = model.architecture.hidden / LANE;
        let both = &self.hidden[number * 2 * lanes..(number + 1) * 2 * lanes];
        let (own, other) = both.split_at(lanes);
        let Gradients { biases, output, .. } = &mut self.gradients;
        let found = AccumulatorGradients { biases, slopes: &mut self.slopes, number: 2 * number };
        let (kernels, pieces) = (model.kernels, sample.count());
        model.output.backward(kernels, [own, other], pieces, slope, output, found);
    }

    /// Adds the hidden layers' gradients of a tile to the rows that they used.
    fn scatter(&mut self, model: &Model, count: usize) {
        // A counting sort of (row, layer) by row.
        let inputs = &self.inputs[..count];
        let lists = || inputs.iter().flat_map(|it| it.lists.iter().map(|list| &list[..it.count]));
        for &row in lists().flatten() {
            self.counts[usize::from(row)] += 1;
        }
        let Uses { rows, users } = &mut self.uses;
        rows.clear();
        let mut total = 0;
        for (row, count) in self.counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            // Now the count says where the row begins; filling moves it to the end.
            let begin = total;
            total += *count;
            *count = begin;
            rows.push((row as u16, total));
        }
        users.resize(total.into(), 0);
        for (layer, list) in lists().enumerate() {
            for &row in list {
                let place = &mut self.counts[usize::from(row)];
                users[usize::from(*place)] = layer as u8;
                *place += 1;
            }
        }
        for &(row, _) in &*rows {
            self.counts[usize::from(row)] = 0;
        }
        let lanes = model.architecture.hidden / LANE;
        (model.kernels.gather)(&mut self.gradients.inputs, &self.slopes, &self.uses, lanes);
    }
}
