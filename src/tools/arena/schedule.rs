//! Which games a match has: a pure function from game numbers to games, so that
//! a match can be taken up again from the numbers already played.

use anyhow::{Result, bail};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl Format {
    /// Reads `roundrobin` or `gauntlet`.
    ///
    /// # Errors
    /// On any other name.
    pub fn parse(text: &str) -> Result<Format> {
        match text {
            "roundrobin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            _ => bail!("expected roundrobin or gauntlet, found '{text}'"),
        }
    }
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

/// All games of a match. Each round, every pairing plays its opening twice, with
/// colours exchanged.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

impl Schedule {
    /// `games` are those of each pairing, an even number.
    pub fn new(format: Format, players: usize, games: u64) -> Schedule {
        let first = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => 1,
        };
        let pairings =
            (0..first).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect::<Vec<_>>();
        Schedule { pairings, rounds: games / 2 }
    }

    /// The pairings, each with the lower number first.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The number of games.
    pub fn len(&self) -> u64 {
        self.rounds * 2 * self.pairings.len() as u64
    }

    /// The game of a number.
    pub fn task(&self, id: u64) -> Task {
        let pair = id / 2;
        let count = self.pairings.len() as u64;
        let [a, b] = self.pairings[(pair % count) as usize];
        let players = if id.is_multiple_of(2) { [a, b] } else { [b, a] };
        Task { id, round: pair / count, players }
    }

    /// The pairing that a game belongs to.
    pub fn pairing_of(&self, id: u64) -> usize {
        (id / 2 % self.pairings.len() as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_plays_every_round_twice() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4);
        assert_eq!(schedule.len(), 12);
        let tasks: Vec<Task> = (0..schedule.len()).map(|id| schedule.task(id)).collect();
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
    fn in_a_gauntlet_only_the_first_meets_the_others() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.pairing_of(5), 2);
    }
}
