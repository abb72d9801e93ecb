//! Interoperability with real programs: user interfaces that drive the engine, and engines
//! that play against it. Every case starts the programs itself.
//!
//! A case whose program is missing is skipped; with `CLIENTS=required` in the environment it
//! fails. Programs are looked for in `PATH` and `/usr/games`. `CLIENTS_PYTHON` names a Python
//! with the package `cchess`, and `FASTCHESS` the program fastchess, which is never required.

mod browser;
mod console;
mod match_pages;
mod pages;
mod play;
mod xboard;

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::process::{LIMIT, Process};
use crate::{Case, Pass, data_dir, scene};

/// Opponents for the match runner: name of the case, program, its protocol, and the
/// protocol of the engine.
const OPPONENTS: &[(&str, &str, &str, &str)] = &[
    ("fairy-stockfish-uci", "fairy-stockfish", "uci", "uci"),
    ("fairy-stockfish-ucci", "fairy-stockfish", "ucci", "ucci"),
    ("hoixiangqi-cecp", "hoixiangqi", "cecp", "cecp"),
    ("sjaakii-cecp", "sjaakii", "cecp", "cecp"),
];

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![
        Case::new("xboard-cecp", || xboard::play("")),
        Case::new("xboard-uci2wb-uci", || xboard::play("uci2wb -c ")),
        Case::new("xboard-uci2wb-ucci", || xboard::play("uci2wb -x ")),
        Case::new("cchess-uci", || cchess("UciEngine")),
        Case::new("cchess-ucci", || cchess("UcciEngine")),
        Case::new("person", console::person),
        Case::new("xiangqi_tui", console::xiangqi_tui),
        Case::new("fastchess-compliance", fastchess),
        Case::new("own-dialects", own_dialects),
        Case::new("page-analysis", pages::analysis),
        Case::new("page-many", pages::many_games),
        Case::new("page-languages", pages::languages),
        Case::new("page-match", match_pages::match_of_two),
        Case::new("page-broken-off", pages::broken_off),
        Case::new("page-tournament", match_pages::tournament),
        Case::new("page-play", play::play),
    ];
    for &(name, program, theirs, ours) in OPPONENTS {
        cases.push(Case::new(format!("match-{name}"), move || opponent(program, theirs, ours)));
    }
    Ok(cases)
}

/// The path of a program.
fn find(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed"))
}

/// Runs a case with the programs that it needs. When one is missing, the case is skipped
/// or fails.
fn with(
    programs: &[&str],
    run: impl FnOnce(&[PathBuf]) -> Result<Pass, String>,
) -> Result<Pass, String> {
    match programs.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>() {
        Ok(found) => run(&found),
        Err(why) => absent(why),
    }
}

/// The result of a case whose program is missing.
fn absent(why: String) -> Result<Pass, String> {
    match env::var("CLIENTS").is_ok_and(|value| value == "required") {
        true => Err(why),
        false => Ok(Pass::Skipped(why)),
    }
}

/// Runs a program, and all that it starts, to its end. Returns what it prints.
fn finish(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::spawn_group(command)?.output(LIMIT)
}

/// The engine classes of the Python package cchess: a search to a depth, one with a clock,
/// and one that is stopped.
fn cchess(class: &str) -> Result<Pass, String> {
    let Some(python) = env::var_os("CLIENTS_PYTHON") else {
        return absent("CLIENTS_PYTHON names no Python with the package cchess".into());
    };
    let script = data_dir().join("clients").join("drive_cchess.py");
    let output = finish(Command::new(python).arg(script).arg(class).arg(scene::binary()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.success() && text.trim_end().ends_with("passed") {
        true => Ok(Pass::Count(3)),
        false => Err(format!("{}: {text}", output.status)),
    }
}

/// The UCI compliance check of fastchess.
fn fastchess() -> Result<Pass, String> {
    let program = env::var_os("FASTCHESS").map(PathBuf::from);
    let Some(program) = program.or_else(|| find("fastchess").ok()) else {
        return Ok(Pass::Skipped("FASTCHESS names no fastchess, and it is not installed".into()));
    };
    let output = finish(Command::new(program).arg("--compliance").arg(scene::binary()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.success() && text.contains("passed all compliance checks") {
        true => Ok(Pass::Ok),
        false => Err(format!("{}: {text}", output.status)),
    }
}

/// Two games against another program in its own protocol.
fn opponent(program: &str, theirs: &str, ours: &str) -> Result<Pass, String> {
    with(&[program], |found| {
        let other = format!("cmd={},name=other,proto={theirs}", found[0].display());
        games(&other, ours, false)
    })
}

/// The engine against itself, with different protocols on the two sides.
fn own_dialects() -> Result<Pass, String> {
    let engine = scene::binary();
    for (ours, theirs) in [("uci", "ucci"), ("ucci", "cecp"), ("cecp", "cyclone")] {
        let other = format!("cmd={},name=other,proto={theirs}", engine.display());
        games(&other, ours, true)?;
    }
    Ok(Pass::Count(6))
}

/// Two games against another engine. The engine, and with `both` the other one too, must
/// not lose a game by a crash, on time, by an illegal move and the like.
fn games(other: &str, ours: &str, both: bool) -> Result<Pass, String> {
    let engine = scene::binary();
    let chuhe = format!("cmd={},name=chuhe,proto={ours}", engine.display());
    let output = finish(Command::new(&engine).args([
        "match",
        "--engine",
        &chuhe,
        "--engine",
        other,
        "--each",
        "tc=0.5+0.02,margin=2000",
        "--games",
        "2",
        "--max-plies",
        "300",
        "--verbose",
    ]))?;
    let report = String::from_utf8_lossy(&output.stdout);
    // The last column of an engine's row is its forfeits.
    let is_clean = |name: &str| {
        let row = report.lines().find(|line| line.split_whitespace().next() == Some(name));
        row.is_some_and(|row| row.ends_with(" none"))
    };
    let passed = output.status.success()
        && report.contains("Games: 2,")
        && is_clean("chuhe")
        && (is_clean("other") || !both);
    match passed {
        true => Ok(Pass::Count(2)),
        false => {
            let remarks = String::from_utf8_lossy(&output.stderr);
            Err(format!("{}: {report}\n{remarks}", output.status))
        }
    }
}
