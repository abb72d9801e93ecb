//! Initialises a model with the weights of a checkpoint or a network file of the same shape, or
//! with the mean of several: one that went on from another has not left its surroundings, and what
//! lies between them is often better than either (Wortsman et al., "Model soups", 2022). The
//! moments of AdamW start at 0. A network file has rounded weights, and for each threat bucket
//! only the sum of the part that all share and its own; [`split`] takes it apart again.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::lab::train::checkpoint::parameters;
use crate::lab::train::model::{Model, PART_CLIP, TENSORS};
use chuhe::eval::{Architecture, INPUTS, Network, QB, THREATS};
use chuhe::internals::packing::sha256;
use chuhe::internals::simd::QA;

/// Larger files are not read.
const MAX_BYTES: u64 = 4 << 30;

/// The weights of a checkpoint or of a network file, or the mean of several.
pub struct InitialWeights {
    /// Their shape.
    pub architecture: Architecture,
    /// The SHA-256 of the file; those of several in their order, with commas between them.
    pub sha256: String,
    /// The parameters, in the order of [`Model::tensors`].
    tensors: [Vec<f32>; TENSORS],
    /// Score units that one of the output means. That of a checkpoint is in units of the logistic
    /// curve already.
    score_units: Option<f32>,
}

impl InitialWeights {
    /// Reads a file, or several and takes their mean; `None` if there is none. Their order does
    /// not matter.
    ///
    /// # Errors
    /// When one cannot be read ([`InitialWeights::read`]), they differ in shape, are networks and
    /// checkpoints, or one of them was given twice.
    pub fn read_all(paths: &[PathBuf]) -> Result<Option<InitialWeights>> {
        let mut all = paths
            .iter()
            .map(|path| InitialWeights::read(path))
            .collect::<Result<Vec<InitialWeights>>>()?;
        all.sort_by(|a, b| a.sha256.cmp(&b.sha256));
        let is_twice = |pair: &[InitialWeights]| pair[0].sha256 == pair[1].sha256;
        ensure!(!all.windows(2).any(is_twice), "--init: the same weights twice");
        let mut rest = all.into_iter();
        let Some(mut mean) = rest.next() else { return Ok(None) };
        for (count, other) in (2..).zip(rest) {
            mean = mean.with(&other, 1.0 / f64::from(count))?;
        }
        Ok(Some(mean))
    }

    /// Moves the weights by a share of the way to others.
    fn with(mut self, other: &InitialWeights, share: f64) -> Result<InitialWeights> {
        let (own, others) = (self.architecture, other.architecture);
        ensure!(own == others, "--init: weights of {own} and of {others} have no mean");
        // Of the tensors the last two, of the output, have the unit of the scores.
        let unit = match (self.score_units, other.score_units) {
            (None, None) => 1.0,
            (Some(own), Some(others)) => f64::from(others / own),
            _ => bail!("--init: networks and checkpoints have no mean; give either"),
        };
        for (i, (own, others)) in self.tensors.iter_mut().zip(&other.tensors).enumerate() {
            let factor = if i + 2 < TENSORS { 1.0 } else { unit };
            for (own, &others) in own.iter_mut().zip(others) {
                let distance = f64::from(others) * factor - f64::from(*own);
                *own = (f64::from(*own) + distance * share) as f32;
            }
        }
        self.sha256 = format!("{},{}", self.sha256, other.sha256);
        Ok(self)
    }

    /// Reads a checkpoint of the trainer or a network file that it made.
    ///
    /// # Errors
    /// When it cannot be read, is neither, is damaged, or has a shape that this
    /// version does not read. The message names the file.
    pub fn read(path: &Path) -> Result<InitialWeights> {
        let name = || path.display().to_string();
        let known = std::fs::metadata(path).with_context(name)?;
        ensure!(
            known.is_file() && known.len() <= MAX_BYTES,
            "{}: not a checkpoint or a network",
            name()
        );
        let bytes = std::fs::read(path).with_context(name)?;
        let is_network = bytes.starts_with(&Network::MAGIC);
        let read =
            if is_network { InitialWeights::from_network } else { InitialWeights::from_checkpoint };
        read(&bytes).with_context(name)
    }

    fn from_network(bytes: &[u8]) -> Result<InitialWeights> {
        let network = Network::from_bytes(bytes)?;
        let weights = network.weights();
        let first = |&weight: &i16| f32::from(weight) / f32::from(QA);
        let one = f32::from(QB as i16);
        let inputs: Vec<f32> = weights.inputs.iter().map(first).collect();
        let (own, shared) = split(&inputs, network.architecture().hidden);
        let biases = weights.biases.iter().map(first).collect();
        let outputs = weights.outputs.iter().map(|&weight| f32::from(weight) / one).collect();
        let unit = one * f32::from(QA);
        let output_biases = weights.output_biases.iter().map(|&bias| bias as f32 / unit).collect();
        Ok(InitialWeights {
            architecture: network.architecture(),
            sha256: sha256(bytes).to_string(),
            tensors: [own, shared, biases, outputs, output_biases],
            score_units: Some(network.scale() as f32),
        })
    }

    fn from_checkpoint(bytes: &[u8]) -> Result<InitialWeights> {
        let (shape, tensors) = parameters(bytes)?;
        let architecture: Architecture = shape.parse()?;
        let Architecture { hidden, outputs } = architecture;
        let sizes =
            [THREATS * INPUTS * hidden, INPUTS * hidden, hidden, outputs * 2 * hidden, outputs];
        let tensors = <[Vec<f32>; TENSORS]>::try_from(tensors).ok();
        let tensors = tensors.filter(|tensors| tensors.each_ref().map(Vec::len) == sizes);
        Ok(InitialWeights {
            architecture,
            sha256: sha256(bytes).to_string(),
            tensors: tensors.context("its weights are not those of its shape")?,
            score_units: None,
        })
    }

    /// Whether a model of this shape can begin with the weights.
    ///
    /// # Errors
    /// When it cannot; the message says why.
    pub fn check(&self, wanted: Architecture) -> Result<()> {
        let found = self.architecture;
        ensure!(found == wanted, "the weights are of {found}; the manifest wants {wanted}");
        Ok(())
    }

    /// Puts the weights into a model whose shape was checked. A unit of its logistic curve is
    /// `logistic_scale` score units.
    pub fn put_into(&self, model: &mut Model, logistic_scale: f64) {
        for (tensor, values) in model.tensors().zip(&self.tensors) {
            tensor.values.copy_from_slice(values);
        }
        if let Some(units) = self.score_units {
            let factor = units / logistic_scale as f32;
            let outputs = [&mut model.output.weights, &mut model.output.biases];
            outputs.into_iter().flat_map(|it| &mut it.values).for_each(|value| *value *= factor);
        }
        model.round();
    }
}

/// Takes the input weights of a file, by threat bucket and then by input, apart: what a model has
/// for each input and bucket, and what the buckets of an input share. Of a weight half of the
/// buckets' values lie above what is shared and half below, so that the rest is as small as it
/// can be.
fn split(weights: &[f32], hidden: usize) -> (Vec<f32>, Vec<f32>) {
    let (mut own, mut shared) = (Vec::with_capacity(weights.len()), Vec::new());
    for input in 0..INPUTS {
        let row = |bucket: usize| &weights[(bucket * INPUTS + input) * hidden..][..hidden];
        let middle = |i: usize| {
            let values = (0..THREATS).map(|bucket| row(bucket)[i]);
            let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), w| {
                (low.min(w), high.max(w))
            });
            ((low + high) / 2.0).clamp(-PART_CLIP, PART_CLIP)
        };
        let common: Vec<f32> = (0..hidden).map(middle).collect();
        for bucket in 0..THREATS {
            own.extend(row(bucket).iter().zip(&common).map(|(weight, common)| weight - common));
        }
        shared.extend(common);
    }
    (own, shared)
}
