//! The integration tests: transcripts run against the real binary, data files with known
//! answers, and checks of the sources and documents. `README.md` beside this file
//! describes the file formats.
//!
//! `cargo test --test protocol -- [filter]` runs the cases whose `suite/name`
//! contains the filter; `runner.rs` has the arguments and the time limit of a case.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod case;
mod circles;
mod clients;
mod composed;
#[allow(dead_code)] // a part is for the tests of the tools
mod folder;
mod fuzz_lines;
mod genfens;
mod judge;
mod layering;
mod library;
mod mate;
mod movegen;
#[cfg(target_os = "linux")] // elsewhere names of files must be text
mod names;
mod network;
mod notation;
mod oracle;
mod perft;
mod pipes;
#[allow(dead_code)] // the same
mod process;
mod protocols;
mod prover;
mod random_commands;
mod reprosearch;
mod resources;
mod runner;
mod scene;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use case::{Case, Pass, Suite, data_files};

/// The folder of this file, where the data lies.
pub fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests")
}

/// The program under test, as cargo has built it.
pub fn built_program() -> PathBuf {
    env!("CARGO_BIN_EXE_chuhe").into()
}

/// All suites, in the order in which they run.
const SUITES: &[Suite] = &[
    ("layering", layering::cases),
    ("circles", circles::cases),
    ("harness", scene::self_tests),
    ("perft", perft::cases),
    ("judge", judge::cases),
    ("movegen", movegen::cases),
    ("network", network::cases),
    #[cfg(target_os = "linux")]
    ("names", names::cases),
    ("oracle", oracle::cases),
    ("mate", mate::cases),
    ("prover", prover::cases),
    ("notation", notation::cases),
    ("uci", || scene::cases("uci")),
    ("ucci", || scene::cases("ucci")),
    ("cecp", || scene::cases("cecp")),
    ("random_commands", random_commands::cases),
    ("fuzz_lines", fuzz_lines::cases),
    ("protocols", protocols::cases),
    ("genfens", genfens::cases),
    ("reprosearch", reprosearch::cases),
    ("library", library::cases),
    ("pipes", pipes::cases),
    ("resources", resources::cases),
    ("clients", clients::cases),
];

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    // A suite starts this program again as a process to test with.
    match args.next().as_deref() {
        Some(scene::ECHO) => scene::echo(),
        _ => runner::run(SUITES, env::args().skip(1)),
    }
}
