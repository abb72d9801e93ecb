//! Writes a game as CBR, version 2.

use crate::document::Document;
use crate::formats::ccbridge::RECORD;
use crate::formats::ccbridge::fields::FIELDS;
use crate::formats::ccbridge::record::{
    BOARD, BRANCHES, COMMENT, ENDS, FIRST_MOVER, HEADER, KIND, MOVE_NUMBER, PIECES, RESULT, SIDES,
    VERSION, VIEWER,
};
use crate::text::result_number;
use chuhe::board::Setup;
use chuhe::types::{Piece, Square};

/// Writes a game with its variations. Tags that have a place are kept as far as they fit.
pub fn write(game: &Document) -> Vec<u8> {
    let mut bytes = vec![0; HEADER];
    bytes[..RECORD.len()].copy_from_slice(RECORD);
    bytes[VERSION] = 2;
    for field in &FIELDS {
        if let Some(value) = game.tag(field.tag) {
            field.write(&mut bytes, value);
        }
    }
    bytes[KIND] = if *game.start == Setup::start() { 0 } else { 2 };
    bytes[RESULT] = result_number(game.outcome);
    bytes[FIRST_MOVER] = game.start.side.index() as u8 + 1;
    let number = u16::try_from(game.start.move_number).unwrap_or(u16::MAX);
    bytes[MOVE_NUMBER..MOVE_NUMBER + 2].copy_from_slice(&number.to_le_bytes());
    for square in Square::all() {
        let piece = game.start.pieces[square.index()];
        bytes[BOARD + usize::from(point(square))] = piece.map_or(0, byte_of);
    }
    bytes[VIEWER..].fill(0xff);
    let is_last = game.moves.is_empty();
    push_move(&mut bytes, if is_last { ENDS } else { 0 }, [0; 2], game.comment);
    for at in game.moves.walk() {
        let Some(made) = game.moves.get(at) else { continue };
        let ends = if game.moves.first(at).is_none() { ENDS } else { 0 };
        let branches = if game.moves.next(at).is_some() { BRANCHES } else { 0 };
        let points = [made.mv.from(), made.mv.to()].map(point);
        push_move(&mut bytes, ends | branches, points, &made.comment);
    }
    bytes
}

/// Adds a move with its comment.
fn push_move(bytes: &mut Vec<u8>, tag: u8, points: [u8; 2], comment: &str) {
    let has_comment = if comment.is_empty() { 0 } else { COMMENT };
    bytes.extend([tag | has_comment, 0, points[0], points[1]]);
    if !comment.is_empty() {
        let units = comment.replace('\n', "\r\n");
        let units: Vec<u8> = units.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.extend((units.len() as u32).to_le_bytes());
        bytes.extend(units);
    }
}

/// The number of a point: from the left of Black's back rank, row by row.
fn point(square: Square) -> u8 {
    square.flip().index() as u8
}

/// The byte of a piece on the board.
fn byte_of(piece: Piece) -> u8 {
    let number = PIECES.iter().position(|&kind| kind == piece.kind()).map_or(0, |i| i + 1);
    SIDES[piece.color().index()] + number as u8
}
