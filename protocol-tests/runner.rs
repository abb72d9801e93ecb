//! Runs the cases of the suites: arguments, threads, time limit, summary.
//!
//! Not `libtest-mimic`, because a case may find while it runs that it must be skipped, it
//! reports the number of its checks, and it has a time limit: a case that hangs fails by
//! name and ends the run.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Case, Pass, Suite, scene};

/// Default of `--test-threads`: cases that run at the same time.
const THREADS: usize = 2;

/// Time limit of a case in seconds, times the factor for slow machines.
const CASE_SECONDS: f64 = 180.0;

/// The running cases and their start times.
static RUNNING: LazyLock<Mutex<HashMap<String, Instant>>> = LazyLock::new(Mutex::default);

/// The cases that the arguments select, and how to run them.
struct Selection {
    /// Parts of names (or whole names) of which one must match; all cases when empty.
    filters: Vec<String>,
    /// Parts of names of cases to leave out.
    skipped: Vec<String>,
    /// Whether a filter must be the whole name.
    exact: bool,
    /// Whether names are printed instead of cases run.
    list: bool,
    /// Cases at the same time.
    threads: usize,
}

impl Selection {
    /// Reads the arguments that the standard test runner knows; other flags mean
    /// nothing here and are ignored, as `cargo test` passes them to every target.
    fn read(mut args: impl Iterator<Item = String>) -> Result<Selection, String> {
        let mut selection = Selection {
            filters: Vec::new(),
            skipped: Vec::new(),
            exact: false,
            list: false,
            threads: THREADS,
        };
        while let Some(arg) = args.next() {
            let mut value = |name: &str| args.next().ok_or(format!("{name} needs a value"));
            match arg.as_str() {
                "--list" => selection.list = true,
                "--exact" => selection.exact = true,
                "--skip" => selection.skipped.push(value("--skip")?),
                "--test-threads" => {
                    let text = value("--test-threads")?;
                    let threads = text.parse().ok().filter(|&n| n > 0);
                    selection.threads =
                        threads.ok_or(format!("--test-threads {text}: not a number above 0"))?;
                }
                flag if flag.starts_with('-') => {}
                text => selection.filters.push(text.to_string()),
            }
        }
        Ok(selection)
    }

    /// Whether the case of this name is to run.
    fn takes(&self, name: &str) -> bool {
        let matches = |filter: &String| match self.exact {
            true => name == filter,
            false => name.contains(filter.as_str()),
        };
        (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skipped.iter().any(matches)
    }
}

/// Numbers of cases by result, and of checks.
#[derive(Clone, Copy, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    checks: u64,
}

impl Tally {
    /// The number of cases.
    fn cases(&self) -> usize {
        self.passed + self.failed + self.skipped
    }
}

/// What is known of a suite while its cases run.
struct Progress {
    suite: &'static str,
    /// Cases that are to run.
    total: usize,
    tally: Tally,
    /// When the first case began.
    start: Option<Instant>,
}

/// Runs what the arguments select, prints what failed and one line for each suite.
/// Fails when a case fails, when a suite has no cases, and when nothing was selected.
pub fn run(suites: &[Suite], args: impl Iterator<Item = String>) -> ExitCode {
    let selection = match Selection::read(args) {
        Ok(selection) => selection,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if !selection.list {
        watch_for_hanging_cases();
    }
    let mut tally = Tally::default();
    let mut progress = Vec::new();
    let mut queue = Vec::new();
    for &(suite, collect) in suites {
        let cases = match collect() {
            Ok(cases) if cases.is_empty() => Err("no cases found".to_string()),
            other => other,
        };
        let cases = cases.unwrap_or_else(|error| {
            println!("FAILED {suite}: {error}");
            tally.failed += 1;
            Vec::new()
        });
        let mut total = 0;
        for case in cases {
            let name = format!("{suite}/{}", case.name);
            if selection.takes(&name) {
                total += 1;
                queue.push((progress.len(), name, case));
            }
        }
        progress.push(Progress { suite, total, tally: Tally::default(), start: None });
    }
    if selection.list {
        queue.iter().for_each(|(_, name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    for suite in run_cases(queue, progress, selection.threads) {
        tally.passed += suite.passed;
        tally.failed += suite.failed;
        tally.skipped += suite.skipped;
    }
    let skipped = match tally.skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    println!("\n{} passed, {} failed{skipped}", tally.passed, tally.failed);
    if tally.cases() == 0 {
        println!("FAILED: no case has such a name");
        return ExitCode::FAILURE;
    }
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Ends the whole run when a case exceeds its time limit, and prints its name. (A thread
/// that hangs cannot be stopped alone.)
fn watch_for_hanging_cases() {
    let limit = Duration::from_secs_f64(CASE_SECONDS * scene::slack());
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            let running = lock(&RUNNING);
            let hanging: Vec<&String> = running
                .iter()
                .filter(|(_, start)| start.elapsed() > limit)
                .map(|(name, _)| name)
                .collect();
            if !hanging.is_empty() {
                for name in hanging {
                    println!("FAILED {name}: still running after {} s", limit.as_secs());
                }
                exit(1);
            }
        }
    });
}

/// Runs the cases on a few threads and prints failures as they come, then one line for each
/// suite. The suites share the queue: a thread need not wait for the last case of one before it
/// begins the next.
fn run_cases(
    queue: Vec<(usize, String, Case)>,
    progress: Vec<Progress>,
    threads: usize,
) -> Vec<Tally> {
    let threads = threads.min(queue.len());
    let queue = Mutex::new(queue.into_iter());
    let progress = Mutex::new(progress);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((suite, name, case)) = next(&queue) {
                    lock(&progress)[suite].start.get_or_insert_with(Instant::now);
                    lock(&RUNNING).insert(name.clone(), Instant::now());
                    let outcome = catch_unwind(AssertUnwindSafe(case.run))
                        .unwrap_or_else(|_| Err("panicked (message above)".into()));
                    lock(&RUNNING).remove(&name);
                    lock(&progress)[suite].take(&name, outcome);
                }
            });
        }
    });
    lock(&progress).iter().map(|suite| suite.tally).collect()
}

impl Progress {
    /// Counts what a case gave, and prints it unless it passed; after the last case also the line
    /// of the suite.
    fn take(&mut self, name: &str, outcome: Result<Pass, String>) {
        let tally = &mut self.tally;
        match outcome {
            Ok(Pass::Skipped(why)) => {
                println!("skipped {name}: {why}");
                tally.skipped += 1;
            }
            Ok(Pass::Count(n)) => {
                tally.checks += n;
                tally.passed += 1;
            }
            Ok(Pass::Ok) => tally.passed += 1,
            Err(error) => {
                println!("FAILED {name}: {error}");
                tally.failed += 1;
            }
        }
        if tally.cases() < self.total {
            return;
        }
        let checks = match tally.checks {
            0 => String::new(),
            n => format!(", {n} checks"),
        };
        let seconds = self.start.map_or(0.0, |start| start.elapsed().as_secs_f64());
        let Progress { suite, total, .. } = self;
        println!("{suite}: {total} cases, {} failed{checks}, {seconds:.1} s", tally.failed);
    }
}

/// The next case of the queue. (A function, so that the lock is released before the case
/// runs: in a `while let` it would be held for the whole body.)
fn next<T>(queue: &Mutex<std::vec::IntoIter<T>>) -> Option<T> {
    lock(queue).next()
}

/// Locks a mutex, even after a panic: the counters are still right.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
