//! Runs the cases of the suites: arguments, threads, time limit, summary.
//!
//! Not `libtest-mimic`, because a case may find while it runs that it must be skipped, it
//! reports the number of its checks, and it has a time limit: a case that hangs fails by
//! name and ends the run.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// Numbers of cases by result.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
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
    for (suite, collect) in suites {
        let cases = match collect() {
            Ok(cases) if cases.is_empty() => Err("no cases found".to_string()),
            other => other,
        };
        let cases = cases.unwrap_or_else(|error| {
            println!("FAILED {suite}: {error}");
            tally.failed += 1;
            Vec::new()
        });
        let full_name = |case: &Case| format!("{suite}/{}", case.name);
        let cases: Vec<Case> =
            cases.into_iter().filter(|case| selection.takes(&full_name(case))).collect();
        if selection.list {
            cases.iter().for_each(|case| println!("{}: test", full_name(case)));
        } else if !cases.is_empty() {
            run_suite(suite, cases, selection.threads, &mut tally);
        }
    }
    if selection.list {
        return ExitCode::SUCCESS;
    }
    let skipped = match tally.skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    println!("\n{} passed, {} failed{skipped}", tally.passed, tally.failed);
    if tally.passed + tally.failed + tally.skipped == 0 {
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

/// Runs the cases of a suite on a few threads and prints failures as they come,
/// then one line for the suite.
fn run_suite(suite: &str, cases: Vec<Case>, threads: usize, tally: &mut Tally) {
    let start = Instant::now();
    let total = cases.len();
    let queue = Mutex::new(cases.into_iter());
    let [passed, failed, skipped] = [const { AtomicUsize::new(0) }; 3];
    let work = Mutex::new(0_u64);
    let print = Mutex::new(());
    thread::scope(|scope| {
        for _ in 0..threads.min(total) {
            scope.spawn(|| {
                while let Some(case) = next(&queue) {
                    let name = format!("{suite}/{}", case.name);
                    lock(&RUNNING).insert(name.clone(), Instant::now());
                    let outcome = catch_unwind(AssertUnwindSafe(case.run))
                        .unwrap_or_else(|_| Err("panicked (message above)".into()));
                    lock(&RUNNING).remove(&name);
                    let _guard = lock(&print);
                    let count = match outcome {
                        Ok(Pass::Skipped(why)) => {
                            println!("skipped {name}: {why}");
                            &skipped
                        }
                        Ok(Pass::Count(n)) => {
                            *lock(&work) += n;
                            &passed
                        }
                        Ok(Pass::Ok) => &passed,
                        Err(error) => {
                            println!("FAILED {name}: {error}");
                            &failed
                        }
                    };
                    count.fetch_add(1, Ordering::Relaxed);
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

/// The next case of the queue. (A function, so that the lock is released before the case
/// runs: in a `while let` it would be held for the whole body.)
fn next(queue: &Mutex<std::vec::IntoIter<Case>>) -> Option<Case> {
    lock(queue).next()
}

/// Locks a mutex, even after a panic: the counters are still right.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
