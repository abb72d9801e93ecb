//! `chuhe book`: builds opening books from games and shows what they hold.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, Subcommand};

use crate::board::{Board, NullObserver, Setup};
use crate::book::{Book, Builder};
use crate::notation::{Style, write as notate};
use crate::rules::Game;
use crate::tools::arena::pgn::{PgnGame, read_games};
use crate::tools::notation::{move_word, replay};
use crate::types::Color;

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
/// `FEN moves …`. Moves may be in any notation, text is UTF-8. A move weighs as
/// many half points as its player made in the games with it; a game without a
/// result counts as drawn.
#[derive(Args, Debug)]
struct BuildArgs {
    /// The book to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// Games in which a move must occur
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// Files of games
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
}

/// Builds or shows.
///
/// # Errors
/// When a file cannot be read or written, a book is damaged, or a position or
/// move is not legal.
pub fn run(args: &BookArgs) -> Result<()> {
    match &args.command {
        BookCommand::Build(args) => build(args),
        BookCommand::Show(args) => show(args, &mut stdout().lock()),
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
    let mut builder = Builder::default();
    let mut tally = Tally::default();
    for path in &args.games {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            let path = path.display();
            anyhow!("{path} is not UTF-8; convert it first, as with iconv -f GB18030 {path}")
        })?;
        add_games(&text, path, args.plies, &mut builder, &mut tally);
    }
    for fault in tally.faults.iter().take(TOLD) {
        eprintln!("left out: {fault}");
    }
    ensure!(tally.used > 0, "no game could be used");
    let book = builder.build(args.min_games);
    let path = args.out.display();
    fs::write(&args.out, book.to_bytes()).with_context(|| format!("cannot write {path}"))?;
    let (positions, moves) = book.size();
    let (used, left_out) = (tally.used, tally.faults.len());
    println!(
        "{path}: {moves} moves in {positions} positions, of {used} games, {left_out} left out"
    );
    Ok(())
}

fn add_games(text: &str, path: &Path, plies: usize, builder: &mut Builder, tally: &mut Tally) {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        for (number, game) in (1..).zip(read_games(text)) {
            let replayed = pgn_game(&game, plies).map(|replayed| (replayed, result_of(&game)));
            add(replayed, &format!("{} game {number}", path.display()), builder, tally);
        }
    } else {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let replayed = line_game(line, plies);
                add(replayed, &format!("{} line {number}", path.display()), builder, tally);
            }
        }
    }
}

/// Half points of Red and of Black.
type Outcome = [u32; 2];

const DRAWN: Outcome = [1, 1];

fn result_word(word: &str) -> Option<Outcome> {
    match word {
        "1-0" => Some([2, 0]),
        "0-1" => Some([0, 2]),
        "1/2-1/2" => Some(DRAWN),
        _ => None,
    }
}

fn result_of(game: &PgnGame) -> Outcome {
    game.tag("Result").and_then(result_word).unwrap_or(DRAWN)
}

fn pgn_game(game: &PgnGame, plies: usize) -> Result<Game> {
    let start = match game.tag("FEN") {
        Some(fen) => fen.parse()?,
        None => Setup::start(),
    };
    replay(&start, game.moves.iter().map(String::as_str).take(plies), None)
}

/// `h2e2 h9g7 … 1-0`, or a FEN, `moves`, and moves.
fn line_game(line: &str, plies: usize) -> Result<(Game, Outcome)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let outcome = words.last().and_then(|word| result_word(word)).unwrap_or(DRAWN);
    let (start, used) = match Setup::from_words(words.iter().copied()) {
        Ok(found) => found,
        Err(error) if words.first().is_some_and(|word| word.contains('/')) => {
            return Err(error.into());
        }
        Err(_) => (Setup::start(), 0),
    };
    let moves = words.iter().skip(used).copied().filter_map(move_word).take(plies);
    Ok((replay(&start, moves, None)?, outcome))
}

fn add(replayed: Result<(Game, Outcome)>, name: &str, builder: &mut Builder, tally: &mut Tally) {
    let (game, outcome) = match replayed {
        Ok(replayed) => replayed,
        Err(error) => return tally.faults.push(format!("{name}: {error:#}")),
    };
    let Ok(mut again) = Game::new(game.start_setup()) else { return };
    for mv in game.moves() {
        let points = outcome[again.board().side().index()];
        builder.add(again.board(), mv, points);
        again.push(mv, &mut NullObserver);
    }
    tally.used += 1;
}

fn show(args: &ShowArgs, out: &mut impl Write) -> Result<()> {
    let book = Book::open(&args.book)?;
    let start = match &args.fen {
        Some(fen) => fen.parse()?,
        None => Setup::start(),
    };
    let words = args.moves.iter().flat_map(|arg| arg.split_whitespace()).filter_map(move_word);
    let game = replay(&start, words, None)?;
    let (positions, moves) = book.size();
    let path = args.book.display();
    writeln!(out, "{path}: {}, {moves} moves in {positions} positions", book.format())?;
    writeln!(out, "{}", game.fen())?;
    list(&book, game.board(), out)
}

fn list(book: &Book, board: &Board, out: &mut impl Write) -> Result<()> {
    let moves = book.moves(board);
    if moves.is_empty() {
        let side = if board.side() == Color::Red { "Red" } else { "Black" };
        writeln!(out, "no move for {side}")?;
    }
    let total: u32 = moves.iter().map(|found| found.weight).sum();
    for found in moves {
        let [uci, wxf, chinese] =
            [Style::Uci, Style::Wxf, Style::Simplified].map(|style| notate(board, found.mv, style));
        let share = f64::from(found.weight) * 100.0 / f64::from(total.max(1));
        write!(out, "{uci} {wxf} {chinese} weight {} ({share:.1} %)", found.weight)?;
        if found.games > 0 {
            write!(out, ", {} games", found.games)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(text: &str, min_games: u32) -> (Book, Tally) {
        let (mut builder, mut tally) = (Builder::default(), Tally::default());
        add_games(text, Path::new("games"), 3, &mut builder, &mut tally);
        (Book::Own(builder.build(min_games)), tally)
    }

    fn shown(book: &Book, moves: &str) -> String {
        let game = replay(&Setup::start(), moves.split_whitespace(), None).unwrap();
        let mut out = Vec::new();
        list(book, game.board(), &mut out).unwrap();
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
                       b9c7 H2+3 马２进３ weight 1 (33.3 %), 1 games\n";
        assert_eq!(shown(&book, "h2e2"), replies);
        assert_eq!(shown(&book, "h2e2 h9g7 h0g2"), "no move for Black\n", "beyond three plies");
        let lines = "# comment\nh3e3 h10g8 1-0\nH2-E2 H9-G7 1-0\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves h2e2 h9g7 0-1\n";
        let (book, tally) = built(lines, 2);
        assert_eq!((tally.used, tally.faults.len()), (3, 0));
        let reply = "h9g7 H8+7 马８进７ weight 2 (100.0 %), 3 games\n";
        assert_eq!(shown(&book, "h2e2"), reply);
    }

    #[test]
    fn faulty_games_are_left_out_and_named() {
        let (book, tally) = built("h2e2 h9g7\nh2e2 h2e2\nx/y w moves h2e2\n", 1);
        assert_eq!(tally.used, 1);
        let faults = &tally.faults;
        assert_eq!(faults[0], "games line 2: move 2, 'h2e2', no legal move of this position");
        assert!(faults[1].starts_with("games line 3: bad FEN, board"), "{faults:?}");
        assert_eq!(book.size(), (2, 2));
    }
}
