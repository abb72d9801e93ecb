//! XBoard on a virtual display: one full game against HoiXiangqi.

use std::process::Command;

use crate::folder::Folder;
use crate::{Pass, scene};

use super::{finish, with};

/// Words of XBoard for a regular end of the game.
const ENDINGS: &[&str] = &["mate", "perpetual", "repetition", "draw", "resign", "stalemate"];

/// Plays one game, through an adapter or without.
///
/// # Errors
/// When there is no result, when the engine has lost by anything but its moves, or when
/// XBoard or the engine has reported an illegal move or an error.
pub fn play(adapter: &str) -> Result<Pass, String> {
    let mut programs = vec!["xboard", "Xvfb", "xvfb-run", "hoixiangqi"];
    programs.extend(adapter.split(' ').next().filter(|word| !word.is_empty()));
    with(&programs, |found| {
        let folder = Folder::new(&format!("xboard {adapter}").trim_end().replace(' ', "-"))?;
        let adapter = match found.get(4) {
            None => String::new(),
            Some(program) => adapter.replacen("uci2wb", &program.to_string_lossy(), 1),
        };
        let engine = format!("{adapter}{}", scene::binary().display());
        let mut command = Command::new(&found[2]);
        command.current_dir(folder.path()).env("HOME", folder.path());
        command.args(["-a", &found[0].to_string_lossy(), "-variant", "xiangqi"]);
        command.args(["-fcp", &engine, "-scp", &found[3].to_string_lossy()]);
        command.args(["-mg", "1", "-tc", "0:05", "-inc", "0.1", "-sgf", "game.pgn"]);
        command.args([
            "-debugMode",
            "true",
            "-nameOfDebugFile",
            "debug",
            "-saveSettingsFile",
            "rc",
        ]);
        command.args(["-ponderNextMove", "true", "-popupExitMessage", "false"]);
        command.args(["-delayBeforeQuit", "100"]);
        let output = finish(&mut command)?;
        if !output.status.success() {
            return Err(format!("xboard: {}", output.status));
        }
        let read = |name: &str| {
            let text = folder.bytes(name);
            text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        judge(&read("game.pgn")?, &read("debug")?)
    })
}

/// Judges the game, in which the engine has White. It must have a regular end; only the
/// opponent may lose on time.
fn judge(game: &str, debug: &str) -> Result<Pass, String> {
    let last = game.trim_end().rsplit('{').next().unwrap_or_default().replace('\n', " ");
    let has_result = ["1-0", "0-1", "1/2-1/2"].iter().any(|result| last.ends_with(result));
    let is_ours = last.to_lowercase().contains("white forfeits") || last.contains("exited");
    let is_played = ENDINGS.iter().any(|ending| last.to_lowercase().contains(ending));
    let is_their_flag = last.to_lowercase().contains("black forfeits on time");
    if !has_result || is_ours || !(is_played || is_their_flag) {
        return Err(format!("the game has ended so: {{{last}"));
    }
    let moves = debug.lines().filter(|line| line.contains("<first : move ")).count();
    let complaint = |line: &&str| {
        let illegal = line.contains("<first : Illegal move") || line.contains("Illegal move \"");
        illegal || line.contains("<first : tellusererror")
    };
    match debug.lines().find(complaint) {
        Some(line) => Err(format!("in the log of xboard: {line}")),
        None if moves < 5 => Err(format!("the engine has made only {moves} moves")),
        None => Ok(Pass::Count(moves as u64)),
    }
}
