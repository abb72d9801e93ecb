//! The search for a mate that the limits ask for: a proof-number search goes
//! first, the ordinary search takes over when it finds nothing.

use std::sync::Arc;

use crate::mate::{Answer, Question, Solver};
use crate::search::Limits;
use crate::search::root::RootSearch;
use crate::types::{Depth, Score};

/// Nodes of the proof-number search when the limits set no number.
const NODES: u64 = 5_000_000;
/// Size of its table in MiB.
const TABLE_MIB: usize = 32;

impl RootSearch {
    /// Looks for the mate within so many moves that was asked for. Returns whether
    /// it has been proved; then the first root move has its score and its line.
    /// Takes at most half of the time or of the nodes.
    pub fn prove_mate(&mut self) -> bool {
        let shared = Arc::clone(self.shared());
        let (limits, settings) = (&shared.limits, &shared.settings);
        let is_free = limits.search_moves.is_empty() && limits.ban_moves.is_empty();
        // A mate of any length is what a search may end with, not a question for a proof.
        let is_asked = |&moves: &u32| moves != Limits::ANY_MATE;
        let is_provable = is_free && settings.multi_pv == 1;
        let Some(moves) = limits.mate.filter(is_asked).filter(|_| is_provable) else {
            return false;
        };
        let question = Question {
            moves: Some(moves),
            nodes: limits.nodes.map_or(NODES, |nodes| nodes / 2),
            ..Question::default()
        };
        let is_over = || {
            let half = limits.move_time.is_some_and(|time| shared.plan.elapsed() * 2 >= time);
            half || shared.token.is_stopped() || shared.plan.is_over(&shared.token)
        };
        let mut solver = Solver::new(TABLE_MIB);
        let finding = solver.solve(self.worker.game(), &settings.rules, &question, &is_over);
        self.worker.add_nodes(finding.nodes);
        let Answer::Proved(proof) = finding.answer else { return false };
        let moves = &mut self.worker.root.moves;
        let Some(place) = moves.iter().position(|root| proof.line.starts_with(&[root.mv])) else {
            return false;
        };
        moves[..=place].rotate_right(1);
        let plies = proof.line.len();
        let root = &mut moves[0];
        root.score = Score::mate_in(plies);
        root.previous = root.score;
        root.selective_depth = plies - 1;
        root.pv = proof.line;
        self.worker.root_depth = plies as Depth;
        self.completed = self.worker.root_depth;
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Setup;
    use crate::rules::Game;
    use crate::search::{Limits, Pool, SearchSettings};

    #[test]
    fn a_mate_that_was_asked_for_is_proved() {
        let setup: Setup = "4k4/9/9/9/9/9/9/9/R8/1R3K3 w".parse().unwrap();
        let game = Game::new(&setup).unwrap();
        let mut pool = Pool::new(1, 1);
        for (moves, expected) in [(2, Some(2)), (5, Some(2))] {
            let limits = Limits { mate: Some(moves), ..Limits::default() };
            let result = pool.search(&game, limits, SearchSettings::default());
            assert_eq!(result.score.mate_moves(), expected);
            assert!(result.best.is_some() && result.nodes < 100_000, "{result:?}");
        }
        // There is none in one move: the ordinary search answers.
        let limits = Limits { mate: Some(1), nodes: Some(5000), ..Limits::default() };
        assert!(pool.search(&game, limits, SearchSettings::default()).best.is_some());
    }
}
