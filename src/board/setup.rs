//! The description of a position, legal or not; [`Setup::to_board`] checks it.

use std::fmt;

use crate::board::danger::KingDanger;
use crate::board::{Board, attacks};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a position is not a legal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A piece stands where it can never get to.
    Misplaced {
        /// The piece.
        piece: Piece,
        /// The point it stands on.
        square: Square,
    },
    /// A side has more pieces of a type than at the start.
    TooMany {
        /// The side and the type.
        piece: Piece,
        /// How many there are.
        found: u32,
    },
    /// A side has no king.
    NoKing(Color),
    /// The kings face each other.
    KingsFace,
    /// The king of this side, which is not to move, can be captured.
    KingHangs(Color),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible position: ")?;
        match self {
            PositionError::Misplaced { piece, square } => {
                let (color, kind) = (piece.color(), piece.kind().name());
                write!(f, "a {color} {kind} can never stand on {square}")
            }
            PositionError::TooMany { piece, found } => {
                let (color, kind) = (piece.color(), piece.kind());
                let (max, kind) = (kind.max_count(), kind.name());
                write!(f, "expected at most {max} {color} {kind}, found {found}")
            }
            PositionError::NoKing(color) => write!(f, "expected a {color} king, found none"),
            PositionError::KingsFace => f.write_str("the kings face each other"),
            PositionError::KingHangs(color) => write!(f, "{color}'s king can be captured"),
        }
    }
}

impl std::error::Error for PositionError {}

/// A position as a FEN describes it, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Setup {
    /// The piece on each point, by [`Square::index`].
    pub pieces: [Option<Piece>; Square::COUNT],
    /// Side to move.
    pub side: Color,
    /// Plies since the last capture. Rules say how many are too many.
    pub quiet_plies: u32,
    /// Number of the move to come, from 1.
    pub move_number: u32,
}

impl Setup {
    /// The start position.
    pub fn start() -> Setup {
        match START_FEN.parse() {
            Ok(setup) => setup,
            Err(_) => unreachable!("the start FEN is well formed"),
        }
    }

    /// The setup of a board. A board has no history: the counters are `0 1`.
    pub fn of(board: &Board) -> Setup {
        Setup { pieces: board.pieces, side: board.side, quiet_plies: 0, move_number: 1 }
    }

    /// The position, if it is legal.
    ///
    /// # Errors
    /// When it is not: each side must have one king, no more pieces than at the start, and
    /// kings, advisors and bishops on points that they can reach; the side to move must not be
    /// able to capture the king. Pawns may stand anywhere, as composers of problems put them:
    /// how they go on is clear.
    pub fn to_board(&self) -> Result<Board, PositionError> {
        let is_misplaced = |piece: Piece, sq: Square| {
            let is_free = piece.kind() == PieceType::Pawn
                || piece.kind().can_stand(sq.relative_to(piece.color()));
            (!is_free).then_some((piece, sq))
        };
        let misplaced = |sq: Square| is_misplaced(self.pieces[sq.index()]?, sq);
        if let Some((piece, square)) = Square::all().find_map(misplaced) {
            return Err(PositionError::Misplaced { piece, square });
        }
        let board = self.to_record_board()?;
        let [red, black] = board.kings;
        let path = attacks::between(red, black);
        if red.file() == black.file() && !path.intersects(board.occupied()) {
            return Err(PositionError::KingsFace);
        }
        if board.opponent_king_hangs() {
            return Err(PositionError::KingHangs(!board.side()));
        }
        Ok(board)
    }

    /// The position as a record of a game has it, which need not be legal: pieces other than
    /// kings may stand anywhere, and both kings may be attacked. Moves can be read and checked
    /// on such a board; it is not to be searched.
    ///
    /// # Errors
    /// When a side has not one king in its palace, or more pieces than at the start.
    pub fn to_record_board(&self) -> Result<Board, PositionError> {
        let mut board = Board {
            by_color: [Bitboard::EMPTY; 2],
            by_type: [Bitboard::EMPTY; 7],
            occupied: Bitboard::EMPTY,
            pieces: [None; Square::COUNT],
            kings: [Square::new(4, 0), Square::new(4, 9)],
            side: self.side,
            key: 0,
            group_keys: [0; 3],
            danger: KingDanger::default(),
        };
        for sq in Square::all() {
            let Some(piece) = self.pieces[sq.index()] else { continue };
            board.put(piece, sq);
            if piece.kind() == PieceType::King {
                if !PieceType::King.can_stand(sq.relative_to(piece.color())) {
                    return Err(PositionError::Misplaced { piece, square: sq });
                }
                board.kings[piece.color().index()] = sq;
            }
        }
        for piece in Piece::ALL {
            let (color, kind) = (piece.color(), piece.kind());
            let found = board.pieces(color, kind).count();
            if found > kind.max_count() {
                return Err(PositionError::TooMany { piece, found });
            }
            if kind == PieceType::King && found == 0 {
                return Err(PositionError::NoKing(color));
            }
        }
        board.key = board.recomputed_key();
        board.group_keys = board.recomputed_group_keys();
        board.find_king_danger();
        Ok(board)
    }

    /// The same position with the colours exchanged.
    pub fn flipped(&self) -> Setup {
        let mut out = Setup { pieces: [None; Square::COUNT], side: !self.side, ..self.clone() };
        for sq in Square::all() {
            out.pieces[sq.flip().index()] = self.pieces[sq.index()].map(Piece::flip);
        }
        out
    }

    /// The same position reflected in the central file.
    pub fn mirrored(&self) -> Setup {
        let mut out = Setup { pieces: [None; Square::COUNT], ..self.clone() };
        for sq in Square::all() {
            out.pieces[sq.mirror().index()] = self.pieces[sq.index()];
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused() {
        for (fen, word) in [
            ("9/9/9/9/9/9/9/9/9/4K4 w", "black king"),
            ("3k5/9/9/9/9/9/9/9/9/9 w", "red king"),
            ("3k5/9/9/9/9/9/9/9/9/3K5 w", "face"),
            ("3k5/9/9/9/9/9/9/9/9/3K5 b", "face"),
            ("3k5/9/9/9/9/9/9/9/9/3RK4 w", "black's king can be captured"),
            ("3k5/9/9/9/9/9/9/RRR6/9/4K4 w", "at most 2 red rook"),
            ("3k5/9/PPPPPP3/9/9/9/9/9/9/4K4 w", "at most 5 red pawn"),
            ("3k5/9/9/9/9/9/9/1P7/9/4K4 w", ""),
            ("3kp4/9/9/9/9/9/1P7/9/9/4K3P w", ""),
            ("3kp4/9/9/9/9/9/PPPPPP3/9/9/4K4 w", "at most 5 red pawn"),
            ("3k5/9/9/9/9/9/9/9/9/B3K4 w", "red bishop can never stand on a0"),
            ("3k5/9/9/9/9/9/9/9/9/4KA3 w", ""),
            ("3k5/9/9/9/9/9/9/9/5A3/4K4 w", "red advisor can never stand on f1"),
            ("9/3k5/9/k8/9/9/9/9/9/4K4 w", "black king can never stand on a6"),
            ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "at most 1 black king"),
        ] {
            let result = fen.parse::<Setup>().unwrap().to_board();
            match (result, word) {
                (Ok(_), "") => {}
                (Err(error), word) if !word.is_empty() => {
                    assert!(error.to_string().starts_with("impossible position: "), "{error}");
                    assert!(error.to_string().contains(word), "{error} for {fen}");
                }
                (result, _) => panic!("{fen}: {result:?}"),
            }
        }
    }

    #[test]
    fn records_may_begin_with_impossible_positions() {
        let board = |fen: &str| fen.parse::<Setup>().unwrap().to_record_board();
        for fen in [
            "3k5/9/9/9/9/9/9/9/9/3K5 w",
            "3k5/9/9/9/9/9/9/9/9/3RK4 w",
            "3k5/9/9/9/9/9/9/1P7/9/B3K4 w",
            "3k5/9/9/3R5/9/4R4/9/9/7r1/5K2r b",
        ] {
            assert!(board(fen).is_ok() && fen.parse::<Setup>().unwrap().to_board().is_err());
            assert!(board(fen).unwrap().legal_moves().iter().count() < 100);
        }
        for fen in
            ["9/9/9/9/9/9/9/9/9/4K4 w", "3k5/9/9/9/9/9/9/RRR6/9/4K4 w", "9/9/k8/9/9/9/9/9/9/4K4 w"]
        {
            assert!(board(fen).is_err(), "{fen}");
        }
    }

    #[test]
    fn flips_and_mirrors_undo_themselves() {
        let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 3 7";
        let setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.to_string(), fen);
        assert_eq!(setup.flipped().flipped(), setup);
        assert_eq!(setup.mirrored().mirrored(), setup);
        let counts = |s: Setup| s.to_board().unwrap().count_legal();
        assert_eq!(counts(setup.flipped()), counts(setup.clone()));
        assert_eq!(counts(setup.mirrored()), counts(setup));
    }
}
