//! SHA-256 of the crate `sha2`: names files by their content and detects damage.

use std::fmt;

use sha2::Digest as _;

/// The hash of some bytes. Prints as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The first `digits` hexadecimal digits, at most 64.
    pub fn short(&self, digits: usize) -> String {
        let mut text = self.to_string();
        text.truncate(digits);
        text
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Hashes bytes that come in parts.
#[derive(Clone, Debug, Default)]
pub struct Sha256(sha2::Sha256);

impl Sha256 {
    /// Takes more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of everything taken.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// The hash of some bytes.
pub fn sha256(bytes: &[u8]) -> Digest {
    let mut hash = Sha256::default();
    hash.update(bytes);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc").to_string(), abc);
        assert_eq!(sha256(b"abc").short(8), "ba7816bf");
        let mut parts = Sha256::default();
        ["a", "", "bc"].iter().for_each(|part| parts.update(part.as_bytes()));
        assert_eq!(parts.finish(), sha256(b"abc"));
    }
}
