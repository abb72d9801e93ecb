//! Tables as files, which are read block by block.
//!
//! The layout is described in `docs/authors/endings.md`. All numbers are little-endian.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use crate::endings::class::Class;
use crate::endings::table_error::{MAX_BLOCKS, TableError, VERSIONS, version_of};
use crate::packing::sha256;

/// What a file begins with.
pub const MAGIC: &[u8; 8] = b"CHUHEEND";
/// In the values of a table of version 2: the note of the position has more.
pub const NOTED: u8 = u8::MAX;
/// In a table of version 3, bytes from this on are of positions that the attacker loses.
pub const AGAINST: u8 = 200;
/// Bytes of a note.
pub const NOTE_BYTES: usize = 2;
/// Bytes of a block before compression, about.
pub const BLOCK_BYTES: usize = 1 << 16;
/// Bytes of the hash behind the directory.
const HASH_BYTES: usize = 32;

/// Where the bytes of a table lie.
#[derive(Debug)]
enum Source {
    File(Mutex<File>),
    Memory(Cow<'static, [u8]>),
}

/// A table whose directory has been read and checked; its blocks are read when
/// they are needed.
#[derive(Debug)]
pub struct EndingTable {
    class: Class,
    /// Positions of a frame.
    pub(super) placements: usize,
    /// Number of frames.
    pub(super) frames: usize,
    /// Frames in a block.
    pub(super) frames_per_block: usize,
    /// Where each block begins, and where the last one ends.
    offsets: Vec<u64>,
    source: Source,
    /// Whether a block has turned out to be damaged: the table says nothing more.
    is_damaged: AtomicBool,
}

impl EndingTable {
    /// Opens a file and checks its directory. What is no ordinary file is not opened:
    /// opening a pipe would wait for a writer.
    ///
    /// # Errors
    /// When the file cannot be read or is not a table.
    pub fn open(path: &Path) -> Result<EndingTable, TableError> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(TableError::NotAFile);
        }
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let head = read_head(&mut file)?;
        EndingTable::new(&head, length, |file| Source::File(Mutex::new(file)), file)
    }

    /// A table whose bytes are in memory, such as one that is part of the program.
    ///
    /// # Errors
    /// When the bytes are not a table.
    pub fn in_memory(bytes: impl Into<Cow<'static, [u8]>>) -> Result<EndingTable, TableError> {
        let bytes = bytes.into();
        let head = read_head(&mut &bytes[..])?;
        EndingTable::new(&head, bytes.len() as u64, Source::Memory, bytes)
    }

    fn new<S>(
        head: &[u8],
        length: u64,
        source: impl Fn(S) -> Source,
        of: S,
    ) -> Result<EndingTable, TableError> {
        let name_end = 11 + usize::from(head[10]);
        let name = std::str::from_utf8(&head[11..name_end]).ok();
        let class = name.and_then(|name| name.parse().ok());
        let class: Class = class.ok_or(TableError::Class)?;
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != version_of(&class) {
            return Err(TableError::ClassVersion { class, version });
        }
        let parts = if class.is_mutual() { 4 } else { 2 };
        let words: Vec<usize> = head[name_end..head.len() - HASH_BYTES]
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]) as usize)
            .collect();
        let (placements, frames, frames_per_block) = (words[0], words[1], words[2]);
        let blocks_a_side = frames.div_ceil(frames_per_block.max(1));
        if placements == 0
            || frames == 0
            || frames_per_block == 0
            || words[3] != parts * blocks_a_side
        {
            return Err(TableError::Directory);
        }
        // Whatever the class, a block then takes no more than a frame, or BLOCK_BYTES.
        if frames_per_block > 1 && frames_per_block.saturating_mul(placements) > BLOCK_BYTES {
            return Err(TableError::BlocksTooLarge);
        }
        let mut offsets = vec![head.len() as u64];
        let mut end = head.len() as u64;
        for &bytes in &words[4..] {
            end += bytes as u64;
            offsets.push(end);
        }
        if end != length {
            return Err(TableError::Length { expected: end, found: length });
        }
        let is_damaged = AtomicBool::new(false);
        let source = source(of);
        Ok(EndingTable { class, placements, frames, frames_per_block, offsets, source, is_damaged })
    }

    /// Whether it is read from a file, and is not in memory like those of the program.
    pub fn is_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// Whether a block has turned out to be damaged, so that the table is not used any more.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Placements of pieces that it has a value for, with each side to move.
    pub fn placements(&self) -> usize {
        self.frames * self.placements
    }

    /// The class of its positions.
    pub fn class(&self) -> Class {
        self.class
    }

    /// Bytes of the largest block, unpacked.
    pub fn block_bytes(&self) -> usize {
        let values = self.placements.saturating_mul(self.frames_per_block.min(self.frames));
        if self.class.is_mutual() { values.saturating_mul(NOTE_BYTES) } else { values }
    }

    /// Number of blocks, those with the attacker to move first; in a table of version 2 the
    /// notes come after the values.
    pub fn blocks(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of blocks of values with one side to move, and as many of notes if there are any.
    pub(super) fn blocks_a_side(&self) -> usize {
        self.blocks() / if self.class.is_mutual() { 4 } else { 2 }
    }

    /// Whether no position of it is won or lost by force.
    pub fn is_blank(&self) -> bool {
        self.offsets[0] == self.offsets[2 * self.blocks_a_side()]
    }

    /// Whether some position of it has a note: a win by the rules, or how a draw is held.
    pub fn has_notes(&self) -> bool {
        self.offsets[2 * self.blocks_a_side()] < self.bytes()
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// A block, unpacked; `None` when there is none of this number, and when it cannot be read
    /// or is damaged, which ends the use of the table.
    pub fn block(&self, number: usize) -> Option<Box<[u8]>> {
        if self.is_damaged() || number >= self.blocks() {
            return None;
        }
        let block = self.read_block(number);
        if block.is_none() && !self.is_damaged.swap(true, Ordering::Relaxed) {
            log::error!("the table {} is damaged and not used any more", self.class);
        }
        block
    }

    fn read_block(&self, number: usize) -> Option<Box<[u8]>> {
        let blocks_a_side = self.blocks_a_side();
        let in_side = number % blocks_a_side;
        let frames = self.frames_per_block.min(self.frames - in_side * self.frames_per_block);
        let bytes = if number < 2 * blocks_a_side { 1 } else { NOTE_BYTES };
        let mut out = vec![0; frames * self.placements * bytes].into_boxed_slice();
        let (start, end) = (self.offsets[number], self.offsets[number + 1]);
        if start == end {
            return Some(out);
        }
        let length = (end - start) as usize;
        let read;
        let packed = match &self.source {
            Source::Memory(bytes) => bytes.get(start as usize..end as usize)?,
            Source::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(start)).ok()?;
                let mut bytes = vec![0; length];
                file.read_exact(&mut bytes).ok()?;
                read = bytes;
                &read[..]
            }
        };
        let unpacked =
            decompress_slice_iter_to_slice(&mut out, std::iter::once(packed), true, false);
        (unpacked == Ok(out.len())).then_some(out)
    }
}

/// Reads everything before the blocks and checks its hash.
fn read_head(from: &mut impl Read) -> Result<Vec<u8>, TableError> {
    let mut head = vec![0; 11];
    let cut_off = |_| TableError::CutOff;
    from.read_exact(&mut head).map_err(cut_off)?;
    if head[..8] != MAGIC[..] {
        return Err(TableError::NotATable);
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if !VERSIONS.contains(&version) {
        return Err(TableError::Version(version));
    }
    let mut take = |head: &mut Vec<u8>, bytes: usize| {
        let start = head.len();
        head.resize(start + bytes, 0);
        from.read_exact(&mut head[start..]).map_err(cut_off)
    };
    let name_length = usize::from(head[10]);
    take(&mut head, name_length + 16)?;
    let last = &head[head.len() - 4..];
    let blocks = u32::from_le_bytes([last[0], last[1], last[2], last[3]]) as usize;
    if blocks > MAX_BLOCKS {
        return Err(TableError::DirectoryTooLong { blocks });
    }
    take(&mut head, 4 * blocks)?;
    let hashed = head.len();
    take(&mut head, HASH_BYTES)?;
    if sha256(&head[..hashed]).0[..] != head[hashed..] {
        return Err(TableError::Checksum);
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endings::{Endings, embedded_files};

    /// The file of the smallest class with wins, as the solver wrote it.
    fn example() -> Vec<u8> {
        let is_wanted = |file: &&'static [u8]| {
            EndingTable::in_memory(*file).is_ok_and(|table| table.class.to_string() == "KRK")
        };
        embedded_files().into_iter().find(is_wanted).unwrap().to_vec()
    }

    fn open(bytes: Vec<u8>) -> Result<EndingTable, TableError> {
        EndingTable::in_memory(bytes)
    }

    #[test]
    fn many_tables_in_one_file_are_read_whole_or_not_at_all() {
        let table = example();
        let mut many = Vec::new();
        let others = embedded_files().into_iter().filter(|&file| file != table);
        for file in others.take(2).chain([&*table]) {
            many.extend((file.len() as u32).to_le_bytes());
            many.extend(file);
        }
        let read = |bytes: Vec<u8>| Endings::from_bytes(bytes.leak()).map(|e| e.tables().count());
        assert_eq!(read(many.clone()).unwrap(), 3);
        assert_eq!(read(Vec::new()).unwrap(), 0);
        for missing in [1, table.len(), table.len() + 1] {
            let cut = many[..many.len() - missing].to_vec();
            assert!(matches!(read(cut), Err(TableError::CutOff)), "{missing}");
        }
        many[5] ^= 1;
        assert!(matches!(read(many), Err(TableError::NotATable)));
    }

    #[test]
    fn damage_before_the_blocks_is_refused() {
        let bytes = example();
        let table = open(bytes.clone()).unwrap();
        let head = table.offsets[0] as usize;
        for at in 0..head {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert!(open(bytes).is_err(), "byte {at}");
        }
        for length in [0, 5, 20, head - 1, head, bytes.len() - 1] {
            assert!(open(bytes[..length].to_vec()).is_err(), "{length} bytes");
        }
        assert!(open([bytes.clone(), vec![0]].concat()).is_err(), "one byte more");
        let mut newer = bytes;
        newer[8] = 9;
        assert!(matches!(open(newer), Err(TableError::Version(9))));
    }

    /// A directory with a right checksum: one block a side.
    fn directory(placements: u32, frames_per_block: u32) -> Vec<u8> {
        with_words(&[placements, frames_per_block, frames_per_block, 2, 0, 0])
    }

    /// The beginning of a table with these numbers, and their checksum.
    fn with_words(words: &[u32]) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], &VERSIONS[0].to_le_bytes(), &[3], b"KRK"].concat();
        for number in words {
            bytes.extend(number.to_le_bytes());
        }
        let hash = sha256(&bytes);
        [&bytes[..], &hash.0].concat()
    }

    #[test]
    fn blocks_that_no_memory_holds_are_refused() {
        assert!(open(directory(90, 1)).is_ok() && open(directory(90, 728)).is_ok());
        for (placements, frames) in [(90, 729), (8010, 1 << 20), (u32::MAX, u32::MAX)] {
            let error = open(directory(placements, frames)).unwrap_err().to_string();
            assert_eq!(error, "its blocks are too large", "{placements} {frames}");
        }
    }

    /// The version must be the one of the class, and the error says which.
    #[test]
    fn the_other_version_is_refused_by_number() {
        for (name, version, expected) in [
            ("KRK", 2u16, 1),
            ("KRKAABB", 3, 1),
            ("KRKN", 1, 2),
            ("KPKP", 3, 2),
            ("KNAAK", 1, 3),
            ("KRNAAKB", 2, 3),
            ("KNAABK", 3, 1),
        ] {
            let name_length = name.len() as u8;
            let mut bytes = [&MAGIC[..], &version.to_le_bytes(), &[name_length]].concat();
            bytes.extend(name.bytes());
            [90u32, 1, 1, 2, 0, 0].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
            bytes.extend(sha256(&bytes).0);
            let error = open(bytes).unwrap_err().to_string();
            assert_eq!(error, format!("expected version {expected} for {name}, found {version}"));
        }
    }

    #[test]
    fn a_block_that_is_not_there_is_none() {
        let table = open(example()).unwrap();
        let blocks = table.blocks();
        assert!(
            [blocks, blocks + 1, usize::MAX].map(|number| table.block(number))
                == [None, None, None]
        );
        assert!(table.block(blocks - 1).is_some(), "which damages nothing");
        let error = open(with_words(&[90, 0, 1, 0])).unwrap_err();
        assert!(matches!(error, TableError::Directory), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_ordinary_file_is_refused() {
        for path in ["/dev/null", "/"] {
            let error = EndingTable::open(Path::new(path)).unwrap_err().to_string();
            assert_eq!(error, "it is not an ordinary file", "{path}");
        }
    }

    #[test]
    fn a_damaged_block_ends_the_use_of_the_table() {
        let bytes = example();
        let head = open(bytes.clone()).unwrap().offsets[0] as usize;
        for at in (head..bytes.len()).step_by(1 + (bytes.len() - head) / 40) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            let table = open(bytes).unwrap();
            let blocks: Vec<_> = (0..table.blocks()).map(|block| table.block(block)).collect();
            assert!(blocks.contains(&None), "byte {at}");
            assert!(table.block(0).is_none() && table.block(1).is_none(), "byte {at}");
        }
    }
}
