//! Making and taking back moves, and who hears of it.

use crate::board::{Board, Key, KingDanger, group, zobrist};
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

/// Hears of every move that [`Board::make`] makes and [`Board::unmake`] takes
/// back. An incremental evaluation implements it; the board does not know what
/// an evaluation is.
pub trait Observer {
    /// `piece` went from one point to another, where it captured a piece or
    /// found none.
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
    /// The last move made, with the same arguments, was taken back.
    fn unmade(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
}

/// Hears nothing, costs nothing.
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
pub struct Undo {
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

impl Board {
    /// Makes a move that must be legal here.
    ///
    /// # Panics
    /// When the origin is empty.
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
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
    pub fn unmake(&mut self, mv: Move, undo: &Undo, observer: &mut impl Observer) {
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
    pub fn make_null(&mut self) -> Undo {
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
    pub fn unmake_null(&mut self, undo: &Undo) {
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
