//! Perft: the number of lines of legal moves of a given length. Repetition and
//! move limits do not end a line.

use crate::board::{Board, NullObserver};
use crate::types::Move;

/// Number of lines of `depth` plies; 1 for depth 0.
pub fn perft(board: &mut Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal(),
        _ => {
            let moves = board.legal_moves();
            let mut nodes = 0;
            for mv in moves {
                let undo = board.make(mv, &mut NullObserver);
                nodes += perft(board, depth - 1);
                board.unmake(mv, &undo, &mut NullObserver);
            }
            nodes
        }
    }
}

/// The same, as long as `stop` does not say otherwise, which is asked every few million nodes;
/// `None` when it did.
pub fn perft_until(board: &mut Board, depth: u32, stop: &mut dyn FnMut() -> bool) -> Option<u64> {
    /// Deep enough to cost nothing, shallow enough to stop within milliseconds.
    const UNWATCHED: u32 = 3;
    if stop() {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(board, depth));
    }
    let mut nodes: u64 = 0;
    for mv in board.legal_moves() {
        let undo = board.make(mv, &mut NullObserver);
        let below = perft_until(board, depth - 1, stop);
        board.unmake(mv, &undo, &mut NullObserver);
        nodes = nodes.saturating_add(below?);
    }
    Some(nodes)
}

/// Moves with the number of lines that begin with each: 0 for a move that is not legal.
/// `depth` counts the move itself; 0 counts as 1.
pub fn divide(board: &mut Board, moves: &[Move], depth: u32) -> Vec<(Move, u64)> {
    moves
        .iter()
        .map(|&mv| {
            if !board.is_legal(mv) {
                return (mv, 0);
            }
            let undo = board.make(mv, &mut NullObserver);
            let nodes = perft(board, depth.saturating_sub(1));
            board.unmake(mv, &undo, &mut NullObserver);
            (mv, nodes)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_position() {
        let mut board = Board::start();
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666), (4, 3_290_240)] {
            assert_eq!(perft(&mut board, depth), nodes, "depth {depth}");
        }
        for depth in 0..=4 {
            let whole = perft_until(&mut board, depth, &mut || false);
            assert_eq!(whole, Some(perft(&mut board, depth)), "depth {depth}");
        }
        let mut left = 10;
        let mut stop = || {
            left -= 1;
            left < 0
        };
        assert_eq!(perft_until(&mut board, 5, &mut stop), None);
        assert_eq!(board, Board::start());
        let moves = board.legal_moves();
        let divided = divide(&mut board, &moves, 3);
        let other: Move = "a1a2".parse().unwrap();
        assert_eq!(divide(&mut board, &[moves[0], other], 1), [(moves[0], 1), (other, 0)]);
        assert_eq!(divided.len(), 44);
        assert_eq!(divided.iter().map(|&(_, n)| n).sum::<u64>(), 79_666);
    }

    #[test]
    fn the_incremental_key_equals_the_recomputed_one_along_perft() {
        fn walk(board: &mut Board, depth: u32) {
            assert_eq!(board.key(), board.recomputed_key());
            assert_eq!(board.group_keys, board.recomputed_group_keys());
            if depth == 0 {
                return;
            }
            let before = board.clone();
            for mv in board.legal_moves() {
                let undo = board.make(mv, &mut NullObserver);
                walk(board, depth - 1);
                board.unmake(mv, &undo, &mut NullObserver);
                assert!(*board == before, "{mv} was not taken back whole");
            }
        }
        walk(&mut Board::start(), 3);
    }
}
