//! Making and taking back moves, and who hears of it.

use crate::board::{Board, Key, KingDanger, zobrist};
use crate::types::{Bitboard, Move, Piece, PieceType, Square};

/// Hears of every piece that appears, disappears or moves, in [`Board::make`]
/// and [`Board::unmake`] alike. An incremental evaluation implements it; the
/// board does not know what an evaluation is.
pub trait Observer {
    /// `piece` went from one empty-handed point to another; the capture, if
    /// any, was reported before.
    fn moved(&mut self, piece: Piece, from: Square, to: Square);
    /// `piece` left the board.
    fn removed(&mut self, piece: Piece, sq: Square);
    /// `piece` came back to the board (a capture was taken back).
    fn restored(&mut self, piece: Piece, sq: Square);
}

/// Hears nothing, costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl Observer for NullObserver {
    #[inline]
    fn moved(&mut self, _: Piece, _: Square, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn restored(&mut self, _: Piece, _: Square) {}
}

/// What [`Board::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    key: Key,
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

impl Board {
    /// Makes a move that must be legal here.
    ///
    /// # Panics
    /// When the origin is empty.
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.pieces[from.index()] else { unreachable!("no piece on {from}") };
        let captured = self.pieces[to.index()];
        let undo = Undo { captured, key: self.key, danger: self.danger };
        if let Some(victim) = captured {
            debug_assert_ne!(victim.color(), piece.color());
            let bit = Bitboard::of(to);
            self.by_color[victim.color().index()] ^= bit;
            self.by_type[victim.kind().index()] ^= bit;
            self.key ^= zobrist::piece(victim, to);
            observer.removed(victim, to);
        }
        self.shift(piece, from, to);
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::SIDE;
        observer.moved(piece, from, to);
        self.side = !self.side;
        self.danger = self.king_danger();
        undo
    }

    /// Takes back the last move made.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: &Undo, observer: &mut impl Observer) {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.pieces[to.index()] else { unreachable!("no piece on {to}") };
        self.side = !self.side;
        self.shift(piece, to, from);
        observer.moved(piece, to, from);
        if let Some(victim) = undo.captured {
            self.put(victim, to);
            observer.restored(victim, to);
        }
        self.key = undo.key;
        self.danger = undo.danger;
    }

    /// Passes the turn. Must not be called in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.in_check());
        let undo = Undo { captured: None, key: self.key, danger: self.danger };
        self.side = !self.side;
        self.key ^= zobrist::SIDE;
        self.danger = self.king_danger();
        undo
    }

    /// Takes back a [`Board::make_null`].
    #[inline]
    pub fn unmake_null(&mut self, undo: &Undo) {
        self.side = !self.side;
        self.key = undo.key;
        self.danger = undo.danger;
    }

    /// Moves the bits of a piece; key and side are the caller's.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let bits = Bitboard::of(from) | Bitboard::of(to);
        self.by_color[piece.color().index()] ^= bits;
        self.by_type[piece.kind().index()] ^= bits;
        self.pieces[from.index()] = None;
        self.pieces[to.index()] = Some(piece);
        if piece.kind() == PieceType::King {
            self.kings[piece.color().index()] = to;
        }
    }
}
