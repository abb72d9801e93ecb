//! The encoding of a text. Xiangqi files are GB18030 or Big5 more often than UTF-8, and none
//! of them says so.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::{BIG5, CoderResult, Encoding, GB18030, UTF_8};

/// Bytes that are read at once.
pub const BLOCK: usize = 1 << 16;

/// Bytes by which the encoding of a long text is judged, from the first one on that is no
/// ASCII.
const SAMPLE: usize = 1 << 24;

/// The encoding of a name such as `gbk`, `big5` or `windows-1258`, as pages on the web have
/// them.
pub fn encoding_of(name: &str) -> Option<&'static Encoding> {
    Encoding::for_label(name.as_bytes())
}

/// The text of a file, and the name of its encoding: that of a byte order mark, UTF-8 when
/// the bytes are that, otherwise GB18030 or Big5, whichever gives the words of this game. A
/// byte order mark is left out.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, &'static str) {
    let (encoding, mark) = match marked(bytes) {
        Some(found) => found,
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        None => (guess(bytes).unwrap_or(GB18030), 0),
    };
    (encoding.decode_without_bom_handling(&bytes[mark..]).0, encoding.name())
}

/// The encoding that a byte order mark says, and how long that is.
pub fn marked(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(bytes)
}

/// Whether all bytes are UTF-8.
///
/// # Errors
/// When they cannot be read.
pub fn is_utf8(mut bytes: impl Read) -> io::Result<bool> {
    let (mut block, mut kept) = (vec![0; BLOCK], 0);
    loop {
        let count = bytes.read(&mut block[kept..])?;
        let filled = kept + count;
        let good = match std::str::from_utf8(&block[..filled]) {
            Ok(_) => filled,
            Err(error) if error.error_len().is_none() && count > 0 => error.valid_up_to(),
            Err(_) => return Ok(false),
        };
        if count == 0 {
            return Ok(true);
        }
        block.copy_within(good..filled, 0);
        kept = filled - good;
    }
}

/// GB18030 or Big5, whichever gives more words of this game.
///
/// # Errors
/// When the bytes cannot be read.
pub fn guess(mut bytes: impl Read) -> io::Result<&'static Encoding> {
    let mut scores = [(GB18030, 0), (BIG5, 0)];
    let mut decoders = scores.map(|(encoding, _)| encoding.new_decoder_without_bom_handling());
    let (mut block, mut text) = (vec![0; BLOCK], String::with_capacity(4 * BLOCK));
    let mut seen = 0;
    while seen < SAMPLE {
        let count = bytes.read(&mut block)?;
        let read = &block[..count];
        if seen == 0 && count > 0 && read.is_ascii() {
            continue;
        }
        for ((_, score), decoder) in scores.iter_mut().zip(&mut decoders) {
            text.clear();
            let (result, ..) = decoder.decode_to_string(read, &mut text, count == 0);
            debug_assert_eq!(result, CoderResult::InputEmpty);
            *score += familiarity(&text);
        }
        if count == 0 {
            break;
        }
        seen += count;
    }
    let [chinese, traditional] = scores;
    Ok(if traditional.1 > chinese.1 { traditional.0 } else { chinese.0 })
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

    /// Characters may lie on the border of what is read at once.
    #[test]
    fn long_texts_are_judged_like_short_ones() {
        for shift in 0..4 {
            let text = "x".repeat(BLOCK - shift) + &"炮二平五".repeat(BLOCK / 8) + "馬";
            assert!(is_utf8(text.as_bytes()).unwrap());
            assert!(!is_utf8(&text.as_bytes()[..text.len() - 1]).unwrap());
            assert_eq!(guess(&GB18030.encode(&text).0[..]).unwrap(), GB18030);
            let big5 = BIG5.encode(&text).0;
            assert!(!is_utf8(&big5[..]).unwrap());
            assert_eq!(guess(&big5[..]).unwrap(), BIG5);
        }
    }
}
