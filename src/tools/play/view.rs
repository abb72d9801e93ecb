//! The board of a game on the terminal.

use crate::board::Board;
use crate::rules::Game;
use crate::tools::color::{Ink, Pen};
use crate::types::{Color, Move, Square};

/// The files as Red counts them, and as Black does.
const FILES: [&str; 2] = ["九八七六五四三二一", "１２３４５６７８９"];

/// The board, the numbers of the files as each side counts them, and the last move.
pub fn drawn(game: &Game, flipped: bool, pen: Pen) -> String {
    let label = |files: &str| -> String {
        let mut files: Vec<char> = files.chars().collect();
        if flipped {
            files.reverse();
        }
        let text = files.iter().fold(String::from("  "), |text, file| format!("{text} {file}"));
        pen.paint(Ink::Dim, &text)
    };
    let [red, black] = FILES.map(label);
    let (top, bottom) = if flipped { (red, black) } else { (black, red) };
    let last = game.moves().last();
    let rows = (0..Square::RANKS).map(|row| {
        let rank = if flipped { row } else { Square::RANKS - 1 - row };
        let river = if row == 4 { "     楚　河　　　　　漢　界\n" } else { "" };
        format!(
            "{}{}",
            drawn_rank(game.board(), rank, (flipped, last), pen),
            pen.paint(Ink::Dim, river)
        )
    });
    format!("\n{top}\n{}{bottom}", rows.collect::<String>())
}

fn drawn_rank(
    board: &Board,
    rank: usize,
    (flipped, last): (bool, Option<Move>),
    pen: Pen,
) -> String {
    let points = (0..Square::FILES).map(|column| {
        let file = if flipped { Square::FILES - 1 - column } else { column };
        let square = Square::new(file, rank);
        let mark = if last.is_some_and(|mv| mv.to() == square) { "*" } else { " " };
        format!("{}{}", pen.paint(Ink::Bold, mark), character(board, square, pen))
    });
    format!("  {}\n", points.collect::<String>())
}

/// The character of a piece, or a point.
fn character(board: &Board, square: Square, pen: Pen) -> String {
    const RED: [&str; 7] = ["帥", "仕", "相", "傌", "俥", "炮", "兵"];
    const BLACK: [&str; 7] = ["將", "士", "象", "馬", "車", "砲", "卒"];
    match board.piece_at(square) {
        None => pen.paint(Ink::Dim, "．"),
        Some(piece) if piece.color() == Color::Red => {
            pen.side(Color::Red, RED[piece.kind().index()])
        }
        Some(piece) => BLACK[piece.kind().index()].into(),
    }
}
