//! A line as it is judged: every position of it, and what each move of the solver did.

use chuhe::rules::Game;
use chuhe::types::{Color, Move, Piece, PieceType, Square};

use super::men::Men;

/// A move of the solver.
pub struct Step {
    pub mv: Move,
    pub piece: Piece,
    pub captured: Option<Piece>,
    /// The position before it.
    pub before: Men,
    /// The position after it.
    pub men: Men,
    /// The men that give check after it.
    pub checkers: Vec<Square>,
    /// The reply, and what it takes.
    pub reply: Option<(Move, Option<Piece>)>,
}

/// A line of an odd number of moves.
pub struct Story {
    /// The moves of the solver; at least one.
    pub steps: Vec<Step>,
}

impl Story {
    /// The line of a position, if it begins and ends with a move of the side to move.
    pub fn new(game: &Game, line: &[Move]) -> Option<Story> {
        let solver = game.board().side();
        let turned = |mv: Move| if solver == Color::Red { mv } else { mv.flip() };
        let mut men = Men::of(game.board(), solver);
        let mut steps = Vec::new();
        for pair in line.chunks(2) {
            let mv = turned(pair[0]);
            let piece = men.get(mv.from())?;
            let captured = men.get(mv.to());
            let before = men.clone();
            let after = men.after(mv);
            let reply = pair.get(1).map(|&reply| turned(reply));
            let taken = reply.map(|reply| (reply, after.get(reply.to())));
            men = reply.map_or_else(|| after.clone(), |reply| after.after(reply));
            let checkers = after.checkers();
            steps.push(Step { mv, piece, captured, before, men: after, checkers, reply: taken });
        }
        (line.len() % 2 == 1).then_some(Story { steps })
    }

    /// The last position.
    pub fn last(&self) -> &Men {
        &self.steps[self.steps.len() - 1].men
    }

    /// The last move of the solver.
    pub fn end(&self) -> &Step {
        &self.steps[self.steps.len() - 1]
    }

    /// The points from which the last position's check comes, with what stands there.
    pub fn checkers(&self) -> Vec<(Square, PieceType)> {
        let end = self.end();
        let kind = |&square: &Square| Some((square, end.men.get(square)?.kind()));
        end.checkers.iter().filter_map(kind).collect()
    }

    /// The solver's men of a kind that the last position's mate needs.
    pub fn needed(&self, kind: PieceType) -> Vec<Square> {
        let men = self.last();
        men.all(Color::Red, kind).into_iter().filter(|&square| men.takes_part(square)).collect()
    }
}
