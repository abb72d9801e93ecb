//! What a file holds, told from its content and never from its name.

use crate::formats::{dhtmlxq, xqf};

/// A format of files of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable game notation, with moves of any notation.
    Pgn,
    /// DhtmlXQ, alone or in a page.
    Dhtmlxq,
    /// A file of XQStudio.
    Xqf,
    /// A game a line: `FEN moves …`, or moves alone.
    Lines,
}

/// The format of a file that is no text; `None` when it may be text.
pub fn detect_binary(bytes: &[u8]) -> Option<Format> {
    xqf::is_xqf(bytes).then_some(Format::Xqf)
}

/// The format of a text.
pub fn detect_text(text: &str) -> Format {
    if dhtmlxq::is_dhtmlxq(text) {
        return Format::Dhtmlxq;
    }
    match text.trim_start().starts_with(['[', '{', ';', '%']) {
        true => Format::Pgn,
        false => Format::Lines,
    }
}
