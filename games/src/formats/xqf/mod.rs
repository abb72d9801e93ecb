//! XQF, the files of XQStudio (象棋演播室): one game each, since version 1.1 encrypted.
//! Read as far as the public descriptions of the format go: tags, position, moves with
//! variations and comments, and the result.

mod keys;
mod layout;
mod read;
mod write;

pub use layout::{fits, is_xqf};
pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests {
    use super::keys::{Keys, SHUFFLED};
    use super::layout::HEADER;
    use super::*;
    use crate::document::Annotated;
    use crate::document::Document;
    use chuhe::board::Setup;
    use chuhe::notation::Style;
    use chuhe::rules::Outcome;
    use chuhe::types::Color;
    use encoding_rs::GB18030;

    /// The header of a file: keys from 3 to 15, kind of game, pieces.
    fn header(version: u8, keys: [u8; 13], kind: u8, pieces: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
        bytes[3..16].copy_from_slice(&keys);
        bytes[0x10..0x10 + pieces.len()].copy_from_slice(pieces);
        (bytes[0x33], bytes[0x40]) = (2, kind);
        for (at, text) in [(0x130, "柳大华"), (0x140, "吕  钦")] {
            let (name, _, _) = GB18030.encode(text);
            bytes[at] = name.len() as u8;
            bytes[at + 1..at + 1 + name.len()].copy_from_slice(&name);
        }
        bytes
    }

    fn played(bytes: &[u8]) -> String {
        let game = read(bytes, GB18030).unwrap().replay(usize::MAX, None).unwrap();
        game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_file_of_the_first_version() {
        let mut bytes = header(10, [0; 13], 0, &[]);
        let (comment, _, _) = GB18030.encode("仙人 指路");
        bytes.extend([0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0]);
        bytes.extend([0x2f, 0x38, 0xf0, 0, comment.len() as u8, 0, 0, 0]);
        bytes.extend(&comment[..]);
        bytes.extend([0x67, 0x63, 0xf0, 0, 0, 0, 0, 0, 0x57, 0x60, 0, 0, 0, 0, 0, 0]);
        assert!(is_xqf(&bytes));
        assert_eq!(played(&bytes), "c3c4 h9g7 g3g4");
        let game = read(&bytes, GB18030).unwrap();
        assert_eq!((game.tag("Red"), game.tag("Black")), (Some("柳大华"), Some("吕  钦")));
        assert_eq!(game.moves.values()[0].comment, "仙人 指路");
        assert_eq!(game.outcome, Outcome::Win(Color::Black));
        for length in [0, 2, HEADER - 1] {
            assert!(read(&bytes[..length], GB18030).is_err(), "{length}");
        }
        // A file that is cut off has the moves before that; a diagram is none.
        for (length, moves, is_whole) in
            [(0, 0, false), (8, 0, true), (12, 0, false), (8 + 8 + comment.len(), 1, false)]
        {
            let game = read(&bytes[..HEADER + length], GB18030).unwrap();
            assert_eq!((game.moves.len(), game.fault.is_none()), (moves, is_whole), "{length}");
        }
    }

    #[test]
    fn an_encrypted_ending_with_black_to_move() {
        for version in [11, 12, 18] {
            let keys = [0xff, 0, 0, 0, 0, 0x31, 0x52, 0x13, 0x74, 0x25, 0xa6, 0x37, 0x48];
            let mut bytes = header(version, keys, 3, &[]);
            let key = Keys::of(&bytes);
            // Red's king on e0 and a rook on a1, Black's king on d9.
            let mut points = [0xff_u8; 32];
            (points[4], points[0], points[20]) = (40, 1, 39);
            for i in 0..32 {
                let shift = if version < SHUFFLED { 0 } else { usize::from(key.pieces) + 1 };
                bytes[0x10 + i] = points[(shift + i) % 32].wrapping_add(key.pieces);
            }
            let mut plain = vec![0x18, 0x20, 0x80, 0];
            let from = 39_u8.wrapping_add(24).wrapping_add(key.from);
            plain.extend([from, 38_u8.wrapping_add(32).wrapping_add(key.to), 0x20, 0]);
            plain.extend((key.comment + 2).to_le_bytes());
            plain.extend(b"ok");
            let stream = key.stream.iter().cycle();
            bytes.extend(plain.iter().zip(stream).map(|(byte, key)| byte.wrapping_add(*key)));
            assert_eq!(played(&bytes), "d9d8", "version {version}");
            assert_eq!(read(&bytes, GB18030).unwrap().moves.values()[0].comment, "ok");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let start: Setup = "3k5/9/9/9/9/9/9/9/4R4/R3K4 b".parse().unwrap();
        let mv = "d9d8".parse().unwrap();
        let moves = [Annotated { comment: "好".into(), ..Annotated::plain(mv) }];
        let document = Document {
            tags: vec![("Red".into(), "一二三四五六七八九".into())],
            start: &start,
            comment: "始",
            moves: &moves.into_iter().collect(),
            outcome: Outcome::Draw,
            style: Style::Uci,
        };
        let bytes = write(&document).unwrap();
        assert!(is_xqf(&bytes));
        let game = read(&bytes, GB18030).unwrap();
        assert_eq!((played(&bytes).as_str(), &game.start), ("d9d8", &start));
        assert_eq!((game.comment.as_str(), game.moves.values()[0].comment.as_str()), ("始", "好"));
        assert_eq!((game.tag("Red"), game.outcome), (Some("一二三四五六七"), Outcome::Draw));
    }

    #[test]
    fn damaged_files_are_faults() {
        let mut bytes = header(12, [7; 13], 3, &[9; 32]);
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for _ in 0..200 {
            bytes.truncate(HEADER);
            let length = next();
            bytes.extend((0..length).map(|_| next()));
            let _ = read(&bytes, GB18030).and_then(|game| game.replay(usize::MAX, None));
        }
    }
}
