//! `chuhe notation`: moves from one style into another.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::common::input;
use crate::common::lang::LangArgs;
use crate::common::lang::files::{At, DeskFault, Loss, Often, Remark, at, in_file};
use crate::common::output::JsonArgs;
use crate::common::say::tell;
use chuhe::board::{Board, Setup};
use chuhe::notation::{RankBase, Style, read_as, read_with, write};
use chuhe::rules::{Game, Outcome};
use chuhe::types::Move;
use chuhe_games::Tree;
use chuhe_games::dhtmlxq;
use chuhe_games::written_moves;
use chuhe_games::xqf;
use chuhe_games::{Annotated, Document};
use chuhe_games::{
    Fault, FaultKind, Format as Found, GameText, Place, Word, decode, detect_binary, detect_text,
    numbered_lines, read, read_line, result_word,
};

/// Convert moves between coordinates, ICCS, WXF and Chinese notation
///
/// Reads the moves of one game from the command line, or games from a file or from standard
/// input: PGN, XQF and DhtmlXQ, of which PGN is made, or one game a line, of which lines are
/// made, unless --format says otherwise. Files may be in UTF-8, GB18030 or Big5. Games with
/// faults are left out and named.
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
    /// What games are written as [default: PGN, or lines when lines are read]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<Format>,
    #[command(flatten)]
    #[allow(missing_docs)] // a comment would become that of the whole command
    pub json: JsonArgs,
    /// The moves all stand in the same position, instead of one after another
    #[arg(long)]
    pub alternatives: bool,
    /// Read this file of games; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub file: Option<PathBuf>,
    /// The moves; without any, standard input is read
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub lang: LangArgs,
}

/// What games are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With tags and comments.
    Pgn,
    /// A game a line.
    Lines,
    /// As sites have them on their pages.
    Dhtmlxq,
    /// As XQStudio keeps them, one game a file.
    Xqf,
}

/// Games as JSON.
#[derive(Serialize)]
struct Converted {
    /// File, line and column.
    source: String,
    tags: Vec<(String, String)>,
    /// The position before the first move.
    start: String,
    moves: Vec<String>,
    /// The same in the style that was asked for.
    texts: Vec<String>,
    result: &'static str,
}

/// Converts the moves.
///
/// # Errors
/// When the position is not legal, a move cannot be read, or the output cannot be
/// written. Games without faults have been written then.
pub fn run(args: &NotationArgs) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let result = match args.moves.is_empty() {
        true => convert_games(args, &mut out),
        false => convert_words(args, &mut out),
    };
    out.flush()?;
    result
}

/// Converts the moves of the command line.
fn convert_words(args: &NotationArgs, out: &mut impl Write) -> Result<()> {
    let line = args.moves.join(" ");
    let Some(game) = line_game(&line, 1, &start(args)?) else { return Ok(()) };
    if args.format.is_some() {
        return convert_all(vec![game], Format::Lines, "command line", args, out);
    }
    let json = args.json.open(&[])?;
    let converted =
        game.and_then(|game| Ok((convert(&game, args)?, as_json(&game, "command line", args)?)));
    let (text, found) = converted.map_err(|fault| fault.kind)?;
    if json.map_or(Ok(true), |json| json.write(&[found]))? {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn start(args: &NotationArgs) -> Result<Setup> {
    Ok(match &args.fen {
        Some(fen) => fen.parse()?,
        None => Setup::start(),
    })
}

/// A line as a game from a position of our own, unless it names one.
fn line_game(line: &str, number: usize, start: &Setup) -> Option<Result<GameText, Fault>> {
    let mut game = read_line(line, number)?;
    if let Ok(game) = &mut game
        && game.start == Setup::start()
    {
        game.start = start.clone();
    }
    Some(game)
}

/// Converts a file of games, or standard input.
fn convert_games(args: &NotationArgs, out: &mut impl Write) -> Result<()> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let (name, bytes) = (input::name_of(path), input::read(path)?);
    if detect_binary(&bytes) == Some(Found::Xqf) {
        return convert_all(vec![xqf::read(&bytes)], Format::Pgn, &name, args, out);
    }
    convert_text(&decode(&bytes).0, &name, args, out)
}

fn convert_text(text: &str, name: &str, args: &NotationArgs, out: &mut impl Write) -> Result<()> {
    if detect_text(text) != Found::Lines {
        return convert_all(read(text), Format::Pgn, name, args, out);
    }
    let start = start(args)?;
    let lines = numbered_lines(text);
    let games = lines.filter_map(|(number, line)| line_game(line, number, &start)).collect();
    convert_all(games, Format::Lines, name, args, out)
}

/// Writes games in the format that was asked for, or in this one.
fn convert_all(
    games: Vec<Result<GameText, Fault>>,
    usual: Format,
    name: &str,
    args: &NotationArgs,
    out: &mut impl Write,
) -> Result<()> {
    let inputs: Vec<PathBuf> = args.file.iter().cloned().collect();
    let json = args.json.open(&inputs)?;
    let format = args.format.unwrap_or(usual);
    ensure!(format != Format::Xqf || games.len() == 1, DeskFault::OneXqf);
    let (mut faults, mut converted, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    let mut notes = Vec::new();
    for game in games {
        let written = game.and_then(|game| {
            let found = as_json(&game, name, args)?;
            let written = convert_game(&game, format, args)?;
            let place = game.place;
            notes.extend(losses(&game, format).into_iter().map(|loss| (loss, place)));
            Ok((written, found))
        });
        match written {
            Ok((game, found)) => {
                bytes.extend(game);
                converted.push(found);
            }
            Err(fault) => faults.push(in_file(name, fault)),
        }
    }
    if json.map_or(Ok(true), |json| json.write(&converted))? {
        out.write_all(&bytes)?;
    }
    noted(notes, name).for_each(|what| tell(&Remark::Note { what }));
    let Some(last) = faults.pop() else { return Ok(()) };
    out.flush()?;
    faults.into_iter().for_each(|what| tell(&Remark::LeftOut { what }));
    bail!(last)
}

fn convert_game(game: &GameText, format: Format, args: &NotationArgs) -> Result<Vec<u8>, Fault> {
    if format == Format::Lines {
        return convert_line(game, args).map(|line| (line + "\n").into_bytes());
    }
    let replayed = game.replay(usize::MAX, args.from)?;
    let moves = annotated(game, &replayed);
    let document = Document {
        tags: game.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect(),
        start: &game.start,
        comment: &game.comment,
        moves: &moves,
        outcome: game.outcome,
        style: args.to,
    };
    let written = match format {
        Format::Dhtmlxq => dhtmlxq::write(&document).map(String::into_bytes),
        Format::Xqf => xqf::write(&document),
        Format::Pgn | Format::Lines => document.to_text().map(String::into_bytes),
    };
    written.ok_or_else(|| Fault::new(game.place, FaultKind::Unwritable))
}

/// A note for each loss: where the game is, or in how many games it happens.
fn noted(losses: Vec<(Loss, Place)>, name: &str) -> impl Iterator<Item = At> {
    let mut games: Vec<(Loss, Place, usize)> = Vec::new();
    for (loss, place) in losses {
        match games.iter_mut().find(|(known, ..)| *known == loss) {
            Some((.., count)) => *count += 1,
            None => games.push((loss, place, 1)),
        }
    }
    games.into_iter().map(move |(what, place, n)| match n {
        1 => at(format!("{name}:{place}"), what),
        _ => at(name, Often::Games { n, what }),
    })
}

/// What of a game is lost in a format: tags without a place, tags that do not fit, variations,
/// comments and marks.
fn losses(game: &GameText, format: Format) -> Vec<Loss> {
    // The format says these in its own way.
    const OWN: [&str; 6] = ["Game", "Variant", "Result", "FEN", "SetUp", "Format"];
    let is_own = |tag: &str| OWN.iter().any(|own| own.eq_ignore_ascii_case(tag));
    let said =
        game.tags.iter().filter(|(tag, value)| !["", "?"].contains(&&**value) && !is_own(tag));
    let fits = |tag: &str, value: &str| match format {
        Format::Xqf => xqf::fits(tag, value),
        Format::Dhtmlxq => dhtmlxq::has_place_for(tag).then_some(true),
        Format::Lines => None,
        Format::Pgn => Some(true),
    };
    let which = |wanted: Option<bool>| {
        let found = said.clone().filter(|(tag, value)| fits(tag, value) == wanted);
        found.map(|(tag, _)| tag.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (homeless, cut) = (which(None), which(Some(false)));
    let format_name = if format == Format::Xqf { "XQF" } else { "DhtmlXQ" };
    let mut losses = Vec::new();
    if !homeless.is_empty() {
        losses.push(match format {
            Format::Lines => Loss::NoLinePlace { tags: homeless },
            _ => Loss::NoPlace { format: format_name, tags: homeless },
        });
    }
    if !cut.is_empty() {
        losses.push(Loss::Cut { format: format_name, tags: cut });
    }
    if game.moves.has_variations() {
        losses.push(Loss::Variations);
    }
    let has_comments =
        !game.comment.is_empty() || game.words().any(|word| !word.comment.is_empty());
    if format == Format::Lines && has_comments {
        losses.push(Loss::Comments);
    }
    // PGN is written with one mark for each move.
    let marks = if format == Format::Pgn { 1 } else { 0 };
    if game.words().any(|word| word.nags.len() > marks) {
        losses.push(Loss::Marks);
    }
    losses
}

fn as_json(game: &GameText, name: &str, args: &NotationArgs) -> Result<Converted, Fault> {
    let (moves, texts) = match args.alternatives {
        true => (Vec::new(), vec![convert(game, args)?]),
        false => {
            let replayed = game.replay(usize::MAX, args.from)?;
            let moves = replayed.moves().map(|mv| mv.to_string()).collect();
            (moves, written_moves(&replayed, args.to))
        }
    };
    Ok(Converted {
        source: format!("{name}:{}", game.place),
        tags: game.tags.clone(),
        start: game.start.to_string(),
        moves,
        texts,
        result: result_word(game.outcome),
    })
}

/// A game as a line that can be read again: a FEN and `moves` unless it begins at the
/// start, the moves, and the result if it has one.
fn convert_line(game: &GameText, args: &NotationArgs) -> Result<String, Fault> {
    let moves = convert(game, args)?;
    if args.alternatives {
        return Ok(moves);
    }
    let mut parts = Vec::new();
    if game.start != Setup::start() {
        parts.push(game.start.to_string());
        if !game.moves.is_empty() {
            parts.push("moves".into());
        }
    }
    parts.push(moves);
    if game.outcome != Outcome::Ongoing {
        parts.push(result_word(game.outcome).into());
    }
    parts.retain(|part| !part.is_empty());
    Ok(parts.join(" "))
}

/// The moves of a game as a line.
fn convert(game: &GameText, args: &NotationArgs) -> Result<String, Fault> {
    if args.alternatives {
        let board = game.start.to_board();
        let board = board.map_err(|error| Fault::new(game.place, error))?;
        let texts: Result<Vec<String>, Fault> = game
            .words()
            .map(|word| Ok(write(&board, read_word(&board, word, args.from)?, args.to)))
            .collect();
        return Ok(texts?.join(" "));
    }
    Ok(written_moves(&game.replay(usize::MAX, args.from)?, args.to).join(" "))
}

fn read_word(board: &Board, word: &Word, style: Option<Style>) -> Result<Move, Fault> {
    let read = match style {
        Some(style) => read_as(board, &word.text, style),
        None => read_with(board, &word.text, RankBase::Zero),
    };
    read.map_err(|error| {
        let kind = FaultKind::Move { number: None, word: word.text.clone(), error };
        Fault::new(word.place, kind)
    })
}

/// The moves of a game with their comments and marks.
fn annotated(game: &GameText, replayed: &Game) -> Tree<Annotated> {
    let moves = replayed.moves().zip(game.words()).map(|(mv, word)| Annotated {
        nags: word.nags.clone(),
        comment: word.comment.clone(),
        ..Annotated::plain(mv)
    });
    moves.collect()
}

#[cfg(test)]
mod tests;
