//! A position in which men can be taken away to see what they are there for. The solver is
//! Red.

use chuhe::board::{Board, attacks};
use chuhe::types::{Bitboard, Color, Move, Piece, PieceType, Square};

/// Who stands where.
#[derive(Clone)]
pub struct Men {
    at: [Option<Piece>; Square::COUNT],
}

impl Men {
    /// The men of a board, turned so that the solver is Red.
    pub fn of(board: &Board, solver: Color) -> Men {
        let mut at = [None; Square::COUNT];
        for square in Square::all() {
            let Some(piece) = board.piece_at(square) else { continue };
            match solver {
                Color::Red => at[square.index()] = Some(piece),
                Color::Black => at[square.flip().index()] = Some(piece.flip()),
            }
        }
        Men { at }
    }

    /// What stands on a point.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.at[square.index()]
    }

    /// The points of a side's men of a kind.
    pub fn all(&self, color: Color, kind: PieceType) -> Vec<Square> {
        let wanted = Some(Piece::new(color, kind));
        Square::all().filter(|&square| self.get(square) == wanted).collect()
    }

    /// The points of a side's men.
    pub fn of_side(&self, color: Color) -> Vec<(Square, Piece)> {
        let found = Square::all().filter_map(|square| Some((square, self.get(square)?)));
        found.filter(|(_, piece)| piece.color() == color).collect()
    }

    /// The other side's king.
    pub fn king(&self) -> Option<Square> {
        self.all(Color::Black, PieceType::King).first().copied()
    }

    /// The same without one man.
    pub fn without(&self, square: Square) -> Men {
        let mut men = self.clone();
        men.at[square.index()] = None;
        men
    }

    /// The same after a move.
    pub fn after(&self, mv: Move) -> Men {
        let mut men = self.without(mv.from());
        men.at[mv.to().index()] = self.get(mv.from());
        men
    }

    fn occupied(&self) -> Bitboard {
        Square::all().filter(|&square| self.get(square).is_some()).collect()
    }

    /// The men of a side that attack a point; kings that face each other do not count.
    pub fn attackers(&self, color: Color, square: Square) -> Vec<Square> {
        let occupied = self.occupied();
        let attacks = |&(from, piece): &(Square, Piece)| {
            Board::attacks_from(piece, from, occupied).contains(square)
        };
        self.of_side(color).iter().filter(|man| attacks(man)).map(|&(from, _)| from).collect()
    }

    /// The solver's men that give check.
    pub fn checkers(&self) -> Vec<Square> {
        self.king().map_or_else(Vec::new, |king| self.attackers(Color::Red, king))
    }

    /// Whether the kings face each other on an open file.
    fn are_kings_facing(&self) -> bool {
        let own = self.all(Color::Red, PieceType::King).first().copied();
        let Some((own, king)) = own.zip(self.king()) else { return false };
        own.file() == king.file() && !attacks::between(own, king).intersects(self.occupied())
    }

    /// Where the men on a point may go, not counting what that does to their king.
    fn targets(&self, from: Square, piece: Piece) -> Bitboard {
        let occupied = self.occupied();
        let mut targets = Board::attacks_from(piece, from, occupied);
        if piece.kind() == PieceType::Cannon {
            targets = targets & occupied | attacks::rook(from, occupied) & !occupied;
        }
        targets
    }

    /// Whether the other side has no move after which its king cannot be captured; with
    /// `facing`, along an open file by the solver's king as well.
    pub fn is_lost(&self, facing: bool) -> bool {
        let moves = |(from, piece): (Square, Piece)| {
            self.targets(from, piece).into_iter().map(move |to| Move::new(from, to))
        };
        let is_own = |mv: &Move| self.get(mv.to()).is_some_and(|p| p.color() == Color::Black);
        !self.of_side(Color::Black).into_iter().flat_map(moves).filter(|mv| !is_own(mv)).any(|mv| {
            let next = self.after(mv);
            next.checkers().is_empty() && !(facing && next.are_kings_facing())
        })
    }

    /// Whether the mate needs the man on a point: it gives check, or without it the other side
    /// has a move.
    pub fn takes_part(&self, square: Square) -> bool {
        self.checkers().contains(&square) || !self.without(square).is_lost(true)
    }

    /// Whether the mate needs the solver's king facing the other along a file.
    pub fn king_takes_part(&self) -> bool {
        !self.is_lost(false)
    }

    /// The men between two points of a line.
    pub fn between(&self, a: Square, b: Square) -> Vec<Square> {
        (attacks::between(a, b) & self.occupied()).into_iter().collect()
    }

    /// The points of the palace next to the other king.
    pub fn flight_points(&self) -> Vec<Square> {
        let Some(king) = self.king() else { return Vec::new() };
        attacks::king(king).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Setup;

    fn men(fen: &str) -> (Board, Men) {
        let board = fen.parse::<Setup>().unwrap().to_board().unwrap();
        let solver = !board.side();
        let men = Men::of(&board, solver);
        (board, men)
    }

    /// Without a man taken away it must agree with the move generator.
    #[test]
    fn a_position_is_lost_when_there_is_no_legal_move() {
        let mates = include_str!("../../../protocol-tests/mate/wins.txt");
        let mut counts = [0, 0];
        for line in mates.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let setup: Setup = line.split(';').next().unwrap().trim().parse().unwrap();
            let board = setup.to_board().unwrap();
            for mv in board.legal_moves() {
                let mut next = board.clone();
                next.play(mv).unwrap();
                let men = Men::of(&next, board.side());
                let is_lost = !next.has_legal_move();
                assert_eq!(men.is_lost(true), is_lost, "{line} {mv}");
                assert_eq!(men.checkers().is_empty(), !next.in_check(), "{line} {mv}");
                counts[usize::from(is_lost)] += 1;
            }
        }
        assert!(counts[0] > 100 && counts[1] > 5, "{counts:?}");
    }

    #[test]
    fn what_a_mate_needs() {
        // One rook checks, another holds the rank before it; the pawn does nothing.
        let (_, men) = men("R3k4/1R7/9/9/9/9/9/P8/9/3K5 b - - 0 1");
        let square = |name: &str| name.parse().unwrap();
        assert!(men.is_lost(true) && men.takes_part(square("a9")) && men.takes_part(square("b8")));
        assert!(!men.takes_part(square("a2")) && !men.king_takes_part());
        let (_, men) = self::men("3k5/9/9/9/9/9/9/9/3R5/4K4 b - - 0 1");
        assert!(men.is_lost(true) && men.king_takes_part());
    }
}
