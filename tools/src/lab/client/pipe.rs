//! The process of an engine behind its pipes. One thread reads its output and hands
//! over what matters with the time at which it arrived; one writes its input.
//!
//! Nothing that an engine does can hold up the client or fill its memory: writing has
//! a deadline, lines and what is kept of them have a largest size, and when many lines
//! wait to be received the reader stops reading, so that the engine has to wait.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use regex_lite::Regex;
#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

/// Bytes kept of a line of progress, which has a whole variation.
const MAX_LINE: usize = 1 << 16;

/// Bytes kept of any other line.
const MAX_MESSAGE: usize = 1 << 13;

/// Messages that may wait to be received.
const MAX_WAITING: usize = 256;

/// Bytes of the wanted lines, and of the notes, kept between two messages.
const MAX_KEPT: usize = 1 << 16;

/// What a line of an engine is to the reader thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Progress of a search with the score of its best line: the last one is kept.
    Score,
    /// Other progress, such as a bound or a node count: the last one is kept.
    Progress,
    /// Text for people, such as `info string`: kept up to the next message.
    Note,
    /// Anything that is ignored.
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

/// A line that somebody may wait for, with what came before it.
#[derive(Debug)]
pub(super) struct Line {
    /// The text, without line end, surrounding blanks and control characters.
    pub text: String,
    /// When it was read.
    pub at: Instant,
    /// The last [`Class::Score`] line before it, or nothing.
    pub score: String,
    /// The last [`Class::Progress`] line since then, or nothing.
    pub progress: String,
    /// The [`Class::Note`] lines since the message before.
    pub notes: Vec<String>,
    /// The wanted lines since the message before.
    pub wanted: Vec<String>,
}

/// Why no line came, or none could be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time was up.
    Timeout,
    /// The process closed its output or input.
    Closed,
}

/// A running process with its input and its classified output.
pub(super) struct Pipe {
    child: Child,
    writer: Option<Writer>,
    lines: Receiver<Line>,
    /// How the process ended, in words, once that is known.
    ended: Option<String>,
    /// A line that arrived after the deadline of the call that found it.
    late: Option<Line>,
}

impl Pipe {
    /// Starts the process, on Unix and Windows in a process group of its own. Its standard error
    /// goes to the end of `stderr`, or nowhere.
    pub fn start(command: &mut Command, stderr: Option<&Path>, sorter: Sorter) -> io::Result<Pipe> {
        let stderr = match stderr {
            Some(path) => Stdio::from(OpenOptions::new().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        // A group of its own has the processes that it starts, which end with it. And Ctrl-C at a
        // terminal is meant for the client, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt;
            const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).spawn()?;
        let (sender, lines) = sync_channel(MAX_WAITING);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let mut pipe = Pipe { child, writer: None, lines, ended: None, late: None };
        if let Some(output) = output {
            thread::Builder::new()
                .name("engine output".into())
                .spawn(move || forward(BufReader::new(output), &sender, &sorter))?;
        }
        pipe.writer = input.map(Writer::start).transpose()?;
        Ok(pipe)
    }

    /// Writes text, which must end its last line, in one piece. An engine that has not
    /// taken it by the deadline gets nothing any more.
    pub fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Silence> {
        log::trace!("> {}", text.trim_end());
        let Some(writer) = &self.writer else { return Err(Silence::Closed) };
        writer.send(text, deadline).inspect_err(|_| self.writer = None)
    }

    /// The next message that arrived before the deadline, waiting until then at most.
    /// One that arrived later is left for the next call, so that an engine that never
    /// stops talking cannot keep its client from noticing the time.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, Silence> {
        let line = match self.late.take() {
            Some(line) => line,
            None => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.lines.recv_timeout(left).map_err(|error| match error {
                    RecvTimeoutError::Timeout => Silence::Timeout,
                    RecvTimeoutError::Disconnected => Silence::Closed,
                })?
            }
        };
        if line.at > deadline {
            self.late = Some(line);
            return Err(Silence::Timeout);
        }
        log::trace!("< {}", line.text);
        Ok(line)
    }

    /// Closes the input, waits up to `grace` for the process to end, then kills it, and in any
    /// case the processes that it has started. Returns how it ended, in words.
    pub fn end(&mut self, grace: Duration) -> String {
        self.writer = None;
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
                if self.has_ended() {
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        self.kill()
    }

    /// Whether the process has ended. Where `waitid` exists the process is not reaped, so its
    /// identifier, which is that of its group, stays its own; elsewhere the process is reaped and
    /// its identifier may be free already.
    fn has_ended(&mut self) -> bool {
        #[cfg(all(
            unix,
            not(any(
                target_os = "cygwin",
                target_os = "horizon",
                target_os = "openbsd",
                target_os = "redox"
            ))
        ))]
        {
            use rustix::process::{WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), options);
            self.ended.is_some() || status.is_ok_and(|status| status.is_some())
        }
        #[cfg(any(
            not(unix),
            target_os = "cygwin",
            target_os = "horizon",
            target_os = "openbsd",
            target_os = "redox"
        ))]
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Kills the process, if it still runs, and those that it has started. Returns how it
    /// ended.
    fn kill(&mut self) -> String {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        let was_running = !self.has_ended();
        // Before the process is reaped: see `has_ended`.
        #[cfg(unix)]
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        if was_running {
            let _ = self.child.kill();
        }
        let ended = match self.child.wait() {
            Ok(_) if was_running => "killed".into(),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        self.ended.insert(ended).clone()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The thread that writes to an engine: it may block for ever on a full pipe, its
/// client may not. It ends when the client drops it and the pipe takes what is left.
struct Writer {
    texts: Sender<String>,
    /// What became of each text.
    written: Receiver<io::Result<()>>,
}

impl Writer {
    fn start(mut stdin: ChildStdin) -> io::Result<Writer> {
        let (texts, to_write) = channel::<String>();
        let (done, written) = channel();
        thread::Builder::new().name("engine input".into()).spawn(move || {
            for text in to_write {
                let result = stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush());
                if done.send(result).is_err() {
                    return;
                }
            }
        })?;
        Ok(Writer { texts, written })
    }

    fn send(&self, text: &str, deadline: Instant) -> Result<(), Silence> {
        self.texts.send(text.into()).map_err(|_| Silence::Closed)?;
        match self.written.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(())) => Ok(()),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(Silence::Closed),
        }
    }
}

/// Lines kept up to a number of bytes.
#[derive(Default)]
struct Kept {
    lines: Vec<String>,
    bytes: usize,
}

impl Kept {
    fn push(&mut self, text: &str) {
        // An empty line takes memory too.
        self.bytes += text.len() + size_of::<String>();
        if self.bytes <= MAX_KEPT {
            self.lines.push(text.into());
        }
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(self).lines
    }
}

/// Reads lines until the output or the channel closes.
fn forward(mut output: impl BufRead, sender: &SyncSender<Line>, sorter: &Sorter) {
    let mut bytes = Vec::with_capacity(512);
    let (mut score, mut progress) = (String::new(), String::new());
    let (mut notes, mut wanted) = (Kept::default(), Kept::default());
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = readable(&bytes);
        let text = text.trim();
        if sorter.wanted.as_ref().is_some_and(|pattern| pattern.is_match(text)) {
            wanted.push(text);
        }
        match (sorter.classify)(text) {
            Class::Chatter => {}
            Class::Note => notes.push(beginning(text)),
            Class::Score => {
                progress.clear();
                text.clone_into(&mut score);
            }
            Class::Progress => text.clone_into(&mut progress),
            Class::Message => {
                let line = Line {
                    text: beginning(text).into(),
                    at,
                    score: std::mem::take(&mut score),
                    progress: std::mem::take(&mut progress),
                    notes: notes.take(),
                    wanted: wanted.take(),
                };
                if sender.send(line).is_err() {
                    return;
                }
            }
        }
    }
}

/// The bytes as text. Control characters, which could act on a terminal, and bytes
/// that are no UTF-8 become replacement characters; tabs become blanks.
fn readable(bytes: &[u8]) -> String {
    let visible = |c: char| match c {
        '\t' | '\r' | '\n' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(visible).collect()
}

/// The first [`MAX_MESSAGE`] bytes of a text, or a little less.
fn beginning(text: &str) -> &str {
    let end = (0..=MAX_MESSAGE.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    end.and_then(|end| text.get(..end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the reader makes of an output.
    fn lines_of(output: &str) -> Vec<Line> {
        let (sender, lines) = sync_channel(MAX_WAITING);
        let classify = |line: &str| match line.get(..1) {
            Some("s") => Class::Score,
            Some("p") => Class::Progress,
            Some("n") => Class::Note,
            _ => Class::Message,
        };
        let wanted = Regex::new("w").ok();
        forward(output.as_bytes(), &sender, &Sorter { classify, wanted });
        drop(sender);
        lines.iter().collect()
    }

    #[test]
    fn lines_are_sorted_and_have_a_largest_size() {
        let long = "x".repeat(3 * MAX_LINE);
        let notes = "n\n".repeat(10_000);
        let lines = lines_of(&format!("p\ns1 w\ns2\np2\n{notes}b\x1b[31m\tc\n{long}\nz"));
        let [first, second, .., last] = lines.as_slice() else { unreachable!() };
        assert_eq!(first.text, "b\u{fffd}[31m c");
        assert_eq!((first.score.as_str(), first.progress.as_str()), ("s2", "p2"));
        assert_eq!(first.wanted, ["s1 w"]);
        assert!(first.notes.len() > 1000 && first.notes.len() < 10_000);
        assert!(lines.iter().all(|line| line.text.len() <= MAX_MESSAGE));
        assert!(second.score.is_empty() && second.notes.is_empty());
        assert_eq!(last.text, "z");
    }
}
