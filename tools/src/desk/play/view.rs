//! The board of a game on the terminal.

use crate::common::color::{Ink, Pen};
use chuhe::board::Board;
use chuhe::notation::Style;
use chuhe::rules::Game;
use chuhe::types::{Move, Piece, Square};

/// How a board is drawn to match the moves that are typed and printed.
struct Look {
    /// The files as Red counts them, and as Black does.
    files: [&'static str; 2],
    /// The number of the first rank, where ranks have numbers.
    first_rank: Option<usize>,
    /// A point without a piece.
    point: &'static str,
    river: &'static str,
    /// What stands on Red's pieces and on Black's.
    pieces: [[&'static str; 7]; 2],
}

impl Look {
    fn of(style: Style) -> &'static Look {
        const CHINESE: Look = Look {
            files: ["九八七六五四三二一", "１２３４５６７８９"],
            first_rank: None,
            point: "．",
            river: "     楚　河　　　　　漢　界\n",
            pieces: [
                ["帥", "仕", "相", "傌", "俥", "炮", "兵"],
                ["將", "士", "象", "馬", "車", "砲", "卒"],
            ],
        };
        const WXF: Look = Look {
            files: ["987654321", "123456789"],
            point: ".",
            river: "\n",
            pieces: [["K", "A", "E", "H", "R", "C", "P"], ["k", "a", "e", "h", "r", "c", "p"]],
            ..CHINESE
        };
        const COORDINATES: Look = Look {
            files: ["abcdefghi"; 2],
            first_rank: Some(0),
            pieces: [["K", "A", "B", "N", "R", "C", "P"], ["k", "a", "b", "n", "r", "c", "p"]],
            ..WXF
        };
        const FROM_ONE: Look = Look { first_rank: Some(1), ..COORDINATES };
        match style {
            Style::Simplified | Style::Traditional => &CHINESE,
            Style::Wxf | Style::Vietnamese => &WXF,
            Style::Uci | Style::Iccs | Style::San => &COORDINATES,
            Style::Uci1 | Style::San1 => &FROM_ONE,
        }
    }

    /// What stands on a point.
    fn sign(&self, piece: Option<Piece>, pen: Pen) -> String {
        match piece {
            None => pen.paint(Ink::Dim, self.point),
            Some(piece) => {
                let color = piece.color();
                pen.side(color, self.pieces[color.index()][piece.kind().index()])
            }
        }
    }

    /// The number of a rank, in three columns where there are numbers, else in two.
    fn label(&self, rank: Option<usize>) -> String {
        match (self.first_rank, rank) {
            (None, _) => "  ".into(),
            (Some(_), None) => "   ".into(),
            (Some(first), Some(rank)) => format!("{:>2} ", first + rank),
        }
    }
}

/// The board, the names of files and ranks as moves in this style have them, and the last
/// move.
pub fn drawn(game: &Game, flipped: bool, style: Style, pen: Pen) -> String {
    let look = Look::of(style);
    let label = |files: &str| -> String {
        let mut files: Vec<char> = files.chars().collect();
        if flipped {
            files.reverse();
        }
        let text = files.iter().fold(look.label(None), |text, file| format!("{text} {file}"));
        pen.paint(Ink::Dim, &text)
    };
    let [red, black] = look.files.map(label);
    let (top, bottom) = if flipped { (red, black) } else { (black, red) };
    let last = game.moves().last();
    let rows = (0..Square::RANKS).map(|row| {
        let rank = if flipped { row } else { Square::RANKS - 1 - row };
        let river = if row == 4 { look.river } else { "" };
        let points = drawn_rank(game.board(), (rank, flipped), last, look, pen);
        format!(
            "{}{points}\n{}",
            pen.paint(Ink::Dim, &look.label(Some(rank))),
            pen.paint(Ink::Dim, river)
        )
    });
    format!("\n{top}\n{}{bottom}", rows.collect::<String>())
}

fn drawn_rank(
    board: &Board,
    (rank, flipped): (usize, bool),
    last: Option<Move>,
    look: &Look,
    pen: Pen,
) -> String {
    let points = (0..Square::FILES).map(|column| {
        let file = if flipped { Square::FILES - 1 - column } else { column };
        let square = Square::new(file, rank);
        let mark = if last.is_some_and(|mv| mv.to() == square) { "*" } else { " " };
        format!("{}{}", pen.paint(Ink::Bold, mark), look.sign(board.piece_at(square), pen))
    });
    points.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_the_signs_of_the_moves() {
        let board = |style| drawn(&Game::start(), false, style, Pen::default());
        assert!(board(Style::Simplified).contains("俥 傌 相 仕 帥"));
        let wxf = board(Style::Wxf);
        assert!(wxf.contains("R H E A K A E H R\n   9 8 7 6 5 4 3 2 1"), "{wxf}");
        assert!(board(Style::Iccs).contains(" 0  R N B A K A B N R\n    a b c"));
        assert!(board(Style::Uci1).contains(" 1  R N B A K A B N R\n"));
    }
}
