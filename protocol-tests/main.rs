//! The integration tests: transcripts run against the real binary, data files with known
//! answers, and checks of the sources and documents. `README.md` beside this file
//! describes the file formats.
//!
//! `cargo test --test protocol -- [filter]` runs the cases whose `suite/name`
//! contains the filter; `runner.rs` has the arguments and the time limit of a case.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod arena;
mod arguments;
mod book;
mod clients;
mod endings;
mod folder;
mod fuzz_lines;
mod games;
mod judge;
mod languages;
mod layering;
mod mate;
mod movegen;
mod network;
mod notation;
mod oracle;
#[cfg(unix)]
mod outputs;
mod perft;
mod pipes;
mod process;
mod protocols;
mod prover;
mod random_commands;
mod readme;
mod reprosearch;
mod resources;
mod runner;
mod scene;
mod seeds;
mod training;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    name: String,
    run: Box<dyn FnOnce() -> Result<Pass, String> + Send>,
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

/// The folder of this file, where the data lies.
pub fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests")
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
type Suite = (&'static str, fn() -> Result<Vec<Case>, String>);

/// All suites, in the order in which they run.
const SUITES: &[Suite] = &[
    ("layering", layering::cases),
    ("harness", scene::self_tests),
    ("perft", perft::cases),
    ("judge", judge::cases),
    ("movegen", movegen::cases),
    ("network", network::cases),
    ("oracle", oracle::cases),
    ("mate", mate::cases),
    ("prover", prover::cases),
    ("notation", notation::cases),
    ("games", games::cases),
    ("analyze", analyze::cases),
    #[cfg(unix)]
    ("outputs", outputs::cases),
    ("arguments", arguments::cases),
    ("languages", languages::cases),
    ("book", book::cases),
    ("endings", endings::cases),
    ("match", arena::cases),
    ("uci", || scene::cases("uci")),
    ("ucci", || scene::cases("ucci")),
    ("cecp", || scene::cases("cecp")),
    ("random_commands", random_commands::cases),
    ("fuzz_lines", fuzz_lines::cases),
    ("seeds", seeds::cases),
    ("protocols", protocols::cases),
    ("reprosearch", reprosearch::cases),
    ("training", training::cases),
    ("pipes", pipes::cases),
    ("readme", readme::cases),
    ("resources", resources::cases),
    ("clients", clients::cases),
];

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    // Some suites start this program again as a process to test with.
    match args.next().as_deref() {
        Some(scene::ECHO) => scene::echo(),
        Some(arena::scripted_engine::ARGUMENT) => arena::scripted_engine::play(args),
        _ => runner::run(SUITES, env::args().skip(1)),
    }
}
