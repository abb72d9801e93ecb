//! A match as values: what a command line says, before files are read and engines
//! started. `chuhe match` and its fastchess options both end here.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail};
use regex_lite::Regex;

use crate::common::input::EncodingArgs;
use crate::common::lang::matches::MatchFault;
use crate::common::lang::{Lang, Told};
use crate::common::output::{Output, is_standard, open_all};
use crate::common::solved::EndingTables;
use chuhe::engine::Part;
use chuhe::rules::RuleSet;

use super::pgn::PgnLayout;
use super::player::Player;
use super::schedule::{Colours, Format};
use super::spec::{Adjudication, parse_cpus};
use super::stats::Sprt;

/// A match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Who plays.
    pub players: Vec<Player>,
    /// Where games begin.
    pub openings: Openings,
    /// Games of each pairing.
    pub games: u64,
    /// Who begins with which side.
    pub colours: Colours,
    /// Whether single games are the unit of the statistics instead of pairs.
    pub trinomial: bool,
    /// Which part of the match is played.
    pub shard: Part,
    /// Who meets whom.
    pub format: Format,
    /// Games at a time.
    pub concurrency: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// When scores end games.
    pub adjudication: Adjudication,
    /// The tables by which solved endings are adjudicated, if they are.
    pub endings: Option<EndingTables>,
    /// The language of texts and page.
    pub lang: Lang,
    /// How games are written in PGN.
    pub layout: PgnLayout,
    /// Lines of the engines to be kept in it.
    pub wanted: Option<Regex>,
    /// What the match leaves.
    pub files: Files,
    /// The rule set.
    pub rules: RuleSet,
    /// Processors that engines are bound to; `None` when they are not.
    pub affinity: Option<Affinity>,
    /// Pause between the games of a thread.
    pub wait: Duration,
    /// Whether judges other than the referee are asked about every verdict.
    pub second_opinions: bool,
    /// Whether variations to mates are checked.
    pub check_mates: bool,
    /// Whether the match fails when an engine fails.
    pub strict: bool,
}

/// Where the games of a match begin.
#[derive(Clone, Debug)]
pub struct Openings {
    /// Positions or games; without a file every game begins at the start position.
    pub file: Option<PathBuf>,
    /// The most moves used of each opening.
    pub plies: Option<usize>,
    /// Their order.
    pub order: Order,
    /// How the file is read.
    pub encoding: EncodingArgs,
    /// The first of that order, counted from 1.
    pub start: u64,
    /// Seed of the random order; drawn when not given.
    pub seed: Option<u64>,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Shuffled by a seed.
    #[default]
    Random,
    /// As in the file.
    Sequential,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Random => "random",
            Order::Sequential => "sequential",
        })
    }
}

impl FromStr for Order {
    type Err = Told;

    fn from_str(text: &str) -> Result<Order, Told> {
        match text {
            "random" => Ok(Order::Random),
            "sequential" => Ok(Order::Sequential),
            _ => Err(MatchFault::Order { text: text.into() }.into()),
        }
    }
}

/// The processors that the engines of games played at the same time are bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// The first ones, as many as there are games at a time.
    First,
    /// These.
    List(Vec<usize>),
}

impl FromStr for Affinity {
    type Err = Told;

    /// Reads a list such as `0,2,4-7`; an empty one means the first processors.
    fn from_str(text: &str) -> Result<Affinity, Told> {
        if text.is_empty() {
            return Ok(Affinity::First);
        }
        parse_cpus(text).map(Affinity::List)
    }
}

/// Whose options name the files of a match.
#[derive(Clone, Copy, Debug, Default)]
pub enum FrontEnd {
    /// Those of `chuhe match`.
    #[default]
    Match,
    /// Those of fastchess.
    Fastchess,
}

impl FrontEnd {
    /// The option for the state file.
    pub fn state_option(self) -> &'static str {
        match self {
            FrontEnd::Match => "--state",
            FrontEnd::Fastchess => "-config",
        }
    }
}

/// Paths of the files that a match writes.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// How the options for them are called.
    pub front_end: FrontEnd,
    /// The games, appended.
    pub pgn: Option<PathBuf>,
    /// The state.
    pub state: Option<PathBuf>,
    /// The last position of each game, appended.
    pub positions: Option<PathBuf>,
    /// Messages of the program, appended.
    pub log: Option<PathBuf>,
    /// Those of the four above that begin anew: a state in any case, the others only when the
    /// match does not go on from its state.
    pub fresh: Vec<PathBuf>,
    /// The result as JSON.
    pub json: Option<PathBuf>,
    /// The page.
    pub report: Option<PathBuf>,
}

/// The files that are written whole at the end.
pub struct Outputs {
    /// The result as JSON.
    pub json: Option<Output>,
    /// The page.
    pub report: Option<Output>,
}

impl Files {
    /// Whether one of them is standard output, where then nothing else is printed.
    pub fn is_standard_output_used(&self) -> bool {
        let paths = [&self.pgn, &self.json, &self.report];
        paths.into_iter().flatten().any(|path| is_standard(path))
    }

    /// Whether a file begins anew.
    pub fn is_fresh(&self, path: &Path) -> bool {
        self.fresh.iter().any(|fresh| fresh == path)
    }

    /// Whether the page is a regular file, which can be replaced again and again.
    pub fn is_report_replaced(&self) -> bool {
        let is_regular = |path: &PathBuf| !is_standard(path) && (!path.exists() || path.is_file());
        self.report.as_ref().is_some_and(is_regular)
    }

    /// Checks that all can be written, and that no two paths, nor one and an input, are
    /// the same file. Changes nothing.
    ///
    /// # Errors
    /// Names the option at fault.
    pub fn check(&self, inputs: &[PathBuf]) -> Result<Outputs> {
        fn path(path: &Option<PathBuf>) -> Option<&Path> {
            path.as_deref()
        }
        let is_special = |path: &Path| is_standard(path) || (path.exists() && !path.is_file());
        let state = self.front_end.state_option();
        let pgn = match self.front_end {
            FrontEnd::Match => "--pgn",
            FrontEnd::Fastchess => "-pgnout",
        };
        if path(&self.state).is_some_and(is_special) {
            bail!(MatchFault::NotRegular { option: state });
        }
        let [_, _, _, _, json, report] = open_all(
            inputs,
            [
                (state, path(&self.state)),
                (pgn, path(&self.pgn)),
                ("-epdout", path(&self.positions)),
                ("-log", path(&self.log)),
                ("--json", path(&self.json)),
                ("--report", path(&self.report)),
            ],
        )?;
        Ok(Outputs { json, report })
    }
}
