//! CCM, the files of two servers that have nothing but the name in common: 中游 and 17pk.
//! Neither begins with a word of its own, so what tells them is that they begin with moves
//! of the pieces of the start position, where all games begin.

use crate::fault::{Fault, FaultKind};
use crate::place::Place;
use crate::text::{GameText, Word};
use crate::tree::START;
use chuhe::board::Setup;
use chuhe::types::{Color, Move, Piece, PieceType, Square};

/// So many plies tell what a file is, fewer where there are fewer.
const TELLING: usize = 4;

/// Bytes before the first ply, of each ply, and how these are read.
struct Layout {
    head: usize,
    ply: usize,
    /// From a ply's bytes the file and the row of both points.
    points: fn(&[u8]) -> Option<[u8; 4]>,
    /// Whether what else stands there is true of a piece.
    is_of: fn(&[u8], Piece) -> bool,
}

/// 中游: no header. Of the first three bytes nothing is known.
const ZHONGYOU: Layout = Layout {
    head: 0,
    ply: 7,
    points: |ply| match ply {
        &[_, _, _, from_file, to_file, from_row, to_row] => {
            Some([from_file, from_row, to_file, to_row])
        }
        _ => None,
    },
    is_of: |_, _| true,
};

/// 17pk: the number of the piece, its side and kind, the points, the same of what is taken.
const PK17: Layout = Layout {
    head: 12,
    ply: 9,
    points: |ply| match ply {
        &[_, _, _, from_file, from_row, to_file, to_row, _, _] => {
            Some([from_file, from_row, to_file, to_row])
        }
        _ => None,
    },
    is_of: |ply, piece| {
        use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
        const KINDS: [PieceType; 7] = [King, Advisor, Bishop, Knight, Rook, Cannon, Pawn];
        let kind = usize::from(ply[2]).checked_sub(1).and_then(|kind| KINDS.get(kind));
        usize::from(ply[1]) == piece.color().index() + 1 && kind == Some(&piece.kind())
    },
};

impl Layout {
    fn plies<'a>(&self, bytes: &'a [u8]) -> std::slice::Chunks<'a, u8> {
        bytes.get(self.head..).unwrap_or_default().chunks(self.ply)
    }

    /// Whether it was saved by who had Black, with the board turned around.
    fn is_turned(&self, bytes: &[u8]) -> bool {
        let first = self.plies(bytes).next().and_then(self.points);
        first.is_some_and(|[_, row, ..]| usize::from(row) < Square::RANKS / 2)
    }

    /// The move of the bytes of a ply. Rows are counted from the top.
    fn read_ply(&self, ply: &[u8], is_turned: bool) -> Option<Move> {
        let [from_file, from_row, to_file, to_row] = (self.points)(ply)?;
        let square = |file: u8, row: u8| {
            let (file, row) = (i32::from(file), i32::from(row));
            match is_turned {
                true => Square::try_new(8 - file, row),
                false => Square::try_new(file, 9 - row),
            }
        };
        let (from, to) = (square(from_file, from_row)?, square(to_file, to_row)?);
        (from != to).then(|| Move::new(from, to))
    }

    /// Whether a file begins with plies of this kind.
    fn fits(&self, bytes: &[u8]) -> bool {
        let mut pieces = Setup::start().pieces;
        let is_turned = self.is_turned(bytes);
        let whole = self.plies(bytes).filter(|ply| ply.len() == self.ply).take(TELLING);
        let mut sides = [Color::Red, Color::Black].into_iter().cycle();
        let mut is_move = |ply: &[u8]| {
            let mv = self.read_ply(ply, is_turned)?;
            let piece = pieces[mv.from().index()].take()?;
            let taken = pieces[mv.to().index()].replace(piece);
            let is_own = taken.is_some_and(|taken| taken.color() == piece.color());
            (Some(piece.color()) == sides.next() && !is_own && (self.is_of)(ply, piece))
                .then_some(())
        };
        let mut count = 0;
        let all = whole.inspect(|_| count += 1).all(|ply| is_move(ply).is_some());
        all && count > 0
    }
}

fn layout(bytes: &[u8]) -> Option<&'static Layout> {
    [&PK17, &ZHONGYOU].into_iter().find(|layout| layout.fits(bytes))
}

/// Whether a file is of one of the formats.
pub fn is_ccm(bytes: &[u8]) -> bool {
    layout(bytes).is_some()
}

/// Reads a game. The column of a fault is the number of a ply.
pub fn read(bytes: &[u8]) -> GameText {
    let mut game = GameText::new(Place::START);
    let Some(layout) = layout(bytes) else {
        game.fault = Some(Fault::new(Place::START, FaultKind::Damaged("CCM")));
        return game;
    };
    let is_turned = layout.is_turned(bytes);
    let mut at = START;
    for (column, ply) in (1..).zip(layout.plies(bytes)) {
        let place = Place { line: 1, column };
        if ply.len() < layout.ply {
            game.fault = Some(Fault::new(place, FaultKind::CutOff("CCM")));
            break;
        }
        let text = layout.read_ply(ply, is_turned);
        let text = text.map_or_else(|| format!("{ply:?}"), |mv| mv.to_string());
        at = game.moves.add(at, Word::new(text, place));
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    /// h2e2 h9g7 h0g2 as 17pk has it.
    fn pk17() -> Vec<u8> {
        let mut bytes = vec![1, 0, 18, 0, 1, 2, 3, 4, 5, 0, 0, 0];
        bytes.extend([15, 1, 6, 7, 7, 4, 7, 0, 0, 7, 2, 4, 7, 0, 6, 2, 0, 0]);
        bytes.extend([7, 1, 4, 7, 9, 6, 7, 0, 0]);
        bytes
    }

    /// The same as 中游 has it, from either seat.
    fn zhongyou(is_turned: bool) -> Vec<u8> {
        let plies = [[7, 4, 7, 7], [7, 6, 0, 2], [7, 6, 9, 7]];
        let turn = |[a, b, c, d]: [u8; 4]| {
            if is_turned { [8 - a, 8 - b, 9 - c, 9 - d] } else { [a, b, c, d] }
        };
        plies.into_iter().flat_map(|ply| [vec![9, 9, 9], turn(ply).to_vec()].concat()).collect()
    }

    fn words(game: &GameText) -> String {
        game.words().map(|word| word.text.clone() + " ").collect()
    }

    #[test]
    fn files_of_both_kinds_are_read() {
        for bytes in [pk17(), zhongyou(false), zhongyou(true)] {
            assert!(is_ccm(&bytes));
            let game = read(&bytes);
            assert_eq!((words(&game).as_str(), game.fault), ("h2e2 h9g7 h0g2 ", None));
        }
    }

    #[test]
    fn other_files_are_not_taken_for_one() {
        for length in 0..200 {
            assert!(!is_ccm(&vec![0; length]), "{length}");
            assert!(!is_ccm(&vec![7; length]), "{length}");
            assert!(!is_ccm(&vec![b' '; length]), "{length}");
        }
        let mut wrong_kind = pk17();
        wrong_kind[14] = 5;
        assert!(!is_ccm(&wrong_kind));
        let mut wrong_side = pk17();
        wrong_side[22] = 1;
        assert!(!is_ccm(&wrong_side));
    }

    #[test]
    fn what_is_cut_off_keeps_the_moves_before() {
        for bytes in [pk17(), zhongyou(false), zhongyou(true)] {
            let game = read(&bytes[..bytes.len() - 1]);
            assert_eq!(words(&game), "h2e2 h9g7 ");
            assert_eq!(game.fault.unwrap().to_string(), "1:3: CCM: it is cut off");
            for end in 0..bytes.len() {
                let _ = (is_ccm(&bytes[..end]), read(&bytes[..end]));
            }
        }
        // Later plies need be no moves: the reader of the words says so.
        let later = [7, 2, 4, 1, 0, 2, 2, 0, 0].into_iter().chain([0; 9]);
        let bytes: Vec<u8> = pk17().into_iter().chain(later).collect();
        assert_eq!(words(&read(&bytes)), "h2e2 h9g7 h0g2 b9c7 [0, 0, 0, 0, 0, 0, 0, 0, 0] ");
    }
}
