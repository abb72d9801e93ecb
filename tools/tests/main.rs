//! The tests of the tools: the two programs run together, as a person runs them. The harness
//! is that of `protocol-tests`; `README.md` beside this file describes the file formats.
//!
//! `cargo test --test tools -- [filter]` runs the cases whose `suite/name` contains the
//! filter.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

mod analyze;
mod arena;
mod arguments;
mod book;
#[path = "../../protocol-tests/case.rs"]
mod case;
mod clients;
#[cfg(unix)]
mod cost;
mod database;
mod endings;
#[cfg(unix)]
mod extremes;
#[path = "../../protocol-tests/folder.rs"]
mod folder;
mod games;
mod json;
mod languages;
#[cfg(unix)]
mod outputs;
mod pipes;
mod player;
mod practice;
#[allow(dead_code)] // a part is for conversations
#[path = "../../protocol-tests/process.rs"]
mod process;
mod puzzles;
mod readme;
#[path = "../../protocol-tests/runner.rs"]
mod runner;
#[allow(dead_code)] // the same
#[path = "../../protocol-tests/scene/mod.rs"]
mod scene;
mod seeds;
#[cfg(unix)]
mod terminal;
mod training;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use case::{Case, Pass, Suite, data_files};

/// The folder of this file, where the data lies.
pub fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The folder of opening books, which conversations with the engine use, too.
pub fn books() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol-tests/book")
}

/// The engine beside the tools, which hands its commands to them.
pub fn built_program() -> PathBuf {
    let name = format!("chuhe{}", env::consts::EXE_SUFFIX);
    Path::new(env!("CARGO_BIN_EXE_chuhe-tools")).with_file_name(name)
}

/// All suites, in the order in which they run.
const SUITES: &[Suite] = &[
    ("games", games::cases),
    ("database", database::cases),
    ("analyze", analyze::cases),
    ("puzzles", puzzles::cases),
    ("player", player::cases),
    ("practice", practice::cases),
    #[cfg(unix)]
    ("outputs", outputs::cases),
    #[cfg(unix)] // elsewhere no file has such a name
    ("terminal", terminal::cases),
    ("arguments", arguments::cases),
    #[cfg(unix)]
    ("extremes", extremes::cases),
    #[cfg(unix)]
    ("cost", cost::cases),
    ("languages", languages::cases),
    ("book", book::cases),
    ("endings", endings::cases),
    ("match", arena::cases),
    ("seeds", seeds::cases),
    ("training", training::cases),
    ("pipes", pipes::cases),
    ("readme", readme::cases),
    ("clients", clients::cases),
];

fn main() -> ExitCode {
    let program = built_program();
    if env::var_os("CHUHE_BIN").is_none() && !program.is_file() {
        eprintln!("error: no engine {}: cargo build --bin chuhe makes it", program.display());
        return ExitCode::FAILURE;
    }
    let mut args = env::args().skip(1);
    // A suite starts this program again as an engine to test with.
    match args.next().as_deref() {
        Some(arena::scripted_engine::ARGUMENT) => arena::scripted_engine::play(args),
        _ => runner::run(SUITES, env::args().skip(1)),
    }
}
