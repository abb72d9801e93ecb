//! Where a file's bytes come from. Gzip is undone on the way.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

/// What gzip files begin with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Texts of games are packed to a fifth or a tenth; what becomes so many times as large as it is
/// packed was made to fill a memory.
pub const MOST_RATIO: u64 = 100;

/// Bytes that may become of any file, however small.
const FREE: u64 = 16 << 20;

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
        Ok(Box::new(Unpacked::new(packed)))
    }

    /// The same, to be read from any place. What is packed is unpacked into memory.
    ///
    /// # Errors
    /// When they cannot be read, or more than `most` bytes are packed.
    pub fn open_seekable(&self, most: u64) -> io::Result<Box<dyn ReadSeek>> {
        let mut packed = self.packed()?;
        match is_gzip(&mut packed)? {
            false => Ok(packed),
            true => Ok(Box::new(Cursor::new(read_all(Unpacked::new(packed), most)?))),
        }
    }

    fn packed(&self) -> io::Result<Box<dyn ReadSeek>> {
        Ok(match self {
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
            Source::File(path) => Box::new(File::open(path)?),
        })
    }
}

/// The bytes that gzip has packed, up to [`MOST_RATIO`].
struct Unpacked<R> {
    decoder: MultiGzDecoder<Counted<R>>,
    /// Bytes so far.
    count: u64,
}

impl<R: Read> Unpacked<R> {
    fn new(packed: R) -> Unpacked<R> {
        Unpacked { decoder: MultiGzDecoder::new(Counted { bytes: packed, count: 0 }), count: 0 }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer)?;
        self.count += read as u64;
        let packed = self.decoder.get_ref().count;
        match self.count > FREE.max(packed.saturating_mul(MOST_RATIO)) {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(read),
        }
    }
}

/// Bytes, and how many of them have been read.
struct Counted<R> {
    bytes: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

/// The bytes of a file, unpacked if gzip has packed them.
///
/// # Errors
/// When they are damaged, or unpack to more than `most` bytes, or to far more than gzip makes of games.
pub fn unpacked(bytes: Vec<u8>, most: u64) -> io::Result<Vec<u8>> {
    match bytes.starts_with(&GZIP) {
        true => read_all(Unpacked::new(&bytes[..]), most),
        false => Ok(bytes),
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_becomes_too_large_is_refused_early() {
        let text = b"1. h2e2 h9g7\n";
        assert_eq!(unpacked(packed(text), 100).unwrap(), text);
        assert_eq!(unpacked(text.to_vec(), 100).unwrap(), text);
        assert_eq!(
            unpacked(packed(&[b'a'; 200]), 100).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
        // A thousand times as large: the rest is not unpacked.
        let bomb = packed(&vec![b'a'; 4 * FREE as usize]);
        let mut reader = Unpacked::new(&bomb[..]);
        let error = io::copy(&mut reader, &mut io::sink()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(reader.count < FREE + (1 << 20), "{}", reader.count);
        let source = Source::Bytes(bomb.into());
        assert!(io::copy(&mut source.open().unwrap(), &mut io::sink()).is_err());
        assert!(source.open_seekable(u64::MAX).is_err());
    }
}
