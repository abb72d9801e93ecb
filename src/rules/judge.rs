//! Judges games and the nodes of a search.

use crate::board::{Board, Material, NullObserver};
use crate::rules::verdict::{NodeVerdict, Outcome, Reason, Verdict};
use crate::rules::{Game, RuleSet, cycle, repetition};
use crate::types::{Color, Ply};

/// Judges the position reached in a game: mate and stalemate, a repetition at
/// the rule set's fold, the natural limit, and material that cannot mate.
pub fn judge(game: &Game, rules: &RuleSet) -> Verdict {
    let board = game.board();
    let us = board.side();
    if !board.has_legal_move() {
        let reason = if board.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Verdict::new(Outcome::Win(!us), reason);
    }
    if let Some(length) = cycle::at_fold(game, rules.fold) {
        return repetition::judge(game, length, rules);
    }
    if rules.is_at_limit(game.quiet_plies()) {
        return Verdict::new(Outcome::Draw, Reason::NaturalLimit);
    }
    if is_dead(board) {
        return Verdict::new(Outcome::Draw, Reason::InsufficientMaterial);
    }
    Verdict::ONGOING
}

/// Judges a node `ply` plies below the root of a search; the root itself is
/// never judged. See [`cycle::at_node`] for repetitions.
#[inline]
pub fn judge_node(game: &Game, rules: &RuleSet, ply: Ply) -> NodeVerdict {
    if ply == 0 {
        return NodeVerdict::Open;
    }
    let repetition = if game.may_repeat() { at_repetition(game, rules, ply) } else { None };
    if let Some(verdict) = repetition
        && !matches!(verdict, NodeVerdict::AtLeastDraw | NodeVerdict::AtMostDraw)
    {
        return verdict;
    }
    if rules.is_at_limit(game.quiet_plies()) {
        return if game.board().has_legal_move() {
            draw_value(game.board(), rules, Reason::NaturalLimit)
        } else {
            NodeVerdict::Loss
        };
    }
    if Material::may_be_dead(game.board()) {
        match at_scarce_material(game.board(), rules) {
            NodeVerdict::Open => {}
            verdict => return verdict,
        }
    }
    repetition.unwrap_or(NodeVerdict::Open)
}

/// [`judge_node`] where the position may have occurred before.
#[cold]
fn at_repetition(game: &Game, rules: &RuleSet, ply: Ply) -> Option<NodeVerdict> {
    let us = game.board().side();
    let (verdict, certain) = cycle::at_node(game, rules, ply)?;
    if let Some(offender) = verdict.offender.filter(|_| game.was_ignored()) {
        let root = if ply.is_multiple_of(2) { us } else { !us };
        if offender != root {
            return Some(draw_again(game, rules, Reason::Repetition));
        }
        if certain {
            return Some(NodeVerdict::Offence(offender));
        }
    }
    let node = match (verdict.outcome, certain) {
        (Outcome::Win(color), true) if color == us => NodeVerdict::Win,
        (Outcome::Win(_), true) => NodeVerdict::Loss,
        (Outcome::Win(color), false) if color == us => bound(NodeVerdict::AtLeastDraw, us, rules),
        (Outcome::Win(_), false) => bound(NodeVerdict::AtMostDraw, us, rules),
        _ => draw_again(game, rules, verdict.reason),
    };
    Some(node)
}

/// A draw by repetition at a node.
fn draw_again(game: &Game, rules: &RuleSet, reason: Reason) -> NodeVerdict {
    match draw_value(game.board(), rules, reason) {
        NodeVerdict::Draw if game.was_ignored() && game.count_since_capture(0) >= rules.fold => {
            NodeVerdict::Stale
        }
        verdict => verdict,
    }
}

/// A draw at a node, as the draw rule wants it scored.
#[inline]
fn draw_value(board: &Board, rules: &RuleSet, reason: Reason) -> NodeVerdict {
    match rules.draw_rule.winner(reason) {
        None => NodeVerdict::Draw,
        Some(color) if color == board.side() => NodeVerdict::Win,
        Some(_) => NodeVerdict::Loss,
    }
}

/// A bound by the draw score, if the draw rule leaves it valid: a side for which a draw
/// counts as a win or a loss is not bounded by it.
fn bound(verdict: NodeVerdict, us: Color, rules: &RuleSet) -> NodeVerdict {
    let draw_wins = rules.draw_rule.winner(Reason::Repetition);
    match (verdict, draw_wins) {
        (NodeVerdict::AtLeastDraw, Some(color)) if color != us => NodeVerdict::Open,
        (NodeVerdict::AtMostDraw, Some(color)) if color == us => NodeVerdict::Open,
        _ => verdict,
    }
}

/// [`judge_node`] where the material may not suffice for a mate.
#[cold]
fn at_scarce_material(board: &Board, rules: &RuleSet) -> NodeVerdict {
    match Material::of(board) {
        Material::Sufficient => NodeVerdict::Open,
        Material::Dead => draw_value(board, rules, Reason::InsufficientMaterial),
        Material::DeadUnlessMate if !board.has_legal_move() => NodeVerdict::Loss,
        Material::DeadUnlessMate if wins_at_once(board) => NodeVerdict::Open,
        Material::DeadUnlessMate => draw_value(board, rules, Reason::InsufficientMaterial),
    }
}

/// Whether neither side can mate any more; the side to move has a legal move.
fn is_dead(board: &Board) -> bool {
    match Material::of(board) {
        Material::Sufficient => false,
        Material::Dead => true,
        Material::DeadUnlessMate => !wins_at_once(board),
    }
}

/// Whether a move leaves the opponent without a legal move.
fn wins_at_once(board: &Board) -> bool {
    let mut next = board.clone();
    board.legal_moves().into_iter().any(|mv| {
        let undo = next.make(mv, &mut NullObserver);
        let wins = !next.has_legal_move();
        next.unmake(mv, &undo, &mut NullObserver);
        wins
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::rules::DrawRule;
    use crate::types::{Piece, Square};

    /// Black's rook is chased by Red's cannon, which goes to and fro.
    const CHASE: &str = "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1";
    const LOOP: [&str; 4] = ["a1c1", "a4c4", "c1a1", "c4a4"];

    fn game(fen: &str) -> Game {
        Game::new(&fen.parse::<Setup>().unwrap()).unwrap()
    }

    fn push(game: &mut Game, moves: &[&str]) {
        for mv in moves {
            game.push(mv.parse().unwrap(), &mut NullObserver);
        }
    }

    fn with_draws(name: &str) -> RuleSet {
        RuleSet { draw_rule: DrawRule::by_name(name).unwrap(), ..RuleSet::COMPUTER }
    }

    #[test]
    fn a_verdict_names_offender_window_and_victim() {
        let mut game = game(CHASE);
        push(&mut game, &LOOP);
        assert_eq!(judge(&game, &RuleSet::COMPUTER), Verdict::ONGOING);
        push(&mut game, &LOOP);
        let verdict = judge(&game, &RuleSet::COMPUTER);
        assert_eq!((verdict.outcome, verdict.window), (Outcome::Win(Color::Red), 8));
        assert_eq!(
            (verdict.reason, verdict.offender),
            (Reason::PerpetualChase, Some(Color::Black))
        );
        let cannon = Piece::from_fen_char('C').unwrap();
        assert_eq!(verdict.victim, Some((cannon, Square::new(0, 1))));
    }

    #[test]
    fn the_fold_decides_when_a_repetition_counts() {
        let mut game = game(CHASE);
        for fold in 2..6 {
            push(&mut game, &LOOP);
            let rules = |fold| RuleSet { fold, ..RuleSet::COMPUTER };
            assert_eq!(judge(&game, &rules(fold)).window, 4 * (fold - 1));
            assert_eq!(judge(&game, &rules(fold + 1)), Verdict::ONGOING);
        }
    }

    #[test]
    fn a_node_counts_one_repetition_only_after_the_root() {
        let rules = RuleSet::COMPUTER;
        let mut game = game(CHASE);
        push(&mut game, &LOOP);
        push(&mut game, &LOOP[..1]);
        // The position after the first move stands for the second time, entered
        // by the same move: certain once both occurrences lie after the root.
        assert_eq!(judge_node(&game, &rules, 0), NodeVerdict::Open);
        assert_eq!(judge_node(&game, &rules, 4), NodeVerdict::Open);
        assert_eq!(judge_node(&game, &rules, 5), NodeVerdict::Loss);
        push(&mut game, &LOOP[1..]);
        push(&mut game, &LOOP[..1]);
        assert_eq!(judge_node(&game, &rules, 1), NodeVerdict::Loss, "the third is final");
        assert_eq!(judge_node(&game, &rules, 0), NodeVerdict::Open, "a root is never judged");
    }

    #[test]
    fn a_null_move_bounds_the_look_back() {
        let mut game = game("4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1");
        push(&mut game, &["a0b0", "e9d9", "b0a0", "d9e9"]);
        assert_eq!(judge_node(&game, &RuleSet::COMPUTER, 9), NodeVerdict::Draw);
        game.pop(&mut NullObserver);
        game.pop(&mut NullObserver);
        game.push_null();
        game.push_null();
        push(&mut game, &["b0a0", "d9e9"]);
        assert_eq!(judge_node(&game, &RuleSet::COMPUTER, 9), NodeVerdict::Open);
        for _ in 0..4 {
            game.pop_null();
        }
        push(&mut game, &["b0a0", "d9e9"]);
        assert_eq!(judge_node(&game, &RuleSet::COMPUTER, 9), NodeVerdict::Draw);
    }

    #[test]
    fn a_position_that_stood_a_thousand_times_is_still_known() {
        let mut game = game(CHASE);
        for _ in 0..1000 {
            push(&mut game, &LOOP);
        }
        for _ in 0..3990 {
            game.pop(&mut NullObserver);
        }
        assert_eq!(judge(&game, &RuleSet::COMPUTER).window, 8);
    }

    #[test]
    fn the_natural_limit_is_a_number_or_none() {
        let mut game = game("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 118 90");
        push(&mut game, &["e1f1"]);
        let outcome = |game: &Game, quiet_limit| {
            let rules = RuleSet { quiet_limit, ..RuleSet::COMPUTER };
            (judge(game, &rules).reason, judge_node(game, &rules, 1))
        };
        assert_eq!(outcome(&game, Some(120)), (Reason::None, NodeVerdict::Open));
        assert_eq!(outcome(&game, Some(119)), (Reason::NaturalLimit, NodeVerdict::Draw));
        push(&mut game, &["d9d8", "f1f2"]);
        assert_eq!(outcome(&game, Some(120)), (Reason::NaturalLimit, NodeVerdict::Draw));
        assert_eq!(outcome(&game, None), (Reason::None, NodeVerdict::Open));
    }

    #[test]
    fn stalemate_goes_before_the_natural_limit() {
        let mut game = game("3k5/9/9/3P5/9/9/9/9/9/4K4 w - - 119 90");
        push(&mut game, &["d6d7"]);
        assert_eq!(judge(&game, &RuleSet::COMPUTER).reason, Reason::Stalemate);
        assert_eq!(judge_node(&game, &RuleSet::COMPUTER, 1), NodeVerdict::Loss);
    }

    #[test]
    fn draw_rules_score_draws_for_a_side() {
        let mut game = game("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
        push(&mut game, &["e1f1", "d9d8", "f1e1", "d8d9"]);
        let node = |game: &Game, name: &str| judge_node(game, &with_draws(name), 9);
        assert_eq!(node(&game, "None"), NodeVerdict::Draw);
        assert_eq!(node(&game, "DrawAsRedWin"), NodeVerdict::Win);
        assert_eq!(node(&game, "DrawRepAsRedWin"), NodeVerdict::Win);
        assert_eq!(node(&game, "DrawRepAsBlackWin"), NodeVerdict::Loss);
        let bare = super::tests::game("3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
        assert_eq!(node(&bare, "DrawAsBlackWin"), NodeVerdict::Win);
        assert_eq!(node(&bare, "DrawRepAsBlackWin"), NodeVerdict::Draw);
        let (us, them) = (Color::Red, "DrawRepAsBlackWin");
        let bound = |verdict| bound(verdict, us, &with_draws(them));
        assert_eq!(bound(NodeVerdict::AtLeastDraw), NodeVerdict::Open);
        assert_eq!(bound(NodeVerdict::AtMostDraw), NodeVerdict::AtMostDraw);
    }
}
