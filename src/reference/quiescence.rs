//! Quiescence as the textbooks have it: every capture, every answer to a check,
//! nothing left out. A leaf value for [`crate::reference::search`].

use crate::board::NullObserver;
use crate::reference::search::Decision;
use crate::rules::{Game, RuleSet};
use crate::types::{MoveList, Ply, Score, Window};

/// The score of a node whose captures and answers to checks are searched, for
/// the side to move; `evaluate` values a position as it stands. The rules have
/// been asked about the node itself. Fail-soft alpha-beta, because the lines of
/// captures alone can be too many for minimax.
pub fn quiesce(
    game: &mut Game,
    rules: &RuleSet,
    ply: Ply,
    mut window: Window,
    evaluate: &mut impl FnMut(&Game) -> Score,
) -> Score {
    let mut moves = MoveList::new();
    let mut best;
    if game.board().in_check() {
        moves = game.board().legal_moves();
        best = if moves.is_empty() { Score::mated_in(ply) } else { -Score::INFINITE };
    } else {
        game.board().push_captures(&mut moves);
        best = evaluate(game);
    }
    window.raise_alpha(best);
    for mv in moves {
        if window.is_empty() {
            break;
        }
        game.push(mv, &mut NullObserver);
        let score = match Decision::of(game, rules, ply + 1) {
            Decision::Over(score) => -score,
            _ => -quiesce(game, rules, ply + 1, -window, evaluate),
        };
        game.pop(&mut NullObserver);
        best = best.max(score);
        window.raise_alpha(score);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::types::Color;

    /// Rooks 9, cannons 4, pawns 1: enough to see who won what.
    fn material(game: &Game) -> Score {
        let us = game.board().side();
        let value = |color: Color| -> u32 {
            let worth = |letter: char| match letter {
                'R' => 9,
                'C' => 4,
                'P' => 1,
                _ => 0,
            };
            game.board().color(color).into_iter().fold(0, |sum, sq| {
                let piece = game.board().piece_at(sq);
                sum + piece.map_or(0, |p| worth(p.fen_char().to_ascii_uppercase()))
            })
        };
        Score::new(value(us) as i32 - value(!us) as i32)
    }

    #[test]
    fn captures_are_followed_to_their_end() {
        for (fen, expected) in [
            // A hanging rook is taken.
            ("3k5/9/9/9/r7R/9/9/9/9/4K4 w", Score::new(9)),
            // A protected pawn is left alone.
            ("3k5/9/9/r8/p7R/9/9/9/9/4K4 w", Score::new(-1)),
            // Nothing to take: the position as it stands.
            ("3k5/9/9/9/9/R8/9/9/9/4K4 w", Score::new(9)),
            // In check the only answer takes the checker.
            ("3k5/3R5/9/9/9/9/9/9/9/4K4 b", Score::ZERO),
            // Mated, and not on the move to do anything else.
            ("4k4/9/4R4/9/9/9/9/9/5R3/3K5 b", Score::mated_in(0)),
        ] {
            let mut game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
            let rules = RuleSet { quiet_limit: None, ..RuleSet::default() };
            let score = quiesce(&mut game, &rules, 0, Window::FULL, &mut material);
            assert_eq!(score, expected, "{fen}");
            assert_eq!(game.ply(), 0);
        }
    }
}
