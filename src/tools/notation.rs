//! `chuhe notation`: moves from one style into another.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::board::{Board, NullObserver, Setup};
use crate::notation::{RankBase, ReadError, Style, read_as, read_with, write};
use crate::rules::Game;
use crate::types::Move;

/// Convert moves between coordinates, ICCS, WXF and Chinese notation
///
/// Reads the moves of one game from the command line, or of one game a line from
/// standard input, and writes them on one line a game. Move numbers and results
/// are passed over.
#[derive(Args, Clone, Debug)]
pub struct NotationArgs {
    /// The position before the first move [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// How the moves are written: uci, uci1, iccs, wxf, simplified or
    /// traditional [default: any of them]
    #[arg(long, value_name = "STYLE")]
    pub from: Option<Style>,
    /// How to write them
    #[arg(long, value_name = "STYLE", default_value = "simplified")]
    pub to: Style,
    /// The moves all stand in the same position, instead of one after another
    #[arg(long)]
    pub alternatives: bool,
    /// The moves; without any, standard input is read
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub moves: Vec<String>,
}

/// Converts the moves.
///
/// # Errors
/// When the position is not legal, a move cannot be read, or the output cannot be
/// written. Games before the faulty one have been written then.
pub fn run(args: &NotationArgs) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let result = if args.moves.is_empty() {
        convert_lines(stdin().lock(), &mut out, args)
    } else {
        let words = args.moves.iter().flat_map(|arg| arg.split_whitespace());
        convert(words, args).and_then(|line| Ok(writeln!(out, "{line}")?))
    };
    out.flush()?;
    result
}

fn convert_lines(input: impl BufRead, out: &mut impl Write, args: &NotationArgs) -> Result<()> {
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.with_context(|| format!("line {number}"))?;
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let text = convert(line.split_whitespace(), args);
        writeln!(out, "{}", text.with_context(|| format!("line {number}"))?)?;
    }
    Ok(())
}

/// The moves of one game as a line.
fn convert<'a>(
    words: impl Iterator<Item = &'a str> + Clone,
    args: &NotationArgs,
) -> Result<String> {
    let start = match &args.fen {
        Some(fen) => fen.parse()?,
        None => Setup::start(),
    };
    let texts = if args.alternatives {
        let board = start.to_board()?;
        let words = words.filter_map(move_word);
        words.map(|word| Ok(write(&board, read_word(&board, word, args.from)?, args.to))).collect()
    } else {
        let game = replay(&start, words.filter_map(move_word), args.from)?;
        let mut again = Game::new(&start)?;
        game.moves()
            .map(|mv| {
                let text = write(again.board(), mv, args.to);
                again.push(mv, &mut NullObserver);
                Ok(text)
            })
            .collect::<Result<Vec<String>>>()
    };
    Ok(texts?.join(" "))
}

/// The game that a list of moves makes. Without a style, each move may have its
/// own; whether ranks are counted from 0 or from 1 is one question for them all.
///
/// # Errors
/// When the position is not legal or a move cannot be read; says which.
pub fn replay<'a>(
    start: &Setup,
    words: impl Iterator<Item = &'a str> + Clone,
    style: Option<Style>,
) -> Result<Game> {
    let by = |read: &dyn Fn(&Board, &str) -> Result<Move, ReadError>| {
        let mut game = Game::new(start)?;
        for (i, word) in words.clone().enumerate() {
            let mv = read(game.board(), word);
            let mv = mv.map_err(|e| anyhow!("move {}, '{word}', {e}", i + 1))?;
            game.push(mv, &mut NullObserver);
        }
        Ok(game)
    };
    match style {
        Some(style) => by(&|board, word| read_as(board, word, style)),
        None => by(&|board, word| read_with(board, word, RankBase::Zero)).or_else(|error| {
            by(&|board, word| read_with(board, word, RankBase::One)).or(Err(error))
        }),
    }
}

fn read_word(board: &Board, word: &str, style: Option<Style>) -> Result<Move> {
    let zero = match style {
        Some(style) => read_as(board, word, style),
        None => read_with(board, word, RankBase::Zero),
    };
    zero.map_err(|e| anyhow!("'{word}', {e}"))
}

/// The move of a word such as `1.h2e2`; `None` for numbers, results and the
/// words before a list of moves.
pub fn move_word(word: &str) -> Option<&str> {
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "startpos" | "moves") {
        return None;
    }
    let rest = match word.split_once('.') {
        // In WXF `33.4` is a pawn's move, and no move is a number.
        Some((number, rest)) if is_number(number) && (rest.is_empty() || !is_number(rest)) => rest,
        _ => word,
    };
    let rest = rest.trim_start_matches(['.', '…']);
    (!is_number(rest)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: NotationArgs,
    }

    fn answer(words: &[&str], input: &str) -> Result<String> {
        let words = ["notation"].iter().chain(words);
        let args = Cli::try_parse_from(words).unwrap_or_else(|e| panic!("{e}")).args;
        if !args.moves.is_empty() {
            return convert(args.moves.iter().flat_map(|arg| arg.split_whitespace()), &args);
        }
        let mut out = Vec::new();
        convert_lines(input.as_bytes(), &mut out, &args)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn games_are_converted_line_by_line() {
        let input = "# two games\n1. C2.5 H8+7 2. H2+3 1-0\n\nstartpos moves h3e3 h10g8\n";
        let text = answer(&["--to", "uci"], input).unwrap();
        assert_eq!(text, "h2e2 h9g7 h0g2\nh2e2 h9g7\n");
        let text = answer(&["炮二平五 马8进7"], "").unwrap();
        assert_eq!(text, "炮二平五 马８进７");
        let text = answer(&["--to", "traditional", "h2e2", "h9g7"], "").unwrap();
        assert_eq!(text, "炮二平五 馬８進７");
        let text = answer(&["--to", "iccs", "--alternatives", "C2.5", "C8.5"], "").unwrap();
        assert_eq!(text, "H2-E2 B2-E2");
        let fen = "3k5/9/9/9/9/9/9/4R4/4R4/4K4 b";
        let text = answer(&["--fen", fen, "--to", "uci", "将４进１", "R++1"], "").unwrap();
        assert_eq!(text, "d9d8 e2e3");
    }

    #[test]
    fn faults_are_named() {
        let error = |words: &[&str], input| format!("{:#}", answer(words, input).unwrap_err());
        let found = error(&["h2e2", "h2e2"], "");
        assert_eq!(found, "move 2, 'h2e2', no legal move of this position");
        let found = error(&[], "h2e2\nh2e2 xyz\n");
        assert!(found.starts_with("line 2: move 2, 'xyz', not a move"), "{found}");
        let found = error(&["--from", "wxf", "h2e2"], "");
        assert!(found.starts_with("move 1, 'h2e2', not a move"), "{found}");
        assert!(error(&["--fen", "x", "h2e2"], "").starts_with("bad FEN"));
    }
}
