//! Libraries of CCBridge 2.

use std::io::{Cursor, Write};

use super::{Noise, lines};
use crate::formats::ccbridge::{Library, is_library};
use crate::formats::slots;
use crate::text::GameText;
use chuhe::board::Setup;
use chuhe::rules::Outcome;
use chuhe::types::{Color, Move};
use encoding_rs::GB18030;
use flate2::Compression;
use flate2::write::ZlibEncoder;

fn text(text: &str) -> Vec<u8> {
    let bytes = GB18030.encode(text).0;
    [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat()
}

/// A game: its title, start, what the file says of the first mover, moves with comments.
fn game(title: &str, fen: &str, red_first: u8, moves: &[(&str, &str)]) -> Vec<u8> {
    let moves: Vec<_> = (1..).zip(moves).map(|(ply, (mv, comment))| (ply, *mv, *comment)).collect();
    study(title, fen, red_first, &moves)
}

/// A game whose moves say which ply they are.
fn study(title: &str, fen: &str, red_first: u8, moves: &[(u16, &str, &str)]) -> Vec<u8> {
    let start: Setup = fen.parse().unwrap();
    let mut bytes = Vec::new();
    for square in slots::squares_of(&start).unwrap() {
        let point = |square: chuhe::types::Square| 16 * (square.file() + 1) + 10 - square.rank();
        bytes.push(square.map_or(0, point) as u8);
    }
    bytes.extend([2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    for name in [title, "", "", "", "", "甲", "Bert"] {
        bytes.extend(text(name));
    }
    bytes.extend([2, 0, 0, 0]);
    for name in ["Anna", "", "Carl", "", "a||b"] {
        bytes.extend(text(name));
    }
    bytes.push(red_first);
    bytes.extend(b"2001-2-18 12:30:22 2006-11-25 22:02:58");
    bytes.extend((moves.len() as u32).to_le_bytes());
    for (ply, mv, _) in moves {
        let mv: Move = mv.parse().unwrap();
        let point = |square: chuhe::types::Square| 16 * square.file() + 9 - square.rank();
        bytes.extend(ply.to_le_bytes());
        bytes.extend([point(mv.from()) as u8, point(mv.to()) as u8, 0xcd, 0xcd]);
    }
    for (.., comment) in moves {
        bytes.extend(&*GB18030.encode(comment).0);
        bytes.extend(b"\r\n");
    }
    [&(bytes.len() as u32 + 4).to_le_bytes()[..], &bytes].concat()
}

fn library(count: u32, games: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in ["Book", "", "", "Author", ""] {
        bytes.extend(text(name));
    }
    bytes.extend(b"2001-2-18 12:30:22 2006-11-25 22:02:58");
    bytes.extend(count.to_le_bytes());
    bytes.extend(text("remarks"));
    bytes.extend(games.concat());
    packed(&bytes)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut file = b"CCBridge\x15\0\0\0\x01\0\0\0".to_vec();
    file.extend((bytes.len() as u32).to_le_bytes());
    let mut packer = ZlibEncoder::new(file, Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn read(bytes: &[u8]) -> Vec<Result<GameText, String>> {
    match Library::open(Cursor::new(bytes), GB18030) {
        Ok(library) => library.map(|game| game.map_err(|fault| fault.to_string())).collect(),
        Err(fault) => vec![Err(fault.to_string())],
    }
}

const MOVES: [(&str, &str); 3] = [("h2e2", "第一着"), ("h9g7", ""), ("h0g2", "x||y")];
const QUIET: &str = "5k3/9/9/9/9/9/9/4R4/9/3K5 w";

fn two() -> Vec<u8> {
    let first = game("局一 (变 2)", chuhe::board::START_FEN, 1, &MOVES);
    library(2, &[first, game("", QUIET, 0, &[])])
}

#[test]
fn games_are_read_in_their_order() {
    let bytes = two();
    assert!(is_library(&bytes) && !is_library(b"CCBridge") && !is_library(&[0; 30]));
    let games = read(&bytes);
    let [Ok(first), Ok(second)] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(lines(first), "h2e2 {第一着} h9g7 h0g2 {x\ny} ");
    assert_eq!((first.comment.as_str(), &first.fault), ("a\nb", &None));
    assert_eq!((&first.start, first.outcome), (&Setup::start(), Outcome::Win(Color::Black)));
    for (tag, value) in [
        ("Title", "局一 (变 2)"),
        ("Red", "甲"),
        ("Black", "Bert"),
        ("Annotator", "Anna"),
        ("Author", "Carl"),
        ("Created", "2001-2-18 12:30:22"),
    ] {
        assert_eq!(first.tag(tag), Some(value));
    }
    let quiet: Setup = QUIET.parse().unwrap();
    assert_eq!((&second.start, second.moves.len()), (&Setup { side: Color::Black, ..quiet }, 0));
    // The first piece that moves counts more than what the file says.
    let black = library(1, &[game("", QUIET, 1, &[("f9f8", "")])]);
    assert_eq!(read(&black)[0].as_ref().unwrap().start.side, Color::Black);
}

#[test]
fn a_ply_that_comes_again_is_an_alternative() {
    let moves = [
        (1, "h2e2", ""),
        (2, "h9g7", ""),
        (3, "h0g2", "main"),
        (3, "b0c2", ""),
        (4, "i9h9", ""),
        (2, "h7e7", "other"),
        (3, "h0g2", ""),
        (1, "b0c2", ""),
    ];
    let start = chuhe::board::START_FEN;
    let read_one = |moves: &[(u16, &str, &str)]| {
        read(&library(1, &[study("", start, 1, moves)])).remove(0).unwrap()
    };
    let game = read_one(&moves);
    let expected = "h2e2 h9g7 h0g2 {main} | b0c2 i9h9 | h7e7 {other} h0g2 | b0c2 ";
    assert_eq!((lines(&game).as_str(), &game.fault), (expected, &None));
    for ply in [0, 3, 9, u16::MAX] {
        let game = read_one(&[(1, "h2e2", ""), (ply, "h9g7", "")]);
        assert_eq!(lines(&game), "h2e2 ");
        assert_eq!(game.fault.unwrap().to_string(), format!("1:{ply}: CBL: it is damaged"));
    }
    let wide: Vec<_> = (0..1000).map(|_| (1, "h2e2", "")).collect();
    assert_eq!(read_one(&wide).moves.children(crate::tree::START).count(), 1000);
    let deep: Vec<_> = (1..=1000).map(|ply| (ply, "h2e2", "")).collect();
    assert_eq!(read_one(&deep).words().count(), 1000);
}

#[test]
fn many_games_are_one_after_the_other() {
    let games: Vec<Vec<u8>> =
        (0..2000).map(|i| game(&format!("{i}"), chuhe::board::START_FEN, 1, &MOVES)).collect();
    let read = read(&library(2000, &games));
    assert_eq!(read.len(), 2000);
    for (number, game) in read.iter().enumerate() {
        let game = game.as_ref().unwrap();
        assert_eq!((game.tag("Title"), game.moves.len()), (Some(&*number.to_string()), 3));
    }
}

#[test]
fn what_is_cut_off_keeps_what_stands_before() {
    let whole = two();
    let mut most = 0;
    for end in 0..whole.len() {
        let games = read(&whole[..end]);
        most = most.max(games.iter().flatten().count());
        let is_told = |game: &Result<GameText, String>| match game {
            Ok(game) => game.fault.is_some(),
            Err(fault) => fault.ends_with("CBL: it is cut off"),
        };
        // The last bytes are the end of the packed part and its checksum.
        assert!(games.last().is_some_and(is_told) || end >= whole.len() - 8, "{end}: {games:?}");
    }
    assert_eq!(most, 2);
    // A game that is shorter than it says, and one game less than the header says.
    let mut short = game("x", chuhe::board::START_FEN, 1, &MOVES);
    short.truncate(short.len() - 20);
    let games = read(&library(3, &[short]));
    let game = games[0].as_ref().unwrap();
    assert_eq!((lines(game).as_str(), games.len()), ("h2e2 h9g7 ", 1));
    assert_eq!(game.fault.as_ref().unwrap().to_string(), "1:3: CBL: it is cut off");
    let games = read(&library(9, &[game_of_one()]));
    assert_eq!(games[1].as_ref().unwrap_err(), "2:1: CBL: it is cut off");
}

fn game_of_one() -> Vec<u8> {
    game("x", chuhe::board::START_FEN, 1, &MOVES[..1])
}

#[test]
fn no_size_is_believed() {
    let mut large = game_of_one();
    large[..4].fill(0xff);
    assert_eq!(read(&library(1, &[large]))[0].as_ref().unwrap_err(), "1:1: CBL: it is damaged");
    // A few thousand bytes that unpack to millions.
    let bomb = packed(&[&0x7fff_ffff_u32.to_le_bytes()[..], &[0; 4_000_000]].concat());
    assert_eq!(read(&bomb)[0].as_ref().unwrap_err(), "1:1: CBL: it is cut off");
    // Empty games without end, and one that never ends.
    let endless = read(&library(u32::MAX, &[vec![0; 1 << 20]]));
    assert_eq!(endless.len(), 1);
    assert_eq!(endless[0].as_ref().unwrap_err(), "1:1: CBL: it is damaged");
    let names = [&0x7fff_ffff_u32.to_le_bytes()[..], &vec![0; (1 << 27) + 9]].concat();
    assert_eq!(read(&packed(&names))[0].as_ref().unwrap_err(), "1:1: CBL: it is cut off");
    let mut broken = two();
    let middle = broken.len() / 2;
    broken[middle..].fill(0xff);
    assert!(read(&broken).iter().any(|game| match game {
        Ok(game) => game.fault.is_some(),
        Err(fault) => fault.contains("CBL: it is"),
    }));
    let mut unknown = two();
    unknown[22..].fill(0xff);
    assert_eq!(read(&unknown)[0].as_ref().unwrap_err(), "1:1: CBL: it is damaged");
}

#[test]
fn damage_is_no_panic() {
    let whole = game("title", chuhe::board::START_FEN, 1, &MOVES);
    let mut noise = Noise(3);
    for _ in 0..2000 {
        let mut bytes = whole.clone();
        noise.damage(&mut bytes);
        for game in read(&library(1, &[bytes])).into_iter().flatten() {
            let _ = game.replay(usize::MAX, None);
        }
        let mut bytes = two();
        noise.damage(&mut bytes);
        let _ = read(&bytes);
    }
}
