//! Plays a proof against every reply.

use crate::board::{NullObserver, Setup};
use crate::mate::prover::Prover;
use crate::mate::{Attack, Proof, Solver, earlier_keys};
use crate::rules::Game;
use crate::types::Move;

/// How a replay of a proof went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Every reply was followed to the mate; the number of positions.
    Complete(u64),
    /// So many positions were followed, then it was stopped.
    Partial(u64),
}

/// A proof that does not hold: the moves to the position in which it fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole(pub Vec<Move>);

impl Solver {
    /// Plays the proof that was given last against all replies, which another
    /// move generator lists, until `positions` of them have been visited.
    ///
    /// # Errors
    /// When the attacker has no legal proved move, or is not done in time.
    pub fn replay(
        &mut self,
        game: &Game,
        proof: &Proof,
        moves_of: &dyn Fn(&Setup) -> Vec<Move>,
        positions: u64,
    ) -> Result<Replay, Hole> {
        let board = game.board().clone();
        let prover = Prover::new(board, earlier_keys(game), &mut self.table, &|| false);
        let mut player =
            Player { prover, attack: proof.attack, moves_of, left: positions, line: Vec::new() };
        player.prover.limit = u64::MAX;
        player.attack(proof.line.len() as u8)?;
        let visited = positions - player.left;
        Ok(if player.left == 0 { Replay::Partial(visited) } else { Replay::Complete(visited) })
    }
}

/// A replay under way.
struct Player<'a> {
    prover: Prover<'a>,
    attack: Attack,
    moves_of: &'a dyn Fn(&Setup) -> Vec<Move>,
    left: u64,
    line: Vec<Move>,
}

impl Player<'_> {
    /// The attacker moves, with `plies` to the mate; then every reply.
    fn attack(&mut self, plies: u8) -> Result<(), Hole> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Ok(());
        }
        let choice = self.prover.best_attack(plies, self.attack);
        let (mv, rest) = choice.ok_or_else(|| Hole(self.line.clone()))?;
        if rest >= plies || !self.moves().contains(&mv) {
            return Err(Hole(self.line.clone()));
        }
        self.go(mv, |player| {
            let replies = player.moves();
            if rest == 0 && !replies.is_empty() || rest == 1 {
                return Err(Hole(player.line.clone()));
            }
            for reply in replies {
                player.go(reply, |player| player.attack(rest - 1))?;
            }
            Ok(())
        })
    }

    fn moves(&self) -> Vec<Move> {
        (self.moves_of)(&Setup::of(&self.prover.board))
    }

    fn go(
        &mut self,
        mv: Move,
        then: impl FnOnce(&mut Self) -> Result<(), Hole>,
    ) -> Result<(), Hole> {
        let undo = self.prover.board.make(mv, &mut NullObserver);
        self.line.push(mv);
        let result = then(self);
        self.line.pop();
        self.prover.board.unmake(mv, &undo, &mut NullObserver);
        result
    }
}
