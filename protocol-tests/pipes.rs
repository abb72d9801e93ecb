//! Output that nobody reads: tools end at once and silently, a user interface
//! that has gone leaves nothing running, and a match goes on without its remarks.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::{Folder, ensure};
use crate::process::peak_mib;
use crate::{Case, Pass, data_dir, scene};

/// How long a process may go on that nobody listens to.
const PATIENCE: Duration = Duration::from_secs(20);

/// Tools that print, and have something to print. `games` is a file of games.
const TOOLS: &[&str] = &[
    "analyze games --depth 1",
    "bench 1",
    "book show $DATA/book/small.book",
    "datagen --verify shard",
    "epd suite --depth 1",
    "judge lines",
    "ladder --only rungs --depth 1",
    "net info",
    "notation --file games",
    "openings 3 --nodes 1",
    "perft 1 --divide",
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
        Case::new("genfens", genfens),
        Case::new("user-interface", user_interface),
        Case::new("unread-output", unread_output),
        Case::new("match", a_match),
    ])
}

/// A pipe whose reader is gone.
fn unread() -> Result<Stdio, String> {
    let (_, writer) = io::pipe().map_err(|e| e.to_string())?;
    Ok(writer.into())
}

/// Waits for the end, and says how it came: a status or a signal.
fn end_of(child: &mut Child) -> Result<String, String> {
    let deadline = Instant::now() + PATIENCE.mul_f64(scene::slack());
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(status.to_string());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    Err("it goes on".into())
}

/// Runs a command whose output nobody reads. How it ends, and its complaints.
fn run_unread(command: &mut Command) -> Result<(String, String), String> {
    let child = command.stdout(unread()?).stderr(Stdio::piped()).spawn();
    let output = child.and_then(Child::wait_with_output).map_err(|e| e.to_string())?;
    Ok((output.status.to_string(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// A client that goes on asking and reads no answer: memory stays small.
fn unread_output() -> Result<Pass, String> {
    const MOST_MIB: u64 = 128;
    const ASKING: Duration = Duration::from_secs(2);
    let mut child = Command::new(scene::binary())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    let input = child.stdin.take();
    let writer = thread::spawn(move || {
        let lines = "d\n".repeat(1 << 15);
        let Some(mut input) = input else { return };
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    thread::sleep(ASKING);
    let peak = peak_mib(child.id());
    let _ = child.kill();
    let _ = child.wait();
    let _ = writer.join();
    let Some(peak) = peak else { return Ok(Pass::Skipped("there is no /proc".into())) };
    ensure(peak <= MOST_MIB, || format!("resident: {peak} MiB, expected {MOST_MIB} at most"))?;
    Ok(Pass::Count(1))
}

/// What cannot be written is an error, and no crash.
fn full_device() -> Result<Pass, String> {
    let device = Path::new("/dev/full");
    if !device.exists() {
        return Ok(Pass::Skipped("there is no /dev/full".into()));
    }
    for words in ["bench 1", "perft 1", "perft 1 --divide", "net info"] {
        let full = File::create(device).map_err(|e| e.to_string())?;
        expect_error(words, full.into(), "error: ")?;
    }
    Ok(Pass::Count(4))
}

/// Tools ask whether there is memory before they take it.
fn no_memory() -> Result<Pass, String> {
    let folder = Folder::new("no-memory")?;
    let suite = folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    let suite = suite.display().to_string();
    for words in ["bench 1 1 100000000", "epd $SUITE --hash 65536 --threads 512"] {
        expect_error(&words.replace("$SUITE", &suite), Stdio::null(), "error: no memory for ")?;
    }
    Ok(Pass::Count(2))
}

/// Runs a tool that must end with status 1 and this beginning of a message.
fn expect_error(words: &str, output: Stdio, message: &str) -> Result<(), String> {
    let mut command = Command::new(scene::binary());
    command.args(words.split(' ')).stdin(Stdio::null()).stdout(output).stderr(Stdio::piped());
    let result = command.spawn().and_then(Child::wait_with_output).map_err(|e| e.to_string())?;
    let found = String::from_utf8_lossy(&result.stderr);
    let is_named = found.lines().any(|line| line.starts_with(message));
    ensure(result.status.code() == Some(1) && is_named, || {
        format!("{words}: {}, expected status 1 and '{message}', found '{found}'", result.status)
    })
}

/// Each is ended by the signal, without a word about it.
fn tools() -> Result<Pass, String> {
    let folder = Folder::new("pipes")?;
    folder.write("games", "[Event \"x\"]\n1. h2e2 h9g7 *\n")?;
    folder.write("lines", "startpos moves h2e2\n")?;
    folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    folder.text("datagen --out . --games 1 --soft-nodes 20")?;
    std::fs::rename(folder.file("s1-00000.games"), folder.file("shard"))
        .map_err(|e| e.to_string())?;
    for words in TOOLS {
        let words = words.replace("$DATA", &data_dir().display().to_string());
        let (end, complaints) = run_unread(&mut folder.command(&words))?;
        let is_silent = !complaints.contains("panicked") && !complaints.contains("error");
        ensure(end.starts_with("signal: 13") && is_silent, || {
            format!("{words}: ended by {end}, saying: {complaints}")
        })?;
    }
    Ok(Pass::Count(TOOLS.len() as u64))
}

/// What is asked in the manner of OpenBench, and of fastchess, has no signal.
fn genfens() -> Result<Pass, String> {
    let folder = Folder::new("pipes-genfens")?;
    let mut asked = folder.command("fastchess -version");
    let mut genfens = Command::new(scene::binary());
    genfens.args(["genfens 2 seed 1 book None nodes 1", "quit"]);
    for command in [&mut asked, &mut genfens] {
        let (end, complaints) = run_unread(command)?;
        ensure(end == "exit status: 1" && complaints.is_empty(), || {
            format!("{command:?}: ended by {end}, saying: {complaints}")
        })?;
    }
    Ok(Pass::Count(2))
}

/// A user interface that goes away in the middle of a search.
fn user_interface() -> Result<Pass, String> {
    for greeting in ["uci", "ucci", "xboard\nprotover 2"] {
        let mut child = Command::new(scene::binary())
            .stdin(Stdio::piped())
            .stdout(unread()?)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let mut input = child.stdin.take().ok_or("no pipe")?;
        // The process may be gone before it has read everything.
        let _ = writeln!(input, "{greeting}\nposition startpos\ngo infinite");
        let end = end_of(&mut child)?;
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        ensure(end == "exit status: 0" && output.stderr.is_empty(), || {
            format!("{greeting}: {end}, saying: {}", String::from_utf8_lossy(&output.stderr))
        })?;
        drop(input);
    }
    Ok(Pass::Count(3))
}

/// A match whose remarks nobody reads is played to its end; its report that nobody
/// reads is not worth a word.
fn a_match() -> Result<Pass, String> {
    let folder = Folder::new("pipes-match")?;
    let engine = |name: &str| format!("name={name},cmd={},nodes=20", scene::binary().display());
    let words = "match --games 4 --max-plies 6 --verbose --state state";
    let play = |command: &mut Command| {
        command.args(["--engine", &engine("a"), "--engine", &engine("b")]);
        let status = command.status().map_err(|e| e.to_string())?;
        let games = folder.read("state")?.lines().skip(1).count();
        std::fs::remove_file(folder.file("state")).map_err(|e| e.to_string())?;
        Ok::<_, String>((status.to_string(), games))
    };
    let without_remarks = play(folder.command(words).stderr(unread()?))?;
    let without_report = play(folder.command(words).stdout(unread()?).stderr(Stdio::null()))?;
    let expected = [("exit status: 0".to_owned(), 4), ("exit status: 1".to_owned(), 4)];
    let found = [without_remarks, without_report];
    ensure(found == expected, || format!("expected {expected:?}, found {found:?}"))?;
    Ok(Pass::Count(2))
}
