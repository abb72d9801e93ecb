//! Bytes that are no UTF-8 in a line of text, such as a path in GBK.
//!
//! A line is a `String` all the same: each such byte is a character of its own from a range for
//! private use, U+EF80 to U+EFFF, so that nothing is lost and words, names and separators are
//! found as usual. What the line names as a file is turned back into its bytes.

use std::borrow::Cow;
use std::path::PathBuf;

/// The character of byte 0 would be this one; only those of bytes from 128 are used.
const BASE: u32 = 0xef00;

/// A line as text, with a character for each byte that is not part of UTF-8.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let push_raw = |text: &mut String, bytes: &[u8]| {
        text.extend(bytes.iter().filter_map(|&byte| char::from_u32(BASE + u32::from(byte))));
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match byte_of(c) {
                // The client's own character of this range must come back as its bytes.
                Some(_) => push_raw(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes()),
                None => text.push(c),
            }
        }
        push_raw(&mut text, chunk.invalid());
    }
    text
}

/// The bytes that [`escape`] has made this text of.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match byte_of(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// The text for people: what is no UTF-8 is replaced.
pub fn lossy(text: &str) -> Cow<'_, str> {
    match text.chars().any(|c| byte_of(c).is_some()) {
        true => String::from_utf8_lossy(&unescape(text)).into_owned().into(),
        false => text.into(),
    }
}

/// The file that a text names. On Unix names are bytes. On Windows they are text, and an
/// interface writes them in the code page of its system: GB18030, Big5 or Windows-1252,
/// whichever names something that exists.
pub fn path(text: &str) -> PathBuf {
    match text.chars().any(|c| byte_of(c).is_some()) {
        true => path_of(unescape(text)),
        false => text.into(),
    }
}

/// The byte that a character stands for.
fn byte_of(c: char) -> Option<u8> {
    u32::from(c).checked_sub(BASE).and_then(|n| u8::try_from(n).ok()).filter(|byte| *byte >= 0x80)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(windows)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    decoded(&bytes, std::path::Path::exists)
}

#[cfg(not(any(unix, windows)))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// The path that bytes of an unknown code page mean: the first reading that exists or whose
/// folder does, else the first that is possible at all.
#[cfg(any(windows, test))]
fn decoded(bytes: &[u8], exists: impl Fn(&std::path::Path) -> bool) -> PathBuf {
    let readings: Vec<PathBuf> =
        [encoding_rs::GB18030, encoding_rs::BIG5, encoding_rs::WINDOWS_1252]
            .into_iter()
            .filter_map(|code| code.decode_without_bom_handling_and_without_replacement(bytes))
            .map(|text| PathBuf::from(text.into_owned()))
            .collect();
    let has_folder = |path: &&PathBuf| path.parent().is_some_and(&exists);
    let found = readings.iter().find(|path| exists(path));
    let found = found.or_else(|| readings.iter().find(has_folder)).or(readings.first());
    found.cloned().unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        let every: Vec<u8> = (0..=255).collect();
        let own = "a\u{ef80}b\u{efff}c\u{f000}\u{ef7f}".as_bytes();
        for bytes in [&every[..], own, "棋谱/开局.book".as_bytes(), b"", b"\xc6\xe5/\xc6\xd7 \xff"]
        {
            let text = escape(bytes);
            assert_eq!(unescape(&text), bytes);
            assert_eq!(lossy(&text), String::from_utf8_lossy(bytes));
        }
        assert_eq!(escape("棋谱 book".as_bytes()), "棋谱 book");
    }

    #[test]
    fn a_path_in_a_code_page_is_the_one_that_exists() {
        let (gbk, big5) = (b"C:\\\xc6\xe5\xc6\xd7\\a.net", b"C:\\\xb4\xd1\xc3\xd0\\a.net");
        for (bytes, is_there, expected) in [
            (&gbk[..], "", "C:\\棋谱\\a.net"),
            (gbk, "C:\\棋谱\\a.net", "C:\\棋谱\\a.net"),
            (big5, "C:\\棋譜\\a.net", "C:\\棋譜\\a.net"),
            (b"C:\\caf\xe9", "C:\\café", "C:\\café"),
            (b"C:\\caf\xe9", "", "C:\\café"),
        ] {
            let path = decoded(bytes, |path| path.to_str() == Some(is_there));
            assert_eq!(path.to_str(), Some(expected));
        }
    }

    #[cfg(unix)]
    #[test]
    fn on_unix_a_path_is_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let bytes = b"/tmp/\xc6\xe5\xc6\xd7/a.net";
        assert_eq!(path(&escape(bytes)).as_os_str().as_bytes(), bytes);
        assert_eq!(path("/tmp/棋谱").to_str(), Some("/tmp/棋谱"));
    }
}
