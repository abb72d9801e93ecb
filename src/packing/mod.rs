//! Bytes in, bytes out: an adaptive range coder for data that is stored often
//! and read rarely, and SHA-256 to name it and to notice damage. Knows nothing
//! of the game; network files and training data are built on it.

mod range;
mod sha256;

pub use range::{BitModel, BitTree, Decoder, Encoder, UnsignedModel};
pub use sha256::{Digest, Sha256, sha256};
