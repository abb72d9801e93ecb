//! Reads the lines of a client on a thread of its own. At most a few MiB of lines wait
//! to be processed; then reading stops until some are.

use std::io::{BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::options::raw;
use crate::protocol::words::Words;

/// No line is longer; what is longer is thrown away.
const MAX_LINE: u64 = 1 << 24;

/// Bytes of lines that may wait to be processed; a longer line waits alone.
const MAX_UNHEARD: usize = 1 << 22;

/// What a waiting line takes besides its text.
const LINE_COST: usize = 128;

/// A message of the reader.
pub enum Input {
    /// A line.
    Line(Line),
    /// A line that was too long.
    TooLong,
    /// There is nothing more to come.
    End,
}

/// A line of input. Until it is dropped it counts among the waiting ones.
pub struct Line {
    /// The text; bytes that are not UTF-8 are in it as [`raw::escape`] has them.
    pub text: String,
    _place: Place,
}

impl Line {
    /// Whether it is `quit`, which all dialects have in common.
    pub fn is_quit(&self) -> bool {
        Words::new(&self.text).peek().is_some_and(|word| word.eq_ignore_ascii_case("quit"))
    }
}

/// The bytes of lines that were read and not processed yet.
#[derive(Default)]
struct Unheard {
    bytes: Mutex<usize>,
    fewer: Condvar,
}

impl Unheard {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of one line among those that wait.
struct Place {
    unheard: Arc<Unheard>,
    bytes: usize,
}

impl Place {
    /// Waits until there is room for a line.
    fn take(unheard: &Arc<Unheard>, bytes: usize) -> Place {
        let mut waiting = unheard.lock();
        while *waiting > 0 && *waiting + bytes > MAX_UNHEARD {
            waiting = unheard.fewer.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting += bytes;
        Place { unheard: Arc::clone(unheard), bytes }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.unheard.lock() -= self.bytes;
        self.unheard.fewer.notify_one();
    }
}

/// Reads lines, in any encoding, and passes them to `send` until the input ends or
/// `send` returns false.
pub fn read_lines(mut input: impl BufRead, mut send: impl FnMut(Input) -> bool) {
    let unheard = Arc::default();
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let message = match read {
            Ok(0) | Err(_) => Input::End,
            Ok(_) if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") => {
                match input.skip_until(b'\n') {
                    Ok(_) => Input::TooLong,
                    Err(_) => Input::End,
                }
            }
            Ok(_) => {
                let text = raw::escape(&bytes);
                let place = Place::take(&unheard, text.len() + LINE_COST);
                Input::Line(Line { text, _place: place })
            }
        };
        let is_end = matches!(message, Input::End);
        if !send(message) || is_end {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn reading_waits_for_hearing() {
        let line = [vec![b'x'; MAX_UNHEARD / 2], vec![b'\n']].concat();
        let (sender, receiver) = mpsc::channel();
        let input = BufReader::new(std::io::Cursor::new(line.repeat(4)));
        thread::spawn(move || read_lines(input, |message| sender.send(message).is_ok()));
        let patience = Duration::from_secs(10);
        for left in (0..4).rev() {
            let heard = receiver.recv_timeout(patience);
            assert!(matches!(heard, Ok(Input::Line(_))));
            if left > 0 {
                let more = receiver.recv_timeout(Duration::from_millis(20));
                assert!(more.is_err(), "a line was read before the last one was processed");
            }
            drop(heard);
        }
        assert!(matches!(receiver.recv_timeout(patience), Ok(Input::End)));
    }
}
