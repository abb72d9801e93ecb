//! Plays a scene against a process.

use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::pattern::{Pattern, Words, fill_in};
use super::script::{Script, Step};

/// How long an expectation without `within` waits.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a process may take to leave after `quit` or `exit`.
const LEAVE: Duration = Duration::from_secs(2);
/// How many lines of the dialogue a failure shows.
const SHOWN: usize = 25;

/// Runs a scene.
///
/// # Errors
/// What was expected, what came, and the end of the dialogue.
pub fn play(program: &Path, args: &[&str], script: &Script) -> Result<(), String> {
    let mut player = Player::start(program, args, script)?;
    let mut result = Ok(());
    for (line, step) in &script.steps {
        result = player.step(step).map_err(|e| format!("line {line}: {e}"));
        if result.is_err() {
            break;
        }
    }
    let result = result.and_then(|()| player.leave(script.stderr_allowed));
    result.map_err(|error| format!("{error}\n{}", player.dialogue()))
}

/// What the output thread reports.
struct Line {
    at: Instant,
    text: String,
}

struct Player {
    child: Child,
    started: Instant,
    /// To the thread that writes; `None` after the end of input.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Line>,
    stderr: Option<JoinHandle<String>>,
    /// Lines that came and that no expectation has consumed or skipped.
    pending: VecDeque<Line>,
    forbidden: Vec<Pattern>,
    words: Words,
    last_sent: Instant,
    status: Option<ExitStatus>,
    /// The dialogue so far, for failures.
    log: Vec<(Instant, String)>,
    slack: f64,
}

impl Player {
    fn start(program: &Path, args: &[&str], script: &Script) -> Result<Player, String> {
        let mut child = Command::new(program)
            .args(args)
            .args(&script.args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}", program.display()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(mut stderr)) = pipes else {
            return Err("no pipes".into());
        };
        let (input, to_write) = channel::<Vec<u8>>();
        // A process that does not read must block this thread, not the scene.
        thread::spawn(move || {
            for bytes in to_write {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break; // it has gone; the scene will notice
                }
            }
        });
        let (to_player, output) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
                let at = Instant::now();
                let text = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_string();
                if to_player.send(Line { at, text }).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let now = Instant::now();
        Ok(Player {
            child,
            started: now,
            input: Some(input),
            output,
            stderr: Some(stderr),
            pending: VecDeque::new(),
            forbidden: Vec::new(),
            words: Words::new(),
            last_sent: now,
            status: None,
            log: Vec::new(),
            slack: super::slack(),
        })
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Line(text) => {
                let text = fill_in(text, &self.words)?;
                self.send(format!("{text}\n").into_bytes())
            }
            Step::Raw(bytes) => self.send(bytes.clone()),
            Step::Expect { pattern, after, within } => self.expect(pattern, *after, *within),
            Step::Forbid(pattern) => {
                self.forbidden.push(pattern.clone());
                Ok(())
            }
            Step::Wait(time) => self.wait(*time),
            Step::Differ(names) => self.differ(names),
            Step::Eof => {
                self.note("> (end of input)".into());
                self.input = None;
                Ok(())
            }
            Step::Exit { code, within } => self.exit(*code, within.unwrap_or(LEAVE)),
        }
    }

    fn send(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        let input = self.input.as_ref().ok_or("sending after `eof`")?;
        let text = String::from_utf8_lossy(&bytes).escape_debug().to_string();
        // Failure means that the process has gone; expectations will tell.
        let _ = input.send(bytes);
        self.note(format!("> {}", shorten(text.trim_end_matches("\\n"))));
        Ok(())
    }

    /// Logs something done to the process; times count from here.
    fn note(&mut self, text: String) {
        self.last_sent = Instant::now();
        self.log.push((self.last_sent, text));
    }

    /// The next line of output, waiting for it until the deadline.
    fn next_line(&mut self, deadline: Instant) -> Result<Line, RecvTimeoutError> {
        if let Some(line) = self.pending.pop_front() {
            return Ok(line);
        }
        let line = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()))?;
        self.log.push((line.at, format!("< {}", shorten(&line.text))));
        Ok(line)
    }

    fn expect(
        &mut self,
        pattern: &Pattern,
        after: Option<Duration>,
        within: Option<Duration>,
    ) -> Result<(), String> {
        let within = within.map(|time| time.mul_f64(self.slack));
        // A line that comes too late is waited for, to say how late it was.
        let deadline = Instant::now() + PATIENCE.max(within.unwrap_or_default());
        let wanted = pattern.source();
        loop {
            let line = self.next_line(deadline).map_err(|e| match e {
                RecvTimeoutError::Timeout => format!("no line '{wanted}' came"),
                RecvTimeoutError::Disconnected => {
                    format!("the output ended without a line '{wanted}'{}", self.ending())
                }
            })?;
            if pattern.matches(&line.text, &mut self.words) {
                self.forbidden.clear();
                let took = line.at.saturating_duration_since(self.last_sent);
                if within.is_some_and(|limit| took > limit) {
                    return Err(format!("'{}' came too late, after {took:.1?}", line.text));
                }
                if after.is_some_and(|limit| took < limit) {
                    return Err(format!("'{}' came too soon, after {took:.1?}", line.text));
                }
                return Ok(());
            }
            self.check_forbidden(&line.text)?;
        }
    }

    fn check_forbidden(&self, line: &str) -> Result<(), String> {
        match self.forbidden.iter().find(|p| p.matches(line, &mut self.words.clone())) {
            Some(pattern) => Err(format!("'{line}' came, forbidden by '! {}'", pattern.source())),
            None => Ok(()),
        }
    }

    /// Checks all lines at hand, without consuming them.
    fn check_pending(&mut self) -> Result<(), String> {
        self.pending.iter().try_for_each(|line| self.check_forbidden(&line.text))?;
        self.forbidden.clear();
        Ok(())
    }

    fn wait(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        let mut seen = std::mem::take(&mut self.pending);
        while let Ok(line) = self.next_line(end) {
            seen.push_back(line);
        }
        self.pending = seen;
        self.check_pending()
    }

    fn differ(&self, names: &[String]) -> Result<(), String> {
        let mut seen = HashSet::new();
        for name in names {
            let word = self.words.get(name).ok_or_else(|| format!("${name} was never matched"))?;
            if !seen.insert(word) {
                return Err(format!("${name} is not different: {word}"));
            }
        }
        Ok(())
    }

    fn exit(&mut self, code: i32, within: Duration) -> Result<(), String> {
        let limit = within.mul_f64(self.slack);
        let deadline = self.last_sent + limit;
        // The end of the output comes before the end of the process.
        let mut seen = std::mem::take(&mut self.pending);
        while let Ok(line) = self.next_line(deadline) {
            seen.push_back(line);
        }
        self.pending = seen;
        let status = loop {
            match self.child.try_wait().map_err(|e| e.to_string())? {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    return Err(format!("the process did not end within {limit:.1?}"));
                }
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        self.status = Some(status);
        if status.code() != Some(code) {
            return Err(format!("expected exit status {code}, found {status}"));
        }
        self.check_pending()
    }

    /// The end of every scene: the process leaves in good order.
    fn leave(&mut self, stderr_allowed: bool) -> Result<(), String> {
        if self.status.is_none() {
            if self.input.is_some() {
                self.send(b"quit\n".to_vec())?;
            }
            self.exit(0, LEAVE).map_err(|e| format!("at the end: {e}"))?;
        }
        let stderr = self.take_stderr();
        if !stderr_allowed && !stderr.is_empty() {
            return Err("the process wrote to its standard error".into());
        }
        Ok(())
    }

    /// How the process ended, if it did.
    fn ending(&mut self) -> String {
        thread::sleep(Duration::from_millis(50));
        match self.child.try_wait() {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        }
    }

    /// Everything written to standard error, once the process is gone.
    fn take_stderr(&mut self) -> String {
        let text = self.stderr.take().and_then(|handle| handle.join().ok()).unwrap_or_default();
        for line in text.lines() {
            self.log.push((Instant::now(), format!("stderr: {}", shorten(line))));
        }
        text
    }

    /// The last lines of the dialogue with their times.
    fn dialogue(&mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.take_stderr();
        let skip = self.log.len().saturating_sub(SHOWN);
        let lines = self.log.iter().skip(skip).map(|(at, text)| {
            let seconds = at.saturating_duration_since(self.started).as_secs_f64();
            format!("    {seconds:7.3} {text}")
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first part of a long line.
fn shorten(text: &str) -> String {
    const WIDTH: usize = 160;
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()),
        None => text.to_string(),
    }
}
