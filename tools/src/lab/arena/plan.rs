//! A match with everything read and checked: its openings, its games, and the header
//! of its state file.

use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Result, ensure};

use crate::common::lang::matches::{Count, MatchFault, MatchNote};
use crate::common::solved::EndingTables;
use chuhe::endings::Endings;
use chuhe::engine::Part;
use chuhe::internals::random::Random;

use super::book::Book;
use super::config::{Affinity, MatchConfig, Order};
use super::player::Player;
use super::schedule::{MOST_GAMES, Schedule};
use super::state::{Header, State, VERSION};

/// More games are not played at a time: each takes a thread and two processes.
const MOST_AT_A_TIME: usize = 512;

/// What is to be played.
pub struct Plan<'a> {
    /// The match.
    pub config: &'a MatchConfig,
    /// The names of the players.
    pub names: Vec<String>,
    /// The openings in playing order.
    pub book: Book,
    /// The games.
    pub schedule: Schedule,
    /// The seed of the order of the openings.
    pub seed: u64,
    /// Processors that engines are bound to, in turn; empty when they are not bound.
    pub cpus: Vec<usize>,
    /// The tables by which solved endings are adjudicated, if they are.
    pub endings: Option<Arc<Endings>>,
    /// The line that identifies the match in its state file.
    pub header: Header,
}

impl Plan<'_> {
    /// Checks a match, and reads its openings and tables.
    ///
    /// # Errors
    /// On anything that makes no sense, with the option that says it.
    pub fn new(config: &MatchConfig) -> Result<Plan<'_>> {
        let MatchConfig { players, openings, colours, shard, format, .. } = config;
        let names = names_of(players)?;
        format.check(players.len())?;
        ensure!(config.games > 0, MatchFault::NoGames);
        let whole = colours.single || config.games.is_multiple_of(2);
        ensure!(whole, MatchFault::OddGames);
        ensure!(config.games <= MOST_GAMES, MatchFault::ManyGames { most: MOST_GAMES });
        let at_a_time = 1..=MOST_AT_A_TIME;
        ensure!(
            at_a_time.contains(&config.concurrency),
            MatchFault::Concurrency { most: MOST_AT_A_TIME }
        );
        ensure!(openings.start > 0, MatchFault::Start);
        let sprt = config.sprt;
        ensure!(sprt.is_none() || players.len() == 2, MatchFault::SprtOfTwo);
        let alone = *shard == Part::WHOLE;
        ensure!(sprt.is_none() || alone, MatchFault::SprtOfShard);
        let mut book = read_book(config)?;
        let seed = choose_seed(config)?;
        let header = Header {
            chuhe_match: VERSION,
            names: names.clone(),
            limits: players.iter().map(|player| player.limits.describe()).collect(),
            engines: players.iter().map(|player| player.fingerprint.clone()).collect(),
            format: format.to_string(),
            colours: *colours,
            openings: book.len() as u64,
            book: format!("{:016x}", book.checksum()),
            order: openings.order.to_string(),
            start: openings.start,
            seed: seed.to_string(),
            adjudication: describe_adjudication(config),
            rules: config.rules.name.into(),
            shard: shard.to_string(),
        };
        if openings.order == Order::Random {
            book.shuffle(seed);
        }
        book.rotate(openings.start - 1);
        let schedule = Schedule::new(*format, players.len(), config.games, *colours, *shard);
        let endings = config.endings.as_ref().map(EndingTables::open).transpose()?;
        let cpus = choose_cpus(config)?;
        Ok(Plan { names, book, schedule, seed, cpus, endings, header, config })
    }

    /// What the user should know before games are played.
    pub fn warning(&self) -> Option<MatchNote> {
        let (rounds, openings) = (self.schedule.rounds(), self.book.distinct() as u64);
        (rounds > openings).then_some(MatchNote::Repeat {
            rounds: Count::Rounds { n: rounds },
            openings: Count::Openings { n: openings },
        })
    }
}

/// The rules of adjudication for the header of the state file.
fn describe_adjudication(config: &MatchConfig) -> String {
    let endings = config.endings.as_ref().map(|endings| format!(" {endings:?}"));
    format!("{:?}{}", config.adjudication, endings.unwrap_or_default())
}

fn names_of(players: &[Player]) -> Result<Vec<String>> {
    ensure!(players.len() >= 2, MatchFault::TwoEngines);
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (i, name) in names.iter().enumerate() {
        ensure!(!names[..i].contains(name), MatchFault::SameName { name: name.clone() });
    }
    Ok(names)
}

fn read_book(config: &MatchConfig) -> Result<Book> {
    let book = match &config.openings.file {
        Some(path) => Book::read(path, config.openings.plies, config.openings.encoding)?,
        None => Book::start_position(),
    };
    for player in config.players.iter().filter(|player| !player.config.accepts_fen) {
        let name = &player.name;
        ensure!(book.begins_at_start(), MatchFault::NoPositions { name: name.clone() });
    }
    Ok(book)
}

fn choose_cpus(config: &MatchConfig) -> Result<Vec<usize>> {
    let games = config.concurrency;
    let cpus = match &config.affinity {
        None => return Ok(Vec::new()),
        Some(Affinity::First) => (0..games).collect(),
        Some(Affinity::List(cpus)) => cpus.clone(),
    };
    let count = cpus.len();
    ensure!(count >= games, MatchFault::FewProcessors { count, games });
    Ok(cpus)
}

/// The seed given, or that of the match to be resumed, or a new one.
fn choose_seed(config: &MatchConfig) -> Result<u64> {
    if let Some(seed) = config.openings.seed {
        return Ok(seed);
    }
    if let Some(path) = config.files.state.as_ref().filter(|path| !config.files.is_fresh(path)) {
        let header = State::read(path)?.header;
        if let Some(seed) = header.and_then(|header| header.seed.parse().ok()) {
            return Ok(seed);
        }
    }
    ensure!(config.shard == Part::WHOLE, MatchFault::ShardSeed);
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let nanoseconds = u64::try_from(since_1970.as_nanos()).unwrap_or_default();
    Ok(Random::from_state(nanoseconds).next_u64() >> 32)
}
