//! Printing that can fail. The macros of the standard library panic when the device is
//! full; here a line on standard output is written or an error, and one on standard
//! error is lost.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Write};

use anyhow::Result;

use crate::common::lang::files::Remark;
use crate::common::lang::{Say, process_lang};

/// Prints on standard output, all of it or an error.
///
/// # Errors
/// When it is closed or full.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(harmless(text).as_bytes())?;
    Ok(out.flush()?)
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

/// Prints on standard error as it is.
pub fn remark_text(text: &str) {
    let _ = io::stderr().write_all(harmless(text).as_bytes());
}

/// The text with replacement characters for control characters other than line ends:
/// names of engines come from files too, and must not act on a terminal.
fn harmless(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && c != '\n';
    if text.contains(acts) { text.replace(acts, "\u{fffd}").into() } else { text.into() }
}

/// `1 game`, `2 games`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(harmless("a\x1b[31mb\u{9b}c\rd\n炮"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\n炮");
        assert_eq!((counted(1, "game"), counted(2, "game")), ("1 game".into(), "2 games".into()));
    }
}
