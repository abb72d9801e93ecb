//! The proof-number search for a mate by checks and threats that goes on between the searches of
//! the root.

use crate::board::CheckSquares;
use crate::mate::{Answer, Attack, Proof, Question, Solver};
use crate::rules::{Game, RuleSet};

/// A search for mates is begun only with at least this many nodes, and with at least half of
/// those spent before: each begins again at the root.
const LEAST: u64 = 200;
/// Size of the table in MiB.
const SIDE_TABLE_MIB: usize = 2;

/// A proof-number search for a mate, which goes on a little after each search of the root.
#[derive(Default)]
pub(super) struct MateSearch {
    /// Made when it is first needed.
    solver: Option<Solver>,
    /// Nodes spent so far.
    nodes: u64,
    /// Whether nothing can come of going on.
    is_over: bool,
    pub(super) proof: Option<Proof>,
}

impl MateSearch {
    /// Whether a mate has been proved.
    pub(super) fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Goes on until it has taken as many nodes as are `allowed` in all; returns those that
    /// it took.
    pub(super) fn search(
        &mut self,
        game: &Game,
        rules: &RuleSet,
        allowed: u64,
        is_over: &dyn Fn() -> bool,
    ) -> u64 {
        let budget = allowed.saturating_sub(self.nodes);
        if self.is_over || budget < LEAST.max(self.nodes / 2) {
            return 0;
        }
        let board = game.board();
        let squares = CheckSquares::new(board);
        if !board.legal_moves().iter().any(|&mv| board.gives_check(mv, &squares)) {
            self.is_over = true;
            return 0;
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(SIDE_TABLE_MIB));
        let question = Question { attack: Attack::Threats, nodes: budget, ..Question::default() };
        let finding = solver.solve(game, rules, &question, is_over);
        self.nodes += finding.nodes;
        match finding.answer {
            Answer::Proved(proof) => {
                self.is_over = true;
                self.proof = Some(proof);
            }
            Answer::Refuted(_, attack) => self.is_over = attack == question.attack,
            Answer::Unknown => {}
        }
        finding.nodes
    }
}
