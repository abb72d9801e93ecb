//! The log of a tuning: a header that identifies it, and the results of its iterations
//! in the order in which they were finished.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::parameters::Parameter;
use super::spsa::Spsa;

/// Format of state files.
pub const VERSION: u32 = 1;
/// The most iterations of a tuning.
pub const MOST_ITERATIONS: u64 = 10_000_000;

/// The settings that identify a tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Format of the file.
    pub chuhe_tune_search: u32,
    /// The engine with its settings.
    pub engine: String,
    /// Checksum of the openings.
    pub openings: String,
    /// When scores end games.
    pub adjudication: String,
    /// The seed.
    pub seed: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// Pairs of games in each.
    pub pairs: u64,
    /// The parameters, as lines of a file of parameters.
    pub parameters: Vec<String>,
}

/// A finished iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 0.
    pub iteration: u64,
    /// Games that its first point lost, drew and won.
    pub games: [u64; 3],
}

/// The state of a tuning.
#[derive(Clone, Debug)]
pub struct TuningRecord {
    /// The values.
    pub spsa: Spsa,
    /// Whether an iteration is finished, by its number.
    done: Vec<bool>,
    /// Finished iterations.
    pub finished: u64,
    /// Games lost, drawn and won by first points.
    pub games: [u64; 3],
}

impl TuningRecord {
    /// Replays a tuning.
    ///
    /// # Errors
    /// When the file is of another version, has more iterations than there can be, or was
    /// not written by the tuner.
    pub fn replay(header: &Header, lines: &[Line]) -> Result<TuningRecord> {
        let version = header.chuhe_tune_search;
        ensure!(version == VERSION, "format {version}; known is {VERSION}");
        let iterations = header.iterations;
        ensure!(
            (1..=MOST_ITERATIONS).contains(&iterations),
            "{iterations} iterations; expected 1 to {MOST_ITERATIONS}"
        );
        let parameters: Result<Vec<Parameter>> =
            header.parameters.iter().map(|text| text.parse()).collect();
        let spsa = Spsa::new(parameters?, iterations, header.seed);
        let done = vec![false; usize::try_from(iterations)?];
        let mut record = TuningRecord { spsa, done, finished: 0, games: [0; 3] };
        for line in lines {
            let number = line.iteration.saturating_add(1);
            let known = usize::try_from(line.iteration).ok().and_then(|i| record.done.get(i));
            let known = known.with_context(|| format!("iteration {number} is beyond the last"))?;
            ensure!(!known, "iteration {number} is there twice");
            let games = line.games.iter().fold(0_u64, |sum, &games| sum.saturating_add(games));
            let wanted = header.pairs.saturating_mul(2);
            ensure!(games == wanted, "iteration {number} has {games} games instead of {wanted}");
            record.add(line);
        }
        Ok(record)
    }

    /// Whether an iteration of this tuning is finished.
    pub fn has(&self, iteration: u64) -> bool {
        self.done[iteration as usize]
    }

    /// Takes the result of an iteration that is not finished.
    pub fn add(&mut self, line: &Line) {
        let [losses, _, wins] = line.games;
        self.spsa.learn(line.iteration, wins as i64 - losses as i64);
        self.done[line.iteration as usize] = true;
        self.finished += 1;
        for (sum, games) in self.games.iter_mut().zip(line.games) {
            *sum += games;
        }
    }

    /// Games played in finished iterations.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            chuhe_tune_search: VERSION,
            engine: "x".into(),
            openings: "y".into(),
            adjudication: "z".into(),
            seed: 5,
            iterations: 4,
            pairs: 1,
            parameters: vec!["Move Overhead 10 0 100 5 0.1".into(), "Hash 16 1 64 3.15 0.1".into()],
        }
    }

    #[test]
    fn replayed_is_the_same_as_played() {
        let line = |iteration, games| Line { iteration, games };
        let lines = [line(0, [0, 0, 2]), line(2, [1, 0, 1]), line(1, [2, 0, 0])];
        let mut played = TuningRecord::replay(&header(), &lines[..1]).unwrap();
        assert!(played.spsa.way(0).abs() > 0.1 && played.spsa.way(1).abs() > 0.1);
        let after_one = played.spsa.values.clone();
        lines[1..].iter().for_each(|line| played.add(line));
        let replayed = TuningRecord::replay(&header(), &lines).unwrap();
        assert_eq!(played.spsa.values, replayed.spsa.values);
        assert_ne!(played.spsa.values, after_one);
        assert_eq!((replayed.finished, replayed.games, replayed.played()), (3, [3, 0, 3], 6));
        assert!(replayed.has(2) && !replayed.has(3));
    }

    #[test]
    fn impossible_lines_are_refused() {
        let refused = |lines: &[u64]| {
            let lines: Vec<Line> =
                lines.iter().map(|&iteration| Line { iteration, games: [0, 2, 0] }).collect();
            TuningRecord::replay(&header(), &lines).unwrap_err().to_string()
        };
        assert_eq!(refused(&[1, 1]), "iteration 2 is there twice");
        assert_eq!(refused(&[0, 4]), "iteration 5 is beyond the last");
        let last = u64::MAX;
        assert_eq!(refused(&[last]), format!("iteration {last} is beyond the last"));
        let many = Line { iteration: 0, games: [last; 3] };
        let error = TuningRecord::replay(&header(), &[many]).unwrap_err().to_string();
        assert_eq!(error, format!("iteration 1 has {last} games instead of 2"));
        let old = Header { chuhe_tune_search: 0, ..header() };
        assert!(TuningRecord::replay(&old, &[]).is_err());
    }
}
