//! The engine inside the process of a script.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chuhe::engine::options::{Kind, OptionSpec, Value, find, specs};
use chuhe::engine::{self, Command, Event, StopToken, capacity};
use chuhe::types::Color;

use crate::board::Board;
use crate::error::{Error, ErrorKind, Result, shown};
use crate::line::{Found, Line, MOST_LINES, SearchLimits};

/// Options of the protocols that mean nothing to a script, or are arguments of a search.
const NOT_HERE: [&str; 8] = [
    "Debug Log File",
    "Ponder",
    "MultiPV",
    "UCI_ShowWDL",
    "UCI_Variant",
    "Ranks",
    "Resign Below",
    "Repetition Rule",
];

/// What a search says next.
#[derive(Clone, Debug)]
pub enum Step {
    /// A line has been found.
    Line(Box<Line>),
    /// It is over.
    Finished(Found),
    /// Nothing, in the time given.
    Waiting,
}

/// Hears each line as it is found, on whatever thread, and says whether to go on.
pub type OnLine = Arc<dyn Fn(&Line) -> bool + Send + Sync>;

/// An engine. One search runs at a time.
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    /// Held for moments only.
    core: Mutex<engine::Engine>,
    current: Arc<Current>,
    on_line: Option<OnLine>,
    /// The options that have been set.
    options: Mutex<HashMap<&'static str, Value>>,
}

/// The search that runs.
#[derive(Default)]
struct Current {
    turn: Mutex<Turn>,
    /// The turn has changed.
    changed: Condvar,
}

/// Whose turn it is.
#[derive(Default)]
struct Turn {
    state: State,
    /// Of the search, from 1.
    number: u64,
    /// Whether it has come to its end, of which its reader need not know yet.
    is_finished: bool,
    events: Option<Sender<Event>>,
    token: StopToken,
    /// The side to move.
    side: Option<Color>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    /// Somebody waits for the end of a search.
    Busy,
    /// Somebody reads the lines of a search, as fast as they like.
    Read,
    /// Somebody ends it.
    Ending,
}

impl Current {
    /// Takes an event of the search.
    fn hear(&self, event: Event) {
        let mut turn = lock(&self.turn);
        turn.is_finished |= matches!(event, Event::Finished(_));
        if let Some(events) = &turn.events {
            let _ = events.send(event);
        }
        self.changed.notify_all();
    }
}

impl Shared {
    /// Ends the search of this number, which has come to its end, unless somebody else does.
    fn finish(&self, number: u64) {
        let mut turn = lock(&self.current.turn);
        if turn.number != number || !matches!(turn.state, State::Busy | State::Read) {
            return;
        }
        turn.state = State::Ending;
        turn.events = None;
        drop(turn);
        let mut core = lock(&self.core);
        core.task_ended();
        core.proceed();
        drop(core);
        self.free();
    }

    /// Lets the next search begin.
    fn free(&self) {
        lock(&self.current.turn).state = State::Idle;
        self.current.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// An engine with so many threads and a hash table of so many MiB.
    ///
    /// # Errors
    /// When a number is out of range, or there is not enough memory.
    pub fn new(threads: i64, hash: i64) -> Result<Engine> {
        Engine::with_listener(threads, hash, None)
    }

    /// An engine whose lines are heard as they are found. Where there are no threads
    /// (WebAssembly) a search is over when it has been started, so there is no other way.
    ///
    /// # Errors
    /// As of [`Engine::new`].
    pub fn with_listener(threads: i64, hash: i64, on_line: Option<OnLine>) -> Result<Engine> {
        let current = Arc::new(Current::default());
        let (of_sink, hears) = (Arc::clone(&current), on_line.clone());
        let sink = Arc::new(move |event: Event| {
            if let (Some(hears), Event::Report(report, outlook)) = (&hears, &event) {
                let (turn, token) = {
                    let turn = lock(&of_sink.turn);
                    (turn.side.unwrap_or(Color::Red), turn.token.clone())
                };
                let line = Line { report: report.clone(), outlook: *outlook, turn };
                if !hears(&line) {
                    token.stop();
                }
            }
            of_sink.hear(event);
        });
        let core = Mutex::new(engine::Engine::new(sink));
        let shared = Shared { core, current, on_line, options: Mutex::default() };
        let engine = Engine { shared: Arc::new(shared) };
        engine.set("UCI_ShowWDL", "true")?;
        check_range("threads", "Threads", threads)?;
        check_range("hash", "Hash", hash)?;
        engine.set("Threads", &threads.to_string())?;
        engine.set("Hash", &hash.to_string())?;
        Ok(engine)
    }

    /// Whether somebody hears the lines.
    pub fn has_listener(&self) -> bool {
        self.shared.on_line.is_some()
    }

    /// The options that can be set, with types, defaults and ranges.
    pub fn options() -> impl Iterator<Item = &'static OptionSpec> {
        specs().filter(|spec| !NOT_HERE.contains(&spec.name))
    }

    /// Sets an option, by its name in either case. `docs/players/options.md` has the list.
    ///
    /// # Errors
    /// When there is no such option, the value is none of its values, or it cannot be used.
    pub fn set_option(&self, name: &str, value: &str) -> Result<()> {
        if !Engine::options().any(|spec| spec.name.eq_ignore_ascii_case(name)) {
            return Err(Error::value(format!("there is no option '{}'", shown(name))));
        }
        self.set(name, value)
    }

    /// Sets the level of play, 0 to 20; the last is full strength.
    ///
    /// # Errors
    /// When it is another number.
    pub fn set_level(&self, level: i64) -> Result<()> {
        check_range("level", "Skill Level", level)?;
        self.set("Skill Level", &level.to_string())
    }

    fn set(&self, name: &str, value: &str) -> Result<()> {
        let spec = find(name);
        let spec = spec.ok_or_else(|| Error::value(format!("there is no option '{name}'")))?;
        let value = spec.kind.parse(value).map_err(|error| {
            Error::value(format!("option {} '{}': {error}", spec.name, shown(value)))
        })?;
        self.set_value(spec, value)
    }

    /// Sets an option, or leaves it as it was: of some options the engine says what is wrong and
    /// takes them all the same, as a person at a board may want it.
    fn set_value(&self, spec: &'static OptionSpec, value: Value) -> Result<()> {
        let value = match value {
            // More are of no use here, which is no error: scripts run on any machine.
            Value::Spin(n) if spec.name == "Threads" => {
                Value::Spin(n.min(capacity::most_threads() as i64))
            }
            value => value,
        };
        let mut options = lock(&self.shared.options);
        let mut core = lock(&self.shared.core);
        let files = |core: &engine::Engine| {
            let options = core.options();
            (options.own_book, options.book_files.clone(), options.endings_path.clone())
        };
        let before = files(&core);
        let refused = told(&mut core, Command::SetOption(spec, value.clone()));
        if refused.is_ok() {
            options.insert(spec.name, value);
        } else if files(&core) != before {
            let usual = || match spec.kind {
                Kind::Check { default } => Some(Value::Check(default)),
                Kind::Text { default } => Some(Value::Text(default.to_owned())),
                _ => None,
            };
            if let Some(value) = options.get(spec.name).cloned().or_else(usual) {
                let _ = told(&mut core, Command::SetOption(spec, value));
            }
        }
        refused
    }

    /// Forgets what was learned: another game begins.
    ///
    /// # Errors
    /// Never; a running search is not disturbed.
    pub fn new_game(&self) -> Result<()> {
        self.execute(Command::NewGame)
    }

    /// Executes what takes no time.
    fn execute(&self, command: Command) -> Result<()> {
        told(&mut lock(&self.shared.core), command)
    }

    /// Ends the running search, if there is one: its result is what it has found by then. From
    /// any thread.
    pub fn stop(&self) {
        lock(&self.shared.current.turn).token.stop();
    }

    /// The static evaluation of a position by the network of the engine, in centipawns for the
    /// side to move.
    pub fn evaluate(&self, board: &Board) -> i32 {
        let evaluation = lock(&self.shared.core).options().search.evaluation.clone();
        engine::static_evaluation(&evaluation, board.game().board()).centipawns
    }

    /// Starts a search whose lines are read one after the other. It need not have limits; the
    /// next search ends it. While that of another thread is waited for, `gives_up` is asked now
    /// and then whether not to begin.
    ///
    /// # Errors
    /// When a limit is out of range, or it was given up.
    pub fn start(
        &self,
        board: &Board,
        limits: &SearchLimits,
        gives_up: &mut dyn FnMut() -> bool,
    ) -> Result<Search> {
        self.begin(board, limits, State::Read, gives_up)
    }

    /// Searches until a limit is reached. `on` hears of each line, and of no line now and then,
    /// and says whether to stop. A search of another thread is waited for; one whose lines are
    /// being read is ended.
    ///
    /// # Errors
    /// When there is no limit but a mate, which may never come, or one is out of range.
    pub fn analyse(
        &self,
        board: &Board,
        limits: &SearchLimits,
        on: &mut dyn FnMut(Option<&Line>) -> bool,
    ) -> Result<Found> {
        if !limits.to_limits(board)?.is_bounded() {
            return Err(Error::value("expected a limit: nodes, time or depth"));
        }
        let mut search = self.begin(board, limits, State::Busy, &mut || on(None))?;
        loop {
            let wants_end = match search.step(LOOK) {
                Step::Finished(found) => return Ok(found),
                Step::Line(line) => on(Some(&line)),
                Step::Waiting => on(None),
            };
            if wants_end {
                self.stop();
            }
        }
    }

    fn begin(
        &self,
        board: &Board,
        limits: &SearchLimits,
        state: State,
        gives_up: &mut dyn FnMut() -> bool,
    ) -> Result<Search> {
        let lines = limits.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Error::value(format!("multipv {lines}: expected 1 to {MOST_LINES}")));
        }
        let as_limits = limits.to_limits(board)?;
        let number = self.take_turn(state, gives_up)?;
        if let Err(error) = self.prepare(board, lines) {
            self.shared.free();
            return Err(error);
        }
        let (events, received) = channel();
        let (token, side) = (StopToken::default(), board.turn());
        {
            let mut turn = lock(&self.shared.current.turn);
            turn.events = Some(events);
            (turn.token, turn.side) = (token.clone(), Some(side));
        }
        lock(&self.shared.core).go(as_limits, token.clone());
        let (shared, found) = (Arc::clone(&self.shared), Found::default());
        Ok(Search { shared, number, token, events: received, turn: side, found, is_over: false })
    }

    fn prepare(&self, board: &Board, lines: usize) -> Result<()> {
        self.set("Repetition Rule", board.rules())?;
        self.set("MultiPV", &lines.to_string())?;
        self.execute(Command::Position(Box::new(board.game().clone())))
    }

    /// Waits until no search runs, and returns the number of the next.
    fn take_turn(&self, wanted: State, gives_up: &mut dyn FnMut() -> bool) -> Result<u64> {
        let mut turn = lock(&self.shared.current.turn);
        loop {
            match turn.state {
                State::Idle => {
                    turn.state = wanted;
                    turn.number += 1;
                    turn.is_finished = false;
                    return Ok(turn.number);
                }
                State::Read if turn.is_finished => {
                    let number = turn.number;
                    drop(turn);
                    self.shared.finish(number);
                    turn = lock(&self.shared.current.turn);
                    continue;
                }
                // Its reader may have gone away without a word.
                State::Read => turn.token.stop(),
                State::Busy | State::Ending => {}
            }
            let waited = self.shared.current.changed.wait_timeout(turn, LOOK);
            turn = waited.unwrap_or_else(PoisonError::into_inner).0;
            if turn.state != State::Idle && gives_up() {
                return Err(Error::new(ErrorKind::Engine, "stopped before it began"));
            }
        }
    }
}

/// How long nothing may be said of a search.
const LOOK: Duration = Duration::from_millis(50);

/// A search that runs. Dropping it ends it.
pub struct Search {
    shared: Arc<Shared>,
    number: u64,
    token: StopToken,
    events: Receiver<Event>,
    turn: Color,
    found: Found,
    is_over: bool,
}

impl Search {
    /// What it says next, waiting at most so long. After the end it says the same again.
    pub fn step(&mut self, wait: Duration) -> Step {
        while !self.is_over {
            match self.events.recv_timeout(wait) {
                Ok(Event::Report(report, outlook)) => {
                    let line = Line { report, outlook, turn: self.turn };
                    self.keep(&line);
                    return Step::Line(Box::new(line));
                }
                Ok(Event::Finished(result)) => {
                    (self.found.best, self.found.ponder) = (result.best, result.ponder);
                    self.end();
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Step::Waiting,
                Err(RecvTimeoutError::Disconnected) => self.end(),
            }
        }
        Step::Finished(self.found.clone())
    }

    /// Ends it: the next steps say what it has found.
    pub fn stop(&self) {
        self.token.stop();
    }

    /// What ends it from any thread, also while another one waits for a step.
    pub fn token(&self) -> StopToken {
        self.token.clone()
    }

    /// Keeps the last line of each rank.
    fn keep(&mut self, line: &Line) {
        let lines = &mut self.found.lines;
        let rank = line.report.multi_pv.max(1) - 1;
        match lines.get_mut(rank) {
            Some(there) => *there = line.clone(),
            None => lines.push(line.clone()),
        }
    }

    fn end(&mut self) {
        self.is_over = true;
        self.shared.finish(self.number);
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        self.stop();
        while !matches!(self.step(Duration::from_secs(1)), Step::Finished(_)) {}
    }
}

/// The type of an option in scripts, as UCI names it: `check`, `spin`, `combo`, `button` or
/// `string`.
pub const fn option_type(kind: &Kind) -> &'static str {
    match kind {
        Kind::Check { .. } => "check",
        Kind::Spin { .. } => "spin",
        Kind::Combo { .. } => "combo",
        Kind::Button => "button",
        Kind::Text { .. } => "string",
    }
}

/// Executes what takes no time, and says what the engine has against it.
fn told(core: &mut engine::Engine, command: Command) -> Result<()> {
    let mut replies = Vec::new();
    core.execute(command, &mut replies);
    let refused = replies.into_iter().find_map(|event| match event {
        Event::Refused(why) => Some(why),
        _ => None,
    });
    refused.map_or(Ok(()), |why| Err(Error::new(ErrorKind::Engine, why)))
}

/// Says of a number that it is not one of an option's.
fn check_range(what: &str, name: &str, value: i64) -> Result<()> {
    let Some(Kind::Spin { min, max, .. }) = find(name).map(|spec| spec.kind) else { return Ok(()) };
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(Error::value(format!("{what} {value}: expected {min} to {max}")))
}
