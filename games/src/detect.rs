//! What a file holds, told from its content and never from its name. Nothing else in the
//! program guesses at it.

use crate::formats::ccbridge::{self, cbf};
use crate::formats::{ccm, che, dhtmlxq, mxq, pfc, pgn, sheet, wxf, xqf};

/// A format of files of games, or what else a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable game notation, with moves of any notation.
    Pgn,
    /// DhtmlXQ, alone or in a page.
    Dhtmlxq,
    /// A file with headings in capitals, as PlayOK has them.
    Wxf,
    /// A score sheet: Chinese headings, then numbered lines.
    Sheet,
    /// A file of XQStudio.
    Xqf,
    /// A game of CCBridge (CBR).
    Ccbridge,
    /// A library of CCBridge (CBL), of either kind.
    CcbridgeLibrary,
    /// A game of CCBridge as XML.
    Cbf,
    /// A file of 鹏飞, XML as well.
    Pfc,
    /// A file of QQ象棋.
    Che,
    /// A file of 弈天.
    Mxq,
    /// A file of 中游 or 17pk.
    Ccm,
    /// A game a line: `FEN moves …`, or moves alone.
    Lines,
    /// Something that is known by its name and not read.
    NotRead(&'static str),
    /// Neither a text nor anything known.
    Binary,
}

/// What other files begin with that lie among games, and what they are.
const FOREIGN: [(&[u8], &str); 10] = [
    (b"GL\xd0\x07\xd4\x07", "CHN, XQI"),
    (b"PK\x03\x04", "ZIP"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"%PDF-", "PDF"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
];

/// Tells whether something is of a format.
type IsSuch<T> = fn(&T) -> bool;

/// What tells the formats that are no texts.
const SIGNS: [(IsSuch<[u8]>, Format); 5] = [
    (xqf::is_xqf, Format::Xqf),
    (ccbridge::is_record, Format::Ccbridge),
    (ccbridge::is_library, Format::CcbridgeLibrary),
    (mxq::is_mxq, Format::Mxq),
    (ccm::is_ccm, Format::Ccm),
];

/// What tells the formats that are texts of a strict form.
const TEXT_SIGNS: [(IsSuch<str>, Format); 3] =
    [(cbf::is_cbf, Format::Cbf), (pfc::is_pfc, Format::Pfc), (che::is_che, Format::Che)];

/// The format of a file that is no text; `None` when it may be text. The first 64 KiB or more
/// of it are enough.
pub fn detect_binary(bytes: &[u8]) -> Option<Format> {
    if let Some((_, format)) = SIGNS.iter().find(|(is_such, _)| is_such(bytes)) {
        return Some(*format);
    }
    let foreign = FOREIGN.iter().find(|(mark, _)| bytes.starts_with(mark));
    if let Some((_, what)) = foreign {
        return Some(Format::NotRead(what));
    }
    is_rubbish(bytes).then_some(Format::Binary)
}

/// Whether these are no bytes of a text: it may have a control character here and there, but
/// not one in twenty. Zeros at its end do not count.
fn is_rubbish(bytes: &[u8]) -> bool {
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let is_odd = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31);
    let odd = bytes[..length].iter().filter(is_odd).count();
    odd * 20 > length || length < bytes.len() && length == 0
}

/// The format of a text, or of the beginning of one.
pub fn detect_text(text: &str) -> Format {
    if let Some((_, format)) = TEXT_SIGNS.iter().find(|(is_such, _)| is_such(text)) {
        return *format;
    }
    let tag = first_tag(text);
    let field = dhtmlxq::first_field(text);
    if field.is_some_and(|field| tag.is_none_or(|tag| field < tag)) {
        return Format::Dhtmlxq;
    }
    if tag.is_none() && field.is_none() && dhtmlxq::unescaped_address(text).is_some() {
        return Format::Dhtmlxq;
    }
    if tag.is_some() || text.trim_start().starts_with(['[', '{', ';', '%']) {
        return Format::Pgn;
    }
    if wxf::is_wxf(text) {
        return Format::Wxf;
    }
    match sheet::is_sheet(text) {
        true => Format::Sheet,
        false => Format::Lines,
    }
}

/// Where the first line begins that is a tag of PGN.
fn first_tag(text: &str) -> Option<usize> {
    let mut starts =
        std::iter::once(0).chain(text.match_indices(['\n', '\r']).map(|(at, _)| at + 1));
    starts.find(|&at| pgn::begins_tag(&text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_content() {
        for (text, format) in [
            ("[Event \"a\"]\n\n1. h2e2 {see [DhtmlXQ_ver] there} *", Format::Pgn),
            ("1. h2e2 {see [DhtmlXQ_ver] there} *", Format::Lines),
            ("{see [dhtmlxq_ver] there} 1. h2e2 *", Format::Pgn),
            ("a letter\r\r[Event \"a\"]\r1. h2e2", Format::Pgn),
            ("<html><script>{'[dhtmlXQ_movelist]7747[/DhtmlXQ_movelist]'", Format::Dhtmlxq),
            ("text\n[DhtmlXQ_ver]x[/DhtmlXQ_ver]\n[Event \"a\"]", Format::Dhtmlxq),
            ("%5BDhtmlXQ%5D%5bDHTMLXQ_movelist%5D7747", Format::Dhtmlxq),
            ("1. h2e2 {see %5BDhtmlXQ%5D there} *", Format::Lines),
            ("%5BDhtml", Format::Pgn),
            ("h2e2 h9g7", Format::Lines),
            ("", Format::Lines),
        ] {
            assert_eq!(detect_text(text), format, "{text}");
        }
        assert_eq!(detect_binary(b"PK\x03\x04\0"), Some(Format::NotRead("ZIP")));
        assert_eq!(detect_binary(b"CCBridge Record\0"), Some(Format::Ccbridge));
        assert_eq!(detect_binary(b"CCBridgeLibrary\0"), Some(Format::CcbridgeLibrary));
        let all: Vec<u8> = (0..=255).collect();
        for rubbish in [&all[..], &[0; 40], b"1\0.\0 \0", b"\x01\x02"] {
            assert_eq!(detect_binary(rubbish), Some(Format::Binary), "{rubbish:?}");
        }
        for text in [&b"1. h2e2"[..], b"", b"moves \xfe \0\n3k5/9/9/9/9/9/9", b"h2e2\n\0\0\0"] {
            assert_eq!(detect_binary(text), None, "{text:?}");
        }
    }
}
