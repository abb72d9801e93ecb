//! A journal has the finished games of an unfinished shard, so that a process that is
//! killed loses only the game in progress.
//!
//! The file begins like a shard, with other magic letters and without count and
//! checksum. Each game is a block: its length in bytes, the first four bytes of the
//! SHA-256 of the packed game, the packed game. A last game that was not written to its
//! end is cut off when the journal is opened again; damage before the end is an error.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::common::state_file::{append, open_locked};
use chuhe::internals::packing::{ByteReader, sha256};

use super::codec::GameCodec;
use super::range::{Decoder, Encoder};
use super::record::StoredGame;

const MAGIC: [u8; 8] = *b"CHJRNAL\x01";
/// Bytes of the checksum of a game.
const CHECK_BYTES: usize = 4;
/// How the names of journals end; a journal has the name of its shard before it.
const EXTENSION: &str = "journal";

/// Where the journal of a shard lies.
pub fn journal_of(shard: &Path) -> PathBuf {
    let mut path = shard.as_os_str().to_owned();
    path.push(".");
    path.push(EXTENSION);
    path.into()
}

/// Whether a file would have the name of a journal.
pub fn is_journal_name(path: &Path) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(EXTENSION))
}

/// An open journal. While it is open no other process can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates the journal of a shard, and reads the games in it.
    ///
    /// # Errors
    /// When another process has it open, its header is not the one given, or it is damaged.
    pub fn of(shard: &Path, header: &str) -> Result<(Journal, Vec<StoredGame>)> {
        let path = journal_of(shard);
        take_over(&shard.with_extension(EXTENSION), &path, header)?;
        Journal::open(&path, header)
    }

    fn open(path: &Path, header: &str) -> Result<(Journal, Vec<StoredGame>)> {
        let describe = || format!("{}", path.display());
        let mut file = open_locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(describe)?;
        let mut journal = Journal { path: path.to_path_buf(), file };
        let beginning = beginning(header);
        if bytes.len() < beginning.len() && beginning.starts_with(&bytes) {
            journal.file.set_len(0).with_context(describe)?;
            journal.append(&beginning)?;
            return Ok((journal, Vec::new()));
        }
        ensure!(
            bytes.starts_with(&beginning),
            "{}: begun with other settings or another version; remove it or choose another folder",
            path.display()
        );
        let (games, length) = whole_games(&bytes[beginning.len()..]);
        let whole = beginning.len() + length;
        ensure!(
            is_torn(&bytes[whole..]),
            "{}: game {} is damaged; cut the file to {whole} bytes to keep the games before it, \
             or remove it to make all of them again",
            path.display(),
            games.len() + 1
        );
        journal.file.set_len(whole as u64).with_context(describe)?;
        Ok((journal, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, game: &StoredGame) -> Result<()> {
        let mut encoder = Encoder::default();
        GameCodec::default().encode(&mut encoder, game)?;
        let packed = encoder.finish();
        let mut bytes = (packed.len() as u32).to_le_bytes().to_vec();
        bytes.extend(&sha256(&packed).0[..CHECK_BYTES]);
        bytes.extend(packed);
        self.append(&bytes)
    }

    /// Removes the file: its games are in the shard.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| format!("{}", self.path.display()))
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let describe = || format!("cannot write {}", self.path.display());
        append(&self.file, bytes).with_context(describe)
    }
}

/// Renames the journal that an earlier version has begun. There the extension of the shard
/// gave way to that of journals, so that shards of different names could have the same one.
///
/// # Errors
/// When another process has it open, or it cannot be renamed.
fn take_over(old: &Path, new: &Path, header: &str) -> Result<()> {
    if new.exists() || !old.is_file() {
        return Ok(());
    }
    let Ok(bytes) = fs::read(old) else { return Ok(()) };
    if bytes.starts_with(&beginning(header)) {
        let name = old.display();
        let file = open_locked(old)?;
        // When it has been renamed meanwhile, this is a new file.
        let is_known = file.metadata().is_ok_and(|found| found.len() > 0);
        ensure!(is_known, "{name}: another process writes it");
        fs::rename(old, new).with_context(|| name.to_string())?;
    } else if bytes.starts_with(&MAGIC) {
        remark!("{}: the journal of another shard or other settings; not used", old.display());
    }
    Ok(())
}

fn beginning(header: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

/// The games up to the end or to the first that cannot be read, and the bytes that they take.
fn whole_games(bytes: &[u8]) -> (Vec<StoredGame>, usize) {
    let mut rest = ByteReader::new(bytes);
    let (mut games, mut length) = (Vec::new(), 0);
    while let Ok(game) = next_game(&mut rest) {
        games.push(game);
        length = bytes.len() - rest.remaining();
    }
    (games, length)
}

/// Whether what cannot be read is at most one game that was not written to its end: nothing
/// lies behind it, and no whole game in it, as would be where its length is damaged. After a
/// power failure the file may end in zeros.
fn is_torn(rest: &[u8]) -> bool {
    if rest.iter().all(|&byte| byte == 0) {
        return true;
    }
    let mut reader = ByteReader::new(rest);
    let is_last = next_block(&mut reader).is_err() || reader.remaining() == 0;
    is_last && !(1..rest.len()).any(|at| next_game(&mut ByteReader::new(&rest[at..])).is_ok())
}

/// The checksum and the bytes of the next packed game.
fn next_block<'a>(reader: &mut ByteReader<'a>) -> Result<(&'a [u8], &'a [u8])> {
    let length = reader.u32()? as usize;
    Ok((reader.take(CHECK_BYTES)?, reader.take(length)?))
}

fn next_game(reader: &mut ByteReader) -> Result<StoredGame> {
    let (check, packed) = next_block(reader)?;
    ensure!(sha256(packed).0[..CHECK_BYTES] == *check, "damaged");
    GameCodec::default().decode(&mut Decoder::new(packed))
}
