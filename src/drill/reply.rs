//! The opponent of whoever practises: no move of it gives away a value, and among equal ones it
//! takes that which loses no piece and leaves the fewest good answers.

use crate::board::Board;
use crate::drill::Drill;
use crate::endings::ATTACKERS;
use crate::random::Random;
use crate::rules::{Game, Outcome, judge};
use crate::types::{Move, Piece};

/// How good a reply is, what counts most first.
type Worth = (i32, [i64; 4], u64);

impl Drill {
    /// The move of the opponent: the slowest loss, the quickest win; in a draw a move that gives up no
    /// attacker, leads to no position of the game, and leaves few answers that hold it. The same game has the same reply. `None` when it has
    /// no legal move, or a table is missing.
    pub fn reply(&self, game: &Game) -> Option<Move> {
        let mut random = Random::new(&[self.seed, game.board().key()]);
        let board = game.board();
        let mut best: Option<(Worth, Move)> = None;
        for mv in board.legal_moves() {
            let worth = self.worth(game, mv, random.next_u64())?;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn worth(&self, game: &Game, mv: Move, chance: u64) -> Option<Worth> {
        let mut next = game.clone();
        next.play(mv).ok()?;
        let mover = game.board().side();
        let rank = match judge(&next, &self.rules).outcome {
            Outcome::Ongoing => self.value(next.board())?.before().rank(),
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == mover => i32::MAX,
            Outcome::Win(_) => i32::MIN,
        };
        let key = next.board().key();
        let seen = next.records().iter().filter(|record| record.key() == key).count() as i64;
        let patience = self.endings.patience(next.board()).map_or(0, i64::from);
        let (good, takes) = self.good_answers(next.board()).unwrap_or_default();
        Some((rank, [-i64::from(takes), -seen, -patience, -good], chance))
    }

    /// How many moves of the side to move keep the value of a position, and whether one of them takes
    /// an attacker.
    fn good_answers(&self, board: &Board) -> Option<(i64, bool)> {
        let value = self.value(board)?;
        let (mut good, mut takes) = (0, false);
        for mv in board.legal_moves() {
            if self.value_of(board, mv)?.sign() >= value.sign() {
                good += 1;
                let taken = board.piece_at(mv.to()).map(Piece::kind);
                takes |= taken.is_some_and(|kind| ATTACKERS.contains(&kind));
            }
        }
        Some((good, takes))
    }
}
