//! The files that a match leaves, and taking a match up again from them.
//!
//! The state file has a line of JSON for the match and one for each finished
//! game. A game's line is written after its PGN and tells the length of the PGN
//! file, so whatever was written after the last whole line is cut off on resume:
//! nothing is lost and nothing appears twice, wherever the runner was killed.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::record::{GameLine, GameRecord};
use super::schedule::Colours;

/// The form of state files; another one cannot be read.
pub const VERSION: u64 = 1;

/// The line that tells a match from others. What may differ between two runs of
/// one match (number of games, concurrency, the test, the look of the files) is
/// not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The form of the file.
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
    /// The law.
    pub rules: String,
    /// Which part of the match this is.
    pub shard: String,
    /// Length of the PGN file when the match began, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<u64>,
}

impl Header {
    /// What makes it a match of its own: names and values.
    fn identity(&self) -> [(&'static str, String); 12] {
        let list = |texts: &[String]| texts.join("; ");
        [
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

    /// Checks that another header is that of the same match, of whatever shard.
    ///
    /// # Errors
    /// When it is not: says in what they differ.
    pub fn same_match(&self, other: &Header) -> Result<()> {
        for ((name, found), (_, wanted)) in self.identity().into_iter().zip(other.identity()) {
            ensure!(found == wanted, "{name}: '{found}' there, '{wanted}' here");
        }
        Ok(())
    }
}

/// What a state file holds.
#[derive(Default)]
pub struct State {
    /// The match; `None` for an empty file or none.
    pub header: Option<Header>,
    /// Its finished games.
    pub games: Vec<GameLine>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

impl State {
    /// Reads a state file; a torn last line is left out.
    ///
    /// # Errors
    /// When the file exists and is no state file.
    pub fn read(path: &Path) -> Result<State> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(State::default());
            }
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let length = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let text = std::str::from_utf8(&bytes[..length])
            .with_context(|| format!("{} is not a state file", path.display()))?;
        let mut lines = text.lines();
        let place = |number: usize| format!("{} line {number}", path.display());
        let header = lines.next().map(serde_json::from_str::<Header>).transpose();
        let header = header.with_context(|| format!("{}: not that of a match", place(1)))?;
        if let Some(Header { chuhe_match, .. }) = header {
            ensure!(chuhe_match == VERSION, "{}: of another version of the program", place(1));
        }
        let mut games = Vec::new();
        for (number, line) in (2..).zip(lines) {
            let game = serde_json::from_str(line);
            games.push(game.with_context(|| format!("{}: not a game", place(number)))?);
        }
        Ok(State { header, games, length: length as u64 })
    }

    /// Its games as records.
    ///
    /// # Errors
    /// When one has other players than the header.
    pub fn records(&self) -> Result<Vec<GameRecord>> {
        let names = self.header.as_ref().map(|header| header.names.as_slice()).unwrap_or_default();
        let record = |line: &GameLine| {
            let number = line.game + 1;
            GameRecord::from_line(line.clone(), names)
                .with_context(|| format!("game {number} is none of this match"))
        };
        self.games.iter().map(record).collect()
    }
}

/// The open files.
pub struct Store {
    state: Option<(PathBuf, File)>,
    pgn: Option<(PathBuf, File, u64)>,
}

impl Store {
    /// Opens or creates the files. An existing state file must have been written
    /// by a match with the same `header`; its games are returned.
    ///
    /// # Errors
    /// When a file cannot be opened, or the state is that of another match.
    pub fn open(
        state: Option<&Path>,
        pgn: Option<&Path>,
        header: &Header,
    ) -> Result<(Store, Vec<GameRecord>)> {
        let open = |path: &Path| {
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write {}", path.display()))
        };
        let mut games = Vec::new();
        let mut pgn_length = None;
        let mut state_file = None;
        if let Some(path) = state {
            let found = State::read(path)?;
            if let Some(old) = &found.header {
                is_same_run(old, header).with_context(|| {
                    format!("{} belongs to another match; name another --state", path.display())
                })?;
                games = found.records().with_context(|| path.display().to_string())?;
                pgn_length = found.games.iter().rev().find_map(|line| line.pgn).or(old.pgn);
            }
            let file = open(path)?;
            file.set_len(found.length)?;
            state_file = Some((path.to_path_buf(), file, found.header.is_none()));
        }
        let pgn = match pgn {
            None => None,
            Some(path) => {
                let file = open(path)?;
                let found = file.metadata()?.len();
                let length = pgn_length.unwrap_or(found);
                ensure!(
                    length <= found,
                    "{} is shorter than when the match was left",
                    path.display()
                );
                file.set_len(length)?;
                Some((path.to_path_buf(), file, length))
            }
        };
        let mut store = Store { state: None, pgn };
        if let Some((path, file, fresh)) = state_file {
            store.state = Some((path, file));
            if fresh {
                let pgn = store.pgn_length();
                store.append_state(&Header { pgn, ..header.clone() })?;
            }
        }
        Ok((store, games))
    }

    /// Writes a finished game: first its PGN, then its line.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&mut self, record: &GameRecord, pgn: &str, names: &[String]) -> Result<()> {
        if let Some((path, file, length)) = &mut self.pgn {
            file.write_all(pgn.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            *length += pgn.len() as u64;
        }
        let pgn = self.pgn_length();
        self.append_state(&record.to_line(names, pgn))
    }

    fn pgn_length(&self) -> Option<u64> {
        self.pgn.as_ref().map(|(_, _, length)| *length)
    }

    fn append_state(&mut self, value: &impl Serialize) -> Result<()> {
        let Some((path, file)) = &mut self.state else { return Ok(()) };
        let line = serde_json::to_string(value)? + "\n";
        file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn is_same_run(found: &Header, wanted: &Header) -> Result<()> {
    found.same_match(wanted)?;
    if found.shard != wanted.shard {
        bail!("shard: '{}' there, '{}' here", found.shard, wanted.shard);
    }
    Ok(())
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
