//! The files that a tool reads. `-` is standard input.

use std::fs;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Result};

use crate::games::{self, Fault, GameText};
use crate::tools::output::is_standard;

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.display().to_string() }
}

/// The bytes of a file.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match is_standard(path) {
        true => stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => fs::read(path),
    };
    read.with_context(|| format!("cannot read {}", name_of(path)))
}

/// The text of a file in UTF-8, GB18030 or Big5.
///
/// # Errors
/// When it cannot be read.
pub fn read_text(path: &Path) -> Result<String> {
    Ok(games::decode(&read(path)?).0.into_owned())
}

/// The games of a file in whatever encoding and format, each fault in its place.
///
/// # Errors
/// When it cannot be read.
pub fn read_games(path: &Path) -> Result<Vec<Result<GameText, Fault>>> {
    Ok(games::read_bytes(&read(path)?).games)
}
