//! `chuhe puzzles`: its files, that they do not depend on the number of threads or on
//! interruptions, and its error messages.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::folder::{Folder, ensure};
use crate::process::{self, LIMIT, Process, wait_until};
use crate::{Case, Pass};

/// A game that ends one move before a mate that is the only one, and goes wrong.
pub const MISSED: &str = "[Red \"甲\"]\n[Black \"\"]\n[Event \"<b>\"]\n\
                      [FEN \"3aka3/9/8b/7n1/2p6/9/2n1p3P/3A5/4K4/5r3 b - - 0 1\"]\n\n\
                      1... f0f1 1/2-1/2\n";

/// Positions of an ending that the built-in tables know, each as a game, and a few moves of the
/// start position.
pub const OTHERS: &str = "4k4/2P1a4/9/9/9/9/9/9/9/5K3 w - - 0 1\n\
                      startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7\n";

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("files", files),
        Case::new("threads", threads),
        Case::new("killed", killed),
        Case::new("languages", languages),
        Case::new("page", page),
        Case::new("faults", faults),
    ])
}

fn with_games(name: &str) -> Result<Folder, String> {
    let folder = Folder::new(&format!("puzzles-{name}"))?;
    folder.write("a.pgn", MISSED)?;
    folder.write("b.txt", OTHERS)?;
    Ok(folder)
}

/// Finds the puzzles of both files.
pub const FIND: &str = "puzzles a.pgn b.txt --nodes 4000 --out out";

/// What the four files have of a proved mate; other tools read them.
fn files() -> Result<Pass, String> {
    let folder = with_games("files")?;
    let text = folder.text(&format!("{FIND} --notation wxf --check"))?;
    ensure(text.contains("a.pgn:1:1 0  600  Black to move mates in 1: P5+1"), || text.clone())?;
    ensure(
        text.contains("2 puzzles from 3 games: 1 proved mate, 1 ending, 0 wins")
            && text.contains("hold when checked"),
        || text,
    )?;
    let json = folder.json("out/puzzles.json")?;
    let puzzle = &json["puzzles"][0];
    let expected = [
        ("goal", "mate"),
        ("ground", "prover"),
        ("red", "甲"),
        ("black", ""),
        ("played", "f0f1"),
        ("source", "a.pgn:1:1"),
    ];
    for (key, value) in expected {
        ensure(puzzle[key] == value, || format!("{key}: {puzzle}"))?;
    }
    ensure(puzzle["moves"] == Value::from(vec!["e3e2"]) && puzzle["mate"] == 1, || {
        puzzle.to_string()
    })?;
    let ending = &json["puzzles"][1];
    ensure(ending["ground"] == "table" && ending["moves"][0] == "c8d8", || ending.to_string())?;
    let epd = folder.read("out/puzzles.epd")?;
    ensure(epd.contains(" bm e3e2; dm 1; pv e3e2; id \""), || epd)?;
    let solved = folder.text("epd out/puzzles.epd --nodes 20000")?;
    ensure(solved.contains("Solved 2 of 2"), || solved)?;
    let read = folder.text("notation --file out/puzzles.pgn --to uci")?;
    ensure(read.contains("1... e3e2 *"), || read)?;
    Ok(Pass::Count(10))
}

/// One thread and three give the same result, also when the games come from a folder.
fn threads() -> Result<Pass, String> {
    let folder = with_games("threads")?;
    folder.text(&format!("{FIND} --threads 1"))?;
    let one = folder.json("out/puzzles.json")?;
    folder.text(&format!("{FIND} --threads 3"))?;
    let three = folder.json("out/puzzles.json")?;
    ensure(one == three, || "one thread and three found different things".into())?;
    ensure(one["games"] == 3, || one.to_string())?;
    Ok(Pass::Count(2))
}

/// Killed, and resumed: the same puzzles as without interruption. A state of another run, and
/// one with what no run writes, is refused.
fn killed() -> Result<Pass, String> {
    let folder = with_games("killed")?;
    let words = "puzzles a.pgn b.txt --nodes 400000 --out out --state state";
    let mut child = Process::spawn(&mut folder.command(words))?;
    wait_until("a game in the state file", Duration::from_secs(60), || {
        let state = fs::read_to_string(folder.file("state")).unwrap_or_default();
        Ok(state.lines().count() > 1)
    })?;
    child.kill();
    let before = folder.read("state")?;
    let refused = |words: &str, expected: &str| -> Result<(), String> {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(1) && error.contains(expected), || {
            format!("expected '{expected}', found {error}")
        })
    };
    refused(&words.replace("400000", "400001"), "another search for puzzles")?;
    folder.text(words)?;
    let resumed = folder.json("out/puzzles.json")?;
    let whole = &before[..before.rfind('\n').map_or(0, |end| end + 1)];
    ensure(folder.read("state")?.starts_with(whole), || "games done before are gone".into())?;
    folder.text(&words.replace(" --state state", ""))?;
    ensure(resumed == folder.json("out/puzzles.json")?, || {
        "the result differs from that of a run without interruption".into()
    })?;
    let header = before.lines().next().unwrap_or_default();
    for line in ["{\"game\":9,\"puzzles\":[]}", "{\"game\":0}"] {
        folder.write("state", format!("{header}\n{line}\n"))?;
        refused(words, "line 2")?;
    }
    Ok(Pass::Count(5))
}

/// The option and the locale choose the language of what is printed and of the page.
fn languages() -> Result<Pass, String> {
    let folder = with_games("languages")?;
    for (options, locale, tag, task) in [
        ("", "C", "en", "Black to move mates in 1"),
        ("", "zh_CN.UTF-8", "zh-Hans", "黑方先走，1 着杀"),
        (" --lang zh-Hant", "C", "zh-Hant", "黑方先走，1 著殺"),
        (" --lang vi", "C", "vi", "Đen đi trước, chiếu hết trong 1 nước"),
    ] {
        let output =
            process::run(folder.command(&format!("{FIND}{options}")).env("LC_ALL", locale))?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure(text.contains(task), || format!("{options} {locale}: {text}"))?;
        let page = folder.read("out/puzzles.html")?;
        ensure(page.contains(&format!("<html lang=\"{tag}\">")), || format!("{locale}: {tag}"))?;
    }
    Ok(Pass::Count(4))
}

/// The page has its data, nothing of the network, and the engine only if it is asked for; text
/// of a file ends no script.
fn page() -> Result<Pass, String> {
    let folder = with_games("page")?;
    folder.text(FIND)?;
    let plain = folder.read("out/puzzles.html")?;
    ensure(plain.contains("\"e3e2\"") && !plain.contains("<b>\""), || "no data".into())?;
    ensure(!plain.contains("id=\"part-module\""), || "an engine".into())?;
    for foreign in ["src=", "http://", "https://", "@import", "url("] {
        let found = plain.replace("http://www.w3.org/2000/svg", "").contains(foreign);
        ensure(!found, || foreign.into())?;
    }
    folder.write("js/chuhe.wasm", b"\0asm\x01\0\0\0")?;
    for (name, text) in [("chuhe.script.js", "// x\n"), ("network.bin", "y"), ("endings.bin", "z")]
    {
        folder.write(&format!("js/{name}"), text)?;
    }
    folder.text(&format!("{FIND} --engine js"))?;
    let page = folder.read("out/puzzles.html")?;
    for part in
        ["\"part-module\">AGFzbQEAAAA=</script>", "\"part-endings\">eg==</script>", "// x\n"]
    {
        ensure(page.contains(part), || format!("no {part}"))?;
    }
    Ok(Pass::Count(4))
}

/// Bad input: the error message, and nothing is written.
fn faults() -> Result<Pass, String> {
    let folder = with_games("faults")?;
    folder.write("file", "x")?;
    folder.write("none.txt", "a0a9\n")?;
    folder.write("bad/chuhe.wasm", "x")?;
    let cases = [
        ("puzzles nowhere --out new", 1, "cannot read nowhere"),
        ("puzzles none.txt --out new", 1, "there is no game to analyse"),
        ("puzzles a.pgn", 2, "--out <FOLDER>"),
        ("puzzles a.pgn --out file", 1, "--out: cannot write file: it is no folder"),
        ("puzzles a.pgn --out -", 1, "--out: cannot write -: it is no folder"),
        ("puzzles a.pgn --out new --nodes 0", 2, "invalid value"),
        ("puzzles a.pgn --out new --engine bad", 1, "chuhe.wasm is no module of the engine"),
        ("puzzles a.pgn --out new --engine no", 1, "cannot read no/chuhe.wasm"),
        ("puzzles a.pgn --out new --state a.pgn", 1, "--state would overwrite an input"),
        ("puzzles a.pgn --out new --rules Chess", 2, "expected one of ComputerRule"),
        ("puzzles a.pgn --out new --eval-file a.pgn", 1, "a.pgn"),
    ];
    for (words, status, expected) in cases {
        let output = folder.run(words)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.code() == Some(status) && error.contains(expected), || {
            format!("{words}: expected '{expected}', found {error}")
        })?;
        ensure(!folder.file("new").exists(), || format!("{words}: a folder was made"))?;
    }
    // A search that would take years ends when the work is asked to end.
    let child = Process::spawn(&mut folder.command(&FIND.replace("4000", "900000000000")))?;
    std::thread::sleep(Duration::from_millis(500));
    child.terminate()?;
    let output = child.output(LIMIT)?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(output.status.code() == Some(1) && error.contains("ended early"), || error.to_string())?;
    ensure(!folder.file("out").exists(), || "a partial result".into())?;
    Ok(Pass::Count(cases.len() as u64 + 1))
}
