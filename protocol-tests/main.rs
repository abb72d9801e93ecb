//! The test harness for everything that is data: transcripts run against the
//! real binary, positions with known answers, and the layering of the sources.
//! The file formats are described in `README.md` beside this file.
//!
//! `cargo test --test protocol -- [filter]` runs the cases whose `suite/name`
//! contains the filter; `--list` prints the names. Exit status 1 on failure.

#![allow(clippy::print_stdout)]

mod analyze;
mod arena;
mod babble;
mod book;
mod clients;
mod folder;
mod games;
mod judge;
mod layering;
mod mate;
mod mutants;
mod network;
mod notation;
mod oracle;
mod perft;
mod pipes;
mod process;
mod protocols;
mod readme;
mod repro;
mod resources;
mod scene;
mod training;
mod twins;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// How many cases run at the same time.
const WORKERS: usize = 2;

/// What a case that did not fail has to say.
pub enum Pass {
    /// It passed; the text, if any, goes into the suite's summary line.
    Ok,
    /// It passed and did so much work (nodes, moves, checks): added up per suite.
    Count(u64),
    /// It could not run here, and why.
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

/// A suite: its name and what collects its cases.
type Suite = (&'static str, fn() -> Result<Vec<Case>, String>);

/// All suites, in the order in which they run.
const SUITES: &[Suite] = &[
    ("layering", layering::cases),
    ("harness", scene::self_tests),
    ("perft", perft::cases),
    ("judge", judge::cases),
    ("twins", twins::cases),
    ("network", network::cases),
    ("oracle", oracle::cases),
    ("mate", mate::cases),
    ("notation", notation::cases),
    ("games", games::cases),
    ("analyze", analyze::cases),
    ("book", book::cases),
    ("match", arena::cases),
    ("uci", || scene::cases("uci")),
    ("ucci", || scene::cases("ucci")),
    ("cecp", || scene::cases("cecp")),
    ("babble", babble::cases),
    ("mutants", mutants::cases),
    ("protocols", protocols::cases),
    ("repro", repro::cases),
    ("training", training::cases),
    ("pipes", pipes::cases),
    ("readme", readme::cases),
    ("resources", resources::cases),
    ("clients", clients::cases),
];

/// What became of the cases so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

fn main() -> ExitCode {
    let mut filter = None;
    let mut list = false;
    for arg in env::args().skip(1) {
        match arg.as_str() {
            scene::PARROT => return scene::parrot(),
            arena::rogue::ROGUE => return arena::rogue::play(env::args().skip(2)),
            "--list" => list = true,
            // Flags of the usual test runner mean nothing here.
            flag if flag.starts_with('-') => {}
            text => filter = Some(text.to_string()),
        }
    }
    let mut tally = Tally::default();
    for (suite, collect) in SUITES {
        let cases = match collect() {
            Ok(cases) => cases,
            Err(error) => {
                println!("FAILED {suite}: {error}");
                tally.failed += 1;
                continue;
            }
        };
        if cases.is_empty() {
            println!("FAILED {suite}: no cases found");
            tally.failed += 1;
            continue;
        }
        let wanted = |case: &Case| {
            filter.as_ref().is_none_or(|f| format!("{suite}/{}", case.name).contains(f.as_str()))
        };
        let cases: Vec<Case> = cases.into_iter().filter(wanted).collect();
        if list {
            cases.iter().for_each(|case| println!("{suite}/{}: test", case.name));
        } else if !cases.is_empty() {
            run_suite(suite, cases, &mut tally);
        }
    }
    if list {
        return ExitCode::SUCCESS;
    }
    let skipped = match tally.skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    println!("\n{} passed, {} failed{skipped}", tally.passed, tally.failed);
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the cases of a suite on a few threads and prints failures as they come,
/// then one line for the suite.
fn run_suite(suite: &str, cases: Vec<Case>, tally: &mut Tally) {
    let start = Instant::now();
    let total = cases.len();
    let queue = Mutex::new(cases.into_iter());
    let [passed, failed, skipped] = [const { AtomicUsize::new(0) }; 3];
    let work = Mutex::new(0_u64);
    let print = Mutex::new(());
    thread::scope(|scope| {
        for _ in 0..WORKERS.min(total) {
            scope.spawn(|| {
                while let Some(case) = lock(&queue).next() {
                    let outcome = catch_unwind(AssertUnwindSafe(case.run))
                        .unwrap_or_else(|_| Err("panicked (message above)".into()));
                    let _guard = lock(&print);
                    match outcome {
                        Ok(Pass::Skipped(why)) => {
                            println!("skipped {suite}/{}: {why}", case.name);
                            skipped.fetch_add(1, Ordering::Relaxed);
                        }
                        Ok(pass) => {
                            if let Pass::Count(n) = pass {
                                *lock(&work) += n;
                            }
                            passed.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(error) => {
                            println!("FAILED {suite}/{}: {error}", case.name);
                            failed.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let count = |n: &AtomicUsize| n.load(Ordering::Relaxed);
    let work = match *lock(&work) {
        0 => String::new(),
        n => format!(", {n} checks"),
    };
    println!(
        "{suite}: {total} cases, {} failed{work}, {:.1} s",
        count(&failed),
        start.elapsed().as_secs_f64()
    );
    tally.passed += count(&passed);
    tally.failed += count(&failed);
    tally.skipped += count(&skipped);
}

/// Locks; a panic elsewhere does not make the counters wrong.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
