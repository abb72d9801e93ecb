//! Reading and writing bytes: Rice's code for what should be read quickly (networks),
//! little-endian numbers, and SHA-256 to name files and to detect damage. Knows nothing
//! of the game.

mod bits;
mod bytes;
mod digest;

pub use bits::{BitReader, BitWriter, best_rice};
pub use bytes::{ByteReader, TooShort};
pub use digest::{Digest, Sha256, sha256};
