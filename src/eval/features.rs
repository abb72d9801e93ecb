//! The input features of a network. The trainer uses the same functions.
//!
//! Each side looks at the board as if it were Red, and as if its king stood on the
//! files a to e. An input is active when a piece of a certain side and type stands on
//! a certain point; there are 689 of them, because only points that such a piece can get to
//! count. A pawn of a composed position on another point activates the input of a point nearby
//! ([`input_point`]). The threat bucket of the piece (module `threat_buckets`) selects one
//! of seven rows of weights for the same input.

use crate::eval::threat_buckets::THREATS;
use crate::types::{Color, Piece, PieceType, Square};

/// Number of inputs in each threat bucket.
pub const INPUTS: usize = 689;
/// Rows of input weights: by threat bucket, then by input.
pub const ROWS: usize = THREATS * INPUTS;

/// In the table of inputs: there is no such input.
const NOWHERE: u16 = u16::MAX;
/// The middle file.
const MIDDLE: usize = 4;

/// The board as one side sees it: the own king stands on the files a to e.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Perspective {
    /// Whether left and right are exchanged.
    pub is_mirrored: bool,
}

impl Perspective {
    /// That of a side, given the kings, Red's first. With both kings on the middle file the
    /// halves of the board cannot be told apart, and the board is not mirrored.
    #[inline]
    pub fn new(us: Color, kings: [Square; 2]) -> Perspective {
        let [king, enemy] = [us, !us].map(|side| kings[side.index()].file());
        Perspective { is_mirrored: king > MIDDLE || king == MIDDLE && enemy > MIDDLE }
    }

    /// The number of the input of a piece, as `us` sees it: below [`INPUTS`]. `None` where such
    /// a piece cannot stand.
    #[inline]
    pub fn input(self, us: Color, piece: Piece, sq: Square) -> Option<usize> {
        let input = INDEX[us.index()][usize::from(self.is_mirrored)][piece.index()][sq.index()];
        (input != NOWHERE).then_some(input.into())
    }
}

/// The inputs of a piece on a point as Red sees it and as Black does, in their perspectives. Where
/// there is no such input, or no piece, a number that is none.
#[inline]
pub fn input_pair(perspectives: &[Perspective; 2], piece: Option<Piece>, sq: Square) -> [usize; 2] {
    let mirrored =
        2 * usize::from(perspectives[0].is_mirrored) + usize::from(perspectives[1].is_mirrored);
    let code = piece.map_or(NO_PIECE, Piece::index);
    PAIRS[mirrored][sq.index()][code].map(usize::from)
}

type InputTable = [[u16; Square::COUNT]; Piece::COUNT];
/// By point, then by piece.
type InputPairs = [[[u16; 2]; 16]; Square::COUNT];

/// An index of [`InputPairs`] for no piece.
const NO_PIECE: usize = Piece::COUNT;

/// [`INDEX`] for both sides, by whether the board is mirrored for Red (twice that) and for Black.
static PAIRS: [InputPairs; 4] = {
    let mut table = [[[[NOWHERE; 2]; 16]; Square::COUNT]; 4];
    let mut mirrored = 0;
    while mirrored < 4 {
        let mut piece = 0;
        while piece < Piece::COUNT {
            let mut sq = 0;
            while sq < Square::COUNT {
                let red = INDEX[0][mirrored / 2][piece][sq];
                table[mirrored][sq][piece] = [red, INDEX[1][mirrored % 2][piece][sq]];
                sq += 1;
            }
            piece += 1;
        }
        mirrored += 1;
    }
    table
};

/// The point whose input a pawn activates, seen from its own side: its own one where pawns can get
/// to it in a game; else that of the start in front of it or, on the files between, of the one
/// further from the middle.
pub const fn input_point(home: Square) -> Square {
    if PieceType::Pawn.can_stand(home) {
        return home;
    }
    let (file, rank) = (home.file(), if home.rank() < 3 { 3 } else { home.rank() });
    let file = match file % 2 {
        0 => file,
        _ if file < MIDDLE => file - 1,
        _ => file + 1,
    };
    Square::new(file, rank)
}

/// The input of each piece on each point, by the side that looks at the board and by
/// whether it is mirrored.
static INDEX: [[InputTable; 2]; 2] = index();

const fn index() -> [[InputTable; 2]; 2] {
    const KING: usize = PieceType::King.index();
    let mut table = [[[[NOWHERE; Square::COUNT]; Piece::COUNT]; 2]; 2];
    let mut next = 0;
    let mut owner = 0;
    while owner < 2 {
        let mut kind = 0;
        while kind < PieceType::ALL.len() {
            let mut i = 0;
            while i < Square::COUNT {
                let home = Square::from_index(i); // from the piece's own side
                // The own king stands on the files a to e only.
                let is_seen = owner != 0 || kind != KING || home.file() <= MIDDLE;
                if is_seen && PieceType::ALL[kind].can_stand(home) {
                    let mut us = 0;
                    while us < 2 {
                        let color = Color::ALL[us ^ owner];
                        // From Red's side of the board.
                        let sq = if us ^ owner == 0 { home } else { home.flip() };
                        let piece = Piece::new(color, PieceType::ALL[kind]).index();
                        table[us][0][piece][sq.index()] = next;
                        table[us][1][piece][sq.mirror().index()] = next;
                        us += 1;
                    }
                    next += 1;
                }
                i += 1;
            }
            kind += 1;
        }
        owner += 1;
    }
    assert!(next as usize == INPUTS);
    add_composed_pawns(&mut table);
    table
}

/// Enters pawns on points that they cannot get to.
const fn add_composed_pawns(table: &mut [[InputTable; 2]; 2]) {
    let mut i = 0;
    while i < 2 * 2 * 2 * Square::COUNT {
        let (us, mirrored, color) = (i / 4 % 2, i / 2 % 2, Color::ALL[i % 2]);
        let home = Square::from_index(i / 8);
        let place = input_point(home);
        let [sq, place] = [home.relative_to(color).index(), place.relative_to(color).index()];
        let piece = Piece::new(color, PieceType::Pawn).index();
        table[us][mirrored][piece][sq] = table[us][mirrored][piece][place];
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AttackMap, Setup};
    use crate::eval::threat_buckets::ThreatBuckets;

    #[test]
    fn every_input_is_one_piece_on_one_point() {
        for us in Color::ALL {
            for mirrored in [false, true] {
                let mut seen = [0; INPUTS];
                for piece in Piece::ALL {
                    for sq in Square::all() {
                        let input =
                            INDEX[us.index()][usize::from(mirrored)][piece.index()][sq.index()];
                        // Whether such a position is accepted at all.
                        let mut setup = Setup::start();
                        setup.pieces = [None; Square::COUNT];
                        let kings = [Square::new(3, 0), Square::new(4, 9)];
                        for (color, king) in Color::ALL.into_iter().zip(kings) {
                            if piece != Piece::new(color, PieceType::King) {
                                setup.pieces[king.index()] =
                                    Some(Piece::new(color, PieceType::King));
                            }
                        }
                        let occupied = setup.pieces[sq.index()].is_some();
                        setup.pieces[sq.index()] = Some(piece);
                        let refusal = setup.to_board().err().map(|e| e.to_string());
                        let home = sq.relative_to(piece.color());
                        if piece.kind() == PieceType::Pawn && !PieceType::Pawn.can_stand(home) {
                            continue; // the input of another point, see below
                        }
                        let is_own_king = piece == Piece::new(us, PieceType::King);
                        let wrong_side = if mirrored { sq.file() < 4 } else { sq.file() > 4 };
                        let never = refusal.is_some_and(|text| text.contains("never"));
                        if never || is_own_king && wrong_side {
                            assert_eq!(input, NOWHERE, "{piece:?} {sq}");
                        } else if !occupied {
                            seen[input as usize] += 1;
                        }
                    }
                }
                // The two points of the kings above are taken.
                assert!(seen.iter().filter(|&&n| n == 1).count() > INPUTS - 30);
                assert!(seen.iter().all(|&n| n <= 1));
            }
        }
    }

    #[test]
    fn a_pawn_where_none_can_get_to_counts_as_one_nearby() {
        let point = |text: &str| input_point(text.parse().unwrap()).to_string();
        for (sq, expected) in [
            ("a3", "a3"),
            ("e0", "e3"),
            ("i2", "i3"),
            ("a4", "a4"),
            ("b0", "a3"),
            ("d3", "c3"),
            ("f4", "g4"),
            ("h1", "i3"),
            ("b5", "b5"),
            ("d9", "d9"),
        ] {
            assert_eq!(point(sq), expected);
        }
        for sq in Square::all() {
            assert_eq!(input_point(sq.mirror()), input_point(sq).mirror(), "{sq}");
        }
        let rows_of = |fen: &str| rows(&fen.parse().unwrap());
        assert_eq!(rows_of("3k5/9/9/9/9/9/9/9/9/1P2K4 w"), rows_of("3k5/9/9/9/9/9/P8/9/9/4K4 w"));
    }

    /// All rows of a position for the side to move and for the other.
    fn rows(setup: &Setup) -> [Vec<usize>; 2] {
        let board = setup.to_board().unwrap();
        let threats =
            ThreatBuckets::new(&board, &Color::ALL.map(|side| AttackMap::new(&board, side)));
        let kings = Color::ALL.map(|color| board.king(color));
        [board.side(), !board.side()].map(|us| {
            let perspective = Perspective::new(us, kings);
            let row = |sq| {
                let input = perspective.input(us, board.piece_at(sq)?, sq)?;
                Some(threats.of(sq) * INPUTS + input)
            };
            let mut rows: Vec<usize> = board.occupied().into_iter().filter_map(row).collect();
            assert_eq!(rows.len(), board.occupied().count() as usize);
            rows.sort_unstable();
            rows
        })
    }

    #[test]
    fn both_sides_and_both_halves_look_alike() {
        for fen in [
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k5/9/4b4/9/4c4/9/P8/1C2B4/9/3AK1B2 w - - 0 1",
            "5k3/9/4b4/9/9/9/P8/1N2B4/9/3AK1B2 b - - 0 1",
            "3k5/4a4/4b4/9/4R4/9/P8/1N2B4/4K4/3A2B2 b - - 0 1",
            "3k1p3/1p7/4b2p1/9/4R4/9/3P5/1N2B4/4K2P1/3A2B1P b - - 0 1",
        ] {
            let setup: Setup = fen.parse().unwrap();
            assert_eq!(rows(&setup), rows(&setup.flipped()), "{fen}");
            let kings = Color::ALL.map(|color| setup.to_board().unwrap().king(color).file());
            if kings != [4, 4] {
                assert_eq!(rows(&setup), rows(&setup.mirrored()), "{fen}");
            }
        }
    }
}
