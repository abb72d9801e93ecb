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

use crate::packing::{Decoder, Encoder, sha256};
use crate::tools::output::write_whole;

use super::record::{GameCodec, StoredGame};

/// Begins every file of games; the last byte is the format version.
pub const MAGIC: [u8; 8] = *b"CHGAMES\x01";

const DIGEST_BYTES: usize = 32;

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// How the games came about: lines of `key = value`.
    pub header: String,
    /// The games.
    pub games: Vec<StoredGame>,
}

impl Shard {
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
    pub fn from_bytes(bytes: &[u8]) -> Result<Shard> {
        let (header, mut reader) = open(bytes)?;
        let count = reader.u32()?;
        let positions = reader.u64()?;
        let length = reader.u32()? as usize;
        let packed = reader.take(length)?;
        ensure!(reader.0.is_empty(), "{} bytes too many", reader.0.len());
        let (mut decoder, mut codec) = (Decoder::new(packed), GameCodec::default());
        let mut games = Vec::new();
        for number in 0..count {
            let game = codec.decode(&mut decoder);
            games.push(game.with_context(|| format!("game {number} of {count}"))?);
        }
        let found: u64 = games.iter().map(|game| game.moves.len() as u64).sum();
        ensure!(found == positions, "{found} positions instead of {positions}");
        Ok(Shard { header: header.into(), games })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or as [`Shard::from_bytes`].
    pub fn read(path: &Path) -> Result<Shard> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Shard::from_bytes(&bytes).with_context(|| format!("{}", path.display()))
    }

    /// Writes a file: first under another name, so that a file of this name is
    /// always whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        write_whole(path, &self.to_bytes()?)
    }
}

/// Reads a file's header, and checks the file's digest on the way.
///
/// # Errors
/// When the file cannot be read, is no file of games, or is damaged.
pub fn read_header(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (header, _) = open(&bytes).with_context(|| format!("{}", path.display()))?;
    Ok(header.into())
}

/// The header, and what comes after it without the digest.
fn open(bytes: &[u8]) -> Result<(&str, Reader<'_>)> {
    let known = MAGIC.len() - 1;
    ensure!(bytes.len() > MAGIC.len() && bytes[..known] == MAGIC[..known], "no file of games");
    let version = bytes[known];
    ensure!(version == MAGIC[known], "format version {version}; known is {}", MAGIC[known]);
    let Some(split) = bytes.len().checked_sub(DIGEST_BYTES) else { bail!("it ends too early") };
    let (content, digest) = bytes.split_at(split);
    ensure!(sha256(content).0 == *digest, "the checksum is wrong: the file is damaged");
    let mut reader = Reader(&content[MAGIC.len()..]);
    let length = reader.u32()? as usize;
    let header = std::str::from_utf8(reader.take(length)?).context("the header is no text")?;
    Ok((header, reader))
}

/// Reads little-endian numbers from the front of some bytes.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    ///
    /// # Errors
    /// When there are not so many.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        ensure!(count <= self.0.len(), "it ends too early");
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, count: usize) -> Result<u64> {
        Ok(self.take(count)?.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte)))
    }

    /// A number of one byte.
    ///
    /// # Errors
    /// When nothing is left; likewise below.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.number(1)? as u8)
    }

    /// A number of two bytes.
    #[allow(missing_docs)]
    pub fn u16(&mut self) -> Result<u16> {
        Ok(self.number(2)? as u16)
    }

    /// A number of four bytes.
    pub fn u32(&mut self) -> Result<u32> {
        Ok(self.number(4)? as u32)
    }

    /// A number of eight bytes.
    pub fn u64(&mut self) -> Result<u64> {
        self.number(8)
    }
}
