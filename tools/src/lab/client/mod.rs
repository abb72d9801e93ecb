//! The client's side of the protocols: starts an engine, tells it a game and asks it
//! for a move. Of the rules it knows only what is needed to describe a position; it
//! knows nothing of matches.

mod cecp;
mod config;
mod info;
mod offer;
mod pipe;
mod uci;

use std::process::Command;
use std::time::{Duration, Instant};

use chuhe::rules::Game;
use chuhe::types::Move;

pub use crate::common::lang::matches::ClientError;
pub use chuhe::protocol::RankBase;
pub use config::{ClientConfig, Clocks, GoLimits, Protocol, SideClock, TimeUnit};
pub use info::{EngineScore, Info};
pub use offer::Spin;

use crate::common::lang::matches::Wait;
use offer::Offer;
use pipe::{Class, Line, Pipe, Silence, Sorter};

/// How long an engine may take to end by itself after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(1000);

/// How long an engine may take to answer `stop`.
const STOP_GRACE: Duration = Duration::from_millis(1000);

/// Lines of an engine that are kept with a move.
const MAX_WANTED: usize = 1000;

/// Options that an engine may have.
const MAX_OPTIONS: usize = 2000;

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move, legal or not.
    Move(Move),
    /// It has none, or says that the game is over.
    NoMove,
    /// It resigns.
    Resign,
    /// Something that names no move.
    Unreadable(String),
}

/// An answer with its circumstances.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// From the command being written to the answer being read.
    pub elapsed: Duration,
    /// What the engine said of its search.
    pub info: Info,
    /// The lines that match the pattern of the configuration.
    pub lines: Vec<String>,
}

/// A running engine.
pub struct Client {
    pipe: Pipe,
    config: ClientConfig,
    ranks: RankBase,
    name: String,
    offers: Vec<Offer>,
    /// Options that were set since the engine last said that it is ready.
    unconfirmed: Vec<(String, String)>,
    /// The unit of times in UCCI.
    unit: TimeUnit,
    /// Whether neither the configuration nor the engine has said which unit it is.
    is_unit_assumed: bool,
    cecp: cecp::State,
}

impl Client {
    /// Starts an engine, shakes hands, sets its options and waits until it is
    /// ready.
    ///
    /// # Errors
    /// When it does not start, does not answer in time, lacks an option, or refuses the
    /// value of one.
    pub fn start(config: ClientConfig) -> Result<Client, ClientError> {
        let mut command = match config.cpu {
            None => Command::new(&config.command),
            Some(cpu) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &cpu.to_string()]).arg(&config.command);
                command
            }
        };
        command.args(&config.args);
        if let Some(dir) = &config.dir {
            command.current_dir(dir);
        }
        let classify: fn(&str) -> Class = match config.protocol {
            Protocol::Cecp => cecp::classify,
            _ => uci::classify,
        };
        let sorter = Sorter { classify, wanted: config.wanted.clone() };
        let pipe = Pipe::start(&mut command, config.stderr.as_deref(), sorter)
            .map_err(|error| ClientError::Spawn { program: config.command.clone(), error })?;
        let mut client = Client {
            pipe,
            ranks: config.ranks.unwrap_or(RankBase::Zero),
            config,
            name: String::new(),
            offers: Vec::new(),
            unconfirmed: Vec::new(),
            unit: TimeUnit::Seconds,
            is_unit_assumed: false,
            cecp: cecp::State::default(),
        };
        match client.config.protocol {
            Protocol::Cecp => client.start_cecp()?,
            _ => client.start_uci()?,
        }
        Ok(client)
    }

    /// The name that the engine gave itself; empty when it gave none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the engine's options.
    pub fn offered(&self) -> impl Iterator<Item = &str> {
        self.offers.iter().map(|offer| offer.name.as_str())
    }

    /// Those of its options that take whole numbers; not known of CECP.
    pub fn spins(&self) -> impl Iterator<Item = &Spin> {
        self.offers.iter().filter_map(Offer::spin)
    }

    /// How the engine counts ranks.
    pub fn ranks(&self) -> RankBase {
        self.ranks
    }

    /// Whether the engine is told times in seconds only because it does not offer
    /// milliseconds, as UCCI wants it; some that do not offer them count them all the same.
    pub fn is_unit_assumed(&self) -> bool {
        self.is_unit_assumed
    }

    /// Sets an option between two games; a button has an empty value. Does not wait for
    /// the engine's opinion of the value: [`Client::new_game`] does.
    ///
    /// # Errors
    /// When the engine ended, has no such option, or does not offer such values.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let offer = self.offers.iter().find(|offer| offer.is_called(name));
        match offer {
            Some(offer) => offer.check(value)?,
            // UCCI engines take options that they do not list.
            None if self.config.protocol == Protocol::Ucci => {}
            None => return Err(self.no_option(name)),
        }
        let text = match self.config.protocol {
            Protocol::Cecp => cecp::option_text(name, value),
            _ => self.option_text_uci(name, value),
        };
        self.unconfirmed.push((name.into(), value.into()));
        self.send(&text)
    }

    /// Sets the options of the configuration.
    fn set_options(&mut self) -> Result<(), ClientError> {
        let options = self.config.options.clone();
        options.iter().try_for_each(|(name, value)| self.set_option(name, value))
    }

    /// Tells the engine that a new game begins and waits until it is ready.
    ///
    /// # Errors
    /// When it ended, does not answer, or refused the value of an option.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        match self.config.protocol {
            Protocol::Cecp => self.new_game_cecp(),
            _ => self.new_game_uci(),
        }
    }

    /// Asks for a move in a game, and waits for it up to `patience`. An engine that
    /// takes longer is told to stop; if it obeys, the late move is returned, and the
    /// caller judges by the time taken.
    ///
    /// # Errors
    /// When it ended, or did not obey. It is of no more use then.
    pub fn go(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        patience: Duration,
    ) -> Result<Reply, ClientError> {
        let text = match self.config.protocol {
            Protocol::Cecp => self.go_text_cecp(game, limits)?,
            _ => self.go_text_uci(game, limits)?,
        };
        let asked = Instant::now();
        self.send_until(&text, asked + patience + STOP_GRACE)?;
        let began = Instant::now();
        let mut deadline = began + patience;
        let mut stopped = false;
        let mut lines = Vec::new();
        loop {
            match self.pipe.receive(deadline) {
                // What was said before the question is no answer to it.
                Ok(line) if line.at < asked => {}
                Ok(line) => {
                    let elapsed = line.at.saturating_duration_since(began);
                    let answer = self.read_answer(&line);
                    lines.extend(line.wanted);
                    lines.truncate(MAX_WANTED);
                    if let Some((answer, info)) = answer {
                        return Ok(Reply { answer, elapsed, info, lines });
                    }
                }
                Err(Silence::Timeout) if !stopped => {
                    stopped = true;
                    deadline += STOP_GRACE;
                    self.send_until(self.stop_word(), deadline)?;
                }
                Err(silence) => return Err(self.failure(silence, Wait::Move)),
            }
        }
    }

    /// What the engine thinks of a game that has ended, in its own words: what
    /// stands after `Verdict:` in its answer to `d`. `None` from an engine that
    /// knows no such thing.
    ///
    /// # Errors
    /// When it ended or does not answer.
    pub fn verdict(&mut self, game: &Game) -> Result<Option<String>, ClientError> {
        if self.config.protocol != Protocol::Uci {
            return Ok(None);
        }
        let text = self.position_uci(game);
        self.send(&(text + "d\nisready\n"))?;
        let (began, mut verdict) = (Instant::now(), None);
        loop {
            let line = self.receive(began, "readyok")?.text;
            if line == "readyok" {
                return Ok(verdict);
            }
            if let Some(words) = line.strip_prefix("Verdict:") {
                verdict = Some(words.trim().to_string());
            }
        }
    }

    /// Tells the engine to quit and waits a moment for it; then kills it.
    pub fn quit(mut self) {
        let sent = self.pipe.send("quit\n", Instant::now() + QUIT_GRACE);
        self.pipe.end(if sent.is_ok() { QUIT_GRACE } else { Duration::ZERO });
    }

    fn read_answer(&self, line: &Line) -> Option<(Answer, Info)> {
        match self.config.protocol {
            Protocol::Cecp => cecp::read_answer(line),
            _ => uci::read_answer(line, self.ranks),
        }
    }

    fn stop_word(&self) -> &'static str {
        if self.config.protocol == Protocol::Cecp { "?\n" } else { "stop\n" }
    }

    /// Sends text, for which the engine has the startup limit.
    fn send(&mut self, text: &str) -> Result<(), ClientError> {
        self.send_until(text, Instant::now() + self.config.startup)
    }

    fn send_until(&mut self, text: &str, deadline: Instant) -> Result<(), ClientError> {
        let sent = self.pipe.send(text, deadline);
        sent.map_err(|silence| self.failure(silence, Wait::Input))
    }

    /// The next message, within the startup limit from `began`.
    fn receive(&mut self, began: Instant, word: &'static str) -> Result<Line, ClientError> {
        let (deadline, wait) = (began + self.config.startup, Wait::Word { word });
        self.pipe.receive(deadline).map_err(|silence| self.failure(silence, wait))
    }

    /// Reads messages until one is `word`, with which the engine says that it is ready
    /// and has nothing more to say of the options that were set.
    fn wait_until_ready(&mut self, word: &str, what: &'static str) -> Result<(), ClientError> {
        let began = Instant::now();
        loop {
            let line = self.receive(began, what)?;
            let is_ready = line.text == word;
            let plain = (!is_ready).then_some(&line.text);
            if let Some(refusal) = line.notes.iter().chain(plain).find_map(|text| {
                self.unconfirmed.iter().find_map(|(name, value)| offer::refusal(text, name, value))
            }) {
                return Err(refusal);
            }
            if is_ready {
                self.unconfirmed.clear();
                return Ok(());
            }
        }
    }

    /// Adds an option to those that the engine has.
    fn take_offer(&mut self, offer: Offer) -> Result<(), ClientError> {
        if self.offers.len() >= MAX_OPTIONS {
            return Err(ClientError::ManyOptions { most: MAX_OPTIONS });
        }
        self.offers.push(offer);
        Ok(())
    }

    fn no_option(&self, name: &str) -> ClientError {
        let list = self.offered().take(200).collect::<Vec<_>>().join(", ");
        ClientError::NoOption { name: name.into(), list }
    }

    fn failure(&mut self, silence: Silence, what: Wait) -> ClientError {
        match silence {
            Silence::Timeout => ClientError::Timeout { what },
            Silence::Closed => ClientError::Disconnected { how: self.pipe.end(Duration::ZERO) },
        }
    }

    /// Whether the engine offers an option, whatever the case of its letters.
    fn offers(&self, name: &str) -> bool {
        self.offers.iter().any(|offer| offer.is_called(name))
    }
}
