//! Limits of time and memory: from `stop` to `bestmove`, from the start of the process to
//! the end of the handshake, and resident memory.

use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Engine, peak_own_mib};
use crate::{Case, Pass, scene};

/// Number of searches that are stopped.
const TRIALS: u32 = 200;
/// Limit of the 99th percentile of the time from `stop` to `bestmove`.
const STOP_TO_MOVE: Duration = Duration::from_millis(20);
/// The first commands of the dialects, and the last lines of their answers.
const GREETINGS: &[(&str, &str)] =
    &[("uci", "uciok"), ("ucci", "ucciok"), ("protover 2", "feature done=1")];
/// Limit of the 99th percentile of the time from the start of the process to that line.
const START_TO_GREETING: Duration = Duration::from_millis(100);
/// Resident memory allowed besides the transposition table and the program itself; 2 MiB of it
/// are the table of the mates that every search looks for.
const MEMORY_MIB: u64 = 13;

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    // One case, so that they do not run at the same time.
    let all = || {
        let mut results = vec![stop_to_move()?];
        for (greeting, answer) in GREETINGS {
            results.push(start_to_greeting(greeting, answer)?);
        }
        results.push(memory()?);
        let mut checks = 0;
        for result in results {
            match result {
                Pass::Count(n) => checks += n,
                other => return Ok(other),
            }
        }
        Ok(Pass::Count(checks))
    };
    Ok(vec![Case::new("time-and-memory", all)])
}

/// A message when the load is more than twice the number of processors: times measured
/// then are not those of the program.
fn overload() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split(' ').next()?.parse().ok()?;
    let processors = thread::available_parallelism().ok()?.get() as f64;
    (load > 2.0 * processors).then(|| format!("the machine is busy: load {load}"))
}

/// Compares the 99th percentile of times with a limit. Above it, the case fails, or is
/// skipped on an overloaded machine.
fn judge(what: &str, mut times: Vec<Duration>, limit: Duration) -> Result<Pass, String> {
    times.sort();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let (count, percentile) = (times.len(), at(99));
    let (median, longest) = (at(50), at(100));
    let text = format!(
        "{what}, {count} times: median {median:.1?}, 99 % {percentile:.1?}, longest {longest:.1?}"
    );
    println!("resources: {text}");
    match overload() {
        _ if percentile <= limit.mul_f64(scene::slack()) => Ok(Pass::Count(count as u64)),
        Some(why) => Ok(Pass::Skipped(format!("{why}; {text}"))),
        None => Err(format!("{text}; expected {limit:.1?} at most for 99 %")),
    }
}

fn stop_to_move() -> Result<Pass, String> {
    let mut engine = Engine::start()?;
    engine.send("setoption name Threads value 2")?;
    let mut times = Vec::new();
    for trial in 0..TRIALS {
        engine.send("go infinite")?;
        engine.wait_for("info depth 1 ")?;
        // After 0 to 39 ms, at different points of the search.
        thread::sleep(Duration::from_millis(u64::from(trial * 7 % 40)));
        let sent = Instant::now();
        engine.send("stop")?;
        engine.wait_for("bestmove ")?;
        times.push(sent.elapsed());
    }
    engine.quit()?;
    judge("stop to bestmove, 2 threads", times, STOP_TO_MOVE)
}

fn start_to_greeting(greeting: &str, answer: &str) -> Result<Pass, String> {
    let mut times = Vec::new();
    for _ in 0..20 {
        let started = Instant::now();
        let mut engine = Engine::start()?;
        engine.send(greeting)?;
        engine.wait_for(answer)?;
        times.push(started.elapsed());
        engine.quit()?;
    }
    judge(&format!("start to {answer}"), times, START_TO_GREETING)
}

fn memory() -> Result<Pass, String> {
    let mut peaks = Vec::new();
    for hash in [1, 16, 128] {
        let mut engine = Engine::start()?;
        engine.send(&format!("setoption name Hash value {hash}"))?;
        engine.send("go nodes 300000")?;
        engine.wait_for("bestmove ")?;
        let peak = peak_own_mib(engine.id());
        engine.quit()?;
        let Some(mib) = peak else { return Ok(Pass::Skipped("there is no /proc".into())) };
        peaks.push(format!("{mib} MiB with {hash} MiB of hash"));
        if mib > hash + MEMORY_MIB {
            let limit = hash + MEMORY_MIB;
            return Err(format!("resident: expected {limit} MiB at most, got {peaks:?}"));
        }
    }
    println!("resources: resident, 1 thread: {}", peaks.join(", "));
    Ok(Pass::Count(3))
}
