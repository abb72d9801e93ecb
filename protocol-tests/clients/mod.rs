//! Interoperability with user interfaces that drive the engine: real ones, which each case
//! starts itself, and scenes with what others send, as their sources have it (`*.txt`).
//!
//! A case whose program is missing is skipped; with `CLIENTS=required` in the environment it
//! fails. Programs are looked for in `PATH` and `/usr/games`. `CLIENTS_PYTHON` names a Python
//! with the packages `cchess`, `xiangqibench` and `pikafish-terminal`, and `FASTCHESS` the program
//! fastchess, which is never required.

mod console;
mod programs;
mod xboard;

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::{Case, Pass, data_dir, scene};
use programs::{absent, find, finish, with};

/// All cases.
///
/// # Errors
/// When a scene cannot be read.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![
        Case::new("xboard-cecp", || xboard::play("")),
        Case::new("xboard-uci2wb-uci", || xboard::play("uci2wb -c ")),
        Case::new("xboard-uci2wb-ucci", || xboard::play("uci2wb -x ")),
        Case::new("cchess-uci", || drive("drive_cchess.py", Some("UciEngine"), 3)),
        Case::new("cchess-ucci", || drive("drive_cchess.py", Some("UcciEngine"), 3)),
        Case::new("xiangqibench", || drive("drive_xiangqibench.py", None, 127)),
        Case::new("pikafish-terminal", || drive("drive_pikafish_terminal.py", None, 1)),
        Case::new("person", console::person),
        Case::new("xiangqi_tui", console::xiangqi_tui),
        Case::new("fastchess-compliance", fastchess),
    ];
    cases.extend(scene::cases("clients")?);
    Ok(cases)
}

/// A Python package that drives the engine, by a script that says what it does and ends with
/// the word `passed` after so many checks.
fn drive(script: &str, class: Option<&str>, checks: u64) -> Result<Pass, String> {
    let Some(python) = env::var_os("CLIENTS_PYTHON") else {
        return absent("CLIENTS_PYTHON names no Python with the packages of .ci/clients".into());
    };
    let script = data_dir().join("clients").join(script);
    let output = finish(Command::new(python).arg(script).args(class).arg(scene::binary()))?;
    let [text, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    match output.status.success() && text.trim_end().ends_with("passed") {
        true => Ok(Pass::Count(checks)),
        false => Err(format!("{}: {text}{error}", output.status)),
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
