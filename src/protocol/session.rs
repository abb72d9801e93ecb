//! A session with one client: processes its lines and the engine's events, and is the
//! only writer of the output.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::options::raw;
use crate::engine::{Command, Engine, Event};
use crate::protocol::input::{Input, Line, read_lines};
use crate::protocol::words::{Words, harmless, quote};
use crate::protocol::{Audience, DIALECTS, Dialect, DialectEntry, Step, first_dialect, help};

/// After `quit` a running count may go on for so long.
const GRACE: Duration = Duration::from_secs(10);

/// What the loop waits for.
enum Message {
    Input(Input),
    Event(Event),
}

/// Serves a client until it says `quit` or its input ends. After the end of the
/// input, searches that end by themselves may do so and print their result.
/// A broken pipe is no error.
///
/// # Errors
/// When writing fails for another reason.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    audience: Audience,
) -> io::Result<()> {
    connect(input, output, first_dialect(), DIALECTS, audience)
}

/// [`run`] in one dialect, which need not be one of this library's. No greeting
/// changes it for another.
///
/// # Errors
/// When writing fails for another reason than that nobody listens.
pub fn run_dialect(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    dialect: Box<dyn Dialect>,
) -> io::Result<()> {
    connect(input, output, dialect, &[], Audience::Program)
}

/// Serves a client, first in `dialect`, then in that of `dialects` which it greets.
fn connect(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    dialect: Box<dyn Dialect>,
    dialects: &'static [DialectEntry],
    audience: Audience,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let events = sender.clone();
    let sink = Arc::new(move |event| {
        let _ = events.send(Message::Event(event)); // the session may be over
    });
    thread::spawn(move || read_lines(input, |heard| sender.send(Message::Input(heard)).is_ok()));
    let mut session = Session {
        engine: Engine::new(sink),
        dialect,
        dialects,
        current: None,
        output,
        log: None,
        backlog: VecDeque::new(),
        is_switching: false,
        is_leaving: false,
        is_over: false,
    };
    if audience == Audience::Person {
        session.say(&help::welcome())?;
        session.output.flush()?;
    }
    match session.serve(&receiver) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// One client: the engine, how the client speaks, and the only writer.
struct Session<W: Write> {
    engine: Engine,
    dialect: Box<dyn Dialect>,
    /// The dialects that can be greeted.
    dialects: &'static [DialectEntry],
    /// Which one of them was greeted last.
    current: Option<usize>,
    output: W,
    log: Option<File>,
    /// Input that waits until the engine is free.
    backlog: VecDeque<Input>,
    /// Whether it waits because its first line greets another dialect.
    is_switching: bool,
    /// Whether `quit` is among the waiting lines: then the batch mode waits no more.
    is_leaving: bool,
    /// Nothing more will be asked.
    is_over: bool,
}

impl<W: Write> Session<W> {
    fn serve(mut self, messages: &Receiver<Message>) -> io::Result<()> {
        let mut deadline: Option<Instant> = None;
        while !(self.is_over && self.engine.is_idle()) {
            let kept = if self.must_wait() { None } else { self.backlog.pop_front() };
            let message = match (kept, deadline) {
                (Some(input), _) => Ok(Message::Input(input)),
                (None, None) => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                (None, Some(at)) => {
                    messages.recv_timeout(at.saturating_duration_since(Instant::now()))
                }
            };
            match message {
                Ok(Message::Event(event)) => self.pass_on(event)?,
                Ok(Message::Input(_)) if self.is_over => {}
                Ok(Message::Input(input)) if self.must_wait() => {
                    self.is_leaving |= matches!(&input, Input::Line(line) if line.is_quit());
                    self.backlog.push_back(input);
                }
                Ok(Message::Input(Input::Line(line))) => {
                    self.hear(line)?;
                    deadline = self.is_over.then(|| Instant::now() + GRACE);
                }
                Ok(Message::Input(Input::TooLong)) => self.complain("line too long")?,
                Ok(Message::Input(Input::End)) => {
                    self.is_over = true;
                    self.engine.end_of_input();
                }
                Err(RecvTimeoutError::Timeout) => {
                    deadline = None;
                    self.perform(vec![Step::Do(Command::Stop)])?;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.output.flush()?;
        }
        if let Some(line) = self.dialect.farewell() {
            self.say(line)?;
        }
        self.output.flush()
    }

    /// Whether input must wait: for the answers to the last dialect's searches and
    /// to a flood of searches, all of which have been stopped, or because the client
    /// wants it so and does not want to leave.
    fn must_wait(&self) -> bool {
        let is_wanted = self.dialect.waits() && self.engine.is_bounded() && !self.is_leaving;
        !self.engine.is_idle() && (self.is_switching || self.engine.is_flooded() || is_wanted)
    }

    fn hear(&mut self, line: Line) -> io::Result<()> {
        let text = line.text.trim_start_matches('\u{feff}').trim();
        if let Some(at) = self.greeted(text) {
            if self.current.unwrap_or(0) != at {
                if !self.engine.is_idle() {
                    self.engine.execute(Command::Stop, &mut Vec::new());
                    self.backlog.push_front(Input::Line(line));
                    self.is_switching = true;
                    return Ok(());
                }
                self.dialect =
                    self.dialects.get(at).map_or_else(first_dialect, |entry| (entry.make)());
            }
            self.current = Some(at);
        }
        self.is_switching = false;
        if let Some(log) = &mut self.log {
            let _ = log.write_all(&[b">> ", &raw::unescape(text)[..], b"\n"].concat());
        }
        let steps = self.dialect.hear(text, &self.engine);
        self.perform(steps)
    }

    /// The dialect that a line greets, if it may be chosen now.
    fn greeted(&self, line: &str) -> Option<usize> {
        let word = Words::new(line).peek()?;
        let greets = |greeting: &&str| greeting.eq_ignore_ascii_case(word);
        let at = self.dialects.iter().position(|entry| entry.greetings.iter().any(greets))?;
        let is_late = self.dialects.get(at).is_some_and(|entry| entry.is_late);
        (is_late || self.current.is_none_or(|current| current == at)).then_some(at)
    }

    /// An event that arose while a task ran.
    fn pass_on(&mut self, event: Event) -> io::Result<()> {
        if event.ends_task() {
            self.engine.task_ended();
        }
        self.tell(&event)?;
        self.engine.proceed();
        Ok(())
    }

    fn perform(&mut self, steps: Vec<Step>) -> io::Result<()> {
        for step in steps {
            match step {
                Step::Say(line) => self.say(&line)?,
                Step::Remark(text) => self.complain(&text)?,
                // A dialect that is being left may not start another search.
                Step::Do(Command::Go(_)) if self.is_over || self.is_switching => {}
                Step::Do(command) => {
                    self.is_over |= matches!(command, Command::Quit);
                    let mut replies = Vec::new();
                    self.engine.execute(command, &mut replies);
                    replies.iter().try_for_each(|reply| self.tell(reply))?;
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) -> io::Result<()> {
        if let Event::LogFile(path) = event {
            return self.open_log(path.as_deref());
        }
        let steps = self.dialect.tell(event, &self.engine);
        self.perform(steps)
    }

    fn open_log(&mut self, path: Option<&Path>) -> io::Result<()> {
        self.log = None;
        let Some(path) = path else { return Ok(()) };
        match append_to(path) {
            Ok(file) => self.log = Some(file),
            Err(error) => {
                let name = quote(&path.to_string_lossy());
                self.complain(&format!("cannot write the log file {name}: {error}"))?;
            }
        }
        Ok(())
    }

    fn complain(&mut self, fault: &str) -> io::Result<()> {
        let line = self.dialect.remark(fault);
        self.say(&line)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        let line = raw::lossy(line);
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "<< {line}"); // a full disk is no reason to stop playing
        }
        writeln!(self.output, "{}", harmless(&line)) // names of files may have anything in them
    }
}

/// Opens a file to be written at its end. A pipe or a device is no place for a
/// log: opening a pipe waits for a reader.
fn append_to(path: &Path) -> io::Result<File> {
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        return Err(io::Error::other("not an ordinary file"));
    }
    OpenOptions::new().create(true).append(true).open(path)
}
