//! Reading the input files of a tool. `-` is standard input.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::engine::capacity;
use crate::games::{self, Fault, GameText};
use crate::tools::output::is_standard;

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.display().to_string() }
}

/// The largest input, in MiB: what is made of it takes several times as much memory.
fn most_mib() -> u64 {
    const MOST: u64 = 512;
    const PARTS: u64 = 8;
    capacity::free_mib().map_or(MOST, |free| (free / PARTS).min(MOST))
}

/// The bytes of a file, a pipe or standard input, which may have no end.
///
/// # Errors
/// When it cannot be read, or is larger than an eighth of the free memory or 512 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let most = most_mib();
    let mut bytes = Vec::new();
    let read = match is_standard(path) {
        true => stdin().lock().take((most << 20) + 1).read_to_end(&mut bytes),
        false => {
            File::open(path).and_then(|file| file.take((most << 20) + 1).read_to_end(&mut bytes))
        }
    };
    let length = read.with_context(|| format!("cannot read {}", name_of(path)))?;
    ensure!(length as u64 <= most << 20, "{}: larger than {most} MiB", name_of(path));
    Ok(bytes)
}

/// The text of a file in UTF-8, GB18030 or Big5.
///
/// # Errors
/// As of [`read`].
pub fn read_text(path: &Path) -> Result<String> {
    Ok(games::decode(&read(path)?).0.into_owned())
}

/// The games of a file in whatever encoding and format, each fault in its place.
///
/// # Errors
/// As of [`read`].
pub fn read_games(path: &Path) -> Result<Vec<Result<GameText, Fault>>> {
    Ok(games::read_bytes(&read(path)?).games)
}
