//! Standard algebraic notation, which programs that come from chess use for this game too: the
//! letter of the piece and the point where it goes, with the file or the rank where it comes
//! from if that is needed. There are two customs, and one holds for a whole game.

use crate::board::Board;
use crate::notation::coordinates::RankBase;
use crate::types::{Move, PieceType, Square};

/// What two programs have made customary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custom {
    /// Ranks from 0, pawns without a letter (`c4`, `cd6`, `cxc5`): XBoard and WinBoard.
    Bare,
    /// Ranks from 1, pawns with a `P` (`Pc5`, `Pcd7`): pychess and Fairy-Stockfish.
    Lettered,
}

impl Custom {
    /// The one that counts ranks so.
    pub fn of(base: RankBase) -> Custom {
        match base {
            RankBase::Zero => Custom::Bare,
            RankBase::One => Custom::Lettered,
        }
    }

    fn first_rank(self) -> usize {
        usize::from(self == Custom::Lettered)
    }
}

/// The parts of a text such as `Cbe2`, `H8e7`, `gxg4`, `A10xe9+` or `Ch2-e2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    /// `None` without a letter.
    kind: Option<PieceType>,
    from_file: Option<usize>,
    /// As written.
    from_rank: Option<usize>,
    to_file: usize,
    /// As written.
    to_rank: usize,
}

impl San {
    /// Takes a text apart; `None` when it does not look like that. Pieces are capitals and
    /// files are not, which tells `H8e7` from coordinates.
    pub fn parse(text: &str) -> Option<San> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let kind = text.chars().next().and_then(kind_of);
        let (rest, to_rank) = split_rank(&text[usize::from(kind.is_some())..]);
        let (rest, to_file) = split_file(rest);
        let (to_file, to_rank) = (to_file?, to_rank?);
        let before = rest.strip_suffix(['x', '-']);
        let (rest, from_rank) = split_rank(before.unwrap_or(rest));
        let (rest, from_file) = split_file(rest);
        // A lone pair of points is in coordinates.
        let is_pawn = from_rank.is_none() && (before.is_none() || from_file.is_some());
        let is_san = rest.is_empty() && (kind.is_some() || is_pawn);
        is_san.then_some(San { kind, from_file, from_rank, to_file, to_rank })
    }

    /// The legal moves that this can mean. Where it is not sure that all is written in this
    /// custom, a pawn must be written so.
    pub fn moves(&self, board: &Board, custom: Custom, is_sure: bool) -> Vec<Move> {
        let is_lettered = self.kind.is_some();
        let kind = self.kind.unwrap_or(PieceType::Pawn);
        let is_long = self.from_file.is_some() && self.from_rank.is_some();
        let is_any = is_sure || is_long;
        if kind == PieceType::Pawn && !is_any && is_lettered != (custom == Custom::Lettered) {
            return Vec::new();
        }
        let first = custom.first_rank();
        let fits = |mv: Move| {
            let (from, to) = (mv.from(), mv.to());
            board.piece_at(from).is_some_and(|piece| piece.kind() == kind)
                && (to.file(), to.rank() + first) == (self.to_file, self.to_rank)
                && self.from_rank.is_none_or(|rank| rank == from.rank() + first)
                // Without a letter and another file a pawn goes straight.
                && match self.from_file {
                    Some(file) => file == from.file(),
                    None => is_lettered || from.file() == to.file(),
                }
        };
        board.legal_moves().into_iter().filter(|&mv| fits(mv)).collect()
    }
}

/// A legal move as text; `None` when it starts from an empty point.
pub fn write(board: &Board, mv: Move, custom: Custom) -> Option<String> {
    let kind = board.piece_at(mv.from())?.kind();
    let is_capture = board.piece_at(mv.to()).is_some();
    let mut text = String::new();
    let file = |sq: Square| char::from(b'a' + sq.file() as u8);
    let rank = |sq: Square| (sq.rank() + custom.first_rank()).to_string();
    if kind == PieceType::Pawn && custom == Custom::Bare {
        if is_capture || mv.from().file() != mv.to().file() {
            text.push(file(mv.from()));
        }
    } else {
        text.push(letter(kind));
        let (needs_file, needs_rank) = needed(board, mv, kind);
        if needs_file {
            text.push(file(mv.from()));
        }
        if needs_rank {
            text += &rank(mv.from());
        }
    }
    if is_capture {
        text.push('x');
    }
    text.push(file(mv.to()));
    text += &rank(mv.to());
    let mut after = board.clone();
    if after.play(mv).is_ok() && after.in_check() {
        text.push(if after.legal_moves().is_empty() { '#' } else { '+' });
    }
    Some(text)
}

/// Whether the file and whether the rank of the origin is needed, since another piece of the
/// kind can go there too: the file, or the rank when that other one is on the same file, or
/// both.
fn needed(board: &Board, mv: Move, kind: PieceType) -> (bool, bool) {
    let (mut same_file, mut same_rank, mut other) = (false, false, false);
    for rival in board.legal_moves() {
        let from = rival.from();
        let is_rival = rival.to() == mv.to() && from != mv.from();
        if is_rival && board.piece_at(from).is_some_and(|piece| piece.kind() == kind) {
            same_file |= from.file() == mv.from().file();
            same_rank |= from.rank() == mv.from().rank();
            other |= from.file() != mv.from().file() && from.rank() != mv.from().rank();
        }
    }
    (same_rank || other && !same_file, same_file)
}

fn letter(kind: PieceType) -> char {
    match kind {
        PieceType::King => 'K',
        PieceType::Advisor => 'A',
        PieceType::Bishop => 'E',
        PieceType::Knight => 'H',
        PieceType::Rook => 'R',
        PieceType::Cannon => 'C',
        PieceType::Pawn => 'P',
    }
}

fn kind_of(letter: char) -> Option<PieceType> {
    Some(match letter {
        'K' => PieceType::King,
        'A' | 'G' => PieceType::Advisor,
        'E' | 'B' | 'M' => PieceType::Bishop,
        'H' | 'N' => PieceType::Knight,
        'R' => PieceType::Rook,
        'C' => PieceType::Cannon,
        'P' => PieceType::Pawn,
        _ => return None,
    })
}

/// The text before a rank at its end, and the rank.
fn split_rank(text: &str) -> (&str, Option<usize>) {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (rest, rank) = text.split_at(text.len() - digits);
    match rank.parse() {
        Ok(rank) if digits <= 2 => (rest, Some(rank)),
        _ => (text, None),
    }
}

/// The text before the letter of a file at its end, and the file.
fn split_file(text: &str) -> (&str, Option<usize>) {
    match text.as_bytes().last() {
        Some(&letter @ b'a'..=b'i') => (&text[..text.len() - 1], Some(usize::from(letter - b'a'))),
        _ => (text, None),
    }
}
