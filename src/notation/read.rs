//! The lenient reader. A text is brought to a normal form, in which scripts,
//! widths and synonyms no longer matter, and compared with the forms of every
//! legal move: first the strict ones, then the customary ones.

use std::fmt;

use crate::board::Board;
use crate::notation::file::{Direction, FileMove};
use crate::notation::san::{Custom, San};
use crate::notation::vietnamese::Vietnamese;
use crate::notation::{RankBase, Style, write};
use crate::types::{Move, PieceType};

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is not written like a move.
    Malformed,
    /// No legal move is written like this.
    NoSuchMove,
    /// Several legal moves can be meant.
    Ambiguous(Vec<Move>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Malformed => {
                f.write_str("not a move: expected one like h2e2, H2-E2, C2.5 or 炮二平五")
            }
            ReadError::NoSuchMove => f.write_str("no legal move of this position"),
            ReadError::Ambiguous(moves) => {
                f.write_str("may be any of")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a move in any style; coordinates with ranks from 0, and from 1 where
/// that alone gives a legal move.
///
/// # Errors
/// When the text is no move, or not one legal move of this position.
pub fn read(board: &Board, text: &str) -> Result<Move, ReadError> {
    let first = read_with(board, text, RankBase::Zero);
    match first {
        Err(ReadError::NoSuchMove | ReadError::Malformed) => {
            read_with(board, text, RankBase::One).or(first)
        }
        _ => first,
    }
}

/// Reads a move in any style; coordinates and SAN with ranks counted as given. Vietnamese is
/// read where no other style has such a text.
///
/// # Errors
/// As [`read`].
pub fn read_with(board: &Board, text: &str, base: RankBase) -> Result<Move, ReadError> {
    if let Some(san) = San::parse(text) {
        let read = only(san.moves(board, Custom::of(base), false));
        // `H2e2` may be two points.
        return read.or_else(|fault| read_points(board, text, base).or(Err(fault)));
    }
    if is_vietnamese(text) {
        let read = read_vietnamese(board, text);
        return read.or_else(|fault| read_by_file(board, text).or(Err(fault)));
    }
    if looks_like_points(text) && lettered_pawn(text).is_none() {
        return read_points(board, text, base);
    }
    read_by_file(board, text)
}

/// Whether a text looks Vietnamese. So does much of WXF.
pub fn may_be_vietnamese(text: &str) -> bool {
    Vietnamese::parse(text).is_some()
}

/// Whether a text looks Vietnamese, and like no move of another style.
pub fn is_vietnamese(text: &str) -> bool {
    Vietnamese::parse(text).is_some_and(|read| read.is_telling())
}

/// Reads a move in one style. A text in WXF or Chinese of either script is taken for
/// each of these three.
///
/// # Errors
/// As [`read`].
pub fn read_as(board: &Board, text: &str, style: Style) -> Result<Move, ReadError> {
    match style {
        Style::Uci | Style::Iccs => read_points(board, text, RankBase::Zero),
        Style::Uci1 => read_points(board, text, RankBase::One),
        Style::Wxf | Style::Simplified | Style::Traditional => read_by_file(board, text),
        Style::San => read_san(board, text, Custom::Bare),
        Style::San1 => read_san(board, text, Custom::Lettered),
        Style::Vietnamese => read_vietnamese(board, text),
    }
}

fn read_san(board: &Board, text: &str, custom: Custom) -> Result<Move, ReadError> {
    only(San::parse(text).ok_or(ReadError::Malformed)?.moves(board, custom, true))
}

fn read_vietnamese(board: &Board, text: &str) -> Result<Move, ReadError> {
    only(Vietnamese::parse(text).ok_or(ReadError::Malformed)?.moves(board))
}

/// The one of the moves that a text can mean.
fn only(moves: Vec<Move>) -> Result<Move, ReadError> {
    match moves[..] {
        [] => Err(ReadError::NoSuchMove),
        [mv] => Ok(mv),
        _ => Err(ReadError::Ambiguous(moves)),
    }
}

/// `h2e2`, `H2-E2`: a letter at the start, and another one behind the first
/// digits. No move of the other styles has that.
fn looks_like_points(text: &str) -> bool {
    let mut rest = text.trim().strip_prefix(|c: char| narrow(c).is_ascii_alphabetic());
    rest = rest.map(|rest| rest.trim_start_matches(|c: char| narrow(c).is_ascii_digit()));
    let rest = rest.map(|rest| rest.strip_prefix(is_dash).unwrap_or(rest));
    rest.is_some_and(|rest| rest.starts_with(|c: char| narrow(c).is_ascii_alphabetic()))
}

fn read_points(board: &Board, text: &str, base: RankBase) -> Result<Move, ReadError> {
    let text = text.trim().trim_end_matches(['!', '?', '+', '#']);
    let (first, second) = text.split_once(is_dash).unwrap_or((text, ""));
    let plain: String = first.chars().chain(second.chars()).map(narrow).collect();
    let mv = base.parse(&plain).ok_or(ReadError::Malformed)?;
    if board.is_legal(mv) { Ok(mv) } else { Err(ReadError::NoSuchMove) }
}

fn read_by_file(board: &Board, text: &str) -> Result<Move, ReadError> {
    let text = normal_form(text).ok_or(ReadError::Malformed)?;
    let tail_at = text.len().checked_sub(2).filter(|&at| at > 0).ok_or(ReadError::Malformed)?;
    let (head, tail) = text.split_at(tail_at);
    if !matches!(tail.as_bytes(), [b'+' | b'-' | b'.', b'1'..=b'9']) {
        return Err(ReadError::Malformed);
    }
    // Most moves differ in their last two signs already.
    let candidates: Vec<(Move, FileMove)> = board
        .legal_moves()
        .into_iter()
        .filter_map(|mv| FileMove::of(board, mv).map(|file_move| (mv, file_move)))
        .filter(|(_, file_move)| tail_of(file_move) == tail)
        .collect();
    let strict = candidates.iter().map(|&(mv, _)| mv).filter(|&mv| is_written(board, mv, &text));
    if let Some(mv) = strict.into_iter().next() {
        return Ok(mv);
    }
    let customary: Vec<Move> = candidates
        .iter()
        .filter(|(_, file_move)| customary_heads(file_move).iter().any(|known| known == head))
        .map(|&(mv, _)| mv)
        .collect();
    only(customary)
}

/// Whether the strict writer would write the move so.
fn is_written(board: &Board, mv: Move, normal: &str) -> bool {
    [Style::Wxf, Style::Simplified]
        .into_iter()
        .any(|style| normal_form(&write(board, mv, style)).is_some_and(|written| written == normal))
}

fn tail_of(file_move: &FileMove) -> String {
    let operator = match file_move.direction {
        Direction::Forward => '+',
        Direction::Sideways => '.',
        Direction::Back => '-',
    };
    format!("{operator}{}", file_move.number)
}

/// The texts that may stand before direction and number, in normal form: for the
/// piece and its file or place on it.
fn customary_heads(file_move: &FileMove) -> Vec<String> {
    let piece = file_move.piece.fen_char().to_ascii_uppercase();
    let FileMove { file, place, .. } = *file_move;
    let mut heads = vec![format!("{piece}{file}")];
    if file_move.piece.kind() == PieceType::Advisor {
        // `G` is the guard to some and the general to others, whose moves differ.
        heads.push(format!("K{file}"));
    }
    if place.count < 2 {
        return heads;
    }
    let is_pawn = file_move.piece.kind() == PieceType::Pawn;
    // Signs before or after the letter, and words before or after it.
    let mut marks = Vec::new();
    if place.index == 0 {
        marks.extend(['f', '+']);
    } else if place.is_rear() {
        marks.extend(['b', '-']);
    } else if place.is_middle() {
        marks.push('m');
    }
    if is_pawn && place.count == 3 && place.crowded_files == 1 && place.is_middle() {
        // In WXF of xqbase's programs the middle has the sign that means sideways elsewhere.
        heads.push(format!("{piece}."));
    }
    for mark in marks {
        heads.push(format!("{mark}{piece}"));
        heads.push(format!("{piece}{mark}"));
        if is_pawn {
            heads.push(format!("{mark}{piece}{file}"));
            heads.push(format!("{mark}{file}"));
            heads.push(format!("{file}{mark}"));
        }
    }
    if is_pawn {
        let number = place.index + 1;
        heads.push(format!("{number}{piece}{file}"));
        heads.push(format!("{number}{file}"));
        // Without a file it is counted across all crowded ones.
        heads.push(format!("{}{piece}", place.overall + 1));
    }
    heads
}

/// `Pb.5` of xqbase's programs, which is what `二兵` is in Chinese: the number of the pawn, and
/// what stands behind the letter; `None` of any other text.
fn lettered_pawn(text: &str) -> Option<(char, &str)> {
    let rest = text.trim().strip_prefix(|c| matches!(narrow(c), 'p' | 'P'))?;
    let letter = rest.chars().next()?;
    let number = match narrow(letter).to_ascii_lowercase() {
        'a' => '1',
        'b' => '2',
        'c' => '3',
        'd' => '4',
        'e' => '5',
        _ => return None,
    };
    let tail = &rest[letter.len_utf8()..];
    // Else it would be SAN, or points.
    tail.starts_with(|c| matches!(normal_char(c), Some('+' | '-' | '.'))).then_some((number, tail))
}

/// The text in `K A B N R C P`, digits, `+ - .` and `f m b` for front, middle and
/// rear; `None` when something else is in it.
fn normal_form(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['!', '?', '#']);
    let normal = |text: &str| -> Option<String> {
        text.chars().filter(|c| !c.is_whitespace()).map(normal_char).collect()
    };
    // The letters of these are those of pieces elsewhere.
    match lettered_pawn(text) {
        Some((number, tail)) => Some(format!("{number}P{}", normal(tail)?)),
        None => normal(text),
    }
}

fn normal_char(c: char) -> Option<char> {
    Some(match narrow(c) {
        '帅' | '帥' | '将' | '將' | '王' | 'k' | 'K' | 'g' | 'G' => 'K',
        '仕' | '士' | 'a' | 'A' => 'A',
        '相' | '象' | 'b' | 'B' | 'e' | 'E' | 'm' | 'M' => 'B',
        '马' | '馬' | '傌' | '㐷' | 'n' | 'N' | 'h' | 'H' => 'N',
        '车' | '車' | '俥' | '伡' | 'r' | 'R' => 'R',
        '炮' | '砲' | '包' | 'c' | 'C' => 'C',
        '兵' | '卒' | 'p' | 'P' | 's' | 'S' => 'P',
        '进' | '進' | '上' | '+' => '+',
        '退' | '下' | '-' | '–' | '—' | '−' => '-',
        '平' | '.' | '=' | '·' | '。' => '.',
        '前' => 'f',
        '中' => 'm',
        '后' | '後' => 'b',
        '一' | '壹' => '1',
        '二' | '贰' | '貳' => '2',
        '三' | '叁' | '參' => '3',
        '四' | '肆' => '4',
        '五' | '伍' => '5',
        '六' | '陆' | '陸' => '6',
        '七' | '柒' => '7',
        '八' | '捌' => '8',
        '九' | '玖' => '9',
        digit @ '1'..='9' => digit,
        _ => return None,
    })
}

/// The ASCII character of a full-width one; any other as it is.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xff00 + 0x20) as u8),
        _ => c,
    }
}

fn is_dash(c: char) -> bool {
    matches!(narrow(c), '-' | '–' | '—' | '−')
}
