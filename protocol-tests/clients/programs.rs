//! Real programs, which may be missing.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::Pass;
use crate::process::{LIMIT, Process};

/// The path of a program.
pub fn find(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("{name} is not installed"))
}

/// Runs a case with the programs that it needs. When one is missing, the case is skipped
/// or fails.
pub fn with(
    programs: &[&str],
    run: impl FnOnce(&[PathBuf]) -> Result<Pass, String>,
) -> Result<Pass, String> {
    match programs.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>() {
        Ok(found) => run(&found),
        Err(why) => absent(why),
    }
}

/// The result of a case whose program is missing.
pub fn absent(why: String) -> Result<Pass, String> {
    match env::var("CLIENTS").is_ok_and(|value| value == "required") {
        true => Err(why),
        false => Ok(Pass::Skipped(why)),
    }
}

/// Runs a program, and all that it starts, to its end. Returns what it prints.
pub fn finish(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::spawn_group(command)?.output(LIMIT)
}
