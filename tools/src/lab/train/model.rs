//! The network in training: its parameters as floating-point numbers, and the steps of
//! the optimiser.
//!
//! The first layer is trained with quantisation: the forward pass uses the weights
//! rounded to whole numbers, and gradients ignore the rounding (a straight-through
//! estimator). Each input weight is the sum of one that all threat buckets share and one of its
//! own (factorisation), so that rare buckets learn from the others.
//!
//! No result depends on the width of vectors: sums have a fixed order, and there are no
//! fused multiplications and additions.

use std::thread;

use crate::lab::train::kernels::{BETAS, Kernels, Part, Step, kernels};
use crate::lab::train::output::{OutputGradients, OutputModel};
use crate::lab::train::tensor::{Tensor, merged, split};
use chuhe::eval::{Architecture, INPUTS, THREATS, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::simd::{CHUNK, Chunk, kernels as evaluation_kernels};

/// The largest weight of the first layer: sums over all pieces fit 16 bits.
const INPUT_CLIP: f32 = 1.98;
/// The largest size of either part of an input weight.
pub const PART_CLIP: f32 = INPUT_CLIP / 2.0;

/// The number of tensors of a model.
pub const TENSORS: usize = 5;

/// The sizes of a step of AdamW, given its number from 0.
pub fn step(number: u64, rate: f64, decay: f64, batch: usize) -> Step {
    let power = (number + 1).min(1 << 30) as i32;
    let corrections = BETAS.map(|beta| (1.0 / (1.0 - f64::from(beta).powi(power))) as f32);
    let share = 1.0 / batch as f32;
    Step { rate: rate as f32, decay: decay as f32, share, corrections, clip: INPUT_CLIP }
}

/// Sums of gradients of a [`Model`].
#[derive(Clone, Debug)]
pub struct Gradients {
    /// Of the input weights.
    pub inputs: Vec<f32>,
    /// Of the biases of the first layer.
    pub biases: Vec<f32>,
    /// Of the output layer.
    pub output: OutputGradients,
}

/// A network in training.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its shape.
    pub architecture: Architecture,
    /// The arithmetic.
    pub kernels: &'static Kernels,
    /// Input weights: for each input a row for each threat bucket.
    pub inputs: Tensor,
    /// The part of them that the buckets of an input share.
    pub shared: Tensor,
    /// Biases of the first layer.
    pub biases: Tensor,
    /// The output layer.
    pub output: OutputModel,
    /// The input weights rounded to whole numbers.
    pub rounded: Vec<Chunk>,
    /// The biases rounded to whole numbers.
    pub rounded_biases: Vec<Chunk>,
}

impl Model {
    /// A network with random weights.
    pub fn new(architecture: Architecture, seed: u64) -> Model {
        let hidden = architecture.hidden;
        let mut random = Random::new(&[seed, 0x6e65_7477]);
        let mut uniform = |range: f64| ((random.unit() * 2.0 - 1.0) * range) as f32;
        let range = (1.0_f64 / 24.0).sqrt(); // about 24 inputs are active
        let own = INPUTS * THREATS * hidden;
        let mut model = Model {
            architecture,
            kernels: kernels(evaluation_kernels().name),
            inputs: Tensor::new(own, || 0.0),
            shared: Tensor::new(INPUTS * hidden, || uniform(range)),
            biases: Tensor::new(hidden, || 0.0),
            output: OutputModel::new(architecture, &mut uniform),
            rounded: vec![Chunk::ZERO; own / CHUNK],
            rounded_biases: vec![Chunk::ZERO; hidden / CHUNK],
        };
        model.round();
        model
    }

    /// All tensors, in a fixed order.
    pub fn tensors(&mut self) -> impl Iterator<Item = &mut Tensor> {
        let OutputModel { weights, biases, .. } = &mut self.output;
        let all: [_; TENSORS] =
            [&mut self.inputs, &mut self.shared, &mut self.biases, weights, biases];
        all.into_iter()
    }

    /// Computes the rounded weights from the parameters.
    pub fn round(&mut self) {
        let hidden = self.architecture.hidden;
        let rows = self.inputs.values.chunks_exact(hidden);
        let rounded = self.rounded.chunks_exact_mut(hidden / CHUNK);
        for (number, (row, rounded)) in rows.zip(rounded).enumerate() {
            let shared = &self.shared.values[number / THREATS * hidden..][..hidden];
            (self.kernels.round_sum)(row, shared, rounded);
        }
        (self.kernels.round)(&self.biases.values, &mut self.rounded_biases);
    }

    /// Makes a step with the gradients of all learners, in parallel, and sets the
    /// gradients to zero.
    pub fn update(&mut self, gradients: &mut [&mut Gradients], step: &Step) {
        let hidden = self.architecture.hidden;
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
                let own = count * THREATS * hidden;
                let (chunks, rest) = std::mem::take(&mut rounded).split_at_mut(own / CHUNK);
                rounded = rest;
                let sources = sources.iter_mut().map(|source| {
                    let (part, rest) = std::mem::take(source).split_at_mut(own);
                    *source = rest;
                    part
                });
                let work = InputUpdate {
                    kernels,
                    hidden,
                    inputs: split(&mut inputs, own),
                    shared: split(&mut shared, count * hidden),
                    rounded: chunks,
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
        let all = self.inputs.values.iter().chain(&self.shared.values);
        all.filter(|value| value.abs() >= PART_CLIP).count()
    }

    /// The weights as whole numbers, in the order of the network file. Outputs are
    /// multiplied by `gain`, which must not exceed [`OutputModel::largest_gain`].
    pub fn to_weights(&self, gain: f64) -> Weights {
        let chunks = self.architecture.hidden / CHUNK;
        let row = |bucket: usize, input: usize| {
            let start = (input * THREATS + bucket) * chunks;
            self.rounded[start..start + chunks].iter().flat_map(|chunk| chunk.0)
        };
        let inputs =
            (0..THREATS).flat_map(|bucket| (0..INPUTS).flat_map(move |input| row(bucket, input)));
        let (outputs, output_biases) = self.output.to_weights(gain);
        Weights {
            inputs: inputs.collect(),
            biases: Chunk::unpack(&self.rounded_biases),
            outputs,
            output_biases,
        }
    }
}

/// The rows of input weights that one thread updates.
struct InputUpdate<'a> {
    kernels: &'static Kernels,
    hidden: usize,
    inputs: Part<'a>,
    shared: Part<'a>,
    rounded: &'a mut [Chunk],
    gradients: Vec<&'a mut [f32]>,
}

impl InputUpdate<'_> {
    fn run(mut self, step: &Step) {
        let (hidden, kernels) = (self.hidden, self.kernels);
        let step = &Step { clip: PART_CLIP, ..*step };
        let (mut own, mut common) = (vec![0.0; hidden], vec![0.0; hidden]);
        let inputs = self.shared.values.len() / hidden;
        for input in 0..inputs {
            common.fill(0.0);
            let mut rows = Vec::with_capacity(THREATS);
            for bucket in 0..THREATS {
                let start = (input * THREATS + bucket) * hidden;
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
            let Part { values: shared, means, squares } = split(&mut self.shared, hidden);
            (kernels.update)(Part { values: &mut *shared, means, squares }, &common, step);
            for row in rows {
                let (chunks, rest) = std::mem::take(&mut self.rounded).split_at_mut(hidden / CHUNK);
                self.rounded = rest;
                (kernels.round_sum)(row, shared, chunks);
            }
        }
    }
}
