//! Initialises a model with the weights of a checkpoint or a network file, of the same shape or
//! of a smaller one. The larger model computes the same at first: new neurons have random
//! input weights and output weights of 0, new buckets and outputs are copies of those
//! that they were split from, and a new second layer hands on what the output was. The moments of
//! AdamW start at 0. A network file has rounded weights, and for each bucket only the sum of the
//! part that all share and its own; [`Start::common`] splits it again.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::lab::train::checkpoint::parameters;
use crate::lab::train::model::{INPUT_CLIP, Model};
use crate::lab::train::output::OutputStart;
use chuhe::eval::{Architecture, Buckets, INPUTS, Network};
use chuhe::internals::packing::sha256;
use chuhe::internals::simd::QA;

/// Larger files are not read.
const MAX_BYTES: u64 = 4 << 30;

/// The weights of a checkpoint or of a network file.
pub struct Start {
    /// Their shape.
    pub architecture: Architecture,
    /// The SHA-256 of the file.
    pub sha256: String,
    inputs: Vec<f32>,
    shared: Vec<f32>,
    biases: Vec<f32>,
    output: OutputStart,
    /// Score units that one of the output means. That of a checkpoint is in units of the logistic
    /// curve already.
    score_units: Option<f32>,
}

impl Start {
    /// Reads a checkpoint of the trainer or a network file that it made.
    ///
    /// # Errors
    /// When it cannot be read, is neither, is damaged, or has a shape that this
    /// version does not know. The message names the file.
    pub fn read(path: &Path) -> Result<Start> {
        let name = || path.display().to_string();
        let known = std::fs::metadata(path).with_context(name)?;
        ensure!(
            known.is_file() && known.len() <= MAX_BYTES,
            "{}: not a checkpoint or a network",
            name()
        );
        let bytes = std::fs::read(path).with_context(name)?;
        let is_network = bytes.starts_with(&Network::MAGIC);
        let read = if is_network { Start::from_network } else { Start::from_checkpoint };
        read(&bytes).with_context(name)
    }

    fn from_network(bytes: &[u8]) -> Result<Start> {
        let network = Network::from_bytes(bytes)?;
        let Architecture { buckets, hidden, output } = network.architecture();
        let weights = network.weights();
        let float = |&weight: &i16| f32::from(weight) / f32::from(QA);
        // A file has the inputs of each bucket one after the other, a model the buckets of each
        // input.
        let row = |input: usize, bucket: usize| {
            &weights.inputs[(bucket * INPUTS + input) * hidden..][..hidden]
        };
        let rows =
            (0..INPUTS).flat_map(|input| (0..buckets.count()).map(move |bucket| (input, bucket)));
        let inputs = rows.flat_map(|(input, bucket)| row(input, bucket).iter().map(float));
        Ok(Start {
            architecture: network.architecture(),
            sha256: sha256(bytes).to_string(),
            inputs: inputs.collect(),
            shared: Vec::new(),
            biases: weights.biases.iter().map(float).collect(),
            output: OutputStart::from_weights(output, hidden, &weights.output),
            score_units: Some(network.scale() as f32),
        })
    }

    fn from_checkpoint(bytes: &[u8]) -> Result<Start> {
        let unknown = "weights of a shape that this version does not know";
        let (shape, tensors) = parameters(bytes)?;
        let mut tensors = tensors.into_iter();
        let mut next = || tensors.next().context(unknown);
        let (inputs, shared, biases) = (next()?, next()?, next()?);
        let hidden = biases.len();
        ensure!(hidden > 0, unknown);
        let output = OutputStart::new(hidden, tensors.collect())?;
        let buckets = match (&shape, inputs.len() / (INPUTS * hidden)) {
            (Some(shape), _) => shape.parse::<Architecture>().ok().context(unknown)?.buckets,
            // The first format does not name the shape. It had no threat buckets.
            (None, 1) => Buckets { king: 1, attack: 1, threat: 1 },
            (None, 3) => Buckets { king: 3, attack: 1, threat: 1 },
            (None, 4) => Buckets { king: 1, attack: 4, threat: 1 },
            (None, 12) => Buckets { king: 3, attack: 4, threat: 1 },
            _ => bail!(unknown),
        };
        let architecture = Architecture { buckets, hidden, output: output.shape() };
        let is_named = shape.is_none_or(|shape| shape == architecture.to_string());
        let of_shared = if buckets.count() == 1 { 0 } else { INPUTS * hidden };
        let is_known = is_named
            && architecture.to_string().parse() == Ok(architecture)
            && inputs.len() == architecture.rows() * hidden
            && shared.len() == of_shared;
        ensure!(is_known, unknown);
        let sha256 = sha256(bytes).to_string();
        Ok(Start { architecture, sha256, inputs, shared, biases, output, score_units: None })
    }

    /// Whether a model of this shape can begin with the weights.
    ///
    /// # Errors
    /// When it cannot; the message says why.
    pub fn check(&self, wanted: Architecture) -> Result<()> {
        let found = self.architecture;
        let Architecture { buckets, hidden, .. } = found;
        ensure!(
            wanted.hidden >= hidden,
            "the weights are of {found}: {hidden} neurons do not fit into {}",
            wanted.hidden
        );
        let splits = |found: usize, wanted: usize| found == 1 || found == wanted;
        ensure!(
            splits(buckets.king, wanted.buckets.king)
                && splits(buckets.attack, wanted.buckets.attack)
                && splits(buckets.threat, wanted.buckets.threat),
            "the weights are of {found}: its buckets cannot be those of {wanted}; buckets can \
             be split but not merged"
        );
        self.output.check(wanted.output).with_context(|| format!("the weights are of {found}"))
    }

    /// Puts the weights into a model with random ones, whose shape was checked. A unit of its
    /// logistic curve is so many score units.
    pub fn put_into(&self, model: &mut Model, logistic_scale: f64) {
        let wanted = model.architecture;
        let (hidden, count) = (self.architecture.hidden, wanted.buckets.count());
        let is_split = self.shared.is_empty() && !model.shared.values.is_empty();
        let mut common = self.shared.clone();
        if is_split {
            common = self.common(wanted.buckets);
        }
        for input in 0..INPUTS {
            let common = common.get(input * hidden..(input + 1) * hidden);
            for bucket in 0..count {
                let source = &self.inputs[self.row(input, self.bucket(wanted.buckets, bucket))..];
                let target = (input * count + bucket) * wanted.hidden;
                let target = &mut model.inputs.values[target..target + hidden];
                target.copy_from_slice(&source[..hidden]);
                if let Some(common) = common.filter(|_| is_split) {
                    target.iter_mut().zip(common).for_each(|(own, common)| *own -= common);
                }
            }
            if let Some(common) = common {
                let target = input * wanted.hidden;
                model.shared.values[target..target + hidden].copy_from_slice(common);
            }
        }
        model.biases.values[..hidden].copy_from_slice(&self.biases);
        let factor = self.score_units.map_or(1.0, |units| units / logistic_scale as f32);
        self.output.scaled(factor).put_into(&mut model.output);
        model.round();
    }

    /// What all buckets of a model will share, where the weights have no such part: half of it lies
    /// above and half below, so that the rest is as small as it can be.
    fn common(&self, wanted: Buckets) -> Vec<f32> {
        let hidden = self.architecture.hidden;
        let weight = |input: usize, i: usize| {
            let weights = (0..wanted.count())
                .map(|bucket| self.inputs[self.row(input, self.bucket(wanted, bucket)) + i]);
            let (low, high) = weights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), w| {
                (low.min(w), high.max(w))
            });
            ((low + high) / 2.0).clamp(-INPUT_CLIP / 2.0, INPUT_CLIP / 2.0)
        };
        (0..INPUTS).flat_map(|input| (0..hidden).map(move |i| weight(input, i))).collect()
    }

    /// Where the weights of an input in a bucket begin.
    fn row(&self, input: usize, bucket: usize) -> usize {
        (input * self.architecture.buckets.count() + bucket) * self.architecture.hidden
    }

    /// The bucket that one of a model's buckets was split from.
    fn bucket(&self, wanted: Buckets, bucket: usize) -> usize {
        let Buckets { king, attack, threat } = self.architecture.buckets;
        let [k, a, t] = [
            bucket / wanted.threat / wanted.attack,
            bucket / wanted.threat % wanted.attack,
            bucket % wanted.threat,
        ];
        let of = |number: usize, bucket: usize| if number == 1 { 0 } else { bucket };
        (of(king, k) * attack + of(attack, a)) * threat + of(threat, t)
    }
}
