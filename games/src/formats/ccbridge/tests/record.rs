//! Games alone, read and written.

use super::{Noise, Raw, STUDY, STUDY_LINES, lines, read, record, study};
use crate::document::{Annotated, Document};
use crate::formats::ccbridge::record::{RESULT, VERSION};
use crate::formats::ccbridge::{fits, is_record, write};
use crate::text::GameText;
use crate::tree::{START, Tree};
use chuhe::board::{START_FEN, Setup};
use chuhe::notation::Style;
use chuhe::rules::Outcome;
use chuhe::types::Color;

const CHECK: &str = "4k4/9/9/9/9/9/9/4R4/9/3K5 w";
const QUIET: &str = "5k3/9/9/9/9/9/9/4R4/9/3K5 w";
const NO_MOVES: &[Raw] = &[(1, "", "")];

#[test]
fn a_record_of_each_version() {
    let texts = [
        ("Event", "全国象棋个人赛"),
        ("Red", "甲"),
        ("Black", "Bert"),
        ("Title", "a\rb\u{7}"),
        ("AuthorEmail", "a text that fills all its bytes."),
    ];
    for version in [1, 2] {
        let bytes = record(version, START_FEN, 1, &texts, &STUDY);
        assert!(is_record(&bytes) && !is_record(&bytes[1..]));
        let game = read(&bytes).unwrap();
        assert_eq!(lines(&game), STUDY_LINES, "{version}");
        assert_eq!((game.comment.as_str(), &game.fault), ("a study\nof openings", &None));
        assert_eq!((game.outcome, &game.start), (Outcome::Win(Color::Red), &Setup::start()));
        for (tag, value) in texts {
            let value = if tag == "Title" { "a\u{fffd}b\u{fffd}" } else { value };
            assert_eq!(game.tag(tag), Some(value), "{version}");
        }
        assert_eq!(game.tags.len(), texts.len(), "{version}: {:?}", game.tags);
        let place = game.moves.values()[1].place;
        assert_eq!((place.line, place.column), (1, 2));
    }
    let mut bytes = study(2);
    for (number, outcome) in [
        (0, Outcome::Ongoing),
        (2, Outcome::Win(Color::Black)),
        (3, Outcome::Draw),
        (4, Outcome::Ongoing),
    ] {
        bytes[RESULT] = number;
        assert_eq!(read(&bytes).unwrap().outcome, outcome, "{number}");
    }
    bytes[VERSION] = 3;
    assert_eq!(read(&bytes).unwrap_err(), "1:1: CBR of version 3: not read");
}

#[test]
fn the_first_piece_says_who_moves_first() {
    for version in [1, 2] {
        for (fen, said, moves, side) in [
            (QUIET, 1, NO_MOVES, Color::Red),
            (QUIET, 2, NO_MOVES, Color::Black),
            // Red could take the king.
            (CHECK, 1, NO_MOVES, Color::Black),
            (CHECK, 1, &[(0, "", ""), (1, "e9f9", "")][..], Color::Black),
            (QUIET, 2, &[(0, "", ""), (1, "e2e3", "")][..], Color::Red),
        ] {
            let game = read(&record(version, fen, said, &[], moves)).unwrap();
            assert_eq!(game.start.side, side, "{version} {fen} {said} {moves:?}");
        }
    }
}

#[test]
fn a_page_of_text_is_no_game() {
    let page = [(1 + 4, "", "contents")];
    for version in [1, 2] {
        let bytes = record(version, "9/9/9/9/9/9/9/9/9/9 w", 1, &[], &page);
        assert_eq!(read(&bytes).unwrap_err(), "1:1: a page of text, no game");
    }
}

#[test]
fn what_is_cut_off_keeps_the_moves_before() {
    for version in [1, 2] {
        let bytes = study(version);
        let header = bytes.len() - record_length(&STUDY);
        let mut before = 0;
        for end in 0..bytes.len() {
            match read(&bytes[..end]) {
                Ok(game) => {
                    assert!(end >= header, "{end}");
                    let fault = game.fault.as_ref().unwrap().to_string();
                    assert!(fault.ends_with(": CBR: it is cut off"), "{fault}");
                    assert!(game.moves.len() >= before && STUDY_LINES.starts_with(&lines(&game)));
                    before = game.moves.len();
                }
                Err(fault) => {
                    assert!(end < header, "{end}");
                    assert_eq!(fault, "1:1: CBR: it is cut off");
                }
            }
        }
        assert_eq!(before, 5, "{version}");
    }
}

fn record_length(moves: &[Raw]) -> usize {
    moves
        .iter()
        .map(|(tag, _, text)| {
            4 + if tag & 4 != 0 { 4 + 2 * text.encode_utf16().count() } else { 0 }
        })
        .sum()
}

#[test]
fn what_are_no_moves_does_no_harm() {
    let start = [(0, "", ""), (2, "h2e2", ""), (0, "h9g7", "")];
    // Zeros where a move should be end the game; so do noise and a length without an end.
    let mut bytes = record(2, START_FEN, 1, &[], &start);
    let length = bytes.len();
    bytes.extend([0; 40]);
    let game = read(&bytes).unwrap();
    assert_eq!((lines(&game).as_str(), &game.fault), ("h2e2 h9g7 ", &None));
    for (noise, fault) in [
        (&[2, 0, 7, 7][..], "1:3: CBR: it is damaged"),
        (&[4, 0, 7, 8, 0xff, 0xff, 0xff, 0xff, 1][..], "1:3: CBR: it is cut off"),
    ] {
        bytes.truncate(length);
        bytes.extend(noise);
        let game = read(&bytes).unwrap();
        assert_eq!(lines(&game), "h2e2 h9g7 ");
        assert_eq!(game.fault.unwrap().to_string(), fault);
    }
    // A point outside the board is a word that is no move, and other lines go on.
    bytes.truncate(length);
    bytes.extend([1, 0, 7, 90, 1, 0, 64, 67]);
    let game = read(&bytes).unwrap();
    assert_eq!((lines(&game).as_str(), &game.fault), ("h2e2 h9g7 7-90 | b2e2 ", &None));
}

#[test]
fn trees_of_any_shape() {
    for version in [1, 2] {
        // One move with 1,000 alternatives; 1,000 moves, each with an alternative.
        let wide: Vec<Raw> = (0..1000).map(|_| (2 + 1, "h2e2", "")).collect();
        let deep: Vec<Raw> = (0..1000).map(|_| (2, "h2e2", "")).collect();
        let ends: Vec<Raw> = (0..1000).map(|_| (1, "b2e2", "")).collect();
        let last = [(1, "h9g7", "")];
        let wide = [&[(0, "", "")][..], &wide, &last].concat();
        let deep = [&[(0, "", "")][..], &deep, &last, &ends].concat();
        let game = read(&record(version, START_FEN, 1, &[], &wide)).unwrap();
        assert_eq!((game.moves.children(START).count(), game.moves.len()), (1001, 1001));
        let game = read(&record(version, START_FEN, 1, &[], &deep)).unwrap();
        assert_eq!((game.words().count(), game.moves.len()), (1001, 2001));
        assert!(game.fault.is_none());
        let long = "一二三四五六七八九十".repeat(1000);
        let moves = [(4, "", long.as_str()), (1 + 4, "h2e2", long.as_str())];
        let game = read(&record(version, START_FEN, 1, &[], &moves)).unwrap();
        assert_eq!((&game.comment, &game.moves.values()[0].comment), (&long, &long));
    }
}

/// A document of a game that was read, with its words as moves.
fn written(game: &GameText) -> Vec<u8> {
    let mut moves = Tree::default();
    let mut places = std::collections::HashMap::from([(START, START)]);
    for at in game.moves.walk() {
        let word = game.moves.get(at).unwrap();
        let made = Annotated {
            comment: word.comment.clone(),
            ..Annotated::plain(word.text.parse().unwrap())
        };
        let before = places[&game.moves.parent(at).unwrap()];
        places.insert(at, moves.add(before, made));
    }
    write(&Document {
        tags: game.tags.iter().map(|(tag, value)| (tag.into(), value.into())).collect(),
        start: &game.start,
        comment: &game.comment,
        moves: &moves,
        outcome: game.outcome,
        style: Style::Uci,
    })
}

#[test]
fn what_is_written_reads_back() {
    let endings = [(0, "", ""), (2 + 4, "e9f9", "x\r\n\r\ny"), (1, "e2f2", ""), (1, "e9e8", "")];
    let all = super::FIELDS.iter().map(|field| (field.tag, "一x"));
    let all: Vec<_> = all.collect();
    for bytes in [
        study(1),
        study(2),
        record(2, START_FEN, 1, &all, &[(1, "", "")]),
        record(2, "4k4/9/9/9/9/9/9/4R4/4N4/3K5 b", 2, &[], &endings),
        record(1, QUIET, 2, &[], NO_MOVES),
    ] {
        let mut game = read(&bytes).unwrap();
        game.start.move_number = 12;
        let again = read(&written(&game)).unwrap();
        assert_eq!(lines(&again), lines(&game));
        assert_eq!((&again.tags, &again.start), (&game.tags, &game.start));
        assert_eq!((&again.comment, again.outcome), (&game.comment, game.outcome));
    }
    // Every move number that does not fit is the largest one that does.
    let mut game = read(&study(2)).unwrap();
    game.start.move_number = 100_000;
    assert_eq!(read(&written(&game)).unwrap().start.move_number, 65_535);
}

#[test]
fn texts_are_cut_where_their_place_ends() {
    let mut game = read(&study(2)).unwrap();
    for (value, kept, is_whole) in [
        ("x".repeat(31), 31, true),
        ("x".repeat(32), 31, false),
        (format!("{}𠀀", "x".repeat(29)), 30, true),
        // The last character takes two units: it is not cut in two.
        (format!("{}𠀀", "x".repeat(30)), 30, false),
    ] {
        game.tags = vec![("Event".into(), value.clone()), ("Other".into(), "y".into())];
        assert_eq!(fits("event", &value), Some(is_whole), "{value}");
        let again = read(&written(&game)).unwrap();
        let expected: String = value.chars().take(kept).collect();
        assert_eq!(again.tags, [("Event".to_owned(), expected)]);
    }
    assert_eq!(fits("Other", ""), None);
}

#[test]
fn damage_is_no_panic() {
    let mut noise = Noise(1);
    for round in 0..4000_u32 {
        let mut bytes = study(if round % 2 == 0 { 1 } else { 2 });
        noise.damage(&mut bytes);
        let _ = read(&bytes).map(|game| game.replay(usize::MAX, None));
    }
}
