//! What has been found so far, so that a run that was killed can go on.

use std::path::Path;

use anyhow::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::common::lang::files::{DeskFault, FileFault, StateKind};
use crate::common::lang::{Context, Told};
use crate::common::state_file::StateFile;
use chuhe::types::{Move, Score};
use chuhe_games::review::Finding;

/// What makes a run another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the engine.
    pub chuhe_analysis: String,
    /// Limits of each search, in words.
    pub limits: String,
    /// MiB of each table.
    pub hash: usize,
    /// The rule set.
    pub rules: String,
    /// What judges positions.
    pub evaluation: String,
    /// The folder with tables of endings; empty for those in the program.
    #[serde(default)]
    pub endings: String,
    /// The part of the games that is analysed, in words.
    pub shard: String,
    /// Checksum of all positions.
    pub positions: String,
}

/// A position's line.
#[derive(Serialize, Deserialize)]
struct Line {
    position: usize,
    score: i32,
    depth: i32,
    nodes: u64,
    line: Vec<String>,
}

/// An open state file.
#[derive(Debug)]
pub struct State(StateFile);

impl State {
    /// Opens or creates a file, and reads what is in it.
    ///
    /// # Errors
    /// When another process has it open, or it belongs to another run.
    pub fn open(path: &Path, header: &Header) -> Result<(State, Vec<(usize, Finding)>)> {
        let (file, lines) = StateFile::open(path, header, StateKind::Analysis)?;
        let findings = lines
            .into_iter()
            .enumerate()
            .map(|(index, line)| finding_of(line).map_err(|error| at_line(path, index, error)));
        Ok((State(file), findings.collect::<Result<_>>()?))
    }

    /// Adds a position.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, position: usize, finding: &Finding) -> Result<()> {
        self.0.add(&Line {
            position,
            score: finding.score.units(),
            depth: finding.depth,
            nodes: finding.nodes,
            line: finding.line.iter().map(Move::to_string).collect(),
        })
    }
}

/// An error with the place of a position's line before it: the header is before all of them.
pub fn at_line(path: &Path, index: usize, error: impl Into<Error>) -> Error {
    let line = Told::caused(FileFault::Line { n: index + 2 }, error);
    Told::caused(path.display().to_string(), line)
}

fn finding_of(line: Line) -> Result<(usize, Finding)> {
    let Line { position, score, depth, nodes, line } = line;
    let line: Result<Vec<Move>, _> = line.iter().map(|mv| mv.parse()).collect();
    let line = line.ok().context(DeskFault::NotAMove)?;
    let score = Score::from_units(score).context(DeskFault::NotAScore)?;
    Ok((position, Finding { score, depth, nodes, line }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn findings_come_back_and_another_run_is_refused() {
        let path = std::env::temp_dir().join(format!("chuhe-state-{}", std::process::id()));
        let header = Header {
            chuhe_analysis: "1".into(),
            limits: "depth 1".into(),
            hash: 1,
            rules: "ComputerRule".into(),
            evaluation: "x".into(),
            endings: String::new(),
            shard: "1/1".into(),
            positions: "x".into(),
        };
        let finding = Finding {
            score: Score::mate_in(3),
            depth: 5,
            nodes: 9,
            line: vec!["h2e2".parse().unwrap()],
        };
        let (mut state, found) = State::open(&path, &header).unwrap();
        assert_eq!(found, []);
        state.add(7, &finding).unwrap();
        drop(state);
        assert_eq!(State::open(&path, &header).unwrap().1, [(7, finding.clone())]);
        let other = Header { hash: 2, ..header.clone() };
        let error = State::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("another analysis") && error.contains("hash: 1 there"), "{error}");
        fs::remove_file(&path).unwrap();
    }
}
