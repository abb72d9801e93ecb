//! What a move lost, by the searches of the positions before and after it.

use crate::review::Finding;
use crate::review::grade::{grade_of, rounded};
use crate::review::played::LARGEST;
use chuhe::board::Board;
use chuhe::engine::Outlook;
use chuhe::types::{Depth, Move, Score};

/// Searches of fewer plies say nothing against a move, unless they found a mate.
pub const LEAST_DEPTH: Depth = 8;

/// Decides whether searches were deep enough to grade a move.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// Searches of fewer plies say nothing against a move.
    pub least_depth: Depth,
}

/// What a move lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Centipawns; scores beyond 1000 and mates count as 1000.
    pub cp: i32,
    /// Percent of win chance.
    pub chance: f64,
    /// Whether the searches were deep enough to say so.
    pub is_sure: bool,
}

impl Loss {
    /// What a move lost for certain, whatever the searches say.
    pub fn of_half_points(half_points: i32) -> Loss {
        let chance = 50.0 * f64::from(half_points);
        Loss { cp: half_points * LARGEST, chance, is_sure: true }
    }
}

impl Judge {
    /// Whether what was found says something: it is deep enough, or decided.
    pub fn trusts(self, finding: &Finding) -> bool {
        let is_decided = finding.score.is_decisive() || finding.line.is_empty();
        finding.depth >= self.least_depth || is_decided
    }

    /// The better move that is to be looked at when a move seems bad by the searches
    /// before and after it; `None` when it does not.
    pub fn doubt(self, board: &Board, mv: Move, before: &Finding, after: &Finding) -> Option<Move> {
        let is_bad = grade_of(loss(before, mv, after, board).1).is_some();
        let is_sure = self.trusts(before) && self.trusts(after);
        before.line.first().copied().filter(|_| is_bad && is_sure)
    }

    /// What a move lost by the searches before it and after it, and after the better move if
    /// there was one: the smaller loss, because both searches must see it.
    pub fn loss(
        self,
        board: &Board,
        mv: Move,
        (before, after, check): (&Finding, &Finding, Option<&Finding>),
    ) -> Loss {
        let (mut cp, mut chance) = loss(before, mv, after, board);
        if let Some(check) = check {
            let as_before = Finding { score: -check.score, ..before.clone() };
            let other = loss(&as_before, mv, after, board);
            (cp, chance) = (cp.min(other.0), chance.min(other.1));
        }
        let mut all = [Some(before), Some(after), check].into_iter().flatten();
        Loss { cp, chance, is_sure: all.all(|finding| self.trusts(finding)) }
    }
}

/// Percent of the points that the side to move may expect.
pub fn chance(score: Score, board: &Board) -> f64 {
    let chances = Outlook::with_chances(score, board).chances;
    chances.map_or(50.0, |chances| f64::from(chances.win) / 10.0 + f64::from(chances.draw) / 20.0)
}

/// What a move lost in centipawns and in percent: nothing when it was the best
/// one, or turned out no worse than that. Both scores are taken on the board
/// before the move, or a capture would change what they mean.
fn loss(before: &Finding, mv: Move, after: &Finding, board: &Board) -> (i32, f64) {
    if before.line.first() == Some(&mv) {
        return (0, 0.0);
    }
    let cp = |score: Score| match score.is_decisive() {
        true => score.units().signum() * LARGEST,
        false => Outlook::new(score, board).centipawns.clamp(-LARGEST, LARGEST),
    };
    let loss_cp = cp(before.score) - cp(-after.score);
    let loss_chance = chance(before.score, board) - chance(-after.score, board);
    (loss_cp.max(0), rounded(loss_chance.max(0.0)))
}
