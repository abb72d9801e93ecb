//! Training a second layer. Like the first one it is trained with quantisation: the
//! forward pass computes its sums from rounded weights, with the kernel that the engine
//! uses, and gradients ignore the rounding.
//!
//! The backward pass of a tile is two products of matrices, in which neurons that are
//! clipped are left out: gradients of the weights are sums of the inputs of all positions,
//! and gradients of the inputs are sums of the weights of all neurons.

use crate::lab::train::kernels::{Grid, Kernels, Products, Step, TILE_ACCUMULATORS};
use crate::lab::train::model::Tensor;
use crate::lab::train::output::{AccumulatorGradients, SECOND_CLIP};
use chuhe::eval::{OutputShape, OutputWeights, QB};
use chuhe::internals::simd::{
    Block, Kernels as EvaluationKernels, LANE, Lane, MAX_SECOND, ONE_OF_SECOND, SecondLayer,
    kernels as evaluation_kernels,
};

/// The largest bias in training.
const BIAS_CLIP: f32 = 1000.0;
/// What biases are at first: between the two ends of the range that is not clipped.
const FIRST_BIAS: f32 = 0.5;

/// A second layer in training.
#[derive(Clone, Debug)]
pub struct SecondModel {
    shape: OutputShape,
    /// Neurons of an accumulator.
    hidden: usize,
    /// Weights: for each bucket and neuron those of the side to move, then those of the
    /// other side.
    pub weights: Tensor,
    /// Biases, by bucket.
    pub biases: Tensor,
    /// The rounded weights, by bucket, laid out for the evaluation's kernels.
    blocks: Vec<Block>,
    rounded_biases: Vec<i32>,
    /// The rounded weights: the first lane of all rows, then the second lane, and so on.
    columns: Vec<f32>,
}

/// What one thread keeps of the positions of a tile.
pub struct SecondTile {
    evaluation: &'static EvaluationKernels,
    positions: Vec<Position>,
    /// The inputs, in the order of the gradients of the accumulators.
    inputs: Vec<f32>,
    /// Which neurons' weights are added to the gradients of which position.
    by_position: Products,
    /// Which positions' inputs are added to the gradients of which neuron.
    by_neuron: Products,
    /// For each neuron the number of positions; 0 between two tiles.
    counts: Vec<u16>,
}

/// A position of a tile.
#[derive(Clone)]
struct Position {
    /// The number of its bucket's first neuron.
    first: usize,
    /// The sums of the neurons.
    sums: [f32; MAX_SECOND],
    /// The slopes of the loss by them.
    slopes: [f32; MAX_SECOND],
}

impl SecondModel {
    /// Random parameters.
    pub fn new(
        shape: OutputShape,
        hidden: usize,
        uniform: &mut impl FnMut(f64) -> f32,
    ) -> SecondModel {
        let neurons = shape.buckets() * shape.second();
        let inputs = 2 * hidden;
        let range = (2.0 / hidden as f64).sqrt();
        SecondModel {
            shape,
            hidden,
            weights: Tensor::new(neurons * inputs, || uniform(range)),
            biases: Tensor::new(neurons, || FIRST_BIAS),
            blocks: Vec::new(),
            rounded_biases: Vec::new(),
            columns: vec![0.0; neurons * inputs],
        }
    }

    /// All tensors, in a fixed order.
    pub fn tensors(&mut self) -> [&mut Tensor; 2] {
        [&mut self.weights, &mut self.biases]
    }

    /// What a thread needs to process tiles.
    pub fn tile(&self) -> SecondTile {
        let position = Position { first: 0, sums: [0.0; MAX_SECOND], slopes: [0.0; MAX_SECOND] };
        SecondTile {
            evaluation: evaluation_kernels(),
            positions: vec![position; TILE_ACCUMULATORS / 2],
            inputs: vec![0.0; TILE_ACCUMULATORS * self.hidden],
            by_position: Products::default(),
            by_neuron: Products::default(),
            counts: vec![0; self.biases.values.len()],
        }
    }

    /// Computes the rounded weights from the parameters.
    pub fn round(&mut self, kernels: &Kernels) {
        let (inputs, rows) = (2 * self.hidden, self.biases.values.len());
        let mut rounded = vec![0.0; self.weights.values.len()];
        (kernels.round_second)(&self.weights.values, &mut rounded);
        let columns = self.columns.as_chunks_mut::<LANE>().0;
        for (row, weights) in rounded.chunks_exact(inputs).enumerate() {
            for (lane, weights) in weights.as_chunks::<LANE>().0.iter().enumerate() {
                columns[lane * rows + row] = *weights;
            }
        }
        let whole: Vec<i16> = rounded.iter().map(|&w| (w * QB as f32) as i16).collect();
        let buckets = whole.chunks_exact(self.shape.second() * inputs);
        self.blocks.clear();
        self.blocks.extend(buckets.flat_map(|weights| Block::pack(weights, inputs)));
        let unit = ONE_OF_SECOND as f32;
        self.rounded_biases =
            self.biases.values.iter().map(|bias| (bias * unit).round() as i32).collect();
    }

    /// The output without its bias.
    pub fn forward(
        &self,
        accumulators: [&[Lane]; 2],
        bucket: usize,
        last: &[f32],
        tile: &mut SecondTile,
        number: usize,
    ) -> f32 {
        let (neurons, blocks) = (self.shape.second(), self.blocks.len() / self.shape.buckets());
        let first = bucket * neurons;
        let layer = SecondLayer {
            weights: &self.blocks[bucket * blocks..(bucket + 1) * blocks],
            biases: &self.rounded_biases[first..first + neurons],
            output: &[],
        };
        let mut sums = [0; MAX_SECOND];
        tile.evaluation.second_layer(accumulators, layer, &mut sums);
        let position = &mut tile.positions[number];
        position.first = first;
        position.sums = sums.map(|sum| sum as f32 * (1.0 / ONE_OF_SECOND as f32));
        let (clipped, squares) = last.split_at(neurons);
        let mut total = position.sums[0] * squares[neurons];
        for ((sum, clipped), square) in position.sums.iter().zip(clipped).zip(squares) {
            let value = sum.clamp(0.0, 1.0);
            total += value * clipped + value * value * square;
        }
        total
    }

    /// Ends the backward pass of a tile: adds the gradients of the weights, and computes
    /// those of the accumulators.
    pub fn end_tile(
        &self,
        kernels: &Kernels,
        accumulators: &[Lane],
        tile: &mut SecondTile,
        gradients: &mut [f32],
        found: AccumulatorGradients,
    ) {
        let lanes = self.hidden / LANE;
        let rows = self.biases.values.len();
        let count = accumulators.len() / (2 * lanes);
        tile.list_products(count, self.shape.second());
        for (number, values) in accumulators.chunks_exact(lanes).enumerate() {
            (kernels.squares)(values, &mut tile.inputs, number);
        }
        found.slopes.fill(0.0);
        for side in 0..2 {
            let start = side * lanes;
            let accumulators = Grid { first: side, row: 2, lane: TILE_ACCUMULATORS };
            let of_rows = Grid { first: start, row: 2 * lanes, lane: 1 };
            let places = [of_rows, accumulators];
            (kernels.weigh)(gradients, &tile.inputs, &tile.by_neuron, places, lanes);
            let of_columns = Grid { first: start * rows, row: 1, lane: rows };
            let places = [accumulators, of_columns];
            (kernels.weigh)(found.slopes, &self.columns, &tile.by_position, places, lanes);
        }
        for (number, values) in accumulators.chunks_exact(lanes).enumerate() {
            (kernels.through_squares)(values, found.biases, found.slopes, number);
        }
    }

    /// Changes the parameters by the gradients.
    pub fn update(&mut self, kernels: &Kernels, weights: &[f32], biases: &[f32], step: &Step) {
        (kernels.update)(self.weights.part(), weights, &Step { clip: SECOND_CLIP, ..*step });
        (kernels.update)(self.biases.part(), biases, &Step { clip: BIAS_CLIP, ..*step });
        self.round(kernels);
    }

    /// The largest factor for the output weights of a bucket, given their sizes as whole
    /// numbers.
    pub fn largest_gain(&self, bucket: usize, sizes: &[f64]) -> f64 {
        let (inputs, first) = (2 * self.hidden, bucket * self.shape.second());
        let (weights, biases) = self.to_weights();
        let row = &weights[first * inputs..(first + 1) * inputs];
        let largest_sum = OutputWeights::largest_sum(row, biases[first]).max(1);
        let Some((direct, clipped)) = sizes.split_last() else { return 1.0 };
        let (sum, largest) = clipped.iter().fold((0.0, 0.0_f64), |(s, l), w| (s + w, l.max(*w)));
        let largest = largest.max(*direct);
        // Each weight may be rounded up by a half.
        let room = f64::from(OutputWeights::MAX_CLIPPED_SUM) - 0.5 * clipped.len() as f64;
        let of_direct = OutputWeights::MAX_DIRECT as f64 / largest_sum as f64 - 0.5;
        let of_each = f64::from(i16::MAX) - 0.5;
        (of_each / largest).min(room / sum).min(of_direct / direct)
    }

    /// The weights and biases as whole numbers.
    pub fn to_weights(&self) -> (Vec<i16>, Vec<i32>) {
        let inputs = 2 * self.hidden;
        let buckets = self.blocks.chunks_exact(self.blocks.len() / self.shape.buckets());
        let weights = buckets.flat_map(|blocks| Block::unpack(blocks, inputs)).collect();
        (weights, self.rounded_biases.clone())
    }

    /// Number of weights at their limit, and of those that are rounded to zero.
    pub fn clipped_and_zero(&self) -> [usize; 2] {
        let clipped = self.weights.values.iter().filter(|weight| weight.abs() >= SECOND_CLIP);
        [clipped.count(), self.columns.iter().filter(|&&weight| weight == 0.0).count()]
    }
}

impl SecondTile {
    /// Adds the gradients of the output weights and of the biases; keeps the slopes by
    /// the sums.
    pub fn backward(
        &mut self,
        number: usize,
        last: &[f32],
        slope: f32,
        gradients: &mut [f32],
        biases: &mut [f32],
    ) {
        let neurons = last.len() / 2;
        let Position { first, sums, slopes } = &mut self.positions[number];
        for (i, sum) in sums[..neurons].iter().enumerate() {
            let value = sum.clamp(0.0, 1.0);
            gradients[i] += slope * value;
            gradients[neurons + i] += slope * value * value;
            let passes = *sum > 0.0 && *sum < 1.0;
            let through = slope * (last[i] + 2.0 * value * last[neurons + i]);
            slopes[i] = if passes { through } else { 0.0 };
        }
        gradients[2 * neurons] += slope * sums[0];
        slopes[0] += slope * last[2 * neurons];
        for (bias, slope) in biases[*first..*first + neurons].iter_mut().zip(slopes) {
            *bias += *slope;
        }
    }

    /// Marks the neurons that a position makes active.
    pub fn mark_active(&self, number: usize, active: &mut [bool]) {
        let Position { first, sums, .. } = &self.positions[number];
        for (active, sum) in active[*first..].iter_mut().zip(&sums[..]) {
            *active |= *sum > 0.0;
        }
    }

    /// Lists the slopes that are not 0 of so many positions: by position, and by neuron.
    fn list_products(&mut self, count: usize, neurons: usize) {
        let SecondTile { positions, by_position, by_neuron, counts, .. } = self;
        by_position.rows.clear();
        by_position.users.clear();
        for (number, position) in positions[..count].iter().enumerate() {
            for (i, &slope) in position.slopes[..neurons].iter().enumerate() {
                if slope != 0.0 {
                    by_position.users.push(((position.first + i) as u16, slope));
                    counts[position.first + i] += 1;
                }
            }
            by_position.rows.push((number as u16, by_position.users.len() as u16));
        }
        // A counting sort by neuron.
        by_neuron.rows.clear();
        let mut total = 0;
        for (neuron, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            // Now the count is where the neuron begins; filling moves it to where it ends.
            let begin = total;
            total += *count;
            *count = begin;
            by_neuron.rows.push((neuron as u16, total));
        }
        by_neuron.users.clear();
        by_neuron.users.resize(total.into(), (0, 0.0));
        let mut begin = 0;
        for &(number, end) in &by_position.rows {
            for &(neuron, slope) in &by_position.users[begin..usize::from(end)] {
                let place = &mut counts[usize::from(neuron)];
                by_neuron.users[usize::from(*place)] = (number, slope);
                *place += 1;
            }
            begin = usize::from(end);
        }
        counts.fill(0);
    }
}
