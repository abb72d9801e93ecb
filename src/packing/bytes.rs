//! Reads numbers and blocks from the front of a slice of bytes.

use std::fmt;

/// The bytes end before what was to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort;

impl fmt::Display for TooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it ends too early")
    }
}

impl std::error::Error for TooShort {}

/// A reader of little-endian numbers. Its methods fail when there are not enough
/// bytes, and then read nothing.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

#[allow(clippy::missing_errors_doc)] // said above
impl<'a> ByteReader<'a> {
    /// A reader at the first of some bytes.
    pub fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { rest: bytes }
    }

    /// Number of bytes that have not been read.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], TooShort> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(TooShort)?;
        self.rest = rest;
        Ok(taken)
    }

    /// A block: its length in four bytes, then its bytes.
    pub fn block(&mut self) -> Result<&'a [u8], TooShort> {
        let mut after = *self;
        let length = after.u32()?;
        let taken = after.take(length as usize)?;
        *self = after;
        Ok(taken)
    }

    /// A number of one byte.
    pub fn u8(&mut self) -> Result<u8, TooShort> {
        Ok(self.array::<1>()?[0])
    }

    /// A number of two bytes.
    pub fn u16(&mut self) -> Result<u16, TooShort> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    pub fn u32(&mut self) -> Result<u32, TooShort> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    pub fn u64(&mut self) -> Result<u64, TooShort> {
        self.array().map(u64::from_le_bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TooShort> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(TooShort)?;
        self.rest = rest;
        Ok(*taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_not_read() {
        let mut reader = ByteReader::new(&[7, 1, 2, 3, 0, 0, 0, 8, 9]);
        assert_eq!((reader.u8(), reader.u16()), (Ok(7), Ok(0x0201)));
        assert_eq!(reader.u64(), Err(TooShort));
        assert_eq!(reader.block(), Err(TooShort));
        assert_eq!((reader.u32(), reader.take(3)), (Ok(3), Err(TooShort)));
        assert_eq!((reader.take(2), reader.remaining()), (Ok(&[8, 9][..]), 0));
        assert_eq!(ByteReader::new(&[1, 0, 0, 0, 5]).block(), Ok(&[5][..]));
    }
}
