//! Reading and writing bytes: Rice's code for what should be read quickly (networks),
//! little-endian numbers, base64, and SHA-256 to name files and to detect damage. Knows nothing
//! of the game.

mod base64;
mod bits;
mod bytes;
mod digest;

pub use base64::base64;
pub use bits::{BitReader, BitWriter, best_rice};
pub use bytes::{ByteReader, TooShort};
pub use digest::{Digest, Sha256, sha256};
