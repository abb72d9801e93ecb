//! `chuhe judge`: verdicts on games in a file, one line each.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::board::{NullObserver, Setup};
use crate::reference::lines::Lines;
use crate::rules::{
    Game, NodeVerdict, Outcome, Reason, RuleSet, Verdict, judge, judge_node, judge_repetition,
};
use crate::types::{Color, Move};

/// Options of `chuhe judge`.
#[derive(Args, Clone, Debug)]
pub struct JudgeArgs {
    /// Rule set: ComputerRule, AsianRule, ChineseRule, AllowChase or NoJudgement
    #[arg(long, value_name = "NAME", default_value = "ComputerRule", value_parser = rule_set)]
    pub rules: RuleSet,
    /// Occurrence of a position at which its repetition is judged
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..))]
    pub occurrences: u8,
    /// Judge the last position as a search does at a node, all plies after the root
    #[arg(long)]
    pub in_search: bool,
    /// Lines of `<fen> moves <m1> <m2> ...` or a bare FEN; `-` for standard input
    #[arg(value_name = "FILE", required_unless_present = "generate")]
    pub file: Option<PathBuf>,
    /// Print random games to judge instead, for comparisons with other judges
    #[arg(long, value_name = "N", hide = true, conflicts_with = "file")]
    pub generate: Option<usize>,
    /// Seed of `--generate`
    #[arg(long, value_name = "S", hide = true, default_value_t = 1, requires = "generate")]
    pub seed: u64,
}

/// The rule set of this name, for an option.
///
/// # Errors
/// When there is none: which there are.
pub fn rule_set(name: &str) -> Result<RuleSet, String> {
    RuleSet::by_name(name).ok_or_else(|| {
        let names = RuleSet::ALL.map(|rules| rules.name).join(", ");
        format!("expected one of {names}")
    })
}

/// Judges every line of the file and prints `red_wins`, `black_wins`, `draw`,
/// `ongoing` or `error`, a tab, and the reason.
///
/// # Errors
/// When the file cannot be read or the output not written. A line that is no
/// game is answered by `error` and ends nothing.
pub fn run(args: &JudgeArgs) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    if let Some(count) = args.generate {
        for game in Lines::new(args.seed).take(count) {
            writeln!(out, "{}", format_game(&game))?;
        }
    }
    if let Some(path) = &args.file {
        judge_lines(open(path)?, &mut out, args)
            .with_context(|| format!("while judging {}", path.display()))?;
    }
    Ok(out.flush()?)
}

fn judge_lines(input: impl BufRead, out: &mut impl Write, args: &JudgeArgs) -> Result<()> {
    let rules = RuleSet { fold: usize::from(args.occurrences), ..args.rules };
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_game(line) {
            Ok(game) => {
                let (outcome, words) =
                    if args.in_search { at_node(&game, &rules) } else { at_end(&game, &rules) };
                writeln!(out, "{}\t{words}", outcome_word(outcome))?;
            }
            Err(error) => writeln!(out, "error\t{error:#}")?,
        }
    }
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Reads `<fen>` or `<fen> moves <m1> <m2> ...`.
///
/// # Errors
/// When the FEN is malformed, or a move is not one or not legal where it stands.
pub fn parse_game(line: &str) -> Result<Game> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (setup, used) = Setup::from_words(words.iter().copied())?;
    let mut game = Game::new(&setup)?;
    let mut rest = words.into_iter().skip(used);
    match rest.next() {
        None | Some("moves") => {}
        Some(word) => bail!("expected 'moves' after the FEN, found '{word}'"),
    }
    for (i, word) in rest.enumerate() {
        let number = i + 1;
        let mv: Move = word.parse().map_err(|e| anyhow!("move {number}, '{word}': {e}"))?;
        if !game.board().is_legal(mv) {
            bail!("move {number}, {mv}, is not legal in {}", game.fen());
        }
        game.push(mv, &mut NullObserver);
    }
    Ok(game)
}

/// The line that [`parse_game`] reads.
pub fn format_game(game: &Game) -> String {
    let moves: String = game.moves().map(|mv| format!(" {mv}")).collect();
    let fen = game.start_setup();
    if moves.is_empty() { fen.to_string() } else { format!("{fen} moves{moves}") }
}

/// The verdict at the end of a game.
fn at_end(game: &Game, rules: &RuleSet) -> (Outcome, String) {
    let verdict = judge(game, rules);
    (verdict.outcome, describe(&verdict))
}

/// What a search knows at a node whose line, from the first position on, lies
/// after the root.
fn at_node(game: &Game, rules: &RuleSet) -> (Outcome, String) {
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
        Some((verdict, true)) => describe(&verdict),
        Some((verdict, false)) if outcome == Outcome::Ongoing => {
            format!("no immediate score: {}, but the loop may still be left", describe(&verdict))
        }
        _ => describe(&judge(game, rules)),
    };
    (outcome, words)
}

/// `red_wins`, `black_wins`, `draw` or `ongoing`.
pub const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ongoing => "ongoing",
        Outcome::Draw => "draw",
        Outcome::Win(Color::Red) => "red_wins",
        Outcome::Win(Color::Black) => "black_wins",
    }
}

/// The reason in words: `red chases the cannon on e5 with every move`.
pub fn describe(verdict: &Verdict) -> String {
    let offender = verdict.offender.map_or_else(|| "a side".into(), |color| color.to_string());
    let loser = match verdict.outcome {
        Outcome::Win(winner) => (!winner).to_string(),
        _ => "the side to move".into(),
    };
    match verdict.reason {
        Reason::None => "the game goes on".into(),
        Reason::Checkmate => format!("{loser} is mated"),
        Reason::Stalemate => format!("{loser} has no legal move"),
        Reason::PerpetualCheck => format!("{offender} gives check with every move"),
        Reason::PerpetualChase => match verdict.victim {
            Some((piece, sq)) => {
                format!("{offender} chases the {} on {sq} with every move", piece.kind().name())
            }
            None => format!("{offender} chases one piece with every move"),
        },
        Reason::PerpetualAttack => format!("{offender} attacks with every move"),
        Reason::MutualCheck => "both sides give check with every move".into(),
        Reason::MutualChase => "both sides chase with every move".into(),
        Reason::Repetition => "repetition without a forbidden attack".into(),
        Reason::NaturalLimit => "too many plies without a capture".into(),
        Reason::InsufficientMaterial => "neither side can mate".into(),
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
        let words = ["judge"].iter().chain(options).chain(&["-"]);
        let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
        let mut out = Vec::new();
        judge_lines(input, &mut out, &args).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_string).collect()
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
    fn a_bad_line_is_an_error_and_the_run_goes_on() {
        let lines: [&[u8]; 8] = [
            b"hello",
            b"3k5/9/9/9/9/9/9/9/9/4K4 x",
            b"3k5/9/9/9/9/9/9/9/9/3K5 w",
            b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 200 1",
            b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 move e0e1",
            b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e9",
            b"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0",
            b"\xff\xfe \0 moves",
        ];
        for line in lines {
            let input = [line, b"\n3k5/9/9/9/9/9/9/9/9/4K4 w"].concat();
            let found = answers(&[], &input);
            assert!(found[0].starts_with("error\t"), "{found:?}");
            assert_eq!(found[1..], ["draw\tneither side can mate"]);
        }
    }

    #[test]
    fn generated_games_read_back() {
        for game in Lines::new(7).take(50) {
            let read = parse_game(&format_game(&game)).unwrap();
            assert_eq!(read.fen(), game.fen());
            assert_eq!(read.ply(), game.ply());
        }
        let first: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
        let second: Vec<String> = Lines::new(7).take(5).map(|game| format_game(&game)).collect();
        assert_eq!(first, second);
    }
}
