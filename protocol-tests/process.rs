//! A running engine, for suites that measure instead of matching a transcript.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

use crate::scene;

/// Starts the program with all its streams in our hands: input, output, errors.
///
/// # Errors
/// When it cannot be started.
pub fn spawn() -> Result<(Child, ChildStdin, ChildStdout, ChildStderr), String> {
    let mut child = Command::new(scene::binary())
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
        (Some(input), Some(output), Some(errors)) => Ok((child, input, output, errors)),
        _ => Err("no pipes".into()),
    }
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start() -> Result<Engine, String> {
        let mut child = Command::new(scene::binary())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Engine { child, input, output: BufReader::new(output) })
            }
            _ => Err("no pipes".into()),
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program is gone.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}").map_err(|e| e.to_string())
    }

    /// All lines up to and including the first that begins with a word.
    ///
    /// # Errors
    /// When the output ends before.
    pub fn read_until(&mut self, word: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err(format!("the output ended before '{word}'")),
                Ok(_) => lines.push(line),
                Err(error) => return Err(error.to_string()),
            }
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return Ok(lines);
            }
        }
    }

    /// Reads until a line begins with a word.
    ///
    /// # Errors
    /// When the output ends before.
    pub fn wait_for(&mut self, word: &str) -> Result<(), String> {
        self.read_until(word).map(drop)
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program and waits for it.
    ///
    /// # Errors
    /// When it does not end.
    pub fn quit(mut self) -> Result<(), String> {
        self.send("quit")?;
        self.child.wait().map_err(|e| e.to_string()).map(drop)
    }
}

/// The most memory in MiB that a process has had; `None` where there is no `/proc`.
pub fn peak_mib(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}
