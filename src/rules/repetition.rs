//! Judges the plies between two occurrences of a position: who checked, chased or
//! attacked with every move.

use crate::board::{Board, NullObserver, see_value};
use crate::rules::chase::{chased, chased_by, rooks_pinned_by_knight};
use crate::rules::{ChaseRule, CheckEffect, Game, Reason, Record, RuleSet, Verdict, threat};
use crate::types::{Bitboard, Color, Move, Square};

/// Judges the last `length` plies of a game, which must end where they began
/// and hold neither a capture nor a null move.
pub fn judge(game: &Game, length: usize, rules: &RuleSet) -> Verdict {
    if !rules.forbids_check {
        return Verdict::repetition(Reason::Repetition, length);
    }
    let us = game.board().side();
    let plies = &game.records()[game.records().len() - length..];
    // A record says whether its mover was in check. The position at the end is
    // the one at the beginning, so both sides' checks are all there.
    let they_check = plies.iter().step_by(2).all(|record| record.was_check);
    let we_check = plies.iter().skip(1).step_by(2).all(|record| record.was_check);
    match (we_check, they_check) {
        (true, true) => return Verdict::repetition(Reason::MutualCheck, length),
        (true, false) => return Verdict::offence(us, Reason::PerpetualCheck, length),
        (false, true) => return Verdict::offence(!us, Reason::PerpetualCheck, length),
        (false, false) => {}
    }
    match rules.chases {
        ChaseRule::Free => Verdict::repetition(Reason::Repetition, length),
        ChaseRule::OneVictim => {
            let excused = rules.check_effect == CheckEffect::ExcusesBoth
                && plies.iter().any(|record| record.was_check);
            if excused {
                return Verdict::repetition(Reason::Repetition, length);
            }
            judge_chases(game.board(), plies, rules)
        }
        ChaseRule::AnyAttack => judge_attacks(game.board(), plies, rules),
    }
}

/// Looks for one piece that a side chases anew with every move.
fn judge_chases(end: &Board, plies: &[Record], rules: &RuleSet) -> Verdict {
    let mut board = end.clone();
    // By the chasing side, the victims of all its moves so far, where they
    // stand on `board`; and those of them that count more where a rule set says
    // so: rooks pinned by a knight each time.
    let mut victims = [Bitboard::ALL; 2];
    let mut rooks = [Bitboard::ALL; 2];
    for step in backwards(plies) {
        let mover = !board.side();
        let (own, other) = (mover.index(), board.side().index());
        // Where both checks and chases stand in one stretch, a check chases nothing.
        if board.in_check() {
            victims[own] = Bitboard::EMPTY;
        }
        let after = Chases::after(&board, &step, victims[own], rules);
        if rules.pinned_rook_outweighs && after.all.any() {
            rooks[own] &= rooks_pinned_by_knight(&board, mover);
        }
        board.unmake(step.mv, &step.record.undo, &mut NullObserver);
        victims[own] = after.begun(&board, &step, rules);
        rooks[own] &= victims[own];
        victims[other] = step_back(victims[other], step.mv);
        rooks[other] = step_back(rooks[other], step.mv);
        if victims[0].is_empty() && victims[1].is_empty() {
            return Verdict::repetition(Reason::Repetition, plies.len());
        }
    }
    for sets in [&rooks, &victims] {
        let offender = match (sets[0].any(), sets[1].any()) {
            (true, false) => Color::Red,
            (false, true) => Color::Black,
            _ => continue,
        };
        let verdict = Verdict::offence(offender, Reason::PerpetualChase, plies.len());
        let victims = sets[offender.index()].into_iter().filter_map(|start| {
            let now = plies.iter().filter_map(|record| record.mv).fold(start, follow);
            Some((end.piece_at(now)?, now))
        });
        let victim = victims.max_by_key(|(piece, _)| see_value(piece.kind()));
        return Verdict { victim, ..verdict };
    }
    Verdict::repetition(Reason::MutualChase, plies.len())
}

/// A ply of a loop.
struct Step<'a> {
    record: &'a Record,
    mv: Move,
    /// Where the move before it led: to a piece that may have fled.
    fled: Square,
}

/// The plies of a loop, latest first. The first is preceded by the last, which closes
/// the loop.
fn backwards(plies: &[Record]) -> impl Iterator<Item = Step<'_>> {
    let before = plies.iter().rev().skip(1).chain(plies.last());
    plies
        .iter()
        .rev()
        .zip(before)
        .filter_map(|(record, before)| Some(Step { record, mv: record.mv?, fled: before.mv?.to() }))
}

/// What a side chases after its move.
struct Chases {
    /// With any of its pieces.
    all: Bitboard,
    /// With the piece that moved, a piece that has just moved itself; empty where that
    /// makes no difference.
    followed: Bitboard,
}

impl Chases {
    /// The chases among `victims` on the board that the move led to.
    fn after(board: &Board, step: &Step, victims: Bitboard, rules: &RuleSet) -> Chases {
        let mover = !board.side();
        let all = chased(board, mover, victims, rules);
        let followed = if rules.following_chases && all.contains(step.fled) {
            let (to, fled) = (Bitboard::of(step.mv.to()), Bitboard::of(step.fled));
            chased_by(board, to, mover, fled, rules)
        } else {
            Bitboard::EMPTY
        };
        Chases { all, followed }
    }

    /// Those that the move began, by the board before it: nothing chased the victim
    /// there, or, if it is followed, the moved piece did not.
    fn begun(&self, board: &Board, step: &Step, rules: &RuleSet) -> Bitboard {
        let mover = board.side();
        let begun = self.all & !chased(board, mover, self.all, rules);
        let followed = self.followed & !begun;
        let from = Bitboard::of(step.mv.from());
        begun | followed & !chased_by(board, from, mover, followed, rules)
    }
}

/// Whether a move that led from one board to another may begin a chase, whatever move came
/// before it: of any piece, by the rule set. Only a side whose every move does can lose by
/// chases.
pub fn may_begin_chase(before: &Board, after: &Board, mv: Move, rules: &RuleSet) -> bool {
    let mover = before.side();
    let all = chased(after, mover, Bitboard::ALL, rules);
    if (all & !chased(before, mover, all, rules)).any() {
        return true;
    }
    let moved = |board: &Board, at: Square, victims: Bitboard| {
        chased_by(board, Bitboard::of(at), mover, victims, rules)
    };
    let followed =
        if rules.following_chases { moved(after, mv.to(), all) } else { Bitboard::EMPTY };
    (followed & !moved(before, mv.from(), followed)).any()
}

/// A set of squares of pieces, as they stood before the move.
fn step_back(set: Bitboard, mv: Move) -> Bitboard {
    if set.contains(mv.to()) { set.without(mv.to()).with(mv.from()) } else { set }
}

/// Where the piece on a square stands after the move.
fn follow(sq: Square, mv: Move) -> Square {
    if sq == mv.from() { mv.to() } else { sq }
}

/// Looks for a side whose every move attacks, whatever the kind of attack.
fn judge_attacks(end: &Board, plies: &[Record], rules: &RuleSet) -> Verdict {
    let mut board = end.clone();
    let mut attacks_always = [true; 2];
    for step in backwards(plies) {
        let mover = !board.side();
        let mut here = board.clone();
        board.unmake(step.mv, &step.record.undo, &mut NullObserver);
        attacks_always[mover.index()] &= here.in_check()
            || attacks_always[mover.index()]
                && (chases_anew(&board, &here, &step, rules)
                    || threat::mates(&mut here, rules.mate_threat_depth));
        if attacks_always == [false; 2] {
            return Verdict::repetition(Reason::Repetition, plies.len());
        }
    }
    match attacks_always {
        [true, false] => Verdict::offence(Color::Red, Reason::PerpetualAttack, plies.len()),
        [false, true] => Verdict::offence(Color::Black, Reason::PerpetualAttack, plies.len()),
        _ => Verdict::repetition(Reason::MutualChase, plies.len()),
    }
}

/// Whether a side chases anything after a move that it did not chase before. A
/// piece that loses its protection is chased anew, even if its exchange would
/// have paid before.
fn chases_anew(before: &Board, after: &Board, step: &Step, rules: &RuleSet) -> bool {
    let plain = RuleSet { counts_exchanges: false, ..*rules };
    let anew = |rules: &RuleSet| {
        Chases::after(after, step, Bitboard::ALL, rules).begun(before, step, rules).any()
    };
    anew(&plain) || rules.counts_exchanges && anew(rules)
}
