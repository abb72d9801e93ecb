//! The judge recomputed from the whole list of moves, on a plain array, with
//! every capture and recapture made and looked at. Shares no code with `rules`
//! but the rule set and the words for a verdict. Does not know ChineseRule
//! ([`ChaseRule::AnyAttack`]) nor draw rules.

use std::collections::BTreeSet;

use crate::board::Setup;
use crate::reference::movegen::Mailbox;
use crate::rules::{ChaseRule, CheckEffect, NodeVerdict, Outcome, RuleSet};
use crate::types::{Color, Move, Piece, PieceType, Square};

/// The name that a piece keeps for the whole game: where it stood at its start.
type Name = Square;

/// One position of a game.
struct Moment {
    pieces: Mailbox,
    names: [Option<Name>; Square::COUNT],
    in_check: bool,
    /// Plies that count towards the natural limit.
    quiet: u32,
    /// Whether the move that led here captured something.
    after_capture: bool,
}

/// A game as the list of all its positions.
pub struct History {
    moves: Vec<Move>,
    moments: Vec<Moment>,
}

impl History {
    /// The game that these legal moves make of the start position.
    pub fn new(start: &Setup, moves: &[Move]) -> History {
        let pieces = Mailbox::new(start);
        let mut names = [None; Square::COUNT];
        for sq in Square::all() {
            names[sq.index()] = pieces.at(sq).map(|_| sq);
        }
        let in_check = pieces.in_check();
        let first =
            Moment { pieces, names, in_check, quiet: start.quiet_plies, after_capture: false };
        let mut history = History { moves: Vec::new(), moments: vec![first] };
        for &mv in moves {
            history.push(mv);
        }
        history
    }

    /// Makes a legal move.
    pub fn push(&mut self, mv: Move) {
        let now = self.last();
        let pieces = now.pieces.after(mv);
        let mut names = now.names;
        names[mv.to().index()] = names[mv.from().index()].take();
        let after_capture = now.pieces.at(mv.to()).is_some();
        let in_check = pieces.in_check();
        let mut next = Moment { pieces, names, in_check, quiet: 0, after_capture };
        if !after_capture {
            let mover = now.pieces.side();
            let is_free = |side: Color, extra: usize| {
                self.checks_by(side) + extra <= usize::from(RuleSet::FREE_CHECKS)
            };
            let check_counts = !in_check || is_free(mover, 1);
            let reply_counts = !now.in_check || is_free(!mover, 0);
            next.quiet = now.quiet.saturating_add((check_counts && reply_counts).into());
        }
        self.moments.push(next);
        self.moves.push(mv);
    }

    /// The verdict on the position reached.
    pub fn judge(&self, rules: &RuleSet) -> Outcome {
        let side = self.last().pieces.side();
        if self.last().pieces.legal_moves().is_empty() {
            return Outcome::Win(!side);
        }
        let earlier = self.earlier();
        if earlier.len() + 1 >= rules.fold {
            return self.judge_loop(earlier[rules.fold - 2], rules);
        }
        if self.at_limit(rules) || is_dead(&self.last().pieces) {
            return Outcome::Draw;
        }
        Outcome::Ongoing
    }

    /// The verdict on the position as a node `ply` plies below a root.
    pub fn judge_node(&self, rules: &RuleSet, ply: usize) -> NodeVerdict {
        if ply == 0 {
            return NodeVerdict::Open;
        }
        let side = self.last().pieces.side();
        let decided = |outcome| match outcome {
            Outcome::Win(color) if color == side => NodeVerdict::Win,
            Outcome::Win(_) => NodeVerdict::Loss,
            _ => NodeVerdict::Draw,
        };
        let mut otherwise = NodeVerdict::Open;
        let earlier = self.earlier();
        let last = self.moments.len() - 1;
        if earlier.first().is_some_and(|&at| last - at < ply) && rules.fold > 2 {
            let outcome = self.judge_loop(earlier[0], rules);
            if outcome == Outcome::Draw || self.is_settled(&earlier, rules) {
                return decided(outcome);
            }
            otherwise = match decided(outcome) {
                NodeVerdict::Win => NodeVerdict::AtLeastDraw,
                _ => NodeVerdict::AtMostDraw,
            };
        }
        if earlier.len() + 1 >= rules.fold {
            return decided(self.judge_loop(earlier[rules.fold - 2], rules));
        }
        if self.at_limit(rules) || is_dead(&self.last().pieces) {
            let is_lost = self.last().pieces.legal_moves().is_empty();
            return if is_lost { NodeVerdict::Loss } else { NodeVerdict::Draw };
        }
        otherwise
    }

    /// Whether a second occurrence decides in a search: walking the loop again
    /// can bring no other position to its third occurrence first.
    fn is_settled(&self, earlier: &[usize], rules: &RuleSet) -> bool {
        let last = self.moments.len() - 1;
        let &[first] = earlier else { return false };
        let occurrences = |i: usize| {
            self.moments[..last].iter().filter(|m| m.pieces == self.moments[i].pieces).count()
        };
        first > 0
            && self.moments[first - 1].pieces == self.moments[last - 1].pieces
            && !self.at_limit(rules)
            && (first + 1..last - 1).all(|i| occurrences(i) == 1)
    }

    fn last(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    fn at_limit(&self, rules: &RuleSet) -> bool {
        rules.quiet_limit.is_some_and(|limit| self.last().quiet >= limit)
    }

    /// Checks that a side has given since the last capture.
    fn checks_by(&self, side: Color) -> usize {
        let since = self.moments.iter().rposition(|m| m.after_capture).unwrap_or(0);
        let given = self.moments[since..].iter().skip(1);
        given.filter(|m| m.in_check && m.pieces.side() != side).count()
    }

    /// Where the position reached stood before, the latest occurrence first.
    fn earlier(&self) -> Vec<usize> {
        let last = self.moments.len() - 1;
        (0..last).rev().filter(|&i| self.moments[i].pieces == self.last().pieces).collect()
    }

    /// The verdict on everything since the moment `first`.
    fn judge_loop(&self, first: usize, rules: &RuleSet) -> Outcome {
        if !rules.forbids_check {
            return Outcome::Draw;
        }
        let of = |side: Color| {
            let plies = first + 1..self.moments.len();
            plies.filter(move |&i| self.moments[i].pieces.side() != side)
        };
        let checks = |side: Color| of(side).all(|i| self.moments[i].in_check);
        let any_check = self.moments[first + 1..].iter().any(|m| m.in_check);
        let loses_one = |red: bool, black: bool| match (red, black) {
            (true, false) => Some(Outcome::Win(Color::Black)),
            (false, true) => Some(Outcome::Win(Color::Red)),
            _ => None,
        };
        if checks(Color::Red) || checks(Color::Black) {
            return loses_one(checks(Color::Red), checks(Color::Black)).unwrap_or(Outcome::Draw);
        }
        if rules.chases == ChaseRule::Free
            || any_check && rules.check_effect == CheckEffect::ExcusesBoth
        {
            return Outcome::Draw;
        }
        let common = |side: Color, sets: fn(&History, usize, usize, &RuleSet) -> BTreeSet<Name>| {
            of(side)
                .map(|i| sets(self, first, i, rules))
                .reduce(|a, b| a.intersection(&b).copied().collect())
                .is_some_and(|names| !names.is_empty())
        };
        if rules.pinned_rook_outweighs {
            let rooks = |side| common(side, History::newly_chased_pinned_rooks);
            if let Some(outcome) = loses_one(rooks(Color::Red), rooks(Color::Black)) {
                return outcome;
            }
        }
        let chases = |side| common(side, History::newly_chased);
        loses_one(chases(Color::Red), chases(Color::Black)).unwrap_or(Outcome::Draw)
    }

    /// What the move that led to moment `i` of the loop since `first` began to chase.
    fn newly_chased(&self, first: usize, i: usize, rules: &RuleSet) -> BTreeSet<Name> {
        let (before, after) = (&self.moments[i - 1], &self.moments[i]);
        if after.in_check {
            return BTreeSet::new();
        }
        let mover = before.pieces.side();
        // Who chases whom.
        let pairs = |moment: &Moment| -> BTreeSet<(Name, Name)> {
            let captures = chases(&moment.pieces, mover, rules).into_iter();
            let name = |sq: Square| moment.names[sq.index()];
            captures.filter_map(|mv| Some((name(mv.from())?, name(mv.to())?))).collect()
        };
        let earlier = pairs(before);
        let moved = after.names[self.moves[i - 1].to().index()];
        // The move that closes the loop stands before its first.
        let reply = if i == first + 1 { self.moves.last() } else { self.moves.get(i - 2) };
        let fled = reply.and_then(|mv| before.names[mv.to().index()]);
        let is_new = |&(chaser, victim): &(Name, Name)| {
            earlier.iter().all(|&(_, other)| other != victim)
                || rules.following_chases
                    && (Some(chaser), Some(victim)) == (moved, fled)
                    && !earlier.contains(&(chaser, victim))
        };
        pairs(after).into_iter().filter(is_new).map(|(_, victim)| victim).collect()
    }

    /// Those of [`History::newly_chased`] that are rooks on a knight's leg.
    fn newly_chased_pinned_rooks(&self, first: usize, i: usize, rules: &RuleSet) -> BTreeSet<Name> {
        let after = &self.moments[i];
        let mover = !after.pieces.side();
        let is_pinned = |sq: Square| {
            let rook = Piece::new(!mover, PieceType::Rook);
            let lifted = after.pieces.without(sq).king_attackers(!mover);
            after.pieces.at(sq) == Some(rook)
                && lifted.into_iter().any(|from| {
                    let knight = Piece::new(mover, PieceType::Knight);
                    let checks_now = after.pieces.king_attackers(!mover).contains(&from);
                    after.pieces.at(from) == Some(knight) && !checks_now
                })
        };
        let pinned: BTreeSet<Name> = Square::all()
            .filter(|&sq| is_pinned(sq))
            .filter_map(|sq| after.names[sq.index()])
            .collect();
        self.newly_chased(first, i, rules).intersection(&pinned).copied().collect()
    }
}

/// The captures that make a chase, were `side` to move.
pub fn chases(pieces: &Mailbox, side: Color, rules: &RuleSet) -> Vec<Move> {
    let pieces = pieces.with_side(side);
    pieces.legal_moves().into_iter().filter(|&mv| is_chase(&pieces, mv, rules)).collect()
}

/// Whether a legal move of the side to move is a capture that makes a chase.
fn is_chase(pieces: &Mailbox, capture: Move, rules: &RuleSet) -> bool {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    let (from, to) = (capture.from(), capture.to());
    let (Some(chaser), Some(victim)) = (pieces.at(from), pieces.at(to)) else { return false };
    let at_home = to.relative_to(victim.color()).rank() <= 4;
    if matches!(chaser.kind(), King | Pawn)
        || victim.kind() == King
        || victim.kind() == Pawn && at_home
    {
        return false;
    }
    let now = pieces.king_attackers(chaser.color());
    let lifted = pieces.without(from).king_attackers(chaser.color());
    let pinners: Vec<Square> = lifted.into_iter().filter(|sq| !now.contains(sq)).collect();
    if !pinners.is_empty() && !pinners.contains(&to) {
        return false;
    }
    let is_major = matches!(victim.kind(), Rook | Knight | Cannon);
    match chaser.kind() {
        Knight | Cannon if victim.kind() == Rook => return true,
        Advisor | Bishop if is_major && rules.minors_chase_protected => return true,
        _ => {}
    }
    let exchange = Move::new(to, from);
    let is_exchange = chaser.kind() == victim.kind()
        && pieces.with_side(victim.color()).legal_moves().contains(&exchange);
    let recaptures = pieces.after(capture).legal_moves();
    !is_exchange && recaptures.into_iter().all(|mv| mv.to() != to)
}

/// Whether the material can mate nobody, and nobody is mated or mates at once.
fn is_dead(pieces: &Mailbox) -> bool {
    use PieceType::{Advisor, Bishop, Cannon, Knight, Pawn, Rook};
    let count = |color: Color, kind: PieceType| {
        Square::all().filter(|&sq| pieces.at(sq) == Some(Piece::new(color, kind))).count()
    };
    let both = |kind: PieceType| count(Color::Red, kind) + count(Color::Black, kind);
    if both(Pawn) + both(Rook) + both(Knight) > 0 {
        return false;
    }
    let wins_at_once = || {
        let moves = pieces.legal_moves();
        moves.into_iter().any(|mv| pieces.after(mv).legal_moves().is_empty())
    };
    let is_lost = || pieces.legal_moves().is_empty();
    let unless_mate = || is_lost() || !wins_at_once();
    let cannons = (count(Color::Red, Cannon), count(Color::Black, Cannon));
    let owner = match cannons {
        (0, 0) => return true,
        (1, 1) if both(Advisor) > 0 => return false,
        (1, 1) => return both(Bishop) == 0 || unless_mate(),
        (1, 0) => Color::Red,
        (0, 1) => Color::Black,
        _ => return false,
    };
    if count(owner, Advisor) > 0 {
        return false;
    }
    match (count(!owner, Advisor), count(owner, Bishop) > 0) {
        (0, _) | (1, false) => true,
        (1, true) | (2, false) => unless_mate(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::NullObserver;
    use crate::reference::lines::Lines;
    use crate::rules::{Game, judge, judge_node};

    #[test]
    fn verdicts_agree_at_every_ply_of_random_games() {
        let mut rule_sets = RuleSet::ALL.to_vec();
        rule_sets.retain(|rules| rules.chases != ChaseRule::AnyAttack);
        rule_sets.push(RuleSet { fold: 2, ..RuleSet::COMPUTER });
        let (mut offences, mut bounds) = (0, 0);
        let unfollowed = RuleSet { following_chases: false, ..RuleSet::ASIAN };
        let is_followed =
            |game: &Game| judge(game, &RuleSet::ASIAN).outcome != judge(game, &unfollowed).outcome;
        // Followed victims are rare.
        let followed: Vec<Game> = Lines::new(1).take(10_000).filter(is_followed).take(5).collect();
        assert_eq!(followed.len(), 5);
        for line in Lines::new(2024).take(80).chain(followed) {
            let mut game = Game::new(line.start_setup()).unwrap();
            let mut history = History::new(line.start_setup(), &[]);
            for mv in line.moves() {
                game.push(mv, &mut NullObserver);
                history.push(mv);
                for rules in &rule_sets {
                    let verdict = judge(&game, rules);
                    let context = || format!("{mv} leads to {} under {rules:?}", game.fen());
                    assert_eq!(verdict.outcome, history.judge(rules), "{}", context());
                    offences += usize::from(verdict.offender.is_some());
                    // Roots before the game and half-way through it.
                    let len = game.ply();
                    for ply in [len + 1, len / 2] {
                        let node = judge_node(&game, rules, ply);
                        assert_eq!(node, history.judge_node(rules, ply), "{}", context());
                        bounds += usize::from(matches!(
                            node,
                            NodeVerdict::AtLeastDraw | NodeVerdict::AtMostDraw
                        ));
                    }
                }
            }
        }
        assert!(offences > 30 && bounds > 5, "only {offences} offences and {bounds} bounds met");
    }
}
