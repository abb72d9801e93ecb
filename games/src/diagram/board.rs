//! The board and its pieces as shapes.

use chuhe::board::Setup;
use chuhe::types::{Color, Move, Piece, PieceType, Square};

use super::glyphs::outline;
use super::shapes::{Drawing, Paint, Place, Style};

/// Between two lines of the board.
const CELL: f32 = 100.0;

/// From the edge of the picture to the first line.
const MARGIN: f32 = 80.0;

const WIDTH: f32 = 8.0 * CELL + 2.0 * MARGIN;
const HEIGHT: f32 = 9.0 * CELL + 2.0 * MARGIN;

const WOOD: u32 = 0xd3_a566;
const PAPER: u32 = 0xf2_dcb0;
const INK: u32 = 0x6b_4423;
const FACE: u32 = 0xfb_f0d4;
const EDGE: u32 = 0x9a_6a35;
const RED: u32 = 0xb0_241a;
const BLACK: u32 = 0x1f_1b18;
const MARK: u32 = 0x1d_62a6;
const ARROW: u32 = 0x1b_7f4b;

/// What stands on the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faces {
    /// As on real pieces.
    #[default]
    Chinese,
    /// As in a FEN.
    Letters,
}

/// What to draw beside the pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// What stands on the pieces.
    pub faces: Faces,
    /// Whether Black sits below.
    pub flipped: bool,
    /// A move that has been made: both points are marked.
    pub last: Option<Move>,
    /// A move to be made: an arrow.
    pub arrow: Option<Move>,
}

/// A position.
pub fn draw(setup: &Setup, look: Look) -> Drawing {
    let mut drawing = background();
    put_labels(&mut drawing, look.flipped);
    for sq in Square::all() {
        if let Some(piece) = setup.pieces[sq.index()] {
            let (x, y) = center(sq, look.flipped);
            put_piece(&mut drawing, piece, look.faces, x, y);
        }
    }
    for sq in look.last.into_iter().flat_map(|mv| [mv.from(), mv.to()]) {
        let (x, y) = center(sq, look.flipped);
        drawing.path(brackets(x, y, 47.0, 16.0), Place::HERE, Style::stroke(MARK, 6.0));
    }
    if let Some(mv) = look.arrow {
        let ends = [mv.from(), mv.to()].map(|sq| center(sq, look.flipped));
        let fill = Some(Paint(ARROW, 0.72));
        drawing.path(arrow(ends), Place::HERE, Style { fill, stroke: None });
    }
    drawing
}

/// The pieces as SVG symbols, each around the origin: `pK` to `pp`, with letters
/// on them `lK` to `lp`.
pub fn symbols() -> String {
    let mut text = String::new();
    for (prefix, faces) in [('p', Faces::Chinese), ('l', Faces::Letters)] {
        for piece in Piece::ALL {
            let mut drawing = Drawing::new(0.0, 0.0);
            put_piece(&mut drawing, piece, faces, 0.0, 0.0);
            let name = piece.fen_char();
            text.push_str(&format!("<g id=\"{prefix}{name}\">{}</g>", drawing.elements()));
        }
    }
    text
}

/// The empty board.
pub fn background() -> Drawing {
    let mut drawing = Drawing::new(WIDTH, HEIGHT);
    drawing.path(rectangle(0.0, 0.0, WIDTH, HEIGHT, 22.0), Place::HERE, Style::fill(WOOD));
    let inset = 14.0;
    let inner = rectangle(inset, inset, WIDTH - 2.0 * inset, HEIGHT - 2.0 * inset, 12.0);
    drawing.path(inner, Place::HERE, Style::fill(PAPER));
    let frame = rectangle(MARGIN - 12.0, MARGIN - 12.0, 8.0 * CELL + 24.0, 9.0 * CELL + 24.0, 2.0);
    drawing.path(frame, Place::HERE, Style::stroke(INK, 6.0));
    drawing.path(lines(), Place::HERE, Style::stroke(INK, 2.6));
    drawing.path(marks(), Place::HERE, Style::stroke(INK, 2.6));
    for (c, x) in [('楚', 1.5), ('河', 2.7), ('漢', 5.3), ('界', 6.5)] {
        let place = Place { x: MARGIN + x * CELL, y: MARGIN + 4.5 * CELL, scale: 0.19 };
        let fill = Some(Paint(INK, 0.8));
        drawing.path(outline(c), place, Style { fill, stroke: None });
    }
    drawing
}

/// The numbers of the files, which each side counts from its right: Chinese ones for Red,
/// others for Black.
fn put_labels(drawing: &mut Drawing, flipped: bool) {
    let (red_y, black_y) = if flipped { (22.0, HEIGHT - 22.0) } else { (HEIGHT - 22.0, 22.0) };
    for (file, (red, black)) in "九八七六五四三二一".chars().zip('1'..='9').enumerate() {
        let (x, _) = center(Square::new(file, 0), flipped);
        for (c, y) in [(red, red_y), (black, black_y)] {
            drawing.path(outline(c), Place { x, y, scale: 0.055 }, Style::fill(INK));
        }
    }
}

/// The lines of the board; those between the edges stop at the river.
fn lines() -> String {
    let mut data = String::new();
    let mut line = |x1: f32, y1: f32, x2: f32, y2: f32| {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|n| MARGIN + n * CELL);
        data.push_str(&format!("M{x1} {y1}L{x2} {y2}"));
    };
    for rank in 0..10 {
        line(0.0, rank as f32, 8.0, rank as f32);
    }
    for file in 0..9 {
        let x = file as f32;
        if file == 0 || file == 8 {
            line(x, 0.0, x, 9.0);
        } else {
            line(x, 0.0, x, 4.0);
            line(x, 5.0, x, 9.0);
        }
    }
    for top in [0.0, 7.0] {
        line(3.0, top, 5.0, top + 2.0);
        line(5.0, top, 3.0, top + 2.0);
    }
    data
}

/// The marks around the points of cannons and pawns.
fn marks() -> String {
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns = (0..9).step_by(2).flat_map(|file| [(file, 3), (file, 6)]);
    let mut data = String::new();
    for (file, rank) in cannons.into_iter().chain(pawns) {
        let (x, y) = (MARGIN + file as f32 * CELL, MARGIN + rank as f32 * CELL);
        for (dx, is_on_board) in [(-1.0, file > 0), (1.0, file < 8)] {
            for dy in [-1.0, 1.0] {
                if is_on_board {
                    data.push_str(&corner(x + dx * 9.0, y + dy * 9.0, dx * 16.0, dy * 16.0));
                }
            }
        }
    }
    data
}

/// Two short lines that meet at a point.
fn corner(x: f32, y: f32, dx: f32, dy: f32) -> String {
    format!("M{} {y}L{x} {y}L{x} {}", x + dx, y + dy)
}

/// Four corners around a point.
fn brackets(x: f32, y: f32, half: f32, length: f32) -> String {
    let mut data = String::new();
    for dx in [-1.0, 1.0] {
        for dy in [-1.0, 1.0] {
            data.push_str(&corner(x + dx * half, y + dy * half, -dx * length, -dy * length));
        }
    }
    data
}

/// A rectangle with round corners.
fn rectangle(x: f32, y: f32, width: f32, height: f32, r: f32) -> String {
    let (x2, y2) = (x + width, y + height);
    format!(
        "M{} {y}L{} {y}Q{x2} {y} {x2} {}L{x2} {}Q{x2} {y2} {} {y2}L{} {y2}Q{x} {y2} {x} {}L{x} {}Q{x} {y} {} {y}Z",
        x + r,
        x2 - r,
        y + r,
        y2 - r,
        x2 - r,
        x + r,
        y2 - r,
        y + r,
        x + r
    )
}

/// An arrow between two points, from near the one to near the other.
fn arrow([(x1, y1), (x2, y2)]: [(f32, f32); 2]) -> String {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Along the arrow and across it.
    let at = |along: f32, across: f32| {
        format!("{:.1} {:.1}", x1 + ux * along - uy * across, y1 + uy * along + ux * across)
    };
    let (start, neck, tip) = (18.0, length - 44.0, length - 8.0);
    format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        at(start, -8.0),
        at(neck, -8.0),
        at(neck, -24.0),
        at(tip, 0.0),
        at(neck, 24.0),
        at(neck, 8.0),
        at(start, 8.0)
    )
}

fn center(sq: Square, flipped: bool) -> (f32, f32) {
    let (file, rank) = (sq.file() as f32, sq.rank() as f32);
    match flipped {
        false => (MARGIN + file * CELL, MARGIN + (9.0 - rank) * CELL),
        true => (MARGIN + (8.0 - file) * CELL, MARGIN + rank * CELL),
    }
}

fn put_piece(drawing: &mut Drawing, piece: Piece, faces: Faces, x: f32, y: f32) {
    let color = if piece.color() == Color::Red { RED } else { BLACK };
    let shadow = Style { fill: Some(Paint(0x3a_2410, 0.35)), stroke: None };
    drawing.circle(x + 2.0, y + 5.0, 44.0, shadow);
    let face = Style { fill: Some(Paint(FACE, 1.0)), stroke: Some((Paint(EDGE, 1.0), 2.5)) };
    drawing.circle(x, y, 44.0, face);
    drawing.circle(x, y, 37.0, Style::stroke(color, 2.2));
    let (c, scale) = match faces {
        Faces::Chinese => (character(piece), 0.142),
        Faces::Letters => (piece.fen_char().to_ascii_uppercase(), 0.15),
    };
    drawing.path(outline(c), Place { x, y, scale }, Style::fill(color));
}

/// The character on a piece: the traditional ones, which differ between the sides.
fn character(piece: Piece) -> char {
    let red = piece.color() == Color::Red;
    match piece.kind() {
        PieceType::King => {
            if red {
                '帥'
            } else {
                '將'
            }
        }
        PieceType::Advisor => {
            if red {
                '仕'
            } else {
                '士'
            }
        }
        PieceType::Bishop => {
            if red {
                '相'
            } else {
                '象'
            }
        }
        PieceType::Knight => {
            if red {
                '傌'
            } else {
                '馬'
            }
        }
        PieceType::Rook => {
            if red {
                '俥'
            } else {
                '車'
            }
        }
        PieceType::Cannon => {
            if red {
                '炮'
            } else {
                '砲'
            }
        }
        PieceType::Pawn => {
            if red {
                '兵'
            } else {
                '卒'
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::shapes::Outline;

    #[test]
    fn every_piece_has_its_own_face() {
        assert!("九八七六五四三二一123456789".chars().all(|c| outline(c).starts_with('M')));
        for faces in [Faces::Chinese, Faces::Letters] {
            let mut seen = Vec::new();
            for piece in Piece::ALL {
                let mut drawing = Drawing::new(0.0, 0.0);
                put_piece(&mut drawing, piece, faces, 0.0, 0.0);
                let text = drawing.elements();
                assert!(text.contains(" d=\"M"), "{piece:?}");
                assert!(!seen.contains(&text), "{piece:?}");
                seen.push(text);
            }
        }
    }

    #[test]
    fn a_flipped_board_turns_every_point() {
        let sq = |text: &str| {
            Square::new((text.as_bytes()[0] - b'a').into(), (text.as_bytes()[1] - b'0').into())
        };
        assert_eq!(center(sq("a0"), false), (MARGIN, HEIGHT - MARGIN));
        assert_eq!(center(sq("a0"), true), center(sq("i9"), false));
        assert_eq!(center(sq("b7"), true), center(sq("h2"), false));
        let count = |setup: &Setup| {
            let shapes = draw(setup, Look::default()).shapes;
            shapes.iter().filter(|(outline, _)| matches!(outline, Outline::Circle(..))).count()
        };
        assert_eq!(count(&Setup::start()), 3 * 32);
    }
}
