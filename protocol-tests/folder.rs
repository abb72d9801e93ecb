//! A folder of its own for a case, and the program run in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::scene;

/// An error with this message unless something holds.
///
/// # Errors
/// When it does not.
pub fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// A folder that is empty at first and gone when the case is over.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder for the case of this name, which no other has.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(name: &str) -> Result<Folder, String> {
        // Cases run at the same time, some of them with the same name.
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}-{name}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Folder(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where a file of it is, or would be.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and says where.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<PathBuf, String> {
        let path = self.file(name);
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// What is in a file.
    ///
    /// # Errors
    /// When it is not there.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.file(name)).map_err(|e| format!("{name}: {e}"))
    }

    /// What is in a file of text.
    ///
    /// # Errors
    /// When it is not there, or no text.
    pub fn read(&self, name: &str) -> Result<String, String> {
        String::from_utf8(self.bytes(name)?).map_err(|e| format!("{name}: {e}"))
    }

    /// What is in a file of JSON.
    ///
    /// # Errors
    /// When it is not there, or something else.
    pub fn json(&self, name: &str) -> Result<Value, String> {
        serde_json::from_slice(&self.bytes(name)?).map_err(|e| format!("{name}: {e}"))
    }

    /// The program with words separated by blanks, to be run here with nothing to
    /// read and pipes for what it says.
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
    /// When it cannot be started.
    pub fn run(&self, words: &str) -> Result<Output, String> {
        self.command(words).output().map_err(|e| e.to_string())
    }

    /// What a run that succeeds writes to standard output.
    ///
    /// # Errors
    /// What one that fails writes to standard error.
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
