//! The verdict on a game, and what a search makes of the rules at a node.

use crate::board::{Board, NullObserver};
use crate::rules::material::{self, Material};
use crate::rules::{Game, RuleSet, cycle, window};
use crate::types::{Color, Piece, Ply, Square};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// Nobody has won.
    Draw,
    /// This side has won.
    Win(Color),
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has not.
    None,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased the same piece anew with every move of a repetition.
    PerpetualChase,
    /// One side attacked with every move of a repetition: it checked, chased or
    /// threatened mate.
    PerpetualAttack,
    /// Both sides gave check with every move of a repetition.
    MutualCheck,
    /// Both sides chased, or attacked, with every move of a repetition.
    MutualChase,
    /// A repetition in which nobody did anything forbidden.
    Repetition,
    /// Too many plies without a capture.
    NaturalLimit,
    /// Neither side has the pieces to mate.
    InsufficientMaterial,
}

impl Reason {
    /// Whether a position occurred again.
    pub const fn is_repetition(self) -> bool {
        matches!(
            self,
            Reason::PerpetualCheck
                | Reason::PerpetualChase
                | Reason::PerpetualAttack
                | Reason::MutualCheck
                | Reason::MutualChase
                | Reason::Repetition
        )
    }
}

/// A judgement with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won, if anybody.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The side that broke a rule.
    pub offender: Option<Color>,
    /// Plies of the repetition that was looked at, back from the end; 0 when
    /// no repetition decided.
    pub window: usize,
    /// The piece that the offender chased, and where it stands now.
    pub victim: Option<(Piece, Square)>,
}

impl Verdict {
    const fn new(outcome: Outcome, reason: Reason) -> Verdict {
        Verdict { outcome, reason, offender: None, window: 0, victim: None }
    }

    /// The judgement of a game that goes on.
    pub const ONGOING: Verdict = Verdict::new(Outcome::Ongoing, Reason::None);

    /// The judgement of a repetition.
    pub(super) const fn repetition(reason: Reason, window: usize) -> Verdict {
        Verdict { window, ..Verdict::new(Outcome::Draw, reason) }
    }

    /// The judgement of a repetition in which one side broke a rule.
    pub(super) fn offence(offender: Color, reason: Reason, window: usize) -> Verdict {
        let outcome = Outcome::Win(!offender);
        Verdict { offender: Some(offender), window, ..Verdict::new(outcome, reason) }
    }
}

/// What a search makes of the rules at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeVerdict {
    /// Nothing: search on.
    Open,
    /// The game is drawn here.
    Draw,
    /// The side to move has won by rule.
    Win,
    /// The side to move has lost by rule.
    Loss,
    /// Probably a win by rule, which walking the loop again may still change:
    /// at least about a draw.
    AtLeastDraw,
    /// Probably a loss by rule: at most about a draw.
    AtMostDraw,
}

/// Judges the position reached in a game: mate and stalemate, a repetition at
/// the rule set's fold, the natural limit, and material that cannot mate.
pub fn judge(game: &Game, rules: &RuleSet) -> Verdict {
    let board = game.board();
    let us = board.side();
    if !board.has_legal_move() {
        let reason = if board.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return Verdict::new(Outcome::Win(!us), reason);
    }
    if let Some(length) = cycle::earlier(game).nth(rules.fold.max(2) - 2) {
        return window::judge(game, length, rules);
    }
    if limit_reached(game, rules) {
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
    if limit_reached(game, rules) {
        return if game.board().has_legal_move() {
            draw_value(game.board(), rules, false)
        } else {
            NodeVerdict::Loss
        };
    }
    if material::may_be_dead(game.board()) {
        match at_scarce_material(game.board(), rules) {
            NodeVerdict::Open => {}
            verdict => return verdict,
        }
    }
    repetition.unwrap_or(NodeVerdict::Open)
}

#[inline]
fn limit_reached(game: &Game, rules: &RuleSet) -> bool {
    rules.quiet_limit.is_some_and(|limit| game.quiet_plies() >= limit)
}

/// [`judge_node`] where the position may have occurred before.
#[cold]
fn at_repetition(game: &Game, rules: &RuleSet, ply: Ply) -> Option<NodeVerdict> {
    let us = game.board().side();
    let (verdict, certain) = cycle::at_node(game, rules, ply)?;
    let node = match (verdict.outcome, certain) {
        (Outcome::Win(color), true) if color == us => NodeVerdict::Win,
        (Outcome::Win(_), true) => NodeVerdict::Loss,
        (Outcome::Win(color), false) if color == us => bound(NodeVerdict::AtLeastDraw, us, rules),
        (Outcome::Win(_), false) => bound(NodeVerdict::AtMostDraw, us, rules),
        _ => draw_value(game.board(), rules, true),
    };
    Some(node)
}

/// A draw at a node, as the draw rule wants it scored.
#[inline]
fn draw_value(board: &Board, rules: &RuleSet, by_repetition: bool) -> NodeVerdict {
    match rules.draw_rule.winner(by_repetition) {
        None => NodeVerdict::Draw,
        Some(color) if color == board.side() => NodeVerdict::Win,
        Some(_) => NodeVerdict::Loss,
    }
}

/// A bound by the draw score, as far as it holds under the draw rule: whoever
/// is better off with a draw than without bounds nothing by it.
fn bound(verdict: NodeVerdict, us: Color, rules: &RuleSet) -> NodeVerdict {
    let draw_wins = rules.draw_rule.winner(true);
    match (verdict, draw_wins) {
        (NodeVerdict::AtLeastDraw, Some(color)) if color != us => NodeVerdict::Open,
        (NodeVerdict::AtMostDraw, Some(color)) if color == us => NodeVerdict::Open,
        _ => verdict,
    }
}

/// [`judge_node`] where the material may not suffice for a mate.
#[cold]
fn at_scarce_material(board: &Board, rules: &RuleSet) -> NodeVerdict {
    match material::assess(board) {
        Material::Sufficient => NodeVerdict::Open,
        Material::Dead => draw_value(board, rules, false),
        Material::DeadUnlessMate if !board.has_legal_move() => NodeVerdict::Loss,
        Material::DeadUnlessMate if wins_at_once(board) => NodeVerdict::Open,
        Material::DeadUnlessMate => draw_value(board, rules, false),
    }
}

/// Whether neither side can mate any more; the side to move has a legal move.
fn is_dead(board: &Board) -> bool {
    match material::assess(board) {
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
