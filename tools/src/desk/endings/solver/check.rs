//! Tables against the rules: each position must be as good as its best move.

use chuhe::board::{Board, Material};
use chuhe::endings::Class;
use chuhe::endings::{Ending, Endings};
use chuhe::internals::endings::{CHECKS_OF_RANK, Index};
use chuhe::types::Color;

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The position.
    pub board: Board,
    /// What the table says.
    pub found: Option<Ending>,
    /// What follows from the moves; `None` when a move leads out of the tables.
    pub expected: Option<Ending>,
}

/// The positions after the legal moves.
fn after_moves(board: &Board) -> impl Iterator<Item = Board> + '_ {
    board.legal_moves().into_iter().map(|mv| {
        let mut next = board.clone();
        let _ = next.play(mv);
        next
    })
}

/// What follows for a position from the values of its legal moves; `None` when
/// one of them is not known.
pub fn value_by_moves(endings: &Endings, board: &Board) -> Option<Ending> {
    let mut best = Ending::Loss(0);
    for next in after_moves(board) {
        let value = endings.value(&next)?.before();
        if value.rank() > best.rank() {
            best = value;
        }
    }
    Some(best)
}

/// Compares `samples` positions of a class, spread over all of it, with their
/// moves. Returns how many were possible positions.
///
/// # Errors
/// At the first position whose value does not follow from its moves.
pub fn check(endings: &Endings, class: Class, samples: usize) -> Result<usize, Box<Mismatch>> {
    let index = Index::new(&class);
    let size = index.placements.count();
    // A step that shares no factor with most sizes visits all parts of a table.
    let step = (index.positions() / samples.max(1)).max(1) | 1;
    let mut checked = 0;
    for i in (0..index.positions()).step_by(step) {
        if index.frame(i / size).is_broken() {
            continue;
        }
        for side in Color::ALL {
            let setup = index.setup(i / size, i % size, side);
            let Ok(board) = setup.to_board() else { continue };
            if Class::of(&board).is_none_or(|(_, found)| found != class) {
                continue; // two pieces on one square
            }
            let found = endings.value(&board);
            let expected = match (Material::of(&board), value_by_moves(endings, &board)) {
                // The rules draw these whatever the moves are.
                (Material::Dead, Some(_)) => Some(Ending::Draw),
                (Material::DeadUnlessMate, Some(value)) if value != Ending::Win(1) => {
                    Some(Ending::Draw)
                }
                (_, value) => value,
            };
            let expected = if board.has_legal_move() { expected } else { Some(Ending::Loss(0)) };
            let agrees = match (found, expected) {
                (Some(found), Some(expected)) => follows(endings, &board, found, expected),
                _ => false,
            };
            if !agrees {
                return Err(Box::new(Mismatch { board, found, expected }));
            }
            checked += 1;
        }
    }
    Ok(checked)
}

/// Whether what the table says of a position follows from the best of its moves. What it says
/// is a proof then: ranks and patience fall as `docs/authors/endings.md` says.
fn follows(endings: &Endings, board: &Board, found: Ending, best: Ending) -> bool {
    match (found, best) {
        (Ending::RuleWin(rank), Ending::RuleWin(of_move)) => {
            let before = of_move + if board.in_check() { 1 } else { CHECKS_OF_RANK };
            rank >= if board.in_check() { before } else { before - of_move % CHECKS_OF_RANK }
        }
        (Ending::RuleLoss(rank), Ending::RuleLoss(of_move)) => {
            let quiet = of_move - of_move % CHECKS_OF_RANK;
            rank >= if board.in_check() { of_move + 1 } else { quiet }
        }
        (Ending::Draw | Ending::DrawByChases, Ending::Draw | Ending::DrawByChases) => {
            patience_is_kept(endings, board)
        }
        _ => found == best,
    }
}

/// The least patience that a drawn position asks of the side to move, and the position after a
/// move that asks no more; 0 and none where a free move or a capture draws.
fn least_patience(endings: &Endings, board: &Board) -> (u32, Option<Board>) {
    let pieces = board.occupied().count();
    let is_drawn = |next: &Board| endings.value(next).is_some_and(|value| value.sign() == 0);
    let moves = after_moves(board).filter(is_drawn).map(|next| {
        let is_capture = next.occupied().count() < pieces;
        (if is_capture { Some(0) } else { endings.patience(&next) }.unwrap_or(u32::MAX), next)
    });
    match moves.min_by_key(|(patience, _)| *patience) {
        Some((patience @ 1.., next)) => (patience, Some(next)),
        _ => (0, None),
    }
}

/// Whether the patience of a check falls with each quiet reply, if a check is all that the side
/// to move can draw by.
fn patience_is_kept(endings: &Endings, board: &Board) -> bool {
    let (least, Some(checked)) = least_patience(endings, board) else { return true };
    let pieces = board.occupied().count();
    after_moves(&checked)
        .filter(|next| next.occupied().count() == pieces)
        .filter(|next| endings.value(next).is_some_and(|value| value.sign() == 0))
        .all(|next| least_patience(endings, &next).0 + u32::from(!next.in_check()) <= least)
}
