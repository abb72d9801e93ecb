//! The parts of which WXF and Chinese notation are made: a move as its player sees
//! it, and where the piece stands among those of its kind on its file.

use crate::board::Board;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Direction of a move as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To a higher rank.
    Forward,
    /// Along the rank.
    Sideways,
    /// To a lower rank.
    Back,
}

/// A move as its player sees it.
#[derive(Clone, Copy, Debug)]
pub struct FileMove {
    /// What moves.
    pub piece: Piece,
    /// File of origin, 1-9 from the player's right.
    pub file: usize,
    /// Where it stands among the pieces of its kind and colour.
    pub place: Place,
    /// Where it goes.
    pub direction: Direction,
    /// Points passed for a straight move forward or back, otherwise the file of
    /// destination, 1-9.
    pub number: usize,
}

/// How the piece of a move is told from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// By its file: there is no other on it, or none that could be meant.
    File,
    /// By its place on its file.
    Place,
    /// By its file and its place on it: a pawn, on one of two crowded files.
    FileAndPlace,
}

/// Where a piece stands among the pieces of its kind and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many of them are before it on its file: 0 for the foremost.
    pub index: usize,
    /// How many there are on its file.
    pub count: usize,
    /// How many files hold two or more of them.
    pub crowded_files: usize,
    /// How many of them stand before it when such files are counted from the
    /// player's right, each from the front.
    pub overall: usize,
}

impl FileMove {
    /// The move on a board; `None` when it starts from an empty point.
    pub fn of(board: &Board, mv: Move) -> Option<FileMove> {
        let piece = board.piece_at(mv.from())?;
        let us = piece.color();
        let [from, to] = [mv.from(), mv.to()].map(|sq| sq.relative_to(us).rank());
        let direction = match to.cmp(&from) {
            std::cmp::Ordering::Greater => Direction::Forward,
            std::cmp::Ordering::Equal => Direction::Sideways,
            std::cmp::Ordering::Less => Direction::Back,
        };
        let is_slanted =
            matches!(piece.kind(), PieceType::Advisor | PieceType::Bishop | PieceType::Knight);
        let number = if is_slanted || direction == Direction::Sideways {
            file_number(mv.to(), us)
        } else {
            to.abs_diff(from)
        };
        let file = file_number(mv.from(), us);
        Some(FileMove { piece, file, place: Place::of(board, piece, mv.from()), direction, number })
    }

    /// How the piece is told from others of its kind.
    pub fn head(&self) -> Head {
        match self.piece.kind() {
            PieceType::King | PieceType::Advisor | PieceType::Bishop => Head::File,
            _ if self.place.count < 2 => Head::File,
            _ if self.place.crowded_files < 2 => Head::Place,
            _ => Head::FileAndPlace,
        }
    }
}

impl Place {
    fn of(board: &Board, piece: Piece, sq: Square) -> Place {
        let us = piece.color();
        let mut counts = [0_usize; Square::FILES + 1];
        let mut index = 0;
        let like = board.pieces(us, piece.kind());
        for other in like {
            counts[file_number(other, us)] += 1;
            let is_before = other.relative_to(us).rank() > sq.relative_to(us).rank();
            index += usize::from(other.file() == sq.file() && is_before);
        }
        let own = file_number(sq, us);
        let crowded = |&&n: &&usize| n >= 2;
        Place {
            index,
            count: counts[own],
            crowded_files: counts.iter().filter(crowded).count(),
            overall: counts[..own].iter().filter(crowded).sum::<usize>() + index,
        }
    }

    /// Whether it is the last one on its file.
    pub fn is_rear(self) -> bool {
        self.index + 1 == self.count
    }

    /// Whether as many stand before it as behind it.
    pub fn is_middle(self) -> bool {
        self.index * 2 + 1 == self.count
    }
}

/// 1-9 from the right of the player of this colour.
fn file_number(sq: Square, color: Color) -> usize {
    match color {
        Color::Red => Square::FILES - sq.file(),
        Color::Black => sq.file() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    #[test]
    fn files_and_directions_are_the_players() {
        let board = Board::start();
        let file_move = |text: &str| FileMove::of(&board, text.parse().unwrap()).unwrap();
        let red = file_move("h0g2");
        assert_eq!((red.file, red.direction, red.number), (2, Direction::Forward, 3));
        let black = file_move("h7e7");
        assert_eq!((black.file, black.direction, black.number), (8, Direction::Sideways, 5));
        let black = file_move("b7b3");
        assert_eq!((black.file, black.direction, black.number), (2, Direction::Forward, 4));
        assert!(FileMove::of(&board, "e4e5".parse().unwrap()).is_none());
    }

    #[test]
    fn places_count_from_the_front_and_from_the_right() {
        let setup: Setup = "4k4/9/2P3P2/2P3P2/6P2/9/9/9/9/3K5 w".parse().unwrap();
        let board = setup.to_board().unwrap();
        let place = |text: &str| FileMove::of(&board, text.parse().unwrap()).unwrap().place;
        let rear = place("g5f5");
        assert_eq!((rear.index, rear.count, rear.crowded_files, rear.overall), (2, 3, 2, 2));
        assert!(rear.is_rear() && !rear.is_middle());
        assert!(place("g6f6").is_middle());
        let front = place("c7c8");
        assert_eq!((front.index, front.count, front.overall), (0, 2, 3));
    }
}
