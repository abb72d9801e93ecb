//! What suites consist of, and the data that they read.

use crate::data_dir;

/// The result of a case that did not fail.
pub enum Pass {
    /// It passed.
    Ok,
    /// It passed after this many checks; the summary line of the suite shows their sum.
    Count(u64),
    /// It could not run here, for this reason.
    Skipped(String),
}

/// One named test of a suite. The error text of `run` says what was expected
/// and what came instead.
pub struct Case {
    /// Its name.
    pub name: String,
    /// What it does.
    pub run: Box<dyn FnOnce() -> Result<Pass, String> + Send>,
}

impl Case {
    /// A case. The name is unique in its suite: a file name, with a line number
    /// where a file holds many cases.
    pub fn new(
        name: impl Into<String>,
        run: impl FnOnce() -> Result<Pass, String> + Send + 'static,
    ) -> Case {
        Case { name: name.into(), run: Box::new(run) }
    }
}

/// The names of the `.txt` files of a data folder, sorted, and their texts.
///
/// # Errors
/// When the folder or a file cannot be read.
pub fn data_files(folder: &str) -> Result<Vec<(String, String)>, String> {
    let dir = data_dir().join(folder);
    let describe = |e: std::io::Error| format!("{}: {e}", dir.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&dir).map_err(describe)? {
        let path = entry.map_err(describe)?.path();
        if path.extension().is_some_and(|e| e == "txt") {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            let text =
                std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.push((name.unwrap_or_default(), text));
        }
    }
    files.sort();
    Ok(files)
}

/// A suite: its name and the function that lists its cases.
pub type Suite = (&'static str, fn() -> Result<Vec<Case>, String>);
