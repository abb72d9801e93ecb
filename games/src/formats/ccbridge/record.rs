//! A game in binary form: the whole of a CBR, and a part of a CBL.

use std::io::{ErrorKind, Read};

use crate::fault::{Fault, FaultKind};
use crate::formats::MOST_MOVES;
use crate::formats::ccbridge::fields::{FIELDS, place, utf16};
use crate::formats::ccbridge::{CBR, RECORD, cut, square, word};
use crate::formats::start::{first_square, side_to_move};
use crate::place::Place;
use crate::text::{GameText, Word, comment_text, outcome_of};
use crate::tree::Preorder;
use chuhe::types::{Color, Piece, PieceType, Square};

/// Where the moves begin in version 2.
pub const HEADER: usize = 2214;

/// Places in the header of version 2.
pub const VERSION: usize = 19;
pub const KIND: usize = 2040;
pub const RESULT: usize = 2076;
pub const FIRST_MOVER: usize = 2112;
pub const MOVE_NUMBER: usize = 2116;
pub const BOARD: usize = 2120;
pub const VIEWER: usize = 2210;

/// Bits of the tag of a move.
pub const ENDS: u8 = 1;
pub const BRANCHES: u8 = 2;
pub const COMMENT: u8 = 4;

/// The pieces by their number, from 1.
pub const PIECES: [PieceType; 7] = {
    use PieceType::{Advisor, Bishop, Cannon, King, Knight, Pawn, Rook};
    [Rook, Knight, Bishop, Advisor, King, Cannon, Pawn]
};

/// What is added to the number of a piece.
pub const SIDES: [u8; 2] = [0x10, 0x20];

/// Whether a file begins as a CBR does.
pub fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD)
}

/// Reads a game. Moves are words in coordinates; the line of a fault is the number of the game
/// in its file, the column that of the move in the order of the file.
///
/// # Errors
/// When there is no game: the header is cut off, the version unknown, or it is a page of text.
pub fn read(source: &mut impl Read, number: usize) -> Result<GameText, Fault> {
    let start = Place { line: number, column: 1 };
    let fault = |kind| Fault::new(start, kind);
    let mut header = [0; HEADER];
    let mut fill = |bytes: &mut [u8]| source.read_exact(bytes).map_err(|error| cut(&error, CBR));
    fill(&mut header[..=VERSION]).map_err(fault)?;
    let version = header[VERSION];
    if !(1..=2).contains(&version) {
        return Err(fault(FaultKind::Version { format: CBR, version: version.into() }));
    }
    let at = |place_of_2| place(place_of_2, version).unwrap_or(place_of_2);
    fill(&mut header[VERSION + 1..at(HEADER)]).map_err(fault)?;
    let mut game = GameText::new(start);
    for field in &FIELDS {
        let text = field.read(&header, version);
        if !text.is_empty() {
            game.tags.push((field.tag.into(), text));
        }
    }
    game.outcome = outcome_of(header[at(RESULT)]);
    let first = &header[at(MOVE_NUMBER)..][..2];
    game.start.move_number = u32::from(u16::from_le_bytes([first[0], first[1]])).max(1);
    game.start.pieces = std::array::from_fn(|i| {
        let index = Square::from_index(i).flip().index();
        piece(header[at(BOARD) + index])
    });
    if let Err((ply, kind)) = read_moves(source, version, &mut game) {
        game.fault = Some(Fault::new(Place { line: number, column: ply }, kind));
    }
    let has_kings = Color::ALL.map(|side| Piece::new(side, PieceType::King));
    let has_kings = has_kings.iter().any(|&king| game.start.pieces.contains(&Some(king)));
    if !has_kings && game.moves.is_empty() && game.fault.is_none() {
        return Err(fault(FaultKind::TextPage));
    }
    let said = if header[at(FIRST_MOVER)] == 2 { Color::Black } else { Color::Red };
    game.start.side = side_to_move(&game.start, first_square(&game), said);
    Ok(game)
}

/// The piece of a byte of the board.
fn piece(byte: u8) -> Option<Piece> {
    let side = SIDES.iter().position(|&side| byte & 0xf0 == side)?;
    let kind = PIECES.get(usize::from(byte & 0x0f).checked_sub(1)?)?;
    Some(Piece::new(Color::ALL[side], *kind))
}

/// Reads the moves; an error has the number of a ply and what is wrong there.
fn read_moves(
    source: &mut impl Read,
    version: u8,
    game: &mut GameText,
) -> Result<(), (usize, FaultKind)> {
    let mut builder = Preorder::default();
    // The first of them is the start, which has a comment and no move.
    for number in 0..=MOST_MOVES {
        let ply = builder.ply();
        let read = read_move(source).map_err(|error| (ply, cut(&error, CBR)))?;
        let ([tag, _, from, to], comment) = read;
        let ends = tag & ENDS != 0;
        if number == 0 {
            game.comment = comment;
            if ends {
                return Ok(());
            }
            continue;
        }
        let place = Place { column: ply, ..game.place };
        let Some(word) = word(from, to, |byte| point(byte, version), place) else {
            // Where nothing was written, the moves are at their end.
            let is_nothing = [tag, from, to] == [0; 3];
            return if is_nothing { Ok(()) } else { Err((ply, FaultKind::Damaged(CBR))) };
        };
        let word = Word { comment, ..word };
        if !builder.add(&mut game.moves, word, tag & BRANCHES != 0, ends) {
            return Ok(());
        }
    }
    Err((builder.ply(), FaultKind::Damaged(CBR)))
}

/// The four bytes of a move and its comment.
fn read_move(source: &mut impl Read) -> std::io::Result<([u8; 4], String)> {
    let mut record = [0; 4];
    source.read_exact(&mut record)?;
    if record[0] & COMMENT == 0 {
        return Ok((record, String::new()));
    }
    let mut length = [0; 4];
    source.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    // Memory grows with what is there, not with what the length says.
    let mut bytes = Vec::new();
    source.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok((record, comment_text(&utf16(&bytes))))
}

/// The point of a byte.
fn point(byte: u8, version: u8) -> Option<Square> {
    match version {
        1 => square(byte / 16, byte % 16),
        _ => square(byte % 9, byte / 9),
    }
}
