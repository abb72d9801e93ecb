//! What has been found so far, so that a run that was killed can go on.
//!
//! The file has one line of JSON for the run and one for each position. A last
//! line that is torn is cut off when the file is taken up again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::tools::crew::Finding;
use crate::types::{Move, Score};

/// What makes a run another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the engine.
    pub chuhe_analysis: String,
    /// Limits of each search, in words.
    pub limits: String,
    /// MiB of each table.
    pub hash: usize,
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

/// An open state file. While it is open no other process can open it.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    file: File,
}

impl State {
    /// Opens or creates a file, and reads what is in it.
    ///
    /// # Errors
    /// When another process has it open, or it belongs to another run.
    pub fn open(path: &Path, header: &Header) -> Result<(State, Vec<(usize, Finding)>)> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot write {name}"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{name}: another process writes it"),
            Err(TryLockError::Error(error)) => return Err(error).context(name.to_string()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..whole])
            .with_context(|| format!("{name} is no state of an analysis"))?;
        let mut lines = text.lines();
        if let Some(first) = lines.next() {
            let found: Header = serde_json::from_str(first)
                .with_context(|| format!("{name} is no state of an analysis"))?;
            ensure!(
                found == *header,
                "{name} belongs to another analysis (games, limits or version); name another --state"
            );
        } else {
            ensure!(
                bytes.is_empty() || begins(header)?.starts_with(&bytes),
                "{name} is no state of an analysis"
            );
        }
        let findings: Result<Vec<(usize, Finding)>> = (2..)
            .zip(lines)
            .map(|(number, line)| {
                read_line(line).with_context(|| format!("{name}:{number}: not a position's line"))
            })
            .collect();
        let findings = findings?;
        file.set_len(whole as u64).with_context(|| format!("cannot write {name}"))?;
        let mut state = State { path: path.to_path_buf(), file };
        if whole == 0 {
            state.append(&begins(header)?)?;
        }
        Ok((state, findings))
    }

    /// Adds a position.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, position: usize, finding: &Finding) -> Result<()> {
        let line = Line {
            position,
            score: finding.score.units(),
            depth: finding.depth,
            nodes: finding.nodes,
            line: finding.line.iter().map(Move::to_string).collect(),
        };
        self.append(format!("{}\n", serde_json::to_string(&line)?).as_bytes())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let describe = || format!("cannot write {}", self.path.display());
        self.file.write_all(bytes).with_context(describe)
    }
}

fn begins(header: &Header) -> Result<Vec<u8>> {
    Ok(format!("{}\n", serde_json::to_string(header)?).into_bytes())
}

fn read_line(text: &str) -> Result<(usize, Finding)> {
    let Line { position, score, depth, nodes, line } = serde_json::from_str(text)?;
    let line: Result<Vec<Move>, _> = line.iter().map(|mv| mv.parse()).collect();
    let line = line.ok().context("not a move")?;
    Ok((position, Finding { score: Score::new(score), depth, nodes, line }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_another_run_is_refused() {
        let path = std::env::temp_dir().join(format!("chuhe-state-{}", std::process::id()));
        let header = Header {
            chuhe_analysis: "1".into(),
            limits: "depth 1".into(),
            hash: 1,
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
        assert!(State::open(&path, &header).unwrap_err().to_string().contains("another process"));
        state.add(7, &finding).unwrap();
        state.append(b"{\"position\":8,\"sco").unwrap();
        drop(state);
        for _ in 0..2 {
            let (state, found) = State::open(&path, &header).unwrap();
            assert_eq!(found, [(7, finding.clone())]);
            drop(state);
        }
        let other = Header { hash: 2, ..header.clone() };
        let before = fs::read(&path).unwrap();
        let error = State::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("another analysis"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::write(&path, "something else\n").unwrap();
        assert!(State::open(&path, &header).unwrap_err().to_string().contains("no state"));
        fs::remove_file(&path).unwrap();
    }
}
