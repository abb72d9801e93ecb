//! The opponent that is as strong as whoever plays: results that are kept from game to game.

use std::path::Path;
use std::process::Command;

use crate::folder::{Folder, ensure};
use crate::process::run_with_input;
use crate::{Case, Pass};

/// Where the results of a user are kept, in a folder that takes the place of all that the system
/// may name.
const FILE: &str = if cfg!(target_os = "macos") {
    "home/Library/Application Support/chuhe/player.jsonl"
} else {
    "home/chuhe/player.jsonl"
};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("two-games", two_games),
        Case::new("refused", refused),
        Case::new("saved", saved),
        Case::new("off-the-scale", off_the_scale),
        Case::new("levels", levels),
    ])
}

/// A command of somebody whose home is in the folder.
fn at_home(folder: &Folder, words: &str) -> Command {
    let mut command = folder.command(words);
    for name in ["HOME", "XDG_STATE_HOME", "LOCALAPPDATA"] {
        command.env(name, folder.file("home"));
    }
    command
}

/// What a game prints.
fn played(mut command: Command, input: &str) -> Result<String, String> {
    let output = run_with_input(&mut command, input.as_bytes())?;
    ensure(output.status.success(), || format!("{output:?}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn expect(text: &str, parts: &[&str]) -> Result<(), String> {
    let missing = parts.iter().find(|part| !text.contains(**part));
    missing.map_or(Ok(()), |part| Err(format!("expected {part}, found {text}")))
}

/// The second game begins where the first one has led, in each language; a game that is left
/// changes nothing.
fn two_games() -> Result<Pass, String> {
    for (lang, parts) in [
        ("en", ["Level 5 to begin", "Your level: ", "level 0.", "does not count"]),
        ("zh-Hans", ["开始时为等级 5", "您的水平：", "等级 0。", "不计入"]),
        ("zh-Hant", ["開始時為等級 5", "您的水準：", "等級 0。", "不計入"]),
        ("vi", ["Bắt đầu ở cấp 5", "Trình độ của bạn: ", "cấp 0.", "không tính"]),
    ] {
        let folder = Folder::new("player-two")?;
        let words = format!("play --level auto --movetime 1 --notation uci --lang {lang}");
        let first = played(at_home(&folder, &words), "h2e2\nresign\n")?;
        expect(&first, &parts[..3])?;
        let kept = folder.read(FILE)?;
        ensure(kept.lines().count() == 2, || kept.clone())?;
        let words = format!("{words} --side black --pgn second.pgn");
        let second = played(at_home(&folder, &words), "quit\n")?;
        expect(&second, &[parts[1], parts[3]])?;
        ensure(folder.read(FILE)? == kept, || "a game that was left counts".into())?;
        let pgn = folder.read("second.pgn")?;
        ensure(pgn.contains(" 0") && pgn.contains("[Red "), || pgn)?;
        // Another file is somebody else's.
        let other = played(at_home(&folder, &format!("{words} --player me")), "resign\n")?;
        expect(&other, &parts[..3])?;
        ensure(folder.read("me")?.lines().count() == 2, || "nothing in --player".into())?;
    }
    Ok(Pass::Count(4))
}

/// What cannot be read or written is an error before the game, and stays as it is.
fn refused() -> Result<Pass, String> {
    let folder = Folder::new("player-refused")?;
    folder.write("damaged", "{\"results\":\"levels-1\"}\n{\"level\":50,\"points\":1}\n")?;
    folder.write("game", "h2e2 h9g7\n")?;
    folder.write("file", "")?;
    for (words, part) in [
        ("play --level auto --player damaged", "damaged holds no state of a player's results: "),
        ("play --level 3 --player game", "game holds no state of a player's results: line 1"),
        ("play --player .", "it is a folder"),
        ("play --player -", "not an ordinary file"),
        ("play --player none/me", "none/me: "),
        ("play --level auto --player me --pgn me", "name the same file, "),
        ("play --level 21", "expected a level from 0 to 20, or auto"),
    ] {
        let output = run_with_input(&mut folder.command(words), b"resign\n")?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(!output.status.success() && error.contains(part), || {
            format!("{words}: expected {part}, found {output:?}")
        })?;
    }
    ensure(!folder.file("me").exists(), || "a refused command writes".into())?;
    for (name, part) in [("damaged", ":50,"), ("game", "h2e2 h9g7\n"), ("file", "")] {
        ensure(folder.read(name)?.contains(part), || format!("{name} has changed"))?;
    }
    // No folder of the user's, or one in whose place is something else.
    for home in [Path::new("relative").to_path_buf(), folder.file("file")] {
        let mut command = folder.command("play --level auto");
        for name in ["HOME", "XDG_STATE_HOME", "LOCALAPPDATA"] {
            command.env(name, &home);
        }
        let output = run_with_input(&mut command, b"resign\n")?;
        let error = String::from_utf8_lossy(&output.stderr);
        let part = if home.is_absolute() { "cannot write" } else { "--player" };
        ensure(!output.status.success() && error.contains(part), || format!("{output:?}"))?;
    }
    Ok(Pass::Count(9))
}

/// A game is saved over no results, whatever they are called, and whether or not there are any
/// yet; the game goes on.
fn saved() -> Result<Pass, String> {
    let folder = Folder::new("player-saved")?;
    let results = "{\"results\":\"levels-1\"}\n{\"level\":5,\"points\":1,\"date\":\"\"}\n";
    for kept in [None, Some(results)] {
        if let Some(kept) = kept {
            folder.write("me", kept)?;
        }
        for path in ["me", "./me"] {
            let words = "play --player me --level 3 --movetime 1";
            let text = played(folder.command(words), &format!("save {path}\nsave game\nquit\n"))?;
            expect(&text, &["--player and save name the same file, ", "Saved as game"])?;
            ensure(folder.read("me").ok().as_deref() == kept, || format!("{path} was written"))?;
            expect(&folder.read("game")?, &["[Result "])?;
        }
    }
    let own = folder.file(FILE);
    let path = own.to_str().ok_or("a folder whose name is no text")?;
    let words = "play --level auto --movetime 1";
    played(at_home(&folder, words), "resign\n")?;
    let kept = folder.read(FILE)?;
    let text = played(at_home(&folder, words), &format!("save {path}\nquit\n"))?;
    expect(&text, &["name the same file, "])?;
    let output = run_with_input(at_home(&folder, words).args(["--pgn", path]), b"resign\n")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(!output.status.success(), || format!("{output:?}"))?;
    expect(&error, &["--pgn and --player name the same file, "])?;
    ensure(folder.read(FILE)? == kept, || "the user's results were written".into())?;
    Ok(Pass::Count(6))
}

/// Who is beyond the levels is told so, and no number that none of them has.
fn off_the_scale() -> Result<Pass, String> {
    let line = |level: i64, points: i64| {
        format!("{{\"level\":{level},\"points\":{points},\"date\":\"\"}}\n")
    };
    let file = |lines: String| format!("{{\"results\":\"levels-1\"}}\n{lines}");
    let folder = Folder::new("player-scale")?;
    folder.write("weak", file(line(0, 0).repeat(9)))?;
    folder.write("strong", file(line(20, 1).repeat(9)))?;
    folder.write("middle", file([line(5, 1), line(5, 0)].concat().repeat(9)))?;
    for (lang, [weak, strong, middle]) in [
        ("en", ["level: below 600 (", "level: above 2690 (", " ± "]),
        ("zh-Hans", ["水平：低于 600（", "水平：高于 2690（", " ± "]),
        ("zh-Hant", ["水準：低於 600（", "水準：高於 2690（", " ± "]),
        ("vi", ["của bạn: dưới 600 (", "của bạn: trên 2690 (", " ± "]),
    ] {
        for (name, part) in [("weak", weak), ("strong", strong), ("middle", middle)] {
            let words = format!("play --player {name} --level auto --movetime 1 --lang {lang}");
            let text = played(folder.command(&words), "quit\n")?;
            expect(&text, &[part])?;
            let has_number = text.contains(" ± ");
            ensure(has_number == (name == "middle"), || format!("{name}: {text}"))?;
        }
    }
    for name in ["weak", "middle"] {
        let words = format!("play --player {name} --level auto --movetime 1");
        let text = played(folder.command(&words), "resign\n")?;
        expect(&text, &["on the engine's scale (games: "])?;
        ensure(text.contains("below 600 on") == (name == "weak"), || text.clone())?;
    }
    Ok(Pass::Count(14))
}

/// The measurement: the same games for the same seed, however many at a time.
fn levels() -> Result<Pass, String> {
    let folder = Folder::new("player-levels")?;
    let words = "levels --levels 0,1 --players 2 --games 3 --seed 7";
    let mut found = Vec::new();
    for more in ["", " --concurrency 3"] {
        let text = folder.text(&format!("{words}{more}"))?;
        let mut rows: Vec<String> =
            text.lines().filter(|line| line.starts_with('|')).map(str::to_owned).collect();
        let parts = ["| 0 | 600 | 6 | ", "| 1 | 710 | 6 | ", "| all | | 12 | ", "plies a game"];
        expect(&text, &parts)?;
        rows.sort();
        found.push(rows);
    }
    ensure(found[0] == found[1], || format!("other games: {found:?}"))?;
    for (words, part) in [("levels --levels 20", "20"), ("levels --games 0", "0")] {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(2) && error.contains(part), || format!("{output:?}"))?;
    }
    Ok(Pass::Count(4))
}
