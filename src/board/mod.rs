//! The position on the board. A [`Board`] is always legal; it has no history
//! (repetitions and limits belong to `rules`).

mod attack_map;
pub mod attacks;
mod checks;
mod count;
mod danger;
mod fen;
mod make;
mod material;
mod movegen;
mod perft;
mod see;
mod setup;
pub mod zobrist;

use std::fmt;

use crate::board::danger::KingDanger;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

pub use attack_map::{AttackMap, AttackReaches};
pub use checks::CheckSquares;
pub use fen::FenError;
pub(crate) use make::Undo;
pub use make::{IllegalMove, NullObserver, Observer};
pub use material::Material;
pub use movegen::MoveSets;
pub use perft::{divide, perft, perft_until};
pub use see::see_value;
pub use setup::{PositionError, START_FEN, Setup};
pub use zobrist::Key;

/// A legal position: pieces, side to move, and data derived from them.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    by_color: [Bitboard; 2],
    by_type: [Bitboard; 7],
    occupied: Bitboard,
    pieces: [Option<Piece>; Square::COUNT],
    kings: [Square; 2],
    side: Color,
    key: Key,
    /// Keys of Red's and Black's pieces without pawns, and of all pawns.
    group_keys: [Key; 3],
    danger: KingDanger,
}

impl Board {
    /// The start position.
    ///
    /// # Panics
    /// Never: the text is a constant and tested.
    pub fn start() -> Board {
        match Setup::start().to_board() {
            Ok(board) => board,
            Err(_) => unreachable!("the start position is legal"),
        }
    }

    /// The piece on a point.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.pieces[sq.index()]
    }

    /// The pieces on all points.
    #[inline]
    pub fn pieces_by_point(&self) -> &[Option<Piece>; Square::COUNT] {
        &self.pieces
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The Zobrist key of pieces and side to move.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// All pieces of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// All pieces of one side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// All pieces of one type, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.by_type[kind.index()]
    }

    /// The pieces of one type of one side.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.by_color[color.index()] & self.by_type[kind.index()]
    }

    /// Where the king of a side stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.danger.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.danger.checkers.any()
    }

    /// Whether a side has a piece that can cross the river and attack:
    /// rook, knight or cannon.
    #[inline]
    pub fn has_attackers(&self, color: Color) -> bool {
        self.by_color[color.index()].intersects(
            self.kind(PieceType::Rook)
                | self.kind(PieceType::Knight)
                | self.kind(PieceType::Cannon),
        )
    }

    /// The points that a piece on `from` attacks with this occupation. For cannons these
    /// are behind one screen; their quiet moves are the empty points of
    /// [`attacks::rook`].
    #[inline]
    pub fn attacks_from(piece: Piece, from: Square, occ: Bitboard) -> Bitboard {
        match piece.kind() {
            PieceType::King => attacks::king(from),
            PieceType::Advisor => attacks::advisor(from),
            PieceType::Bishop => attacks::bishop(from, occ),
            PieceType::Knight => attacks::knight(from, occ),
            PieceType::Rook => attacks::rook(from, occ),
            PieceType::Cannon => attacks::cannon(from, occ),
            PieceType::Pawn => attacks::pawn(piece.color(), from),
        }
    }

    /// All pieces of both sides that attack a point, with this occupation.
    /// Pieces outside `occ` are left out. Kings that face each other on an open file do
    /// not count as attackers.
    pub fn attackers_to(&self, sq: Square, occ: Bitboard) -> Bitboard {
        let knights = attacks::knight_to(sq, occ) & self.kind(PieceType::Knight);
        let rooks = attacks::rook(sq, occ) & self.kind(PieceType::Rook);
        let cannons = attacks::cannon(sq, occ) & self.kind(PieceType::Cannon);
        let bishops = attacks::bishop(sq, occ) & self.kind(PieceType::Bishop);
        let palace = attacks::advisor(sq) & self.kind(PieceType::Advisor)
            | attacks::king(sq) & self.kind(PieceType::King);
        let pawns = attacks::pawn_to(Color::Red, sq) & self.color(Color::Red)
            | attacks::pawn_to(Color::Black, sq) & self.color(Color::Black);
        let pawns = pawns & self.kind(PieceType::Pawn);
        (knights | rooks | cannons | bishops | palace | pawns) & occ
    }

    /// The key after a move, without making it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return self.key };
        let victim = self.piece_at(to).map_or(0, |victim| zobrist::piece(victim, to));
        self.key ^ victim ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::SIDE
    }

    /// The key after a null move.
    #[inline]
    pub fn key_after_null(&self) -> Key {
        self.key ^ zobrist::SIDE
    }

    /// The key of all pawns.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        self.group_keys[PAWNS]
    }

    /// The key of one side's pieces without its pawns.
    #[inline]
    pub fn piece_key(&self, color: Color) -> Key {
        self.group_keys[color.index()]
    }

    /// The key recomputed from the pieces: the slow version of [`Board::key`].
    pub fn recomputed_key(&self) -> Key {
        let pieces = self.recomputed_group_keys().iter().fold(0, |key, k| key ^ k);
        if self.side == Color::Black { pieces ^ zobrist::SIDE } else { pieces }
    }

    /// The keys of the groups recomputed from the pieces: the slow version of
    /// [`Board::pawn_key`] and [`Board::piece_key`].
    pub(super) fn recomputed_group_keys(&self) -> [Key; 3] {
        let mut keys = [0; 3];
        for (sq, piece) in Square::all().filter_map(|sq| Some((sq, self.piece_at(sq)?))) {
            keys[group(piece.color(), piece.kind())] ^= zobrist::piece(piece, sq);
        }
        keys
    }

    #[inline]
    fn put(&mut self, piece: Piece, sq: Square) {
        let bit = Bitboard::of(sq);
        self.by_color[piece.color().index()] |= bit;
        self.by_type[piece.kind().index()] |= bit;
        self.occupied |= bit;
        self.pieces[sq.index()] = Some(piece);
    }
}

/// The place of the pawns among the keys of groups; Red's and Black's other
/// pieces come first.
const PAWNS: usize = 2;

/// The group that a piece belongs to.
#[inline]
fn group(color: Color, kind: PieceType) -> usize {
    if kind == PieceType::Pawn { PAWNS } else { color.index() }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Setup::of(self).to_string())
    }
}
