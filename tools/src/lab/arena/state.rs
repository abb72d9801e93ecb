//! The state file of a match: a line of JSON for the match and one for each finished
//! game.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::common::input;
use crate::common::lang::files::Difference;
use crate::common::lang::matches::StateFault;
use crate::common::lang::{Context, Told};
use crate::common::output::is_standard;
use chuhe::engine::Part;

use super::record::{GameLine, GameRecord};
use super::schedule::{Colours, Format, MOST_GAMES, Schedule};

/// The format of state files that are written.
pub const VERSION: u64 = 3;

/// The earliest format that can be read: it lacks `patience` among the settings of engines, so
/// that its matches can be shown, but cannot go on.
const EARLIEST_VERSION: u64 = 2;

/// The line that identifies a match. What may differ between two runs of one match
/// (number of games, concurrency, the test, the layout of the PGN) is not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format of the file.
    pub chuhe_match: u64,
    /// Who plays.
    pub names: Vec<String>,
    /// How each is limited, in words.
    pub limits: Vec<String>,
    /// All settings of each.
    pub engines: Vec<String>,
    /// Who meets whom, as the option says it.
    pub format: String,
    /// Who begins with which side.
    pub colours: Colours,
    /// Number of openings.
    pub openings: u64,
    /// Their checksum.
    pub book: String,
    /// Their order, as the option says it.
    pub order: String,
    /// The first of them.
    pub start: u64,
    /// The seed of the order; a text, as not every reader has so large numbers.
    pub seed: String,
    /// When scores end games.
    pub adjudication: String,
    /// The rule set.
    pub rules: String,
    /// Which part of the match this is.
    pub shard: String,
}

impl Header {
    /// What makes it a match of its own: names and values.
    fn identity(&self) -> [(&'static str, String); 13] {
        let list = |texts: &[String]| texts.join("; ");
        [
            ("version", self.chuhe_match.to_string()),
            ("engines", list(&self.names)),
            ("limits", list(&self.limits)),
            ("settings", list(&self.engines)),
            ("format", self.format.clone()),
            ("colours", format!("{:?}", self.colours)),
            ("openings", self.openings.to_string()),
            ("book", self.book.clone()),
            ("order", self.order.clone()),
            ("start", self.start.to_string()),
            ("seed", self.seed.clone()),
            ("adjudication", self.adjudication.clone()),
            ("rules", self.rules.clone()),
        ]
    }

    /// Validates a header, which may have been edited: a schedule without pairings would divide
    /// by zero.
    ///
    /// # Errors
    /// When it does not.
    fn check(&self) -> Result<()> {
        let players = self.names.len();
        let are_distinct = self.names.iter().collect::<HashSet<_>>().len() == players;
        let are_complete = [self.limits.len(), self.engines.len()] == [players; 2];
        ensure!(players >= 2 && are_distinct && are_complete, StateFault::Engines);
        self.shard.parse::<Part>()?;
        self.format.parse::<Format>()?.check(players)
    }

    /// All games that such a match could have.
    fn schedule(&self) -> Result<Schedule> {
        let format = self.format.parse()?;
        Ok(Schedule::new(format, self.names.len(), MOST_GAMES, self.colours, self.shard.parse()?))
    }

    /// Checks that another header belongs to the same match; the shards may differ.
    ///
    /// # Errors
    /// When it does not: says in what they differ.
    pub fn same_match(&self, other: &Header) -> Result<()> {
        for ((name, found), (_, wanted)) in self.identity().into_iter().zip(other.identity()) {
            ensure!(found == wanted, differs(name, found, wanted));
        }
        Ok(())
    }

    /// Checks that another header belongs to the same match and shard.
    ///
    /// # Errors
    /// When it does not: says in what they differ.
    pub fn same_run(&self, other: &Header) -> Result<()> {
        self.same_match(other)?;
        let (found, wanted) = (self.shard.clone(), other.shard.clone());
        ensure!(found == wanted, differs("shard", found, wanted));
        Ok(())
    }
}

fn differs(name: &str, found: String, wanted: String) -> Difference {
    Difference::Texts { name: name.into(), found, wanted }
}

/// The content of a state file.
#[derive(Default)]
pub struct State {
    /// The match; `None` for an empty file or none.
    pub header: Option<Header>,
    /// Its finished games.
    pub games: Vec<GameLine>,
    /// Bytes up to the end of the last whole line.
    pub length: u64,
    /// Bytes up to the end of the last whole line but one.
    pub length_before: u64,
}

impl State {
    /// Reads a state file, which need not exist; `-` is standard input. A torn last line is left out.
    ///
    /// # Errors
    /// When the file cannot be read or is not a state file.
    pub fn read(path: &Path) -> Result<State> {
        match path.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound && !is_standard(path) => {
                Ok(State::default())
            }
            _ => State::parse(&input::read(path)?, path),
        }
    }

    /// Reads the content of a state file; the path is for messages.
    ///
    /// # Errors
    /// When it is not that of a state file.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<State> {
        let end_of_line =
            |bytes: &[u8]| bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let length = end_of_line(bytes);
        let text = std::str::from_utf8(&bytes[..length])
            .with_context(|| StateFault::NotState { path: path.into() })?;
        let mut lines = text.lines();
        let place = |n| StateFault::Line { path: path.into(), n };
        let not_a_match =
            |error| Told::caused(place(1), Told::caused(StateFault::NotOfMatch, error));
        let header = lines.next().map(serde_json::from_str::<VersionOnly>).transpose();
        let version = header.map_err(|error| not_a_match(error.into()))?;
        if let Some(VersionOnly { chuhe_match }) = version {
            let is_readable = (EARLIEST_VERSION..=VERSION).contains(&chuhe_match);
            ensure!(is_readable, Told::caused(place(1), StateFault::Version));
        }
        let header = text.lines().next().map(serde_json::from_str::<Header>).transpose();
        let header = header.map_err(|error| not_a_match(error.into()))?;
        if let Some(header) = &header {
            header.check().map_err(not_a_match)?;
        }
        let mut games = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let game = serde_json::from_str(line);
            games.push(game.context(StateFault::NotAGame).with_context(|| place(number))?);
        }
        let length_before = end_of_line(&bytes[..length.saturating_sub(1)]) as u64;
        Ok(State { header, games, length: length as u64, length_before })
    }

    /// Its games as records; the path is for messages.
    ///
    /// # Errors
    /// When one is not a game of the match, or is there twice.
    pub fn records(&self, path: &Path) -> Result<Vec<GameRecord>> {
        let Some(header) = &self.header else { return Ok(Vec::new()) };
        let schedule = header.schedule()?;
        let mut seen = HashSet::new();
        let record = |(number, line): (usize, &GameLine)| {
            let place = || StateFault::Line { path: path.into(), n: number };
            let n = line.game.saturating_add(1);
            let record = GameRecord::from_line(line.clone(), &header.names)
                .filter(|record| schedule.has(record.id, record.players))
                .ok_or_else(|| Told::caused(place(), StateFault::OtherGame { n }))?;
            ensure!(seen.insert(record.id), Told::caused(place(), StateFault::Twice { n }));
            Ok(record)
        };
        (2..).zip(&self.games).map(record).collect()
    }
}

/// The part of a header that all formats have.
#[derive(Deserialize)]
struct VersionOnly {
    chuhe_match: u64,
}

/// The text of a state file with these games.
///
/// # Errors
/// Never for values that came from such a file.
pub fn state_text(header: &Header, games: &[GameLine]) -> Result<String> {
    let mut text = serde_json::to_string(header)? + "\n";
    for game in games {
        text += &(serde_json::to_string(game)? + "\n");
    }
    Ok(text)
}
