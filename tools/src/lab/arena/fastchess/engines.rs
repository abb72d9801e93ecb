//! Engines of a fastchess command line as players of a match.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::lab::arena::player::PlayerSettings;

use super::words::Group;

/// The time control of `-quick`.
const QUICK: &str = "10+0.1";

/// Reads the pairs of `-each` or of an `-engine`.
///
/// # Errors
/// On a key or value that is unknown.
pub fn read(group: &Group) -> Result<PlayerSettings> {
    let mut settings = PlayerSettings::default();
    for (key, value) in group.pairs()? {
        read_pair(&mut settings, group, key, value)?;
    }
    Ok(settings)
}

fn read_pair(settings: &mut PlayerSettings, group: &Group, key: &str, value: &str) -> Result<()> {
    let (key, value) = match (key, value) {
        ("plies", _) => ("depth", value),
        ("timemargin", _) => ("margin", value),
        ("tc", "infinite") => ("tc", "inf"),
        ("proto", "xboard") => ("proto", "cecp"),
        ("st", _) => {
            let seconds = value.parse::<f64>().ok().filter(|s| *s > 0.0 && *s < 1e6);
            let seconds = seconds.with_context(|| format!("-{} st: '{value}'", group.name))?;
            let milliseconds = (1000.0 * seconds).round().max(1.0);
            settings.set_movetime(Duration::from_millis(milliseconds as u64));
            return Ok(());
        }
        // The last four are not fastchess's: a xiangqi engine may need them.
        (
            "cmd" | "name" | "args" | "dir" | "nodes" | "restart" | "depth" | "tc" | "proto"
            | "ranks" | "fen" | "stderr" | "patience",
            _,
        ) => (key, value),
        _ if key.starts_with("option.") => (key, value),
        _ => return Err(group.unknown(key)),
    };
    settings.set(key, value).with_context(|| format!("-{} {key}={value}", group.name))
}

/// The two engines of `-quick cmd=A cmd=B book=FILE`, and the book.
///
/// # Errors
/// When there are not two, or no book.
pub fn quick<'a>(group: &Group<'a>) -> Result<(Vec<PlayerSettings>, &'a str)> {
    let (mut engines, mut book) = (Vec::new(), "");
    for (key, value) in group.pairs()? {
        match key {
            "cmd" => {
                let mut settings = PlayerSettings::default();
                settings.set("cmd", value)?;
                settings.set("tc", QUICK)?;
                engines.push(settings);
            }
            "book" => book = value,
            _ => return Err(group.unknown(key)),
        }
    }
    let [first, second] = engines.as_mut_slice() else {
        bail!("-quick: expected two cmd=PROGRAM, found {}", engines.len());
    };
    if first.command() == second.command() {
        first.set("name", "1")?;
        second.set("name", "2")?;
    }
    ensure!(!book.is_empty(), "-quick: book=FILE is missing");
    Ok((engines, book))
}
