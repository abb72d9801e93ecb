//! Broken pipes: tools whose standard output is closed end at once and print no error, and a
//! match is played to its end without its progress lines.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::{Folder, ensure};
use crate::process::{LIMIT, Process, run_into, run_unread, unread};
use crate::{Case, Pass, books, scene};

/// Commands that print something. `games` is a file of games.
const TOOLS: &[&str] = &[
    "analyze games --depth 1",
    "book show $BOOK",
    "datagen --verify shard",
    "epd suite --depth 1",
    "judge lines",
    "ladder --only rungs --depth 1",
    "net info",
    "notation --file games",
    "openings 3 --nodes 1",
];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("tools", tools),
        Case::new("full-device", full_device),
        Case::new("no-memory", no_memory),
        #[cfg(target_os = "linux")]
        Case::new("address-space", address_space),
        Case::new("fastchess", fastchess),
        Case::new("match", a_match),
    ])
}

/// Output to a full device is an error, not a crash.
fn full_device() -> Result<Pass, String> {
    let device = Path::new("/dev/full");
    if !device.exists() {
        return Ok(Pass::Skipped("there is no /dev/full".into()));
    }
    let folder = with_inputs("full-device")?;
    for words in TOOLS.iter().chain(&["fit-wdl shard", "net verify --positions 1"]) {
        let words = words.replace("$BOOK", &books().join("small.book").display().to_string());
        let full = File::create(device).map_err(|e| e.to_string())?;
        let result = run_into(full.into(), &mut folder.command(&words))?;
        ensure(result.0 == "exit status: 1" && result.1.contains("error: "), || {
            format!("{words}: {}, standard error: {}", result.0, result.1)
        })?;
    }
    Ok(Pass::Count(TOOLS.len() as u64 + 2))
}

/// Tools refuse sizes for which there is no memory.
fn no_memory() -> Result<Pass, String> {
    let folder = Folder::new("no-memory")?;
    let suite = folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    let suite = suite.display().to_string();
    let no_memory = "error: no memory for ";
    let engines = "--engine name=a,cmd=chuhe,nodes=1 --engine name=b,cmd=chuhe,nodes=1";
    let cases = [
        ("epd $SUITE --hash 65536 --threads 512", no_memory),
        ("datagen --out $SUITE.out --threads 512 --hash 1024", no_memory),
        ("solve $SUITE --hash 1048576", no_memory),
        ("solve $SUITE --seconds=-1", "error: --seconds -1: expected a number from 0 on"),
        ("match $ENGINES --concurrency 513", "error: --concurrency must be from 1 to 512"),
        ("match $ENGINES --games 18446744073709551614", "error: --games must be at most "),
    ];
    for (words, message) in cases {
        let words = words.replace("$SUITE", &suite).replace("$ENGINES", engines);
        expect_error(&words, Stdio::null(), message)?;
    }
    Ok(Pass::Count(cases.len() as u64))
}

/// Under a limit of address space every size that does not fit is refused in a line.
#[cfg(target_os = "linux")]
fn address_space() -> Result<Pass, String> {
    let folder = with_inputs("address-space")?;
    let cases = [
        ("analyze games --depth 1 --hash 400", "no memory for 400 MiB"),
        ("analyze games --depth 1 --hash 1 --threads 40", "no memory for 40 MiB"),
        ("bench 1 1 400", "no memory for 400 MiB"),
        ("datagen --out new --games 1 --hash 400", "no memory for 400 MiB"),
        ("epd suite --depth 1 --hash 400", "no memory for 400 MiB"),
        ("relabel shard --out new --hash 400", "no memory for 400 MiB"),
        ("solve startpos --nodes 100 --hash 400", "no memory for 400 MiB"),
        ("solve startpos --nodes 100 --hash 100", ""),
        ("epd suite --depth 1 --hash 100", ""),
    ];
    for (words, expected) in cases {
        let line = format!("ulimit -v 300000 && exec \"$0\" {words}");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).arg(scene::binary()).current_dir(folder.path());
        command.env("RUST_BACKTRACE", "0"); // which takes 400 MB itself
        let output = crate::process::run(&mut command)?;
        let error = String::from_utf8_lossy(&output.stderr);
        let is_refused = output.status.code() == Some(1) && error.contains(expected);
        let is_right = if expected.is_empty() { output.status.success() } else { is_refused };
        ensure(is_right, || format!("{words}: {}, {error}", output.status))?;
    }
    Ok(Pass::Count(cases.len() as u64))
}

/// Runs a tool that must end with status 1 and a message with this beginning.
fn expect_error(words: &str, output: Stdio, message: &str) -> Result<(), String> {
    let mut command = Command::new(scene::binary());
    command.args(words.split(' ')).stdin(Stdio::null()).stdout(output).stderr(Stdio::piped());
    let result = Process::spawn(&mut command)?.output(LIMIT)?;
    let found = String::from_utf8_lossy(&result.stderr);
    let is_named = found.lines().any(|line| line.starts_with(message));
    ensure(result.status.code() == Some(1) && is_named, || {
        format!("{words}: {}, expected status 1 and '{message}', found '{found}'", result.status)
    })
}

/// A folder with the inputs of [`TOOLS`].
fn with_inputs(name: &str) -> Result<Folder, String> {
    let folder = Folder::new(&format!("pipes-{name}"))?;
    folder.write("games", "[Event \"x\"]\n1. h2e2 h9g7 *\n")?;
    folder.write("lines", "startpos moves h2e2\n")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    folder.text("datagen --out . --games 1 --soft-nodes 20")?;
    std::fs::rename(folder.file("s1-00000.games"), folder.file("shard"))
        .map_err(|e| e.to_string())?;
    Ok(folder)
}

/// Every tool is ended by SIGPIPE and prints no error.
fn tools() -> Result<Pass, String> {
    let folder = with_inputs("tools")?;
    for words in TOOLS {
        let words = words.replace("$BOOK", &books().join("small.book").display().to_string());
        let (end, complaints) = run_unread(&mut folder.command(&words))?;
        let is_silent = !complaints.contains("panicked") && !complaints.contains("error");
        ensure(end.starts_with("signal: 13") && is_silent, || {
            format!("{words}: ended by {end}, standard error: {complaints}")
        })?;
    }
    Ok(Pass::Count(TOOLS.len() as u64))
}

/// The front end of fastchess ends with status 1 instead.
fn fastchess() -> Result<Pass, String> {
    let folder = Folder::new("pipes-fastchess")?;
    let (end, complaints) = run_unread(&mut folder.command("fastchess -version"))?;
    ensure(end == "exit status: 1" && complaints.is_empty(), || {
        format!("ended by {end}, standard error: {complaints}")
    })?;
    Ok(Pass::Ok)
}

/// A match whose standard error is closed is played to its end with status 0. Without
/// standard output the report cannot be printed, and the status is 1; the files are written
/// all the same.
fn a_match() -> Result<Pass, String> {
    let folder = Folder::new("pipes-match")?;
    let engine = |name: &str| format!("name={name},cmd={},nodes=20", scene::binary().display());
    let words = "match --games 4 --max-plies 6 --verbose --state state --json json --report page";
    let play = |command: &mut Command| {
        command.args(["--engine", &engine("a"), "--engine", &engine("b")]);
        let status = Process::spawn(command)?.output(LIMIT)?.status;
        let games = folder.read("state")?.lines().skip(1).count();
        for name in ["state", "json", "page"] {
            std::fs::remove_file(folder.file(name)).map_err(|e| format!("{name}: {e}"))?;
        }
        Ok::<_, String>((status.to_string(), games))
    };
    let without_progress = play(folder.command(words).stderr(unread()?))?;
    let without_report = play(folder.command(words).stdout(unread()?).stderr(Stdio::null()))?;
    let expected = [("exit status: 0".to_owned(), 4), ("exit status: 1".to_owned(), 4)];
    let found = [without_progress, without_report];
    ensure(found == expected, || format!("expected {expected:?}, found {found:?}"))?;
    Ok(Pass::Count(2))
}
