//! What a match prints and writes: the report, the JSON summary, verdicts, and outputs that fail.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::laboratory::{match_words, read_games, short_words};
use crate::folder::{Folder, ensure};
use crate::process::{LIMIT, Process};
use crate::{Case, Pass};

/// The tests of this file.
pub fn cases() -> Vec<Case> {
    vec![
        Case::new("summary", summary),
        Case::new("solved-endings", solved_endings),
        Case::new("second-opinions", second_opinions),
        Case::new("repeated-games", repeated_games),
        Case::new("experiment", experiment),
        Case::new("standard-output", standard_output),
        Case::new("outputs-that-fail", outputs_that_fail),
    ]
}

/// The JSON summary has the figures of the report.
fn summary() -> Result<Pass, String> {
    let folder = Folder::for_match("summary")?;
    let words = "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED crash=1,nodes=1|--games|4\
                 |--max-plies|8|--seed|5|--openings|$DIR/openings|--json|$DIR/json";
    let printed = folder.expect(&format!("{words}|--state|$DIR/state"), 0)?;
    let json: serde_json::Value =
        serde_json::from_str(&folder.read("json")?).map_err(|e| e.to_string())?;
    let at = |pointer: &str| {
        json.pointer(pointer).map(ToString::to_string).unwrap_or_else(|| "missing".into())
    };
    for (pointer, expected) in [
        ("/games", "4"),
        ("/games_wanted", "4"),
        ("/seed", "\"5\""),
        ("/pairings/0/first", "\"R\""),
        ("/pairings/0/losses_draws_wins", "[0,0,4]"),
        ("/pairings/0/pairs", "[0,0,0,0,2]"),
        ("/pairings/0/elo/value", "null"),
        ("/pairings/0/llr", "null"),
        ("/engines/1/faults/crash", "4"),
        ("/endings/crash", "4"),
    ] {
        let found = at(pointer);
        ensure(found == expected, || format!("{pointer}: expected {expected}, found {found}"))?;
    }
    ensure(printed.contains("Ptnml(0-2): [0, 0, 0, 0, 2]"), || printed.clone())?;
    folder.expect("--json|$DIR/again|--merge|$DIR/state", 0)?;
    let again = folder.read("again")?;
    ensure(again.contains("\"games\": 4"), || again.clone())?;
    Ok(Pass::Ok)
}

/// Games end where a table knows their result, but not without the option, nor where the
/// natural limit comes first.
fn solved_endings() -> Result<Pass, String> {
    let folder = Folder::for_match("solved")?;
    let (won, drawn) = ("4k4/9/9/9/9/9/9/9/R8/3K5 w", "2bakab2/9/9/9/9/9/9/9/4R4/4K4 b");
    let late = format!("{won} - - 118 60");
    folder.write("openings", format!("{won} - - 0 1\n{drawn} - - 0 1\n{late}\n").as_bytes())?;
    let words = "--engine|name=R,$SCRIPTED,nodes=1|--engine|name=S,$SCRIPTED,nodes=1|--games|6\
                 |--order|sequential|--max-plies|4|--openings|$DIR/openings|--json|$DIR/json";
    for (option, solved, long) in [("", "null", "4"), ("|--endings", "4", "null")] {
        folder.expect(&format!("{words}{option}"), 0)?;
        let json: Value = serde_json::from_str(&folder.read("json")?).map_err(|e| e.to_string())?;
        let count = |how: &str| json["endings"][format!("adjudication: {how}")].to_string();
        let found = (count("solved ending"), count("too long"));
        ensure(found == (solved.into(), long.into()), || format!("{option}: {found:?}"))?;
    }
    let refused = folder.expect(&format!("{words}|--endings=$DIR/none"), 1)?;
    ensure(refused.contains("--endings: while reading"), || refused.clone())?;
    Ok(Pass::Ok)
}

/// Both engines and the slow judge are asked about every end.
fn second_opinions() -> Result<Pass, String> {
    let folder = Folder::for_match("opinions")?;
    let words = format!("{}|--second-opinions", match_words("opinions", 4));
    let printed = folder.expect(&words, 0)?;
    let line =
        "Verdicts: 4 games ended by the rules; the slow judge agrees in 4, engines in 8 of 8";
    ensure(printed.contains(line), || printed.clone())?;
    // An engine that knows no rule against perpetual check and chase, but counts as well.
    let words = "--engine|name=A,cmd=$CHUHE,nodes=50,option.Repetition Rule=AllowChase\
                 |--engine|name=R,$SCRIPTED,nodes=1|--games|2|--second-opinions";
    let printed = folder.run_match(words)?;
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    ensure(text.contains("of 2 answers"), || text.clone())?;
    Ok(Pass::Ok)
}

/// Deterministic engines repeat their games when openings repeat: the runner warns.
fn repeated_games() -> Result<Pass, String> {
    let folder = Folder::for_match("repeated")?;
    let words = "--engine|name=A,$SCRIPTED,nodes=1|--engine|name=B,$SCRIPTED,nodes=1|--games|6\
                 |--max-plies|4";
    let printed = folder.expect(words, 0)?;
    for part in [
        "3 rounds but 1 different opening: they repeat",
        "is an earlier game move for move",
        "Repeated games: 4 (66.7 %)",
    ] {
        ensure(printed.contains(part), || format!("expected '{part}':\n{printed}"))?;
    }
    let printed = folder.expect(&format!("{words}|--openings|$DIR/openings|--seed|1"), 0)?;
    ensure(!printed.contains("epeat"), || printed.clone())?;
    Ok(Pass::Ok)
}

/// With `--idea` the report ends with an entry for the log of experiments.
fn experiment() -> Result<Pass, String> {
    let folder = Folder::for_match("experiment")?;
    let words = "--engine|name=A,$SCRIPTED,nodes=1|--engine|name=B,$SCRIPTED crash=1,nodes=1\
                 |--games|100|--openings|$DIR/openings|--seed|1|--sprt|elo0=0,elo1=5|--idea|a better idea";
    let printed = folder.run_match(words)?;
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let entry = text.lines().last().unwrap_or_default();
    let [idea, games, _, elo, verdict] = entry.split("; ").collect::<Vec<_>>()[..] else {
        return Err(entry.into());
    };
    ensure(idea == "**a better idea.** 1 nodes" && games.ends_with(" =0 -0"), || entry.into())?;
    ensure(elo.starts_with("above ") && verdict == "**open**.", || entry.into())?;
    Ok(Pass::Ok)
}

/// `-` is standard output, with the report on standard error, or standard input.
fn standard_output() -> Result<Pass, String> {
    let folder = Folder::for_match("standard")?;
    let words = "--engine|name=A,$SCRIPTED,nodes=1|--engine|name=B,$SCRIPTED,nodes=1|--games|2\
                 |--max-plies|2";
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let json = folder.run_match(&format!("{words}|--json|-"))?;
    serde_json::from_slice::<Value>(&json.stdout).map_err(|e| e.to_string())?;
    ensure(text(&json.stderr).contains("Results of A vs B"), || text(&json.stderr))?;
    let pgn = folder.run_match(&format!("{words}|--pgn|-|--json|/dev/null"))?;
    ensure(read_games(&text(&pgn.stdout))?.len() == 2, || text(&pgn.stdout))?;
    let openings = fs::File::open(folder.file("openings")).map_err(|e| e.to_string())?;
    let mut command = folder.match_command(&format!("{words}|--openings|-"));
    let output = Process::spawn(command.stdin(openings))?.output(LIMIT)?;
    ensure(output.status.success(), || text(&output.stderr))?;
    ensure(!folder.file("-").exists(), || "a file named -".into())?;
    Ok(Pass::Ok)
}

/// An output that cannot be written keeps no other from being written, and every failure is
/// named.
fn outputs_that_fail() -> Result<Pass, String> {
    if !Path::new("/dev/full").exists() {
        return Ok(Pass::Skipped("there is no /dev/full".into()));
    }
    let folder = Folder::for_match("failing")?;
    let words = format!("{}|--json|/dev/full", short_words(1, "a"));
    let printed = folder.expect(&format!("{words}|--report|$DIR/page"), 1)?;
    let named = "error: cannot write /dev/full: No space left on device";
    ensure(printed.contains("Games: 4, ") && printed.contains(named), || printed.clone())?;
    ensure(folder.read("page")?.contains("</html>"), || "no page".into())?;
    let printed = folder.expect(&format!("{words}|--report|/dev/full"), 1)?;
    ensure(printed.matches(named).count() == 2, || printed.clone())?;
    for words in [short_words(1, "a"), "--merge|$DIR/a".into()] {
        let words = format!("{words}|--json|$DIR/json|--report|$DIR/new");
        let full = fs::File::create("/dev/full").map_err(|e| e.to_string())?;
        let mut command = folder.match_command(&words);
        let output = Process::spawn(command.stdout(full).stderr(Stdio::piped()))?.output(LIMIT)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(output.status.code() == Some(1) && said.contains("error: No space left"), || said)?;
        for name in ["json", "new"] {
            fs::remove_file(folder.file(name)).map_err(|e| format!("{words}: {name}: {e}"))?;
        }
    }
    Ok(Pass::Ok)
}
