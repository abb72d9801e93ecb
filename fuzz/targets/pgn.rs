//! Files of games: PGN, EPD and lists are read without a panic, however broken.
#![no_main]

use chuhe::games::epd::Epd;
use chuhe::games::{decode, is_pgn, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (text, _) = decode(bytes);
    is_pgn(&text);
    for game in read(&text).into_iter().flatten() {
        let _ = game.replay(300, None);
    }
    for line in text.lines() {
        let _ = Epd::read(line, 1);
    }
});
