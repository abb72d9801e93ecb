//! Tables against the rules: each position must be as good as its best move.

use chuhe::board::{Board, Material};
use chuhe::endings::Class;
use chuhe::endings::{Ending, Endings};
use chuhe::internals::endings::Index;
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

/// What follows for a position from the values of its legal moves; `None` when
/// one of them is not known.
pub fn value_by_moves(endings: &Endings, board: &Board) -> Option<Ending> {
    let mut best = Ending::Loss(0);
    for mv in board.legal_moves() {
        let mut next = board.clone();
        let _ = next.play(mv);
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
            let expected = match (class.material(), value_by_moves(endings, &board)) {
                // The rules draw these whatever the moves are.
                (Material::Dead, Some(_)) => Some(Ending::Draw),
                (Material::DeadUnlessMate, Some(value)) if value != Ending::Win(1) => {
                    Some(Ending::Draw)
                }
                (_, value) => value,
            };
            let expected = if board.has_legal_move() { expected } else { Some(Ending::Loss(0)) };
            if found != expected || found.is_none() {
                return Err(Box::new(Mismatch { board, found, expected }));
            }
            checked += 1;
        }
    }
    Ok(checked)
}
