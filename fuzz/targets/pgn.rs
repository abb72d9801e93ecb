//! Files of games: PGN, XQF, EPD and lists are read without a panic, however broken.

use chuhe_games::epd::Epd;
use chuhe_games::{decode, read_bytes};

pub fn check(bytes: &[u8]) {
    for game in read_bytes(bytes).games.into_iter().flatten() {
        let _ = game.replay(300, None);
    }
    for line in decode(bytes).0.lines() {
        let _ = Epd::read(line, 1);
    }
}
