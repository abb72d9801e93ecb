//! A journal has the finished games of an unfinished shard, so that a process that is
//! killed loses only the game in progress.
//!
//! The file begins like a shard, with other magic letters and without count and
//! checksum. Each game is a block: its length in bytes, the first four bytes of the
//! SHA-256 of the packed game, the packed game. Bytes after the last whole game are
//! cut off when the journal is opened again.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::packing::{ByteReader, Decoder, Encoder, sha256};
use crate::tools::state_file::open_locked;

use super::codec::GameCodec;
use super::record::StoredGame;

const MAGIC: [u8; 8] = *b"CHJRNAL\x01";

/// An open journal. While it is open no other process can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates a journal, and reads the games in it.
    ///
    /// # Errors
    /// When another process has it open, or its header is not the one given.
    pub fn open(path: &Path, header: &str) -> Result<(Journal, Vec<StoredGame>)> {
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
        let mut rest = ByteReader::new(&bytes[beginning.len()..]);
        let mut games = Vec::new();
        let mut whole = beginning.len();
        while let Ok(game) = next_game(&mut rest) {
            games.push(game);
            whole = bytes.len() - rest.remaining();
        }
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
        bytes.extend(&sha256(&packed).0[..4]);
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
        self.file.write_all(bytes).with_context(describe)
    }
}

fn beginning(header: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

fn next_game(reader: &mut ByteReader) -> Result<StoredGame> {
    let length = reader.u32()? as usize;
    let check = reader.take(4)?;
    let packed = reader.take(length)?;
    ensure!(sha256(packed).0[..4] == *check, "damaged");
    GameCodec::default().decode(&mut Decoder::new(packed))
}
