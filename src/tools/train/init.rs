//! Initialises a model with the weights of a checkpoint, of the same shape or of a
//! smaller one. The larger model computes the same at first: new neurons have random
//! input weights and output weights of 0, new buckets and outputs are copies of those
//! that they were split from, and a new second layer hands on what the output was. The moments of AdamW start at 0.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::eval::{Architecture, Buckets, INPUTS};
use crate::packing::sha256;
use crate::tools::train::checkpoint::parameters;
use crate::tools::train::model::{INPUT_CLIP, Model};
use crate::tools::train::output::OutputStart;

/// Larger files are not read.
const MAX_BYTES: u64 = 4 << 30;

/// The weights of a checkpoint.
pub struct Start {
    /// Their shape.
    pub architecture: Architecture,
    /// The SHA-256 of the file.
    pub sha256: String,
    inputs: Vec<f32>,
    shared: Vec<f32>,
    biases: Vec<f32>,
    output: OutputStart,
}

impl Start {
    /// Reads a checkpoint of the trainer.
    ///
    /// # Errors
    /// When it cannot be read, is not a checkpoint, is damaged, or has a shape that this
    /// version does not know. The message names the file.
    pub fn read(path: &Path) -> Result<Start> {
        let name = || path.display().to_string();
        let known = std::fs::metadata(path).with_context(name)?;
        ensure!(known.is_file() && known.len() <= MAX_BYTES, "{}: not a checkpoint", name());
        let bytes = std::fs::read(path).with_context(name)?;
        Start::from_bytes(&bytes).with_context(name)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Start> {
        let unknown = "weights of a shape that this version does not know";
        let mut tensors = parameters(bytes)?.into_iter();
        let mut next = || tensors.next().context(unknown);
        let (inputs, shared, biases) = (next()?, next()?, next()?);
        let hidden = biases.len();
        ensure!(hidden > 0, unknown);
        let output = OutputStart::new(hidden, tensors.collect())?;
        let buckets = match inputs.len() / (INPUTS * hidden) {
            1 => Buckets { king: 1, attack: 1 },
            3 => Buckets { king: 3, attack: 1 },
            4 => Buckets { king: 1, attack: 4 },
            12 => Buckets { king: 3, attack: 4 },
            _ => bail!(unknown),
        };
        let architecture = Architecture { buckets, hidden, output: output.shape() };
        let of_shared = if buckets.count() == 1 { 0 } else { INPUTS * hidden };
        let is_known = architecture.to_string().parse() == Ok(architecture)
            && inputs.len() == architecture.rows() * hidden
            && shared.len() == of_shared;
        ensure!(is_known, unknown);
        let sha256 = sha256(bytes).to_string();
        Ok(Start { architecture, sha256, inputs, shared, biases, output })
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
            "the checkpoint is of {found}: {hidden} neurons do not fit into {}",
            wanted.hidden
        );
        let splits = |found: usize, wanted: usize| found == 1 || found == wanted;
        ensure!(
            splits(buckets.king, wanted.buckets.king)
                && splits(buckets.attack, wanted.buckets.attack),
            "the checkpoint is of {found}: its buckets cannot be those of {wanted}; buckets can \
             be split but not merged"
        );
        self.output.check(wanted.output).with_context(|| format!("the checkpoint is of {found}"))
    }

    /// Puts the weights into a model with random ones, whose shape was checked.
    pub fn put_into(&self, model: &mut Model) {
        let wanted = model.architecture;
        let (hidden, count) = (self.architecture.hidden, wanted.buckets.count());
        let has_shared = !model.shared.values.is_empty();
        for input in 0..INPUTS {
            for bucket in 0..count {
                let source = &self.inputs[self.row(input, self.bucket(wanted.buckets, bucket))..];
                let target = (input * count + bucket) * wanted.hidden;
                for (i, &weight) in source[..hidden].iter().enumerate() {
                    let is_split = has_shared && self.shared.is_empty();
                    // What exceeds the limit of the shared weight stays in the bucket's own.
                    let common = if is_split {
                        weight.clamp(-INPUT_CLIP / 2.0, INPUT_CLIP / 2.0)
                    } else {
                        0.0
                    };
                    model.inputs.values[target + i] = weight - common;
                    if is_split {
                        model.shared.values[input * wanted.hidden + i] = common;
                    }
                }
            }
            if let Some(source) = self.shared.get(input * hidden..(input + 1) * hidden) {
                let target = input * wanted.hidden;
                model.shared.values[target..target + hidden].copy_from_slice(source);
            }
        }
        model.biases.values[..hidden].copy_from_slice(&self.biases);
        self.output.put_into(&mut model.output);
        model.round();
    }

    fn row(&self, input: usize, bucket: usize) -> usize {
        (input * self.architecture.buckets.count() + bucket) * self.architecture.hidden
    }

    /// The bucket that one of a model's buckets was split from.
    fn bucket(&self, wanted: Buckets, bucket: usize) -> usize {
        let Buckets { king, attack } = self.architecture.buckets;
        let (k, a) = (bucket / wanted.attack, bucket % wanted.attack);
        (if king == 1 { 0 } else { k }) * attack + if attack == 1 { 0 } else { a }
    }
}
