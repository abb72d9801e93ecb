//! Where lines end. Those that the tables of solved endings complete: the search ends a line
//! where a table knows the rest, but whoever reads "mate in 12" wants to see the twelve moves.

use crate::board::{Board, NullObserver};
use crate::endings::{Ending, Endings};
use crate::rules::{Game, RuleSet};
use crate::types::{Move, Score};

/// The line of a mate score, with the moves to the mate that the tables know where it ends
/// earlier; any other line as it is. The winner's moves are the shortest way, the loser's
/// the longest.
pub fn completed(root: &Board, line: &[Move], score: Score, endings: &Endings) -> Vec<Move> {
    let mut whole = line.to_vec();
    let Some(plies) = score.mate_plies().map(|plies| plies.unsigned_abs() as usize) else {
        return whole;
    };
    if line.len() >= plies {
        return whole;
    }
    let mut board = root.clone();
    for &mv in line {
        if !board.is_legal(mv) {
            return whole;
        }
        board.make(mv, &mut NullObserver);
    }
    while whole.len() < plies {
        let Some(mv) = best_move(&mut board, endings) else { break };
        board.make(mv, &mut NullObserver);
        whole.push(mv);
    }
    whole
}

/// Whether the natural limit is reached at the end of a line.
pub fn ends_at_limit(root: &Game, line: &[Move], rules: &RuleSet) -> bool {
    if !rules.is_at_limit(root.quiet_plies().saturating_add(line.len() as u32)) {
        return false;
    }
    let mut game = root.clone();
    line.iter().for_each(|&mv| game.push(mv, &mut NullObserver));
    rules.is_at_limit(game.quiet_plies())
}

/// A move of a won or lost position that keeps what its table promises.
fn best_move(board: &mut Board, endings: &Endings) -> Option<Move> {
    let value = endings.probe(board).filter(|value| value.plies().is_some())?;
    board.legal_moves().into_iter().find(|&mv| {
        let undo = board.make(mv, &mut NullObserver);
        let after = endings.value(board).map(Ending::before);
        board.unmake(mv, &undo, &mut NullObserver);
        after == Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    /// A rook against two advisors, to move and win.
    const FEN: &str = "3k1a3/4a4/9/9/9/9/9/R8/9/5K3 w";

    fn root() -> Board {
        FEN.parse::<Setup>().unwrap().to_board().unwrap()
    }

    fn distance(board: &Board, endings: &Endings) -> u32 {
        match endings.value(board) {
            Some(Ending::Win(plies) | Ending::Loss(plies)) => plies,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_line_goes_on_to_the_mate() {
        let endings = Endings::embedded();
        let root = root();
        let plies = distance(&root, &endings);
        assert!(plies > 1);
        let score = Score::mate_in(plies as usize);
        let first = best_move(&mut root.clone(), &endings).unwrap();
        for line in [&[][..], &[first]] {
            let whole = completed(&root, line, score, &endings);
            assert_eq!((whole.len(), &whole[..line.len()]), (plies as usize, line));
            let mut board = root.clone();
            for (made, &mv) in whole.iter().enumerate() {
                assert_eq!(distance(&board, &endings), plies - made as u32);
                board.make(mv, &mut NullObserver);
            }
            assert!(!board.has_legal_move());
        }
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        let endings = Endings::embedded();
        let root = root();
        let line = [best_move(&mut root.clone(), &endings).unwrap()];
        assert_eq!(completed(&root, &line, Score::new(50), &endings), line);
        assert_eq!(completed(&root, &line, Score::mate_in(1), &endings), line);
        assert_eq!(completed(&root, &line, Score::mate_in(9), &Endings::none()), line);
        let start = Board::start();
        assert_eq!(completed(&start, &line, Score::mate_in(9), &endings), line, "illegal here");
        assert_eq!(completed(&start, &[], Score::mate_in(9), &endings), [], "in no table");
    }
}
