//! The network in training: its parameters as floating-point numbers, and the steps of
//! the optimiser.
//!
//! The first layer is trained with quantisation: the forward pass uses the weights
//! rounded to whole numbers, and gradients ignore the rounding (a straight-through
//! estimator). With buckets each weight is the sum of one shared by all buckets
//! and one of its own (factorisation), so that rare buckets learn from the others.
//!
//! No result depends on the width of vectors: sums have a fixed order, and there are no
//! fused multiplications and additions.

use std::thread;

use crate::lab::train::kernels::{BETAS, Kernels, Part, Step, kernels};
use crate::lab::train::learner::Gradients;
use crate::lab::train::output::OutputModel;
use chuhe::eval::{Architecture, INPUTS, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::simd::{LANE, Lane, kernels as evaluation_kernels};

/// The largest weight of the first layer: sums over all pieces fit 16 bits.
pub const INPUT_CLIP: f32 = 1.98;

/// Parameters with AdamW's moments: moving averages of gradients (Loshchilov and
/// Hutter, "Decoupled Weight Decay Regularization", 2019).
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The parameters.
    pub values: Vec<f32>,
    /// Running means of their gradients.
    pub means: Vec<f32>,
    /// Running means of the squares.
    pub squares: Vec<f32>,
}

impl Tensor {
    /// So many parameters, with moments of zero.
    pub fn new(count: usize, mut value: impl FnMut() -> f32) -> Tensor {
        Tensor {
            values: (0..count).map(|_| value()).collect(),
            means: vec![0.0; count],
            squares: vec![0.0; count],
        }
    }

    /// All of them, for the kernels.
    pub fn part(&mut self) -> Part<'_> {
        Part { values: &mut self.values, means: &mut self.means, squares: &mut self.squares }
    }
}

/// Removes the first `count` parameters from a part and returns them.
fn split<'a>(part: &mut Part<'a>, count: usize) -> Part<'a> {
    fn take<'a>(slice: &mut &'a mut [f32], count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(slice).split_at_mut(count);
        *slice = rest;
        taken
    }
    Part {
        values: take(&mut part.values, count),
        means: take(&mut part.means, count),
        squares: take(&mut part.squares, count),
    }
}

/// The sum of the gradients of all learners for one tensor; sets theirs to zero.
pub fn merged<'a>(
    kernels: &Kernels,
    gradients: impl Iterator<Item = &'a mut Vec<f32>>,
) -> Vec<f32> {
    let mut total = Vec::new();
    for part in gradients {
        total.resize(part.len(), 0.0);
        (kernels.merge)(&mut total, part);
    }
    total
}

/// The sizes of a step of AdamW, given its number from 0.
pub fn step(number: u64, rate: f64, decay: f64, batch: usize) -> Step {
    let power = (number + 1).min(1 << 30) as i32;
    let corrections = BETAS.map(|beta| (1.0 / (1.0 - f64::from(beta).powi(power))) as f32);
    let share = 1.0 / batch as f32;
    Step { rate: rate as f32, decay: decay as f32, share, corrections, clip: INPUT_CLIP }
}

/// A network in training.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its shape.
    pub architecture: Architecture,
    /// The arithmetic.
    pub kernels: &'static Kernels,
    /// Input weights: for each input a row for each bucket.
    pub inputs: Tensor,
    /// The shared part of the weights of an input; empty without buckets.
    pub shared: Tensor,
    /// Biases of the first layer.
    pub biases: Tensor,
    /// What follows the accumulators.
    pub output: OutputModel,
    /// The input weights rounded to whole numbers.
    pub rounded: Vec<Lane>,
    /// The biases rounded to whole numbers.
    pub rounded_biases: Vec<Lane>,
}

impl Model {
    /// A network with random weights.
    pub fn new(architecture: Architecture, seed: u64) -> Model {
        let Architecture { buckets, hidden, output } = architecture;
        let mut random = Random::new(&[seed, 0x6e65_7477]);
        let mut uniform = |range: f64| ((random.unit() * 2.0 - 1.0) * range) as f32;
        let range = (1.0_f64 / 24.0).sqrt(); // about 24 inputs are active
        let own = INPUTS * buckets.count() * hidden;
        let (inputs, shared) = if buckets.count() == 1 {
            (Tensor::new(own, || uniform(range)), Tensor::new(0, || 0.0))
        } else {
            (Tensor::new(own, || 0.0), Tensor::new(INPUTS * hidden, || uniform(range)))
        };
        let mut model = Model {
            architecture,
            kernels: kernels(evaluation_kernels().name),
            inputs,
            shared,
            biases: Tensor::new(hidden, || 0.0),
            output: OutputModel::new(output, hidden, &mut uniform),
            rounded: vec![Lane::ZERO; own / LANE],
            rounded_biases: vec![Lane::ZERO; hidden / LANE],
        };
        model.round();
        model
    }

    /// All tensors, in a fixed order.
    pub fn tensors(&mut self) -> impl Iterator<Item = &mut Tensor> {
        let first = [&mut self.inputs, &mut self.shared, &mut self.biases];
        first.into_iter().chain(self.output.tensors())
    }

    /// Computes the rounded weights from the parameters.
    pub fn round(&mut self) {
        let (hidden, buckets) = (self.architecture.hidden, self.architecture.buckets.count());
        let lanes = hidden / LANE;
        let rows = self.inputs.values.chunks_exact(hidden);
        for (number, (row, rounded)) in rows.zip(self.rounded.chunks_exact_mut(lanes)).enumerate() {
            let input = number / buckets;
            match self.shared.values.get(input * hidden..(input + 1) * hidden) {
                Some(shared) => (self.kernels.round_sum)(row, shared, rounded),
                None => (self.kernels.round)(row, rounded),
            }
        }
        (self.kernels.round)(&self.biases.values, &mut self.rounded_biases);
        self.output.round(self.kernels);
    }

    /// Makes a step with the gradients of all learners, in parallel, and sets the
    /// gradients to zero.
    pub fn update(&mut self, gradients: &mut [&mut Gradients], step: &Step) {
        let Architecture { buckets, hidden, .. } = self.architecture;
        let kernels = self.kernels;
        let threads = gradients.len();
        let rows_of = |thread: usize| thread * INPUTS / threads;
        let mut sources: Vec<&mut [f32]> =
            gradients.iter_mut().map(|g| g.inputs.as_mut_slice()).collect();
        let (mut inputs, mut shared) = (self.inputs.part(), self.shared.part());
        let mut rounded = self.rounded.as_mut_slice();
        thread::scope(|scope| {
            for thread in 0..threads {
                let count = rows_of(thread + 1) - rows_of(thread);
                let own = count * buckets.count() * hidden;
                let of_shared = if shared.values.is_empty() { 0 } else { count * hidden };
                let (lanes, rest) = std::mem::take(&mut rounded).split_at_mut(own / LANE);
                rounded = rest;
                let sources = sources.iter_mut().map(|source| {
                    let (part, rest) = std::mem::take(source).split_at_mut(own);
                    *source = rest;
                    part
                });
                let work = InputUpdate {
                    kernels,
                    hidden,
                    buckets: buckets.count(),
                    inputs: split(&mut inputs, own),
                    shared: split(&mut shared, of_shared),
                    rounded: lanes,
                    gradients: sources.collect(),
                };
                scope.spawn(move || work.run(step));
            }
        });
        let biases = merged(kernels, gradients.iter_mut().map(|g| &mut g.biases));
        (kernels.update)(self.biases.part(), &biases, step);
        (kernels.round)(&self.biases.values, &mut self.rounded_biases);
        let mut output: Vec<_> = gradients.iter_mut().map(|g| &mut g.output).collect();
        self.output.update(kernels, &mut output, step);
    }

    /// Number of input weights at their limit.
    pub fn clipped(&self) -> usize {
        let limit = if self.shared.values.is_empty() { INPUT_CLIP } else { INPUT_CLIP / 2.0 };
        let all = self.inputs.values.iter().chain(&self.shared.values);
        all.filter(|value| value.abs() >= limit).count()
    }

    /// The weights as whole numbers, in the order of the network file. Outputs are
    /// multiplied by `gain`, which must not exceed [`OutputModel::largest_gain`].
    pub fn to_weights(&self, gain: f64) -> Weights {
        let Architecture { buckets, hidden, .. } = self.architecture;
        let lanes = hidden / LANE;
        let row = |bucket: usize, input: usize| {
            let start = (input * buckets.count() + bucket) * lanes;
            self.rounded[start..start + lanes].iter().flat_map(|lane| lane.0)
        };
        let inputs = (0..buckets.count())
            .flat_map(|bucket| (0..INPUTS).flat_map(move |input| row(bucket, input)));
        Weights {
            inputs: inputs.collect(),
            biases: Lane::unpack(&self.rounded_biases),
            output: self.output.to_weights(gain),
        }
    }
}

/// The rows of input weights that one thread updates.
struct InputUpdate<'a> {
    kernels: &'static Kernels,
    hidden: usize,
    buckets: usize,
    inputs: Part<'a>,
    shared: Part<'a>,
    rounded: &'a mut [Lane],
    gradients: Vec<&'a mut [f32]>,
}

impl InputUpdate<'_> {
    fn run(mut self, step: &Step) {
        let (hidden, kernels) = (self.hidden, self.kernels);
        let has_shared = !self.shared.values.is_empty();
        let clip = if has_shared { INPUT_CLIP / 2.0 } else { INPUT_CLIP };
        let step = &Step { clip, ..*step };
        let (mut own, mut common) = (vec![0.0; hidden], vec![0.0; hidden]);
        let inputs = self.inputs.values.len() / (hidden * self.buckets);
        for input in 0..inputs {
            common.fill(0.0);
            let mut rows = Vec::with_capacity(self.buckets);
            for bucket in 0..self.buckets {
                let start = (input * self.buckets + bucket) * hidden;
                own.fill(0.0);
                for source in &mut self.gradients {
                    (kernels.merge)(&mut own, &mut source[start..start + hidden]);
                }
                (kernels.add)(&mut common, &own);
                let row = split(&mut self.inputs, hidden);
                let Part { values, means, squares } = row;
                (kernels.update)(Part { values: &mut *values, means, squares }, &own, step);
                rows.push(values);
            }
            let mut shared = None;
            if has_shared {
                let Part { values, means, squares } = split(&mut self.shared, hidden);
                (kernels.update)(Part { values: &mut *values, means, squares }, &common, step);
                shared = Some(&*values);
            }
            for row in rows {
                let (lanes, rest) = std::mem::take(&mut self.rounded).split_at_mut(hidden / LANE);
                self.rounded = rest;
                match shared {
                    Some(shared) => (kernels.round_sum)(row, shared, lanes),
                    None => (kernels.round)(row, lanes),
                }
            }
        }
    }
}
