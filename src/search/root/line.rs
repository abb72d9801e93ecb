//! Where lines end. Those that the tables of solved endings complete: the search ends a line
//! where a table knows the rest, but whoever reads "mate in 12" wants to see the twelve moves.

use crate::board::{Board, NullObserver};
use crate::endings::{Ending, Endings};
use crate::rules::{Game, RuleSet};
use crate::search::tt::{TableEntry, TranspositionTable};
use crate::types::{Bound, Move, Score};

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

/// The line of a mate that the search has found, with the moves that the transposition table still
/// knows where it ends earlier: the winner's quickest, the loser's longest as long as each of them is
/// known to lose.
pub fn by_table(
    root: &Game,
    rules: &RuleSet,
    table: &TranspositionTable,
    line: &[Move],
    score: Score,
) -> Vec<Move> {
    let mut whole = line.to_vec();
    let Some(plies) = score.mate_plies().filter(|_| score.is_win()) else { return whole };
    let mut game = root.clone();
    line.iter().for_each(|&mv| game.push(mv, &mut NullObserver));
    while whole.len() < plies as usize {
        let is_winner = whole.len().is_multiple_of(2);
        let after = whole.len() + 1;
        // What each move is worth to the winner.
        let mut known = Vec::new();
        for mv in game.board().legal_moves() {
            game.push(mv, &mut NullObserver);
            let worth = if game.board().has_legal_move() {
                let entry = table.probe(game.search_key(rules), after);
                entry.and_then(|entry| worth_to_winner(&entry, is_winner))
            } else {
                is_winner.then_some(Score::mate_in(after))
            };
            game.pop(&mut NullObserver);
            known.push((worth, mv));
        }
        let next = if is_winner {
            known.into_iter().max_by_key(|&(worth, _)| worth)
        } else {
            known.into_iter().min_by_key(|&(worth, _)| worth)
        };
        // A move of which nothing is known is worth least.
        let next = next.filter(|&(worth, _)| worth >= Some(score));
        let Some((_, mv)) = next else { break };
        game.push(mv, &mut NullObserver);
        whole.push(mv);
    }
    // The table may know a mate on this line that is quicker than the score says, because the loser
    // has a better defence of which it knows no move. The line breaks off before it.
    if whole.len() < plies as usize && !game.board().has_legal_move() {
        whole.pop();
    }
    whole
}

/// The mate that the winner of a line has at least where the table has this entry, after a move of the
/// winner or of the loser.
fn worth_to_winner(entry: &TableEntry, is_after_winner: bool) -> Option<Score> {
    let bound = entry.bound?;
    let (worth, unproved) = match is_after_winner {
        true => (-entry.score, Bound::Lower),
        false => (entry.score, Bound::Upper),
    };
    (worth.is_win() && bound != unproved).then_some(worth)
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
    fn the_transposition_table_completes_the_line_of_a_mate() {
        let setup: Setup = "4k4/9/9/8p/9/9/9/9/R8/1R3K3 w".parse().unwrap();
        let root = Game::new(&setup).unwrap();
        let rules = RuleSet::default();
        let first: Move = "a1a8".parse().unwrap();
        let score = Score::mate_in(3);
        let mut after = root.clone();
        after.push(first, &mut NullObserver);
        let replies = after.board().legal_moves();
        assert!(replies.len() > 1);
        // The line where the table has this of the first move and of all replies but the last, and
        // that of the last one.
        let found = |line: &[Move], bound, last: Option<(Bound, usize)>| {
            let table = TranspositionTable::new(1);
            let store = |game: &Game, ply, bound, score| {
                let entry =
                    TableEntry { mv: None, score, eval: None, depth: 1, bound, tt_pv: false };
                table.store(game.search_key(&rules), ply, entry);
            };
            store(&after, 1, Some(bound), -score);
            for (i, &reply) in replies.iter().enumerate() {
                let mut game = after.clone();
                game.push(reply, &mut NullObserver);
                let is_last = i + 1 == replies.len();
                let entry = if is_last { last } else { Some((Bound::Lower, 3)) };
                if let Some((bound, plies)) = entry {
                    store(&game, 2, Some(bound), Score::mate_in(plies));
                }
            }
            by_table(&root, &rules, &table, line, score)
        };
        for line in [&[][..], &[first]] {
            let whole = found(line, Bound::Upper, Some((Bound::Exact, 3)));
            assert_eq!((whole.len(), whole[0]), (3, first), "{whole:?}");
            let mut board = root.board().clone();
            for &mv in &whole {
                assert!(board.is_legal(mv));
                board.make(mv, &mut NullObserver);
            }
            assert!(!board.has_legal_move());
        }
        // A reply that is not known to lose, or to lose late, ends the line.
        for last in [None, Some((Bound::Upper, 3)), Some((Bound::Lower, 5))] {
            assert_eq!(found(&[first], Bound::Upper, last), [first], "{last:?}");
        }
        // And so does a move that may be worth less.
        assert_eq!(found(&[], Bound::Lower, Some((Bound::Lower, 3))), []);
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
