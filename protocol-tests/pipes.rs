//! Broken pipes: the engine ends when the user interface has, and its commands end with
//! status 1 and print no error when nobody reads their output.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::folder::ensure;
use crate::process::{LIMIT, Process, peak_mib, run_into, run_unread};
use crate::{Case, Pass, process, scene};

/// Commands that print something, with `_` for a blank in a word.
const COMMANDS: [&str; 4] =
    ["bench 1", "perft 1 --divide", "eval", "genfens_2_seed_1_book_None_nodes_1 quit"];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("commands", commands),
        Case::new("full-device", full_device),
        Case::new("no-memory", no_memory),
        #[cfg(target_os = "linux")]
        Case::new("address-space", address_space),
        Case::new("user-interface", user_interface),
        Case::new("unread-output", unread_output),
    ])
}

/// The program with the words of [`COMMANDS`].
fn command(words: &str) -> Command {
    let mut command = Command::new(scene::binary());
    command.args(words.split(' ').map(|word| word.replace('_', " "))).stdin(Stdio::null());
    command
}

/// Commands end with status 1 and print no error.
fn commands() -> Result<Pass, String> {
    for words in COMMANDS {
        let (end, complaints) = run_unread(&mut command(words))?;
        ensure(end == "exit status: 1" && !complaints.contains("error"), || {
            format!("{words}: ended by {end}, standard error: {complaints}")
        })?;
    }
    Ok(Pass::Count(COMMANDS.len() as u64))
}

/// Output to a full device is an error, not a crash.
fn full_device() -> Result<Pass, String> {
    let device = Path::new("/dev/full");
    if !device.exists() {
        return Ok(Pass::Skipped("there is no /dev/full".into()));
    }
    for words in COMMANDS {
        let full = File::create(device).map_err(|e| e.to_string())?;
        let result = run_into(full.into(), &mut command(words))?;
        ensure(result.0 == "exit status: 1" && result.1.contains("error: "), || {
            format!("{words}: {}, standard error: {}", result.0, result.1)
        })?;
    }
    // What nobody can read on standard error does not keep the program from its work.
    let full = File::create(device).map_err(|e| e.to_string())?;
    let mut bench = command("bench 1");
    bench.stdout(Stdio::piped()).stderr(full);
    let output = Process::spawn(&mut bench)?.output(LIMIT)?;
    ensure(output.status.success() && !output.stdout.is_empty(), || format!("bench: {output:?}"))?;
    Ok(Pass::Count(COMMANDS.len() as u64 + 1))
}

/// Sizes for which there is no memory are refused.
fn no_memory() -> Result<Pass, String> {
    let (end, complaints) = run_into(Stdio::null(), &mut command("bench 1 1 100000000"))?;
    ensure(end == "exit status: 1" && complaints.starts_with("error: no memory for "), || {
        format!("{end}, standard error: {complaints}")
    })?;
    Ok(Pass::Ok)
}

/// Under a limit of address space a size that does not fit is refused in a line, in every
/// dialect, and one that fits is used.
#[cfg(target_os = "linux")]
fn address_space() -> Result<Pass, String> {
    let cases = [
        (
            1_000_000,
            "uci\nsetoption name Hash value 4096\nisready\ngo depth 1",
            "4096 MiB",
            "bestmove ",
        ),
        (1_000_000, "uci\nsetoption name Hash value 256\nisready\ngo depth 1", "", "bestmove "),
        (1_000_000, "ucci\nsetoption hashsize 4096\ngo depth 1", "4096 MiB", "bestmove "),
        (1_000_000, "protover 2\nmemory 4096\nsd 1\ngo", "4096 MiB", "move "),
        (
            150_000,
            "uci\nsetoption name Threads value 64\nisready\ngo depth 1",
            "16 MiB",
            "bestmove ",
        ),
        (70_000, "uci\nisready\ngo depth 1", "", "bestmove "),
    ];
    for (limit, input, refused, answered) in cases {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {limit} && exec \"$0\"")]).arg(scene::binary());
        let output = process::run_with_input(&mut command, input.as_bytes())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let has = |part: &str| text.lines().any(|line| line.contains(part));
        let is_told = match refused {
            "" => !has("no memory for "),
            _ => has(&format!("no memory for {refused}")) || has(refused) && has("no memory for "),
        };
        let is_alive = output.status.success() && has(answered);
        ensure(is_told && is_alive, || {
            let error = String::from_utf8_lossy(&output.stderr);
            format!("{limit} KiB, {input}: {}\n{text}{error}", output.status)
        })?;
    }
    Ok(Pass::Count(cases.len() as u64))
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
