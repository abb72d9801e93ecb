//! Which games a match has. The games are a pure function of their numbers, so that a
//! match can be resumed from the numbers already played, and divided into shards that
//! need not know of each other.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use crate::common::lang::Told;
use crate::common::lang::matches::MatchFault;
use chuhe::engine::Part;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Each of the first N engines meets all that come after them.
    Gauntlet(usize),
}

/// `roundrobin`, `gauntlet` or `gauntlet=N`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Format::RoundRobin => f.write_str("roundrobin"),
            Format::Gauntlet(1) => f.write_str("gauntlet"),
            Format::Gauntlet(seeds) => write!(f, "gauntlet={seeds}"),
        }
    }
}

impl Format {
    /// Checks that there is at least one pairing, and that there are not too many engines.
    ///
    /// # Errors
    /// When all the engines are among the first of a gauntlet, or there are too many.
    pub fn check(self, players: usize) -> Result<()> {
        ensure!(players <= MOST_PLAYERS, MatchFault::ManyEngines { n: MOST_PLAYERS });
        let Format::Gauntlet(seeds) = self else { return Ok(()) };
        ensure!(seeds < players, MatchFault::FewEngines { format: self.to_string(), n: seeds });
        Ok(())
    }
}

impl FromStr for Format {
    type Err = Told;

    fn from_str(text: &str) -> Result<Format, Told> {
        let seeds = text.strip_prefix("gauntlet=").map(|seeds| seeds.parse().ok());
        match (text, seeds) {
            ("roundrobin", _) => Ok(Format::RoundRobin),
            ("gauntlet", _) => Ok(Format::Gauntlet(1)),
            (_, Some(Some(seeds))) if seeds > 0 => Ok(Format::Gauntlet(seeds)),
            _ => Err(MatchFault::Format { text: text.into() }.into()),
        }
    }
}

/// How colours are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Colours {
    /// Every opening is played once: no pairs, colours change from round to round.
    pub single: bool,
    /// Colours are never exchanged.
    pub fixed: bool,
    /// The second engine of a pairing begins with Red.
    pub reversed: bool,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, from 0. The two games of a pair follow each other.
    pub id: u64,
    /// The round, from 0: all its games have the same opening.
    pub round: u64,
    /// Players of Red and Black, by number.
    pub players: [usize; 2],
}

/// Largest number of engines: under a million pairings.
const MOST_PLAYERS: usize = 1000;

/// More games of a pairing are not played: the numbers of all games must fit.
pub const MOST_GAMES: u64 = 1 << 40;

/// All games of a match, of which a run may have a shard. Each round, every
/// pairing plays its opening twice, with colours exchanged, or once.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
    colours: Colours,
    shard: Part,
}

impl Schedule {
    /// `games` are those of each pairing: a multiple of what a round has.
    pub fn new(
        format: Format,
        players: usize,
        games: u64,
        colours: Colours,
        shard: Part,
    ) -> Schedule {
        let first = match format {
            Format::RoundRobin => players,
            Format::Gauntlet(seeds) => seeds.min(players),
        };
        let opponents = move |a: usize| match format {
            Format::RoundRobin => a + 1..players,
            Format::Gauntlet(_) => first..players,
        };
        let pairings =
            (0..first).flat_map(|a| opponents(a).map(move |b| [a, b])).collect::<Vec<_>>();
        let per_round = if colours.single { 1 } else { 2 };
        Schedule { pairings, rounds: games / per_round, colours, shard }
    }

    /// A whole match that is just long enough to have the game of this number.
    pub fn up_to(format: Format, players: usize, colours: Colours, last: Option<u64>) -> Schedule {
        let mut schedule = Schedule::new(format, players, 0, colours, Part::WHOLE);
        schedule.rounds = last.map_or(0, |last| schedule.round_of(last) + 1);
        schedule
    }

    /// The pairings, each with the lower number first.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of rounds, those of all shards.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Whether the openings are played with both colours.
    pub fn has_pairs(&self) -> bool {
        !self.colours.single
    }

    fn per_round(&self) -> u64 {
        if self.colours.single { 1 } else { 2 }
    }

    /// The number of games of the shard.
    pub fn len(&self) -> u64 {
        self.shard.count_below(self.rounds) * self.per_round() * self.pairings.len() as u64
    }

    /// Numbers of the games of the shard, in playing order.
    pub fn ids(&self) -> impl Iterator<Item = u64> + use<> {
        let (shard, in_round) = (self.shard, self.per_round() * self.pairings.len() as u64);
        let rounds = shard.numbers(self.rounds);
        rounds.flat_map(move |round| round * in_round..(round + 1) * in_round)
    }

    /// The pair that a game belongs to.
    pub fn pair_of(&self, id: u64) -> u64 {
        id / self.per_round()
    }

    fn round_of(&self, id: u64) -> u64 {
        self.pair_of(id) / self.pairings.len() as u64
    }

    /// The game of a number.
    pub fn task(&self, id: u64) -> Task {
        let round = self.round_of(id);
        let [a, b] = self.pairings[self.pairing_of(id)];
        let turn = if self.colours.single { round } else { id };
        let swapped = !self.colours.fixed && !turn.is_multiple_of(2);
        let players = if swapped ^ self.colours.reversed { [b, a] } else { [a, b] };
        Task { id, round, players }
    }

    /// Whether these players have the game of this number.
    pub fn has(&self, id: u64, players: [usize; 2]) -> bool {
        let task = self.task(id);
        task.players == players && self.shard.has(task.round)
    }

    /// The pairing that a game belongs to.
    pub fn pairing_of(&self, id: u64) -> usize {
        (self.pair_of(id) % self.pairings.len() as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(format: Format, players: usize, games: u64) -> Schedule {
        Schedule::new(format, players, games, Colours::default(), Part::WHOLE)
    }

    #[test]
    fn every_pairing_plays_every_round_twice() {
        let schedule = whole(Format::RoundRobin, 3, 4);
        assert_eq!(schedule.len(), 12);
        let tasks: Vec<Task> = schedule.ids().map(|id| schedule.task(id)).collect();
        for pair in tasks.chunks(2) {
            assert_eq!(pair[0].round, pair[1].round);
            assert_eq!(pair[0].players[0], pair[1].players[1]);
            assert_eq!(pair[0].players[1], pair[1].players[0]);
        }
        for round in 0..2 {
            let of_round = tasks.iter().filter(|task| task.round == round);
            let mut players: Vec<_> = of_round.map(|task| task.players).collect();
            players.sort_unstable();
            assert_eq!(players, [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
        }
    }

    #[test]
    fn in_a_gauntlet_only_the_first_meet_the_others() {
        let schedule = whole(Format::Gauntlet(1), 4, 2);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.pairing_of(5), 2);
        let two = whole("gauntlet=2".parse().unwrap(), 4, 2);
        assert_eq!(two.pairings(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
        for text in ["roundrobin", "gauntlet", "gauntlet=2"] {
            assert_eq!(text.parse::<Format>().unwrap().to_string(), text);
        }
        for (seeds, meet) in [(1, true), (3, true), (4, false), (5, false)] {
            assert_eq!(Format::Gauntlet(seeds).check(4).is_ok(), meet, "{seeds}");
            let pairings = whole(Format::Gauntlet(seeds), 4, 2).pairings().len();
            assert_eq!(pairings > 0, meet, "{seeds}");
        }
        for bad in ["gauntlet=0", "cup", ""] {
            assert!(bad.parse::<Format>().is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_divide_the_games() {
        let mut all = Vec::new();
        for index in 1..=3 {
            let shard: Part = format!("{index}/3").parse().unwrap();
            let part = Schedule::new(Format::RoundRobin, 3, 10, Colours::default(), shard);
            let ids: Vec<u64> = part.ids().collect();
            assert_eq!(part.len(), ids.len() as u64);
            all.extend(ids);
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(0..30));
        for bad in ["", "0/4", "5/4", "1", "1/", "a/b", "-1/2"] {
            assert!(bad.parse::<Part>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_length_of_the_largest_match_is_known_at_once() {
        let schedule = whole(Format::RoundRobin, 3, MOST_GAMES);
        assert_eq!(schedule.len(), 3 * MOST_GAMES);
        assert!(schedule.ids().take(3).eq(0..3));
    }

    #[test]
    fn colours() {
        let players = |colours| -> Vec<[usize; 2]> {
            let schedule = Schedule::new(Format::RoundRobin, 2, 4, colours, Part::WHOLE);
            schedule.ids().map(|id| schedule.task(id).players).collect()
        };
        let usual = Colours::default();
        let (there, back) = ([0, 1], [1, 0]);
        assert_eq!(players(usual), [there, back, there, back]);
        assert_eq!(players(Colours { reversed: true, ..usual }), [back, there, back, there]);
        assert_eq!(players(Colours { fixed: true, ..usual }), [there; 4]);
        let single = Colours { single: true, ..usual };
        assert_eq!(players(single), [there, back, there, back]);
        let schedule = Schedule::new(Format::RoundRobin, 2, 4, single, Part::WHOLE);
        assert_eq!((schedule.rounds(), schedule.task(3).round), (4, 3));
    }
}
