//! Files of games: whatever the bytes are, they are read without a panic, and what is read
//! of a game can be written and read again.

use chuhe_games::epd::Epd;
use chuhe_games::{Document, Games, ReadOptions, decode, read, xqf};

pub fn check(bytes: &[u8]) {
    let games = Games::of_bytes(bytes, ReadOptions::default());
    for game in games.into_iter().flatten().flatten() {
        let _ = game.replay(300, None);
        let Ok(checked) = game.check(None) else { continue };
        let document = Document {
            tags: game.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect(),
            start: &game.start,
            comment: &game.comment,
            moves: &checked.moves,
            outcome: game.outcome,
            style: chuhe::notation::Style::Uci,
        };
        let text = document.to_text().expect("a checked game can be written");
        let again = read(&text).remove(0).expect("a written game can be read");
        let again = again.check(None).expect("its moves are legal");
        assert_eq!((again.moves.values(), again.fault), (checked.moves.values(), None), "{text}");
        let _ = xqf::write(&document);
    }
    for line in decode(bytes).0.lines() {
        let _ = Epd::read(line, 1);
    }
}
