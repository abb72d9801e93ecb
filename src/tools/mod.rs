//! The subcommands of the program. Each module has its arguments and a `run`; a
//! new one is declared here and joins `Tool`.

#[macro_use]
mod say;

pub mod analyze;
pub mod arena;
mod batch;
mod batch_args;
pub mod bench;
pub mod board;
pub mod book;
mod color;
pub mod datagen;
mod diagram;
pub mod endings;
pub mod epd;
mod input;
pub mod judge;
pub mod ladder;
pub mod lang;
mod manual;
mod material;
pub mod net;
pub mod notation;
pub mod openings;
pub mod outlook;
mod output;
pub mod page;
pub mod perft;
mod play;
mod progress;
mod shard;
pub mod signals;
pub mod solve;
mod solved;
mod state_file;
pub mod train;
pub mod tune_search;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::eval::{Evaluation, instructions};
use crate::protocol;
use crate::tools::arena::fastchess;
use crate::tools::lang::{Lang, help};

/// Chuhe (楚河), a Chinese chess engine. Without a command it speaks UCI,
/// UCCI or CECP on standard input and output.
#[derive(Parser)]
#[command(version = version(), long_version = long_version())]
struct Cli {
    #[command(subcommand)]
    command: Option<Tool>,
}

#[derive(Subcommand)]
enum Tool {
    Analyze(analyze::AnalyzeArgs),
    Bench(bench::BenchArgs),
    Board(board::BoardArgs),
    Book(book::BookArgs),
    Completions(manual::CompletionsArgs),
    Datagen(datagen::DatagenArgs),
    Endings(endings::EndingsArgs),
    Epd(epd::EpdArgs),
    FitWdl(outlook::FitArgs),
    Judge(judge::JudgeArgs),
    Ladder(ladder::LadderArgs),
    Man(manual::ManArgs),
    Match(Box<arena::MatchArgs>),
    Net(net::NetArgs),
    Notation(notation::NotationArgs),
    Openings(openings::OpeningsArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Relabel(datagen::relabel::RelabelArgs),
    Solve(solve::SolveArgs),
    Train(train::TrainArgs),
    TuneSearch(Box<tune_search::TuneSearchArgs>),
}

/// What `--version` prints after the name of the program: what is needed to say which
/// build this is, on what it runs.
fn long_version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("CHUHE_COMMIT").filter(|commit| !commit.is_empty());
        let (architecture, system) = (std::env::consts::ARCH, std::env::consts::OS);
        format!(
            "{}\ncommit {}\nnetwork {}\nprocessor {architecture}, {system}\nkernel {}",
            env!("CARGO_PKG_VERSION"),
            commit.unwrap_or("unknown"),
            Evaluation::BuiltIn.network().name(),
            instructions()
        )
    });
    &VERSION
}

/// What `-V` prints after the name of the program.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(protocol::version);
    &VERSION
}

/// The language of the process, of its errors, notes and progress: that of the command line or of the locale. What
/// speaks to other programs is English.
fn process_lang() -> Lang {
    static LANG: LazyLock<Lang> = LazyLock::new(|| {
        let words: Vec<OsString> = std::env::args_os().collect();
        let is_for_programs = openings::genfens_words(&words).is_some()
            || fastchess::options_of(words.clone()).is_some();
        if is_for_programs { Lang::En } else { Lang::of_words(&words) }
    });
    *LANG
}

/// Runs the program with its arguments and returns its exit status. Called by the
/// name of fastchess or by OpenBench's `genfens` it answers as those expect.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(words) = openings::genfens_words(&words) {
        return status(openings::genfens(&words).map(|()| 0));
    }
    if let Some(options) = fastchess::options_of(words.clone()) {
        return status(fastchess::run(&options));
    }
    env_logger::init(); // to stderr, and only what RUST_LOG asks for
    match parsed(words, process_lang()) {
        Ok(cli) => status(run(cli.command)),
        Err(status) => status,
    }
}

/// Reads the command line. Help and errors are printed in a language, and give the exit
/// status.
fn parsed(words: Vec<OsString>, lang: Lang) -> Result<Cli, ExitCode> {
    let status = |error: &clap::Error| ExitCode::from(error.exit_code() as u8);
    // A user interface starts the program without words, and waits for it.
    if lang == Lang::En || words.len() < 2 {
        return Cli::try_parse_from(words).map_err(|error| {
            let _ = error.print();
            status(&error)
        });
    }
    let mut program = help::translated(Cli::command(), lang);
    let found = program.try_get_matches_from_mut(words);
    let found = found.and_then(|mut matches| {
        Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut program))
    });
    found.map_err(|error| {
        let text = help::rendered(&error.render().to_string(), lang);
        let _ = match error.use_stderr() {
            true => io::stderr().write_all(text.as_bytes()),
            false => io::stdout().write_all(text.as_bytes()),
        };
        status(&error)
    })
}

/// Runs a tool, or serves a user interface. Returns the exit status.
fn run(command: Option<Tool>) -> anyhow::Result<u8> {
    if !matches!(command, None | Some(Tool::Match(_) | Tool::TuneSearch(_))) {
        signals::end_when_unread()?;
    }
    match command {
        None => protocol::serve().map_err(anyhow::Error::from),
        Some(Tool::Analyze(args)) => analyze::run(&args),
        Some(Tool::Bench(args)) => bench::run(&args),
        Some(Tool::Board(args)) => board::run(&args),
        Some(Tool::Book(args)) => book::run(&args),
        Some(Tool::Completions(args)) => manual::completions(&args, Cli::command()),
        Some(Tool::Datagen(args)) => datagen::run(&args),
        Some(Tool::Endings(args)) => endings::run(&args),
        Some(Tool::Epd(args)) => epd::run(&args),
        Some(Tool::FitWdl(args)) => outlook::run(&args),
        Some(Tool::Judge(args)) => judge::run(&args),
        Some(Tool::Ladder(args)) => ladder::run(&args),
        Some(Tool::Man(args)) => manual::man(&args, Cli::command()),
        Some(Tool::Match(args)) => {
            return arena::run(&args).map(arena::MatchEnd::exit_status);
        }
        Some(Tool::Net(args)) => net::run(&args),
        Some(Tool::Notation(args)) => notation::run(&args),
        Some(Tool::Openings(args)) => openings::run(&args),
        Some(Tool::Perft(args)) => perft::run(&args),
        Some(Tool::Play(args)) => play::run(&args),
        Some(Tool::Relabel(args)) => datagen::relabel::run(&args),
        Some(Tool::Solve(args)) => solve::run(&args),
        Some(Tool::Train(args)) => train::run(&args),
        Some(Tool::TuneSearch(args)) => return tune_search::run(&args),
    }?;
    Ok(0)
}

/// The exit status of a tool, after its error, if any, is printed.
fn status(result: anyhow::Result<u8>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            say::complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::lang::help::TRANSLATED;
    use crate::tools::lang::is_chinese;

    #[test]
    fn the_command_line_is_well_defined() {
        Cli::command().debug_assert();
        help::translated(Cli::command(), Lang::ZhHans).debug_assert();
    }

    #[test]
    fn help_is_there_in_every_language() {
        let program = help::translated(Cli::command(), Lang::ZhHant);
        let check = |name: &str, text: Option<String>| {
            for part in text.iter().flat_map(|text| text.split("\n\n")) {
                assert!(is_chinese(part), "{name}: no phrase for '{part}'");
            }
        };
        for command in program.get_subcommands() {
            let name = command.get_name();
            check(name, command.get_about().map(ToString::to_string));
            if !TRANSLATED.contains(&name) {
                continue;
            }
            check(name, command.get_long_about().map(ToString::to_string));
            for arg in command.get_arguments() {
                check(name, arg.get_help().map(ToString::to_string));
                check(name, arg.get_long_help().map(ToString::to_string));
                for value in arg.get_possible_values() {
                    let help = value.get_help().map(ToString::to_string);
                    check(name, help.map(|help| Lang::ZhHant.message(&help)));
                }
            }
        }
        for command in TRANSLATED {
            let shown = parsed_help(command);
            for word in ["Print help", "Usage:", "Options:", "[default", "Possible values"] {
                assert!(!shown.contains(word), "{command}: {shown}");
            }
        }
    }

    fn parsed_help(command: &str) -> String {
        let mut program = help::translated(Cli::command(), Lang::ZhHant);
        let shown = program.try_get_matches_from_mut(["chuhe", command, "--help"]).unwrap_err();
        help::rendered(&shown.render().to_string(), Lang::ZhHant)
    }
}
