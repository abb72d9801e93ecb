//! The notation of Vietnam: the signs of WXF with other letters, other signs for the
//! directions, and a letter behind that of the piece for its place on its file. `P` is the
//! cannon here, so one notation holds for a whole text; what tells it are letters and signs
//! that the others have not.

use crate::board::Board;
use crate::notation::file::{Direction, FileMove, Head, Place};
use crate::types::{Move, PieceType};

/// Letters of the pieces as they are written first, and others that are read.
const LETTERS: [(&str, PieceType); 9] = [
    ("Tg", PieceType::King),
    ("S", PieceType::Advisor),
    ("T", PieceType::Bishop),
    ("M", PieceType::Knight),
    ("X", PieceType::Rook),
    ("P", PieceType::Cannon),
    ("B", PieceType::Pawn),
    ("V", PieceType::Bishop),
    ("C", PieceType::Pawn),
];

/// Front, middle and rear.
const MARKS: [char; 3] = ['t', 'g', 's'];

/// A legal move as text; `None` when it starts from an empty point.
pub fn write(board: &Board, mv: Move) -> Option<String> {
    let file_move = FileMove::of(board, mv)?;
    let kind = file_move.piece.kind();
    let (letter, _) = LETTERS.into_iter().find(|&(_, known)| known == kind)?;
    let Place { index, count, .. } = file_move.place;
    let mark = match index {
        0 => MARKS[0],
        _ if file_move.place.is_rear() => MARKS[2],
        _ => MARKS[1],
    };
    let place = match file_move.head() {
        Head::File => file_move.file.to_string(),
        // Of four and five the middle ones are counted.
        Head::Place if count > 3 && mark == MARKS[1] => format!("{mark}{}", index + 1),
        Head::Place => mark.to_string(),
        Head::FileAndPlace => format!("{mark}{}", file_move.file),
    };
    Some(format!("{letter}{place}{}{}", operator(file_move.direction), file_move.number))
}

fn operator(direction: Direction) -> char {
    match direction {
        Direction::Forward => '.',
        Direction::Sideways => '-',
        Direction::Back => '/',
    }
}

/// The parts of such a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vietnamese {
    kind: PieceType,
    mark: Option<char>,
    /// The file, or which one from the front a middle pawn of four or five is.
    digit: Option<usize>,
    direction: Direction,
    number: usize,
    is_telling: bool,
}

impl Vietnamese {
    /// Takes a text apart; `None` when it does not look like that.
    pub fn parse(text: &str) -> Option<Vietnamese> {
        let text = text.trim().trim_end_matches(['!', '?', '#', '+']);
        let mut chars = text.chars();
        let first = chars.next()?.to_ascii_uppercase();
        // No side has three elephants, of which one would stand in the middle.
        let is_king = first == 'T' && chars.as_str().starts_with(['g', 'G']);
        let is_letter = |known: &str| match is_king {
            true => known == LETTERS[0].0,
            false => known.chars().eq([first]),
        };
        let (letter, kind) = LETTERS.into_iter().find(|&(known, _)| is_letter(known))?;
        let mut rest = &text[letter.len()..];
        let mark = rest.chars().next().map(|c| c.to_ascii_lowercase());
        let mark = mark.filter(|mark| MARKS.contains(mark));
        rest = &rest[usize::from(mark.is_some())..];
        let digit = rest.chars().next().and_then(number_of);
        rest = &rest[usize::from(digit.is_some())..];
        if mark.is_none() && digit.is_none() {
            return None;
        }
        let mut signs = rest.chars();
        let direction = match signs.next()? {
            '.' => Direction::Forward,
            '-' | '–' | '—' | '−' => Direction::Sideways,
            '/' => Direction::Back,
            _ => return None,
        };
        let number = signs.next().and_then(number_of)?;
        let is_telling = matches!(first, 'X' | 'M' | 'T' | 'V')
            || direction == Direction::Back
            || mark.is_some();
        let is_whole = signs.next().is_none();
        is_whole.then_some(Vietnamese { kind, mark, digit, direction, number, is_telling })
    }

    /// Whether no other notation has such a text.
    pub fn is_telling(&self) -> bool {
        self.is_telling
    }

    /// The legal moves that this can mean.
    pub fn moves(&self, board: &Board) -> Vec<Move> {
        let fits = |file_move: &FileMove| {
            let FileMove { piece, file, place, direction, number } = *file_move;
            let is_same =
                (piece.kind(), direction, number) == (self.kind, self.direction, self.number);
            is_same
                && match (self.mark, self.digit) {
                    (None, digit) => digit == Some(file),
                    (Some(_), _) if place.count < 2 => false,
                    (Some('t'), digit) => place.index == 0 && digit.is_none_or(|n| n == file),
                    (Some('s'), digit) => place.is_rear() && digit.is_none_or(|n| n == file),
                    (Some(_), digit) => {
                        let is_between = place.index > 0 && !place.is_rear();
                        let own = if place.count > 3 { place.index + 1 } else { file };
                        is_between && digit.is_none_or(|n| n == own)
                    }
                }
        };
        let is_meant = |&mv: &Move| FileMove::of(board, mv).is_some_and(|made| fits(&made));
        board.legal_moves().into_iter().filter(is_meant).collect()
    }
}

fn number_of(c: char) -> Option<usize> {
    c.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize)
}
