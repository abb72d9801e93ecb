//! A FEN that is read is written and read back as the same position, and the move
//! generator agrees with its slow twin.

use chuhe::board::Setup;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::rules::{Game, RuleSet, judge};

pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(setup) = text.parse::<Setup>() else { return };
    let written = setup.to_string();
    assert_eq!(written.parse::<Setup>().as_ref(), Ok(&setup), "{written}");
    let Ok(game) = Game::new(&setup) else { return };
    assert_eq!(game.fen(), written);
    let mut fast: Vec<_> = game.board().legal_moves().into_iter().collect();
    let mut slow = Mailbox::new(&setup).legal_moves();
    fast.sort_by_key(ToString::to_string);
    slow.sort_by_key(ToString::to_string);
    assert_eq!(fast, slow, "{written}");
    judge(&game, &RuleSet::DEFAULT);
}
