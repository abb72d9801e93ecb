//! The parameters of what follows the accumulators, from a checkpoint or a network file.

use anyhow::{Result, bail, ensure};

use crate::lab::train::output::{OutputModel, SECOND_CLIP};
use chuhe::eval::{OutputShape, OutputWeights, QB};
use chuhe::internals::simd::{ONE_OF_SECOND, QA};

/// What an activation of a single output layer is in the inputs of a second layer, which
/// are the squares of values over 256 instead of 255.
const INPUT_RATIO: f32 = (256.0 * 256.0) / (255.0 * 255.0);

/// The parameters to start from.
#[derive(Clone)]
pub struct OutputStart {
    shape: OutputShape,
    hidden: usize,
    second: Vec<f32>,
    second_biases: Vec<f32>,
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl OutputStart {
    /// The tensors of a checkpoint that follow those of the first layer, which
    /// has so many neurons.
    ///
    /// # Errors
    /// When they are not those of a known shape.
    pub fn new(hidden: usize, mut tensors: Vec<Vec<f32>>) -> Result<OutputStart> {
        const UNKNOWN: &str = "weights of a shape that this version does not know";
        if tensors.len() == 2 {
            tensors.splice(0..0, [Vec::new(), Vec::new()]);
        }
        let Ok(tensors) = <[Vec<f32>; 4]>::try_from(tensors) else { bail!(UNKNOWN) };
        let [second, second_biases, weights, biases] = tensors;
        let buckets = biases.len();
        let shape = match second_biases.len() {
            0 => OutputShape::layer(buckets),
            neurons => OutputShape::two_layers(neurons / buckets.max(1), buckets),
        };
        let Ok(shape) = shape else { bail!(UNKNOWN) };
        let neurons = buckets * shape.second();
        let is_known = second_biases.len() == neurons
            && second.len() == neurons * 2 * hidden
            && weights.len() == buckets * shape.output_weights(hidden);
        ensure!(is_known, UNKNOWN);
        Ok(OutputStart { shape, hidden, second, second_biases, weights, biases })
    }

    /// The weights of a network file.
    pub fn from_weights(shape: OutputShape, hidden: usize, weights: &OutputWeights) -> OutputStart {
        let OutputWeights { second, second_biases, weights, biases } = weights;
        let one = f32::from(QB as i16);
        let small = |weights: &[i16]| weights.iter().map(|&w| f32::from(w) / one).collect();
        let large =
            |biases: &[i32], one: f32| biases.iter().map(|&bias| bias as f32 / one).collect();
        OutputStart {
            shape,
            hidden,
            second: small(second),
            second_biases: large(second_biases, ONE_OF_SECOND as f32),
            weights: small(weights),
            biases: large(biases, one * f32::from(QA)),
        }
    }

    /// The same with all outputs multiplied by a factor.
    pub fn scaled(&self, factor: f32) -> OutputStart {
        let mut scaled = self.clone();
        let outputs = scaled.weights.iter_mut().chain(&mut scaled.biases);
        outputs.for_each(|value| *value *= factor);
        scaled
    }

    /// The shape of the parameters.
    pub fn shape(&self) -> OutputShape {
        self.shape
    }

    /// Whether a model of this shape can begin with the parameters.
    ///
    /// # Errors
    /// When it cannot; the message says why.
    pub fn check(&self, wanted: OutputShape) -> Result<()> {
        let (found, second) = (self.shape.second(), wanted.second());
        ensure!(
            second >= found,
            "its second layer of {found} neurons does not fit into {}",
            if second == 0 { "a single layer".into() } else { second.to_string() }
        );
        let (found, wanted) = (self.shape.buckets(), wanted.buckets());
        ensure!(wanted.is_multiple_of(found), "its {found} outputs cannot be split into {wanted}");
        Ok(())
    }

    /// Puts the parameters into a model whose shape was checked. Buckets begin as
    /// copies of those that they were split from; weights of new neurons are 0.
    pub fn put_into(&self, model: &mut OutputModel) {
        let wanted = model.shape.buckets();
        model.weights.values.fill(0.0);
        for bucket in 0..wanted {
            let from = bucket * self.shape.buckets() / wanted;
            model.biases.values[bucket] = self.biases[from];
            match (self.shape.second(), model.shape.second()) {
                (0, 0) => {
                    let (hidden, count) = (self.hidden, model.hidden);
                    for half in 0..2 {
                        let source = &self.weights[(2 * from + half) * hidden..][..hidden];
                        let target = (2 * bucket + half) * count;
                        model.weights.values[target..target + hidden].copy_from_slice(source);
                    }
                }
                (0, neurons) => {
                    let source = &self.weights[2 * from * self.hidden..][..2 * self.hidden];
                    // Weights of a single layer have no limit: what a second layer cannot
                    // hold, its output makes up for.
                    let largest = source.iter().fold(0.0_f32, |most, w| most.max(w.abs()));
                    let factor = INPUT_RATIO.min(SECOND_CLIP / largest);
                    self.put_neuron(model, bucket * neurons, source, factor, 0.0);
                    let direct = bucket * (2 * neurons + 1) + 2 * neurons;
                    model.weights.values[direct] = INPUT_RATIO / factor;
                }
                (found, _) => self.put_bucket(model, bucket, from, found),
            }
        }
    }

    /// Puts the second layer of a bucket and its output into a model.
    fn put_bucket(&self, model: &mut OutputModel, bucket: usize, from: usize, found: usize) {
        let neurons = model.shape.second();
        let inputs = 2 * self.hidden;
        for i in 0..found {
            let number = from * found + i;
            let source = &self.second[number * inputs..(number + 1) * inputs];
            self.put_neuron(model, bucket * neurons + i, source, 1.0, self.second_biases[number]);
        }
        let source = &self.weights[from * (2 * found + 1)..(from + 1) * (2 * found + 1)];
        let start = bucket * (2 * neurons + 1);
        let target = &mut model.weights.values[start..start + 2 * neurons + 1];
        target[..found].copy_from_slice(&source[..found]);
        target[neurons..neurons + found].copy_from_slice(&source[found..2 * found]);
        target[2 * neurons] = source[2 * found];
    }

    /// Puts a neuron of the second layer into a model, where the first layer may be wider;
    /// its weights are multiplied by a factor.
    fn put_neuron(
        &self,
        model: &mut OutputModel,
        number: usize,
        source: &[f32],
        factor: f32,
        bias: f32,
    ) {
        let hidden = model.hidden;
        let Some(second) = &mut model.second else { return };
        let row = &mut second.weights.values[number * 2 * hidden..(number + 1) * 2 * hidden];
        row.fill(0.0);
        for (target, source) in row.chunks_mut(hidden).zip(source.chunks(self.hidden)) {
            for (target, weight) in target.iter_mut().zip(source) {
                *target = (weight * factor).clamp(-SECOND_CLIP, SECOND_CLIP);
            }
        }
        second.biases.values[number] = bias;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_a_second_layer_cannot_hold_are_made_up_for_by_its_output() {
        let hidden = 32;
        for largest in [0.5_f32, 4.0] {
            let mut weights = vec![0.25; 2 * hidden];
            weights[7] = -largest;
            let start = OutputStart::new(hidden, vec![weights.clone(), vec![0.0]]).unwrap();
            let shape = OutputShape::two_layers(8, 1).unwrap();
            let mut model = OutputModel::new(shape, hidden, &mut |_| 0.0);
            start.put_into(&mut model);
            let second = &model.second.as_ref().unwrap().weights.values[..2 * hidden];
            let direct = model.weights.values[2 * 8];
            for (found, weight) in second.iter().zip(weights) {
                assert!(found.abs() <= SECOND_CLIP * 1.0001, "{found}");
                assert!((found * direct - weight * INPUT_RATIO).abs() < 1e-5, "{found} {weight}");
            }
        }
    }

    #[test]
    fn outputs_are_split_by_the_same_numbers_of_pieces() {
        for (few, many) in [(1, 8), (2, 8), (4, 16), (8, 8)] {
            let [coarse, fine] = [few, many].map(|buckets| OutputShape::layer(buckets).unwrap());
            for pieces in 2..=32 {
                let (coarse, fine) = (coarse.bucket(pieces), fine.bucket(pieces));
                assert_eq!(fine * few / many, coarse, "{pieces} pieces, {few} outputs into {many}");
            }
        }
    }
}
