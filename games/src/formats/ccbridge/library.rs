//! Libraries: an index that names what is there, then games in slots of 4096 bytes. A game
//! that is longer goes on in the next slots. They are read one by one.

use std::io::{self, Read, Seek, SeekFrom};

use encoding_rs::Encoding;

use crate::fault::{Fault, FaultKind};
use crate::formats::ccbridge::fields::utf16;
use crate::formats::ccbridge::packed::{self, Packed};
use crate::formats::ccbridge::record::{self, is_record};
use crate::formats::ccbridge::{CBL, RECORD, cut};
use crate::place::Place;
use crate::text::{GameText, visible};

/// What a library begins with.
const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";

/// Bytes of the header that are looked at.
const HEAD: u64 = 64;

/// Where the header says that there are deleted games, and how many entries the index has.
const HAS_DELETED: usize = 56;
const ENTRIES: usize = 60;

/// Where the index begins.
const INDEX: u64 = 66_624;

/// Bytes of an entry of the index, and where its title is.
const ENTRY: usize = 276;
const TITLE: std::ops::Range<usize> = 100..228;

/// The bit of the first number of an entry that a deleted game lacks.
const LIVE: u8 = 2;

/// No more deleted games are known than so many.
const MOST_DELETED: usize = 1 << 16;

/// Bytes of a slot.
const SLOT: usize = 4096;

/// Whether a file begins as a library does.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY) || packed::is_packed(bytes)
}

/// The games of a library in their order, read as they are asked for: memory is that of one
/// game. The line of a fault is the number of the game from 1, the column that of the move.
///
/// A game that was deleted, and a page of text, is a fault in its place.
#[derive(Debug)]
pub struct Library<R>(Kind<R>);

#[derive(Debug)]
enum Kind<R> {
    Slots(Slots<R>),
    Packed(Box<Packed<io::BufReader<R>>>),
}

impl<R: Read + Seek> Library<R> {
    /// Opens a library. Those of CCBridge 2 have texts in the encoding, GB18030 in most files;
    /// the others do not need it.
    ///
    /// # Errors
    /// When it does not begin like one, or its header is cut off or cannot be read.
    pub fn open(mut source: R, encoding: &'static Encoding) -> Result<Library<R>, Fault> {
        let fault = |error: io::Error| Fault::new(Place::START, cut(&error, CBL));
        let mut head = Vec::new();
        source.by_ref().take(HEAD).read_to_end(&mut head).map_err(fault)?;
        if packed::is_packed(&head) {
            source.seek(SeekFrom::Start(packed::HEADER as u64)).map_err(fault)?;
            let source = io::BufReader::new(source);
            return Ok(Library(Kind::Packed(Box::new(Packed::open(source, encoding)?))));
        }
        Ok(Library(Kind::Slots(Slots::open(&head, source).map_err(fault)?)))
    }
}

impl<R: Read + Seek> Iterator for Library<R> {
    type Item = Result<GameText, Fault>;

    fn next(&mut self) -> Option<Result<GameText, Fault>> {
        match &mut self.0 {
            Kind::Slots(slots) => slots.next_game(),
            Kind::Packed(packed) => packed.next_game(),
        }
    }
}

/// Reads slot by slot.
#[derive(Debug)]
struct Slots<R> {
    source: R,
    /// The slot that is read, and how much of it has been.
    slot: Vec<u8>,
    used: usize,
    /// The number of the slot from 0, and of the games before.
    number: usize,
    games: usize,
    /// Whether the game that begins with this slot is being read.
    is_open: bool,
    /// Entries of the index that are deleted: their number from 0 and the title.
    deleted: Vec<(usize, String)>,
}

impl<R: Read + Seek> Slots<R> {
    fn open(head: &[u8], source: R) -> io::Result<Slots<R>> {
        let Some(entries) = head.get(ENTRIES..ENTRIES + 4) else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        let entries = u32::from_le_bytes(entries.try_into().unwrap_or_default());
        let mut slots = Slots {
            source,
            slot: Vec::new(),
            used: 0,
            number: 0,
            games: 0,
            is_open: false,
            deleted: Vec::new(),
        };
        if head[HAS_DELETED] != 0 {
            slots.read_deleted(entries)?;
        }
        slots.go_to_first(INDEX + ENTRY as u64 * u64::from(entries))?;
        Ok(slots)
    }

    /// Reads which entries of the index are deleted.
    fn read_deleted(&mut self, entries: u32) -> io::Result<()> {
        self.source.seek(SeekFrom::Start(INDEX))?;
        let mut index = io::BufReader::new(&mut self.source);
        let mut entry = [0; ENTRY];
        for number in 0..entries as usize {
            match index.read_exact(&mut entry) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                read => read?,
            }
            if entry[0] != 0 && entry[0] & LIVE == 0 && self.deleted.len() < MOST_DELETED {
                self.deleted.push((number, utf16(&entry[TITLE])));
            }
        }
        Ok(())
    }

    /// Loads the first slot: that behind the index, or wherever the first game begins.
    fn go_to_first(&mut self, computed: u64) -> io::Result<()> {
        self.source.seek(SeekFrom::Start(computed))?;
        self.load()?;
        if self.begins_game() {
            return Ok(());
        }
        let mut at = INDEX;
        self.source.seek(SeekFrom::Start(at))?;
        // The end of the last part is kept, as the word could go over the edge.
        let mut part = Vec::new();
        loop {
            let kept = part.len();
            let read = self.source.by_ref().take(SLOT as u64).read_to_end(&mut part)?;
            if let Some(found) = part.windows(RECORD.len()).position(|word| word == RECORD) {
                self.source.seek(SeekFrom::Start(at - kept as u64 + found as u64))?;
                return self.load();
            }
            if read == 0 {
                self.slot.clear();
                return Ok(());
            }
            at += read as u64;
            part.drain(..part.len().saturating_sub(RECORD.len() - 1));
        }
    }
}

impl<R: Read> Slots<R> {
    /// Loads the next slot; an empty one at the end, and where it cannot be read.
    fn load(&mut self) -> io::Result<()> {
        self.slot.clear();
        self.used = 0;
        let read = self.source.by_ref().take(SLOT as u64).read_to_end(&mut self.slot);
        read.map(drop).inspect_err(|_| self.slot.clear())
    }

    fn begins_game(&self) -> bool {
        self.used == 0 && is_record(&self.slot)
    }

    fn next_game(&mut self) -> Option<Result<GameText, Fault>> {
        self.is_open = false;
        let count = self.games + 1;
        while !self.begins_game() {
            if self.slot.is_empty() {
                return None;
            }
            self.number += 1;
            if let Err(error) = self.load() {
                let place = Place { line: count, column: 1 };
                return Some(Err(Fault::new(place, cut(&error, CBL))));
            }
        }
        let first_slot = self.number;
        self.is_open = true;
        let read = record::read(self, count);
        // Whether an entry belongs to a game or to its first slot is not known.
        let entry = |number: usize| {
            let found = self.deleted.binary_search_by_key(&number, |(number, _)| *number);
            found.ok().map(|at| visible(self.deleted[at].1.trim()))
        };
        let entries = [entry(self.games), entry(first_slot)];
        let was_deleted = |game: &GameText| {
            let title = game.tag("Title").unwrap_or_default();
            entries.iter().flatten().any(|of| of == title)
        };
        let deleted = |game: &GameText| Fault::new(game.place, FaultKind::Deleted);
        let read = match read {
            Ok(game) if was_deleted(&game) => Err(deleted(&game)),
            read => read,
        };
        self.games += 1;
        Some(read)
    }
}

/// The bytes of a game, over its slots, up to where the next one begins.
impl<R: Read> Read for Slots<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.used == self.slot.len() && !self.slot.is_empty() {
            self.load()?;
            self.number += 1;
        }
        if self.begins_game() && !self.is_open {
            return Ok(0);
        }
        self.is_open = false;
        let count = (&self.slot[self.used..]).read(into)?;
        self.used += count;
        Ok(count)
    }
}
