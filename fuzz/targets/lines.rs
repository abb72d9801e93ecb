//! Lines of a client in every dialect, some of them late: the session ends, and its
//! output is whole lines. Words that take much memory or time, or that write files, are
//! left out.

use std::io::{BufReader, Read};
use std::thread::sleep;
use std::time::Duration;

use chuhe::protocol::{Audience, run};

use super::number_and_text;

const LEFT_OUT: &[&str] = &["perft", "bench", "log", "file", "hash", "memory", "threads", "cores"];

const GREETINGS: &[&str] = &["uci", "ucci", "xboard\nprotover 2", ""];

/// The character in whose place the client waits.
const WAIT: char = '\u{7}';
/// How long it waits.
const PAUSE: Duration = Duration::from_millis(2);
/// It does not wait more often.
const WAITS: usize = 8;

pub fn check(bytes: &[u8]) {
    let Some((number, text)) = number_and_text(bytes) else { return };
    let lower = text.to_ascii_lowercase();
    if LEFT_OUT.iter().any(|word| lower.contains(word)) {
        return;
    }
    let greeting = GREETINGS[number % GREETINGS.len()];
    let lines = format!("{greeting}\n{text}\nquit\n");
    let parts = lines.splitn(WAITS + 1, WAIT).map(|part| part.as_bytes().to_vec());
    let mut output = Vec::new();
    let input = BufReader::new(Client { parts: parts.collect(), place: (0, 0) });
    run(input, &mut output, Audience::Program).expect("writing to memory");
    assert!(output.is_empty() || output.ends_with(b"\n"));
}

/// Text that comes in parts, with a pause between them.
struct Client {
    parts: Vec<Vec<u8>>,
    /// The part to be read, and where in it.
    place: (usize, usize),
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(part) = self.parts.get(self.place.0) {
            let read = (&part[self.place.1..]).read(buffer)?;
            self.place.1 += read;
            if read > 0 {
                return Ok(read);
            }
            self.place = (self.place.0 + 1, 0);
            sleep(PAUSE);
        }
        Ok(0)
    }
}
