//! `chuhe bench`: searches a fixed suite. The node count is the signature of search and
//! evaluation; the speed is the one that test frameworks scale by.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use chuhe::board::Setup;
use chuhe::engine::bench::{self, Plan, PositionResult};
use chuhe::engine::{StopToken, capacity};
use chuhe::eval::Evaluation;
use chuhe::types::{Depth, MAX_PLY};

use crate::program::arguments::{Arguments, Usage};
use crate::program::{number, remark, say};

/// Searches and prints: details to stderr, `N nodes M nps` or JSON to stdout.
///
/// # Errors
/// When an argument is wrong, the network or the positions cannot be read, there is not that much
/// memory, or the result cannot be written.
pub fn run(words: &[String]) -> Result<()> {
    let arguments = Arguments::read(words, &["--eval-file", "--json", "--positions"], &[], 3)?;
    let plan = plan(&arguments)?;
    let json = arguments.value("--json").map(JsonFile::open).transpose()?;
    capacity::check(plan.hash_mib, plan.threads.min(capacity::most_threads()), 0)?;
    remark(&format!("Evaluation      : {}", plan.evaluation));
    let mut positions = Vec::new();
    let total = bench::run(&plan, &StopToken::default(), |step| {
        let PositionResult { number, of, fen, nodes } = step;
        remark(&format!("{number:2}/{of} {nodes:>10} {fen}"));
        positions.push((fen, nodes));
    });
    let milliseconds = total.elapsed.as_millis();
    remark("===========================");
    remark(&format!("Total time (ms) : {milliseconds}"));
    remark(&format!("Nodes searched  : {}", total.nodes));
    remark(&format!("Nodes/second    : {}", total.nps()));
    let line = format!("{} nodes {} nps", total.nodes, total.nps());
    let Some(json) = json else { return say(&line) };
    let Plan { depth, threads, hash_mib, evaluation, .. } = &plan;
    let mut text = format!(
        "{{\n  \"nodes\": {},\n  \"nps\": {},\n  \"milliseconds\": {milliseconds},\n  \
         \"depth\": {depth},\n  \"threads\": {threads},\n  \"hash\": {hash_mib},\n  \
         \"evaluation\": \"{evaluation}\",\n  \"positions\": [\n",
        total.nodes,
        total.nps()
    );
    for (i, (fen, nodes)) in positions.iter().enumerate() {
        let comma = if i + 1 < positions.len() { "," } else { "" };
        let _ = writeln!(text, "    [\"{fen}\", {nodes}]{comma}");
    }
    text += "  ]\n}";
    match json {
        JsonFile::Standard => say(&text),
        JsonFile::Named(path) => write_whole(&path, &text).and_then(|()| say(&line)),
    }
}

/// The suite and how to search it, by the arguments.
fn plan(arguments: &Arguments<'_>) -> Result<Plan> {
    let default = Plan::default();
    let nth = |i: usize, what: &str, otherwise: u64, most: u64| match arguments.words.get(i) {
        Some(word) => number(what, word, 1..=most).map_err(Usage::new),
        None => Ok(otherwise),
    };
    Ok(Plan {
        positions: arguments.value("--positions").map(read_suite).transpose()?,
        depth: nth(0, "depth", default.depth as u64, MAX_PLY as u64 - 1)? as Depth,
        threads: nth(1, "threads", default.threads as u64, 512)? as usize,
        hash_mib: nth(2, "hash", default.hash_mib as u64, usize::MAX as u64)? as usize,
        evaluation: Evaluation::named(arguments.value("--eval-file").unwrap_or_default())?,
    })
}

/// The positions of a file; `-` is standard input.
fn read_suite(name: &str) -> Result<Vec<Setup>> {
    let text = match name {
        "-" => io::read_to_string(io::stdin()),
        name => fs::read_to_string(name),
    };
    let text = text.with_context(|| format!("cannot read {name}"))?;
    bench::read_suite(&text).map_err(|why| anyhow!("{name}: {why}"))
}

/// Where the result goes as JSON.
enum JsonFile {
    /// Standard output, in place of the line.
    Standard,
    /// A file.
    Named(PathBuf),
}

impl JsonFile {
    /// Finds out before the work whether the file can be written. Changes nothing in it.
    fn open(name: &str) -> Result<JsonFile> {
        if name == "-" {
            return Ok(JsonFile::Standard);
        }
        let path = PathBuf::from(name);
        let existed = path.exists();
        // Not to append: a file that only takes more at its end is refused.
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| unwritten(&path))?;
        if !existed {
            fs::remove_file(&path).with_context(|| unwritten(&path))?;
        }
        Ok(JsonFile::Named(path))
    }
}

/// Writes a file, which others see whole or not at all; one in whose place no other can be put,
/// such as a device or a file that is mounted, is written to as it is.
fn write_whole(path: &Path, text: &str) -> Result<()> {
    let write_to = |path: &Path| fs::write(path, format!("{text}\n"));
    if path.exists() && !path.is_file() {
        return write_to(path).with_context(|| unwritten(path));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let Ok(mut new) = fs::File::create(&part) else {
        return write_to(path).with_context(|| unwritten(path));
    };
    let written = new.write_all(format!("{text}\n").as_bytes());
    if written.is_ok() && fs::rename(&part, path).is_ok() {
        return Ok(());
    }
    let _ = fs::remove_file(&part);
    // On a full disk the old file is worth more than half of the new one.
    written.and_then(|()| write_to(path)).with_context(|| unwritten(path))
}

fn unwritten(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
