//! A match as its arguments describe it, with everything read and checked.

use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};

use crate::notation::Style;
use crate::rules::RuleSet;

use super::MatchArgs;
use super::book::{Book, split_mix};
use super::json::Json;
use super::pgn::move_style;
use super::schedule::{Format, Schedule};
use super::spec::{Adjudication, DrawRule, Player, ResignRule};
use super::stats::Sprt;
use super::store::read_header;

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
    /// How moves are written in PGN.
    pub style: Style,
    /// The line that tells this match from others in a state file. What may
    /// differ between two runs of one match (number of games, concurrency, the
    /// test, the look of the files) is not in it.
    pub header: Json,
}

impl Plan {
    /// Reads the arguments and the openings.
    ///
    /// # Errors
    /// On anything that makes no sense, with the option that says it.
    pub fn new(args: &MatchArgs) -> Result<Plan> {
        let (players, names) = read_players(args)?;
        ensure!(args.games > 0 && args.games.is_multiple_of(2), "--games must be even");
        ensure!(args.concurrency > 0, "--concurrency must be at least 1");
        ensure!(args.start > 0, "--start counts from 1");
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose()?;
        ensure!(sprt.is_none() || players.len() == 2, "--sprt is a test of two engines");
        let format = Format::parse(&args.format).context("--format")?;
        let style = move_style(&args.moves).context("--moves")?;
        let adjudication = Adjudication {
            resign: args.resign.as_deref().map(ResignRule::parse).transpose()?,
            draw: args.draw.as_deref().map(DrawRule::parse).transpose()?,
            max_plies: args.max_plies,
        };
        let rules = match &args.rules {
            None => RuleSet::default(),
            Some(name) => RuleSet::by_name(name)
                .with_context(|| format!("--rules: there is no rule set '{name}'"))?,
        };
        let mut book = match &args.openings {
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
        let seed = choose_seed(args)?;
        let header = Json::object([
            ("chuhe_match", 1u64.into()),
            ("names", names.clone().into()),
            ("limits", players.iter().map(|p| p.limits.describe()).collect::<Vec<_>>().into()),
            ("engines", players.iter().map(|p| p.fingerprint.clone()).collect::<Vec<_>>().into()),
            ("format", args.format.as_str().into()),
            ("openings", (book.len() as u64).into()),
            ("book", format!("{:016x}", book.checksum()).into()),
            ("order", args.order.as_str().into()),
            ("start", args.start.into()),
            ("seed", seed.to_string().into()),
            ("adjudication", format!("{adjudication:?}").into()),
            ("rules", rules.name.into()),
        ]);
        match args.order.as_str() {
            "random" => book.shuffle(seed),
            "sequential" => {}
            other => bail!("--order: expected random or sequential, found '{other}'"),
        }
        book.rotate(args.start - 1);
        let schedule = Schedule::new(format, players.len(), args.games);
        Ok(Plan { players, names, book, schedule, adjudication, rules, sprt, seed, style, header })
    }

    /// The limits of the players, in words.
    pub fn limits(&self) -> Vec<String> {
        self.players.iter().map(|player| player.limits.describe()).collect()
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

/// The seed given, or that of the match to be taken up again, or a new one.
fn choose_seed(args: &MatchArgs) -> Result<u64> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    if let Some(path) = &args.state {
        let header = read_header(path)?;
        let seed = header.as_ref().and_then(|h| h.get("seed")?.as_str()?.parse().ok());
        if let Some(seed) = seed {
            return Ok(seed);
        }
    }
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(split_mix(&mut (since_1970.as_nanos() as u64)) >> 32)
}
