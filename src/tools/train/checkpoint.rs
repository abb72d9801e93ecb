//! A training run between two steps, on disk: everything that the next step
//! needs, bit for bit.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `CHTRAIN` and the format version |
//! | 32 | SHA-256 of the manifest |
//! | 8 | number of steps done |
//! | 16 | sum and number of the losses since the last point of the curve |
//! | 4 and … | the loss curve so far, as text, with its length |
//! | … | the tensors: of each the number of parameters in 8 bytes, then values, means and squares |
//! | 32 | SHA-256 of all bytes before |

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::packing::sha256;
use crate::tools::datagen::Reader;
use crate::tools::output::write_whole;
use crate::tools::train::model::Model;

const MAGIC: [u8; 8] = *b"CHTRAIN\x01";
/// Checkpoints that are kept.
const KEPT: usize = 2;

/// A training run.
pub struct Checkpoint {
    /// Steps done.
    pub step: u64,
    /// Losses since the last point of the curve, added up.
    pub losses: f64,
    /// Their number.
    pub count: u64,
    /// The loss curve so far.
    pub curve: String,
}

/// Writes a checkpoint into a folder and removes those before the last two.
///
/// # Errors
/// When it cannot be written.
pub fn write(folder: &Path, manifest: &str, state: &Checkpoint, model: &mut Model) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(sha256(manifest.as_bytes()).0);
    bytes.extend(state.step.to_le_bytes());
    bytes.extend(state.losses.to_le_bytes());
    bytes.extend(state.count.to_le_bytes());
    bytes.extend((state.curve.len() as u32).to_le_bytes());
    bytes.extend(state.curve.as_bytes());
    for tensor in model.tensors() {
        bytes.extend((tensor.values.len() as u64).to_le_bytes());
        for numbers in [&tensor.values, &tensor.means, &tensor.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    let digest = sha256(&bytes);
    bytes.extend(digest.0);
    write_whole(&folder.join(format!("checkpoint-{:08}.bin", state.step)), &bytes)?;
    for old in list(folder)?.iter().rev().skip(KEPT) {
        fs::remove_file(old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    Ok(())
}

/// Reads the last checkpoint of a folder into a model of the right shape, if
/// there is one. A damaged one is passed over.
///
/// # Errors
/// When it belongs to another manifest.
pub fn read_last(folder: &Path, manifest: &str, model: &mut Model) -> Result<Option<Checkpoint>> {
    for path in list(folder)?.iter().rev() {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let Some(split) = bytes.len().checked_sub(32) else { continue };
        let (content, digest) = bytes.split_at(split);
        if sha256(content).0 != *digest || !content.starts_with(&MAGIC) {
            log::warn!("{} is damaged", path.display());
            continue;
        }
        let mut reader = Reader(&content[MAGIC.len()..]);
        ensure!(
            reader.take(32)? == sha256(manifest.as_bytes()).0,
            "{} belongs to another manifest; choose another folder",
            path.display()
        );
        let step = reader.u64()?;
        let (losses, count) = (f64::from_bits(reader.u64()?), reader.u64()?);
        let length = reader.u32()? as usize;
        let curve = String::from_utf8(reader.take(length)?.to_vec())?;
        for tensor in model.tensors() {
            let count = reader.u64()? as usize;
            ensure!(count == tensor.values.len(), "{}: another shape", path.display());
            for numbers in [&mut tensor.values, &mut tensor.means, &mut tensor.squares] {
                let bytes = reader.take(count * 4)?;
                for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<4>().0) {
                    *number = f32::from_le_bytes(*bytes);
                }
            }
        }
        model.round();
        return Ok(Some(Checkpoint { step, losses, count, curve }));
    }
    Ok(None)
}

/// The checkpoints of a folder, the oldest first.
fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let describe = || format!("cannot read {}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(describe)? {
        let path = entry.with_context(describe)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("checkpoint-") && name.ends_with(".bin") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
