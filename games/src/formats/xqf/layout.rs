//! Where what stands in a file.

use encoding_rs::GB18030;

use chuhe::types::Square;

/// What a file begins with.
pub const MAGIC: &[u8] = b"XQ";

/// Bytes before the moves.
pub const HEADER: usize = 1024;

/// First encrypted version.
pub const ENCRYPTED: u8 = 11;

/// Whether the value of a tag of PGN fits into its place in the header; `None` when the tag
/// has no place.
pub fn fits(tag: &str, value: &str) -> Option<bool> {
    let (_, _, most) = TEXTS.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(tag))?;
    Some(GB18030.encode(value).0.len() <= most)
}

/// Whether a file begins as these do. No text does: it would have bytes of zero.
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.contains(&0)
}

/// Texts of the header: the tag, where its length stands, and the most bytes it has. The title
/// has 63 by the description of the format; writers go on behind them, where nothing else is.
pub const TEXTS: [(&str, usize, usize); 11] = [
    ("Event", 0xd0, 63),
    ("Site", 0x120, 15),
    ("Date", 0x110, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("Annotator", 0x1d0, 15),
    ("Title", 0x50, 127),
    ("Author", 0x1e0, 15),
    ("TimeRule", 0x150, 63),
    ("RedTime", 0x190, 15),
    ("BlackTime", 0x1a0, 15),
];

/// A point from ten times its file and its rank.
pub fn square(number: u8) -> Option<Square> {
    let (file, rank) = (usize::from(number / 10), usize::from(number % 10));
    (file < Square::FILES).then(|| Square::new(file, rank))
}

/// Ten times the file of a point and its rank.
pub fn number(square: Square) -> u8 {
    (10 * square.file() + square.rank()) as u8
}
