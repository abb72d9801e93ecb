//! The command line of the engine. A command of [`COMMANDS`] is done here; what is none
//! belongs to `chuhe-tools` ([`hand_over`]).

mod arguments;
mod bench;
mod eval;
mod genfens;
mod hand_over;
mod perft;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use chuhe::{commands, protocol};

use arguments::Usage;

/// What a command does with the words after its name.
type Run = fn(&[String]) -> Result<()>;

/// How each command of [`commands::COMMANDS`] is run, in the same order.
const COMMANDS: [(&str, Run); 3] =
    [("bench", bench::run), ("eval", eval::run), ("perft", perft::run)];

/// Exit status of a command line that cannot be understood.
const MISUSE: u8 = 2;

/// Runs the program with its arguments, of which the first is its name.
pub fn main(words: Vec<OsString>) -> ExitCode {
    if is_runner_name(words.first()) {
        return hand_over::to_tools(&words);
    }
    if words.len() < 2 {
        return status(protocol::serve().map_err(anyhow::Error::from));
    }
    let own: Option<Vec<String>> =
        words[1..].iter().map(|word| word.to_str().map(String::from)).collect();
    let Some(own) = own else {
        return hand_over::to_tools(&words); // a path that is not Unicode
    };
    let rest = &own[1..];
    match own[0].as_str() {
        "-V" => status(say(&format!("chuhe {}", protocol::version()))),
        "--version" => status(say(&format!("chuhe {}", protocol::build()))),
        "-h" | "--help" | "help" if rest.is_empty() && !hand_over::has_tools() => {
            status(say(&help()))
        }
        words if words.split_ascii_whitespace().next() == Some("genfens") => {
            status(genfens::run(words))
        }
        "help" if rest.len() == 1 && command(&rest[0]).is_some() => status(explain(&rest[0])),
        name => match COMMANDS.iter().find(|(own, _)| *own == name) {
            Some(_) if rest.iter().any(|word| word == "-h" || word == "--help") => {
                status(explain(name))
            }
            Some((_, run)) => status(run(rest)),
            None => hand_over::to_tools(&words),
        },
    }
}

/// A command of this program.
fn command(name: &str) -> Option<&'static commands::Command> {
    commands::COMMANDS.iter().find(|command| command.name == name)
}

/// Prints the help of a command of this program.
fn explain(name: &str) -> Result<()> {
    command(name).map_or(Ok(()), |command| say(&command.help()))
}

/// Whether the program was called by the name of the match runner that test frameworks
/// start.
fn is_runner_name(name: Option<&OsString>) -> bool {
    let name = name.and_then(|name| Path::new(name).file_name()?.to_str());
    name.is_some_and(|name| name.starts_with("fastchess"))
}

/// Prints lines on standard output.
fn say(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{}", protocol::harmless(text))?)
}

/// Prints a line on standard error. Errors, such as a closed pipe, are ignored.
fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", protocol::harmless(text));
}

/// The exit status of a command, after its error, if any, is printed.
fn status(result: Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if let Some(usage) = error.downcast_ref::<Usage>() {
        remark(&format!("error: {usage}"));
        return ExitCode::from(MISUSE);
    }
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if kind != Some(ErrorKind::BrokenPipe) {
        remark(&format!("error: {error:#}"));
    }
    ExitCode::FAILURE
}

/// What `--help` prints.
fn help() -> String {
    let own: String = commands::COMMANDS
        .iter()
        .map(|command| format!("  {:<12} {}\n", command.name, command.about))
        .collect();
    format!(
        "Chuhe (楚河), a Chinese chess engine. Without a command it speaks UCI, UCCI or CECP on\n\
         standard input and output\n\n\
         Usage: chuhe [COMMAND]\n\n\
         Commands:\n{own}  help         Print this message or the help of a command\n\n\
         Options:\n  -h, --help     Print help\n  -V, --version  Print version\n\n{}",
        hand_over::more_commands()
    )
}

/// A whole number that an argument must be.
///
/// # Errors
/// When it is none, or out of the range: says which.
fn number(what: &str, text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => {
            let (least, most) = (range.start(), range.end());
            Err(format!("{what}: expected a whole number from {least} to {most}, found '{text}'"))
        }
        Err(_) => Err(format!("{what}: '{text}' is no number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_described_can_be_run() {
        let described = commands::COMMANDS.iter().map(|command| command.name);
        assert!(described.eq(COMMANDS.iter().map(|(name, _)| *name)));
    }
}
