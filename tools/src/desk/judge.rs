//! `chuhe judge`: verdicts on games in a file, one line each.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, ensure};
use clap::Args;

use serde::Serialize;

use crate::common::color::{ColorArgs, Ink, Pen};
use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::DeskFault;
use crate::common::lang::{Lang, LangArgs, Say, said};
use crate::common::output::JsonArgs;
use crate::common::rule_set::RuleSetParser;
use crate::common::say::text_out;
use chuhe::internals::reference::lines::Lines;
use chuhe::rules::{Game, NodeVerdict, Outcome, RuleSet, judge, judge_node, judge_repetition};
use chuhe::types::Color;
use chuhe_games::words::sentence;
use chuhe_games::{Fault, GameText, ReadOptions};

/// Judge the last position of games by a rule set
///
/// Reads PGN, XQF, DhtmlXQ, or a game a line: `FEN moves M1 M2 …`, `startpos moves …`, a bare FEN, or
/// moves from the start position; moves in any notation. Prints a line for each game:
/// `red_wins`, `black_wins`, `draw`, `ongoing` or `error`, a tab, and the reason; with several
/// files the place of the game before it. The exit status is 1 when a game or a file cannot be
/// read.
#[derive(Args, Clone, Debug)]
pub struct JudgeArgs {
    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    pub rules: RuleSet,
    /// Occurrence of a position at which its repetition is judged
    #[arg(long, value_name = "N", default_value_t = RuleSet::DEFAULT.fold as u8, value_parser = clap::value_parser!(u8).range(2..))]
    pub occurrences: u8,
    /// Judge the last position as a search does at a node, all plies after the root
    #[arg(long)]
    pub in_search: bool,
    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the whole command
    pub lang: LangArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub color: ColorArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub json: JsonArgs,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub encoding: EncodingArgs,
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "generate")]
    pub files: Vec<PathBuf>,
    /// Print N random games to judge instead, for comparisons with other judges
    #[arg(long, value_name = "N", conflicts_with_all = ["files", "json"])]
    pub generate: Option<usize>,
    /// Seed of --generate
    #[arg(long, value_name = "S", default_value_t = 1, requires = "generate")]
    pub seed: u64,
}

/// Prints the verdict of every game of the file, or random games.
///
/// # Errors
/// When the output cannot be written; when a game or a file cannot be read, after all others
/// are judged.
pub fn run(args: &JudgeArgs) -> Result<()> {
    let mut out = BufWriter::new(text_out());
    if let Some(count) = args.generate {
        for game in Lines::new(args.seed).take(count) {
            writeln!(out, "{}", format_game(&game))?;
        }
    }
    if args.files.is_empty() {
        return Ok(out.flush()?);
    }
    let files = input::expand(&args.files)?;
    let json = args.json.open(&files)?;
    let (mut judged, mut games, mut bad_files) = (Vec::new(), 0, 0);
    for path in &files {
        match judge_file(path, args) {
            Ok(found) => {
                games += found.len();
                judged.extend(found);
            }
            Err(error) => {
                bad_files += 1;
                judged.push(Judged::of_file(path, &error, args.lang.get()));
            }
        }
    }
    if json.map_or(Ok(true), |json| json.write(&judged))? {
        let (pen, is_named) = (args.color.pen(), files.len() > 1);
        judged.iter().try_for_each(|game| writeln!(out, "{}", game.line(pen, is_named)))?;
    }
    out.flush()?;
    let faults = judged.iter().filter(|game| game.is_fault()).count() - bad_files;
    let files = files.len();
    ensure!(bad_files == 0, DeskFault::BadFiles { bad_files, files, faults, games });
    ensure!(faults == 0, DeskFault::BadGames { faults, games });
    Ok(())
}

/// The verdicts on the games of a file.
fn judge_file(path: &Path, args: &JudgeArgs) -> Result<Vec<Judged>> {
    let options = ReadOptions { is_strict: true, ..args.encoding.options() };
    let games = input::open_games(path, options)?;
    let judged = judge_games(games, &input::name_of(path), args);
    ensure!(!judged.is_empty(), DeskFault::NoGames);
    Ok(judged)
}

/// A game and the verdict, or a file without one.
#[derive(Debug, Serialize)]
struct Judged {
    /// File, line and column; of a file that cannot be read its name alone.
    source: String,
    /// `red_wins`, `black_wins`, `draw`, `ongoing` or `error`.
    outcome: &'static str,
    /// Why, in words.
    text: String,
}

impl Judged {
    fn is_fault(&self) -> bool {
        self.outcome == "error"
    }

    /// What is wrong with a file.
    fn of_file(path: &Path, error: &Error, lang: Lang) -> Judged {
        let text = said(error.root_cause(), lang);
        Judged { outcome: "error", text, source: input::name_of(path) }
    }

    /// The outcome, a tab and the reason, before which an error has its place, and any other
    /// verdict where it would not be known which game it belongs to.
    fn line(&self, pen: Pen, is_named: bool) -> String {
        let Judged { source, outcome, text } = self;
        let place = match is_named || self.is_fault() {
            true => format!("{source}: "),
            false => String::new(),
        };
        let outcome = match *outcome {
            "error" => pen.paint(Ink::Magenta, outcome),
            "red_wins" => pen.paint(Ink::Red, outcome),
            _ => (*outcome).to_owned(),
        };
        format!("{outcome}\t{place}{text}")
    }
}

fn judge_games(
    games: impl IntoIterator<Item = Result<GameText, Fault>>,
    name: &str,
    args: &JudgeArgs,
) -> Vec<Judged> {
    let rules = RuleSet { fold: usize::from(args.occurrences), ..args.rules };
    let lang = args.lang.get();
    let judged = |game: Result<GameText, Fault>| {
        let found = game.and_then(|text| Ok((text.place, text.replay(usize::MAX, None)?)));
        match found {
            Ok((place, game)) => {
                let (outcome, text) = match args.in_search {
                    true => at_node(&game, &rules, lang),
                    false => at_end(&game, &rules, lang),
                };
                Judged { source: format!("{name}:{place}"), outcome: outcome_word(outcome), text }
            }
            Err(Fault { place, kind }) => {
                let source = format!("{name}:{place}");
                Judged { source, outcome: "error", text: kind.say(lang) }
            }
        }
    };
    games.into_iter().map(judged).collect()
}

/// A game as a line: its first position as a FEN, `moves` and the moves.
fn format_game(game: &Game) -> String {
    let moves: String = game.moves().map(|mv| format!(" {mv}")).collect();
    let fen = game.start_setup();
    if moves.is_empty() { fen.to_string() } else { format!("{fen} moves{moves}") }
}

/// The verdict at the end of a game.
fn at_end(game: &Game, rules: &RuleSet, lang: Lang) -> (Outcome, String) {
    let verdict = judge(game, rules);
    (verdict.outcome, sentence(&verdict, lang.language()))
}

/// What a search knows at a node whose line, from the first position on, lies
/// after the root.
fn at_node(game: &Game, rules: &RuleSet, lang: Lang) -> (Outcome, String) {
    let us = game.board().side();
    let ply = game.ply() + 1;
    let outcome = match judge_node(game, rules, ply) {
        NodeVerdict::Draw | NodeVerdict::Stale => Outcome::Draw,
        NodeVerdict::Win => Outcome::Win(us),
        NodeVerdict::Loss => Outcome::Win(!us),
        NodeVerdict::Offence(side) => Outcome::Win(!side),
        NodeVerdict::AtLeastDraw | NodeVerdict::AtMostDraw => Outcome::Ongoing,
        // A search finds out by itself that there is no move.
        NodeVerdict::Open => judge(game, rules).outcome,
    };
    let words = match judge_repetition(game, rules, ply) {
        Some((verdict, true)) => sentence(&verdict, lang.language()),
        Some((verdict, false)) if outcome == Outcome::Ongoing => {
            lang.fill("judge.open", &[("reason", &sentence(&verdict, lang.language()))])
        }
        _ => sentence(&judge(game, rules), lang.language()),
    };
    (outcome, words)
}

/// `red_wins`, `black_wins`, `draw` or `ongoing`.
const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ongoing => "ongoing",
        Outcome::Draw => "draw",
        Outcome::Win(Color::Red) => "red_wins",
        Outcome::Win(Color::Black) => "black_wins",
    }
}

#[cfg(test)]
mod tests;
