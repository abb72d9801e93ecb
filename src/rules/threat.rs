//! Threats to mate: what a side could do if the opponent passed.

use crate::board::{Board, CheckSquares, NullObserver};

/// Positions that the search for one threat may visit. A threat that takes more
/// to find is none that a player would be charged with.
const MAX_POSITIONS: u32 = 20_000;

/// Whether the side that has just moved threatens to mate within `depth` plies
/// by checks alone. The side to move must not be in check.
pub fn mates(board: &mut Board, depth: u32) -> bool {
    if depth == 0 || board.in_check() {
        return false;
    }
    let undo = board.make_null();
    let mut budget = MAX_POSITIONS;
    let found = (1..=depth).step_by(2).any(|depth| attack(board, depth, &mut budget));
    board.unmake_null(&undo);
    found
}

/// Whether the side to move mates within `depth` plies, checking all the way.
fn attack(board: &mut Board, depth: u32, budget: &mut u32) -> bool {
    let squares = CheckSquares::new(board);
    let mut checks = board.legal_moves();
    checks.retain(|mv| board.gives_check(*mv, &squares));
    checks.into_iter().any(|mv| {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let undo = board.make(mv, &mut NullObserver);
        let mated = is_mated(board, depth - 1, budget);
        board.unmake(mv, &undo, &mut NullObserver);
        mated
    })
}

/// Whether every answer of the side to move runs into mate within `depth` plies.
fn is_mated(board: &mut Board, depth: u32, budget: &mut u32) -> bool {
    let answers = board.legal_moves();
    if depth < 2 {
        return answers.is_empty();
    }
    answers.into_iter().all(|mv| {
        let undo = board.make(mv, &mut NullObserver);
        let mated = attack(board, depth - 1, budget);
        board.unmake(mv, &undo, &mut NullObserver);
        mated
    })
}
