//! Bytes in, bytes out: an adaptive range coder for what should be small (games),
//! Rice's code for what should be read quickly (networks), and SHA-256 to name
//! files and to notice damage. Knows nothing of the game.

mod bits;
mod digest;
mod range;

pub use bits::{BitReader, BitWriter, best_rice};
pub use digest::{Digest, Sha256, sha256};
pub use range::{BitModel, BitTree, Decoder, Encoder, UnsignedModel};
