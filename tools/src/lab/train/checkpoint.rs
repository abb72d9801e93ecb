//! Checkpoints: the state of a training run between two steps, bit for bit.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `CHTRAIN` and the format version |
//! | 32 | SHA-256 of the manifest |
//! | 4 and … | the shape, as text, with its length |
//! | 8 | number of steps done |
//! | 16 | sum and number of the losses since the last point of the curve |
//! | 4 and … | the loss curve so far, as text, with its length |
//! | 8 | of how many sets of weights there is a mean |
//! | … | the tensors: of each the number of parameters in 8 bytes, then values, means and squares |
//! | … | if there is one, the mean of the weights: of each tensor the number of parameters in 8 bytes, then values |
//! | 32 | SHA-256 of all bytes before |

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::common::output::{unfinished_name, write_whole};
use crate::lab::train::average::Average;
use crate::lab::train::model::{Model, TENSORS};
use chuhe::internals::packing::{ByteReader, sha256};

const MAGIC: [u8; 7] = *b"CHTRAIN";
/// The format. The first one did not name the shape, the second had no mean of weights.
const VERSION: u8 = 3;
/// Checkpoints that are kept.
const KEPT: usize = 2;

/// The progress of a training run.
pub struct Checkpoint {
    /// Steps done.
    pub step: u64,
    /// Sum of the losses since the last point of the curve.
    pub losses: f64,
    /// Their number.
    pub count: u64,
    /// The loss curve so far.
    pub curve: String,
    /// The mean of the weights so far, which begins near the end.
    pub average: Average,
}

/// Writes a checkpoint into a folder and removes those before the last two. Those of later
/// steps stay: training passed over them because it could not use them.
///
/// # Errors
/// When it cannot be written.
pub fn write(folder: &Path, manifest: &str, state: &Checkpoint, model: &mut Model) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend(sha256(manifest.as_bytes()).0);
    let shape = model.architecture.to_string();
    bytes.extend((shape.len() as u32).to_le_bytes());
    bytes.extend(shape.as_bytes());
    bytes.extend(state.step.to_le_bytes());
    bytes.extend(state.losses.to_le_bytes());
    bytes.extend(state.count.to_le_bytes());
    bytes.extend((state.curve.len() as u32).to_le_bytes());
    bytes.extend(state.curve.as_bytes());
    bytes.extend(state.average.count.to_le_bytes());
    for tensor in model.tensors() {
        bytes.extend((tensor.values.len() as u64).to_le_bytes());
        for numbers in [&tensor.values, &tensor.means, &tensor.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    for means in &state.average.means {
        bytes.extend((means.len() as u64).to_le_bytes());
        bytes.extend(means.iter().flat_map(|number| number.to_le_bytes()));
    }
    let digest = sha256(&bytes);
    bytes.extend(digest.0);
    write_whole(&folder.join(file_name(state.step)), &bytes)?;
    let written = list(folder)?.into_iter().filter(|&(step, _)| step <= state.step);
    for (_, old) in written.rev().skip(KEPT) {
        fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    Ok(())
}

/// Reads the last checkpoint of a folder into a model of the right shape, if there is
/// one. Damaged checkpoints are skipped and named.
///
/// # Errors
/// When it belongs to another manifest, or there are checkpoints and none can be used:
/// training from the beginning would cost what they stand for.
pub fn read_last(folder: &Path, manifest: &str, model: &mut Model) -> Result<Option<Checkpoint>> {
    let known = list(folder)?;
    for (_, path) in known.iter().rev() {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut content = match Content::open(&bytes) {
            Ok(content) => content,
            Err(error) => {
                remark!("left out: {}: {error}", path.display());
                continue;
            }
        };
        ensure!(
            content.manifest == sha256(manifest.as_bytes()).0,
            "{} belongs to another manifest; choose another folder",
            path.display()
        );
        for tensor in model.tensors() {
            let found: [_; 3] = content.numbers()?;
            let wanted = tensor.values.len();
            ensure!(found[0].len() == 4 * wanted, "{}: another shape", path.display());
            let numbers = [&mut tensor.values, &mut tensor.means, &mut tensor.squares];
            for (numbers, bytes) in numbers.into_iter().zip(found) {
                *numbers = floats(bytes);
            }
        }
        if content.state.average.count > 0 {
            for tensor in model.tensors() {
                let [found] = content.numbers()?;
                ensure!(
                    found.len() == 4 * tensor.values.len(),
                    "{}: another shape",
                    path.display()
                );
                content.state.average.means.push(floats(found));
            }
        }
        model.round();
        return Ok(Some(content.state));
    }
    if !known.is_empty() {
        bail!(
            "no checkpoint in {} can be used; remove them to begin anew, or choose another folder",
            folder.display()
        );
    }
    Ok(None)
}

/// The shape that a checkpoint names, and its parameters, tensor by tensor, without the moments
/// of AdamW.
///
/// # Errors
/// When it is no checkpoint or is damaged.
pub fn parameters(bytes: &[u8]) -> Result<(String, Vec<Vec<f32>>)> {
    let mut content = Content::open(bytes)?;
    let mut tensors = Vec::new();
    for _ in 0..TENSORS {
        let [values, ..]: [_; 3] = content.numbers()?;
        tensors.push(floats(values));
    }
    Ok((content.shape, tensors))
}

/// Removes checkpoints that were being written when a run was killed. For whoever has the
/// folder locked.
///
/// # Errors
/// When the folder cannot be read, or one cannot be removed.
pub fn remove_unfinished(folder: &Path) -> Result<()> {
    for path in paths_in(folder)? {
        if unfinished_name(&path).and_then(step_of).is_some() {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// A checkpoint that is being read.
struct Content<'a> {
    /// The digest of the manifest.
    manifest: &'a [u8],
    shape: String,
    state: Checkpoint,
    /// The tensors that have not been read.
    rest: ByteReader<'a>,
}

impl<'a> Content<'a> {
    fn open(bytes: &'a [u8]) -> Result<Content<'a>> {
        ensure!(bytes.starts_with(&MAGIC), "not a checkpoint of the trainer");
        let split = bytes.len().checked_sub(32).filter(|&split| split > MAGIC.len());
        let (content, digest) = bytes.split_at(split.context("it ends too early")?);
        ensure!(sha256(content).0 == *digest, "its checksum is wrong: it is damaged");
        let mut rest = ByteReader::new(&content[MAGIC.len()..]);
        let version = rest.u8()?;
        ensure!(version == VERSION, "checkpoint format {version}; this version reads {VERSION}");
        let manifest = rest.take(32)?;
        let shape = String::from_utf8(rest.block()?.to_vec())?;
        let step = rest.u64()?;
        let (losses, count) = (f64::from_bits(rest.u64()?), rest.u64()?);
        let curve = String::from_utf8(rest.block()?.to_vec())?;
        let average = Average { count: rest.u64()?, means: Vec::new() };
        Ok(Content {
            manifest,
            shape,
            state: Checkpoint { step, losses, count, curve, average },
            rest,
        })
    }

    /// The bytes of the next `N` lists of numbers of a tensor: values, means and squares, or
    /// the mean of its values.
    fn numbers<const N: usize>(&mut self) -> Result<[&'a [u8]; N]> {
        let count = usize::try_from(self.rest.u64()?)?;
        let length = count.checked_mul(4).context("it ends too early")?;
        let mut lists = [&[][..]; N];
        for list in &mut lists {
            *list = self.rest.take(length)?;
        }
        Ok(lists)
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// The name of a checkpoint, given the steps done.
fn file_name(step: u64) -> String {
    format!("checkpoint-{step:08}.bin")
}

/// The steps in the name of a checkpoint; `None` for a file of any other name.
fn step_of(name: &str) -> Option<u64> {
    let step = name.strip_prefix("checkpoint-")?.strip_suffix(".bin")?.parse().ok()?;
    (file_name(step) == name).then_some(step)
}

/// The checkpoints of a folder with their steps, the oldest first.
fn list(folder: &Path) -> Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for path in paths_in(folder)? {
        let name = path.file_name().and_then(|name| name.to_str());
        found.extend(name.and_then(step_of).map(|step| (step, path.clone())));
    }
    found.sort();
    Ok(found)
}

fn paths_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<Vec<_>>>()
    });
    entries.with_context(|| format!("cannot read {}", folder.display()))
}
