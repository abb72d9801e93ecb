//! One client: reads its lines on a thread, and is the only one to write.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Command, Engine, Event};
use crate::protocol::words::{Words, quote};
use crate::protocol::{Audience, DIALECTS, Dialect, Entry, Step, first_dialect, show};

/// No line is longer; what is longer is thrown away.
const MAX_LINE: u64 = 1 << 24;

/// After `quit` a running count may go on for so long.
const GRACE: Duration = Duration::from_secs(10);

/// What the loop waits for.
enum Message {
    Line(String),
    TooLong,
    EndOfInput,
    Event(Event),
}

/// Serves a client until it says `quit` or its input ends. After the end of the
/// input, searches that end by themselves may do so and print their result.
/// A client that no longer listens is no error.
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
    dialects: &'static [Entry],
    audience: Audience,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let events = sender.clone();
    let sink = Arc::new(move |event| {
        let _ = events.send(Message::Event(event)); // nobody listens after the end
    });
    thread::spawn(move || read_lines(input, &sender));
    let mut session = Session {
        engine: Engine::new(sink),
        dialect,
        dialects,
        current: None,
        output,
        log: None,
        backlog: VecDeque::new(),
        is_switching: false,
        is_over: false,
    };
    if audience == Audience::Person {
        session.say(&show::welcome())?;
        session.output.flush()?;
    }
    match session.serve(&receiver) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Sends each line, in whatever encoding, until the input ends.
fn read_lines(mut input: impl BufRead, sender: &Sender<Message>) {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let message = match read {
            Ok(0) | Err(_) => Message::EndOfInput,
            Ok(_) if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") => {
                match input.skip_until(b'\n') {
                    Ok(_) => Message::TooLong,
                    Err(_) => Message::EndOfInput,
                }
            }
            Ok(_) => Message::Line(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let is_end = matches!(message, Message::EndOfInput);
        if sender.send(message).is_err() || is_end {
            return;
        }
    }
}

/// One client: the engine, how the client speaks, and the only writer.
struct Session<W: Write> {
    engine: Engine,
    dialect: Box<dyn Dialect>,
    /// The dialects that can be greeted.
    dialects: &'static [Entry],
    /// Which one of them was greeted last.
    current: Option<usize>,
    output: W,
    log: Option<File>,
    /// Input that waits until the engine is free.
    backlog: VecDeque<Message>,
    /// Whether it waits because its first line greets another dialect.
    is_switching: bool,
    /// Nothing more will be asked.
    is_over: bool,
}

impl<W: Write> Session<W> {
    fn serve(mut self, messages: &Receiver<Message>) -> io::Result<()> {
        let mut deadline: Option<Instant> = None;
        while !(self.is_over && self.engine.is_idle()) {
            let kept = if self.must_wait() { None } else { self.backlog.pop_front() };
            let message = match (kept, deadline) {
                (Some(message), _) => Ok(message),
                (None, None) => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                (None, Some(at)) => {
                    messages.recv_timeout(at.saturating_duration_since(Instant::now()))
                }
            };
            match message {
                Ok(Message::Event(event)) => self.pass_on(event)?,
                Ok(_) if self.is_over => {}
                Ok(message) if self.must_wait() => self.backlog.push_back(message),
                Ok(Message::Line(line)) => {
                    self.hear(&line)?;
                    deadline = self.is_over.then(|| Instant::now() + GRACE);
                }
                Ok(Message::TooLong) => self.complain("line too long")?,
                Ok(Message::EndOfInput) => {
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

    /// Whether input must wait: for the answers to the last dialect's searches,
    /// or because the client wants it so.
    fn must_wait(&self) -> bool {
        !self.engine.is_idle()
            && (self.is_switching || self.dialect.waits() && self.engine.is_bounded())
    }

    fn hear(&mut self, line: &str) -> io::Result<()> {
        let text = line.trim_start_matches('\u{feff}').trim();
        if let Some(at) = self.greeted(text) {
            if self.current.unwrap_or(0) != at {
                if !self.engine.is_idle() {
                    self.engine.execute(Command::Stop, &mut Vec::new());
                    self.backlog.push_front(Message::Line(line.to_owned()));
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
            let _ = writeln!(log, ">> {text}");
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
                // A dialect may want to go on when nobody is there any more.
                Step::Do(Command::Go(_)) if self.is_over => {}
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
        match OpenOptions::new().create(true).append(true).open(path) {
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
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "<< {line}"); // a full disk is no reason to stop playing
        }
        writeln!(self.output, "{line}")
    }
}
