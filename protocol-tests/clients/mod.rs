//! Real programs against the engine: interfaces that drive it, and opponents in
//! their own dialects. Each case starts the program itself.
//!
//! A case whose program is not there is left out, and says so; with
//! `CLIENTS=required` in the environment it fails. What the cases look for, and
//! where: programs in `PATH` and `/usr/games`, `CLIENTS_PYTHON` (a Python that has
//! the package `cchess`), and `FASTCHESS`, which is never required.

mod browser;
mod console;
mod pages;
mod xboard;

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Case, Pass, data_dir, scene};

/// How long one client may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// Opponents for the match runner: a name, a program, how it is spoken to, and
/// how the engine is.
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
        Case::new("page-match", pages::match_of_two),
    ];
    for &(name, program, theirs, ours) in OPPONENTS {
        cases.push(Case::new(format!("match-{name}"), move || opponent(program, theirs, ours)));
    }
    Ok(cases)
}

/// A program that a case needs.
fn find(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed"))
}

/// Runs a case with the programs it needs; without one of them, the case is left
/// out, or has failed.
fn with(
    programs: &[&str],
    run: impl FnOnce(&[PathBuf]) -> Result<Pass, String>,
) -> Result<Pass, String> {
    match programs.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>() {
        Ok(found) => run(&found),
        Err(why) => absent(why),
    }
}

/// What to say about a case that cannot run.
fn absent(why: String) -> Result<Pass, String> {
    match env::var("CLIENTS").is_ok_and(|value| value == "required") {
        true => Err(why),
        false => Ok(Pass::Skipped(why)),
    }
}

/// Runs a program to its end. One that takes too long is ended.
fn finish(command: &mut Command) -> Result<Output, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{command:?}: {e}"))?;
    let deadline = Instant::now() + PATIENCE.mul_f64(scene::slack());
    // Nothing here prints more than a pipe holds before it ends.
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        if Instant::now() > deadline {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("{command:?}: still running after {PATIENCE:?}"));
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().map_err(|e| e.to_string())
}

/// The engine classes of the Python package cchess: a position, a clocked
/// search, and a stop.
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

/// The check of UCI engines that fastchess has.
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

/// Two games against a program in its own dialect.
fn opponent(program: &str, theirs: &str, ours: &str) -> Result<Pass, String> {
    with(&[program], |found| {
        let other = format!("cmd={},name=other,proto={theirs}", found[0].display());
        games(&other, ours, false)
    })
}

/// The engine against itself, every dialect against every other.
fn own_dialects() -> Result<Pass, String> {
    let engine = scene::binary();
    for (ours, theirs) in [("uci", "ucci"), ("ucci", "cecp"), ("cecp", "cyclone")] {
        let other = format!("cmd={},name=other,proto={theirs}", engine.display());
        games(&other, ours, true)?;
    }
    Ok(Pass::Count(6))
}

/// Two games against another engine. Neither side may lose by anything but
/// moves; of a foreign one only we are held to that.
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
    let text = String::from_utf8_lossy(&output.stdout);
    let fouls = ["crash", "stall", "time", "illegal", "disconnect"];
    let is_foul = |line: &&str| {
        let line = line.to_lowercase();
        fouls.iter().any(|foul| line.contains(foul)) && (both || line.contains("chuhe"))
    };
    let foul = text.lines().filter(|line| line.contains("game")).find(is_foul);
    match (output.status.success(), foul) {
        (true, None) => Ok(Pass::Count(2)),
        _ => Err(format!("{}: {text}", output.status)),
    }
}
