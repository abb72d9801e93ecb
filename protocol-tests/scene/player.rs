//! Runs a scene against a process.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use crate::process::{Dialogue, Line, NoLine};

use super::pattern::{Pattern, Words, fill_in};
use super::script::{Script, Step};

/// How long an expectation without `within` waits, times the factor for slow machines.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a process may take to end after `quit` or `exit`.
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

struct Player {
    process: Dialogue,
    started: Instant,
    /// Lines read that no expectation has consumed or skipped.
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
        let mut command = Command::new(program);
        let process = Dialogue::start(command.args(args).args(&script.args))?;
        let now = Instant::now();
        Ok(Player {
            process,
            started: now,
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
                self.process.close_input();
                Ok(())
            }
            Step::Exit { code, within } => self.exit(*code, within.unwrap_or(LEAVE)),
        }
    }

    fn send(&mut self, bytes: Vec<u8>) -> Result<(), String> {
        let text = String::from_utf8_lossy(&bytes).escape_debug().to_string();
        self.process.send(&bytes)?;
        self.note(format!("> {}", shorten(text.trim_end_matches("\\n"))));
        Ok(())
    }

    /// Logs an action; the times of `within` and `after` count from here.
    fn note(&mut self, text: String) {
        self.last_sent = Instant::now();
        self.log.push((self.last_sent, text));
    }

    /// The next line of output, waiting for it until the deadline.
    fn next_line(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        if let Some(line) = self.pending.pop_front() {
            return Ok(line);
        }
        let line = self.process.line(deadline)?;
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
        // Waits beyond `within`, so that the error can say how late the line came.
        let deadline =
            Instant::now() + PATIENCE.mul_f64(self.slack).max(within.unwrap_or_default());
        let wanted = pattern.source();
        loop {
            let line = self.next_line(deadline).map_err(|e| match e {
                NoLine::Timeout => format!("no line '{wanted}' came"),
                NoLine::End => {
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

    /// Checks all pending lines, without consuming them.
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
        let status = self.process.process().wait_by(deadline)?;
        let status = status.ok_or_else(|| format!("the process did not end within {limit:.1?}"))?;
        self.status = Some(status);
        if status.code() != Some(code) {
            return Err(format!("expected exit status {code}, found {status}"));
        }
        self.check_pending()
    }

    /// The end of every scene: the process must end with status 0 and without errors.
    fn leave(&mut self, stderr_allowed: bool) -> Result<(), String> {
        if self.status.is_none() {
            if self.process.is_open() {
                self.send(b"quit\n".to_vec())?;
            }
            self.exit(0, LEAVE).map_err(|e| format!("at the end: {e}"))?;
        }
        let stderr = self.stderr();
        if !stderr_allowed && !stderr.is_empty() {
            return Err("the process wrote to its standard error".into());
        }
        Ok(())
    }

    /// The exit status in parentheses, if the process has ended.
    fn ending(&mut self) -> String {
        match self.process.process().wait_by(Instant::now() + Duration::from_millis(50)) {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        }
    }

    /// Everything that the ended process has written to standard error, the first time.
    fn stderr(&mut self) -> String {
        let text = self.process.errors();
        for line in text.lines() {
            self.log.push((Instant::now(), format!("stderr: {}", shorten(line))));
        }
        text
    }

    /// The last lines of the dialogue with their times.
    fn dialogue(&mut self) -> String {
        self.process.process().kill();
        self.stderr();
        let skip = self.log.len().saturating_sub(SHOWN);
        let lines = self.log.iter().skip(skip).map(|(at, text)| {
            let seconds = at.saturating_duration_since(self.started).as_secs_f64();
            format!("    {seconds:7.3} {text}")
        });
        lines.collect::<Vec<_>>().join("\n")
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
