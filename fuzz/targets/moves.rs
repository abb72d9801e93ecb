//! Sequences of moves, each chosen by a byte: keys, scores, legal moves and verdicts
//! agree with what is computed anew and by the slow twins, and taking everything back
//! leads to the start.

use chuhe::board::Board;
use chuhe::eval::Evaluator;
use chuhe::internals::reference::judge::History;
use chuhe::internals::reference::movegen::Mailbox;
use chuhe::rules::{Game, RuleSet, judge};

/// Rule sets that the slow twin knows. The first byte chooses.
const RULES: [RuleSet; 4] =
    [RuleSet::COMPUTER, RuleSet::ASIAN, RuleSet::ALLOW_CHASE, RuleSet::NO_JUDGEMENT];
/// Longer games take the slow twins too long.
const PLIES: usize = 60;

pub fn check(bytes: &[u8]) {
    let Some((&rules, bytes)) = bytes.split_first() else { return };
    let rules = &RULES[usize::from(rules) % RULES.len()];
    let mut game = Game::start();
    let mut board = Board::start();
    let mut evaluator = Evaluator::new(&board);
    let mut history = History::new(game.start_setup(), &[]);
    for &byte in bytes.iter().take(PLIES) {
        let moves = game.board().legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        game.play(mv).expect("a legal move");
        board.play_with(mv, &mut evaluator).expect("a legal move");
        history.push(mv);
        assert_eq!(board.key(), board.recomputed_key());
        assert_eq!(evaluator.evaluate(&board), Evaluator::new(&board).evaluate(&board));
        let slow = Mailbox::new(&game.setup()).legal_moves();
        assert_eq!(board.count_legal(), slow.len() as u64);
        if game.records().iter().any(|record| record.key() == board.key()) {
            assert_eq!(judge(&game, rules).outcome, history.judge(rules), "{}", game.fen());
        }
    }
    while game.undo().is_some() {}
    assert_eq!(game.fen(), Game::start().fen());
    assert_eq!(game.board().key(), game.board().recomputed_key());
}
