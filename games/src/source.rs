//! Where a file's bytes come from. Gzip is undone on the way.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

/// What gzip files begin with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Bytes that can be read more than once, so that they need not be kept.
#[derive(Clone, Debug)]
pub enum Source {
    /// These bytes.
    Bytes(Arc<[u8]>),
    /// Those of a file, which is opened each time they are read.
    File(PathBuf),
}

/// What can be read from any place.
pub trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}

impl Source {
    /// The bytes from the beginning, unpacked.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let mut packed = self.packed()?;
        if !is_gzip(&mut packed)? {
            return Ok(packed);
        }
        Ok(Box::new(MultiGzDecoder::new(packed)))
    }

    /// The same, to be read from any place. What is packed is unpacked into memory.
    ///
    /// # Errors
    /// When they cannot be read, or more than `most` bytes are packed.
    pub fn open_seekable(&self, most: u64) -> io::Result<Box<dyn ReadSeek>> {
        let mut packed = self.packed()?;
        match is_gzip(&mut packed)? {
            false => Ok(packed),
            true => Ok(Box::new(Cursor::new(read_all(MultiGzDecoder::new(packed), most)?))),
        }
    }

    fn packed(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(match self {
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
            Source::File(path) => Box::new(File::open(path)?),
        })
    }
}

/// Whether gzip's mark comes next; it stays to be read.
fn is_gzip(bytes: &mut impl ReadSeek) -> io::Result<bool> {
    let mut mark = Vec::new();
    bytes.take(GZIP.len() as u64).read_to_end(&mut mark)?;
    bytes.rewind()?;
    Ok(mark == GZIP)
}

/// All bytes.
///
/// # Errors
/// When they cannot be read, or are more than `most`.
pub fn read_all(bytes: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    bytes.take(most.saturating_add(1)).read_to_end(&mut all)?;
    match all.len() as u64 > most {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(all),
    }
}
