//! The options of fastchess: reads a command line into the match that it asks for.

use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

use crate::common::input::EncodingArgs;
use crate::common::lang::Lang;
use crate::lab::arena::config::{Affinity, Files, FrontEnd, MatchConfig, Openings, Order};
use crate::lab::arena::pgn::{PgnLayout, Remarks, Words};
use crate::lab::arena::player::{Player, PlayerSettings};
use crate::lab::arena::schedule::{Colours, Format};
use crate::lab::arena::spec::{Adjudication, DrawAdjudication, ResignAdjudication, SprtSettings};
use crate::lab::arena::stats::Sprt;
use chuhe::engine::Part;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;

use super::engines::{self, quick};
use super::help::refuse;
use super::log::Log;
use super::print::{Look, Print};
use super::words::{Group, groups};

/// What is asked for.
#[derive(Debug)]
pub enum Request {
    /// The version.
    Version,
    /// The options.
    Help,
    /// A match.
    Match(Box<MatchRequest>),
}

/// A match to be played.
#[derive(Debug)]
pub struct MatchRequest {
    /// The match.
    pub config: MatchConfig,
    /// What is printed.
    pub print: Print,
    /// Where messages go.
    pub log: Log,
}

/// Reads a command line.
///
/// # Errors
/// On an option, key or value that is unknown or that xiangqi has no use for:
/// the message names it.
pub fn read(words: &[String]) -> Result<Request> {
    let groups = groups(words)?;
    let has = |names: &[&str]| groups.iter().any(|group| names.contains(&group.name));
    if has(&["version", "v"]) {
        return Ok(Request::Version);
    }
    if has(&["help"]) || groups.is_empty() {
        return Ok(Request::Help);
    }
    let mut reader = Reader::default();
    for group in &groups {
        reader.take(group)?;
    }
    reader.finish().map(|request| Request::Match(Box::new(request)))
}

/// What the options read so far say.
struct Reader {
    engines: Vec<PlayerSettings>,
    each: PlayerSettings,
    rounds: u64,
    /// Games of each pairing in a round.
    games: u64,
    openings: Openings,
    colours: Colours,
    format: Format,
    seeds: usize,
    concurrency: i64,
    /// Whether there may be more games at a time than processors.
    is_forced: bool,
    sprt: Option<Sprt>,
    adjudication: Adjudication,
    layout: PgnLayout,
    wanted: Option<Regex>,
    files: Files,
    affinity: Option<Affinity>,
    wait: Duration,
    startup: Duration,
    trinomial: bool,
    check_mates: bool,
    strict: bool,
    print: Print,
    log: Log,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            engines: Vec::new(),
            each: PlayerSettings::default(),
            rounds: 2,
            games: 2,
            openings: Openings {
                file: None,
                plies: None,
                order: Order::Sequential,
                encoding: EncodingArgs::default(),
                start: 1,
                seed: None,
            },
            colours: Colours::default(),
            format: Format::RoundRobin,
            seeds: 1,
            concurrency: 1,
            is_forced: false,
            sprt: None,
            adjudication: Adjudication::default(),
            layout: PgnLayout {
                notation: Style::Iccs,
                remarks: Remarks::default(),
                words: Words::Chess,
                event: "Chuhe match".into(),
                site: "?".into(),
            },
            wanted: None,
            files: Files { front_end: FrontEnd::Fastchess, ..Files::default() },
            affinity: None,
            wait: Duration::ZERO,
            startup: Duration::ZERO,
            trinomial: false,
            check_mates: false,
            strict: false,
            print: Print::default(),
            log: Log::default(),
        }
    }
}

impl Reader {
    fn take(&mut self, group: &Group) -> Result<()> {
        match group.name {
            "engine" => self.engines.push(engines::read(group)?),
            "each" => self.each = engines::read(group)?,
            "quick" => self.quick(group)?,
            "rounds" => self.rounds = group.number()?,
            "games" => self.games = group.number()?,
            "repeat" => self.games = 2,
            "concurrency" => self.concurrency = group.number()?,
            "force-concurrency" => self.is_forced = true,
            "seeds" => self.seeds = group.number()?,
            "tournament" => self.format = group.single()?.parse().context("-tournament")?,
            "noswap" => self.colours.fixed = group.bare()?,
            "reverse" => self.colours.reversed = group.bare()?,
            "strict" => self.strict = group.bare()?,
            "check-mate-pvs" => self.check_mates = group.bare()?,
            // Every latency is a message of the level info.
            "show-latency" => drop(group.bare()?),
            "wait" => self.wait = Duration::from_millis(group.number()?),
            "srand" => self.openings.seed = Some(group.number()?),
            "maxmoves" => {
                self.adjudication.max_plies = Some(group.number::<u32>()?.saturating_mul(2));
            }
            "event" => self.layout.event = group.text(),
            "site" => self.layout.site = group.text(),
            "sprt" | "resign" | "draw" => self.rule(group)?,
            "openings" => self.openings(group)?,
            "pgnout" => self.pgnout(group)?,
            "epdout" => self.epdout(group)?,
            "use-affinity" => self.affinity = Some(group.text().parse().context("-use-affinity")?),
            "startup-ms" | "ucinewgame-ms" | "ping-ms" => {
                self.startup = self.startup.max(Duration::from_millis(group.number()?));
            }
            "config" => self.config(group)?,
            "log" => self.log = Log::read(group)?,
            "ratinginterval" => self.print.rating_interval = group.number()?,
            "scoreinterval" => self.print.score_interval = group.number()?,
            "report" | "output" => self.output(group)?,
            // Every game is saved as it ends, and engines that fail are always restarted.
            "recover" | "testEnv" | "autosaveinterval" => {}
            _ => refuse(group)?,
        }
        Ok(())
    }

    fn rule(&mut self, group: &Group) -> Result<()> {
        let name = || format!("-{}", group.name);
        match group.name {
            "resign" => {
                let mut rule = ResignAdjudication { moves: 1, score: 600, two_sided: false };
                group.settings(|key, value| rule.set(key, value))?;
                self.adjudication.resign = Some(rule);
            }
            "draw" => {
                let mut rule = DrawAdjudication { after: 0, moves: 1, score: 0 };
                group.settings(|key, value| rule.set(key, value))?;
                self.adjudication.draw = Some(rule);
            }
            _ => {
                let mut test = SprtSettings::default();
                group.settings(|key, value| test.set(key, value))?;
                self.sprt = Some(test.into_test().with_context(name)?);
            }
        }
        Ok(())
    }

    fn openings(&mut self, group: &Group) -> Result<()> {
        let mut file = None;
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(value),
                "order" => self.openings.order = value.parse().context("-openings order")?,
                "plies" => self.openings.plies = Some(group.value(key, value)?),
                "start" => self.openings.start = group.value(key, value)?,
                "format" if matches!(value, "epd" | "pgn") => {}
                "policy" if matches!(value, "default" | "round") => {}
                "format" | "policy" => bail!("-openings {key}={value} is not known"),
                _ => return Err(group.unknown(key)),
            }
        }
        let file = file.context("-openings: file=NAME is missing")?;
        self.print.book = file.rsplit(['/', '\\']).next().unwrap_or_default().into();
        self.openings.file = Some(file.into());
        Ok(())
    }

    fn pgnout(&mut self, group: &Group) -> Result<()> {
        let (mut file, mut append) = (None, true);
        let remarks = &mut self.layout.remarks;
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(PathBuf::from(value)),
                "append" => append = group.switch(key, value)?,
                // The algebraic notations of chess have no form for xiangqi.
                "notation" if matches!(value, "san" | "lan") => self.layout.notation = Style::Iccs,
                "notation" => self.layout.notation = value.parse().context("-pgnout notation")?,
                "match_line" => {
                    self.wanted = Some(Regex::new(value).context("-pgnout match_line")?);
                }
                "nodes" => remarks.nodes = group.switch(key, value)?,
                "seldepth" => remarks.seldepth = group.switch(key, value)?,
                "nps" => remarks.speed = group.switch(key, value)?,
                "timeleft" => remarks.left = group.switch(key, value)?,
                "latency" => remarks.latency = group.switch(key, value)?,
                "pv" => remarks.pv = group.switch(key, value)?,
                "min" => remarks.none = group.switch(key, value)?,
                // Accepted, but nothing is written.
                "hashfull" | "tbhits" => drop(group.switch(key, value)?),
                _ => return Err(group.unknown(key)),
            }
        }
        let file = file.context("-pgnout: file=NAME is missing")?;
        self.files.fresh.extend((!append).then(|| file.clone()));
        self.files.pgn = Some(file);
        Ok(())
    }

    fn epdout(&mut self, group: &Group) -> Result<()> {
        let (mut file, mut append) = (None, true);
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(PathBuf::from(value)),
                "append" => append = group.switch(key, value)?,
                _ => return Err(group.unknown(key)),
            }
        }
        let file = file.context("-epdout: file=NAME is missing")?;
        self.files.fresh.extend((!append).then(|| file.clone()));
        self.files.positions = Some(file);
        Ok(())
    }

    fn quick(&mut self, group: &Group) -> Result<()> {
        let (engines, book) = quick(group)?;
        self.engines.extend(engines);
        self.rounds = 25_000;
        self.openings.order = Order::Random;
        self.openings.file = Some(book.into());
        self.adjudication.draw = Some(DrawAdjudication { after: 30, moves: 8, score: 8 });
        self.concurrency = (cores() - 2).max(1);
        self.print.look = Look::Cutechess;
        Ok(())
    }

    /// A state file takes the place of the configuration that fastchess saves.
    fn config(&mut self, group: &Group) -> Result<()> {
        let (mut file, mut outname, mut discard) = (None, None, false);
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(value),
                "outname" => outname = Some(value),
                "discard" => discard = group.switch(key, value)?,
                "stats" => ensure!(
                    group.switch(key, value)?,
                    "-config stats=false: results are always kept"
                ),
                _ => return Err(group.unknown(key)),
            }
        }
        let same = outname.is_none() || file.is_none() || outname == file || discard;
        ensure!(same, "-config: a match goes on in its own file, not in another outname");
        let name: PathBuf = outname.or(file).context("-config: file=NAME is missing")?.into();
        self.files.fresh.extend(discard.then(|| name.clone()));
        self.files.state = Some(name);
        Ok(())
    }

    fn output(&mut self, group: &Group) -> Result<()> {
        for (key, value) in group.pairs()? {
            match (group.name, key, value) {
                ("report", "penta", _) => self.trinomial = !group.switch(key, value)?,
                ("output", "format", "fastchess") => self.print.look = Look::Fastchess,
                ("output", "format", "cutechess") => self.print.look = Look::Cutechess,
                ("output", "format", _) => {
                    bail!("-output format={value}: expected fastchess or cutechess")
                }
                _ => return Err(group.unknown(key)),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<MatchRequest> {
        if !self.startup.is_zero() {
            self.each.set_default_startup(self.startup);
        }
        let engines = self.engines.into_iter().map(|engine| engine.over_each(&self.each));
        let engines: Vec<PlayerSettings> = engines.collect();
        self.print.machine = machine(&engines);
        let players = engines.into_iter().map(|engine| engine.into_player().context("-engine"));
        ensure!((1..=2).contains(&self.games), "-games: expected 1 or 2, found {}", self.games);
        let format = match self.format {
            Format::Gauntlet(1) => Format::Gauntlet(self.seeds.max(1)),
            other => other,
        };
        let fresh_log = self.log.file.clone().filter(|_| !self.log.append);
        self.files.fresh.extend(fresh_log);
        self.files.log = self.log.file.clone();
        let config = MatchConfig {
            players: players.collect::<Result<Vec<Player>>>()?,
            openings: self.openings,
            games: self.rounds.saturating_mul(self.games),
            colours: Colours { single: self.games == 1, ..self.colours },
            trinomial: self.trinomial,
            shard: Part::WHOLE,
            format,
            concurrency: concurrency(self.concurrency, self.is_forced)?,
            sprt: self.sprt,
            adjudication: self.adjudication,
            endings: None,
            lang: Lang::En,
            layout: self.layout,
            wanted: self.wanted,
            files: self.files,
            rules: RuleSet::default(),
            affinity: self.affinity,
            wait: self.wait,
            second_opinions: false,
            check_mates: self.check_mates,
            strict: self.strict,
        };
        let Reader { print, log, .. } = self;
        Ok(MatchRequest { config, print, log })
    }
}

fn cores() -> i64 {
    available_parallelism().map_or(1, |n| n.get() as i64)
}

/// Games at a time; `-n` leaves n processors free.
fn concurrency(wanted: i64, is_forced: bool) -> Result<usize> {
    let cores = cores();
    let games = if wanted < 0 { cores.saturating_add(wanted).max(1) } else { wanted };
    ensure!(
        is_forced || games <= cores,
        "-concurrency {games}: there are {cores} processors; -force-concurrency plays so many \
         games nevertheless"
    );
    Ok(usize::try_from(games)?)
}

/// Threads and table sizes of the engines: `1t, 16MB`.
fn machine(engines: &[PlayerSettings]) -> String {
    let part = |option: &str, unit: &str| {
        let value = |engine: &PlayerSettings| {
            engine.option(option).map_or_else(|| "NULL".into(), |value| format!("{value}{unit}"))
        };
        let mut values: Vec<String> = engines.iter().map(value).collect();
        values.dedup();
        values.join(" - ")
    };
    format!("{}, {}", part("Threads", "t"), part("Hash", "MB"))
}

#[cfg(test)]
mod tests;
