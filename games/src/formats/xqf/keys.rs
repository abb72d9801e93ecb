//! What files are encrypted with, and how the pieces are shuffled.

use crate::formats::slots;
use crate::formats::xqf::layout::{ENCRYPTED, square};
use chuhe::board::Setup;

/// First version that also shuffles the pieces.
pub const SHUFFLED: u8 = 12;

/// What the keys of a file are combined with.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// What a file is encrypted with; all zero in the first version.
pub struct Keys {
    pub version: u8,
    pub pieces: u8,
    pub from: u8,
    pub to: u8,
    /// Added to the lengths of comments.
    pub comment: u32,
    pub stream: [u8; 32],
}

impl Keys {
    pub fn of(header: &[u8]) -> Keys {
        let version = header[2];
        let mut keys = Keys { version, pieces: 0, from: 0, to: 0, comment: 0, stream: [0; 32] };
        if version < ENCRYPTED {
            return keys;
        }
        let scaled = |key: u8, by: u8| -> u8 {
            let key = u32::from(key);
            ((key * key * 54 + 221) * u32::from(by)) as u8
        };
        keys.pieces = scaled(header[13], header[13]);
        keys.from = scaled(header[14], keys.pieces);
        keys.to = scaled(header[15], keys.from);
        keys.comment = (u32::from(header[12]) * 256 + u32::from(header[13])) % 32000 + 767;
        for (i, (slot, mask)) in keys.stream.iter_mut().zip(STREAM).enumerate() {
            let i = i % 4;
            *slot = (header[8 + i] | header[12 + i] & header[3]) & mask;
        }
        keys
    }

    /// The position of 32 bytes: where each piece of the two sets stands, if anywhere.
    pub fn setup(&self, bytes: &[u8]) -> Setup {
        let mut squares = [None; slots::COUNT];
        for (i, &byte) in bytes.iter().enumerate().take(slots::COUNT) {
            let slot = match self.version < SHUFFLED {
                true => i,
                false => (usize::from(self.pieces) + 1 + i) % slots::COUNT,
            };
            squares[slot] = square(byte.wrapping_sub(self.pieces));
        }
        slots::setup_of(&squares)
    }
}
