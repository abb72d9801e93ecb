//! Which bytes of a PGN file are those of a game.

use serde::{Deserialize, Serialize};

use super::checksum::fnv1a;

/// The bytes of a PGN file that hold a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The first one.
    pub at: u64,
    /// How many.
    pub length: u64,
    /// Their checksum.
    checksum: String,
}

impl Segment {
    /// The segment of `bytes` that are written at `at`.
    pub fn new(at: u64, bytes: &[u8]) -> Segment {
        Segment { at, length: bytes.len() as u64, checksum: checksum(bytes) }
    }

    /// The place behind it.
    pub fn end(&self) -> u64 {
        self.at.saturating_add(self.length)
    }

    /// Whether `bytes`, which were read there, are those that were written.
    pub fn is(&self, bytes: &[u8]) -> bool {
        checksum(bytes) == self.checksum
    }
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes.iter().copied()))
}
