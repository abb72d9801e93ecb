//! Pieces: seven types in two colours.

use std::fmt;

use crate::types::{Color, Square};

/// The seven kinds of piece, named after the letters that FEN uses for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// King (general, 帅/将): one step, inside the palace.
    #[doc(alias = "General")]
    King,
    /// Advisor (仕/士): one diagonal step inside the palace.
    #[doc(alias = "Guard")]
    Advisor,
    /// Bishop (elephant, 相/象): two diagonal steps over an empty eye, never across the river.
    #[doc(alias = "Elephant")]
    Bishop,
    /// Knight (horse, 马): one step onto an empty leg, then one diagonally outward.
    #[doc(alias = "Horse")]
    Knight,
    /// Rook (chariot, 车).
    #[doc(alias = "Chariot")]
    Rook,
    /// Cannon (炮): moves like a rook, captures over exactly one screen.
    Cannon,
    /// Pawn (soldier, 兵/卒): one step forward, after the river also sideways.
    #[doc(alias = "Soldier")]
    Pawn,
}

impl PieceType {
    /// All types, in the order of [`PieceType::index`].
    pub const ALL: [PieceType; 7] = [
        PieceType::King,
        PieceType::Advisor,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Rook,
        PieceType::Cannon,
        PieceType::Pawn,
    ];

    /// An index for tables of seven.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The type of a FEN letter in either case; other programs write `h` and `e` for
    /// knight and bishop.
    pub const fn from_char(c: char) -> Option<PieceType> {
        Some(match c.to_ascii_lowercase() {
            'k' => PieceType::King,
            'a' => PieceType::Advisor,
            'b' | 'e' => PieceType::Bishop,
            'n' | 'h' => PieceType::Knight,
            'r' => PieceType::Rook,
            'c' => PieceType::Cannon,
            'p' => PieceType::Pawn,
            _ => return None,
        })
    }

    /// The number of pieces of this type that a side has at the start; it never has more.
    pub const fn max_count(self) -> u32 {
        match self {
            PieceType::King => 1,
            PieceType::Pawn => 5,
            _ => 2,
        }
    }

    /// Whether a piece of this type can get to a point in a game, seen from the
    /// piece's own side of the board. In a composed position pawns stand elsewhere too.
    pub const fn can_stand(self, home: Square) -> bool {
        let (file, rank) = (home.file(), home.rank());
        let is_in_palace = file >= 3 && file <= 5 && rank <= 2;
        match self {
            PieceType::King => is_in_palace,
            PieceType::Advisor => is_in_palace && (file + rank) % 2 == 1,
            PieceType::Bishop => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
            PieceType::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
            PieceType::Knight | PieceType::Rook | PieceType::Cannon => true,
        }
    }

    /// The English word that engines and FEN use: `king`, `bishop`, `knight`…
    pub const fn name(self) -> &'static str {
        match self {
            PieceType::King => "king",
            PieceType::Advisor => "advisor",
            PieceType::Bishop => "bishop",
            PieceType::Knight => "knight",
            PieceType::Rook => "rook",
            PieceType::Cannon => "cannon",
            PieceType::Pawn => "pawn",
        }
    }
}

/// Pieces on the board, at most: those of the start position.
pub const MAX_PIECES: usize = 32;

/// A piece with its colour. It is an enumeration so that `Option<Piece>` is one byte and
/// indices into tables of fourteen need no check.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedBishop,
    RedKnight,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackBishop,
    BlackKnight,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Size of a table indexed by [`Piece::index`].
    pub const COUNT: usize = 14;

    /// All fourteen pieces, Red's first.
    pub const ALL: [Piece; Piece::COUNT] = [
        Piece::RedKing,
        Piece::RedAdvisor,
        Piece::RedBishop,
        Piece::RedKnight,
        Piece::RedRook,
        Piece::RedCannon,
        Piece::RedPawn,
        Piece::BlackKing,
        Piece::BlackAdvisor,
        Piece::BlackBishop,
        Piece::BlackKnight,
        Piece::BlackRook,
        Piece::BlackCannon,
        Piece::BlackPawn,
    ];

    /// The piece of this colour and type.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Piece {
        Piece::ALL[color.index() * PieceType::ALL.len() + kind.index()]
    }

    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.index() < PieceType::ALL.len() { Color::Red } else { Color::Black }
    }

    /// Its type.
    #[inline]
    pub const fn kind(self) -> PieceType {
        const KINDS: [PieceType; Piece::COUNT] = {
            let mut kinds = [PieceType::King; Piece::COUNT];
            let mut i = 0;
            while i < Piece::COUNT {
                kinds[i] = PieceType::ALL[i % PieceType::ALL.len()];
                i += 1;
            }
            kinds
        };
        KINDS[self.index()]
    }

    /// 0-6 for Red's types, 7-13 for Black's: an index for tables of fourteen.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The same type in the other colour.
    #[inline]
    pub fn flip(self) -> Piece {
        Piece::new(!self.color(), self.kind())
    }

    /// The FEN letter, upper case for Red.
    pub const fn fen_char(self) -> char {
        let c = match self.kind() {
            PieceType::King => 'k',
            PieceType::Advisor => 'a',
            PieceType::Bishop => 'b',
            PieceType::Knight => 'n',
            PieceType::Rook => 'r',
            PieceType::Cannon => 'c',
            PieceType::Pawn => 'p',
        };
        match self.color() {
            Color::Red => c.to_ascii_uppercase(),
            Color::Black => c,
        }
    }

    /// The piece of a FEN letter, with `H`/`h` and `E`/`e` understood.
    pub const fn from_fen_char(c: char) -> Option<Piece> {
        match PieceType::from_char(c) {
            Some(kind) if c.is_ascii_uppercase() => Some(Piece::new(Color::Red, kind)),
            Some(kind) => Some(Piece::new(Color::Black, kind)),
            None => None,
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen_char())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip_and_indices_are_dense() {
        let mut seen = [false; Piece::COUNT];
        for piece in Piece::ALL {
            assert_eq!(Piece::from_fen_char(piece.fen_char()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
            assert_eq!(piece.flip().flip(), piece);
            assert_ne!(piece.flip().color(), piece.color());
            seen[piece.index()] = true;
        }
        assert!(seen.iter().all(|&s| s));
        assert_eq!(Piece::from_fen_char('H'), Some(Piece::new(Color::Red, PieceType::Knight)));
        assert_eq!(Piece::from_fen_char('e'), Some(Piece::new(Color::Black, PieceType::Bishop)));
        assert_eq!(Piece::from_fen_char('q'), None);
    }
}
