//! Commands that this program does not know are those of `chuhe-tools`, a second program in
//! the same folder. It takes the place of this one, or, where systems cannot do that, runs
//! as its child: with the same arguments, streams and exit status.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::program::{MISUSE, remark};

/// The name of the second program.
const TOOLS: &str = "chuhe-tools";

/// Exit status when the second program is there and cannot be started.
const NOT_STARTED: u8 = 126;

/// Runs `chuhe-tools` with these words, of which the first is the name of this program.
pub fn to_tools(words: &[OsString]) -> ExitCode {
    let Some(tools) = beside() else {
        // `help` is a command here; what it shall explain is none.
        let asked = if words.len() > 2 && words[1] == "help" { 2 } else { 1 };
        let word = words.get(asked).map_or("", |word| word.to_str().unwrap_or_default());
        let what = if word.starts_with('-') { "option" } else { "command" };
        let word: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
        remark(&format!(
            "error: '{word}' is no {what} of the engine. {}",
            more_commands().trim_end()
        ));
        return ExitCode::from(MISUSE);
    };
    let mut command = Command::new(&tools);
    command.args(words.iter().skip(1));
    // By the name of the match runner it takes that program's options.
    name_as(&mut command, words.first());
    match run(&mut command) {
        Ok(status) => status,
        Err(error) => {
            remark(&format!("error: cannot start {}: {error}", tools.display()));
            ExitCode::from(NOT_STARTED)
        }
    }
}

/// Whether the second program is there.
pub fn has_tools() -> bool {
    beside().is_some()
}

/// Where the second program is, if it is there: beside this one, also where this one was
/// started through a link.
fn beside() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let real = program.canonicalize().unwrap_or_else(|_| program.clone());
    [program, real]
        .iter()
        .map(|path| path.with_file_name(format!("{TOOLS}{EXE_SUFFIX}")))
        .find(|path| path.is_file())
}

/// How to get at the other commands.
pub fn more_commands() -> String {
    match beside() {
        Some(_) => "analyze, play, judge, match and more: chuhe-tools --help".into(),
        None => format!(
            "analyze, play, judge, match and more are commands of {TOOLS},\n\
             which comes with the engine and must lie in the same folder. From source:\n\
             cargo build --release"
        ),
    }
}

#[cfg(unix)]
fn name_as(command: &mut Command, name: Option<&OsString>) {
    use std::os::unix::process::CommandExt;
    command.arg0(name.map_or(OsStr::new(TOOLS), OsString::as_os_str));
}

#[cfg(not(unix))]
fn name_as(command: &mut Command, name: Option<&OsString>) {
    let stem = name.and_then(|name| std::path::Path::new(name).file_stem());
    command.env("CHUHE_CALLED_AS", stem.unwrap_or(OsStr::new(TOOLS)));
}

/// The second program takes the place of this one, with its number, streams and signals.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Elsewhere this program waits for the second and ends with its exit status.
#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    #[cfg(windows)]
    console::leave_interrupts_to_others();
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1));
}

#[cfg(windows)]
mod console {
    #![allow(unsafe_code)]

    type Handler = unsafe extern "system" fn(u32) -> i32;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn SetConsoleCtrlHandler(handler: Option<Handler>, add: i32) -> i32;
    }

    /// Says that the event has been dealt with, so that it does not end this process.
    unsafe extern "system" fn dealt_with(_event: u32) -> i32 {
        1
    }

    /// Ctrl-C reaches every process of a console; the second program decides what it does.
    /// Children do not inherit a handler.
    pub fn leave_interrupts_to_others() {
        // SAFETY: the function has the signature that the system calls, lives for ever, and
        // touches nothing.
        unsafe { SetConsoleCtrlHandler(Some(dealt_with), 1) };
    }
}
