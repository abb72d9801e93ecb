//! A match as its arguments describe it, with everything read and checked.

use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::random::Random;
use crate::rules::RuleSet;
use crate::tools::shard::Shard;

use super::MatchArgs;
use super::book::Book;
use super::pgn::{Manner, Remarks, Words};
use super::schedule::{Colours, Format, Schedule};
use super::spec::{Adjudication, Player, parse_cpus};
use super::stats::Sprt;
use super::store::{Header, State, VERSION};

/// What is to be played, and how.
pub struct Plan {
    /// Who plays.
    pub players: Vec<Player>,
    /// The names of the players.
    pub names: Vec<String>,
    /// The openings in playing order.
    pub book: Book,
    /// The games.
    pub schedule: Schedule,
    /// When scores end games.
    pub adjudication: Adjudication,
    /// The law.
    pub rules: RuleSet,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The seed of the order of the openings.
    pub seed: u64,
    /// Whether single games are judged instead of pairs.
    pub trinomial: bool,
    /// How games are written in PGN.
    pub manner: Manner,
    /// Lines of the engines to be kept in it.
    pub wanted: Option<Regex>,
    /// Processors that engines are bound to, in turn; none when nobody is bound.
    pub cpus: Vec<usize>,
    /// The line that tells this match from others in a state file.
    pub header: Header,
}

impl Plan {
    /// Reads the arguments and the openings.
    ///
    /// # Errors
    /// On anything that makes no sense, with the option that says it.
    pub fn new(args: &MatchArgs) -> Result<Plan> {
        let (players, names) = read_players(args)?;
        let colours = Colours { single: args.single, fixed: args.noswap, reversed: args.reverse };
        let whole = args.games > 0 && (args.single || args.games.is_multiple_of(2));
        ensure!(whole, "--games must be even: every opening is played with both colours");
        ensure!(args.concurrency > 0, "--concurrency must be at least 1");
        ensure!(args.start > 0, "--start counts from 1");
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose()?;
        ensure!(sprt.is_none() || players.len() == 2, "--sprt is a test of two engines");
        let shard = match &args.shard {
            None => Shard::WHOLE,
            Some(text) => text.parse().context("--shard")?,
        };
        let alone = shard == Shard::WHOLE;
        ensure!(sprt.is_none() || alone, "--sprt: a shard decides nothing; give it to --merge");
        let format = Format::parse(&args.format).context("--format")?;
        let adjudication = args.adjudication.read()?;
        let mut book = read_book(args, &players)?;
        let seed = choose_seed(args, shard)?;
        let header = Header {
            chuhe_match: VERSION,
            names: names.clone(),
            limits: players.iter().map(|player| player.limits.describe()).collect(),
            engines: players.iter().map(|player| player.fingerprint.clone()).collect(),
            format: args.format.clone(),
            colours,
            openings: book.len() as u64,
            book: format!("{:016x}", book.checksum()),
            order: args.order.clone(),
            start: args.start,
            seed: seed.to_string(),
            adjudication: format!("{adjudication:?}"),
            rules: args.rules.name.into(),
            shard: shard.to_string(),
            pgn: None,
        };
        match args.order.as_str() {
            "random" => book.shuffle(seed),
            "sequential" => {}
            other => bail!("--order: expected random or sequential, found '{other}'"),
        }
        book.rotate(args.start - 1);
        let schedule = Schedule::new(format, players.len(), args.games, colours, shard);
        let wanted = args.keep_lines.as_deref().map(Regex::new).transpose();
        Ok(Plan {
            names,
            book,
            schedule,
            adjudication,
            rules: args.rules,
            sprt,
            seed,
            trinomial: args.trinomial || args.single,
            manner: read_manner(args)?,
            wanted: wanted.context("--keep-lines")?,
            cpus: read_cpus(args)?,
            header,
            players,
        })
    }

    /// What the user should know before games are played.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let (rounds, openings) = (self.schedule.rounds(), self.book.len() as u64);
        if rounds > openings {
            warnings.push(format!(
                "{rounds} rounds but {openings} openings: they repeat, and engines that play \
                 the same every time will repeat their games"
            ));
        }
        warnings
    }
}

fn read_players(args: &MatchArgs) -> Result<(Vec<Player>, Vec<String>)> {
    let players: Result<Vec<Player>> =
        args.engines.iter().map(|text| Player::parse(text, &args.each)).collect();
    let players = players?;
    ensure!(players.len() >= 2, "a match needs two engines: give --engine twice or more");
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (i, name) in names.iter().enumerate() {
        ensure!(!names[..i].contains(name), "two engines are called {name}: set name=");
    }
    Ok((players, names))
}

fn read_book(args: &MatchArgs, players: &[Player]) -> Result<Book> {
    let book = match &args.openings {
        Some(path) => Book::read(path, args.plies)?,
        None => Book::start_position(),
    };
    for player in players.iter().filter(|player| !player.config.accepts_fen) {
        let name = &player.name;
        ensure!(
            book.begins_at_start(),
            "{name} takes no positions (fen=off): the openings must begin at the start position"
        );
    }
    Ok(book)
}

fn read_manner(args: &MatchArgs) -> Result<Manner> {
    Ok(Manner {
        notation: args.moves.parse().context("--moves")?,
        remarks: Remarks::parse(&args.remarks).context("--remarks")?,
        words: if args.chess_words { Words::Chess } else { Words::Full },
        event: args.event.clone(),
        site: args.site.clone(),
    })
}

/// The processors of `--affinity`; without a list as many as there are games at
/// a time.
fn read_cpus(args: &MatchArgs) -> Result<Vec<usize>> {
    let cpus = match args.affinity.as_deref() {
        None => return Ok(Vec::new()),
        Some("") => (0..args.concurrency).collect(),
        Some(list) => parse_cpus(list).context("--affinity")?,
    };
    let (count, games) = (cpus.len(), args.concurrency);
    ensure!(count >= games, "--affinity: {count} processors for {games} games at a time");
    Ok(cpus)
}

/// The seed given, or that of the match to be taken up again, or a new one.
fn choose_seed(args: &MatchArgs, shard: Shard) -> Result<u64> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    if let Some(path) = &args.state {
        let header = State::read(path)?.header;
        if let Some(seed) = header.and_then(|header| header.seed.parse().ok()) {
            return Ok(seed);
        }
    }
    ensure!(shard == Shard::WHOLE, "--shard needs --seed, the same for all shards");
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(Random::from_state(since_1970.as_nanos() as u64).next_u64() >> 32)
}
