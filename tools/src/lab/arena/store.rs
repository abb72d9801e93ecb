//! The files that a match appends to, and resuming a match from them.
//!
//! All files are locked while the match runs. A game's line in the state file is
//! written before its PGN and says which bytes of the PGN file are its own, with their
//! checksum. When the runner was killed between the two, the last line has no such
//! bytes: then that game is played again. So a finished game is there exactly once in
//! both files, and games that others have appended to the PGN are left alone.
//!
//! What is there before is cut off, torn or of a match that this one replaces, when the first
//! game ends: a match whose engines do not start changes nothing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};
use serde::Serialize;

use crate::common::input::cannot_read;
use crate::common::lang::Context;
use crate::common::lang::matches::{MatchFault, StateFault};
use crate::common::output::{cannot_write, is_standard};
use crate::common::say::text_out;
use crate::common::state_file;
use chuhe_games::epd::Epd;

use super::config::Files;
use super::record::{GameLine, GameRecord};
use super::segment::Segment;
use super::state::{Header, State};

/// The open files.
pub struct Store {
    state: Option<AppendFile>,
    pgn: Option<Sink>,
    positions: Option<Sink>,
    log: Option<Sink>,
    /// The log after [`Store::take_log`].
    taken_log: Option<SharedFile>,
    /// The line of the match as long as it is not in the state file: a match whose engines do
    /// not start leaves nothing behind that another one would have to fit to.
    header: Option<Vec<u8>>,
}

/// What is appended to.
enum Sink {
    /// A regular file, which is locked.
    File(AppendFile),
    /// Standard output, a device or a pipe: nothing can be known of what is in it.
    Stream(PathBuf, Box<dyn Write + Send>),
}

impl Store {
    /// Opens or creates the files and locks them. An existing state file must have been
    /// written by a match with the same `header`; its games are returned. When nothing is
    /// written and [`Store::keep`] is not called, new files are removed again, and the others
    /// stay as they are.
    ///
    /// # Errors
    /// When a file cannot be opened, another process writes it, the state is that of
    /// another match, or the PGN is not the one that belongs to it. Then all are as
    /// they were.
    pub fn open(files: &Files, header: &Header) -> Result<(Store, Vec<GameRecord>)> {
        let open_state = |path: &PathBuf| open_state(path, header, files);
        let mut state = files.state.as_ref().map(open_state).transpose()?;
        let open = |path: &Option<PathBuf>| path.as_deref().map(Sink::open).transpose();
        let mut pgn = open(&files.pgn)?;
        let (positions, log) = (open(&files.positions)?, open(&files.log)?);
        let goes_on = state.as_ref().is_some_and(|(_, found)| !found.games.is_empty());
        let mut torn = None;
        if let (Some((_, found)), Some(Sink::File(file))) = (&mut state, &mut pgn) {
            torn = find_torn(file, &found.games)?;
            if torn.is_some() {
                found.games.pop();
                found.length = found.length_before;
            }
        }
        let games = state.as_ref().map(|(file, found)| found.records(&file.path)).transpose()?;
        if let (Some(segment), Some(Sink::File(file))) = (&torn, &mut pgn)
            && file.is_torn_at(segment)?
        {
            file.kept = Some(segment.at);
        }
        let mut store = Store { state: None, pgn, positions, log, taken_log: None, header: None };
        if let Some((mut file, found)) = state {
            file.kept = Some(found.length);
            store.state = Some(file);
            store.header = found.header.is_none().then(|| line(header)).transpose()?;
        }
        if !goes_on {
            for file in store.appended().filter(|file| files.is_fresh(&file.path)) {
                file.kept = Some(0);
            }
        }
        Ok((store, games.unwrap_or_default()))
    }

    /// The regular files that are appended to, without the state and a log that was taken.
    fn appended(&mut self) -> impl Iterator<Item = &mut AppendFile> {
        let sinks = [&mut self.pgn, &mut self.positions, &mut self.log];
        sinks.into_iter().flatten().filter_map(|sink| match sink {
            Sink::File(file) => Some(file),
            Sink::Stream(..) => None,
        })
    }

    /// Where messages go, if to a file; once.
    pub fn take_log(&mut self) -> Option<Box<dyn Write + Send>> {
        Some(match self.log.take()? {
            Sink::File(file) => {
                let file = SharedFile(Arc::new(Mutex::new(file)));
                Box::new(self.taken_log.insert(file).clone())
            }
            Sink::Stream(_, stream) => stream,
        })
    }

    /// Cuts off what is not kept of the files, of the state last: when the others cannot be cut
    /// or the program ends meanwhile, the same command begins the match again.
    fn begin(&mut self) -> Result<()> {
        self.appended().try_for_each(AppendFile::cut_unkept)?;
        if let Some(log) = &self.taken_log {
            log.with(AppendFile::cut_unkept)?;
        }
        self.state.as_mut().map_or(Ok(()), AppendFile::cut_unkept)
    }

    /// Keeps the files of a match that is over, also where it had no games to play.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn keep(&mut self) -> Result<()> {
        self.begin()?;
        self.appended().for_each(|file| file.created = false);
        if let Some(log) = &self.taken_log {
            log.with(|file| file.created = false);
        }
        match (&mut self.state, self.header.take()) {
            (Some(state), Some(header)) => state.append(&header),
            _ => Ok(()),
        }
    }

    /// Writes a finished game: its line, then its PGN.
    ///
    /// # Errors
    /// When a file cannot be written; what was written of the game is taken back.
    pub fn write(&mut self, record: &GameRecord, pgn: &str, names: &[String]) -> Result<()> {
        self.begin()?;
        let segment = match &self.pgn {
            Some(Sink::File(file)) => Some(Segment::new(file.length()?, pgn.as_bytes())),
            _ => None,
        };
        let before = self.state.as_ref().map(AppendFile::length).transpose()?;
        if let Some(state) = &mut self.state {
            let mut lines = self.header.clone().unwrap_or_default();
            lines.extend(line(&record.to_line(names, segment))?);
            state.append(&lines)?;
        }
        let written = self.pgn.as_mut().map_or(Ok(()), |sink| sink.append(pgn.as_bytes()));
        match (&written, &mut self.state, before) {
            (Err(_), Some(state), Some(before)) => state.cut(before)?,
            _ => self.header = None,
        }
        written
    }

    /// Writes the last position of a game, where that is wanted.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_position(&mut self, game: &GameRecord) -> Result<()> {
        let Some(positions) = &mut self.positions else { return Ok(()) };
        let end = game.replay(usize::MAX).context(MatchFault::IllegalMove)?;
        let epd = Epd { start: end.setup(), operations: Vec::new() };
        positions.append(format!("{epd}\n").as_bytes())
    }
}

/// A log that was taken outlives the match, in the logger.
impl Drop for Store {
    fn drop(&mut self) {
        if let Some(log) = &self.taken_log {
            log.with(AppendFile::remove_unused);
        }
    }
}

fn line(value: &impl Serialize) -> Result<Vec<u8>> {
    Ok(format!("{}\n", serde_json::to_string(value)?).into_bytes())
}

/// Opens and locks a state file and reads what is in it, unless it begins anew.
fn open_state(path: &Path, header: &Header, files: &Files) -> Result<(AppendFile, State)> {
    let mut file = AppendFile::open(path)?;
    if files.is_fresh(path) {
        return Ok((file, State::default()));
    }
    let bytes = file.read(0, u64::MAX)?;
    let found = State::parse(&bytes, path)?;
    match &found.header {
        Some(old) => old.same_run(header).with_context(|| {
            let option = files.front_end.state_option();
            StateFault::OtherMatch { path: path.into(), option }
        })?,
        None => {
            let fault = || StateFault::NotState { path: path.into() };
            ensure!(line(header)?.starts_with(&bytes), fault())
        }
    }
    Ok((file, found))
}

/// The bytes of the last game, when they were not written or not all of them.
///
/// # Errors
/// When the file cannot be the one that the other games were written to.
fn find_torn(file: &mut AppendFile, games: &[GameLine]) -> Result<Option<Segment>> {
    let found = file.length()?;
    let Some((last, earlier)) = games.split_last() else { return Ok(None) };
    let mut earlier = earlier.iter().filter_map(|line| line.pgn.as_ref());
    let name = file.path.display().to_string();
    ensure!(earlier.clone().all(|segment| segment.end() <= found), StateFault::Shorter { name });
    let is_intact = match earlier.next_back() {
        Some(segment) => file.holds(segment)?,
        None => true,
    };
    ensure!(is_intact, StateFault::OtherGames { name });
    match &last.pgn {
        Some(segment) if !file.holds(segment)? => Ok(Some(segment.clone())),
        _ => Ok(None),
    }
}

impl Sink {
    fn open(path: &Path) -> Result<Sink> {
        if is_standard(path) {
            return Ok(Sink::Stream(path.into(), Box::new(text_out())));
        }
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let file = OpenOptions::new().append(true).open(path);
            let file = file.with_context(|| cannot_write(path))?;
            return Ok(Sink::Stream(path.into(), Box::new(file)));
        }
        AppendFile::open(path).map(Sink::File)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Sink::File(file) => file.append(bytes),
            Sink::Stream(path, stream) => stream
                .write_all(bytes)
                .and_then(|()| stream.flush())
                .with_context(|| cannot_write(path)),
        }
    }
}

/// A locked regular file that is appended to.
struct AppendFile {
    path: PathBuf,
    file: File,
    /// Whether it is new: then it goes again unless it is needed.
    created: bool,
    /// How many of its bytes are kept, if not all: the others are cut off before something is
    /// appended.
    kept: Option<u64>,
}

impl AppendFile {
    fn open(path: &Path) -> Result<AppendFile> {
        let created = !path.exists();
        let file = state_file::open_locked(path)?;
        Ok(AppendFile { path: path.into(), file, created, kept: None })
    }

    /// The number of its bytes, without those that are not kept.
    fn length(&self) -> Result<u64> {
        let found = || self.file.metadata().map(|found| found.len());
        let length = self.kept.map_or_else(found, Ok);
        length.with_context(|| cannot_read(&self.path))
    }

    fn read(&mut self, at: u64, length: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self
            .file
            .seek(SeekFrom::Start(at))
            .and_then(|_| Read::take(&mut self.file, length).read_to_end(&mut bytes));
        read.with_context(|| cannot_read(&self.path))?;
        Ok(bytes)
    }

    /// Whether the bytes of a segment are what they were.
    fn holds(&mut self, segment: &Segment) -> Result<bool> {
        let is_there = segment.end() <= self.length()?;
        Ok(is_there && segment.is(&self.read(segment.at, segment.length)?))
    }

    /// Whether it ends with what was written of a torn game. When others have appended games
    /// since, its beginning stays where it is.
    fn is_torn_at(&mut self, segment: &Segment) -> Result<bool> {
        let length = self.length()?;
        let is_last = segment.at < length && length <= segment.end();
        Ok(is_last && !has_whole_game(&self.read(segment.at, segment.length)?))
    }

    fn cut(&mut self, length: u64) -> Result<()> {
        self.file.set_len(length).with_context(|| cannot_write(&self.path))
    }

    /// Cuts off what is not kept.
    fn cut_unkept(&mut self) -> Result<()> {
        if let Some(length) = self.kept {
            self.cut(length)?;
            self.kept = None;
        }
        Ok(())
    }

    /// Removes the file if it is new and nothing was written to it.
    fn remove_unused(&mut self) {
        if self.created && self.file.metadata().is_ok_and(|found| found.len() == 0) {
            self.created = false;
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Appends all the bytes or none.
    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.cut_unkept()?;
        let before = self.length()?;
        let written = state_file::append(&self.file, bytes);
        if written.is_err() {
            self.cut(before)?;
        }
        written.with_context(|| cannot_write(&self.path))
    }
}

impl Drop for AppendFile {
    fn drop(&mut self) {
        self.remove_unused();
    }
}

/// A file that the match and the logger have.
#[derive(Clone)]
struct SharedFile(Arc<Mutex<AppendFile>>);

impl SharedFile {
    fn with<T>(&self, work: impl FnOnce(&mut AppendFile) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// For messages, of which a part is better than nothing.
impl Write for SharedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|file| {
            file.cut_unkept().map_err(io::Error::other)?;
            state_file::append(&file.file, bytes)?;
            Ok(bytes.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(|file| file.file.flush())
    }
}

/// Whether PGN has a line that ends with a result and an empty line after it.
fn has_whole_game(pgn: &[u8]) -> bool {
    let results: [&[u8]; 4] = [b"1-0\n\n", b"0-1\n\n", b"1/2-1/2\n\n", b"*\n\n"];
    results.iter().any(|end| pgn.windows(end.len()).any(|bytes| bytes == *end))
}

#[cfg(test)]
mod tests;
