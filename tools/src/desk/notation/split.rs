//! Games in files of their own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::Format;
use crate::common::lang::Context;
use crate::common::lang::files::FileFault;
use crate::common::output::write_whole;

/// A folder for games, each in a file named by its number: `0001.pgn`.
pub struct Folder {
    path: PathBuf,
    format: Format,
}

impl Folder {
    /// The folder, which is made when it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(path: &Path, format: Format) -> Result<Folder> {
        let fault = || FileFault::CannotWrite { path: path.into() };
        fs::create_dir_all(path).with_context(fault)?;
        Ok(Folder { path: path.into(), format })
    }

    /// Writes a game. No file is replaced.
    ///
    /// # Errors
    /// When there is a file of that name, or it cannot be written.
    pub fn write(&self, number: usize, game: &[u8]) -> Result<()> {
        let path = self.path.join(format!("{number:04}.{}", self.format.ending()));
        ensure!(!path.exists(), FileFault::Exists { path });
        write_whole(&path, game)
    }
}
