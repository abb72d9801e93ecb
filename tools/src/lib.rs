//! The commands of Chuhe besides the engine itself, in two halves that know nothing of each
//! other: [`desk`] for people with games and positions, [`lab`] for who builds and measures
//! engines. Both use [`common`]. Each module has its arguments and a `run`; a new one is
//! declared in its half and joins `Tool` here.

#[macro_use]
mod macros;

mod engine_commands;
mod groups;

pub mod common;
pub mod desk;
pub mod lab;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use env_logger::Target;

use chuhe::protocol::{self, acts_on_terminals};

use crate::common::invocation::fastchess_options;
use crate::common::lang::{Lang, help, process_lang};
use crate::common::{say, signals};
#[cfg(feature = "database")]
use crate::desk::games;
use crate::desk::{
    analyze, board, book, endings, epd, judge, manual, notation, play, puzzles, solve,
};
use crate::lab::arena::fastchess;
use crate::lab::{
    arena, datagen, fit_levels, fit_wdl, ladder, levels, net, openings, train, tune_search,
};

/// Chuhe (楚河), a Chinese chess engine. Without a command it speaks UCI,
/// UCCI or CECP on standard input and output.
#[derive(Parser)]
#[command(name = "chuhe", bin_name = "chuhe", version = version(), long_version = long_version())]
#[command(next_display_order = None, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Analyze(analyze::AnalyzeArgs),
    Board(board::BoardArgs),
    Book(book::BookArgs),
    Completions(manual::CompletionsArgs),
    Datagen(datagen::DatagenArgs),
    Endings(endings::EndingsArgs),
    Epd(epd::EpdArgs),
    FitLevels(fit_levels::FitArgs),
    FitWdl(fit_wdl::FitArgs),
    #[cfg(feature = "database")]
    Games(games::args::GamesArgs),
    Judge(judge::JudgeArgs),
    Ladder(ladder::LadderArgs),
    Levels(levels::LevelsArgs),
    Man(manual::ManArgs),
    Match(Box<arena::MatchArgs>),
    Net(net::NetArgs),
    Notation(notation::NotationArgs),
    Openings(openings::OpeningsArgs),
    Play(play::PlayArgs),
    Puzzles(Box<puzzles::PuzzlesArgs>),
    Relabel(datagen::relabel::RelabelArgs),
    Solve(solve::SolveArgs),
    Train(train::TrainArgs),
    TuneSearch(Box<tune_search::TuneSearchArgs>),
}

/// What `--version` prints after the name of the program: what is needed to say which
/// build this is, on what it runs.
fn long_version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(protocol::build);
    &VERSION
}

/// What `-V` prints after the name of the program.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(protocol::version);
    &VERSION
}

/// Runs the program with its arguments and returns its exit status. Called by the
/// name of fastchess it answers as that expects.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(options) = fastchess_options(&words) {
        return status(fastchess::run(&options));
    }
    // To standard error, and only what RUST_LOG asks for.
    env_logger::Builder::from_default_env().target(Target::Pipe(Box::new(say::LogOut))).init();
    match parsed(words, process_lang()) {
        Ok(cli) => status(run(cli.command)),
        Err(status) => status,
    }
}

/// The command line of both programs: the commands of the engine are described, too.
pub fn program() -> Command {
    engine_commands::all().fold(Cli::command(), Command::subcommand)
}

/// Reads the command line. Help and errors are printed in a language, and give the exit
/// status.
fn parsed(words: Vec<OsString>, lang: Lang) -> Result<Cli, ExitCode> {
    // Help is whole in a language, or in English.
    let is_english = lang == Lang::En || !help::is_translated(&words) && help::is_asked(&words);
    let lang = if is_english { Lang::En } else { lang };
    // What the shell makes of a `*` are names that somebody else may have given.
    let is_plain = !words.iter().any(|word| word.to_string_lossy().contains(acts_on_terminals));
    let program = if is_english { program() } else { help::translated(program(), lang) };
    let mut program = groups::grouped(program, lang);
    let found = program.try_get_matches_from_mut(words);
    let found = found.and_then(|mut matches| {
        if let Some(name) = matches.subcommand_name().filter(|name| engine_commands::has(name)) {
            let message = format!("'{name}' is a command of the engine: chuhe {name}\n");
            return Err(program.error(ErrorKind::InvalidSubcommand, message));
        }
        Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut program))
    });
    found.map_err(|error| {
        let text = match is_english {
            true => error.render().to_string(),
            false => help::rendered(&error, lang),
        };
        let printed = match (error.use_stderr(), is_english && is_plain) {
            (true, true) => {
                let _ = error.print();
                Ok(())
            }
            (true, false) => {
                say::remark_text(&text);
                Ok(())
            }
            (false, true) => error.print().map_err(Into::into).and_then(|()| say::print("")),
            (false, false) => say::print(&text),
        };
        match printed {
            Ok(()) => ExitCode::from(error.exit_code() as u8),
            Err(why) => status(Err(why)),
        }
    })
}

/// Runs a tool. Returns the exit status.
fn run(command: Tool) -> anyhow::Result<u8> {
    // A match would end with any of its engines, and a game that is played be lost.
    if !matches!(command, Tool::Match(_) | Tool::TuneSearch(_) | Tool::Play(_)) {
        signals::end_when_unread()?;
    }
    match command {
        Tool::Analyze(args) => analyze::run(&args),
        Tool::Board(args) => board::run(&args),
        Tool::Book(args) => book::run(&args),
        Tool::Completions(args) => manual::completions(&args, program()),
        Tool::Datagen(args) => datagen::run(&args),
        Tool::Endings(args) => endings::run(&args),
        Tool::Epd(args) => epd::run(&args),
        Tool::FitLevels(args) => fit_levels::run(&args),
        Tool::FitWdl(args) => fit_wdl::run(&args),
        #[cfg(feature = "database")]
        Tool::Games(args) => games::run(&args),
        Tool::Judge(args) => judge::run(&args),
        Tool::Ladder(args) => ladder::run(&args),
        Tool::Levels(args) => levels::run(&args),
        Tool::Man(args) => manual::man(&args, program()),
        Tool::Match(args) => {
            return arena::run(&args).map(arena::MatchEnd::exit_status);
        }
        Tool::Net(args) => net::run(&args),
        Tool::Notation(args) => notation::run(&args),
        Tool::Openings(args) => openings::run(&args),
        Tool::Play(args) => play::run(&args),
        Tool::Puzzles(args) => puzzles::run(&args),
        Tool::Relabel(args) => datagen::relabel::run(&args),
        Tool::Solve(args) => solve::run(&args),
        Tool::Train(args) => train::run(&args),
        Tool::TuneSearch(args) => return tune_search::run(&args),
    }?;
    Ok(0)
}

/// The exit status of a tool, after its error, if any, is printed.
fn status(result: anyhow::Result<u8>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            say::complain(error);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::lang::help::TRANSLATED;
    use crate::common::lang::{is_chinese, is_vietnamese};

    #[test]
    fn the_command_line_is_well_defined() {
        program().debug_assert();
        help::translated(program(), Lang::ZhHans).debug_assert();
    }

    /// Whether a text is in one of the other languages.
    fn is_in(text: &str, lang: Lang) -> bool {
        if lang == Lang::Vi { is_vietnamese(text) } else { is_chinese(text) }
    }

    #[test]
    fn help_is_there_in_every_language() {
        for lang in Lang::ALL.into_iter().filter(|&lang| lang != Lang::En) {
            let program = help::translated(program(), lang);
            let check = |name: &str, text: Option<String>| {
                for part in text.iter().flat_map(|text| text.split("\n\n")) {
                    assert!(is_in(part, lang), "{name}: no phrase for '{part}'");
                }
            };
            for command in program.get_subcommands() {
                check_command(command, lang, &check);
            }
            for command in TRANSLATED {
                let shown = parsed_help(command, lang);
                for word in ["Print help", "Usage:", "Options:", "[default", "Possible values"] {
                    assert!(!shown.contains(word), "{command}: {shown}");
                }
            }
        }
    }

    fn check_command(command: &Command, lang: Lang, check: &dyn Fn(&str, Option<String>)) {
        let name = command.get_name();
        check(name, command.get_about().map(ToString::to_string));
        if !TRANSLATED.contains(&name) {
            return;
        }
        check(name, command.get_long_about().map(ToString::to_string));
        for arg in command.get_arguments() {
            check(name, arg.get_help().map(ToString::to_string));
            check(name, arg.get_long_help().map(ToString::to_string));
            for value in arg.get_possible_values() {
                let help = value.get_help().map(ToString::to_string);
                check(name, help.map(|help| help::phrase_or(&help, lang)));
            }
        }
    }

    fn parsed_help(command: &str, lang: Lang) -> String {
        let mut program = help::translated(program(), lang);
        let shown = program.try_get_matches_from_mut(["chuhe", command, "--help"]).unwrap_err();
        help::rendered(&shown, lang)
    }
}
