//! The match runner with the command line and the output of fastchess, so that programs
//! around fastchess can play xiangqi matches unchanged.

mod engines;
mod help;
mod log;
mod options;
mod print;
mod words;

use anyhow::Result;

use super::MatchEnd;
use super::run::Ready;
use crate::common::say::print;

use options::Request;
use print::Printer;

/// The version of fastchess whose options and output these are. Programs look
/// for a number that is high enough.
const VERSION: &str = "1.8.2";

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
