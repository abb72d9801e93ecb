//! The command line of `chuhe match`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use regex_lite::Regex;

use crate::common::input::EncodingArgs;
use crate::common::lang::LangArgs;
use crate::common::rule_set::RuleSetParser;
use crate::common::solved::EndingTables;
use chuhe::engine::Part;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;

use super::config::{Affinity, Files, MatchConfig, Openings, Order};
use super::pgn::{PgnLayout, Remarks, Words};
use super::player::Player;
use super::schedule::{Colours, Format};
use super::spec::AdjudicationArgs;
use super::stats::Sprt;

/// What a match is called that has no name.
pub const DEFAULT_EVENT: &str = "Chuhe match";

/// Let engines play each other and judge the results as they come
#[derive(clap::Args, Clone, Debug)]
pub struct MatchArgs {
    /// An engine: cmd=PROGRAM, then as needed name=.., args=.., option.X=.., at least one of
    /// tc=.., movetime=MS, nodes=N, depth=N, and dir, proto, ranks, unit, margin, patience, restart, stderr, startup, fen. Give two or more
    #[arg(long = "engine", value_name = "SETTINGS", required_unless_present = "merge")]
    pub engines: Vec<String>,

    /// Settings of all engines; an engine's own win
    #[arg(long, value_name = "SETTINGS", default_value = "")]
    pub each: String,

    /// Openings: a line each, `FEN [moves ..]` or `startpos [moves ..]`, or games in PGN; without
    /// it every game begins at the start position
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,

    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the whole command
    pub encoding: EncodingArgs,

    /// Use at most this many plies of each opening
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,

    /// Begin with this opening of the order, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub start: u64,

    /// Order of the openings: random or sequential
    #[arg(long, value_name = "ORDER", default_value_t)]
    pub order: Order,

    /// Seed of the random order; chosen and recorded when not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Games of each pairing, an even number: each opening is played with both colours
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,

    /// Play each opening once; colours change from one to the next, and games are judged one by one
    #[arg(long)]
    pub single: bool,

    /// Judge by single games, not by pairs
    #[arg(long)]
    pub trinomial: bool,

    /// Do not exchange colours
    #[arg(long)]
    pub noswap: bool,

    /// Let the second engine of each pairing begin with Red
    #[arg(long)]
    pub reverse: bool,

    /// Play part I of N of the match, counted from 1: whole rounds, the same for the same seed
    #[arg(long, alias = "shard", value_name = "I/N")]
    pub part: Option<Part>,

    /// Who meets whom: roundrobin, gauntlet (the first engine against all others) or gauntlet=N
    #[arg(long, value_name = "FORMAT", default_value_t)]
    pub format: Format,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,

    /// Sequential test of two engines: elo0=0,elo1=5 with alpha=0.05, beta=0.05 unless given,
    /// and model=normalized, logistic or bayesian; the match ends when it is decided
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<String>,

    /// When scores end games.
    #[command(flatten)]
    pub adjudication: AdjudicationArgs,

    /// Adjudicate endings that the tables in the program have solved, or those of a folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true,
          default_missing_value = "")]
    pub endings: Option<EndingTables>,

    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// How moves are written in the PGN: iccs (H2-E2), uci (h2e2), wxf (C2.5), simplified or
    /// traditional (炮二平五)
    #[arg(long, value_name = "STYLE", default_value = "iccs")]
    pub moves: Style,

    /// What the PGN says of each move beside score, depth and time: some of nodes, seldepth, nps,
    /// left, latency, pv; or none
    #[arg(long, value_name = "LIST", default_value = "nodes,seldepth", value_parser = Remarks::parse)]
    pub remarks: Remarks,

    /// Keep lines of the engines that match this regular expression in the remarks
    #[arg(long, value_name = "REGEX")]
    pub keep_lines: Option<Regex>,

    /// Say in the PGN why games ended with the words of programs for chess
    #[arg(long)]
    pub chess_words: bool,

    /// Keep the state of the match in this file, one line of JSON for each game; the same
    /// command takes it up again
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// Write the result to this file as one object of JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a report to open in a browser: curves of strength and test, openings, endings, time and
    /// depth, and a board to step through the games
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Language of texts and page.
    #[command(flatten)]
    pub lang: LangArgs,

    /// Play nothing: join these state files, the shards of a match or a single one, and print
    /// the result; with --state write the whole to that file
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "engines")]
    pub merge: Vec<PathBuf>,

    /// Name of the match in the PGN
    #[arg(long, value_name = "NAME", default_value = DEFAULT_EVENT)]
    pub event: String,

    /// Where the match is played, for the PGN
    #[arg(long, value_name = "NAME", default_value = "?")]
    pub site: String,

    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    pub rules: RuleSet,

    /// Bind the engines of each game to one processor, of this list such as 0,2,4-7 (needs taskset)
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    pub affinity: Option<Affinity>,

    /// Milliseconds to wait between games
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub wait: u64,

    /// Ask both engines (those that answer `d` with a verdict, as Chuhe does) and the slow judge
    /// about the end of every game; status 5 when one of them disagrees
    #[arg(long)]
    pub second_opinions: bool,

    /// Count a mate score as odd when its variation has another length or does not win the game
    #[arg(long)]
    pub check_mates: bool,

    /// Exit with status 5 when an engine crashed, stalled, overstepped its time or made an illegal
    /// move
    #[arg(long)]
    pub strict: bool,

    /// Test an idea, in a few words: print an entry for docs/log/experiments.md at the end (with --sprt)
    #[arg(long, value_name = "TEXT", requires = "sprt")]
    pub idea: Option<String>,

    /// Print a line for every finished game
    #[arg(long)]
    pub verbose: bool,
}

impl MatchArgs {
    /// The match that the arguments describe.
    ///
    /// # Errors
    /// When a value cannot be read.
    pub fn read(&self) -> Result<MatchConfig> {
        let players: Result<Vec<Player>> =
            self.engines.iter().map(|text| Player::parse(text, &self.each)).collect();
        Ok(MatchConfig {
            players: players?,
            openings: Openings {
                file: self.openings.clone(),
                plies: self.plies,
                order: self.order,
                encoding: self.encoding,
                start: self.start,
                seed: self.seed,
            },
            games: self.games,
            colours: Colours { single: self.single, fixed: self.noswap, reversed: self.reverse },
            trinomial: self.trinomial,
            shard: self.part.unwrap_or(Part::WHOLE),
            format: self.format,
            concurrency: self.concurrency,
            sprt: self.test()?,
            adjudication: self.adjudication.read()?,
            endings: self.endings.clone(),
            layout: PgnLayout {
                notation: self.moves,
                remarks: self.remarks,
                words: if self.chess_words { Words::Chess } else { Words::Full },
                event: self.event.clone(),
                site: self.site.clone(),
            },
            wanted: self.keep_lines.clone(),
            files: self.files(),
            lang: self.lang.get(),
            rules: self.rules,
            affinity: self.affinity.clone(),
            wait: Duration::from_millis(self.wait),
            second_opinions: self.second_opinions,
            check_mates: self.check_mates,
            strict: self.strict,
        })
    }

    /// The sequential test.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn test(&self) -> Result<Option<Sprt>> {
        self.sprt.as_deref().map(Sprt::parse).transpose()
    }

    /// The files that the match leaves.
    pub fn files(&self) -> Files {
        Files {
            pgn: self.pgn.clone(),
            state: self.state.clone(),
            json: self.json.clone(),
            report: self.report.clone(),
            ..Files::default()
        }
    }
}
