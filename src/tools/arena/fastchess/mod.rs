//! The match runner with the command line and the output of fastchess, so that programs
//! around fastchess can play xiangqi matches unchanged.

mod engines;
mod help;
mod log;
mod options;
mod print;
mod words;

use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;

use super::MatchEnd;
use super::run::Ready;
use crate::tools::say::print;

use options::Request;
use print::Printer;

/// The version of fastchess whose options and output these are. Programs look
/// for a number that is high enough.
const VERSION: &str = "1.8.2";

/// The options after the program's name, if it is called as `fastchess…` or as
/// `chuhe fastchess`.
pub fn options_of(mut args: Vec<OsString>) -> Option<Vec<String>> {
    let program = Path::new(args.first()?).file_name().unwrap_or_default().to_string_lossy();
    let skipped = if program.starts_with("fastchess") {
        1
    } else if args.get(1).is_some_and(|word| word == "fastchess") {
        2
    } else {
        return None;
    };
    Some(args.drain(skipped..).map(|word| word.to_string_lossy().into_owned()).collect())
}

/// Does what the options say. Returns the exit status: 0 unless something failed.
///
/// # Errors
/// On options that are unknown or make no sense here, and as the match itself.
pub fn run(options: &[String]) -> Result<u8> {
    let request = match options::read(options)? {
        Request::Version => {
            print(&format!(
                "fastchess {VERSION} (Chuhe {}, xiangqi)\n",
                env!("CARGO_PKG_VERSION")
            ))?;
            return Ok(0);
        }
        Request::Help => {
            print(help::HELP)?;
            return Ok(0);
        }
        Request::Match(request) => request,
    };
    let mut ready = Ready::new(&request.config)?;
    request.log.start(ready.take_log());
    let end = ready.play(&mut Printer::new(request.print))?;
    Ok(match end {
        MatchEnd::Faults | MatchEnd::Interrupted => 1,
        MatchEnd::Passed | MatchEnd::Rejected | MatchEnd::Undecided => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_decides() {
        let called = |words: &[&str]| options_of(words.iter().map(OsString::from).collect());
        let options = Some(vec!["-version".to_string()]);
        assert_eq!(called(&["./fastchess-ob", "-version"]), options);
        assert_eq!(called(&["/bin/chuhe", "fastchess", "-version"]), options);
        assert_eq!(called(&["/fastchess/chuhe", "match"]), None);
        assert_eq!(called(&["chuhe"]), None);
        assert_eq!(called(&[]), None);
    }
}
