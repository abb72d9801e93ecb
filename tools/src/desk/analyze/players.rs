//! What recurs in several games of one player.

use std::collections::BTreeMap;

use serde::Serialize;

use chuhe_games::review::level::Signal;
use chuhe_games::review::{Assessed, Counts, Grade, Kind, Level, Phase, Played, Position};

/// Players that a report sums up, at most: those with the most games.
const MOST: usize = 50;

/// Somebody's moves in several games.
#[derive(Clone, Debug, Serialize)]
pub struct Player {
    /// As the files have it, or what was asked for.
    pub name: String,
    /// Games won, drawn, lost, and without a result.
    pub results: [usize; 4],
    /// All moves together.
    #[serde(flatten)]
    pub all: Part,
    /// An estimate of the level; `None` for too few moves.
    pub level: Option<Level>,
    /// How many moves there are of each class.
    pub classes: Counts,
    /// The moves of each phase, with each colour, and of each opening.
    pub phases: Vec<Part>,
    /// With Red and with Black.
    pub colors: Vec<Part>,
    /// The openings, that with the most bad moves a game first.
    pub openings: Vec<Part>,
    /// What went wrong with mistakes and blunders, the most frequent first.
    pub kinds: Vec<Found>,
    /// The mates and tactics that were missed.
    pub missed: Vec<Found>,
    /// Those that were allowed.
    pub allowed: Vec<Found>,
}

/// Some of the moves of a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Part {
    /// Which; empty for all.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// Games with such moves.
    pub games: usize,
    /// Such moves.
    pub moves: usize,
    /// The mean of their accuracies; `None` where no move is judged.
    pub accuracy: Option<f64>,
    /// The mean loss of win chance, in percent.
    pub loss_chance: Option<f64>,
    /// Mistakes and blunders.
    pub bad: usize,
}

/// Where something was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// What.
    pub key: &'static str,
    /// The numbers of the games, from 0, and the plies before the move.
    pub places: Vec<[usize; 2]>,
}

/// A move of the player, with the positions before and after it.
#[derive(Clone, Copy)]
struct Own<'a> {
    game: usize,
    ply: usize,
    assessed: &'a Assessed,
    played: &'a Played,
}

impl<'a> Own<'a> {
    fn before(&self) -> &'a Position {
        &self.assessed.positions[self.ply]
    }

    fn after(&self) -> &'a Position {
        &self.assessed.positions[self.ply + 1]
    }

    fn is_bad(&self) -> bool {
        matches!(self.played.grade, Some(Grade::Mistake | Grade::Blunder))
    }
}

/// The name of the player of a side.
fn name_of(game: &Assessed, is_red: bool) -> Option<&str> {
    match is_red {
        true => game.tag("Red").or_else(|| game.tag("White")),
        false => game.tag("Black"),
    }
}

/// Whether a name has what was asked for in it, in any case.
pub fn is_called(name: &str, wanted: &str) -> bool {
    name.to_lowercase().contains(&wanted.trim().to_lowercase())
}

/// The players with two games or more, those with the most games first; or the one who is asked
/// for, also with one.
pub fn players(games: &[&Assessed], wanted: Option<&str>) -> Vec<Player> {
    let mut sides: BTreeMap<&str, Vec<(usize, bool)>> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        for is_red in [true, false] {
            let Some(name) = name_of(game, is_red) else { continue };
            match wanted {
                Some(wanted) if is_called(name, wanted) => {
                    sides.entry(wanted).or_default().push((number, is_red));
                }
                Some(_) => {}
                None => sides.entry(name).or_default().push((number, is_red)),
            }
        }
    }
    let least = if wanted.is_some() { 1 } else { 2 };
    let mut all: Vec<_> = sides.into_iter().filter(|(_, sides)| sides.len() >= least).collect();
    all.sort_by_key(|(_, sides)| std::cmp::Reverse(sides.len()));
    all.truncate(MOST);
    all.into_iter().map(|(name, sides)| player(name, games, &sides)).collect()
}

fn player(name: &str, games: &[&Assessed], sides: &[(usize, bool)]) -> Player {
    let mut results = [0; 4];
    for &(number, is_red) in sides {
        let place = match (games[number].result, is_red) {
            ("1-0", true) | ("0-1", false) => 0,
            ("1/2-1/2", _) => 1,
            ("1-0", false) | ("0-1", true) => 2,
            _ => 3,
        };
        results[place] += 1;
    }
    let own: Vec<Own> =
        sides.iter().flat_map(|&(game, is_red)| own_moves(games, game, is_red)).collect();
    let signal = Signal::of(own.iter().map(|own| (own.played, own.before())));
    let mut openings = parts(&own, |own| own.assessed.opening.map(str::to_owned));
    let rate = |part: &Part| part.bad as f64 / part.games.max(1) as f64;
    openings.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    let phases = parts(&own, |own| Some(phase_key(own.played.phase).to_owned()));
    let in_order = |part: &Part| Phase::ALL.iter().position(|&phase| phase_key(phase) == part.key);
    let mut phases = phases;
    phases.sort_by_key(in_order);
    let mut colors = parts(&own, |own| Some(if own.played.red { "red" } else { "black" }.into()));
    colors.reverse();
    let bad: Vec<Own> = own.iter().copied().filter(Own::is_bad).collect();
    Player {
        name: name.to_owned(),
        results,
        all: Part { games: games_of(sides), ..part(&own) },
        level: Level::of(signal),
        classes: Counts::of(own.iter().map(|own| own.played)),
        phases,
        colors,
        openings,
        kinds: found(&bad, |own| own.played.kinds.iter().map(|kind: &Kind| kind.key()).collect()),
        missed: found(&bad, |own| own.before().names.clone()),
        allowed: found(&bad, |own| own.after().names.clone()),
    }
}

/// How many games there are: one in which somebody has both sides is one.
fn games_of(sides: &[(usize, bool)]) -> usize {
    let mut games: Vec<usize> = sides.iter().map(|&(game, _)| game).collect();
    games.dedup();
    games.len()
}

fn own_moves<'a>(games: &[&'a Assessed], game: usize, is_red: bool) -> Vec<Own<'a>> {
    let assessed = games[game];
    let own = |(ply, played): (usize, &'a Played)| {
        (played.red == is_red).then_some(Own { game, ply, assessed, played })
    };
    assessed.moves.iter().enumerate().filter_map(own).collect()
}

/// The name of a phase in JSON and in catalogues of texts.
fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Middlegame => "middlegame",
        Phase::Endgame => "endgame",
    }
}

/// The moves by a key, sorted by it.
fn parts(own: &[Own], key: impl Fn(&Own) -> Option<String>) -> Vec<Part> {
    let mut by: BTreeMap<String, Vec<Own>> = BTreeMap::new();
    for own in own {
        if let Some(key) = key(own) {
            by.entry(key).or_default().push(*own);
        }
    }
    by.into_iter().map(|(key, own)| Part { key, ..part(&own) }).collect()
}

fn part(own: &[Own]) -> Part {
    let judged = || own.iter().map(|own| own.played).filter(|played| !played.too_shallow);
    let mean = |figure: fn(&Played) -> f64| {
        let (sum, count) =
            judged().fold((0.0, 0), |(sum, n), played| (sum + figure(played), n + 1));
        (count > 0).then(|| (10.0 * sum / f64::from(count)).round() / 10.0)
    };
    let mut games: Vec<usize> = own.iter().map(|own| own.game).collect();
    games.dedup();
    Part {
        key: String::new(),
        games: games.len(),
        moves: own.len(),
        accuracy: mean(Played::accuracy),
        loss_chance: mean(|played| played.loss_chance),
        bad: own.iter().filter(|own| own.is_bad()).count(),
    }
}

/// What bad moves have, the most frequent first.
fn found(bad: &[Own], keys: impl Fn(&Own) -> Vec<&'static str>) -> Vec<Found> {
    let mut by: BTreeMap<&'static str, Vec<[usize; 2]>> = BTreeMap::new();
    for own in bad {
        for key in keys(own) {
            by.entry(key).or_default().push([own.game, own.ply]);
        }
    }
    let mut all: Vec<Found> = by.into_iter().map(|(key, places)| Found { key, places }).collect();
    all.sort_by_key(|found| std::cmp::Reverse(found.places.len()));
    all
}
