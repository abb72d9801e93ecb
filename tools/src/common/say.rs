//! The one way out to standard output and standard error: everything that a tool prints goes
//! through here, so that no text of a file, whatever its format, acts on a terminal. Clippy
//! refuses the functions of the standard library anywhere else in this package.
//!
//! Printing can fail. The macros of the standard library panic when the device is full; here
//! a line on standard output is written or an error, and one on standard error is lost.

#![allow(clippy::disallowed_methods)] // this is the way out

use std::borrow::Cow;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write};
use std::str;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use crate::common::lang::files::Remark;
use crate::common::lang::{Say, process_lang};
use chuhe::protocol::{acts_on_terminals, harmless};

/// What stands for a colour in a text, and what a terminal wants for it: characters that
/// Unicode keeps for uses within a program. In the text of a file a code for terminals would
/// be as harmful as any other control, so what is ours must look different.
pub const MARKS: [(char, &str); 7] = [
    ('\u{fdd0}', "\u{1b}[31m"),
    ('\u{fdd1}', "\u{1b}[32m"),
    ('\u{fdd2}', "\u{1b}[33m"),
    ('\u{fdd3}', "\u{1b}[35m"),
    ('\u{fdd4}', "\u{1b}[2m"),
    ('\u{fdd5}', "\u{1b}[1m"),
    (END, "\u{1b}[0m"),
];
/// What stands for the end of a colour.
pub const END: char = '\u{fdd6}';

/// Whether colours are wanted on standard output.
static HAS_COLORS: AtomicBool = AtomicBool::new(false);

/// Lets [`MARKS`] become colours on standard output; before that, and everywhere
/// else, they are replaced as control characters are.
pub fn allow_colors() {
    HAS_COLORS.store(true, Ordering::Relaxed);
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub fn errors_are_on_a_terminal() -> bool {
    io::stderr().is_terminal()
}

/// The file that standard output is.
///
/// # Errors
/// When it is closed.
#[cfg(unix)]
pub fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard output for text: every control character but line ends and tabs, and every
/// character that turns the direction of writing, becomes U+FFFD, and so do bytes that are no
/// UTF-8.
#[derive(Debug)]
pub struct TextOut {
    out: Stdout,
    /// The beginning of a character whose rest has not come yet.
    begun: Vec<u8>,
}

/// Standard output for text.
pub fn text_out() -> TextOut {
    TextOut { out: io::stdout(), begun: Vec::new() }
}

impl Write for TextOut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let all = match self.begun.is_empty() {
            true => Cow::Borrowed(bytes),
            false => Cow::Owned([&std::mem::take(&mut self.begun), bytes].concat()),
        };
        let whole = all.len() - unfinished(&all);
        self.begun = all[whole..].to_vec();
        let text = String::from_utf8_lossy(&all[..whole]);
        let has_colors = HAS_COLORS.load(Ordering::Relaxed);
        self.out.write_all(shown(&text, has_colors).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// How many bytes at the end are the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = &bytes[bytes.len().saturating_sub(3)..];
    (1..=last.len())
        .find(|&n| {
            let end = &last[last.len() - n..];
            end[0] >= 0xc0 && str::from_utf8(end).is_err_and(|error| error.error_len().is_none())
        })
        .unwrap_or(0)
}

/// Prints on standard output, all of it or an error.
///
/// # Errors
/// When it is closed or full.
pub fn print(text: &str) -> Result<()> {
    let mut out = text_out();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes what need not be text, such as a picture, to standard output: as it is into files and
/// pipes, as text to a terminal.
///
/// # Errors
/// When it is closed or full.
pub fn write_bytes(bytes: &[u8]) -> Result<()> {
    if is_terminal() {
        return print(&String::from_utf8_lossy(bytes));
    }
    let mut out = io::stdout();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Clears the line that standard error is at, on a terminal.
pub fn clear_line() {
    let _ = io::stderr().write_all(b"\r\x1b[K");
}

/// Prints a line on standard error, in the language of the session. Errors, such as a closed
/// pipe, are ignored.
pub fn tell(what: &impl Say) {
    remark_text(&(what.say(process_lang()) + "\n"));
}

/// Prints an error on standard error. A broken pipe is not reported.
pub fn complain(error: anyhow::Error) {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if kind != Some(ErrorKind::BrokenPipe) {
        tell(&Remark::Error { what: error });
    }
}

/// The first error of several steps that were all tried; the others are printed.
///
/// # Errors
/// The first one.
pub fn first_error(results: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let mut errors = results.into_iter().filter_map(Result::err);
    let first = errors.next();
    errors.for_each(complain);
    first.map_or(Ok(()), Err)
}

/// Prints text on standard error.
pub fn remark_text(text: &str) {
    let _ = io::stderr().write_all(harmless(text).as_bytes());
}

/// Standard error, for the log of the program.
#[derive(Debug)]
pub struct LogOut;

impl Write for LogOut {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        remark_text(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The text with a replacement character for each that acts on terminals; with colours their
/// marks are what a terminal wants for them.
fn shown(text: &str, has_colors: bool) -> Cow<'_, str> {
    if !text.contains(acts_on_terminals) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match MARKS.iter().find(|&&(mark, _)| has_colors && mark == c) {
            Some((_, code)) => shown.push_str(code),
            None => shown.push(if acts_on_terminals(c) { '\u{fffd}' } else { c }),
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(harmless("a\x1b[31mb\u{9b}c\rd\n炮"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\n炮");
        assert_eq!(
            harmless("\x7f\u{202e}\u{2068}a\tb\u{2069}"),
            "\u{fffd}\u{fffd}\u{fffd}a\tb\u{fffd}"
        );
        // Colours are ours, and only where they are wanted.
        let text = "\u{fdd0}x\x1b\u{fdd6}";
        assert_eq!(shown(text, true), "\x1b[31mx\u{fffd}\x1b[0m");
        assert_eq!(harmless(text), "\u{fffd}x\u{fffd}\u{fffd}");
    }

    #[test]
    fn characters_may_come_in_two_parts() {
        let unfinished = |bytes: &[u8]| super::unfinished(bytes);
        let bytes = "a炮".as_bytes();
        assert_eq!((1..=4).map(|n| unfinished(&bytes[..n])).collect::<Vec<_>>(), [0, 1, 2, 0]);
        let four = "\u{1f600}".as_bytes();
        assert_eq!((0..=4).map(|n| unfinished(&four[..n])).collect::<Vec<_>>(), [0, 1, 2, 3, 0]);
        assert_eq!(
            (unfinished(b"\xff"), unfinished(b"\x80\x80\x80"), unfinished(b"\xc3a")),
            (0, 0, 0)
        );
    }
}
