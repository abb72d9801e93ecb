//! Interoperability with real user interfaces that drive the engine. Every case starts the
//! programs itself.
//!
//! A case whose program is missing is skipped; with `CLIENTS=required` in the environment it
//! fails. Programs are looked for in `PATH` and `/usr/games`. `CLIENTS_PYTHON` names a Python
//! with the package `cchess`, and `FASTCHESS` the program fastchess, which is never required.

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
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("xboard-cecp", || xboard::play("")),
        Case::new("xboard-uci2wb-uci", || xboard::play("uci2wb -c ")),
        Case::new("xboard-uci2wb-ucci", || xboard::play("uci2wb -x ")),
        Case::new("cchess-uci", || cchess("UciEngine")),
        Case::new("cchess-ucci", || cchess("UcciEngine")),
        Case::new("person", console::person),
        Case::new("xiangqi_tui", console::xiangqi_tui),
        Case::new("fastchess-compliance", fastchess),
    ])
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
