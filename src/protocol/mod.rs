//! Between text and the engine: a [`Dialect`] turns lines into commands and
//! events into lines; [`run`] connects one with an engine and two streams.
//! Nothing here knows how to play.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod client;
mod foreign;
mod limits;
mod notation;
mod show;
mod uci;
mod words;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Command, Engine, Event};
use crate::rules::Game;
use words::{Words, quote};

/// One thing to do about a line or an event.
pub enum Step {
    /// Print a line.
    Say(String),
    /// Have the engine do something.
    Do(Command),
}

/// One text protocol.
pub trait Dialect {
    /// What to do about a line of input. `game` is the engine's game.
    fn hear(&mut self, line: &str, game: &Game) -> Vec<Step>;

    /// What to say about an event, and what to do about it.
    fn tell(&mut self, event: &Event) -> Vec<Step>;

    /// A line about something in the input that could not be used.
    fn complain(&self, fault: &str) -> String;
}

/// A dialect by the first words that belong to it alone.
struct Entry {
    greetings: &'static [&'static str],
    make: fn() -> Box<dyn Dialect>,
}

/// All dialects. The first one is in use until another one is greeted.
const DIALECTS: &[Entry] = &[Entry { greetings: &["uci"], make: first_dialect }];

fn first_dialect() -> Box<dyn Dialect> {
    Box::<uci::Uci>::default()
}

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
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let events = sender.clone();
    let sink = Arc::new(move |event| {
        let _ = events.send(Message::Event(event)); // nobody listens after the end
    });
    thread::spawn(move || read_lines(input, &sender));
    let session = Session {
        engine: Engine::new(sink),
        dialect: first_dialect(),
        current: 0,
        output,
        log: None,
        is_over: false,
    };
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
    /// Which one of [`DIALECTS`] that is.
    current: usize,
    output: W,
    log: Option<File>,
    /// Nothing more will be asked.
    is_over: bool,
}

impl<W: Write> Session<W> {
    fn serve(mut self, messages: &Receiver<Message>) -> io::Result<()> {
        let mut deadline: Option<Instant> = None;
        while !(self.is_over && self.engine.is_idle()) {
            let message = match deadline {
                None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => messages.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match message {
                Ok(Message::Line(line)) if !self.is_over => {
                    self.hear(&line)?;
                    deadline = self.is_over.then(|| Instant::now() + GRACE);
                }
                Ok(Message::TooLong) if !self.is_over => self.complain("line too long")?,
                Ok(Message::Line(_) | Message::TooLong) => {}
                Ok(Message::EndOfInput) => {
                    self.is_over = true;
                    self.engine.end_of_input();
                }
                Ok(Message::Event(event)) => self.pass_on(event)?,
                Err(RecvTimeoutError::Timeout) => {
                    deadline = None;
                    self.perform(vec![Step::Do(Command::Stop)])?;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.output.flush()?;
        }
        Ok(())
    }

    fn hear(&mut self, line: &str) -> io::Result<()> {
        let line = line.trim_start_matches('\u{feff}').trim();
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, ">> {line}");
        }
        let word = Words::new(line).peek().unwrap_or_default();
        let greets = |entry: &Entry| entry.greetings.iter().any(|g| g.eq_ignore_ascii_case(word));
        if let Some(at) = DIALECTS.iter().position(greets).filter(|&at| at != self.current) {
            self.current = at;
            self.dialect = DIALECTS.get(at).map_or_else(first_dialect, |entry| (entry.make)());
        }
        let steps = self.dialect.hear(line, self.engine.game());
        self.perform(steps)
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
        let steps = self.dialect.tell(event);
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
        let line = self.dialect.complain(fault);
        self.say(&line)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        if let Some(log) = &mut self.log {
            let _ = writeln!(log, "<< {line}"); // a full disk is no reason to stop playing
        }
        writeln!(self.output, "{line}")
    }
}
