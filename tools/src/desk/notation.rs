//! `chuhe notation`: moves from one style into another.

mod losses;
mod split;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::common::input::{self, EncodingArgs};
use crate::common::lang::LangArgs;
use crate::common::lang::files::{DeskFault, Loss, Remark, at, in_file, kept_before};
use crate::common::output::JsonArgs;
use crate::common::say::{tell, text_out, write_bytes};
use crate::desk::left_out::LeftOut;
use chuhe::board::{Board, Setup};
use chuhe::notation::{RankBase, Style, read_as, read_with, write};
use chuhe::types::Move;
use chuhe_games::{
    Document, Fault, FaultKind, Format as Found, GameText, Games, Place, Word, Written, read_line,
    result_word, written_moves,
};

use losses::{Notes, losses};
use split::Folder;

/// Convert moves between coordinates, ICCS, WXF, SAN, Chinese and Vietnamese notation
///
/// Reads the moves of one game from the command line, or games from a file or from standard
/// input: PGN, XQF, DhtmlXQ, files of CCBridge and others, of which PGN is made, or one game a
/// line, of which lines are made, unless --format says otherwise. Files may be in UTF-8, GB18030
/// or Big5. Games with faults are left out and named, or kept as far as they are good.
#[derive(Args, Clone, Debug)]
pub struct NotationArgs {
    /// The position before the first move [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// How the moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or
    /// vietnamese [default: any of them]
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
    #[command(flatten)]
    #[allow(missing_docs)]
    pub encoding: EncodingArgs,
    /// The moves all stand in the same position, instead of one after another
    #[arg(long)]
    pub alternatives: bool,
    /// Read this file of games; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub file: Option<PathBuf>,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "moves", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub game: Option<usize>,
    /// Write each game to a file of its own in this folder, by its number; made when it is not
    /// there
    #[arg(long, value_name = "FOLDER", conflicts_with = "moves")]
    pub out: Option<PathBuf>,
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
    /// As PlayOK and clubs have them: the main line.
    Wxf,
    /// As XQStudio keeps them, one game a file.
    Xqf,
    /// As CCBridge keeps them, one game a file.
    Cbr,
}

impl From<Format> for Written {
    fn from(format: Format) -> Written {
        match format {
            Format::Pgn => Written::Pgn,
            Format::Lines => Written::Lines,
            Format::Dhtmlxq => Written::Dhtmlxq,
            Format::Wxf => Written::Wxf,
            Format::Xqf => Written::Xqf,
            Format::Cbr => Written::Cbr,
        }
    }
}

impl Format {
    /// Its name where it holds one game and is no text.
    fn alone(self) -> Option<&'static str> {
        match self {
            Format::Xqf => Some("XQF"),
            Format::Cbr => Some("CBR"),
            Format::Pgn | Format::Lines | Format::Dhtmlxq | Format::Wxf => None,
        }
    }

    /// How the names of its files end.
    fn ending(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Lines => "txt",
            Format::Dhtmlxq => "dhtmlxq",
            Format::Wxf => "wxf",
            Format::Xqf => "xqf",
            Format::Cbr => "cbr",
        }
    }
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
    let mut out = BufWriter::new(text_out());
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
    let Some(game) = read_line(&line, 1) else { return Ok(()) };
    let game = game.map_err(|fault| fault.kind)?;
    let game = started(game, &start(args)?);
    let format = args.format.unwrap_or(Format::Lines);
    let json = args.json.open(&[])?;
    let done = convert_game(&game, format, "command line", args).map_err(|fault| fault.kind)?;
    if let Some(fault) = done.fault {
        bail!(fault.kind);
    }
    let moves = (done.json.texts.join(" ") + "\n").into_bytes();
    if json.map_or(Ok(true), |json| json.write(&[done.json]))? {
        match args.format {
            Some(format) => put(&done.bytes, format, out)?,
            None => out.write_all(&moves)?,
        }
    }
    Ok(())
}

/// Writes a game: as text, which acts on no terminal, or byte by byte.
fn put(game: &[u8], format: Format, out: &mut impl Write) -> Result<()> {
    match format.alone() {
        Some(_) => write_bytes(game),
        None => Ok(out.write_all(game)?),
    }
}

fn start(args: &NotationArgs) -> Result<Setup> {
    Ok(match &args.fen {
        Some(fen) => fen.parse()?,
        None => Setup::start(),
    })
}

/// A game of a list, from a position of our own unless it names one.
fn started(game: GameText, start: &Setup) -> GameText {
    match game.start == Setup::start() {
        true => GameText { start: start.clone(), ..game },
        false => game,
    }
}

/// Converts a file of games, or standard input.
fn convert_games(args: &NotationArgs, out: &mut impl Write) -> Result<()> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let games = input::open_games(path, args.encoding.options())?;
    convert_found(games, &input::name_of(path), args, out)
}

fn convert_found(
    games: Games,
    name: &str,
    args: &NotationArgs,
    out: &mut impl Write,
) -> Result<()> {
    if games.format != Found::Lines {
        return convert_all(games, Format::Pgn, name, args, out);
    }
    let start = start(args)?;
    let games = games.map(|game| Ok(started(game?, &start)));
    convert_all(games, Format::Lines, name, args, out)
}

/// Writes games in the format that was asked for, or in this one, each as soon as it is read.
fn convert_all(
    games: impl IntoIterator<Item = Result<GameText, Fault>>,
    usual: Format,
    name: &str,
    args: &NotationArgs,
    out: &mut impl Write,
) -> Result<()> {
    let inputs: Vec<PathBuf> = args.file.iter().cloned().collect();
    let json = args.json.open(&inputs)?;
    let format = args.format.unwrap_or(usual);
    let folder = args.out.as_deref().map(|path| Folder::new(path, format)).transpose()?;
    let is_written = json.as_ref().is_none_or(|json| !json.is_standard());
    let (mut converted, mut notes) = (Vec::new(), Notes::default());
    let (mut left_out, mut count) = (LeftOut::new(name), 0);
    let is_wanted = |number: usize| args.game.is_none_or(|wanted| wanted == number);
    let mut games = (1..).zip(games).inspect(|&(number, _)| count = number);
    let mut wanted = games.by_ref().filter(|&(number, _)| is_wanted(number)).peekable();
    while let Some((number, game)) = wanted.next() {
        match game.and_then(|game| convert_game(&game, format, name, args)) {
            Ok(game) => {
                left_out.used();
                if let Some(folder) = &folder {
                    folder.write(number, &game.bytes)?;
                } else if is_written {
                    // The second game comes before anything of the first is written.
                    if let Some(format) = format.alone().filter(|_| args.game.is_none()) {
                        ensure!(wanted.peek().is_none(), DeskFault::OneGame { format });
                    }
                    put(&game.bytes, format, out)?;
                }
                notes.add(game.losses, game.place);
                if let Some(fault) = game.fault {
                    tell(&kept_before(name, fault));
                }
                converted.extend(json.is_some().then_some(game.json));
            }
            Err(fault) if fault.kind.is_no_game() => {
                tell(&Remark::LeftOut { what: in_file(name, fault) });
            }
            Err(fault) => left_out.add(fault),
        }
        if args.game == Some(number) {
            break;
        }
    }
    if let Some(game) = args.game {
        ensure!(count >= game, at(name, DeskFault::FewGames { n: count }));
    }
    if let Some(json) = json {
        json.write(&converted)?;
    }
    ensure!(count > 0, at(name, DeskFault::NotGames));
    notes.each(name).for_each(|what| tell(&Remark::Note { what }));
    out.flush()?;
    left_out.error().map_or(Ok(()), |fault| Err(fault.into()))
}

/// A game that has been converted.
struct Done {
    place: Place,
    bytes: Vec<u8>,
    json: Converted,
    /// What of it is lost.
    losses: Vec<Loss>,
    /// Behind what stands here it was broken.
    fault: Option<Fault>,
}

fn convert_game(
    text: &GameText,
    format: Format,
    name: &str,
    args: &NotationArgs,
) -> Result<Done, Fault> {
    let source = format!("{name}:{}", text.place);
    if args.alternatives {
        let line = alternatives(text, args)?;
        let json = Converted::new(source, text, Vec::new(), vec![line.clone()]);
        let bytes = (line + "\n").into_bytes();
        return Ok(Done { place: text.place, bytes, json, losses: Vec::new(), fault: None });
    }
    let checked = text.check_record(args.from)?;
    let document = Document {
        tags: text.tags.iter().map(|(k, v)| (k.as_str().into(), v.as_str().into())).collect(),
        start: &text.start,
        comment: &text.comment,
        moves: &checked.moves,
        outcome: text.outcome,
        style: args.to,
    };
    let texts = written_moves(&checked.game, args.to);
    let written = Written::from(format).write(&document);
    let bytes = written.ok_or_else(|| Fault::new(text.place, FaultKind::Unwritable))?;
    let moves = checked.game.moves().map(|mv| mv.to_string()).collect();
    let json = Converted::new(source, text, moves, texts);
    let losses = losses(&document, format);
    Ok(Done { place: text.place, bytes, json, losses, fault: checked.fault })
}

impl Converted {
    fn new(source: String, text: &GameText, moves: Vec<String>, texts: Vec<String>) -> Converted {
        Converted {
            source,
            tags: text.tags.clone(),
            start: text.start.to_string(),
            moves,
            texts,
            result: result_word(text.outcome),
        }
    }
}

/// The words of a game as moves of its first position, in a line.
fn alternatives(game: &GameText, args: &NotationArgs) -> Result<String, Fault> {
    let board = game.start.to_board().map_err(|error| Fault::new(game.place, error))?;
    let texts: Result<Vec<String>, Fault> = game
        .words()
        .map(|word| Ok(write(&board, read_word(&board, word, args.from)?, args.to)))
        .collect();
    Ok(texts?.join(" "))
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

#[cfg(test)]
mod tests;
