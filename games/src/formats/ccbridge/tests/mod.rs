//! Tests with files that are built byte by byte, so that they do not rest on the writer.

mod library;
mod packed;
mod record;

use crate::formats::ccbridge::fields::{FIELDS, place};
use crate::formats::ccbridge::record::{BOARD, FIRST_MOVER, HEADER, MOVE_NUMBER, RESULT, VERSION};
use crate::formats::ccbridge::{RECORD, record as reader};
use crate::text::GameText;
use chuhe::board::{START_FEN, Setup};
use chuhe::types::{Color, Move, Square};

/// A move as a file has it: tag, move, comment.
type Raw<'a> = (u8, &'a str, &'a str);

/// A study with variations and comments; how [`lines`] shows it.
const STUDY: [Raw; 7] = [
    (4, "", "a study\r\nof openings "),
    (2 + 4, "h2e2", "best"),
    (0, "h9g7", ""),
    (1, "h0g2", ""),
    (2, "b0c2", ""),
    (1, "h9g7", ""),
    (1 + 4, "h2d2", "甲"),
];
const STUDY_LINES: &str = "h2e2 {best} h9g7 h0g2 | b0c2 h9g7 | h2d2 {甲} ";

/// What stands in the gaps of a file: it must never be read.
const NOISE: u8 = 0xcd;

/// A record with a few texts.
fn record(version: u8, fen: &str, said: u8, texts: &[(&str, &str)], moves: &[Raw]) -> Vec<u8> {
    let start: Setup = fen.parse().unwrap();
    let at = |of_2| place(of_2, version).unwrap();
    let mut bytes = vec![NOISE; at(HEADER)];
    bytes[..16].copy_from_slice(RECORD);
    bytes[VERSION] = version;
    bytes[at(RESULT)] = 1;
    bytes[at(FIRST_MOVER)] = said;
    bytes[at(MOVE_NUMBER)..at(MOVE_NUMBER) + 2].copy_from_slice(&[1, 0]);
    for square in Square::all() {
        let piece = start.pieces[square.index()].map_or(0, |piece| {
            let letter = piece.fen_char().to_ascii_lowercase();
            let side = if piece.color() == Color::Red { 0x10 } else { 0x20 };
            side + "rnbakcp".find(letter).unwrap() as u8 + 1
        });
        bytes[at(BOARD) + 9 * (9 - square.rank()) + square.file()] = piece;
    }
    for field in &FIELDS {
        if let Some(at) = place(field.at, version) {
            let text = texts.iter().find(|(tag, _)| *tag == field.tag).map_or("", |text| text.1);
            let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            bytes[at..at + units.len()].copy_from_slice(&units);
            if units.len() < field.bytes {
                bytes[at + units.len()..][..2].fill(0);
            }
        }
    }
    for (tag, mv, comment) in moves {
        let points = mv.parse::<Move>().map_or([0; 2], |mv| {
            [mv.from(), mv.to()].map(|square| {
                let (file, row) = (square.file() as u8, 9 - square.rank() as u8);
                if version == 1 { 16 * file + row } else { 9 * row + file }
            })
        });
        bytes.extend([*tag, NOISE, points[0], points[1]]);
        if tag & 4 != 0 {
            let units: Vec<u8> = comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
            bytes.extend((units.len() as u32).to_le_bytes());
            bytes.extend(units);
        }
    }
    bytes
}

fn study(version: u8) -> Vec<u8> {
    record(version, START_FEN, 1, &[("Red", "甲"), ("Black", "Bert")], &STUDY)
}

fn read(bytes: &[u8]) -> Result<GameText, String> {
    reader::read(&mut &*bytes, 1).map_err(|fault| fault.to_string())
}

/// The moves in the order of binary files, alternatives behind a bar, comments in braces.
fn lines(game: &GameText) -> String {
    let mut text = String::new();
    for at in game.moves.walk() {
        let word = game.moves.get(at).unwrap();
        let before = game.moves.parent(at).unwrap();
        text += if game.moves.first(before) == Some(at) { "" } else { "| " };
        text += &format!("{} ", word.text);
        if !word.comment.is_empty() {
            text += &format!("{{{}}} ", word.comment);
        }
    }
    text
}

/// Numbers that look random and are the same in every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// Changes a few bytes, and cuts some files off.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.next(4) {
            let at = self.next(bytes.len());
            bytes[at] = match self.next(3) {
                0 => 0xff,
                1 => bytes[at] ^ (1 << self.next(8)),
                _ => self.next(256) as u8,
            };
        }
        if self.next(3) == 0 {
            let length = self.next(bytes.len()) + 1;
            bytes.truncate(length);
        }
    }
}
