//! `chuhe book`: builds opening books from games and shows what they hold.

use std::io::Write;
use std::path::PathBuf;
use std::slice;

use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::kept_before;
use crate::common::output::{self, JsonArgs};
use crate::common::say::{tell, text_out};
use chuhe::board::{Board, Setup};
use chuhe::book::{Book, BookMove, Builder};
use chuhe::notation::{Style, write as notate};
use chuhe::rules::{Game, Outcome};
use chuhe::types::Color;
use chuhe_games::tree::{At, START};
use chuhe_games::words::counted;
use chuhe_games::{Fault, GameText, Place, read_line};

/// Build opening books and show what they hold
#[derive(Args, Debug)]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand, Debug)]
enum BookCommand {
    Build(BuildArgs),
    Show(ShowArgs),
}

/// Build a book from games
///
/// Files are PGN, or have one game a line: moves from the start position, or
/// `FEN moves …`. Moves may be in any notation, text in UTF-8, GB18030 or Big5. A
/// move weighs as many half points as its player made in the games with it; a game
/// without a result counts as drawn.
#[derive(Args, Debug)]
struct BuildArgs {
    /// The book to write; - for standard output
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// Games in which a move must occur
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
}

/// Show the size of a book and its moves for a position
#[derive(Args, Debug)]
struct ShowArgs {
    /// A book of our own format, or ElephantEye's BOOK.DAT
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The position [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves from the position on, in any notation
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    moves: Vec<String>,
    #[command(flatten)]
    json: JsonArgs,
}

/// What a book has for a position, as JSON.
#[derive(Serialize)]
struct Shown {
    book: String,
    format: String,
    positions: usize,
    moves: usize,
    fen: String,
    choices: Vec<Choice>,
}

/// A move of a book.
#[derive(Serialize)]
struct Choice {
    #[serde(rename = "move")]
    mv: String,
    wxf: String,
    text: String,
    weight: u32,
    /// Its part of all weights, in percent.
    percent: f64,
    /// How many games it was played in; 0 where the book does not say.
    games: u32,
}

/// Builds or shows.
///
/// # Errors
/// When a file cannot be read or written, a book is damaged, or a position or
/// move is not legal.
pub fn run(args: &BookArgs) -> Result<()> {
    match &args.command {
        BookCommand::Build(args) => build(args),
        BookCommand::Show(args) => show(args, &mut text_out()),
    }
}

/// What became of the games.
#[derive(Default)]
struct Tally {
    used: usize,
    faults: Vec<String>,
}

fn build(args: &BuildArgs) -> Result<()> {
    /// Faults that are told one by one.
    const TOLD: usize = 10;
    let files = input::expand(&args.games)?;
    let [out] = output::open_all(&files, [("--out", Some(&args.out))])?;
    let mut builder = Builder::default();
    let mut tally = Tally::default();
    for path in &files {
        let games = input::open_games(path, args.encoding.options())?;
        add_games(games, &input::name_of(path), args.plies, &mut builder, &mut tally);
    }
    for fault in tally.faults.iter().take(TOLD) {
        remark!("left out: {fault}");
    }
    ensure!(tally.used > 0, "no game could be used");
    let book = builder.build(args.min_games);
    let Some(out) = out else { return Ok(()) };
    out.write(&book.to_bytes())?;
    let (positions, moves) = book.size();
    let (used, left_out) = (tally.used, tally.faults.len());
    let path = args.out.display();
    let summary = format!(
        "{path}: {} in {}, of {}, {left_out} left out",
        counted(moves as u64, "move"),
        counted(positions as u64, "position"),
        counted(used as u64, "game")
    );
    if out.is_standard() {
        remark!("{summary}")
    } else {
        say!("{summary}")?
    }
    Ok(())
}

/// Adds the games of a file's text.
fn add_games(
    games: impl IntoIterator<Item = Result<GameText, Fault>>,
    name: &str,
    plies: usize,
    builder: &mut Builder,
    tally: &mut Tally,
) {
    for game in games {
        let added = game.and_then(|game| add(&game, plies, builder));
        match added {
            Ok(fault) => {
                tally.used += 1;
                fault.into_iter().for_each(|fault| tell(&kept_before(name, fault)));
            }
            Err(fault) => tally.faults.push(format!("{name}:{fault}")),
        }
    }
}

/// Adds a game: for each move of the main line twice the points that its player made, and one
/// for each move of a variation, of whose end nothing is known. Returns what is wrong behind
/// the moves that were added.
fn add(text: &GameText, plies: usize, builder: &mut Builder) -> Result<Option<Fault>, Fault> {
    let checked = text.check(None)?;
    let points = |side| match text.outcome {
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
        Outcome::Draw | Outcome::Ongoing => 1,
    };
    let main: Vec<At> = checked.moves.line_from(START).collect();
    checked.visit(|game, at| {
        let board = game.board();
        let points = if main.get(game.ply()) == Some(&at) { points(board.side()) } else { 1 };
        if let Some(made) = checked.moves.get(at).filter(|_| game.ply() < plies) {
            builder.add(board, made.mv, points);
        }
    });
    Ok(checked.fault.filter(|_| main.len() < plies))
}

fn show(args: &ShowArgs, out: &mut impl Write) -> Result<()> {
    let json = args.json.open(slice::from_ref(&args.book))?;
    let book = Book::open(&args.book)?;
    let start = args.fen.as_deref().map(str::parse).transpose()?;
    let game = game_of(&args.moves.join(" "), start)?;
    let (positions, moves) = book.size();
    let shown = Shown {
        book: args.book.display().to_string(),
        format: book.format().to_string(),
        positions,
        moves,
        fen: game.fen(),
        choices: choices(&book, game.board()),
    };
    if !json.map_or(Ok(true), |json| json.write(&shown))? {
        return Ok(());
    }
    let Shown { book, format, fen, .. } = &shown;
    let moves = counted(moves as u64, "move");
    let positions = counted(positions as u64, "position");
    writeln!(out, "{book}: {format}, {moves} in {positions}")?;
    writeln!(out, "{fen}")?;
    list(&shown.choices, game.board(), out)
}

/// The game that words make from a position.
fn game_of(words: &str, start: Option<Setup>) -> Result<Game> {
    let text = read_line(words, 1).transpose().map_err(|fault| fault.kind)?;
    let mut text = text.unwrap_or_else(|| GameText::new(Place::START));
    if let Some(start) = start {
        ensure!(text.start == Setup::start(), "--fen, and another position before the moves");
        text.start = start;
    }
    Ok(text.replay(usize::MAX, None).map_err(|fault| fault.kind)?)
}

fn choices(book: &Book, board: &Board) -> Vec<Choice> {
    let moves = book.moves(board);
    let total: u32 = moves.iter().map(|found| found.weight).sum();
    let choice = |found: BookMove| {
        let [mv, wxf, text] =
            [Style::Uci, Style::Wxf, Style::Simplified].map(|style| notate(board, found.mv, style));
        let percent = f64::from(found.weight) * 100.0 / f64::from(total.max(1));
        Choice { mv, wxf, text, weight: found.weight, percent, games: found.games }
    };
    moves.into_iter().map(choice).collect()
}

fn list(choices: &[Choice], board: &Board, out: &mut impl Write) -> Result<()> {
    if choices.is_empty() {
        let side = if board.side() == Color::Red { "Red" } else { "Black" };
        writeln!(out, "no move for {side}")?;
    }
    for Choice { mv, wxf, text, weight, percent, games } in choices {
        write!(out, "{mv} {wxf} {text} weight {weight} ({percent:.1} %)")?;
        if *games > 0 {
            write!(out, ", {}", counted((*games).into(), "game"))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_games::read;

    fn built(text: &str, min_games: u32) -> (Book, Tally) {
        let (mut builder, mut tally) = (Builder::default(), Tally::default());
        add_games(read(text), "games", 3, &mut builder, &mut tally);
        (Book::Own(builder.build(min_games)), tally)
    }

    fn shown(book: &Book, moves: &str) -> String {
        let game = game_of(moves, None).unwrap();
        let mut out = Vec::new();
        list(&choices(book, game.board()), game.board(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn games_of_every_notation_make_a_book() {
        let pgn = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n\n\
                   [Event \"b\"]\n[Result \"0-1\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 0-1\n\n\
                   [Event \"c\"]\n[Result \"*\"]\n\n1. h2e2 {x} b9c7 *\n";
        let (book, tally) = built(pgn, 1);
        assert_eq!((tally.used, tally.faults.len()), (3, 0));
        let start = "b2e2 C8.5 炮八平五 weight 3 (50.0 %), 3 games\n\
                     h2e2 C2.5 炮二平五 weight 3 (50.0 %), 3 games\n";
        assert_eq!(shown(&book, ""), start);
        let replies = "h9g7 H8+7 马８进７ weight 2 (66.7 %), 2 games\n\
                       b9c7 H2+3 马２进３ weight 1 (33.3 %), 1 game\n";
        assert_eq!(shown(&book, "h2e2"), replies);
        assert_eq!(shown(&book, "h2e2 h9g7 h0g2"), "no move for Black\n", "beyond three plies");
        let lines = "# comment\nh3e3 h10g8 1-0\nH2-E2 H9-G7 1-0\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves h2e2 h9g7 0-1\n";
        let (book, tally) = built(lines, 2);
        assert_eq!((tally.used, tally.faults.len()), (3, 0));
        let reply = "h9g7 H8+7 马８进７ weight 2 (100.0 %), 3 games\n";
        assert_eq!(shown(&book, "h2e2"), reply);
    }

    /// Studies have variations, of which nobody knows who won.
    #[test]
    fn all_lines_are_counted() {
        let pgn = "[Result \"1-0\"]\n\n1. h2e2 (1. b0c2 h9g7 (1... b9c7) 2. x) h9g7 \
                   (1... b9c7 2. h0g2 i9h9) 2. h0g2 1-0\n";
        let (book, tally) = built(pgn, 1);
        assert_eq!((tally.used, tally.faults.len()), (1, 0));
        let weights = |moves: &str| -> Vec<(String, u32)> {
            let game = game_of(moves, None).unwrap();
            let choices = choices(&book, game.board());
            choices.into_iter().map(|choice| (choice.mv, choice.weight)).collect()
        };
        assert_eq!(weights("h2e2 b9c7"), [("h0g2".into(), 1)]);
        assert_eq!(weights("h2e2"), [("b9c7".into(), 1)], "the mover of h9g7 lost");
        assert_eq!(weights("b0c2").len(), 2);
        assert_eq!(weights("h2e2 h9g7"), [("h0g2".into(), 2)]);
        assert_eq!(weights("h2e2 b9c7 h0g2"), [], "beyond three plies");
        let start = weights("");
        let weight_of = |mv: &str| start.iter().find(|(found, _)| found == mv).map(|(_, w)| *w);
        assert_eq!((weight_of("h2e2"), weight_of("b0c2")), (Some(2), Some(1)));
    }

    #[test]
    fn faulty_games_are_left_out_and_named() {
        let (book, tally) = built("h2e2 h9g7\nh2e3 h9g7\nx/y w moves h2e2\n", 1);
        assert_eq!(tally.used, 1);
        let faults = &tally.faults;
        assert_eq!(faults[0], "games:2:1: move 1, 'h2e3', no legal move of this position");
        assert!(faults[1].starts_with("games:3:1: bad FEN, board"), "{faults:?}");
        assert_eq!(book.size(), (2, 2));
    }
}
