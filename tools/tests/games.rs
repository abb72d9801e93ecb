//! `chuhe notation` on files of games: conversion to every style and back, encodings,
//! broken games. With `GAMES=FOLDER` also all PGN files of a folder.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use encoding_rs::{BIG5, GB18030};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::folder::{Folder, ensure};
use crate::{Case, Pass, process, scene};

/// A game with what PGN files may contain: tags, comments, variations, marks, full-width
/// characters, mixed styles.
const GAME: &str = "[Game \"Chinese Chess\"]\r\n[Event \"楚河 \\\"漢界\\\"\"]\r\n[Red \"許\"]\r\n\
    [Result \"1/2-1/2\"]\r\n\r\n１．炮二平五，炮８平５ 2. 馬二進三 {好}\r\n\
    (2. 炮五進四 {x} ) 马8进7! $4 3、車一平二 1/2-1/2\r\n";

/// Its moves.
const MOVES: &str = "h2e2 h7e7 h0g2 h9g7 i0h0";

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = vec![Case::new("styles", styles), Case::new("faults", faults)];
    for name in ["UTF-8", "marked UTF-8", "GB18030", "Big5"] {
        cases.push(Case::new(name, move || encoding(name)));
    }
    cases.push(Case::new("signed", signed));
    cases.push(Case::new("folder", folder));
    cases.push(Case::new("bytes", bytes));
    cases.push(Case::new("split", split));
    cases.push(Case::new("rubbish", rubbish));
    cases.push(Case::new("packed", packed));
    Ok(cases)
}

/// Formats that are no text come through standard output as they are, whether the moves stand
/// on the command line or in a file.
fn bytes() -> Result<Pass, String> {
    let folder = Folder::new("games-bytes")?;
    folder.write("moves", "startpos moves h2e2 h9g7\n")?;
    for format in ["xqf", "cbr"] {
        for from in ["h2e2 h9g7", "--file moves"] {
            let output = folder.run(&format!("notation --format {format} {from}"))?;
            folder.write("game", &output.stdout)?;
            let text = folder.text("notation --to uci --file game")?;
            ensure(text.contains("h2e2 h9g7"), || format!("{format} {from}: {text}"))?;
        }
    }
    Ok(Pass::Count(4))
}

/// A library becomes files of one game each, or one game of it is taken.
fn split() -> Result<Pass, String> {
    let folder = Folder::new("games-split")?;
    let games: String =
        ["h2e2", "b2e2", "c3c4"].map(|mv| format!("[Event \"{mv}\"]\n1. {mv} *\n\n")).concat();
    folder.write("all.pgn", games.replace("1. b2e2", "1. zzzz"))?;
    let output = folder.run("notation --file all.pgn --to uci --out some/new")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(!output.status.success() && error.contains("all.pgn:5:4: move 1, 'zzzz'"), || {
        error.to_string()
    })?;
    ensure(output.stdout.is_empty(), || "the games are printed, too".into())?;
    for (name, mv) in [("0001.pgn", "h2e2"), ("0003.pgn", "c3c4")] {
        let text = folder.read(&format!("some/new/{name}"))?;
        ensure(text.contains(&format!("1. {mv} *")), || text.clone())?;
    }
    ensure(!folder.file("some/new/0002.pgn").exists(), || "a game with a fault".into())?;
    let again = folder.run("notation --file all.pgn --out some/new")?;
    let error = String::from_utf8_lossy(&again.stderr);
    ensure(!again.status.success() && error.contains("0001.pgn is there already"), || {
        error.to_string()
    })?;
    // Formats of one game a file.
    folder.write("all.pgn", &games)?;
    folder.text("notation --file all.pgn --format xqf --out xqf")?;
    let text = folder.text("notation --file xqf/0002.xqf --to uci")?;
    ensure(text.contains("1. b2e2 *"), || text.clone())?;
    let text = folder.text("notation --file all.pgn --game 3 --format lines --to uci")?;
    ensure(text == "c3c4\n", || text.clone())?;
    let one = folder.run("notation --file all.pgn --game 2 --format cbr")?;
    ensure(one.status.success() && one.stdout.starts_with(b"CCBridge"), || format!("{one:?}"))?;
    for (words, expected) in [
        ("notation --file all.pgn --game 4", "--game: there are 3 games in it"),
        ("notation --file all.pgn --game 0", "'0' for '--game <N>'"),
        ("notation --out x h2e2", "cannot be used with"),
        ("notation --file all.pgn --out all.pgn", "cannot write all.pgn"),
    ] {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(!output.status.success() && error.contains(expected), || {
            format!("{words}: {error}")
        })?;
    }
    Ok(Pass::Count(9))
}

/// What is no file of games gives one line of advice, and many faults few lines.
fn rubbish() -> Result<Pass, String> {
    let folder = Folder::new("games-rubbish")?;
    folder.write("prose", "A text about games.\nIt has no move in it.\n\n".repeat(100_000))?;
    folder.write("data.csv", "name,rating,club\nA,1,2\nB,3,4\n")?;
    folder.write("bad", "h2e3 h9g7\n".repeat(1000))?;
    folder.write("empty", "")?;
    folder.write("remarks", "# no game\n\n")?;
    folder.write("tags", "[Event \"a\"]\n[Red \"b\"]\n\n*\n")?;
    folder.write("headings", "红方：甲\n黑方：乙\n\n未完\n")?;
    folder
        .write("board", "红方：甲\n结果：红胜\n\n初始局面：\n [将]─┬─\n\n1.炮二平五 马８进７\n")?;
    folder.write("good", format!("h2e2 h9g7\n{}", "h2e3\n".repeat(1000)))?;
    for (words, advice) in [
        ("analyze prose --depth 1", "files of games are PGN"),
        ("analyze data.csv --depth 1", "files of games are PGN"),
        ("notation --file prose", "files of games are PGN"),
        ("notation --file data.csv --json -", "files of games are PGN"),
        ("notation --file empty", "files of games are PGN"),
        ("notation --file remarks", "files of games are PGN"),
        ("notation --file tags --json -", "files of games are PGN"),
        ("notation --file headings", "files of games are PGN"),
        ("notation --file board", "4:1: score sheet: the position that is drawn is not understood"),
    ] {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(
            !output.status.success() && error.contains(advice) && error.lines().count() <= 2,
            || format!("{words}: {error}"),
        )?;
    }
    for words in [
        "analyze bad --depth 1",
        "analyze good --depth 1",
        "notation --file bad",
        "notation --file good",
    ] {
        let error = String::from_utf8_lossy(&folder.run(words)?.stderr).into_owned();
        let count = error.lines().count();
        ensure((10..=13).contains(&count) && error.contains(" more are left out"), || {
            format!("{words}: {count} lines, {error}")
        })?;
    }
    Ok(Pass::Count(13))
}

/// Every tool reads what gzip has packed, and none what becomes much too large.
fn packed() -> Result<Pass, String> {
    let folder = Folder::new("games-packed")?;
    let pack = |name: &str, bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).map_err(|e| e.to_string())?;
        folder.write(name, encoder.finish().map_err(|e| e.to_string())?)
    };
    pack("mate.gz", b"3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0d0;\n")?;
    pack("game.gz", b"h2e2 h9g7\n")?;
    pack("position.gz", b"3k5/9/9/9/9/9/9/9/4R4/R3K4 w\n")?;
    for (words, part) in [
        ("epd mate.gz --depth 2", "Solved 1 of 1"),
        ("solve position.gz", "mate in 1"),
        ("notation --file game.gz --to uci", "h2e2 h9g7\n"),
        ("judge game.gz", "ongoing"),
    ] {
        let text = folder.text(words)?;
        ensure(text.contains(part), || format!("{words}: {text}"))?;
    }
    // A thousand times as large as it is packed.
    pack("bomb.gz", &b"h2e2 h9g7\n".repeat(5 << 20))?;
    for words in [
        "epd bomb.gz --depth 1",
        "solve bomb.gz",
        "notation --file bomb.gz",
        "judge bomb.gz",
        "analyze bomb.gz --depth 1",
    ] {
        let output = folder.run(words)?;
        let told = [&output.stdout[..], &output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        let end = told.len().saturating_sub(300);
        ensure(!output.status.success() && told.contains("file too large"), || {
            format!("{words}: {}", told.get(end..).unwrap_or_default())
        })?;
    }
    Ok(Pass::Count(9))
}

/// A file as the programs of xqbase.com write it: GBK, tags of their own, the result on a
/// line of its own, and a footer below a line of equals signs.
const SIGNED: &str = "[Game \"Chinese Chess\"]\r\n[Event \"某年全国赛\"]\r\n[Site \"\"]\r\n\
    [Date \"1991.??.??\"]\r\n[Round \"\"]\r\n[RedTeam \"广东\"]\r\n[Red \"甲\"]\r\n\
    [BlackTeam \"上海\"]\r\n[Black \"乙\"]\r\n[Result \"1-0\"]\r\n[Opening \"中炮\"]\r\n\
    [ECCO \"C00\"]\r\n{　　评注：李某 }\r\n  1. 炮二平五 马８进７\r\n  2. 马二进三 车９平８ {好}\r\n\
    (  2. ... 炮８平９\r\n     3. 兵七进一 )\r\n  3. 车一平二 卒７进１\r\n  1-0\r\n\
    ============================\r\n 欢迎访问《象棋百科全书网》\r\n 推荐用《象棋巫师》观赏棋谱\r\n\
    http://www.example.com/\r\n";

/// Every tool that reads games reads a file with two such games without a message but notes.
fn signed() -> Result<Pass, String> {
    let folder = Folder::new("games-signed")?;
    let (bytes, _, _) = GB18030.encode(SIGNED);
    folder.write("games", [&bytes[..], &bytes[..]].concat())?;
    let tools = [
        (
            "notation --to uci --file games",
            "h2e2 h9g7 2. h0g2 i9h9 {好} (2... h7i7 3. c3c4) 3. i0h0",
        ),
        ("judge games", "ongoing\tthe game goes on\nongoing\tthe game goes on\n"),
        ("analyze games --depth 1", "甲: 3 moves"),
        ("book build games --out book", "of 2 games, 0 left out"),
    ];
    for (words, expected) in tools {
        let output = folder.run(words)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        let is_silent = output.status.success() && said.lines().all(|l| l.starts_with("note: "));
        ensure(is_silent && text.contains(expected), || {
            format!("{words}: {text}{}", String::from_utf8_lossy(&output.stderr))
        })?;
    }
    let engine = format!("cmd={},nodes=20", scene::binary().display());
    let mut command = folder.command("match --lang en --games 2 --max-plies 8 --openings games");
    for name in ["a", "b"] {
        command.args(["--engine", &format!("{engine},name={name}")]);
    }
    let output = process::run(&mut command)?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure(output.status.success() && text.contains("Games: 2,"), || {
        format!("match: {text}{}", String::from_utf8_lossy(&output.stderr))
    })?;
    Ok(Pass::Count(tools.len() as u64 + 1))
}

fn notation(args: &[&str], input: &[u8]) -> Result<Output, String> {
    process::run_with_input(Command::new(scene::binary()).arg("notation").args(args), input)
}

/// The moves of the main line of a PGN text, without numbers, marks and comments.
fn moves_of(pgn: &str) -> String {
    let body = pgn.split("\n\n").nth(1).unwrap_or_default();
    let (mut depth, mut moves) = (0, Vec::new());
    for word in body.split_whitespace() {
        depth += word.matches('(').count();
        if depth == 0 && word.starts_with(|c: char| !c.is_ascii_digit() && !"${*".contains(c)) {
            moves.push(word);
        }
        depth -= word.matches(')').count();
    }
    moves.join(" ")
}

/// From coordinates into each style, and back from it.
fn styles() -> Result<Pass, String> {
    let styles =
        ["uci", "uci1", "iccs", "wxf", "simplified", "traditional", "san", "san1", "vietnamese"];
    for style in styles {
        let there = notation(&["--to", style], GAME.as_bytes())?;
        let back = notation(&["--to", "uci", "--from", style], &there.stdout)?;
        let text = String::from_utf8_lossy(&back.stdout);
        if moves_of(&text) != MOVES || !text.contains("[Event \"楚河 \\\"漢界\\\"\"]") {
            return Err(format!("{style}: expected {MOVES}, found {text}"));
        }
    }
    Ok(Pass::Count(styles.len() as u64))
}

fn encoding(name: &str) -> Result<Pass, String> {
    let bytes = match name {
        "GB18030" => GB18030.encode(GAME).0.into_owned(),
        "Big5" => {
            // The one simplified character that the game has on purpose.
            let (bytes, _, is_lossy) = BIG5.encode(GAME);
            if is_lossy {
                BIG5.encode(&GAME.replace("马8进7", "馬8進7")).0.into_owned()
            } else {
                bytes.into_owned()
            }
        }
        "marked UTF-8" => [b"\xef\xbb\xbf", GAME.as_bytes()].concat(),
        _ => GAME.as_bytes().to_vec(),
    };
    let output = notation(&["--to", "uci"], &bytes)?;
    let text = String::from_utf8_lossy(&output.stdout);
    if moves_of(&text) != MOVES || !text.contains("[Red \"許\"]") {
        return Err(format!("expected {MOVES}, found {text}"));
    }
    Ok(Pass::Ok)
}

/// Games with faults are named by line and column; what stands before the faults is kept.
fn faults() -> Result<Pass, String> {
    let broken = "[Event \"b\"]\n1. h2e2 {x\n\n[Event \"c\"]\n1. h2e2 h2e2 *\n\
                  [Event \"d\"]\n[Variant \"Chess\"]\n1. e4 *\n";
    let output = notation(&["--to", "uci"], format!("{GAME}{broken}{GAME}").as_bytes())?;
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expected = [
        "note: standard input:9:9: the moves before this are kept: a comment without '}'\n",
        "note: standard input:12:9: the moves before this are kept: move 2, 'h2e2', no legal move \
         of this position\n",
        "error: standard input:14:1: the game is 'Chess', not xiangqi\n",
    ];
    if output.status.success() || errors != expected.concat() {
        return Err(format!("expected {expected:?}, found {errors}"));
    }
    match text.matches("[Event ").count() {
        4 => Ok(Pass::Count(4)),
        n => Err(format!("expected four games, found {n}")),
    }
}

/// Reads all files of the folder `GAMES`; all games in them must be legal.
fn folder() -> Result<Pass, String> {
    let Some(folder) = std::env::var_os("GAMES") else {
        return Ok(Pass::Skipped("GAMES names no folder of games".into()));
    };
    let describe = |e: std::io::Error| format!("{}: {e}", Path::new(&folder).display());
    let (mut files, mut games, mut faults) = (0, 0, Vec::new());
    for entry in fs::read_dir(&folder).map_err(describe)? {
        let path = entry.map_err(describe)?.path();
        if path.extension().is_none_or(|end| end != "pgn") {
            continue;
        }
        let output = notation(&["--to", "uci", "--file", &path.to_string_lossy()], b"")?;
        files += 1;
        games += String::from_utf8_lossy(&output.stdout).matches("[Game ").count();
        if !output.status.success() {
            faults.push(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    match faults.is_empty() {
        true => Ok(Pass::Count(games as u64)),
        false => Err(format!("{files} files, {games} games, but\n{}", faults.concat())),
    }
}
