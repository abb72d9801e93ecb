//! Scenes: transcripts that are run against the real binary, one in each file.

mod pattern;
mod player;
mod script;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crate::{Case, Pass, built_program, data_files};
#[allow(unused_imports)] // the tests of the tools match lines, too
pub use pattern::{Pattern, Words};
use script::Script;

/// The argument that turns the test harness into the [`echo`] process.
pub const ECHO: &str = "--echo";

/// The binary under test: `CHUHE_BIN` in the environment, or the one that
/// cargo has just built.
pub fn binary() -> PathBuf {
    std::env::var_os("CHUHE_BIN").map_or_else(built_program, PathBuf::from)
}

/// The factor for time limits on slow machines: `SCENE_SLACK` in the environment, or 1.
pub fn slack() -> f64 {
    std::env::var("SCENE_SLACK").ok().and_then(|s| s.parse().ok()).unwrap_or(1.0)
}

/// One case for each scene in a folder.
///
/// # Errors
/// When the folder or a file cannot be read or a scene is malformed.
pub fn cases(folder: &str) -> Result<Vec<Case>, String> {
    collect(folder, |script| player::play(&binary(), &[], script))
}

/// Runs the text of a scene against the binary under test.
///
/// # Errors
/// When it is malformed or fails.
pub fn play(text: &str) -> Result<(), String> {
    player::play(&binary(), &[], &Script::parse(text)?)
}

/// The scenes that test the harness itself, with the [`echo`] process instead of the
/// engine. A scene that begins with `fails with` must fail with this text.
///
/// # Errors
/// As [`cases`].
pub fn self_tests() -> Result<Vec<Case>, String> {
    let itself = std::env::current_exe().map_err(|e| e.to_string())?;
    collect("harness", move |script| {
        let result = player::play(&itself, &[ECHO], script);
        match (&script.fails_with, result) {
            (None, result) => result,
            (Some(text), Err(error)) if error.contains(text) => Ok(()),
            (Some(text), other) => Err(format!("expected to fail with '{text}': {other:?}")),
        }
    })
}

/// One case for each scene, run by a function.
fn collect(
    folder: &str,
    play: impl Fn(&Script) -> Result<(), String> + Clone + Send + 'static,
) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (name, text) in data_files(folder)? {
        let script = Script::parse(&text).map_err(|e| format!("{name}: {e}"))?;
        let play = play.clone();
        cases.push(Case::new(name, move || play(&script).map(|()| Pass::Ok)));
    }
    Ok(cases)
}

/// A process to test the harness with: it executes the commands `say TEXT`, `later MS TEXT`,
/// `complain TEXT` (on standard error), `hang`, `exit STATUS` and `quit`, and repeats every
/// other line with its length.
pub fn echo() -> ExitCode {
    let mut input = BufReader::new(std::io::stdin());
    let mut bytes = Vec::new();
    while matches!(input.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_string();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match (word, rest.split_once(' ')) {
            ("say", _) => println!("{rest}"),
            ("later", Some((millis, text))) => {
                let delay = Duration::from_millis(millis.parse().unwrap_or(0));
                let text = text.to_string();
                thread::spawn(move || {
                    thread::sleep(delay);
                    println!("{text}");
                });
            }
            ("complain", _) => eprintln!("{rest}"),
            ("hang", _) => thread::sleep(Duration::from_secs(60)),
            ("exit", _) => return ExitCode::from(rest.parse().unwrap_or(1)),
            ("quit", _) => return ExitCode::SUCCESS,
            _ => println!("{} bytes {}", bytes.len(), line.escape_debug()),
        }
        bytes.clear();
    }
    println!("end of input");
    ExitCode::SUCCESS
}
