//! Mates that are the only ones: every other move of the solver, at the first move and at
//! each later one of the line, is proved not to mate within the moves that are left.

use chuhe::mate::{Answer, Attack, Proof, Question, Solver};
use chuhe::rules::{Game, RuleSet};
use chuhe::search::StopToken;
use chuhe::types::Move;

use super::puzzle::alone;

/// Moves of the longest mate that becomes a puzzle.
pub const MOST_MOVES: u32 = 9;

/// MiB of the table of proofs.
const TABLE_MIB: usize = 8;

/// How many times fewer nodes than one question a look for mates by checks takes.
const GLANCE: u64 = 20;

/// How many times the nodes of one question a whole line may take.
const QUESTIONS: u64 = 12;

/// Proves mates.
pub struct MateFinder {
    rules: RuleSet,
    /// Nodes of one question.
    nodes: u64,
    stop: StopToken,
}

/// One search for a line: the nodes that are left for it, and the table of its proofs.
struct Attempt<'a> {
    finder: &'a MateFinder,
    solver: Solver,
    left: u64,
}

impl MateFinder {
    /// A finder whose questions take so many nodes at most.
    pub fn new(rules: RuleSet, nodes: u64, stop: StopToken) -> MateFinder {
        MateFinder { rules, nodes, stop }
    }

    /// The line of a mate that is the only one: the solver's moves, and between them replies
    /// that hold out as long as any, each such that the next move is the only one again.
    pub fn line(&self, game: &Game) -> Option<Vec<Move>> {
        let left = self.nodes.saturating_mul(QUESTIONS);
        // A table of its own: what was proved elsewhere would change what a budget reaches.
        Attempt { finder: self, solver: Solver::new(TABLE_MIB), left }.line(game, None)
    }

    /// Whether the side to move mates by checks, as far as a quick look finds it.
    pub fn is_by_checks(&self, game: &Game) -> bool {
        let question = Question {
            moves: Some(MOST_MOVES),
            attack: Attack::Checks,
            nodes: self.nodes / GLANCE,
            shortest: false,
            ..Question::default()
        };
        let found = Solver::new(1).solve(game, &self.rules, &question, &|| self.stop.is_stopped());
        matches!(found.answer, Answer::Proved(_))
    }

    /// Whether one move alone mates as quickly as any, in this number of moves: the move.
    pub fn only_move(&self, game: &Game, moves: u32) -> Option<Move> {
        let left = self.nodes.saturating_mul(QUESTIONS);
        let mut attempt = Attempt { finder: self, solver: Solver::new(TABLE_MIB), left };
        let proof = attempt.ask(game, Some(moves))?;
        proof.line.first().copied()
    }
}

impl Attempt<'_> {
    /// The proof of the shortest mate, if no other first move mates as quickly; in `moves`
    /// moves, if that is given.
    fn ask(&mut self, game: &Game, moves: Option<u32>) -> Option<Proof> {
        let MateFinder { rules, nodes, stop } = self.finder;
        let nodes = (*nodes).min(self.left);
        let asked = Some(moves.unwrap_or(MOST_MOVES));
        let question = Question { moves: asked, nodes, all_moves: true, ..Question::default() };
        let found = self.solver.solve(game, rules, &question, &|| stop.is_stopped());
        self.left = self.left.saturating_sub(found.nodes);
        let Answer::Proved(proof) = found.answer else { return None };
        let is_only = proof.is_shortest && proof.is_complete && proof.first_moves.len() == 1;
        (is_only && moves.is_none_or(|moves| moves == proof.moves())).then_some(proof)
    }

    fn line(&mut self, game: &Game, moves: Option<u32>) -> Option<Vec<Move>> {
        let proof = self.ask(game, moves)?;
        let mut line = vec![*proof.line.first()?];
        if proof.moves() == 1 {
            return Some(line);
        }
        let mut after = game.clone();
        after.play(line[0]).ok()?;
        let expected = proof.line.get(1).copied();
        let others = after.board().legal_moves().into_iter().filter(|&mv| Some(mv) != expected);
        for reply in expected.into_iter().chain(others) {
            let mut next = after.clone();
            next.play(reply).ok()?;
            let rest = self.line(&alone(&next)?, Some(proof.moves() - 1));
            if let Some(rest) = rest {
                line.push(reply);
                line.extend(rest);
                return Some(line);
            }
            if self.left == 0 || self.finder.stop.is_stopped() {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(fen: &str) -> Option<String> {
        let game = Game::new(&fen.parse().unwrap()).unwrap();
        let moves = MateFinder::new(RuleSet::DEFAULT, 400_000, StopToken::default()).line(&game)?;
        Some(moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_second_mate_as_quick_makes_it_no_puzzle() {
        // Two rooks take turns; with a third piece either may begin.
        let only = "3aka3/9/8b/7n1/2p6/9/2n1p3P/3A5/4K4/5r3 b - - 0 1";
        assert!(line(only).unwrap().starts_with("e3e2"), "{:?}", line(only));
        // With two rooks on one rank either mates; with nothing else to move for Black, quiet
        // moves would, too.
        assert_eq!(line("3k5/R8/8R/9/9/9/p8/9/9/5K3 w - - 0 1"), Some("i7i9".into()));
        assert_eq!(line("3k5/9/R7R/9/9/9/p8/9/9/4K4 w - - 0 1"), None);
    }

    #[test]
    fn every_move_of_the_line_is_the_only_one() {
        let fen = "3aka3/9/8b/7n1/2p6/9/2n1p3P/3A5/4K4/5r3 b - - 0 1";
        let finder = MateFinder::new(RuleSet::DEFAULT, 400_000, StopToken::default());
        let mut game = Game::new(&fen.parse().unwrap()).unwrap();
        let moves = finder.line(&game).unwrap();
        for (i, &mv) in moves.iter().enumerate() {
            if i % 2 == 0 {
                let left = (moves.len() - i).div_ceil(2) as u32;
                assert_eq!(finder.only_move(&alone(&game).unwrap(), left), Some(mv));
            }
            game.play(mv).unwrap();
        }
        assert!(!game.board().has_legal_move());
    }
}
