//! A position drawn in a score sheet, as dpxq.com draws it: a line for each rank, from Black's
//! side, with the points as signs of a table, `(车)` for a piece of Red and `[车]` for one of
//! Black. Between the ranks stand lines with nothing but the lines of the board.

use crate::place::Place;
use chuhe::types::{Color, Piece, PieceType, Square};

/// The points of a board.
const POINTS: &str = "┌┬┐├┼┤└┴┘";

/// The ranks of a board.
const RANKS: usize = 10;

/// What joins points in a rank.
const JOINTS: &str = "─-—━";

/// What stands between ranks, beside blanks.
const BETWEEN: &str = "│｜|┃＼／\\/╲╱";

/// What the lines around the board and the river have written on them.
const LABELS: &str = "黑红紅方楚河汉漢界";

/// What pieces are called.
const PIECES: &str = "车車俥马馬傌相象仕士帅帥将將炮砲包兵卒";

/// What pieces stand between: Red's, then Black's.
const BRACKETS: &str = "()（）[]［］";

/// A drawn position, or the place for one.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Where it begins.
    pub place: Place,
    rows: Vec<String>,
}

impl Drawing {
    /// One without lines yet.
    pub fn new(place: Place) -> Drawing {
        Drawing { place, rows: Vec::new() }
    }

    /// Adds a line if it can be one of a board.
    pub fn add(&mut self, line: &str) -> bool {
        let row: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let is_row = row.chars().all(|c| {
            is_number(c)
                || [POINTS, JOINTS, BETWEEN, LABELS, PIECES, BRACKETS]
                    .iter()
                    .any(|set| set.contains(c))
        });
        if is_row {
            self.rows.push(row);
        }
        is_row
    }

    /// Whether nothing has been drawn: `红方 黑方` alone may stand above the moves.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| row.chars().all(|c| LABELS.contains(c)))
    }

    /// The piece on each point; `None` where that is not beyond doubt.
    pub fn pieces(&self) -> Option<[Option<Piece>; Square::COUNT]> {
        let mut ranks = Vec::new();
        for row in &self.rows {
            let is_between = row.chars().all(|c| BETWEEN.contains(c) || is_number(c));
            match row.as_str() {
                // From Red's side it would look alike, with other moves.
                "黑方" if ranks.is_empty() => {}
                "红方" | "紅方" if ranks.len() == RANKS => {}
                "楚河汉界" | "楚河漢界" => {}
                _ if is_between => {}
                _ => ranks.push(rank(row)?),
            }
        }
        if ranks.len() != RANKS {
            return None;
        }
        let mut pieces = [None; Square::COUNT];
        for (rank, points) in (0..RANKS).rev().zip(ranks) {
            for (file, piece) in (0..).zip(points) {
                pieces[Square::new(file, rank).index()] = piece;
            }
        }
        Some(pieces)
    }
}

/// Whether a line draws a part of a board.
pub fn is_drawn(line: &str) -> bool {
    let points = line.chars().filter(|&c| POINTS.contains(c)).count();
    points + line.matches(['[', '［']).count() > 2
        && Drawing::new(Place::START).add(line)
        && !line.contains(|c: char| LABELS.contains(c))
}

/// A digit of a label beside or above the board.
fn is_number(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c) || "一二三四五六七八九".contains(c)
}

/// The points of a rank; `None` when there are not nine of them, or anything is unknown.
fn rank(row: &str) -> Option<[Option<Piece>; 9]> {
    let mut points = Vec::new();
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        let color = match c {
            '(' | '（' => Color::Red,
            '[' | '［' => Color::Black,
            _ if POINTS.contains(c) => {
                points.push(None);
                continue;
            }
            _ if JOINTS.contains(c) => continue,
            _ => return None,
        };
        points.push(Some(piece(chars.next()?, color)?));
        let is_closed = match color {
            Color::Red => matches!(chars.next()?, ')' | '）'),
            Color::Black => matches!(chars.next()?, ']' | '］'),
        };
        if !is_closed {
            return None;
        }
    }
    points.try_into().ok()
}

/// The piece of a name; `None` where the name is one of the other side.
fn piece(name: char, color: Color) -> Option<Piece> {
    let kind = match name {
        '车' | '車' | '俥' => PieceType::Rook,
        '马' | '馬' | '傌' => PieceType::Knight,
        '相' | '象' => PieceType::Bishop,
        '仕' | '士' => PieceType::Advisor,
        '帅' | '帥' | '将' | '將' => PieceType::King,
        '炮' | '砲' | '包' => PieceType::Cannon,
        '兵' | '卒' => PieceType::Pawn,
        _ => return None,
    };
    let is_of_other = match color {
        Color::Red => "将將卒".contains(name),
        Color::Black => "帅帥仕相兵俥傌".contains(name),
    };
    (!is_of_other).then(|| Piece::new(color, kind))
}
