//! The patterns of tactics: what the moves of a line do, whether or not it ends with a mate.

use chuhe::types::Color::{Black, Red};
use chuhe::types::PieceType::{self, Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
use chuhe::types::{Piece, Square};

use super::patterns::Pattern;
use super::story::{Step, Story};

/// The patterns, in the order of the documentation.
pub const TACTICS: &[Pattern] = &[
    ("discovered-check", |story| story.steps.iter().any(discovers)),
    ("fork", fork),
    ("pin", pin),
    ("sacrifice", sacrifice),
    ("check-and-take", check_and_take),
    ("quiet-key", quiet_key),
];

/// What men are worth, in halves of a pawn beyond the river.
fn worth(piece: Piece) -> i32 {
    match piece.kind() {
        Rook => 18,
        Cannon => 9,
        Knight => 8,
        Advisor | Bishop => 4,
        Pawn => 2,
        King => 1000,
    }
}

fn is_strong(kind: PieceType) -> bool {
    matches!(kind, Rook | Knight | Cannon)
}

/// A man that has not moved gives check along a line, or past a leg, that the moved one has
/// left; where that became a cannon's screen, nothing was discovered.
fn discovers(step: &Step) -> bool {
    let Some(king) = step.men.king() else { return false };
    let is_found = |checker: &Square| {
        *checker != step.mv.to() && !step.men.between(*checker, king).contains(&step.mv.to())
    };
    !step.checkers.contains(&step.mv.to()) && step.checkers.iter().any(is_found)
}

/// The moved man attacks two or more men that are worth more than it or not defended, the king
/// among them or not, and the next move takes one of them, where there is one.
fn fork(story: &Story) -> bool {
    let next = |i: usize| story.steps.get(i + 1);
    story.steps.iter().enumerate().any(|(i, step)| {
        let targets = targets(step);
        let takes = |next: &Step| next.mv.from() == step.mv.to() && next.captured.is_some();
        targets.len() >= 2 && next(i).is_none_or(takes) && !step.men.is_lost(true)
    })
}

fn targets(step: &Step) -> Vec<Square> {
    let men = &step.men;
    let own = men.attackers(Red, step.mv.to());
    let worth_it = |&(square, piece): &(Square, Piece)| {
        let is_better = worth(piece) > worth(step.piece);
        let is_free = men.attackers(Black, square).is_empty();
        (piece.kind() == King || is_strong(piece.kind()))
            && men.attackers(Red, square).contains(&step.mv.to())
            && (is_better || is_free)
    };
    // What can be taken at once attacks nobody.
    let is_lost = own.is_empty() && !men.attackers(Black, step.mv.to()).is_empty();
    match is_lost && step.checkers.is_empty() {
        true => Vec::new(),
        false => men.of_side(Black).iter().filter(|man| worth_it(man)).map(|&(s, _)| s).collect(),
    }
}

/// A rook or cannon that has moved holds a strong man that must not leave its line to the king,
/// and the next move takes that, where there is one.
fn pin(story: &Story) -> bool {
    story.steps.iter().enumerate().any(|(i, step)| {
        let men = &step.men;
        let Some(king) = men.king() else { return false };
        let is_pinned = |&(square, piece): &(Square, Piece)| {
            let without = men.without(square);
            is_strong(piece.kind())
                && step.checkers.is_empty()
                && without.attackers(Red, king).contains(&step.mv.to())
        };
        let takes =
            |square: Square| story.steps.get(i + 1).is_none_or(|next| next.mv.to() == square);
        matches!(step.piece.kind(), Rook | Cannon)
            && men.of_side(Black).iter().any(|man| is_pinned(man) && takes(man.0))
    })
}

/// A man is given for less: the reply takes a strong man of the solver, worth more by a pawn
/// than what the solver's move took.
fn sacrifice(story: &Story) -> bool {
    story.steps.iter().any(|step| {
        let Some((_, Some(lost))) = step.reply else { return false };
        let gained = step.captured.map_or(0, worth);
        is_strong(lost.kind()) && worth(lost) >= gained + 2
    })
}

/// A check that takes nothing, and then a move that takes a strong man.
fn check_and_take(story: &Story) -> bool {
    story.steps.windows(2).any(|pair| {
        let is_check = !pair[0].checkers.is_empty() && pair[0].captured.is_none();
        let taken = pair[1].captured.map(Piece::kind);
        is_check && taken.is_some_and(is_strong) && !pair[1].men.is_lost(true)
    })
}

/// The first move of several neither takes nor gives check.
fn quiet_key(story: &Story) -> bool {
    let first = &story.steps[0];
    first.captured.is_none() && first.checkers.is_empty() && story.steps.len() >= 2
}
