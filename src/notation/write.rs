//! The strict writer of WXF and Chinese notation.
//!
//! WXF follows the federation's table of notation, with its special cases for
//! three to five pawns on a file and for pawns one behind another on two files.
//! Chinese has `前 中 后` for up to three pieces on a file, `一` to `五` for four
//! and five pawns, and the file in place of the word for a pawn when two files
//! are crowded (`前九平八`). Advisors and bishops are told apart by what they can
//! do, so they always have their file.

use crate::board::Board;
use crate::notation::file::{Direction, FileMove, Head, Place};
use crate::types::{Color, Move, Piece, PieceType};

/// The characters of one script.
pub struct Script {
    /// King, advisor, bishop, knight, rook, cannon and pawn, of Red and Black.
    pieces: [[char; 7]; 2],
    forward: char,
    back: char,
    front: char,
    middle: char,
    rear: char,
}

/// Simplified characters.
pub const SIMPLIFIED: Script = Script {
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    forward: '进',
    back: '退',
    front: '前',
    middle: '中',
    rear: '后',
};

/// Traditional characters.
pub const TRADITIONAL: Script = Script {
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '炮', '卒'],
    ],
    forward: '進',
    back: '退',
    front: '前',
    middle: '中',
    rear: '後',
};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// `C2.5`.
pub fn wxf(board: &Board, mv: Move) -> Option<String> {
    let file_move = FileMove::of(board, mv)?;
    let letter = wxf_letter(file_move.piece.kind());
    let file = digit(file_move.file);
    let Place { index, count, .. } = file_move.place;
    let (first, second) = match file_move.head() {
        Head::File => (letter, file),
        Head::FileAndPlace if index == 0 => (file, '+'),
        Head::FileAndPlace if file_move.place.is_rear() => (file, '-'),
        Head::FileAndPlace => (file, file),
        Head::Place if file_move.place.is_middle() => (letter, file),
        // Of four and five the outermost have a sign in place of the letter.
        Head::Place if count > 3 && index == 0 => ('+', '+'),
        Head::Place if count > 3 && file_move.place.is_rear() => ('-', '-'),
        Head::Place if index * 2 < count => (letter, '+'),
        Head::Place => (letter, '-'),
    };
    let operator = match file_move.direction {
        Direction::Forward => '+',
        Direction::Sideways => '.',
        Direction::Back => '-',
    };
    Some([first, second, operator, digit(file_move.number)].into_iter().collect())
}

/// `炮二平五`.
pub fn chinese(board: &Board, mv: Move, script: &Script) -> Option<String> {
    let file_move = FileMove::of(board, mv)?;
    let color = file_move.piece.color();
    let name = script.piece(file_move.piece);
    let file = numeral(color, file_move.file);
    let place = script.place(file_move.place);
    let (first, second) = match file_move.head() {
        Head::File => (name, file),
        Head::Place => (place, name),
        Head::FileAndPlace => (place, file),
    };
    let operator = match file_move.direction {
        Direction::Forward => script.forward,
        Direction::Sideways => '平',
        Direction::Back => script.back,
    };
    Some([first, second, operator, numeral(color, file_move.number)].into_iter().collect())
}

impl Script {
    fn piece(&self, piece: Piece) -> char {
        self.pieces[piece.color().index()][piece.kind().index()]
    }

    fn place(&self, place: Place) -> char {
        match place.index {
            index if place.count > 3 => NUMERALS[index],
            0 => self.front,
            _ if place.is_rear() => self.rear,
            _ => self.middle,
        }
    }
}

fn wxf_letter(kind: PieceType) -> char {
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

fn digit(number: usize) -> char {
    char::from(b'0' + number as u8)
}

fn numeral(color: Color, number: usize) -> char {
    match color {
        Color::Red => NUMERALS[number - 1],
        Color::Black => WIDE_DIGITS[number - 1],
    }
}
