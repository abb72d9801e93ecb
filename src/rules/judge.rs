//! The verdict on a game, and on a node of a search.

use crate::rules::{Game, RuleSet};
use crate::types::Color;

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
    /// A repetition in which nobody did anything forbidden.
    Repetition,
    /// Too many plies without a capture.
    NaturalLimit,
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

/// Judges the position reached in a game: the third occurrence decides.
pub fn judge(game: &Game, rules: &RuleSet) -> Verdict {
    let us = game.board().side();
    let verdict = |outcome, reason, offender| Verdict { outcome, reason, offender };
    if !game.board().has_legal_move() {
        let reason = if game.board().in_check() { Reason::Checkmate } else { Reason::Stalemate };
        return verdict(Outcome::Win(!us), reason, None);
    }
    if let Some(cycle) = cycle_length(game, 2) {
        return match perpetual_checker(game, cycle, rules) {
            Some(offender) => {
                verdict(Outcome::Win(!offender), Reason::PerpetualCheck, Some(offender))
            }
            None => verdict(Outcome::Draw, Reason::Repetition, None),
        };
    }
    if rules.quiet_limit.is_some_and(|limit| game.quiet_plies() >= limit) {
        return verdict(Outcome::Draw, Reason::NaturalLimit, None);
    }
    verdict(Outcome::Ongoing, Reason::None, None)
}

/// Judges a node `ply` plies below the root of a search. A repetition of a
/// position after the root counts at once.
#[inline]
pub fn judge_node(game: &Game, rules: &RuleSet, ply: usize) -> NodeVerdict {
    if game.may_repeat() {
        let once = cycle_length(game, 1).filter(|&n| n < ply);
        if let Some(cycle) = once.or_else(|| cycle_length(game, 2)) {
            return match perpetual_checker(game, cycle, rules) {
                None => NodeVerdict::Draw,
                Some(offender) if offender == game.board().side() => NodeVerdict::Loss,
                Some(_) => NodeVerdict::Win,
            };
        }
    }
    if rules.quiet_limit.is_some_and(|limit| game.quiet_plies() >= limit) {
        let lost = game.board().in_check() && !game.board().has_legal_move();
        return if lost { NodeVerdict::Loss } else { NodeVerdict::Draw };
    }
    NodeVerdict::Open
}

/// Plies since the `times`-th earlier occurrence of the position, looking back.
fn cycle_length(game: &Game, times: usize) -> Option<usize> {
    let key = game.board().key();
    let records = game.records();
    let reach = game.reversible_plies();
    (4..=reach)
        .step_by(2)
        .filter(|&back| records.get(records.len() - back).is_some_and(|r| r.key() == key))
        .nth(times - 1)
}

/// The one side whose every move of the last `cycle` plies gave check.
fn perpetual_checker(game: &Game, cycle: usize, rules: &RuleSet) -> Option<Color> {
    if !rules.forbids_check {
        return None;
    }
    let us = game.board().side();
    let records = game.records();
    let window = &records[records.len() - cycle..];
    // A record says whether its mover was in check; so does the board at the end.
    let we_are_checked =
        window.iter().step_by(2).skip(1).all(|r| r.was_check) && game.board().in_check();
    let they_are_checked = window.iter().skip(1).step_by(2).all(|r| r.was_check);
    match (we_are_checked, they_are_checked) {
        (true, false) => Some(!us),
        (false, true) => Some(us),
        _ => None,
    }
}
