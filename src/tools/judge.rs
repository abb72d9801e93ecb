//! `chuhe judge`: verdicts on games in a file, one line each.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use serde::Serialize;

use crate::board::Setup;
use crate::games::dhtmlxq::is_dhtmlxq;
use crate::games::xqf::is_xqf;
use crate::games::{self, Fault, GameText, Place, decode, is_pgn, numbered_lines, read_line};
use crate::reference::lines::Lines;
use crate::rules::{
    Game, NodeVerdict, Outcome, Reason, RuleSet, Verdict, judge, judge_node, judge_repetition,
};
use crate::tools::color::{ColorArgs, Ink, Pen};
use crate::tools::input;
use crate::tools::lang::{Lang, LangArgs};
use crate::tools::output::JsonArgs;
use crate::types::Color;

/// Judge the last position of games by a rule set
///
/// Reads PGN, XQF, DhtmlXQ, or a game a line: `FEN moves M1 M2 …`, `startpos moves …`, a bare FEN, or
/// moves from the start position; moves in any notation. Prints a line for each game:
/// `red_wins`, `black_wins`, `draw`, `ongoing` or `error`, a tab, and the reason. The
/// exit status is 1 when a game cannot be read.
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
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "generate")]
    pub files: Vec<PathBuf>,
    /// Print N random games to judge instead, for comparisons with other judges
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub generate: Option<usize>,
    /// Seed of --generate
    #[arg(long, value_name = "S", default_value_t = 1, requires = "generate")]
    pub seed: u64,
}

/// Reads the value of an option that takes a rule set, and knows for help and completions
/// which there are.
#[derive(Clone, Copy, Debug)]
pub struct RuleSetParser;

impl TypedValueParser for RuleSetParser {
    type Value = RuleSet;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<RuleSet, clap::Error> {
        rule_set.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(RuleSet::NAMES.into_iter().map(PossibleValue::new)))
    }
}

fn rule_set(name: &str) -> Result<RuleSet, String> {
    RuleSet::by_name(name).ok_or_else(|| format!("expected one of {}", RuleSet::NAMES.join(", ")))
}

/// Prints the verdict of every game of the file, or random games.
///
/// # Errors
/// When the file cannot be read or the output not written; when a game cannot be read,
/// after all others are judged.
pub fn run(args: &JudgeArgs) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
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
    let mut judged = Vec::new();
    for path in &files {
        let (name, games) = (input::name_of(path), read(&input::read(path)?));
        ensure!(!games.is_empty(), "{name}: there are no games in it");
        judged.extend(judge_games(games, &name, args));
    }
    if json.map_or(Ok(true), |json| json.write(&judged))? {
        let pen = args.color.pen();
        judged.iter().try_for_each(|game| writeln!(out, "{}", game.line(pen)))?;
    }
    out.flush()?;
    let (games, faults) = (judged.len(), judged.iter().filter(|game| game.is_fault()).count());
    ensure!(faults == 0, "{faults} of {games} games cannot be read");
    Ok(())
}

/// A game and the verdict.
#[derive(Debug, Serialize)]
struct Judged {
    /// File, line and column.
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

    /// The outcome, a tab and the reason.
    fn line(&self, pen: Pen) -> String {
        let Judged { source, outcome, text } = self;
        match *outcome {
            "error" => format!("{}\t{source}: {text}", pen.paint(Ink::Magenta, outcome)),
            "red_wins" => format!("{}\t{text}", pen.paint(Ink::Red, outcome)),
            _ => format!("{outcome}\t{text}"),
        }
    }
}

fn judge_games(games: Vec<Result<GameText, Fault>>, name: &str, args: &JudgeArgs) -> Vec<Judged> {
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
            Err(Fault { place, message }) => {
                let text = lang.message(&message);
                Judged { source: format!("{name}:{place}"), outcome: "error", text }
            }
        }
    };
    games.into_iter().map(judged).collect()
}

/// The games of a file: PGN, XQF, DhtmlXQ, or one a line.
fn read(bytes: &[u8]) -> Vec<Result<GameText, Fault>> {
    let text = decode(bytes).0;
    match is_pgn(&text) || is_xqf(bytes) || is_dhtmlxq(&text) {
        true => games::read_bytes(bytes).games,
        false => numbered_lines(&text).filter_map(|(n, line)| strict_line(line, n)).collect(),
    }
}

/// Reads a line as [`read_line`] does, but nothing except moves may follow a FEN: a
/// mistyped `moves` must not pass for the operation of an EPD.
fn strict_line(line: &str, number: usize) -> Option<Result<GameText, Fault>> {
    let game = read_line(line, number)?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let next = Setup::from_words(words.iter().copied()).ok().and_then(|(_, used)| words.get(used));
    Some(match next {
        Some(&word) if word != "moves" && !word.starts_with('#') => {
            let before = &line[..word.as_ptr() as usize - line.as_ptr() as usize];
            let place = Place { line: number, column: before.chars().count() + 1 };
            Err(Fault::new(place, format!("expected 'moves' after the FEN, found '{word}'")))
        }
        _ => game,
    })
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
    (verdict.outcome, describe(&verdict, lang))
}

/// What a search knows at a node whose line, from the first position on, lies
/// after the root.
fn at_node(game: &Game, rules: &RuleSet, lang: Lang) -> (Outcome, String) {
    let us = game.board().side();
    let ply = game.ply() + 1;
    let outcome = match judge_node(game, rules, ply) {
        NodeVerdict::Draw => Outcome::Draw,
        NodeVerdict::Win => Outcome::Win(us),
        NodeVerdict::Loss => Outcome::Win(!us),
        NodeVerdict::AtLeastDraw | NodeVerdict::AtMostDraw => Outcome::Ongoing,
        // A search finds out by itself that there is no move.
        NodeVerdict::Open => judge(game, rules).outcome,
    };
    let words = match judge_repetition(game, rules, ply) {
        Some((verdict, true)) => describe(&verdict, lang),
        Some((verdict, false)) if outcome == Outcome::Ongoing => {
            lang.fill("judge.open", &[("reason", &describe(&verdict, lang))])
        }
        _ => describe(&judge(game, rules), lang),
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

/// The reason in words: `red chases the cannon on e5 with every move`.
pub fn describe(verdict: &Verdict, lang: Lang) -> String {
    let side = |color: Color| lang.text(&format!("side.by.{color}"));
    let offender = verdict.offender.map_or(lang.text("side.either"), side);
    let loser = match verdict.outcome {
        Outcome::Win(winner) => side(!winner),
        _ => lang.text("side.mover"),
    };
    let of = |key: &str, name: &str| lang.fill(key, &[("side", &name)]);
    match verdict.reason {
        Reason::None => lang.text("judge.none").into(),
        Reason::Checkmate => of("judge.checkmate", loser),
        Reason::Stalemate => of("judge.stalemate", loser),
        Reason::PerpetualCheck => of("judge.check", offender),
        Reason::PerpetualChase => match verdict.victim {
            Some((piece, square)) => {
                let key = format!("piece.by.{}.{}", piece.color(), piece.kind().name());
                let values: [(&str, &dyn Display); 3] =
                    [("side", &offender), ("piece", &lang.text(&key)), ("square", &square)];
                lang.fill("judge.chase", &values)
            }
            None => of("judge.chase-one", offender),
        },
        Reason::PerpetualAttack => of("judge.attack", offender),
        Reason::MutualCheck => lang.text("judge.mutual-check").into(),
        Reason::MutualChase => lang.text("judge.mutual-chase").into(),
        Reason::Repetition => lang.text("judge.repetition").into(),
        Reason::NaturalLimit => lang.text("judge.limit").into(),
        Reason::InsufficientMaterial => lang.text("judge.material").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: JudgeArgs,
    }

    fn answers(options: &[&str], input: &[u8]) -> Vec<String> {
        let language: &[&str] = if options.contains(&"--lang") { &[] } else { &["--lang", "en"] };
        let words = ["judge"].iter().chain(language).chain(options).chain(&["-"]);
        let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
        let judged = judge_games(read(input), "games", &args);
        judged.iter().map(|game| game.line(Pen::default())).collect()
    }

    const CHASE: &str = "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w - - 0 1 moves a1c1 a4c4 c1a1 c4a4";

    #[test]
    fn each_line_is_answered_and_the_rest_skipped() {
        let moves = &CHASE[CHASE.find("a1c1").unwrap()..];
        let input = format!("# chase\n\n{CHASE} {moves}\r\n3k5/9/9/9/9/9/9/9/9/4K4 b\n{CHASE}");
        let expected = [
            "red_wins\tblack chases the cannon on a1 with every move",
            "draw\tneither side can mate",
            "ongoing\tthe game goes on",
        ];
        assert_eq!(answers(&[], input.as_bytes()), expected);
        let twice = answers(&["--occurrences", "2"], CHASE.as_bytes());
        assert_eq!(twice, ["red_wins\tblack chases the cannon on a1 with every move"]);
        let chinese = answers(&["--lang", "zh-Hans"], format!("{CHASE} {moves}").as_bytes());
        assert_eq!(chinese, ["red_wins\t黑方长捉 a1 的炮"]);
        let free = answers(&["--rules", "allowchase", "--occurrences", "2"], CHASE.as_bytes());
        assert_eq!(free, ["draw\trepetition without a forbidden attack"]);
    }

    #[test]
    fn a_search_node_scores_what_is_certain() {
        let again = format!("{CHASE} a1c1");
        let found = answers(&["--in-search"], again.as_bytes());
        assert_eq!(found, ["red_wins\tblack chases the cannon on c1 with every move"]);
        let found = answers(&["--in-search"], CHASE.as_bytes());
        let bound = "no immediate score: black chases the cannon on a1 with every move, \
                     but the loop may still be left";
        assert_eq!(found, [format!("ongoing\t{bound}")]);
    }

    #[test]
    fn a_bad_line_is_an_error_with_its_place_and_the_run_goes_on() {
        let lines: [(&[u8], &str); 8] = [
            (b"hello", "1:1: move 1, 'hello', not a move"),
            (b"3k5/9/9/9/9/9/9/9/9/4K4 x", "1:1: bad FEN, side to move"),
            (b"3k5/9/9/9/9/9/9/9/9/3K5 w", "1:1: impossible position"),
            (b"9/9 w", "1:1: bad FEN, board"),
            (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 move e0e1", "1:35: expected 'moves' after"),
            (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e9", "1:41: move 1, 'e0e9', no legal"),
            (b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0", "1:41: move 1, 'e0', not a move"),
            (b"moves \xfe \0", "1:7: move 1, "),
        ];
        for (line, expected) in lines {
            let input = [line, b"\n3k5/9/9/9/9/9/9/9/9/4K4 w"].concat();
            let found = answers(&[], &input);
            assert!(found[0].starts_with(&format!("error\tgames:{expected}")), "{found:?}");
            assert_eq!(found[1..], ["draw\tneither side can mate"]);
        }
    }

    #[test]
    fn pgn_is_judged_game_by_game() {
        let pgn = format!(
            "[FEN \"{}\"]\n1. a1a2 a4a4 *\n\n[Event \"b\"]\n1. C2.5 H8+7 *\n",
            &CHASE[..CHASE.find(" moves").unwrap()]
        );
        let expected = [
            "error\tgames:2:9: move 2, 'a4a4', no legal move of this position",
            "ongoing\tthe game goes on",
        ];
        assert_eq!(answers(&[], pgn.as_bytes()), expected);
    }

    #[test]
    fn generated_games_read_back() {
        for game in Lines::new(7).take(50) {
            let read = strict_line(&format_game(&game), 1).unwrap().unwrap();
            let read = read.replay(usize::MAX, None).unwrap();
            assert_eq!(read.fen(), game.fen());
            assert_eq!(read.ply(), game.ply());
        }
        let first: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
        let second: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
        assert_eq!(first, second);
    }
}
