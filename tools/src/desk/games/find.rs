//! `chuhe games find`: looks games, positions and players up.

use std::collections::HashSet;
use std::fmt::Display;
use std::slice;

use anyhow::Result;
use rusqlite::Connection;
use serde::Serialize;

use crate::common::lang::files::{DatabaseFault, DeskFault};
use crate::common::lang::{Context, Lang, padded, width};
use crate::common::output::Output;
use crate::common::say;
use chuhe::notation::{Style, write as notate};
use chuhe::rules::Game;
use chuhe::search::{Limits, Searcher};
use chuhe::types::Color;
use chuhe_games::review::Points;
use chuhe_games::{Annotated, Document, read_line};

use super::args::FindArgs;
use super::explore;
use super::query::{Filter, Found};
use super::stats::{Counts, PositionStats};
use super::store;

/// MiB of the table of a search.
const HASH_MIB: usize = 64;

/// What was found, as JSON.
#[derive(Serialize)]
pub struct Answer {
    /// The position that was asked for, with what was played there.
    position: Option<PositionAnswer>,
    /// Games that fulfil all conditions, of which the first are listed.
    found: usize,
    games: Vec<Found>,
}

#[derive(Serialize)]
struct PositionAnswer {
    fen: String,
    #[serde(flatten)]
    counts: CountsAnswer,
    moves: Vec<MoveAnswer>,
    verdict: Option<Verdict>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    mv: String,
    text: String,
    #[serde(flatten)]
    counts: CountsAnswer,
}

#[derive(Serialize)]
struct CountsAnswer {
    games: u32,
    red: u32,
    drawn: u32,
    black: u32,
    unknown: u32,
    variations: u32,
    /// Percent of the points that the side to move made.
    score: Option<f64>,
    years: Option<(u16, u16)>,
}

/// What the engine thinks.
#[derive(Serialize)]
struct Verdict {
    #[serde(rename = "move")]
    mv: Option<String>,
    text: String,
    score: Points,
    depth: i32,
    nodes: u64,
}

/// Finds and prints.
///
/// # Errors
/// When the database cannot be read, a condition or the position makes no sense, or an output
/// cannot be written.
pub fn run(args: &FindArgs, lang: Lang) -> Result<()> {
    let inputs = slice::from_ref(&args.db);
    let outputs = [("--page", args.page.as_deref()), ("--pgn", args.pgn.as_deref())];
    let (json, [page, pgn]) = args.json.open_beside(inputs, outputs)?;
    let game = args.position.as_deref().map(game_of).transpose()?;
    let filter = Filter::of(&args.filter)?;
    let db = store::open_to_read(&args.db)?;
    let chosen = match filter.is_empty() && game.is_some() {
        true => None,
        false => Some(filter.games(&db)?),
    };
    let among: Option<HashSet<i64>> = match filter.is_empty() {
        true => None,
        false => chosen.as_ref().map(|ids| ids.iter().copied().collect()),
    };
    let stats = game.as_ref().map(|game| PositionStats::read(&db, game.board(), among.as_ref()));
    let stats = stats.transpose()?;
    let ids = match &stats {
        Some(stats) => stats.games.as_slice(),
        None => chosen.as_deref().unwrap_or_default(),
    };
    let listed = ids.iter().take(args.limit as usize).map(|&id| Found::read(&db, id));
    let answer = Answer {
        position: game
            .as_ref()
            .zip(stats.as_ref())
            .map(|(game, stats)| {
                let verdict = args.verdict.map(|nodes| verdict(game, nodes, lang)).transpose()?;
                anyhow::Ok(position_answer(game, stats, verdict, lang))
            })
            .transpose()?,
        found: ids.len(),
        games: listed.collect::<Result<_>>()?,
    };
    if let Some(page) = &page {
        let start = game.as_ref().map_or_else(Game::start, Clone::clone);
        page.write_text(&explore::page(&db, &start, among.as_ref(), lang)?)?;
    }
    if let Some(pgn) = &pgn {
        write_pgn(&db, ids, pgn, lang.style())?;
    }
    let is_used = [&page, &pgn].into_iter().flatten().any(Output::is_standard);
    match json.map_or(Ok(true), |json| json.write(&answer))? && !is_used {
        true => print(&answer, lang),
        false => Ok(()),
    }
}

/// The position that words name: a position, moves, or both.
fn game_of(words: &[String]) -> Result<Game> {
    let text = read_line(&words.join(" "), 1).context(DeskFault::NoPosition)?;
    let text = text.map_err(|fault| fault.kind)?;
    Ok(text.replay(usize::MAX, None).map_err(|fault| fault.kind)?)
}

fn verdict(game: &Game, nodes: u64, lang: Lang) -> Result<Verdict> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let result = Searcher::new(1, HASH_MIB).search(game, limits)?;
    Ok(Verdict {
        mv: result.best.map(|mv| mv.to_string()),
        text: result.best.map_or_else(String::new, |mv| notate(game.board(), mv, lang.style())),
        score: Points::of(result.score, game.board()),
        depth: result.depth,
        nodes: result.nodes,
    })
}

fn position_answer(
    game: &Game,
    stats: &PositionStats,
    verdict: Option<Verdict>,
    lang: Lang,
) -> PositionAnswer {
    let board = game.board();
    let moves = stats.moves.iter().map(|&(mv, counts)| MoveAnswer {
        mv: mv.to_string(),
        text: notate(board, mv, lang.style()),
        counts: CountsAnswer::of(counts, board.side()),
    });
    PositionAnswer {
        fen: game.fen(),
        counts: CountsAnswer::of(stats.all, board.side()),
        moves: moves.collect(),
        verdict,
    }
}

impl CountsAnswer {
    /// Of moves of a side.
    fn of(counts: Counts, side: Color) -> CountsAnswer {
        let Counts { red, drawn, black, open, tries, years } = counts;
        let score = counts.red_share().map(|share| match side {
            Color::Red => 100.0 * share,
            Color::Black => 100.0 * (1.0 - share),
        });
        let games = counts.games();
        CountsAnswer { games, red, drawn, black, unknown: open, variations: tries, score, years }
    }

    /// The score and the years, as a table has them.
    fn cells(&self) -> [String; 2] {
        let score = self.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1} %"));
        let years = match self.years {
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}-{last}"),
            None => String::new(),
        };
        [score, years]
    }
}

/// Writes all games to a file, one after the other.
fn write_pgn(db: &Connection, ids: &[i64], file: &Output, style: Style) -> Result<()> {
    let mut text = String::new();
    for &id in ids {
        let game = Found::read(db, id)?;
        let tags = [
            ("Event", &game.event),
            ("Date", &game.date),
            ("Red", &game.red),
            ("Black", &game.black),
        ];
        let tags = tags.into_iter().filter(|(_, value)| !value.is_empty());
        let document = Document {
            tags: tags.map(|(name, value)| (name.into(), value.as_str().into())).collect(),
            start: &game.start.parse()?,
            comment: "",
            moves: &game.moves.map(|&mv| Annotated::plain(mv)),
            outcome: game.outcome,
            style,
        };
        text += &document.to_text().context(DatabaseFault::Damaged)?;
    }
    file.write_text(&text)
}

fn print(answer: &Answer, lang: Lang) -> Result<()> {
    let mut text = String::new();
    if let Some(position) = &answer.position {
        text += &position.text(lang);
    }
    text += &(lang.fill("games.found", &[("n", &answer.found)]) + "\n");
    for game in &answer.games {
        text += &line(game, lang);
    }
    say::print(&text)
}

impl PositionAnswer {
    fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}\n", self.fen);
        if let Some(verdict) = &self.verdict {
            let score = match verdict.score {
                Points::Mate(moves) => lang.fill("epd.mate", &[("n", &moves)]),
                Points::Cp(points) => lang.fill("epd.points", &[("n", &points)]),
            };
            let values: [(&str, &dyn Display); 3] =
                [("move", &verdict.text), ("score", &score), ("depth", &verdict.depth)];
            text += &(lang.fill("games.verdict", &values) + "\n");
        }
        let heads = ["move", "", "games", "red", "drawn", "black", "score", "variations", "years"];
        let heads = heads.map(|head| match head {
            "" => String::new(),
            head => lang.text(&format!("games.head.by.{head}")).to_owned(),
        });
        let row = |mv: &str, text: &str, counts: &CountsAnswer| {
            let [score, years] = counts.cells();
            let number = |n: u32| if n == 0 { String::new() } else { n.to_string() };
            let CountsAnswer { games, red, drawn, black, variations, .. } = counts;
            let [games, red, drawn, black] = [games, red, drawn, black].map(ToString::to_string);
            [mv.into(), text.into(), games, red, drawn, black, score, number(*variations), years]
        };
        let mut rows = vec![heads, row("", lang.text("games.all"), &self.counts)];
        rows.extend(self.moves.iter().map(|found| row(&found.mv, &found.text, &found.counts)));
        text + &table(&rows)
    }
}

/// Rows under each other, all but the first two columns and the last to the right.
fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(widest);
    let line = |row: &[String; N]| {
        let cells =
            row.iter().zip(widths).enumerate().map(|(column, (cell, columns))| {
                match column < 2 || column == N - 1 {
                    true => padded(cell, columns),
                    false => " ".repeat(columns - width(cell)) + cell,
                }
            });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// A game in a line: `2001.02.03  Anna - Bert  1-0  Cup  45 plies  file:place`.
fn line(game: &Found, lang: Lang) -> String {
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let opening = match game.opening.as_str() {
        "" => None,
        key => lang.find(&format!("page.opening.by.{key}")).map(str::to_owned),
    };
    let players = format!("{} - {}", known(&game.red), known(&game.black));
    let parts = [
        Some(known(&game.date)),
        Some(players),
        Some(game.result.to_owned()),
        Some(game.event.clone()).filter(|event| !event.is_empty()),
        opening,
        Some(lang.fill("games.plies", &[("n", &game.plies)])),
        (game.copies > 0).then(|| lang.fill("games.copies", &[("n", &game.copies)])),
        Some(format!("{}:{}", game.file, game.place)),
    ];
    format!("  {}\n", parts.into_iter().flatten().collect::<Vec<_>>().join("  "))
}
