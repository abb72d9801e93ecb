//! The HTML page of a match.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use crate::common::lang::Lang;
use crate::common::output::Output;
use crate::common::page::{self, Progress, WorkStage, page};
use chuhe::notation::Style;
use chuhe::types::Color;
use chuhe_games::review::opening;
use chuhe_games::written_moves;

use super::args::DEFAULT_EVENT;
use super::record::{GameRecord, Usage};
use super::report::MatchReport;
use super::stats::{Estimate, Trio};
use super::summary::Summary;
use super::tally::Tally;

/// How long a page goes on loading itself again when nobody writes it any more: longer than
/// most games take.
const PATIENCE: Duration = Duration::from_secs(2 * 3600);

/// Points of a curve, at most.
const POINTS: usize = 240;

/// Largest number of games for which the page has moves in Chinese notation and the
/// engines' scores; more would make it too large.
const WITH_TEXTS: usize = 1000;

/// Plies by which games from one position are told apart.
const OPENING_PLIES: usize = 4;

/// Plies from which an opening is named.
const NAMED_PLIES: usize = 16;

#[derive(Serialize)]
struct MatchPage<'a> {
    engine: &'static str,
    title: &'a str,
    #[serde(flatten)]
    progress: Progress,
    names: &'a [String],
    limits: Vec<String>,
    summary: Summary<'a>,
    curves: Option<Curves>,
    openings: Vec<Opening>,
    games: Vec<PageGame<'a>>,
}

/// Strength and test, after the numbers of games in `games`.
#[derive(Default, Serialize)]
struct Curves {
    games: Vec<u64>,
    elo: Vec<Option<f64>>,
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
    llr: Vec<f64>,
}

/// The games of an opening, from the view of the first engine.
#[derive(Serialize)]
struct Opening {
    /// Its number, or its first moves.
    name: String,
    /// The key of its common name.
    system: Option<&'static str>,
    /// The position in which it ends.
    fen: String,
    /// Its first game, as an index.
    first: usize,
    losses_draws_wins: Trio,
}

#[derive(Serialize)]
struct PageGame<'a> {
    number: u64,
    players: [usize; 2],
    result: &'static str,
    termination: &'a str,
    ending: &'a str,
    fen: &'a str,
    moves: &'a str,
    /// The same for people; empty in large matches.
    texts: Vec<String>,
    /// What was said of them: score, depth, milliseconds; empty in large matches.
    remarks: &'a str,
    plies: usize,
    /// The key of the common name of its opening.
    opening: Option<&'static str>,
    usage: [Usage; 2],
}

/// Writes the page of a match where that is wanted.
///
/// # Errors
/// When the file cannot be written.
pub fn write_page(
    output: Option<&Output>,
    title: &str,
    report: &MatchReport,
    games: &[GameRecord],
    stage: WorkStage,
) -> Result<()> {
    let Some(output) = output else { return Ok(()) };
    let mut games: Vec<&GameRecord> = games.iter().collect();
    games.sort_by_key(|game| game.id);
    let style = report.lang.style();
    let title = if title == DEFAULT_EVENT { report.lang.text("match.title") } else { title };
    let summary = Summary::of(report);
    let content = MatchPage {
        engine: concat!("Chuhe ", env!("CARGO_PKG_VERSION")),
        title,
        progress: Progress::new(stage, summary.games_wanted, PATIENCE),
        names: report.names,
        limits: report.limits.iter().map(|limits| report.lang.limits(limits)).collect(),
        summary,
        curves: curves(report, &games),
        openings: openings(&games, report.lang),
        games: games
            .iter()
            .map(|game| page_game(game, (games.len() <= WITH_TEXTS).then_some(style)))
            .collect(),
    };
    output.write_text(&page(title, page::MATCH, report.lang, &content)?)
}

/// A game; without a style also without what takes much room.
fn page_game(game: &GameRecord, style: Option<Style>) -> PageGame<'_> {
    PageGame {
        number: game.id + 1,
        players: game.players,
        result: game.result(),
        termination: &game.termination,
        ending: game.ending(),
        fen: &game.fen,
        moves: &game.moves,
        texts: style.map_or_else(Vec::new, |style| texts_of(game, usize::MAX, style)),
        remarks: style.map_or("", |_| &game.remarks),
        plies: game.moves.split_whitespace().count(),
        opening: game.replay(NAMED_PLIES).and_then(|replayed| opening(&replayed)),
        usage: game.usage,
    }
}

/// How a match of two went; `None` for more players, or without games.
fn curves(report: &MatchReport, games: &[&GameRecord]) -> Option<Curves> {
    if report.schedule.pairings().len() != 1 || games.is_empty() {
        return None;
    }
    let mut tally = Tally::new(report.schedule, report.names.len());
    let mut curves = Curves::default();
    let step = games.len().div_ceil(POINTS).next_multiple_of(2);
    for (number, game) in (1..).zip(games) {
        tally.add(game, report.schedule);
        if number % step != 0 && number != games.len() {
            continue;
        }
        let results = report.results(&tally.pairings[0]);
        let unknown = Estimate { value: None, low: None, high: None };
        let elo = results.strength().map_or(unknown, |strength| strength.elo);
        curves.games.push(number as u64);
        curves.elo.push(elo.value);
        curves.low.push(elo.low);
        curves.high.push(elo.high);
        curves.llr.extend(report.sprt.map(|sprt| sprt.llr(&results)));
    }
    Some(curves)
}

/// The score of the first engine by opening: by start position, or where there
/// is only one by the first moves. Those with the most games come first.
fn openings(games: &[&GameRecord], lang: Lang) -> Vec<Opening> {
    let starts: BTreeSet<&str> = games.iter().map(|game| game.fen.as_str()).collect();
    let is_by_start = starts.len() > 1;
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut openings: Vec<Opening> = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let Some(side) = Color::ALL.into_iter().find(|side| game.players[side.index()] == 0) else {
            continue;
        };
        let key = match is_by_start {
            true => game.fen.clone(),
            false => texts_of(game, OPENING_PLIES, lang.style()).join(" "),
        };
        let at = known.get(&key).copied().unwrap_or_else(|| {
            let number = known.len() + 1;
            let name = match is_by_start {
                true => lang.fill("match.opening", &[("n", &number)]),
                false => key.clone(),
            };
            known.insert(key, openings.len());
            let plies = if is_by_start { 0 } else { OPENING_PLIES };
            openings.push(Opening {
                name,
                system: game.replay(NAMED_PLIES).and_then(|replayed| opening(&replayed)),
                fen: game.replay(plies).map_or_else(|| game.fen.clone(), |end| end.fen()),
                first: index,
                losses_draws_wins: [0; 3],
            });
            openings.len() - 1
        });
        openings[at].losses_draws_wins[game.half_points(side) as usize] += 1;
    }
    openings
        .sort_by_key(|opening| std::cmp::Reverse(opening.losses_draws_wins.iter().sum::<u64>()));
    openings
}

/// The first moves of a game for people.
fn texts_of(game: &GameRecord, plies: usize, style: Style) -> Vec<String> {
    game.replay(plies).map_or(Vec::new(), |replayed| written_moves(&replayed, style))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::cost::thread_time;
    use chuhe::rules::Outcome;

    /// What is quadratic takes sixteen times as long for four times as many.
    #[test]
    fn openings_take_linear_time() {
        let seconds = |count: u64| {
            let game = |id: u64| GameRecord {
                id,
                players: if id.is_multiple_of(2) { [0, 1] } else { [1, 0] },
                fen: format!("position {}", id / 2 % count), // not replayed: that would take longer
                moves: String::new(),
                remarks: String::new(),
                outcome: Outcome::Win(Color::Red),
                termination: String::new(),
                fault: None,
                usage: [Usage::default(); 2],
            };
            let games: Vec<GameRecord> = (0..4 * count).map(game).collect();
            let began = thread_time();
            let found = openings(&games.iter().collect::<Vec<_>>(), Lang::En);
            let taken = began.zip(thread_time()).map(|(began, ended)| ended - began);
            assert_eq!(found.len() as u64, count);
            assert!(found.iter().all(|opening| opening.losses_draws_wins == [2, 0, 2]));
            assert_eq!((found[7].first, found[7].name.as_str()), (14, "No. 8"));
            taken.unwrap_or_default().as_secs_f64()
        };
        let (few, many) = (seconds(20_000), seconds(80_000));
        assert!(many < 9.0 * few + 0.3, "{few} s, and {many} s for four times as many");
    }
}
