//! A move generator on a plain array, which makes every move and looks whether
//! the king could then be captured. Shares no code with `board`.

use crate::board::Setup;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// One step along a rank or a file.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// One step along a diagonal.
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A position as an array of ninety points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    points: [Option<Piece>; Square::COUNT],
    side: Color,
}

impl Mailbox {
    /// The position of a setup, which must have one king a side.
    pub fn new(setup: &Setup) -> Mailbox {
        Mailbox { points: setup.pieces, side: setup.side }
    }

    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.moves_by_movement().into_iter().filter(|&mv| !self.after(mv).king_hangs()).collect()
    }

    /// The position after a move.
    pub fn after(&self, mv: Move) -> Mailbox {
        let mut next = self.clone();
        next.points[mv.to().index()] = next.points[mv.from().index()].take();
        next.side = !self.side;
        next
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        Mailbox { side: !self.side, ..self.clone() }.king_hangs()
    }

    /// The same pieces with this side to move.
    pub fn with_side(&self, side: Color) -> Mailbox {
        Mailbox { side, ..self.clone() }
    }

    /// The position without the piece on a point.
    pub fn without(&self, sq: Square) -> Mailbox {
        let mut next = self.clone();
        next.points[sq.index()] = None;
        next
    }

    /// Whose turn it is.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The points from which the other side would capture the king of `side`,
    /// the other king on an open file among them.
    pub fn king_attackers(&self, side: Color) -> Vec<Square> {
        let other = self.with_side(!side);
        let king_of = |color: Color| {
            let king = Piece::new(color, PieceType::King);
            Square::all().find(|&sq| self.at(sq) == Some(king))
        };
        let moves = other.moves_by_movement();
        let mut from: Vec<Square> = moves
            .into_iter()
            .filter(|mv| Some(mv.to()) == king_of(side))
            .map(|mv| mv.from())
            .collect();
        if self.kings_face() {
            from.extend(king_of(!side));
        }
        from
    }

    /// Number of lines of `depth` plies; 1 for depth 0.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    /// The piece on a point.
    pub fn at(&self, sq: Square) -> Option<Piece> {
        self.points[sq.index()]
    }

    /// Whether the side to move could capture the king, or the kings face each
    /// other, which is one and the same for a king that moves like a rook there.
    fn king_hangs(&self) -> bool {
        let is_king = |sq: Square| self.at(sq).is_some_and(|p| p.kind() == PieceType::King);
        self.moves_by_movement().into_iter().any(|mv| is_king(mv.to())) || self.kings_face()
    }

    /// Whether the kings stand on one file with nothing between them.
    fn kings_face(&self) -> bool {
        let kings: Vec<Square> = Square::all()
            .filter(|&sq| self.at(sq).is_some_and(|p| p.kind() == PieceType::King))
            .collect();
        let &[low, high] = kings.as_slice() else { return false };
        let between = (low.rank() + 1)..high.rank();
        low.file() == high.file()
            && between.into_iter().all(|rank| self.at(Square::new(low.file(), rank)).is_none())
    }

    /// Every move that the pieces' movement allows, safe for the king or not.
    fn moves_by_movement(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::all() {
            if let Some(piece) = self.at(from).filter(|p| p.color() == self.side) {
                let targets = self.targets(piece.kind(), from);
                moves.extend(targets.into_iter().map(|to| Move::new(from, to)));
            }
        }
        moves
    }

    /// Where a piece of the side to move may go from a point: empty points and
    /// captures.
    fn targets(&self, kind: PieceType, from: Square) -> Vec<Square> {
        let mut targets = match kind {
            PieceType::King => self.steps(from, &STRAIGHT, in_palace),
            PieceType::Advisor => self.steps(from, &DIAGONAL, in_palace),
            PieceType::Bishop => self.bishop(from),
            PieceType::Knight => self.knight(from),
            PieceType::Rook => self.rook(from),
            PieceType::Cannon => self.cannon(from),
            PieceType::Pawn => self.pawn(from),
        };
        targets.retain(|&to| self.at(to).is_none_or(|p| p.color() != self.side));
        targets
    }

    fn steps(
        &self,
        from: Square,
        steps: &[(i32, i32)],
        allowed: fn(Square, Color) -> bool,
    ) -> Vec<Square> {
        let to = steps.iter().filter_map(|&(df, dr)| from.offset(df, dr));
        to.filter(|&to| allowed(to, self.side)).collect()
    }

    fn bishop(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (df, dr) in DIAGONAL {
            let (Some(eye), Some(to)) = (from.offset(df, dr), from.offset(2 * df, 2 * dr)) else {
                continue;
            };
            if self.at(eye).is_none() && home_rank(to, self.side) <= 4 {
                targets.push(to);
            }
        }
        targets
    }

    fn knight(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (df, dr) in STRAIGHT {
            let Some(leg) = from.offset(df, dr) else { continue };
            if self.at(leg).is_none() {
                // Outward along the same direction, then to either side of it.
                targets.extend(leg.offset(df + dr, dr + df));
                targets.extend(leg.offset(df - dr, dr - df));
            }
        }
        targets
    }

    fn rook(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (df, dr) in STRAIGHT {
            let mut next = from.offset(df, dr);
            while let Some(sq) = next {
                targets.push(sq);
                next = if self.at(sq).is_none() { sq.offset(df, dr) } else { None };
            }
        }
        targets
    }

    fn cannon(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for (df, dr) in STRAIGHT {
            let mut next = from.offset(df, dr);
            let mut screens = 0;
            while let Some(sq) = next {
                match (self.at(sq).is_some(), screens) {
                    (false, 0) => targets.push(sq),
                    (false, _) => {}
                    (true, 0) => screens = 1,
                    (true, _) => {
                        targets.push(sq);
                        break;
                    }
                }
                next = sq.offset(df, dr);
            }
        }
        targets
    }

    fn pawn(&self, from: Square) -> Vec<Square> {
        let forward = if self.side == Color::Red { 1 } else { -1 };
        let mut targets: Vec<Square> = from.offset(0, forward).into_iter().collect();
        if home_rank(from, self.side) >= 5 {
            targets.extend(from.offset(1, 0));
            targets.extend(from.offset(-1, 0));
        }
        targets
    }
}

/// The rank of a point counted from this side's back rank.
fn home_rank(sq: Square, side: Color) -> usize {
    match side {
        Color::Red => sq.rank(),
        Color::Black => 9 - sq.rank(),
    }
}

/// Whether a point lies in this side's palace.
fn in_palace(sq: Square, side: Color) -> bool {
    (3..=5).contains(&sq.file()) && home_rank(sq, side) <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_position() {
        let start = Mailbox::new(&Setup::start());
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666)] {
            assert_eq!(start.perft(depth), nodes, "depth {depth}");
        }
        assert!(!start.in_check());
    }
}
