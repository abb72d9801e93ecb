//! Files of servers and of a phone's program: CHE, MXQ, CCM and PFC are read without a panic.

use chuhe_games::{ccm, che, detect_binary, detect_text, mxq, pfc};

pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = (detect_binary(bytes), detect_text(&text));
    let games = [mxq::read(bytes, None), ccm::read(bytes), che::read(&text)];
    for game in games.into_iter().chain(pfc::read(&text)) {
        let _ = game.replay(300, None);
    }
}
