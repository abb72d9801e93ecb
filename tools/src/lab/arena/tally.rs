//! Counts of a match: results of pairings and of each engine.

use std::collections::{BTreeMap, HashMap, HashSet};

use chuhe::types::Color;

use super::checksum::fnv1a;
use super::record::{Failure, GameRecord, Usage};
use super::schedule::Schedule;
use super::stats::{Penta, Results};

/// The results of a pairing, from the view of its first engine.
#[derive(Clone, Debug, Default)]
pub struct PairingTally {
    /// Losses, draws and wins.
    pub games: [u64; 3],
    /// Finished pairs by points.
    pub pairs: Penta,
    /// Pairs of which one game is finished: half-points by number of the pair.
    open: HashMap<u64, u64>,
    /// Pairs of a win and a loss; the other pairs with one point are two draws.
    pub mixed_pairs: u64,
}

/// The results of an engine.
#[derive(Clone, Debug, Default)]
pub struct PlayerTally {
    /// Losses, draws and wins.
    pub games: [u64; 3],
    /// The same with Red only.
    pub as_red: [u64; 3],
    /// What its searches cost.
    pub usage: Usage,
    /// Games lost by failures.
    pub faults: BTreeMap<Failure, u64>,
}

/// Counts of all finished games.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By pairing, in the order of the schedule.
    pub pairings: Vec<PairingTally>,
    /// By engine.
    pub players: Vec<PlayerTally>,
    /// Games by the reason for their end.
    pub endings: BTreeMap<String, u64>,
    /// Finished games.
    pub finished: u64,
    /// Plies of all finished games.
    pub plies: u64,
    /// Games won by Red.
    pub red_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that are earlier games of the same players move for move.
    pub repeats: u64,
    /// Checksums of the games.
    seen: HashSet<u64>,
}

impl Tally {
    /// Counts before the first game.
    pub fn new(schedule: &Schedule, players: usize) -> Tally {
        Tally {
            pairings: vec![PairingTally::default(); schedule.pairings().len()],
            players: vec![PlayerTally::default(); players],
            endings: BTreeMap::new(),
            finished: 0,
            plies: 0,
            red_wins: 0,
            draws: 0,
            repeats: 0,
            seen: HashSet::new(),
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, record: &GameRecord, schedule: &Schedule) {
        let pairing = schedule.pairing_of(record.id);
        let first = schedule.pairings()[pairing][0];
        for side in Color::ALL {
            let player = record.players[side.index()];
            let half_points = record.half_points(side);
            let tally = &mut self.players[player];
            tally.games[half_points as usize] += 1;
            if side == Color::Red {
                tally.as_red[half_points as usize] += 1;
            }
            tally.usage.add(&record.usage[side.index()]);
            if let Some(fault) = record.fault.filter(|_| half_points == 0) {
                *tally.faults.entry(fault).or_default() += 1;
            }
            if player == first {
                let pair = schedule.has_pairs().then(|| schedule.pair_of(record.id));
                self.pairings[pairing].add(pair, half_points);
            }
        }
        *self.endings.entry(record.ending().to_string()).or_default() += 1;
        let players = record.players.into_iter().flat_map(usize::to_le_bytes);
        let moves = record.fen.bytes().chain(record.moves.bytes());
        self.repeats += u64::from(!self.seen.insert(fnv1a(players.chain(moves))));
        self.finished += 1;
        for usage in &record.usage {
            // Saturates like the sums of usage: a state file may say anything.
            self.plies = self.plies.saturating_add(usage.moves);
        }
        self.red_wins += u64::from(record.half_points(Color::Red) == 2);
        self.draws += u64::from(record.half_points(Color::Red) == 1);
    }
}

impl PairingTally {
    /// The results for the statistics; with `trinomial` without pairs.
    pub fn results(&self, trinomial: bool) -> Results {
        Results { games: self.games, pairs: (!trinomial).then_some(self.pairs) }
    }

    fn add(&mut self, pair: Option<u64>, half_points: u64) {
        self.games[half_points as usize] += 1;
        let Some(pair) = pair else { return };
        match self.open.remove(&pair) {
            None => {
                self.open.insert(pair, half_points);
            }
            Some(other) => {
                self.pairs[(half_points + other) as usize] += 1;
                self.mixed_pairs += u64::from(half_points + other == 2 && half_points != 1);
            }
        }
    }
}

impl PlayerTally {
    /// Points, counting a draw as a half.
    pub fn points(&self) -> f64 {
        let [_, draws, wins] = self.games;
        wins as f64 + draws as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::schedule::{Colours, Format};
    use chuhe::engine::Part;
    use chuhe::rules::Outcome;

    #[test]
    fn pairs_count_when_both_games_are_finished() {
        let usual = Colours::default();
        let schedule = Schedule::new(Format::RoundRobin, 2, 6, usual, Part::WHOLE);
        let mut tally = Tally::new(&schedule, 2);
        let (red, black) = (Outcome::Win(Color::Red), Outcome::Win(Color::Black));
        // Out of order: 1-1 by two wins of Red; two draws; one game alone.
        for (id, outcome) in
            [(2, Outcome::Draw), (0, red), (5, black), (1, red), (3, Outcome::Draw)]
        {
            let record = GameRecord {
                id,
                players: schedule.task(id).players,
                fen: String::new(),
                moves: String::new(),
                remarks: String::new(),
                outcome,
                termination: "crash by red: x".into(),
                fault: Some(Failure::Crash).filter(|_| id == 5),
                usage: [Usage::default(); 2],
            };
            tally.add(&record, &schedule);
        }
        let pairing = &tally.pairings[0];
        assert_eq!(pairing.pairs, [0, 0, 2, 0, 0]);
        assert_eq!(pairing.mixed_pairs, 1);
        assert_eq!(pairing.games, [1, 2, 2]);
        assert_eq!(tally.players[1].faults.get(&Failure::Crash), Some(&1));
        assert_eq!(tally.endings.get("crash"), Some(&5));
        // Without moves, games 2 and 0 are one, and so are 5, 1 and 3.
        assert_eq!(tally.repeats, 3);
    }
}
