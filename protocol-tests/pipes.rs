//! Broken pipes: tools whose standard output is closed end at once and print no error, the
//! engine ends when the user interface has, and a match is played to its end without its
//! progress lines.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::folder::{Folder, ensure};
use crate::process::{Process, peak_mib};
use crate::{Case, Pass, data_dir, scene};

/// How long a process may run whose output nobody reads.
const LIMIT: Duration = Duration::from_secs(60);

/// Commands that print something. `games` is a file of games.
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

/// The writing end of a broken pipe.
fn unread() -> Result<Stdio, String> {
    let (_, writer) = io::pipe().map_err(|e| e.to_string())?;
    Ok(writer.into())
}

/// Runs a command whose standard output nobody reads. Returns its status or signal, and
/// its standard error.
fn run_unread(command: &mut Command) -> Result<(String, String), String> {
    run_into(unread()?, command)
}

/// Runs a command with this standard output. Returns its status or signal, and its
/// standard error.
fn run_into(output: Stdio, command: &mut Command) -> Result<(String, String), String> {
    let output = Process::spawn(command.stdout(output).stderr(Stdio::piped()))?.output(LIMIT)?;
    Ok((output.status.to_string(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// A client that sends commands and does not read the answers: the memory of the engine
/// stays small.
fn unread_output() -> Result<Pass, String> {
    const MOST_MIB: u64 = 128;
    const ASKING: Duration = Duration::from_secs(2);
    let (reader, mut input) = io::pipe().map_err(|e| e.to_string())?;
    let mut command = Command::new(scene::binary());
    command.stdin(reader).stdout(Stdio::piped());
    let mut process = Process::spawn(&mut command)?;
    drop(command); // and with it this process's reading end of the pipe
    thread::spawn(move || {
        let lines = "d\n".repeat(1 << 15);
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    thread::sleep(ASKING);
    let peak = peak_mib(process.id());
    process.kill();
    let Some(peak) = peak else { return Ok(Pass::Skipped("there is no /proc".into())) };
    ensure(peak <= MOST_MIB, || format!("resident: {peak} MiB, expected {MOST_MIB} at most"))?;
    Ok(Pass::Count(1))
}

/// Output to a full device is an error, not a crash.
fn full_device() -> Result<Pass, String> {
    let device = Path::new("/dev/full");
    if !device.exists() {
        return Ok(Pass::Skipped("there is no /dev/full".into()));
    }
    let folder = with_inputs("full-device")?;
    for words in TOOLS.iter().chain(&["fit-wdl shard", "net verify --positions 1", "perft 1"]) {
        let words = words.replace("$DATA", &data_dir().display().to_string());
        let full = File::create(device).map_err(|e| e.to_string())?;
        let result = run_into(full.into(), &mut folder.command(&words))?;
        ensure(result.0 == "exit status: 1" && result.1.contains("error: "), || {
            format!("{words}: {}, standard error: {}", result.0, result.1)
        })?;
    }
    // What nobody can read on standard error does not keep the tool from its work.
    let full = File::create(device).map_err(|e| e.to_string())?;
    let mut bench = folder.command("bench 1");
    bench.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(full);
    let output = Process::spawn(&mut bench)?.output(LIMIT)?;
    ensure(output.status.success() && !output.stdout.is_empty(), || format!("bench: {output:?}"))?;
    Ok(Pass::Count(TOOLS.len() as u64 + 4))
}

/// Tools refuse sizes for which there is no memory.
fn no_memory() -> Result<Pass, String> {
    let folder = Folder::new("no-memory")?;
    let suite = folder.write("suite", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    let suite = suite.display().to_string();
    let no_memory = "error: no memory for ";
    let engines = "--engine name=a,cmd=chuhe,nodes=1 --engine name=b,cmd=chuhe,nodes=1";
    let cases = [
        ("bench 1 1 100000000", no_memory),
        ("epd $SUITE --hash 65536 --threads 512", no_memory),
        ("datagen --out $SUITE.out --threads 512 --hash 1024", no_memory),
        ("solve $SUITE --hash 1048576", no_memory),
        ("solve $SUITE --seconds=-1", "error: line 1 of "),
        ("match $ENGINES --concurrency 513", "error: --concurrency must be from 1 to 512"),
        ("match $ENGINES --games 18446744073709551614", "error: --games must be at most "),
    ];
    for (words, message) in cases {
        let words = words.replace("$SUITE", &suite).replace("$ENGINES", engines);
        expect_error(&words, Stdio::null(), message)?;
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
        let words = words.replace("$DATA", &data_dir().display().to_string());
        let (end, complaints) = run_unread(&mut folder.command(&words))?;
        let is_silent = !complaints.contains("panicked") && !complaints.contains("error");
        ensure(end.starts_with("signal: 13") && is_silent, || {
            format!("{words}: ended by {end}, standard error: {complaints}")
        })?;
    }
    Ok(Pass::Count(TOOLS.len() as u64))
}

/// `genfens` of OpenBench and the fastchess front end end with status 1 instead.
fn genfens() -> Result<Pass, String> {
    let folder = Folder::new("pipes-genfens")?;
    let mut asked = folder.command("fastchess -version");
    let mut genfens = Command::new(scene::binary());
    genfens.args(["genfens 2 seed 1 book None nodes 1", "quit"]);
    for command in [&mut asked, &mut genfens] {
        let (end, complaints) = run_unread(command)?;
        ensure(end == "exit status: 1" && complaints.is_empty(), || {
            format!("{command:?}: ended by {end}, standard error: {complaints}")
        })?;
    }
    Ok(Pass::Count(2))
}

/// The user interface ends during a search: the engine ends with status 0.
fn user_interface() -> Result<Pass, String> {
    for greeting in ["uci", "ucci", "xboard\nprotover 2"] {
        let (reader, mut input) = io::pipe().map_err(|e| e.to_string())?;
        let mut command = Command::new(scene::binary());
        command.stdin(reader);
        // So few bytes fit into the pipe, even if the process ends before it reads them.
        let _ = writeln!(input, "{greeting}\nposition startpos\ngo infinite");
        let (end, complaints) = run_unread(&mut command)?;
        ensure(end == "exit status: 0" && complaints.is_empty(), || {
            format!("{greeting}: {end}, standard error: {complaints}")
        })?;
        drop(input); // open until here: the process must not wait for its end
    }
    Ok(Pass::Count(3))
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
