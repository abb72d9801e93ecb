//! A file of games.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `CHGAMES` and the format version |
//! | 4 | length of the header |
//! | … | the header: lines of `key = value`, UTF-8 |
//! | 4 | number of games |
//! | 8 | number of searched moves in them |
//! | 4 | length of the packed games |
//! | … | the games, see [`GameCodec`] |
//! | 32 | SHA-256 of all bytes before |
//!
//! Numbers are little-endian.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::common::output::write_whole;
use chuhe::internals::packing::{ByteReader, sha256};

use super::codec::GameCodec;
use super::range::{Decoder, Encoder};
use super::record::StoredGame;

/// Begins every file of games; the last byte is the format version.
pub const MAGIC: [u8; 8] = *b"CHGAMES\x01";

const DIGEST_BYTES: usize = 32;
/// A thousand games have about 150 kB.
const MAX_BYTES: u64 = 1 << 30;

/// The content of a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile {
    /// How the games came about: lines of `key = value`.
    pub header: String,
    /// The games.
    pub games: Vec<StoredGame>,
}

impl ShardFile {
    /// The bytes of the file.
    ///
    /// # Errors
    /// When a game has an illegal move.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let (mut encoder, mut codec) = (Encoder::default(), GameCodec::default());
        for game in &self.games {
            codec.encode(&mut encoder, game)?;
        }
        let packed = encoder.finish();
        let positions: u64 = self.games.iter().map(|game| game.moves.len() as u64).sum();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.header.len() as u32).to_le_bytes());
        bytes.extend(self.header.as_bytes());
        bytes.extend((self.games.len() as u32).to_le_bytes());
        bytes.extend(positions.to_le_bytes());
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
        let digest = sha256(&bytes);
        bytes.extend(digest.0);
        Ok(bytes)
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    /// When it is no file of games, is of another version, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<ShardFile> {
        let (header, games) = ShardGames::open(bytes)?;
        Ok(ShardFile { header: header.into(), games: games.collect::<Result<_>>()? })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or as [`ShardFile::from_bytes`].
    pub fn read(path: &Path) -> Result<ShardFile> {
        ShardFile::from_bytes(&read_bytes(path)?).with_context(|| format!("{}", path.display()))
    }

    /// Writes a file atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        write_whole(path, &self.to_bytes()?)
    }
}

/// An iterator over the games of a file that keeps one game in memory.
pub struct ShardGames<'a> {
    decoder: Decoder<'a>,
    codec: GameCodec,
    /// Games in the file.
    count: u32,
    /// Games read.
    read: u32,
    /// Searched moves that have not been read yet.
    positions: u64,
}

impl<'a> ShardGames<'a> {
    /// The header of a file's bytes, and its games.
    ///
    /// # Errors
    /// When it is no file of games, is of another version, or is damaged.
    pub fn open(bytes: &'a [u8]) -> Result<(&'a str, ShardGames<'a>)> {
        let (header, mut reader) = open(bytes)?;
        let count = reader.u32()?;
        let positions = reader.u64()?;
        let packed = reader.block()?;
        ensure!(reader.remaining() == 0, "{} bytes too many", reader.remaining());
        let (decoder, codec) = (Decoder::new(packed), GameCodec::default());
        Ok((header, ShardGames { decoder, codec, count, read: 0, positions }))
    }

    /// Games in the file, read or not.
    pub fn total(&self) -> u32 {
        self.count
    }

    fn next_game(&mut self) -> Result<StoredGame> {
        let (number, count) = (self.read, self.count);
        let game = self.codec.decode(&mut self.decoder);
        let game = game.with_context(|| format!("game {number} of {count}"))?;
        let left = self.positions.checked_sub(game.moves.len() as u64);
        self.positions = left.with_context(|| format!("game {number}: too many positions"))?;
        let is_last = number + 1 == count;
        ensure!(!is_last || self.positions == 0, "{} positions are missing", self.positions);
        Ok(game)
    }
}

impl Iterator for ShardGames<'_> {
    type Item = Result<StoredGame>;

    fn next(&mut self) -> Option<Result<StoredGame>> {
        if self.read >= self.count {
            return None;
        }
        let game = self.next_game();
        self.read = if game.is_ok() { self.read + 1 } else { self.count };
        Some(game)
    }
}

/// The bytes of a file of games. What is no ordinary file, or far larger than a
/// shard, is refused unread.
///
/// # Errors
/// When it cannot be read.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let describe = || format!("cannot read {}", path.display());
    let known = fs::metadata(path).with_context(describe)?;
    ensure!(known.is_file(), "{}: not an ordinary file", path.display());
    ensure!(
        known.len() <= MAX_BYTES,
        "{}: {} bytes are too many for a file of games",
        path.display(),
        known.len()
    );
    fs::read(path).with_context(describe)
}

/// Reads the header of a file, and checks the checksum of the file.
///
/// # Errors
/// When the file cannot be read, is no file of games, or is damaged.
pub fn read_header(path: &Path) -> Result<String> {
    let bytes = read_bytes(path)?;
    let (header, _) = open(&bytes).with_context(|| format!("{}", path.display()))?;
    Ok(header.into())
}

/// The header, and a reader of what follows it without the checksum.
fn open(bytes: &[u8]) -> Result<(&str, ByteReader<'_>)> {
    let known = MAGIC.len() - 1;
    ensure!(bytes.len() > MAGIC.len() && bytes[..known] == MAGIC[..known], "no file of games");
    let version = bytes[known];
    ensure!(version == MAGIC[known], "format version {version}; known is {}", MAGIC[known]);
    let Some(split) = bytes.len().checked_sub(DIGEST_BYTES) else { bail!("it ends too early") };
    let (content, digest) = bytes.split_at(split);
    ensure!(sha256(content).0 == *digest, "the checksum is wrong: the file is damaged");
    let mut reader = ByteReader::new(&content[MAGIC.len()..]);
    let header = std::str::from_utf8(reader.block()?).context("the header is no text")?;
    Ok((header, reader))
}
