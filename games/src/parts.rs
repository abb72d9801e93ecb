//! A long text in parts of whole games, so that one of them is in memory at a time.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding};

use crate::encoding::BLOCK;
use crate::place::Place;
use crate::text::is_line_end;

/// Says of each line of a text, in their order, whether a game begins at it.
pub type Begins = Box<dyn FnMut(&str) -> bool + Send>;

/// The parts of a text: with each, how many lines are before it.
pub struct Parts {
    bytes: Box<dyn Read + Send>,
    decoder: Decoder,
    block: Vec<u8>,
    /// Whether all bytes have been read.
    is_ended: bool,
    /// Bytes of the longest part.
    most: usize,
    begins: Begins,
    /// What has been read; the part begins at `start`, its next line at `line`, and up to
    /// `searched` that does not end.
    text: String,
    start: usize,
    line: usize,
    searched: usize,
    /// Lines before the part, and in it.
    lines_before: usize,
    lines: usize,
}

impl Parts {
    /// The parts of a text whose mark has been read already.
    pub fn new(
        bytes: Box<dyn Read + Send>,
        encoding: &'static Encoding,
        begins: Begins,
        most: usize,
    ) -> Parts {
        Parts {
            bytes,
            decoder: encoding.new_decoder_without_bom_handling(),
            block: vec![0; BLOCK],
            is_ended: false,
            most,
            begins,
            text: String::new(),
            start: 0,
            line: 0,
            searched: 0,
            lines_before: 0,
            lines: 0,
        }
    }

    /// The next part, and the number of lines before it; `None` behind the last.
    ///
    /// # Errors
    /// When the bytes cannot be read, or the part is too long.
    pub fn next_part(&mut self) -> io::Result<Option<(String, usize)>> {
        loop {
            let Some(end) = self.line_end() else {
                if self.is_ended {
                    return Ok(self.cut(self.text.len()));
                }
                self.fill()?;
                continue;
            };
            let is_new = (self.begins)(self.text[self.line..end].trim_end_matches(is_line_end));
            let part = if is_new { self.cut(self.line) } else { None };
            (self.line, self.searched) = (end, end);
            self.lines += 1;
            if part.is_some() {
                return Ok(part);
            }
        }
    }

    /// Where the part begins.
    pub fn place(&self) -> Place {
        Place { line: self.lines_before + 1, column: 1 }
    }

    /// Ends the part here, and begins the next; `None` when there is nothing in it.
    fn cut(&mut self, end: usize) -> Option<(String, usize)> {
        let part = self.text[self.start..end].to_owned();
        let before = self.lines_before;
        self.start = end;
        self.lines_before += std::mem::take(&mut self.lines);
        (!part.is_empty()).then_some((part, before))
    }

    /// Where the line ends, behind its end; `None` when that has not been read.
    fn line_end(&mut self) -> Option<usize> {
        let rest = &self.text[self.searched..];
        match rest.find(is_line_end) {
            Some(at) => {
                let after = &rest[at..];
                let length = if after.starts_with("\r\n") { 2 } else { 1 };
                self.searched += at;
                // The other half of a line end may not have been read yet.
                let is_open = after == "\r" && !self.is_ended;
                (!is_open).then_some(self.searched + length)
            }
            None => {
                self.searched = self.text.len();
                (self.is_ended && self.line < self.text.len()).then_some(self.text.len())
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.text.drain(..self.start);
        self.line -= self.start;
        self.searched -= self.start;
        self.start = 0;
        if self.text.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let count = self.bytes.read(&mut self.block)?;
        self.is_ended = count == 0;
        // Two UTF-16 bytes, or one byte without meaning, become three of UTF-8 at most.
        self.text.reserve(4 * (count + 8));
        let read = &self.block[..count];
        let (result, ..) = self.decoder.decode_to_string(read, &mut self.text, self.is_ended);
        debug_assert_eq!(result, CoderResult::InputEmpty);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_8;

    /// Reads few bytes at a time.
    struct Drops(Vec<u8>, usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn parts(text: &str, count: usize, most: usize) -> io::Result<Vec<(String, usize)>> {
        let bytes = Box::new(Drops(text.into(), count));
        let begins = Box::new(|line: &str| line.starts_with('*'));
        let mut parts = Parts::new(bytes, UTF_8, begins, most);
        std::iter::from_fn(|| parts.next_part().transpose()).collect()
    }

    #[test]
    fn a_text_is_cut_where_games_begin() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "a\n楚\n*b\n\n*c\n*\nd".replace('\n', end);
            for count in [1, 2, 3, 100] {
                let found = parts(&text, count, 100).unwrap();
                let expected = [("a\n楚\n", 0), ("*b\n\n", 2), ("*c\n", 4), ("*\nd", 5)];
                let expected = expected.map(|(part, line)| (part.replace('\n', end), line));
                assert_eq!(found, expected, "{end:?} {count}");
            }
        }
        assert_eq!(parts("", 1, 9).unwrap(), []);
        assert_eq!(parts("*", 1, 9).unwrap(), [("*".into(), 0)]);
        assert_eq!(parts("*a\n*", 1, 9).unwrap().len(), 2);
        assert_eq!(
            parts("aaaa\naaaa\naaaa", 1, 9).unwrap_err().kind(),
            io::ErrorKind::FileTooLarge
        );
        assert_eq!(parts("*aaaa\n*aaaa\n*aaaa", 1, 12).unwrap().len(), 3);
    }
}
