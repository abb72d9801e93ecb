//! Files of games: their encoding is found out, their text is read. Xiangqi files
//! are GB18030 or Big5 more often than UTF-8, and none of them says so.

use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};

use crate::detect::{Format, detect_binary};
use crate::{Fault, GameText, read, xqf};

/// What a file of games holds, in its order. A game that cannot be read stands
/// there as its fault.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Name of the encoding that the file was found to have.
    pub encoding: &'static str,
    /// The games.
    pub games: Vec<Result<GameText, Fault>>,
}

/// Reads a file of games in whatever encoding and format.
///
/// # Errors
/// When the file cannot be read. Games with faults are in the list.
pub fn read_file(path: &Path) -> io::Result<GameFile> {
    Ok(read_bytes(&fs::read(path)?))
}

/// Reads the games of a file's bytes in whatever encoding and format, XQF among them.
pub fn read_bytes(bytes: &[u8]) -> GameFile {
    if detect_binary(bytes) == Some(Format::Xqf) {
        return GameFile { encoding: GB18030.name(), games: vec![xqf::read(bytes)] };
    }
    let (text, encoding) = decode(bytes);
    GameFile { encoding, games: read(&text) }
}

/// The text of a file, and the name of its encoding: that of a byte order mark,
/// UTF-8 when the bytes are that, otherwise GB18030 or Big5, whichever gives the
/// words of this game. A byte order mark is left out.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, &'static str) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (encoding.decode_without_bom_handling(&bytes[length..]).0, encoding.name());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.into(), UTF_8.name());
    }
    let read = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling(bytes).0;
        (familiarity(&text), (text, encoding.name()))
    };
    let (chinese, traditional) = (read(GB18030), read(BIG5));
    if traditional.0 > chinese.0 { traditional.1 } else { chinese.1 }
}

/// Characters of moves and of the headings of games, in both scripts. Bytes read
/// in the wrong encoding give rare characters instead.
const FAMILIAR: &str = "帅帥将將仕士相象马馬傌车車俥炮砲兵卒进進退平前中后後\
                        一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和";

/// How much a text looks like games: familiar characters, less ten for each that
/// stands for bytes without meaning.
fn familiarity(text: &str) -> i64 {
    let weigh = |c| match c {
        char::REPLACEMENT_CHARACTER => -10,
        c if FAMILIAR.contains(c) => 1,
        _ => 0,
    };
    text.chars().filter(|c| !c.is_ascii()).map(weigh).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let traditional = "[Red \"許銀川\"]\r\n\r\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";
        let simplified = "[Red \"许银川\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８";
        let big5 = BIG5.encode(traditional).0;
        assert_eq!(decode(&big5), (traditional.into(), "Big5"));
        let gb = GB18030.encode(simplified).0;
        assert_eq!(decode(&gb), (simplified.into(), "gb18030"));
        assert_eq!(decode(&GB18030.encode("红胜").0), ("红胜".into(), "gb18030"));
        assert_eq!(decode(simplified.as_bytes()), (simplified.into(), "UTF-8"));
        let marked = [b"\xef\xbb\xbf", simplified.as_bytes()].concat();
        assert_eq!(decode(&marked), (simplified.into(), "UTF-8"));
        assert_eq!(decode(b"\xff\xfe1\0.\0"), ("1.".into(), "UTF-16LE"));
        assert_eq!(decode(b""), ("".into(), "UTF-8"));
    }
}
