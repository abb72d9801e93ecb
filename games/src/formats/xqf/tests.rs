//! Files of every version, written by hand and by the writer.

use super::keys::{Keys, SHUFFLED};
use super::layout::{HEADER, number};
use super::*;
use crate::document::Annotated;
use crate::document::Document;
use crate::text::GameText;
use crate::tree::{At, START, Tree};
use chuhe::board::Setup;
use chuhe::internals::random::Random;
use chuhe::notation::Style;
use chuhe::rules::{Game, Outcome};
use chuhe::types::Color;
use encoding_rs::GB18030;

/// The header of a file: keys from 3 to 15, kind of game, pieces.
fn header(version: u8, keys: [u8; 13], kind: u8, pieces: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
    bytes[3..16].copy_from_slice(&keys);
    bytes[0x10..0x10 + pieces.len()].copy_from_slice(pieces);
    (bytes[0x33], bytes[0x40]) = (2, kind);
    for (at, text) in [(0x130, "柳大华"), (0x140, "吕  钦")] {
        let (name, _, _) = GB18030.encode(text);
        bytes[at] = name.len() as u8;
        bytes[at + 1..at + 1 + name.len()].copy_from_slice(&name);
    }
    bytes
}

fn played(bytes: &[u8]) -> String {
    let game = read(bytes, GB18030).unwrap().replay(usize::MAX, None).unwrap();
    game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_of_the_first_version() {
    let mut bytes = header(10, [0; 13], 0, &[]);
    let (comment, _, _) = GB18030.encode("仙人 指路");
    bytes.extend([0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0]);
    bytes.extend([0x2f, 0x38, 0xf0, 0, comment.len() as u8, 0, 0, 0]);
    bytes.extend(&comment[..]);
    bytes.extend([0x67, 0x63, 0xf0, 0, 0, 0, 0, 0, 0x57, 0x60, 0, 0, 0, 0, 0, 0]);
    assert!(is_xqf(&bytes));
    assert_eq!(played(&bytes), "c3c4 h9g7 g3g4");
    let game = read(&bytes, GB18030).unwrap();
    assert_eq!((game.tag("Red"), game.tag("Black")), (Some("柳大华"), Some("吕  钦")));
    assert_eq!(game.moves.values()[0].comment, "仙人 指路");
    assert_eq!(game.outcome, Outcome::Win(Color::Black));
    for length in [0, 2, HEADER - 1] {
        assert!(read(&bytes[..length], GB18030).is_err(), "{length}");
    }
    // A file that is cut off has the moves before that; a diagram is none.
    for (length, moves, is_whole) in
        [(0, 0, false), (8, 0, true), (12, 0, false), (8 + 8 + comment.len(), 1, false)]
    {
        let game = read(&bytes[..HEADER + length], GB18030).unwrap();
        assert_eq!((game.moves.len(), game.fault.is_none()), (moves, is_whole), "{length}");
    }
}

#[test]
fn an_encrypted_ending_with_black_to_move() {
    for version in [11, 12, 18] {
        let keys = [0xff, 0, 0, 0, 0, 0x31, 0x52, 0x13, 0x74, 0x25, 0xa6, 0x37, 0x48];
        let mut bytes = header(version, keys, 3, &[]);
        let key = Keys::of(&bytes);
        // Red's king on e0 and a rook on a1, Black's king on d9.
        let mut points = [0xff_u8; 32];
        (points[4], points[0], points[20]) = (40, 1, 39);
        for i in 0..32 {
            let shift = if version < SHUFFLED { 0 } else { usize::from(key.pieces) + 1 };
            bytes[0x10 + i] = points[(shift + i) % 32].wrapping_add(key.pieces);
        }
        let mut plain = vec![0x18, 0x20, 0x80, 0];
        let from = 39_u8.wrapping_add(24).wrapping_add(key.from);
        plain.extend([from, 38_u8.wrapping_add(32).wrapping_add(key.to), 0x20, 0]);
        plain.extend((key.comment + 2).to_le_bytes());
        plain.extend(b"ok");
        let stream = key.stream.iter().cycle();
        bytes.extend(plain.iter().zip(stream).map(|(byte, key)| byte.wrapping_add(*key)));
        assert_eq!(played(&bytes), "d9d8", "version {version}");
        assert_eq!(read(&bytes, GB18030).unwrap().moves.values()[0].comment, "ok");
    }
}

#[test]
fn what_is_written_reads_back() {
    let start: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 b".parse().unwrap();
    let mv = "d9d8".parse().unwrap();
    let moves = [Annotated { comment: "好".into(), ..Annotated::plain(mv) }];
    let document = Document {
        tags: vec![("Red".into(), "一二三四五六七八九".into())],
        start: &start,
        comment: "始",
        moves: &moves.into_iter().collect(),
        outcome: Outcome::Draw,
        style: Style::Uci,
    };
    let bytes = write(&document).unwrap();
    assert!(is_xqf(&bytes));
    let game = read(&bytes, GB18030).unwrap();
    assert_eq!((played(&bytes).as_str(), &game.start), ("d9d8", &start));
    assert_eq!((game.comment.as_str(), game.moves.values()[0].comment.as_str()), ("始", "好"));
    assert_eq!((game.tag("Red"), game.outcome), (Some("一二三四五六七"), Outcome::Draw));
}

#[test]
fn damaged_files_are_faults() {
    let mut bytes = header(12, [7; 13], 3, &[9; 32]);
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    for _ in 0..200 {
        bytes.truncate(HEADER);
        let length = next();
        bytes.extend((0..length).map(|_| next()));
        let _ = read(&bytes, GB18030).and_then(|game| game.replay(usize::MAX, None));
    }
}

/// A header without keys, with these pieces, each a slot and its point.
fn plain(kind: u8, side: u8, pieces: &[(usize, u8)], records: &[u8]) -> Vec<u8> {
    let mut points = [0xff_u8; 32];
    pieces.iter().for_each(|&(slot, point)| points[slot] = point);
    let mut bytes = header(10, [0; 13], kind, &points);
    bytes[0x32] = side;
    bytes.extend(records);
    bytes
}

const NO_MOVES: &[u8] = &[0x18, 0x20, 0, 0, 0, 0, 0, 0];

/// Rooks are slots 0 and 16, kings 4 and 20.
#[test]
fn the_position_counts_whatever_the_kind_says() {
    let start = |bytes: &[u8]| read(bytes, GB18030).unwrap().start.to_string();
    let ending = [(4, 30), (0, 42), (20, 49)];
    for kind in 0..4 {
        // The root says that a move follows, and the file ends there.
        let open = plain(kind, 0, &ending, &[0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0]);
        assert_eq!(start(&open), "4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1");
        assert!(read(&open, GB18030).unwrap().fault.is_none());
        // Only Black can be to move where Red could take the king.
        let closed = plain(kind, 0, &ending, NO_MOVES);
        assert_eq!(start(&closed), "4k4/9/9/9/9/9/9/4R4/9/3K5 b - - 0 1");
        let quiet = plain(kind, 0, &[(4, 30), (0, 2), (20, 49)], NO_MOVES);
        assert_eq!(start(&quiet), "4k4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1");
        let black = plain(kind, 1, &[(4, 30), (16, 50), (20, 49)], NO_MOVES);
        assert_eq!(start(&black), "4k4/9/9/9/9/9/9/9/9/3K1r3 b - - 0 1");
        // The first piece that moves counts more than the header.
        let rook = number("f0".parse().unwrap());
        let up = [rook + 24, rook + 1 + 32, 0, 0, 0, 0, 0, 0];
        let records = [&[0x18, 0x20, 0xf0, 0, 0, 0, 0, 0], &up[..]].concat();
        let moved = plain(kind, 0, &[(4, 30), (16, 50), (20, 49)], &records);
        assert_eq!(start(&moved), "4k4/9/9/9/9/9/9/9/9/3K1r3 b - - 0 1");
        let handicap = plain(kind, 0, &[(4, 30), (20, 49), (1, 90)], NO_MOVES);
        assert_eq!(start(&handicap), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        for nothing in [&[][..], &[(4, 30)], &[(0, 1), (16, 2)]] {
            let start = read(&plain(kind, 0, nothing, NO_MOVES), GB18030).unwrap().start;
            assert_eq!(start, Setup::start());
        }
        let zeros = header(10, [0; 13], kind, &[0; 32]);
        assert_eq!(read(&[&zeros[..], NO_MOVES].concat(), GB18030).unwrap().start, Setup::start());
    }
}

#[test]
fn texts_of_the_header_may_be_longer_than_their_place() {
    let mut bytes = plain(0, 0, &[], NO_MOVES);
    let mut put = |at: usize, length: u8, text: &str| {
        let text = GB18030.encode(text).0;
        bytes[at] = length;
        bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    };
    let title = "题".repeat(40);
    put(0x50, 80, &title);
    put(0x120, 200, "一二三四五六七");
    put(0x150, 8, "各60分钟");
    put(0x190, 3, "1h5");
    put(0x1a0, 2, "2h");
    put(0x1e0, 4, "作者\0x");
    bytes[0x33] = 4;
    let game = read(&bytes, GB18030).unwrap();
    let tags = ["Title", "Site", "TimeRule", "RedTime", "BlackTime", "Author", "Red"];
    let found = tags.map(|tag| game.tag(tag).unwrap_or_default());
    assert_eq!(found, [&title, "一二三四五六七", "各60分钟", "1h5", "2h", "作者", "柳大华"]);
    assert_eq!(game.outcome, Outcome::Ongoing);
    let vietnamese = encoding_rs::WINDOWS_1258.encode("Đường").0;
    bytes[0x130..0x136].copy_from_slice(&[&[5], &vietnamese[..5]].concat());
    let game = read(&bytes, encoding_rs::WINDOWS_1258).unwrap();
    assert_eq!(game.tag("Red").map(|name| name.chars().count()), Some(5));
}

/// A tree of random moves: `branches` times it goes back to some place and on from there.
fn random_tree(random: &mut Random, branches: usize) -> Tree<Annotated> {
    let mut tree = Tree::default();
    let mut places = vec![START];
    for _ in 0..=branches {
        let at = places[random.below(places.len())];
        let mut line: Vec<At> = std::iter::successors(Some(at), |&at| tree.parent(at)).collect();
        line.reverse();
        let mut game = Game::start();
        let moves: Vec<_> =
            line.iter().filter_map(|&at| tree.get(at)).map(|made: &Annotated| made.mv).collect();
        moves.into_iter().for_each(|mv| game.play(mv).unwrap());
        let mut at = at;
        for _ in 0..random.below(6) {
            let legal = game.board().legal_moves();
            let known: Vec<_> =
                tree.children(at).filter_map(|at| tree.get(at)).map(|made| made.mv).collect();
            let free: Vec<_> = legal.iter().copied().filter(|mv| !known.contains(mv)).collect();
            if free.is_empty() {
                break;
            }
            let mv = free[random.below(free.len())];
            game.play(mv).unwrap();
            let comment = match random.below(5) {
                0 => "第一行\n  [二]\n\n}三{".to_owned(),
                1 => "x".repeat(random.below(20_000)),
                _ => String::new(),
            };
            at = tree.add(at, Annotated { mv, nags: Vec::new(), comment });
            places.push(at);
        }
    }
    tree
}

/// A tree as a list: depth and move of each place.
fn walked(tree: &Tree<Annotated>) -> Vec<(usize, Annotated)> {
    let depth = |at| std::iter::successors(Some(at), |&at| tree.parent(at)).count();
    tree.walk().filter_map(|at| Some((depth(at), tree.get(at)?.clone()))).collect()
}

/// The same file as a later version has it: encrypted, with tags of another kind.
fn encrypted(bytes: &[u8], version: u8, random: &mut Random) -> Vec<u8> {
    let mut made = bytes[..HEADER].to_vec();
    made[2] = version;
    made[3..16].fill_with(|| random.below(256) as u8);
    let keys = Keys::of(&made);
    for i in 0..32 {
        let shift = if version < SHUFFLED { 0 } else { usize::from(keys.pieces) + 1 };
        made[0x10 + i] = bytes[0x10 + (shift + i) % 32].wrapping_add(keys.pieces);
    }
    let (mut at, mut records) = (HEADER, Vec::new());
    while at < bytes.len() {
        let [from, to, tag, _] = bytes[at..at + 4] else { unreachable!() };
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap());
        let comment = &bytes[at + 8..at + 8 + length as usize];
        at += 8 + comment.len();
        let noise = random.below(32) as u8;
        let tag =
            if tag & 0xf0 > 0 { 0x80 } else { 0 } | if tag & 0x0f > 0 { 0x40 } else { 0 } | noise;
        let (from, to) = (from.wrapping_add(keys.from), to.wrapping_add(keys.to));
        if comment.is_empty() {
            records.extend([from, to, tag, noise]);
        } else {
            records.extend([from, to, tag | 0x20, noise]);
            records.extend((length + keys.comment).to_le_bytes());
            records.extend(comment);
        }
    }
    let stream = keys.stream.iter().cycle();
    made.extend(records.iter().zip(stream).map(|(byte, key)| byte.wrapping_add(*key)));
    made
}

#[test]
fn trees_come_back_from_every_version() {
    let mut random = Random::new(&[51]);
    for (round, branches) in [0, 1, 7, 40, 1000].into_iter().enumerate() {
        let tree = random_tree(&mut random, branches);
        let start = Setup::start();
        let document = Document {
            tags: vec![("Author".into(), "某".into())],
            start: &start,
            comment: "a\nb",
            moves: &tree,
            outcome: Outcome::Draw,
            style: Style::Uci,
        };
        let plain = write(&document).unwrap();
        assert!(plain.windows(4).any(|bytes| bytes == b"a\r\nb"));
        let versions =
            [11, 12, 13, 15, 16, 18].map(|version| encrypted(&plain, version, &mut random));
        for bytes in std::iter::once(&plain).chain(&versions) {
            let game = read(bytes, GB18030).unwrap();
            let checked = game.check(None).unwrap();
            assert_eq!((game.comment.as_str(), game.tag("Author")), ("a\nb", Some("某")));
            assert_eq!(walked(&checked.moves), walked(&tree), "round {round}, {}", bytes[2]);
            assert_eq!((checked.fault, game.outcome), (None, Outcome::Draw));
        }
        if round < 3 {
            let whole = read(&plain, GB18030).unwrap().moves.len();
            for end in HEADER..plain.len() {
                let game: GameText = read(&plain[..end], GB18030).unwrap();
                let is_short = game.moves.len() < whole;
                assert!(game.fault.is_some() || end == HEADER + 8 + 4 || !is_short, "{end}");
            }
        }
    }
}
