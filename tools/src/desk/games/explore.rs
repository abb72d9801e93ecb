//! The page of a database: moves to click through, with what the games say of them, and the
//! games themselves.

use std::collections::{BinaryHeap, HashMap, HashSet};

use anyhow::Result;
use rusqlite::Connection;
use serde::Serialize;

use crate::common::lang::Lang;
use crate::common::page::{EXPLORER, page as whole};
use chuhe::board::{Board, Setup};
use chuhe::book::Folded;
use chuhe::notation::write as notate;
use chuhe::protocol;
use chuhe::rules::Game;
use chuhe_games::written_moves;

use super::query::Found;
use super::stats::{Counts, PositionStats};

/// Positions on a page: those that the most games have. One takes half a kilobyte.
const POSITIONS: usize = 3000;
/// Games on a page, and of one position.
const GAMES: usize = 1000;
const GAMES_OF_POSITION: usize = 40;
/// Plies behind the first position; what comes later stands in the games.
const DEPTH: usize = 40;

#[derive(Serialize)]
struct ExplorerPage {
    engine: String,
    /// Games in all that have the first position.
    total: u32,
    start: String,
    positions: Vec<PagePosition>,
    games: Vec<PageGame>,
}

#[derive(Serialize)]
struct PagePosition {
    /// Its first two fields.
    fen: String,
    counts: [u32; 5],
    moves: Vec<PageMove>,
    /// Games on the page.
    games: Vec<usize>,
}

/// Coordinates, text, the text in the mirror image, and games that Red won, drew, lost and that
/// have no result, and variations; the years.
#[derive(Serialize)]
struct PageMove(String, String, String, [u32; 5], Option<(u16, u16)>);

#[derive(Serialize)]
struct PageGame {
    red: String,
    black: String,
    event: String,
    date: String,
    result: &'static str,
    opening: String,
    start: String,
    moves: String,
    texts: Vec<String>,
    source: String,
}

/// A position that may come onto the page; ordered by the number of its games.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    games: u32,
    tries: u32,
    /// The shorter of two equals first, then the earlier.
    before: std::cmp::Reverse<(usize, usize)>,
}

/// Makes the page of what follows a position.
///
/// # Errors
/// When the database cannot be read.
pub fn page(
    db: &Connection,
    start: &Game,
    among: Option<&HashSet<i64>>,
    lang: Lang,
) -> Result<String> {
    let mut boards = vec![start.board().clone()];
    let mut waiting =
        BinaryHeap::from([Candidate { games: 0, tries: 0, before: std::cmp::Reverse((0, 0)) }]);
    let mut seen = HashSet::from([Folded::of(start.board()).key]);
    let (mut positions, mut games) = (Vec::new(), PageGames::default());
    while positions.len() < POSITIONS
        && let Some(Candidate { before: std::cmp::Reverse((depth, number)), .. }) = waiting.pop()
    {
        let board = boards[number].clone();
        let stats = PositionStats::read(db, &board, among)?;
        for &(mv, counts) in stats.moves.iter().filter(|_| depth < DEPTH) {
            let mut next = board.clone();
            if next.play(mv).is_ok() && seen.insert(Folded::of(&next).key) {
                let before = std::cmp::Reverse((depth + 1, boards.len()));
                waiting.push(Candidate { games: counts.games(), tries: counts.tries, before });
                boards.push(next);
            }
        }
        positions.push(page_position(&board, &stats, &mut games, lang));
    }
    let total = positions.first().map_or(0, |first| first.counts[..4].iter().sum());
    let data = ExplorerPage {
        engine: protocol::version(),
        total,
        start: start.fen(),
        positions,
        games: games.read(db, lang)?,
    };
    whole(lang.text("page.explore-title"), EXPLORER, lang, &data)
}

fn page_position(
    board: &Board,
    stats: &PositionStats,
    games: &mut PageGames,
    lang: Lang,
) -> PagePosition {
    let setup = Setup::of(board);
    let mirror = setup.mirrored().to_board();
    let moves = stats.moves.iter().map(|&(mv, counts)| {
        let text = notate(board, mv, lang.style());
        let mirrored = mirror.as_ref().map(|board| notate(board, mv.mirror(), lang.style()));
        let mirrored = mirrored.unwrap_or_default();
        PageMove(mv.to_string(), text, mirrored, numbers(counts), counts.years)
    });
    let fen = setup.to_string();
    PagePosition {
        fen: fen.split(' ').take(2).collect::<Vec<_>>().join(" "),
        counts: numbers(stats.all),
        moves: moves.collect(),
        games: stats
            .games
            .iter()
            .take(GAMES_OF_POSITION)
            .filter_map(|&id| games.number(id))
            .collect(),
    }
}

fn numbers(counts: Counts) -> [u32; 5] {
    let Counts { red, drawn, black, open, tries, .. } = counts;
    [red, drawn, black, open, tries]
}

/// The games of a page, numbered in the order in which they were asked for.
#[derive(Default)]
struct PageGames {
    ids: Vec<i64>,
    numbers: HashMap<i64, usize>,
}

impl PageGames {
    /// The number of a game; `None` when there are too many.
    fn number(&mut self, id: i64) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&id) {
            return Some(known);
        }
        let number = self.ids.len();
        (number < GAMES).then(|| {
            self.ids.push(id);
            self.numbers.insert(id, number);
            number
        })
    }

    fn read(&self, db: &Connection, lang: Lang) -> Result<Vec<PageGame>> {
        self.ids.iter().map(|&id| Ok(page_game(Found::read(db, id)?, lang))).collect()
    }
}

fn page_game(found: Found, lang: Lang) -> PageGame {
    let moves: Vec<String> = found.moves.main_line().map(ToString::to_string).collect();
    let played = found.start.parse().ok().and_then(|start| Game::new(&start).ok());
    let texts = played.map(|mut game| {
        for &mv in found.moves.main_line() {
            let _ = game.play(mv);
        }
        written_moves(&game, lang.style())
    });
    PageGame {
        source: format!("{}:{}", found.file, found.place),
        red: found.red,
        black: found.black,
        event: found.event,
        date: found.date,
        result: found.result,
        opening: found.opening,
        start: found.start,
        moves: moves.join(" "),
        texts: texts.unwrap_or_default(),
    }
}
