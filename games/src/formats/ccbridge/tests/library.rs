//! Libraries of records in slots.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use super::{Noise, STUDY_LINES, lines, record, study};
use crate::formats::ccbridge::{Library, is_library};
use crate::text::GameText;
use chuhe::board::START_FEN;
use encoding_rs::GB18030;

const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const SLOT: usize = 4096;
const START: [super::Raw; 2] = [(0, "", ""), (1, "h2e2", "")];

/// A record with a title, and the flags of its entry.
type Entry<'a> = (&'a str, Vec<u8>, u8);

fn titled(title: &str) -> Vec<u8> {
    record(2, START_FEN, 1, &[("Title", title)], &START)
}

/// A library whose index has so many entries.
fn library(entries: usize, games: &[Entry]) -> Vec<u8> {
    let mut bytes = vec![0; INDEX + ENTRY * entries];
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    bytes[16] = 3;
    bytes[56] = games.iter().any(|(.., flags)| flags & 2 == 0).into();
    bytes[60..64].copy_from_slice(&(entries as u32).to_le_bytes());
    for (number, (title, game, flags)) in games.iter().enumerate() {
        if number < entries {
            let entry = &mut bytes[INDEX + ENTRY * number..][..ENTRY];
            entry[0] = *flags;
            entry[4..8].copy_from_slice(&(number as u32).to_le_bytes());
            entry[8] = 1;
            entry[12..16].copy_from_slice(&(game.len() as u32).to_le_bytes());
            for (place, unit) in entry[100..].chunks_exact_mut(2).zip(title.encode_utf16()) {
                place.copy_from_slice(&unit.to_le_bytes());
            }
        }
    }
    for (_, game, _) in games {
        bytes.extend(game);
        let end = bytes.len();
        let used = (end - INDEX - ENTRY * entries).next_multiple_of(SLOT);
        // What was there before stays behind a record.
        bytes.resize(INDEX + ENTRY * entries + used, 0xcd);
    }
    bytes
}

/// What the games are: their lines, their faults or what is wrong instead of them.
fn shown(bytes: impl AsRef<[u8]>) -> Vec<String> {
    let library = match Library::open(Cursor::new(bytes), GB18030) {
        Ok(library) => library,
        Err(fault) => return vec![fault.to_string()],
    };
    library.map(|game| game.map_or_else(|fault| fault.to_string(), |game| show(&game))).collect()
}

fn show(game: &GameText) -> String {
    let fault = game.fault.as_ref().map(ToString::to_string).unwrap_or_default();
    lines(game) + &fault
}

#[test]
fn games_are_read_in_their_order() {
    let long = "一二三四五六七八九十".repeat(1000);
    let moves = [(0, "", ""), (4, "h2e2", long.as_str()), (1, "h9g7", "")];
    let long = record(2, START_FEN, 1, &[], &moves);
    for entries in [0, 3, 128, 140, 1000] {
        let games =
            [("", study(2), 7), ("", long.clone(), 7), ("", study(1), 7), ("", titled("x"), 7)];
        let bytes = library(entries, &games);
        assert!(is_library(&bytes));
        let read: Vec<GameText> =
            Library::open(Cursor::new(&bytes), GB18030).unwrap().map(Result::unwrap).collect();
        let shown: Vec<usize> = read.iter().map(|game| game.moves.len()).collect();
        assert_eq!(shown, [6, 2, 6, 1], "{entries}");
        assert_eq!(lines(&read[0]), STUDY_LINES);
        assert_eq!(read[1].moves.values()[0].comment.chars().count(), 10_000);
        assert_eq!(read[3].place.line, 4);
        assert!(read.iter().all(|game| game.fault.is_none()));
    }
    assert_eq!(shown(library(128, &[])), [""; 0]);
}

#[test]
fn deleted_games_and_pages_of_text_are_left_out() {
    let page = record(2, "9/9/9/9/9/9/9/9/9/9 w", 1, &[("Title", "P")], &[(1 + 4, "", "text")]);
    let long = "x".repeat(4000);
    let long = record(2, START_FEN, 1, &[("Title", "L")], &[(4, "", &long), (1, "h2e2", "")]);
    let games = [
        ("P", page, 7),
        ("A", titled("A"), 5),
        ("L", long, 7),
        ("B", titled("B"), 5),
        ("C", titled("C"), 7),
    ];
    let expected = [
        "1:1: a page of text, no game",
        "2:1: a deleted game",
        "h2e2 ",
        "4:1: a deleted game",
        "h2e2 ",
    ];
    assert_eq!(shown(library(128, &games)), expected);
    // The entry must be that of the game, and the header say that there are such ones.
    let games = [("A", titled("A"), 5), ("other", titled("B"), 5), ("", titled("C"), 0)];
    let bytes = library(128, &games);
    assert_eq!(shown(&bytes), ["1:1: a deleted game", "h2e2 ", "h2e2 "]);
    let mut bytes = bytes;
    bytes[56] = 0;
    assert_eq!(shown(&bytes), ["h2e2 "; 3]);
}

#[test]
fn games_are_found_where_the_header_is_wrong() {
    let games = [("A", titled("A"), 7), ("B", study(2), 7), ("C", titled("C"), 7)];
    let bytes = library(10, &games);
    for wrong in [0, 9, 11, 999, u32::MAX] {
        let mut bytes = bytes.clone();
        bytes[60..64].copy_from_slice(&wrong.to_le_bytes());
        assert_eq!(shown(&bytes), ["h2e2 ", STUDY_LINES, "h2e2 "], "{wrong}");
    }
    // Wherever the first one begins, also over the edge of what is read at a time.
    for shift in (1320..1340).chain([1, 4095, 4096, 9000]) {
        let mut bytes = bytes.clone();
        let at = INDEX + 10 * ENTRY;
        bytes.splice(at..at, vec![0xcd; shift]);
        assert_eq!(shown(&bytes), ["h2e2 ", STUDY_LINES, "h2e2 "], "{shift}");
    }
}

#[test]
fn a_damaged_game_does_no_harm_to_the_next() {
    let endless = [(0, "", ""), (0, "h2e2", ""), (4, "h9g7", "")];
    let mut endless = record(2, START_FEN, 1, &[], &endless);
    let length = endless.len();
    endless[length - 4..].fill(0xff);
    let mut newer = study(2);
    newer[19] = 3;
    let games = [("", endless, 7), ("", newer, 7), ("", titled("x"), 7)];
    let expected = ["h2e2 1:2: CBR: it is cut off", "2:1: CBR of version 3: not read", "h2e2 "];
    assert_eq!(shown(library(5, &games)), expected);
}

#[test]
fn what_is_cut_off_keeps_the_games_before() {
    let bytes = library(1, &[("", titled("A"), 7), ("", study(2), 7)]);
    let first = INDEX + ENTRY;
    for end in [0, 15, 63] {
        assert_eq!(shown(&bytes[..end]), ["1:1: CBL: it is cut off"], "{end}");
    }
    for end in [64, 1000, INDEX, first, first + 15] {
        assert_eq!(shown(&bytes[..end]), [""; 0], "{end}");
    }
    assert_eq!(shown(&bytes[..first + 100]), ["1:1: CBR: it is cut off"]);
    assert_eq!(shown(&bytes[..first + 2218]), ["1:1: CBR: it is cut off"]);
    assert_eq!(shown(&bytes[..first + SLOT]), ["h2e2 "]);
    let second = first + SLOT;
    for end in second + 16..second + 2300 {
        let shown = shown(&bytes[..end]);
        assert_eq!((shown.len(), shown[0].as_str()), (2, "h2e2 "), "{end}");
        assert!(
            shown[1] == STUDY_LINES || shown[1].ends_with("CBR: it is cut off"),
            "{}",
            shown[1]
        );
    }
}

/// A file that cannot be read any further than a place.
struct Broken(Cursor<Vec<u8>>, u64);

impl Read for Broken {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = self.1.saturating_sub(self.0.position()).min(into.len() as u64);
        if most == 0 && !into.is_empty() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.0.read(&mut into[..most as usize])
    }
}

impl Seek for Broken {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn an_error_of_reading_ends_a_library() {
    let bytes = library(1, &[("", titled("A"), 7), ("", study(2), 7), ("", titled("B"), 7)]);
    let first = INDEX + ENTRY;
    let open = |end: usize| Library::open(Broken(Cursor::new(bytes.clone()), end as u64), GB18030);
    for end in [0, 20, 64, first, first + 1] {
        let fault = open(end).err().map(|fault| fault.to_string());
        assert_eq!(fault.as_deref(), Some("1:1: cannot be read: timed out"), "{end}");
    }
    let shown = |end: usize| -> Vec<String> {
        let games = open(end).unwrap();
        games.map(|game| game.map_or_else(|fault| fault.to_string(), |game| show(&game))).collect()
    };
    assert_eq!(shown(first + SLOT + 100), ["h2e2 ", "2:1: cannot be read: timed out"]);
    // Within a game that takes two slots: what stands before is kept.
    let long = "x".repeat(3000);
    let moves = [(0, "", ""), (0, "h2e2", ""), (4, "h9g7", long.as_str()), (1, "h0g2", "")];
    let long = record(2, START_FEN, 1, &[], &moves);
    let bytes = library(1, &[("", long, 7), ("", titled("B"), 7)]);
    let games = Library::open(Broken(Cursor::new(bytes), (first + SLOT) as u64), GB18030).unwrap();
    let shown: Vec<String> = games.map(|game| show(&game.unwrap())).collect();
    assert_eq!(shown, ["h2e2 1:2: cannot be read: timed out"]);
}

#[test]
fn damage_is_no_panic() {
    let whole = library(2, &[("A", titled("A"), 5), ("", study(2), 7), ("", study(1), 7)]);
    let mut noise = Noise(2);
    for _ in 0..400 {
        let mut games = whole[INDEX..].to_vec();
        noise.damage(&mut games);
        let mut bytes = whole[..INDEX].to_vec();
        bytes[56 + noise.next(8)] = noise.next(256) as u8;
        bytes.extend(games);
        let _ = shown(&bytes);
    }
}
