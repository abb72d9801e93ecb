//! `SETUP{ Ra0 kE9 … MOVE 5 BLACK }`: where each piece stands.

use chuhe::board::Setup;
use chuhe::types::{Color, Piece, PieceType, Square};

/// A position from the words in the braces; `None` when one of them says nothing.
pub fn setup(text: &str) -> Option<Setup> {
    let mut setup = Setup { pieces: [None; Square::COUNT], ..Setup::start() };
    let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let mut words = text.split(is_gap).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        match word.to_ascii_uppercase().as_str() {
            "MOVE" => setup.move_number = words.next()?.trim_end_matches('.').parse().ok()?,
            "RED" | "WHITE" => setup.side = Color::Red,
            "BLACK" => setup.side = Color::Black,
            _ => {
                let (piece, square) = piece(word)?;
                setup.pieces[square.index()] = Some(piece);
            }
        }
    }
    Some(setup)
}

/// `Ra0`, `kE9`: a piece, large for Red, and its point.
fn piece(word: &str) -> Option<(Piece, Square)> {
    let mut chars = word.chars();
    let letter = chars.next()?;
    let kind = match letter.to_ascii_uppercase() {
        'K' => PieceType::King,
        'A' | 'G' => PieceType::Advisor,
        'E' | 'B' | 'M' => PieceType::Bishop,
        'H' | 'N' => PieceType::Knight,
        'R' => PieceType::Rook,
        'C' => PieceType::Cannon,
        'P' => PieceType::Pawn,
        _ => return None,
    };
    let file = chars.next()?.to_ascii_lowercase() as i32 - 'a' as i32;
    let rank = chars.next()?.to_digit(10)? as i32;
    let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
    let square = Square::try_new(file, rank)?;
    chars.next().is_none().then(|| (Piece::new(color, kind), square))
}
