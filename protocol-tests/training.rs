//! The way from nothing to a network: games, training, a move played with it.

use std::path::{Path, PathBuf};

use crate::folder::Folder;
use crate::process::Engine;
use crate::{Case, Pass};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("from-nothing-to-a-move", from_nothing_to_a_move),
        Case::new("wrong-arguments", wrong_arguments),
    ])
}

/// The network that a training run has left in a folder.
fn network_in(folder: &Path) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let mut paths = files.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let found = paths.find(|path| path.extension().is_some_and(|e| e == "net"));
    found.ok_or_else(|| format!("{}: no network", folder.display()))
}

/// The best move for the start position, and the score of each depth.
fn play(network: Option<&Path>) -> Result<Vec<String>, String> {
    let mut engine = Engine::start()?;
    if let Some(path) = network {
        engine.send(&format!("setoption name EvalFile value {}", path.display()))?;
    }
    engine.send("position startpos")?;
    engine.send("go nodes 2000")?;
    let lines = engine.read_until("bestmove")?;
    engine.quit()?;
    let word = |line: &String| {
        let mut words = line.split_whitespace().skip_while(|word| *word != "cp");
        words.nth(1).map(str::to_owned)
    };
    let mut told: Vec<String> = lines.iter().filter_map(word).collect();
    told.extend(lines.last().map(|line| line.trim().to_owned()));
    Ok(told)
}

fn from_nothing_to_a_move() -> Result<Pass, String> {
    let folder = Folder::new("training")?;
    folder.text("datagen --out games --games 12 --shards 2 --soft-nodes 40 --threads 2")?;
    folder.text(
        "train tiny.toml --data games --pin --set architecture=689k1a4-32x2-2 --set batch=64 \
         --set epochs=2 --set warm_up=3 --set validation=0.2 --set checkpoint=7",
    )?;
    let manifest = folder.read("tiny.toml")?;
    if manifest.matches("sha256").count() != 2 {
        return Err(format!("the manifest does not pin two files:\n{manifest}"));
    }
    let summary = folder.text("train tiny.toml --data games --out whole")?;
    if !summary.contains("piece values by phase") {
        return Err(format!("no summary:\n{summary}"));
    }
    // The same again, with two interruptions.
    for limit in [" --stop-after 9", " --stop-after 8", ""] {
        folder.text(&format!("train tiny.toml --data games --out parts{limit}"))?;
    }
    let [whole, parts] = ["whole", "parts"].map(|name| network_in(&folder.file(name)));
    let (whole, parts) = (whole?, parts?);
    let bytes = |path: &Path| std::fs::read(path).map_err(|e| e.to_string());
    if whole.file_name() != parts.file_name() || bytes(&whole)? != bytes(&parts)? {
        return Err("an interrupted run leads to another network".into());
    }
    for name in ["loss.csv", "loss.svg", "summary.txt", "manifest.toml"] {
        if folder.bytes(&format!("whole/{name}"))? != folder.bytes(&format!("parts/{name}"))? {
            return Err(format!("an interrupted run leads to another {name}"));
        }
    }
    let (with, without) = (play(Some(&whole))?, play(None)?);
    let is_move = with.last().is_some_and(|line| line.starts_with("bestmove "));
    if !is_move || with == without {
        return Err(format!("the network makes no difference: {with:?}"));
    }
    Ok(Pass::Ok)
}

fn wrong_arguments() -> Result<Pass, String> {
    let folder = Folder::new("training-wrong")?;
    let cases = [
        ("train missing.toml --data . --out x", "missing.toml"),
        ("train m.toml --data .", "--out"),
        ("train m.toml --data . --pin", "no files of games"),
        ("train m.toml --data . --pin --set speed=1", "speed"),
        ("train m.toml --data . --pin --set batch=0", "batch must lie between"),
    ];
    for (arguments, word) in cases {
        match folder.text(arguments) {
            Ok(_) => return Err(format!("'{arguments}' was accepted")),
            Err(error) if error.contains(word) => {}
            Err(error) => return Err(format!("'{arguments}': expected '{word}' in: {error}")),
        }
    }
    match std::fs::read_dir(folder.path()).map_err(|e| e.to_string())?.next() {
        Some(Ok(entry)) => Err(format!("{} was written", entry.path().display())),
        _ => Ok(Pass::Count(cases.len() as u64)),
    }
}
