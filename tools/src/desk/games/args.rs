//! The arguments of `chuhe games`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::common::input::EncodingArgs;
use crate::common::lang::LangArgs;
use crate::common::output::JsonArgs;

/// Collect games in a database, and look positions and players up
#[derive(Args, Clone, Debug)]
pub struct GamesArgs {
    /// What is to be done.
    #[command(subcommand)]
    pub command: GamesCommand,
    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the command
    pub lang: LangArgs,
}

/// What is to be done.
#[derive(Subcommand, Clone, Debug)]
pub enum GamesCommand {
    #[allow(missing_docs)] // a comment would become that of the command
    Index(IndexArgs),
    #[allow(missing_docs)]
    Find(FindArgs),
}

/// Read games into a database, or read again what has changed
///
/// Reads every file that the other commands read. Files that have not changed since they were
/// read without faults are left alone, and games whose file is gone are taken out. A run that is
/// ended early is continued by the same command.
#[derive(Args, Clone, Debug)]
pub struct IndexArgs {
    /// The database; made when it is not there
    #[arg(long, value_name = "FILE", default_value = "games.sqlite")]
    pub db: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub encoding: EncodingArgs,
    /// Faults to name one by one [default: 10]
    #[arg(long, value_name = "N", default_value_t = 10, hide_default_value = true)]
    pub faults: u32,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonArgs,
    /// Files of games, or folders with such files
    #[arg(value_name = "GAMES", required = true)]
    pub files: Vec<PathBuf>,
}

/// Find games in a database: those with a position, of a player, with an opening
///
/// With a position it also says what was played there, how often, and with what results. A
/// position counts whatever moves led to it, and so does its mirror image. All conditions hold
/// together.
#[derive(Args, Clone, Debug)]
pub struct FindArgs {
    /// The database that 'chuhe games index' has made
    #[arg(long, value_name = "FILE", default_value = "games.sqlite")]
    pub db: PathBuf,
    /// A position: a FEN or startpos, or moves from the start position, in any notation
    #[arg(long, value_name = "POSITION", num_args = 1.., allow_hyphen_values = false)]
    pub position: Option<Vec<String>>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: FilterArgs,
    /// Games to list [default: 20]
    #[arg(long, value_name = "N", default_value_t = 20, hide_default_value = true)]
    pub limit: u32,
    /// Also search the position with so many nodes and say what the engine would play
    #[arg(long, value_name = "NODES", requires = "position", value_parser = clap::value_parser!(u64).range(1..))]
    pub verdict: Option<u64>,
    /// Write a page to click through the moves from the position on, with the games
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Write all games that were found to this file as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonArgs,
}

/// Conditions on games. Texts need only be parts of what stands there.
#[derive(Args, Clone, Debug, Default)]
pub struct FilterArgs {
    /// Either player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The player of Red
    #[arg(long, value_name = "NAME")]
    pub red: Option<String>,
    /// The player of Black
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// The event
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// The opening, by a part of its name in any language
    #[arg(long, value_name = "NAME")]
    pub opening: Option<String>,
    /// How the games ended
    #[arg(long, value_enum)]
    pub result: Option<ResultArg>,
    /// The first year
    #[arg(long, value_name = "YEAR")]
    pub from: Option<u16>,
    /// The last year
    #[arg(long, value_name = "YEAR")]
    pub to: Option<u16>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultArg {
    /// Red won
    #[value(name = "1-0")]
    Red,
    /// Black won
    #[value(name = "0-1")]
    Black,
    /// Drawn
    #[value(name = "1/2-1/2", alias = "draw")]
    Draw,
}
