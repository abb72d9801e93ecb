//! The process behind the pipes: one thread blocks on its output and hands over
//! what matters, with the time at which it arrived.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use regex_lite::Regex;

/// Longest line kept; the rest of a longer one is dropped.
const MAX_LINE: usize = 1 << 16;

/// What a line of an engine is to the reader thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Progress of a search with the score of its best line: the last one is kept.
    Score,
    /// Other progress, such as a bound or a node count: the last one is kept.
    Progress,
    /// Noise that nobody waits for.
    Chatter,
    /// Anything else: handed over at once.
    Message,
}

/// How the reader thread sorts what an engine says.
pub(super) struct Sorter {
    /// What each line is.
    pub classify: fn(&str) -> Class,
    /// Lines that match are kept, whatever they are.
    pub wanted: Option<Regex>,
}

/// A line that somebody may wait for.
#[derive(Debug)]
pub(super) struct Line {
    /// The text, without line end or surrounding blanks.
    pub text: String,
    /// When it was read.
    pub at: Instant,
    /// The last [`Class::Score`] line before it, or nothing.
    pub score: String,
    /// The last [`Class::Progress`] line since then, or nothing.
    pub progress: String,
    /// The wanted lines since the message before.
    pub wanted: Vec<String>,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time was up.
    Timeout,
    /// The process closed its output.
    Closed,
}

/// A running process with its input and its classified output.
pub(super) struct Pipe {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
}

impl Pipe {
    /// Starts the process. Its standard error goes to the end of `stderr`, or
    /// nowhere.
    pub fn start(command: &mut Command, stderr: Option<&Path>, sorter: Sorter) -> io::Result<Pipe> {
        let stderr = match stderr {
            Some(path) => Stdio::from(OpenOptions::new().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).spawn()?;
        let stdin = child.stdin.take();
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new()
                .name("engine output".into())
                .spawn(move || forward(BufReader::new(stdout), &sender, &sorter))?;
        }
        Ok(Pipe { child, stdin, lines })
    }

    /// Writes text, which must end its last line, in one piece.
    pub fn send(&mut self, text: &str) -> Result<(), Silence> {
        log::trace!("> {}", text.trim_end());
        let Some(stdin) = &mut self.stdin else { return Err(Silence::Closed) };
        stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).map_err(|_| Silence::Closed)
    }

    /// The next message, waiting until `deadline` at most.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                log::trace!("< {}", line.text);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Closed),
        }
    }

    /// Closes the input, waits up to `grace` for the process to end, then kills
    /// it. Returns how it ended, in words.
    pub fn end(&mut self, grace: Duration) -> String {
        drop(self.stdin.take());
        let deadline = Instant::now() + grace;
        // The output closes when the process ends: waiting for that needs no polling.
        let silence = loop {
            if let Err(silence) = self.receive(deadline) {
                break silence;
            }
        };
        if silence == Silence::Closed {
            // The exit itself comes a moment later.
            for _ in 0..40 {
                match self.child.try_wait() {
                    Ok(Some(status)) => return status.to_string(),
                    _ => thread::sleep(Duration::from_millis(5)),
                }
            }
        }
        let killed = self.child.kill().and_then(|()| self.child.wait());
        killed.map_or_else(|e| e.to_string(), |_| "killed".into())
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Reads lines until the output closes.
fn forward(mut output: impl BufRead, sender: &Sender<Line>, sorter: &Sorter) {
    let mut bytes = Vec::with_capacity(512);
    let mut score = String::new();
    let mut progress = String::new();
    let mut wanted = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        if sorter.wanted.as_ref().is_some_and(|pattern| pattern.is_match(text)) {
            wanted.push(text.to_string());
        }
        match (sorter.classify)(text) {
            Class::Chatter => {}
            Class::Score => {
                progress.clear();
                score.clear();
                score.push_str(text);
            }
            Class::Progress => {
                progress.clear();
                progress.push_str(text);
            }
            Class::Message => {
                let (score, progress) = (score.split_off(0), progress.split_off(0));
                let (text, wanted) = (text.to_string(), std::mem::take(&mut wanted));
                if sender.send(Line { text, at, score, progress, wanted }).is_err() {
                    return;
                }
            }
        }
    }
}
