//! `chuhe games`: indexes files, notices what has changed, and finds positions, players and
//! openings.

use std::fs;
use std::process::{Command, Output};

use crate::folder::Folder;
use crate::{Case, Pass, process, scene};

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("finds", finds),
        Case::new("changes", changes),
        Case::new("outputs", outputs),
        Case::new("faults", faults),
        Case::new("scripts", scripts),
        #[cfg(target_os = "linux")]
        Case::new("names", names),
    ])
}

/// Two games from the start, one of them through a mirrored order of moves, and one with a
/// variation.
const GAMES: &str = "\
[Event \"Cup\"]\n[Red \"Anna\"]\n[Black \"Bert\"]\n[Date \"2001.02.03\"]\n[Result \"1-0\"]\n\n\
1. h2e2 h9g7 2. h0g2 (2. b0c2 i9h9) 2... i9h9 1-0\n\n\
[Red \"Cora\"]\n[Black \"Anna B\"]\n[Date \"1999\"]\n[Result \"1/2-1/2\"]\n\n\
1. b2e2 b9c7 2. b0c2 h7e7 1/2-1/2\n";

/// A folder with files of games, and a database of them.
struct Indexed {
    folder: Folder,
}

impl Indexed {
    fn new(name: &str) -> Result<Indexed, String> {
        let indexed = Indexed { folder: Folder::new(name)? };
        let games = indexed.folder.file("games");
        fs::create_dir(&games).map_err(|e| format!("{}: {e}", games.display()))?;
        indexed.write("games/one.pgn", GAMES)?;
        Ok(indexed)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        self.folder.write(name, text).map(|_| ())
    }

    /// Runs `chuhe games` with the database of the folder.
    fn run(&self, command: &str, args: &[&str]) -> Result<Output, String> {
        let db = self.folder.file("db");
        let mut program = Command::new(scene::binary());
        program.args(["games", command, "--lang", "en", "--db"]).arg(db).args(args);
        process::run(&mut program)
    }

    /// What indexing the folder prints, without its time.
    fn index(&self) -> Result<String, String> {
        let games = self.folder.file("games");
        let output = self.run("index", &[&games.to_string_lossy()])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let text = text.rsplit_once(", ").map_or(text.clone(), |(text, _)| text.to_owned());
        let known = text.split_once(": ").map_or("", |(_, text)| text);
        if output.status.success() { Ok(known.to_owned() + &told) } else { Err(text + &told) }
    }

    fn find(&self, args: &[&str]) -> Result<String, String> {
        let output = self.run("find", args)?;
        let told = String::from_utf8_lossy(&output.stderr);
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(told.into_owned()),
        }
    }
}

/// Names are found in either script, and the language may be named before the command.
fn scripts() -> Result<Pass, String> {
    let indexed = Indexed::new("database-scripts")?;
    let game = |red: &str| format!("[Red \"{red}\"]\n[Event \"{red}杯\"]\n1. h2e2 *\n\n");
    let games = ["許銀川", "许银川", "王*[x]"].map(game).concat();
    indexed.write("games/one.pgn", &games)?;
    indexed.index()?;
    for (args, count) in [
        (&["--player", "许银川"][..], "2 games"),
        (&["--red", "許銀"], "2 games"),
        (&["--event", "銀川杯"], "2 games"),
        (&["--player", "*[X"], "1 game"),
        (&["--player", "王*x"], "0 games"),
    ] {
        let found = indexed.find(args)?;
        let is_first = found.lines().next() == Some(count);
        if !is_first {
            return Err(format!("{args:?}: expected {count}, found {found}"));
        }
    }
    for words in [["games", "--lang", "vi", "find"], ["games", "find", "--lang", "vi"]] {
        let mut program = Command::new(scene::binary());
        program.args(words).arg("--db").arg(indexed.folder.file("db"));
        let text = String::from_utf8_lossy(&process::run(&mut program)?.stdout).into_owned();
        expect("a language before the command", &text, &["ván"])?;
    }
    Ok(Pass::Count(7))
}

fn expect(what: &str, found: &str, parts: &[&str]) -> Result<(), String> {
    match parts.iter().find(|part| !found.contains(*part)) {
        None => Ok(()),
        Some(part) => Err(format!("{what}: expected {part:?}, found:\n{found}")),
    }
}

/// Positions by their moves, transposed and mirrored; players, openings, years, results.
fn finds() -> Result<Pass, String> {
    let indexed = Indexed::new("database-finds")?;
    let found = indexed.index()?;
    expect(
        "index",
        &found,
        &["2 games and 0 copies; 1 file read with 2 games (0 copies of others)"],
    )?;
    // A word of a row must follow the last in its column, so blanks are made one.
    let plain =
        |text: String| text.split([' ']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let cases: [(&[&str], &[&str]); 10] = [
        (
            &["--position", "startpos"],
            &["all 2 1 1 0 75.0 % 1999-2001", "h2e2 炮二平五 2 1 1 0 75.0 %", "\n2 games\n"],
        ),
        // The same position by the other cannon, and its mirror image.
        (
            &["--position", "炮二平五", "马8进7"],
            &["h0g2 马二进三 2 1 1 0 75.0 % 1999-2001", "b0c2 马八进七 0 0 0 0 - 1"],
        ),
        (&["--position", "b2e2", "b9c7"], &["b0c2 马八进七 2 1 1 0", "h0g2 马二进三 0 0 0 0 - 1"]),
        (&["--position", "a0a1"], &["all 0 0 0 0 -", "\n0 games\n"]),
        // A position of a variation alone.
        (&["--position", "h2e2 h9g7 b0c2 i9h9"], &["all 0 0 0 0 - 1", "\n1 game\n", "Anna - Bert"]),
        (&["--player", "anna"], &["2 games", "Anna - Bert 1-0 Cup", "Cora - Anna B 1/2-1/2"]),
        (
            &["--black", "Anna", "--position", "startpos"],
            &["all 1 0 1 0 50.0 % 1999", "\n1 game\n"],
        ),
        (&["--from", "2000", "--to", "2001"], &["1 game\n 2001.02.03 Anna - Bert"]),
        (&["--result", "1/2-1/2"], &["1 game\n 1999 Cora"]),
        (&["--opening", "cannon", "--limit", "0"], &["2 games\n"]),
    ];
    for (args, parts) in cases {
        expect(&format!("{args:?}"), &plain(indexed.find(args)?), parts)?;
    }
    Ok(Pass::Count(11))
}

/// A file that has changed is read again; copies, removed files, and what inherits from them.
fn changes() -> Result<Pass, String> {
    let indexed = Indexed::new("database-changes")?;
    indexed.index()?;
    expect(
        "again",
        &indexed.index()?,
        &["2 games and 0 copies; 0 files read with 0 games (0 copies of others), 1 unchanged"],
    )?;
    // The same games in another file: no statistics change.
    indexed.write("games/two.pgn", GAMES)?;
    expect(
        "copies",
        &indexed.index()?,
        &["2 games and 2 copies; 1 file read with 2 games (2 copies of others)"],
    )?;
    let all = |parts: &[&str]| -> Result<(), String> {
        let found = indexed.find(&["--position", "startpos"])?;
        expect("statistics", &found.split_whitespace().collect::<Vec<_>>().join(" "), parts)
    };
    all(&["all 2 1 1 0", "2 games", "1 copy"])?;
    fs::remove_file(indexed.folder.file("games/one.pgn")).map_err(|e| e.to_string())?;
    expect(
        "gone",
        &indexed.index()?,
        &["2 games and 0 copies; 0 files read", "1 unchanged, 1 gone"],
    )?;
    all(&["all 2 1 1 0", "two.pgn:1:1"])?;
    // One game less, and the other lost instead of won.
    let (first, _) = GAMES.split_once("\n\n[Red \"Cora").unwrap_or_default();
    indexed.write("games/two.pgn", &first.replace("1-0", "0-1"))?;
    expect("changed", &indexed.index()?, &["1 game and 0 copies; 1 file read with 1 game"])?;
    all(&["all 1 0 0 1 0.0 % 2001", "1 game"])?;
    // What is wrong with a game is named, and the moves before count.
    indexed.write(
        "games/bad.pgn",
        "[Red \"X\"]\n\n1. h2e2 h9g7 2. h2h3 *\n\n[Red \"Y\"]\n\n1. a0a9 *\n",
    )?;
    expect(
        "faults",
        &indexed.index()?,
        &[
            "2 faults",
            "bad.pgn:3:17: the moves before this are kept: move 3",
            "left out: ",
            "bad.pgn:7:4: move 1",
        ],
    )?;
    // Faults are named every time, so many of them as are asked for.
    expect("again", &indexed.index()?, &["2 faults", "bad.pgn:7:4"])?;
    let games = indexed.folder.file("games").to_string_lossy().into_owned();
    let output = indexed.run("index", &["--faults", "1", &games])?;
    let told = String::from_utf8_lossy(&output.stderr);
    expect("fewer", &told, &["bad.pgn:3:17", "1 more fault"])?;
    expect("kept", &indexed.find(&["--red", "X"])?, &["1 game", "2 plies"])?;
    Ok(Pass::Count(7))
}

/// JSON, PGN, the page, and the engine's opinion.
fn outputs() -> Result<Pass, String> {
    let indexed = Indexed::new("database-outputs")?;
    indexed.index()?;
    let file = |name: &str| indexed.folder.file(name).to_string_lossy().into_owned();
    let (json, pgn, page) = (file("json"), file("pgn"), file("page"));
    let args = [
        "--position",
        "startpos",
        "--verdict",
        "2000",
        "--json",
        &json,
        "--pgn",
        &pgn,
        "--page",
        &page,
    ];
    expect("verdict", &indexed.find(&args)?, &["engine: "])?;
    let text = |name: &str| indexed.folder.read(name);
    expect("json", &text("json")?, &["\"found\": 2", "\"score\": 75.0", "\"place\": \"1:1\""])?;
    let found = text("pgn")?;
    expect("pgn", &found, &["[Red \"Anna\"]", "[Red \"Cora\"]", "[Result \"1/2-1/2\"]", "(2. "])?;
    let page = text("page")?;
    expect(
        "page",
        &page,
        &["\"total\":2", "\"moves\":\"h2e2 h9g7 h0g2 i9h9\"", "function explore()"],
    )?;
    // On standard output stands what was asked for there, and nothing else.
    for (option, begin) in [("--pgn", "[Game "), ("--page", "<!doctype html>"), ("--json", "{")] {
        let text = indexed.find(&[option, "-"])?;
        let is_alone = text.starts_with(begin) && !text.contains("2 games\n");
        if !is_alone {
            return Err(format!("{option} -: {text}"));
        }
    }
    match indexed.find(&["--json", &json, "--page", &json]) {
        Err(error) => expect("one file twice", &error, &["name the same file"])?,
        Ok(_) => return Err("--json and --page were one file".into()),
    }
    // What was written is read again as the same games.
    fs::copy(indexed.folder.file("pgn"), indexed.folder.file("games/again.pgn"))
        .map_err(|e| e.to_string())?;
    expect("again", &indexed.index()?, &["2 games (2 copies of others)"])?;
    Ok(Pass::Count(5))
}

/// Files whose names are no text, and look alike, are kept apart and stay.
#[cfg(target_os = "linux")]
fn names() -> Result<Pass, String> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let indexed = Indexed::new("database-names")?;
    let games = indexed.folder.file("games");
    for (name, mv) in [(b"\xff.pgn", "e3e4"), (b"\xfe.pgn", "a3a4")] {
        let path = games.join(OsStr::from_bytes(name));
        fs::write(path, format!("1. {mv} *\n")).map_err(|e| e.to_string())?;
    }
    expect("first", &indexed.index()?, &["4 games and 0 copies; 3 files read"])?;
    for _ in 0..2 {
        expect(
            "again",
            &indexed.index()?,
            &["4 games and 0 copies; 0 files read", "3 unchanged, 0 gone"],
        )?;
    }
    Ok(Pass::Count(3))
}

/// No database, no games, no such opening: said, with a status, and nothing is made.
fn faults() -> Result<Pass, String> {
    let indexed = Indexed::new("database-faults")?;
    let refused = |args: &[&str], part: &str| match indexed.find(args) {
        Ok(text) => Err(format!("{args:?}: no error, but {text}")),
        Err(text) => expect(&format!("{args:?}"), &text, &[part]),
    };
    refused(&[], "is not there; 'chuhe games index' makes it")?;
    if indexed.folder.file("db").exists() {
        return Err("looking for a database made one".into());
    }
    indexed.index()?;
    refused(&["--opening", "no such"], "no opening is called 'no such'")?;
    refused(&["--position", "x/y w"], "bad FEN")?;
    refused(&["--position", "a0a9"], "a0a9")?;
    refused(&["--verdict", "5"], "--position")?;
    // Neither the database nor a file of games is written over.
    for json in ["db", "games/one.pgn"] {
        let [games, json] = ["games", json].map(|name| indexed.folder.file(name));
        let [games, json] = [games, json].map(|path| path.to_string_lossy().into_owned());
        let output = indexed.run("index", &["--json", &json, &games])?;
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        expect(&json, &told, &["--json would overwrite an input"])?;
    }
    // What is named must be there, and have a place.
    for (path, part) in [("no/such.pgn", "cannot read no/such.pgn"), ("-", "not standard input")] {
        let output = indexed.run("index", &[path])?;
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_refused = !output.status.success();
        expect(path, &told, &[part])?;
        if !is_refused {
            return Err(format!("{path}: status 0"));
        }
    }
    indexed.write("db", "1. h2e2\n")?;
    refused(&[], "no database of games")?;
    Ok(Pass::Count(8))
}
