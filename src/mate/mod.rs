//! Proved mates: whether the side to move mates by force, and how.
//!
//! A proof holds against every reply. It never rests on a repetition, so that
//! no rule set can turn it into a draw or a loss: a line that wins only by
//! perpetual check is no mate here. A refutation covers the moves that were
//! searched (see [`Attack`]) within a number of moves; everything else is
//! unknown.

mod children;
mod prover;
mod replay;
mod table;

#[cfg(test)]
mod tests;

use crate::board::{Key, NullObserver};
use crate::rules::{Game, Outcome, RuleSet, judge};
use crate::types::Move;
pub use replay::{Hole, Replay};

use prover::{Exhausted, Prover};
use table::{ProofNumbers, ProofTable};

/// The longest mate that is looked for, in moves.
pub const MAX_MOVES: u32 = 31;
/// Within this bound refutations by repetition are searched again without them.
const EXACT_PLIES: u8 = 15;
/// Nodes that shortening a proof may take at least.
const SHORTENING_NODES: u64 = 1000;
/// Nodes that finding the line of a proof again may take at least.
const LINE_NODES: u64 = 100_000;
/// How often the line of a proof is followed at most.
const LINE_ROUNDS: usize = 1000;

/// Which moves of the attacker are searched. The defender's are always all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attack {
    /// Checks only.
    Checks,
    /// Checks, and quiet moves that threaten to mate by checks.
    Threats,
    /// All moves.
    Any,
}

impl Attack {
    /// All kinds, the narrowest first.
    pub const ALL: [Attack; 3] = [Attack::Checks, Attack::Threats, Attack::Any];
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Mate within this number of moves of the side to move; `None` for any number.
    pub moves: Option<u32>,
    /// The widest kind of attack to search.
    pub attack: Attack,
    /// Nodes after which to give up.
    pub nodes: u64,
    /// Whether to look for a shorter mate after one has been found.
    pub shortest: bool,
    /// Whether to look for all first moves that mate as quickly.
    pub all_moves: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question {
            moves: None,
            attack: Attack::Any,
            nodes: 1_000_000,
            shortest: true,
            all_moves: false,
        }
    }
}

/// A forced mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The line: the attacker's quickest proved moves against the replies that
    /// hold out longest.
    pub line: Vec<Move>,
    /// The attacker's moves that were searched.
    pub attack: Attack,
    /// Whether no quicker mate exists, whatever the moves.
    pub is_shortest: bool,
    /// First moves that are proved to mate as quickly, the line's first.
    pub first_moves: Vec<Move>,
    /// Whether every other first move is proved not to.
    pub is_complete: bool,
}

impl Proof {
    /// Moves of the side that mates.
    pub fn moves(&self) -> u32 {
        self.line.len().div_ceil(2) as u32
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move mates by force.
    Proved(Proof),
    /// It does not within this number of moves, with attacks of this kind.
    Refuted(u32, Attack),
    /// Nothing is known.
    Unknown,
}

/// An answer and what it has cost.
#[derive(Clone, Debug)]
pub struct SolveResult {
    /// The answer.
    pub answer: Answer,
    /// Positions searched.
    pub nodes: u64,
}

/// Looks for a forced mate; keeps its table between questions.
#[derive(Debug)]
pub struct Solver {
    table: ProofTable,
}

impl Solver {
    /// A solver with a table of `table_mib` MiB.
    pub fn new(table_mib: usize) -> Solver {
        Solver { table: ProofTable::new(table_mib.saturating_mul(1 << 20)) }
    }

    /// Answers a question about the position of a game. `stop` is asked now and
    /// then whether to give up.
    pub fn solve(
        &mut self,
        game: &Game,
        rules: &RuleSet,
        question: &Question,
        stop: &dyn Fn() -> bool,
    ) -> SolveResult {
        if judge(game, rules).outcome != Outcome::Ongoing {
            return SolveResult { answer: Answer::Unknown, nodes: 0 };
        }
        let prover = Prover::new(game.board().clone(), earlier_keys(game), &mut self.table, stop);
        let mut inquiry = Inquiry { prover, question, rules, game };
        let answer = inquiry.answer();
        SolveResult { answer, nodes: inquiry.prover.nodes }
    }
}

/// The positions of a game since the last capture, without the present one.
fn earlier_keys(game: &Game) -> Vec<Key> {
    let first = game.records().len() - game.reversible_plies();
    game.records()[first..].iter().map(|record| record.key()).collect()
}

/// One question on its way to an answer.
struct Inquiry<'a> {
    prover: Prover<'a>,
    question: &'a Question,
    rules: &'a RuleSet,
    game: &'a Game,
}

impl Inquiry<'_> {
    fn answer(&mut self) -> Answer {
        let asked = self.question.moves.unwrap_or(MAX_MOVES).clamp(1, MAX_MOVES);
        // A longer mate might be cut off by the natural limit.
        let allowed = match self.rules.quiet_limit {
            Some(limit) => limit.saturating_sub(self.game.quiet_plies()).min(2 * asked - 1),
            None => 2 * asked - 1,
        };
        let bound = (allowed as u8).saturating_sub(1) | 1;
        let is_whole = u32::from(bound) == 2 * asked - 1;
        let mut refuted = None;
        let attacks = Attack::ALL.into_iter().filter(|&attack| attack <= self.question.attack);
        for attack in attacks {
            // Half of what is left for the narrow attacks, all of it for the last.
            let left = self.question.nodes.saturating_sub(self.prover.nodes);
            let share = if attack == self.question.attack { left } else { left / 2 };
            self.prover.limit = self.prover.nodes.saturating_add(share);
            match self.find(bound, attack) {
                Ok(value) if value.is_proved() => {
                    let answer = self.conclude(value.length, attack);
                    return answer.map_or(Answer::Unknown, Answer::Proved);
                }
                Ok(value) if value.is_refuted() && !value.by_repetition => {
                    // That a move threatens nothing is a guess, not a refutation.
                    let is_exact = attack != Attack::Threats && !self.prover.has_met_history;
                    refuted = if is_exact && is_whole { Some(attack) } else { refuted };
                }
                _ => {}
            }
        }
        refuted.map_or(Answer::Unknown, |attack| Answer::Refuted(asked, attack))
    }

    /// Looks for a mate within a bound. Smaller bounds first would find even short mates
    /// later: what is learned with one bound must be learned again with the next.
    fn find(&mut self, bound: u8, attack: Attack) -> Result<ProofNumbers, Exhausted> {
        let value = self.prover.attacker(bound, attack)?;
        if value.is_refuted() && value.by_repetition && bound <= EXACT_PLIES {
            return self.exactly(bound, attack);
        }
        Ok(value)
    }

    /// A search in which no refutation rests on a repetition.
    fn exactly(&mut self, bound: u8, attack: Attack) -> Result<ProofNumbers, Exhausted> {
        self.prover.stops_at_repetition = false;
        let value = self.prover.attacker(bound, attack);
        self.prover.stops_at_repetition = true;
        value
    }

    /// Makes the proof from a mate of `plies`: shorter ones, its line, and
    /// other first moves, as far as the nodes reach.
    fn conclude(&mut self, plies: u8, attack: Attack) -> Option<Proof> {
        let (mut plies, mut attack) = (plies, attack);
        self.prover.limit = self.question.nodes.max(self.prover.nodes + SHORTENING_NODES);
        let mut is_shortest = plies == 1;
        if self.question.shortest {
            (plies, attack, is_shortest) = self.shorten(plies, attack);
        }
        // The line needs no more than to be found again in the table.
        let limit = self.prover.limit;
        self.prover.limit = self.prover.nodes.saturating_add(self.question.nodes.max(LINE_NODES));
        let line = self.line(plies, attack)?;
        let first = *line.first()?;
        let mut first_moves = Vec::new();
        let mut is_complete = false;
        if self.question.all_moves {
            self.prover.limit = limit;
            (first_moves, is_complete) = self.first_moves(line.len() as u8, attack);
        }
        first_moves.retain(|&mv| mv != first);
        first_moves.insert(0, first);
        Some(Proof { line, attack, is_shortest, first_moves, is_complete })
    }

    /// Looks for shorter mates until there is none or the nodes are used up.
    fn shorten(&mut self, mut plies: u8, mut attack: Attack) -> (u8, Attack, bool) {
        let mut kind = attack;
        while plies > 1 {
            let value = self.prover.attacker(plies - 2, kind).and_then(|value| {
                let again = value.is_refuted() && value.by_repetition;
                if again { self.exactly(plies - 2, kind) } else { Ok(value) }
            });
            match value {
                Ok(value) if value.is_proved() => (plies, attack) = (value.length, kind),
                Ok(_) if kind == Attack::Any => {
                    return (plies, attack, !self.prover.has_met_history);
                }
                Ok(_) => kind = Attack::Any,
                Err(Exhausted) => return (plies, attack, false),
            }
        }
        (plies, attack, true)
    }

    /// The first moves that are proved to mate within `plies`, and whether
    /// all others are proved not to.
    fn first_moves(&mut self, plies: u8, attack: Attack) -> (Vec<Move>, bool) {
        let mut found = Vec::new();
        let mut is_complete = !self.prover.has_met_history;
        for mv in self.prover.board.legal_moves() {
            let value = self.after(mv, plies, attack).and_then(|value| {
                let is_open = !value.is_proved() && attack != Attack::Any;
                if is_open { self.after(mv, plies, Attack::Any) } else { Ok(value) }
            });
            match value {
                Ok(value) if value.is_proved() => found.push(mv),
                Ok(value) if value.is_refuted() && !value.by_repetition => {}
                _ => is_complete = false,
            }
        }
        (found, is_complete && !self.prover.has_met_history)
    }

    /// Whether a first move mates within `plies`.
    fn after(&mut self, mv: Move, plies: u8, attack: Attack) -> Result<ProofNumbers, Exhausted> {
        let undo = self.prover.board.make(mv, &mut NullObserver);
        let value = if !self.prover.board.has_legal_move() {
            Ok(ProofNumbers::proved(0))
        } else if plies == 1 {
            Ok(ProofNumbers::refuted(false))
        } else {
            self.prover.stops_at_repetition = false;
            let value = self.prover.defender(plies - 1, attack);
            self.prover.stops_at_repetition = true;
            value
        };
        self.prover.board.unmake(mv, &undo, &mut NullObserver);
        value
    }

    /// The line of a proved mate. Lengths in the table are bounds: while quicker
    /// mates turn up along the line, other replies may hold out longer than those on it,
    /// so it is followed again until it is as long as the proof.
    fn line(&mut self, plies: u8, attack: Attack) -> Option<Vec<Move>> {
        let mut length = plies;
        for _ in 0..LINE_ROUNDS {
            if self.prover.is_stopped() {
                return None;
            }
            let mut line = Vec::new();
            let proved = self.follow(length, attack, &mut line)?;
            if line.len() == usize::from(proved) {
                return Some(line);
            }
            // The round has lowered the length of some node.
            length = proved;
        }
        None
    }

    /// Follows a proof within `left` plies to the mate, and stores the lengths that
    /// the children along the line have now. Returns that of the first node.
    fn follow(&mut self, left: u8, attack: Attack, line: &mut Vec<Move>) -> Option<u8> {
        let is_attacker = line.len().is_multiple_of(2);
        let next = |prover: &mut Prover| match is_attacker {
            true => prover.best_attack(left, attack),
            false => prover.best_defence(left, attack),
        };
        let (mv, rest) = next(&mut self.prover)?;
        line.push(mv);
        let undo = self.prover.board.make(mv, &mut NullObserver);
        let is_mate = is_attacker && rest == 0 && !self.prover.board.has_legal_move();
        let followed = is_mate || self.follow(rest, attack, line).is_some();
        self.prover.board.unmake(mv, &undo, &mut NullObserver);
        if !followed {
            return None;
        }
        let length = next(&mut self.prover)?.1 + 1;
        self.prover.learn(length, attack);
        Some(length)
    }
}
