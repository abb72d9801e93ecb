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

use super::json::Json;
use super::record::GameRecord;

/// The open files.
pub struct Store {
    state: Option<(PathBuf, File)>,
    pgn: Option<(PathBuf, File, u64)>,
}

/// Reads the games of a state file.
///
/// # Errors
/// When it cannot be read or has other lines.
pub fn read_games(path: &Path, names: &[String]) -> Result<Vec<GameRecord>> {
    let (lines, _) = read_lines(path)?;
    games_of(path, lines.get(1..).unwrap_or_default(), names)
}

fn games_of(path: &Path, lines: &[Json], names: &[String]) -> Result<Vec<GameRecord>> {
    let read = |(number, line): (usize, &Json)| {
        GameRecord::from_json(line, names)
            .with_context(|| format!("{} line {number}: not a game of this match", path.display()))
    };
    (2..).zip(lines).map(read).collect()
}

/// Reads the match line of a state file, if the file exists and has one.
///
/// # Errors
/// When the file exists and is no state file.
pub fn read_header(path: &Path) -> Result<Option<Json>> {
    Ok(read_lines(path)?.0.into_iter().next())
}

/// The whole lines of a file, and their length in bytes.
fn read_lines(path: &Path) -> Result<(Vec<Json>, u64)> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((vec![], 0)),
        Err(error) => return Err(error).with_context(|| format!("{}", path.display())),
    };
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let text = std::str::from_utf8(&bytes[..whole])
        .with_context(|| format!("{} is not a state file", path.display()))?;
    let lines: Result<Vec<Json>> = (1..)
        .zip(text.lines())
        .map(|(number, line)| {
            Json::parse(line).with_context(|| {
                format!("{} line {number}: not a line of a state file", path.display())
            })
        })
        .collect();
    Ok((lines?, whole as u64))
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
        header: &Json,
        names: &[String],
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
            let (lines, length) = read_lines(path)?;
            if let Some((found, rest)) = lines.split_first() {
                same_match(found, header).with_context(|| {
                    format!("{} belongs to another match; name another --state", path.display())
                })?;
                pgn_length = found.get("pgn").and_then(Json::as_u64);
                games = games_of(path, rest, names)?;
                let last = rest.iter().rev().find_map(|line| line.get("pgn")?.as_u64());
                pgn_length = last.or(pgn_length);
            }
            let file = open(path)?;
            file.set_len(length)?;
            state_file = Some((path.to_path_buf(), file, lines.is_empty()));
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
                store.append_state(header.clone())?;
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
        self.append_state(record.to_json(names))
    }

    fn append_state(&mut self, mut json: Json) -> Result<()> {
        let Some((path, file)) = &mut self.state else { return Ok(()) };
        if let (Json::Object(members), Some((_, _, length))) = (&mut json, &self.pgn) {
            members.push(("pgn".into(), (*length).into()));
        }
        let line = format!("{json}\n");
        file.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Compares the lines of two matches. Members that the found one lacks, and the
/// length of the PGN file, are not compared.
fn same_match(found: &Json, wanted: &Json) -> Result<()> {
    ensure!(found.get("chuhe_match").is_some(), "its first line is not that of a match");
    let Json::Object(members) = wanted else { return Ok(()) };
    for (key, value) in members {
        if let Some(old) = found.get(key)
            && old != value
        {
            bail!("{key}: it has {old}, this command has {value}");
        }
    }
    Ok(())
}
