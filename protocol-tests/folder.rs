//! A temporary folder for a case, and the program run in it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::{process, scene};

/// An error with this message unless the condition holds.
///
/// # Errors
/// When it does not hold.
pub fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// A new empty folder, removed with its contents when this is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates a folder whose name contains `name`. The folder is always a new one, even
    /// if a run that was killed has left others behind.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn new(name: &str) -> Result<Folder, String> {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let mut number = std::process::id();
        loop {
            let path = parent.join(format!("{name}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file, in a folder that is made if need be, and returns its path.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, String> {
        let path = self.file(name);
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// The contents of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.file(name)).map_err(|e| format!("{name}: {e}"))
    }

    /// The contents of a text file.
    ///
    /// # Errors
    /// When it cannot be read or is not UTF-8.
    pub fn read(&self, name: &str) -> Result<String, String> {
        String::from_utf8(self.bytes(name)?).map_err(|e| format!("{name}: {e}"))
    }

    /// The program with these arguments, separated by blanks, to be run in the folder
    /// without input and with pipes for its output.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(scene::binary());
        command.current_dir(&self.0).args(words.split(' '));
        command.env("LC_ALL", "C"); // the texts are compared in English
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    ///
    /// # Errors
    /// When it cannot be started or does not end in time.
    pub fn run(&self, words: &str) -> Result<Output, String> {
        process::run(&mut self.command(words))
    }

    /// Runs the program and returns its standard output.
    ///
    /// # Errors
    /// When its exit status is not 0: its standard error.
    pub fn text(&self, words: &str) -> Result<String, String> {
        let output = self.run(words)?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{words}: {}", String::from_utf8_lossy(&output.stderr))),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
