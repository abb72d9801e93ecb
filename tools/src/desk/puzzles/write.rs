//! Puzzles as EPD, as PGN, and for people.

use std::fmt::Display;

use crate::common::color::{Ink, Pen};
use crate::common::lang::Lang;
use chuhe::board::Setup;
use chuhe::notation::{Style, write};
use chuhe::rules::Outcome;
use chuhe::types::Color;
use chuhe_games::epd::Epd;
use chuhe_games::{Annotated, Document, Tree};

use super::puzzle::{Goal, Ground, Puzzle};

/// A line of EPD: the best move, the line, the moves to mate; `c0` says what is to be reached
/// and on what ground, `c1` the names, `c2` the rating, `c3` where it is from.
pub fn epd(puzzle: &Puzzle) -> Option<String> {
    let start: Setup = puzzle.fen.parse().ok()?;
    let mut operations = vec![("bm".to_owned(), vec![puzzle.moves.first()?.clone()])];
    let mut put = |code: &str, operands: Vec<String>| operations.push((code.into(), operands));
    if let Some(moves) = puzzle.mate {
        put("dm", vec![moves.to_string()]);
    }
    put("pv", puzzle.moves.clone());
    put("id", vec![puzzle.id.clone()]);
    put("c0", vec![format!("{} by {}", goal_key(puzzle.goal), ground_key(puzzle.ground))]);
    if !puzzle.names.is_empty() {
        put("c1", vec![puzzle.names.join(" ")]);
    }
    put("c2", vec![format!("elo {}", puzzle.elo)]);
    // A quotation mark would end the word.
    put("c3", vec![format!("{} {}", puzzle.source.replace('"', "'"), puzzle.ply)]);
    Some(Epd { start, operations }.to_string())
}

/// A game of PGN whose moves are the line.
pub fn pgn(puzzle: &Puzzle, style: Style, lang: Lang) -> Option<String> {
    let (game, line) = puzzle.line()?;
    let moves: Tree<Annotated> = line.into_iter().map(Annotated::plain).collect();
    let task = task(puzzle, lang);
    let names = names(puzzle, lang);
    let comment = if names.is_empty() { task } else { format!("{task}\n{names}") };
    let elo = puzzle.elo.to_string();
    let site = format!("{} {}", puzzle.source, puzzle.ply);
    let all = [
        ("Event", puzzle.event.as_str()),
        ("Site", &site),
        ("Date", &puzzle.date),
        ("Red", &puzzle.red),
        ("Black", &puzzle.black),
        ("PuzzleId", &puzzle.id),
        ("PuzzleElo", &elo),
        ("PuzzleGround", ground_key(puzzle.ground)),
    ];
    let tags = all.into_iter().filter(|(_, value)| !value.is_empty());
    let document = Document {
        tags: tags.map(|(key, value)| (key.into(), value.into())).collect(),
        start: game.start_setup(),
        comment: &comment,
        moves: &moves,
        outcome: Outcome::Ongoing,
        style,
    };
    document.to_text()
}

/// What is to be done, in words.
pub fn task(puzzle: &Puzzle, lang: Lang) -> String {
    let is_red = puzzle.fen.split(' ').nth(1) != Some("b");
    let side = lang.text(if is_red { "page.red" } else { "page.black" });
    let n = puzzle.mate.unwrap_or_default();
    let values: [(&str, &dyn Display); 2] = [("side", &side), ("n", &n)];
    lang.fill(&format!("page.puzzle.by.{}", goal_key(puzzle.goal)), &values)
}

/// The names of what the line shows.
pub fn names(puzzle: &Puzzle, lang: Lang) -> String {
    let name = |key: &String| lang.text(&format!("page.pattern.by.{key}"));
    puzzle.names.iter().map(name).collect::<Vec<_>>().join(lang.text("list.comma"))
}

/// The line as people write it.
pub fn line_text(puzzle: &Puzzle, style: Style) -> Vec<String> {
    let Some((game, line)) = puzzle.line() else { return Vec::new() };
    let mut board = game.board().clone();
    let write_move = |mv| {
        let text = write(&board, mv, style);
        let _ = board.play(mv);
        text
    };
    line.into_iter().map(write_move).collect()
}

/// A puzzle on one line.
pub fn row(puzzle: &Puzzle, style: Style, lang: Lang, pen: Pen) -> String {
    let is_black = puzzle.fen.split(' ').nth(1) == Some("b");
    let side = if is_black { Color::Black } else { Color::Red };
    let values: [(&str, &dyn Display); 5] = [
        ("place", &puzzle.source),
        ("ply", &puzzle.ply),
        ("elo", &puzzle.elo),
        ("task", &pen.side(side, &task(puzzle, lang))),
        ("line", &line_text(puzzle, style).join(" ")),
    ];
    let names = names(puzzle, lang);
    let text = lang.fill("puzzles.row", &values);
    if names.is_empty() { text } else { format!("{text}  {}", pen.paint(Ink::Bold, &names)) }
}

/// The key of a goal, as JSON has it.
fn goal_key(goal: Goal) -> &'static str {
    match goal {
        Goal::Mate => "mate",
        Goal::Win => "win",
        Goal::Draw => "draw",
    }
}

/// The key of a ground, as JSON has it.
fn ground_key(ground: Ground) -> &'static str {
    match ground {
        Ground::Prover => "prover",
        Ground::Table => "table",
        Ground::Search => "search",
    }
}
