//! What the person types, and signals that end the game.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;

/// How often the flag of the signals is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Lines of the input, which another thread reads: a read that waits hears no signal.
pub struct Input {
    lines: Receiver<io::Result<String>>,
    stop: Arc<AtomicBool>,
}

impl Input {
    /// The lines of a reader, until the flag is set.
    pub fn new(mut reader: impl BufRead + Send + 'static, stop: Arc<AtomicBool>) -> Input {
        let (sender, lines) = sync_channel(1);
        thread::spawn(move || {
            while let Some(line) = read_line(&mut reader).transpose() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Input { lines, stop }
    }

    /// Whether a signal has told the game to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The next line; `None` at the end of the input, or when a signal ends the game.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn line(&self) -> Result<Option<String>> {
        self.wait_for(&self.lines).transpose().map_err(Into::into)
    }

    /// What comes through a channel; `None` when nothing comes any more, or a signal ends the
    /// game.
    pub fn wait_for<T>(&self, channel: &Receiver<T>) -> Option<T> {
        while !self.is_stopped() {
            match channel.recv_timeout(LOOK) {
                Ok(found) => return Some(found),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

/// The next line of the input in whatever encoding; `None` at its end. A line that is longer
/// than any command comes in pieces.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const LINE_MAX: u64 = 4096;
    let mut bytes = Vec::new();
    let length = input.take(LINE_MAX).read_until(b'\n', &mut bytes)?;
    Ok((length > 0).then(|| chuhe_games::decode(&bytes).0.into_owned()))
}
