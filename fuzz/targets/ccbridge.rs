//! Files of CCBridge: games, libraries of both kinds and CBF are read without a panic, and
//! what is read of a game, written and read again, is the same.

use std::io::Cursor;

use chuhe::notation::Style;
use chuhe::types::Move;
use chuhe_games::ccbridge::{self, Library, cbf};
use chuhe_games::tree::{START, Tree};
use chuhe_games::{Annotated, Document, Encoding, GameText, encoding_of};

/// What stands where nothing of interest is, for all of which fuzzing would take long.
const HEADER: usize = 2214;
const INDEX: usize = 66_624;

pub fn check(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    match kind % 5 {
        0 => games(Library::open(Cursor::new(rest), gbk()).into_iter().flatten()),
        // The moves of a record, behind a header of each version.
        1 | 2 => {
            let version = kind % 5;
            let mut record = b"CCBridge Record\0\0\0\0".to_vec();
            record.push(version);
            record.resize(if version == 1 { HEADER - 256 } else { HEADER }, 0);
            record.extend(rest);
            if let Ok(game) = ccbridge::read(&mut &record[..], 1) {
                written(&game);
            }
        }
        // The index and the slots of a library.
        3 => {
            let mut library = b"CCBridgeLibrary\0".to_vec();
            library.resize(56, 0);
            library.extend([1, 0, 0, 0, 2, 0, 0, 0]);
            library.resize(INDEX, 0);
            library.extend(rest);
            games(Library::open(Cursor::new(&library), gbk()).into_iter().flatten());
        }
        _ => {
            if let Ok(game) = cbf::read(&String::from_utf8_lossy(rest)) {
                let _ = game.replay(300, None);
            }
        }
    }
}

fn games(games: impl Iterator<Item = Result<GameText, chuhe_games::Fault>>) {
    for game in games.flatten() {
        let _ = game.replay(300, None);
    }
}

fn gbk() -> &'static Encoding {
    encoding_of("gbk").expect("a known encoding")
}

/// Writes a game that was read, and reads it again.
fn written(game: &GameText) {
    let mut moves = Tree::default();
    let mut places = vec![(START, START)];
    for at in game.moves.walk() {
        let (Some(word), Some(before)) = (game.moves.get(at), game.moves.parent(at)) else {
            return;
        };
        let Ok(mv) = word.text.parse::<Move>() else { return };
        while places.last().is_some_and(|place| place.0 != before) {
            places.pop();
        }
        let Some(&(_, before)) = places.last() else { return };
        let made = Annotated { comment: word.comment.clone(), ..Annotated::plain(mv) };
        places.push((at, moves.add(before, made)));
    }
    let document = Document {
        tags: Vec::new(),
        start: &game.start,
        comment: &game.comment,
        moves: &moves,
        outcome: game.outcome,
        style: Style::Uci,
    };
    let again = ccbridge::read(&mut &ccbridge::write(&document)[..], 1);
    match again {
        Ok(again) => {
            assert_eq!((&again.moves.len(), &again.fault), (&game.moves.len(), &None));
            let comments = |game: &GameText| -> Vec<String> {
                let words = game.moves.walk().filter_map(|at| game.moves.get(at));
                words.map(|word| format!("{} {}", word.text, word.comment)).collect()
            };
            assert_eq!(comments(&again), comments(game));
            assert_eq!(again.comment, game.comment);
        }
        // A page of text is read as one only without moves.
        Err(_) => assert!(game.moves.is_empty()),
    }
}
