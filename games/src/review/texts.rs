//! Lines as people write them.

use chuhe::notation::{Style, write};
use chuhe::rules::Game;
use chuhe::types::Move;

/// Moves as coordinates and as people write them, up to the first that is not legal.
pub fn texts(game: &Game, line: &[Move], style: Style) -> (Vec<String>, Vec<String>) {
    let mut board = game.board().clone();
    let (mut moves, mut said) = (Vec::new(), Vec::new());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        moves.push(mv.to_string());
        said.push(write(&board, mv, style));
        let _ = board.play(mv);
    }
    (moves, said)
}
