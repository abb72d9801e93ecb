//! Analyses that are divided, interrupted and taken up again give the same.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{OPENING, THROWN, with_games};
use crate::Pass;
use crate::folder::{Folder, ensure};
use crate::process::{LIMIT, Process, wait_until};

/// The analysis that is interrupted.
const INTERRUPTED: &str =
    "analyze games --nodes 30000 --hash 2 --state state --json a.json --report a.html";

/// One thread and three give the same result.
pub(super) fn threads() -> Result<Pass, String> {
    let folder = with_games("threads", &format!("{OPENING}\n{THROWN}"))?;
    for n in [1, 3] {
        folder
            .text(&format!("analyze games --nodes 2000 --hash 2 --threads {n} --json {n}.json"))?;
    }
    let (one, three) = (folder.json("1.json")?, folder.json("3.json")?);
    ensure(one == three, || "one thread and three found different things".into())?;
    let games = one["games"].as_array().map_or(0, Vec::len);
    ensure(games == 2, || format!("expected two games, found {games}"))?;
    Ok(Pass::Count(2))
}

/// Waits until the state file has more than this many lines.
pub(super) fn wait_for_lines(path: &Path, count: usize) -> Result<(), String> {
    wait_until("positions in the state file", Duration::from_secs(60), || {
        Ok(fs::read_to_string(path).unwrap_or_default().lines().count() > count)
    })
}

/// Starts it and waits until this many positions are searched.
fn begin(folder: &Folder, positions: usize) -> Result<Process, String> {
    let child = Process::spawn(&mut folder.command(INTERRUPTED))?;
    wait_for_lines(&folder.file("state"), positions)?;
    Ok(child)
}

/// Runs the same command again. It must keep the positions that the state file has, and
/// give the same result as a run without interruption.
fn finish(folder: &Folder) -> Result<Pass, String> {
    let before = folder.read("state")?;
    folder.text(INTERRUPTED)?;
    let found = folder.json("a.json")?;
    let whole = &before[..before.rfind('\n').map_or(0, |end| end + 1)];
    ensure(folder.read("state")?.starts_with(whole), || {
        "positions searched before are gone".into()
    })?;
    folder.text(&INTERRUPTED.replace("--state state", "--threads 2"))?;
    ensure(found == folder.json("a.json")?, || {
        "the result differs from that of a run without interruption".into()
    })?;
    Ok(Pass::Count(whole.lines().count() as u64))
}

/// Killed, and resumed.
pub(super) fn killed() -> Result<Pass, String> {
    let folder = with_games("killed", OPENING)?;
    let mut child = begin(&folder, 2)?;
    child.kill();
    let other = folder.run(&INTERRUPTED.replace("30000", "30001"))?;
    let error = String::from_utf8_lossy(&other.stderr);
    ensure(!other.status.success() && error.contains("another analysis"), || error.into_owned())?;
    finish(&folder)
}

/// Ended by SIGTERM, and resumed.
pub(super) fn asked_to_end() -> Result<Pass, String> {
    let folder = with_games("asked-to-end", OPENING)?;
    let child = begin(&folder, 1)?;
    child.terminate()?;
    let output = child.output(LIMIT)?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(output.status.code() == Some(1) && error.contains("the same command goes on"), || {
        format!("{}: {error}", output.status)
    })?;
    ensure(!folder.file("a.json").exists(), || "a partial result was written".into())?;
    let page = folder.read("a.html")?;
    let is_over = page.contains("\"reload\":null,\"wanted\":1,\"interrupted\":true");
    ensure(is_over, || "the page does not say that it was interrupted".into())?;
    finish(&folder)
}

/// The shards together have the games of the whole.
pub(super) fn shards() -> Result<Pass, String> {
    let games = format!("{OPENING}\n{THROWN}\n[Event \"bad\"]\n1. a0a9 *\n{OPENING}");
    let folder = with_games("shards", &games)?;
    let sources = |args: &str| -> Result<Vec<String>, String> {
        let text = folder.text(&format!("analyze games --depth 1{args}"))?;
        Ok(text.lines().filter(|line| line.starts_with("games:")).map(str::to_owned).collect())
    };
    let all = sources("")?;
    let mut parts = [sources(" --shard 1/2")?, sources(" --shard 2/2")?].concat();
    parts.sort();
    let mut sorted = all.clone();
    sorted.sort();
    ensure(all.len() == 3 && parts == sorted, || format!("{all:?} is not {parts:?}"))?;
    Ok(Pass::Count(3))
}

/// A state file whose lines have other moves than a search can find: an error that names the
/// line, and nothing is searched.
pub(super) fn bad_state() -> Result<Pass, String> {
    let folder = with_games("bad-state", "h2e2 h9g7\n")?;
    let words = "analyze games --depth 8 --state state";
    folder.text(words)?;
    let whole = folder.read("state")?;
    let header = whole.lines().next().unwrap_or_default();
    let entry = |position: u64, score: i32, line: &str| {
        format!(
            "{{\"position\":{position},\"score\":{score},\"depth\":9,\"nodes\":1,\"line\":[{line}]}}\n"
        )
    };
    let cases = [
        // A move from an empty point, better by far than the one played.
        (entry(1, 900, "") + &entry(0, 900, "\"e5e6\""), "state: line 3: its line has the illegal"),
        (entry(0, 0, "\"h2e2\",\"h2e2\""), "state: line 2: its line has the illegal move h2e2"),
        (entry(99, 0, ""), "state: line 2: a position beyond the last"),
        (entry(5, 0, ""), "state: line 2: a better move of an unknown position"),
        (entry(0, 99_999, ""), "state: line 2: not a score"),
    ];
    for (lines, expected) in &cases {
        let text = format!("{header}\n{lines}");
        folder.write("state", &text)?;
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(1) && error.contains(expected), || {
            format!("expected '{expected}', found {error}")
        })?;
        ensure(folder.read("state")? == text, || "the state was changed".into())?;
    }
    folder.write("state", &whole)?;
    folder.text(words)?;
    Ok(Pass::Count(cases.len() as u64))
}
