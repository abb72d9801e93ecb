//! Sequences of moves, each chosen by a byte: keys, legal moves and verdicts agree
//! with the slow twins, and taking everything back leads to the start.
#![no_main]

use chuhe::reference::judge::History;
use chuhe::reference::movegen::Mailbox;
use chuhe::rules::{Game, RuleSet, judge};
use libfuzzer_sys::fuzz_target;

/// Rule sets that the slow twin knows.
const RULES: [RuleSet; 4] =
    [RuleSet::COMPUTER, RuleSet::ASIAN, RuleSet::ALLOW_CHASE, RuleSet::NO_JUDGEMENT];

fuzz_target!(|bytes: &[u8]| {
    let mut game = Game::start();
    let mut history = History::new(game.start_setup(), &[]);
    for &byte in bytes.iter().take(200) {
        let moves = game.board().legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        game.play(mv).expect("a legal move");
        history.push(mv);
        assert_eq!(game.board().key(), game.board().recomputed_key());
        let slow = Mailbox::new(&game.setup()).legal_moves();
        assert_eq!(game.board().count_legal(), slow.len() as u64);
        if game.may_repeat() {
            for rules in &RULES {
                assert_eq!(judge(&game, rules).outcome, history.judge(rules), "{}", game.fen());
            }
        }
    }
    while game.undo().is_some() {}
    assert_eq!(game.fen(), Game::start().fen());
});
