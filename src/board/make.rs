//! Making and unmaking moves, with observers.

use std::fmt;

use crate::board::danger::KingDanger;
use crate::board::{Board, Key, group, zobrist};
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

/// Is told of every move that a board or a game makes and unmakes; the board calls it for
/// an incremental evaluation without knowing what an evaluation is.
pub trait Observer {
    /// `piece` moved from one point to another and captured what stood there, if
    /// anything.
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
    /// The last move made, with the same arguments, was taken back.
    fn unmade(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl Observer for NullObserver {
    #[inline]
    fn made(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
    #[inline]
    fn unmade(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
}

/// What [`Board::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    captured: Option<Piece>,
    key: Key,
    group_keys: [Key; 3],
    danger: KingDanger,
}

impl Undo {
    /// The piece that the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }

    /// The key of the position before the move.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// No piece stands where it begins.
    NoPiece(Move),
    /// The piece belongs to the side that is not to move.
    NotToMove(Move, Piece),
    /// The piece does not go there: by its way of moving, because something
    /// stands in its way, or because a piece of its own side stands there.
    OutOfReach(Move, Piece),
    /// The own king would be attacked, or face the other one.
    ExposesKing(Move),
    /// It would take this king, which only a position that is not legal allows.
    TakesKing(Move, Piece),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |piece: Piece| format!("{} {}", piece.color(), piece.kind().name());
        match *self {
            IllegalMove::NoPiece(mv) => write!(f, "{mv}: no piece on {}", mv.from()),
            IllegalMove::NotToMove(mv, piece) => {
                write!(f, "{mv}: the {} is not to move", name(piece))
            }
            IllegalMove::OutOfReach(mv, piece) => {
                write!(f, "{mv}: the {} cannot go to {}", name(piece), mv.to())
            }
            IllegalMove::TakesKing(mv, king) => write!(f, "{mv}: takes the {}", name(king)),
            IllegalMove::ExposesKing(mv) => write!(f, "{mv}: leaves the king to be captured"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Board {
    /// Makes a move and returns the piece that it captured.
    ///
    /// # Errors
    /// When the move is not legal here. The board is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Option<Piece>, IllegalMove> {
        self.play_with(mv, &mut NullObserver)
    }

    /// [`Board::play`] with an observer, who hears of a legal move only.
    ///
    /// # Errors
    /// As of [`Board::play`].
    pub fn play_with(
        &mut self,
        mv: Move,
        observer: &mut impl Observer,
    ) -> Result<Option<Piece>, IllegalMove> {
        self.check_legal(mv)?;
        Ok(self.make(mv, observer).captured())
    }

    /// Makes a move that must be legal here.
    ///
    /// # Panics
    /// When the origin is empty.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let Some(piece) = self.pieces[from.index()] else { unreachable!("no piece on {from}") };
        let captured = self.pieces[to.index()];
        let undo =
            Undo { captured, key: self.key, group_keys: self.group_keys, danger: self.danger };
        if let Some(victim) = captured {
            debug_assert_ne!(victim.color(), us);
            let bit = Bitboard::of(to);
            self.by_color[(!us).index()] ^= bit;
            self.by_type[victim.kind().index()] ^= bit;
            self.occupied ^= bit;
            let key = zobrist::piece(victim, to);
            self.key ^= key;
            self.group_keys[group(!us, victim.kind())] ^= key;
        }
        self.shift(us, piece, from, to);
        let key = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.key ^= key ^ zobrist::SIDE;
        self.group_keys[group(us, piece.kind())] ^= key;
        observer.made(piece, from, to, captured);
        self.side = !us;
        self.find_king_danger();
        undo
    }

    /// Takes back the last move made.
    #[inline]
    pub(crate) fn unmake(&mut self, mv: Move, undo: &Undo, observer: &mut impl Observer) {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.pieces[to.index()] else { unreachable!("no piece on {to}") };
        self.side = !self.side;
        self.shift(self.side, piece, to, from);
        if let Some(victim) = undo.captured {
            self.put(victim, to);
        }
        observer.unmade(piece, from, to, undo.captured);
        self.key = undo.key;
        self.group_keys = undo.group_keys;
        self.danger = undo.danger;
    }

    /// Passes the turn. Must not be called in check.
    #[inline]
    pub(crate) fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check());
        let undo = Undo {
            captured: None,
            key: self.key,
            group_keys: self.group_keys,
            danger: self.danger,
        };
        self.side = !self.side;
        self.key ^= zobrist::SIDE;
        self.find_king_danger();
        undo
    }

    /// Takes back a [`Board::make_null`].
    #[inline]
    pub(crate) fn unmake_null(&mut self, undo: &Undo) {
        self.side = !self.side;
        self.key = undo.key;
        self.danger = undo.danger;
    }

    /// Moves the bits of a piece of `us`; key and side are the caller's.
    #[inline]
    fn shift(&mut self, us: Color, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!(piece.color(), us);
        let bits = Bitboard::of(from) | Bitboard::of(to);
        self.by_color[us.index()] ^= bits;
        self.by_type[piece.kind().index()] ^= bits;
        self.occupied ^= bits;
        self.pieces[from.index()] = None;
        self.pieces[to.index()] = Some(piece);
        if piece.kind() == PieceType::King {
            self.kings[us.index()] = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;

    #[test]
    fn illegal_moves_change_nothing_and_are_explained() {
        let setup: Setup = "3ak4/9/9/9/4r4/9/9/9/4R4/4K4 w".parse().unwrap();
        let board = setup.to_board().unwrap();
        for (mv, expected) in [
            ("a0a1", "a0a1: no piece on a0"),
            ("d9e8", "d9e8: the black advisor is not to move"),
            ("e1f2", "e1f2: the red rook cannot go to f2"),
            ("e1e0", "e1e0: the red rook cannot go to e0"),
            ("e1d1", "e1d1: leaves the king to be captured"),
        ] {
            let mut after = board.clone();
            let error = after.play(mv.parse().unwrap()).unwrap_err();
            assert_eq!(error.to_string(), expected);
            assert_eq!(after, board);
        }
        let mut after = board.clone();
        let captured = after.play("e1e5".parse().unwrap());
        assert_eq!(captured, Ok(Some(Piece::BlackRook)));
        assert_eq!(after.side(), Color::Black);
    }
}
