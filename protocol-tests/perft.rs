//! `perft/*.txt`: positions with known perft counts. The files have all known depths;
//! counts over a budget are not verified.

use chuhe::board::{Setup, perft};

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, data_files};

/// The largest count that is verified. The environment variable `PERFT_BUDGET` overrides it.
const BUDGET: u64 = 150_000_000;

/// A position with its perft counts.
pub struct Known {
    /// The position.
    pub setup: Setup,
    /// Depth and count, in the order of the file.
    pub counts: Vec<(u32, u64)>,
}

/// Reads `fen ; d1 44 ; d2 1920`.
///
/// # Errors
/// When the FEN or a count is malformed or there is no count at all.
pub fn parse(line: &str) -> Result<Known, String> {
    let mut fields = line.split(';').map(str::trim);
    let setup = fields.next().unwrap_or_default().parse().map_err(|e| format!("{e}"))?;
    let count = |field: &str| {
        let (depth, nodes) = field.strip_prefix('d')?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
    };
    let counts = fields
        .map(|field| count(field).ok_or_else(|| format!("expected 'd<depth> <lines>': '{field}'")))
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() { Err("no counts".into()) } else { Ok(Known { setup, counts }) }
}

/// The positions of all files, each with its name `file:line`.
///
/// # Errors
/// When a file cannot be read or a line is malformed.
pub fn positions() -> Result<Vec<(String, Known)>, String> {
    let mut out = Vec::new();
    for (file, text) in data_files("perft")? {
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                let name = format!("{file}:{number}");
                out.push((name.clone(), parse(line).map_err(|e| format!("{name}: {e}"))?));
            }
        }
    }
    Ok(out)
}

/// One case for each position: every depth within the budget.
///
/// # Errors
/// As [`positions`].
pub fn cases() -> Result<Vec<Case>, String> {
    let budget = match std::env::var("PERFT_BUDGET") {
        Ok(text) => text.parse().map_err(|_| format!("PERFT_BUDGET is not a number: {text}"))?,
        Err(_) => BUDGET,
    };
    let case = |(name, known): (String, Known)| Case::new(name, move || check(&known, budget));
    let known = positions()?.into_iter().map(case);
    Ok(known.chain([Case::new("shards", shards)]).collect())
}

/// The counts of the shards add up to the count of the whole.
fn shards() -> Result<Pass, String> {
    let folder = Folder::new("perft-shards")?;
    let mut sum = 0;
    for part in 1..=3 {
        let text = folder.text(&format!("perft 3 --shard {part}/3"))?;
        let count = text.split(' ').next().unwrap_or_default();
        sum += count.parse::<u64>().map_err(|e| format!("{text}: {e}"))?;
    }
    ensure(sum == 79_666, || format!("expected 79666 lines, found {sum}"))?;
    Ok(Pass::Count(sum))
}

fn check(known: &Known, budget: u64) -> Result<Pass, String> {
    let mut board = known.setup.to_board().map_err(|e| e.to_string())?;
    let mut lines = 0;
    for &(depth, expected) in known.counts.iter().filter(|&&(_, n)| n <= budget) {
        let found = perft(&mut board, depth);
        if found != expected {
            return Err(format!(
                "{} depth {depth}: expected {expected}, found {found}",
                known.setup
            ));
        }
        lines += found.max(1);
    }
    Ok(Pass::Count(lines))
}
