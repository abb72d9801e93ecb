//! The proof-number searches for mates that go on between the searches of the root: one of the
//! attacks by checks alone, which a quiet position settles in a few nodes, and one of those by
//! threats too.

use crate::mate::{Answer, Attack, Proof, Question, Solver};
use crate::rules::{Game, RuleSet};

/// A search for mates is begun only with at least this many nodes, and with at least half of
/// those spent before: each begins again at the root.
const LEAST: u64 = 200;
/// Size of the table in MiB.
const SIDE_TABLE_MIB: usize = 2;

/// What has been spent on one kind of attack.
#[derive(Default)]
struct Attempt {
    /// Nodes spent so far.
    nodes: u64,
    /// Whether nothing can come of going on.
    is_over: bool,
}

/// Proof-number searches for a mate, which go on a little after each search of the root.
#[derive(Default)]
pub(super) struct MateSearch {
    /// Made when it is first needed.
    solver: Option<Solver>,
    checks: Attempt,
    threats: Attempt,
    pub(super) proof: Option<Proof>,
}

impl MateSearch {
    /// Whether a mate has been proved.
    pub(super) fn has_proof(&self) -> bool {
        self.proof.is_some()
    }

    /// Goes on with one kind of attack until as many nodes are spent on it as are `allowed` in
    /// all; returns those that it took.
    pub(super) fn search(
        &mut self,
        game: &Game,
        rules: &RuleSet,
        attack: Attack,
        allowed: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> u64 {
        let attempt = match attack {
            Attack::Checks => &mut self.checks,
            Attack::Threats | Attack::Any => &mut self.threats,
        };
        let budget = allowed.saturating_sub(attempt.nodes);
        if attempt.is_over || self.proof.is_some() || budget < LEAST.max(attempt.nodes / 2) {
            return 0;
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(SIDE_TABLE_MIB));
        let question = Question { attack, nodes: budget, ..Question::default() };
        let finding = solver.solve(game, rules, &question, is_stopped);
        attempt.nodes += finding.nodes;
        // With nodes left the attacks of this kind are settled, be it by a guess.
        attempt.is_over = finding.nodes < budget && !is_stopped();
        if let Answer::Proved(proof) = finding.answer {
            self.proof = Some(proof);
        }
        finding.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    /// What a search of this attack takes of so many nodes, and whether it is over then.
    fn spent(fen: &str, attack: Attack, allowed: u64, is_stopped: bool) -> (u64, bool) {
        let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
        let mut search = MateSearch::default();
        let stop = || is_stopped;
        let nodes = search.search(&game, &RuleSet::default(), attack, allowed, &stop);
        let again = search.search(&game, &RuleSet::default(), attack, allowed * 10, &stop);
        (nodes, again == 0)
    }

    #[test]
    fn checks_that_lead_nowhere_are_settled_at_once() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "rnbakabnr/9/1c5c1/p1p3p1p/9/9/P1P3P1P/1C2C4/9/RNBAKABNR b",
            "2bak4/4a4/6n2/p6Rp/4N1b2/3n5/P1r5P/4C4/4A4/2c1KABN1 w",
            "1Rb2Rb2/4k4/9/p1p5p/3rp2n1/9/P1P3P1P/C8/4A2r1/2BAK1c2 w",
        ] {
            let (nodes, is_over) = spent(fen, Attack::Checks, 10_000, false);
            assert!(nodes < LEAST && is_over, "{fen}: {nodes}");
        }
    }

    #[test]
    fn a_stop_ends_the_search_soon() {
        let fen = "2bN3CR/4P2C1/3k5/2p6/3c5/9/6rp1/4N1np1/3r1pcp1/4K4 w";
        // Where threats are asked for, checks alone come first.
        for (attack, soon) in [(Attack::Checks, 1024), (Attack::Threats, 2048)] {
            let (nodes, is_over) = spent(fen, attack, 3000, false);
            assert!(nodes >= 3000 && !is_over, "{attack:?}: {nodes}");
            let (nodes, is_over) = spent(fen, attack, 3000, true);
            assert!(nodes <= soon && !is_over, "{attack:?}: {nodes}");
        }
    }
}
