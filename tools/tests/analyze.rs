//! `chuhe analyze`, `chuhe epd` and `chuhe board`: their output, that it does not depend
//! on the number of threads or on interruptions, and their error messages.

mod resumed;
mod said;

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::folder::{Folder, ensure};
use crate::process::{self, LIMIT, Process, wait_until};
use crate::{Case, Pass};

/// A won endgame in which Red loses the rook with the last move but one.
const THROWN: &str = "[Red \"甲\"]\n[Black \"乙\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n\
                      1. a0a8 e9d9 2. a8d8 d9d8 1/2-1/2\n";

/// A short game.
const OPENING: &str = "[Event \"x\"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1 *\n";

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    Ok(vec![
        Case::new("table", table),
        Case::new("theory", theory),
        Case::new("classes", said::classes),
        Case::new("other-moves", said::other_moves),
        Case::new("names", said::names),
        Case::new("clocks", said::clocks),
        Case::new("player", said::player),
        Case::new("threads", resumed::threads),
        Case::new("killed", resumed::killed),
        Case::new("asked-to-end", resumed::asked_to_end),
        Case::new("rules-and-network", rules_and_network),
        Case::new("shards", resumed::shards),
        Case::new("epd", epd),
        Case::new("page", page),
        Case::new("streams", streams),
        Case::new("page-that-cannot-be-written", page_that_cannot_be_written),
        Case::new("folders", folders),
        Case::new("languages", languages),
        Case::new("board", board),
        Case::new("bad-state", resumed::bad_state),
        Case::new("faults", faults),
    ])
}

/// A folder with a file `games`.
fn with_games(name: &str, games: &str) -> Result<Folder, String> {
    let folder = Folder::new(&format!("analyze-{name}"))?;
    folder.write("games", games)?;
    Ok(folder)
}

/// The blunder is marked in the table, in JSON and in PGN.
fn table() -> Result<Pass, String> {
    let folder = with_games("table", THROWN)?;
    let args = "analyze games --depth 8 --notation wxf --json a.json --pgn a.pgn";
    let text = folder.text(args)?;
    let row = text.lines().find(|line| line.contains("R9.6")).unwrap_or_default();
    ensure(row.contains("??") && row.contains("missed win") && row.contains(" best: "), || {
        text.clone()
    })?;
    for kind in ["missed mate", "solved ending thrown away", "missed: Stalemate, Facing Kings"] {
        ensure(row.contains(kind), || format!("{kind}: {text}"))?;
    }
    ensure(text.contains("甲: 2 moves") && text.contains("missed win 1\n"), || text.clone())?;
    ensure(text.contains("No estimate of the level: fewer than 20 moves"), || text.clone())?;
    let legend = text.lines().last().unwrap_or_default();
    ensure(legend.contains("blunder: 20 % or more") && legend.contains("80 %"), || text.clone())?;
    let json = folder.json("a.json")?;
    let game = &json["games"][0];
    let count = |key: &str| game[key].as_array().map_or(0, Vec::len);
    ensure((count("positions"), count("moves")) == (5, 4), || game.to_string())?;
    ensure(game["moves"][2]["grade"] == "blunder" && game["moves"][2]["move"] == "a8d8", || {
        game["moves"].to_string()
    })?;
    ensure(game["positions"][4]["score"]["cp"] == 0, || game["positions"][4].to_string())?;
    let pgn = folder.read("a.pgn")?.replace('\n', " ");
    ensure(pgn.contains("R9.6 $4 {") && pgn.contains("missed win: 50.0 % lost"), || pgn.clone())?;
    ensure(pgn.contains("(2. "), || pgn.clone())?;
    // The PGN written can be read back.
    let again = folder.run("analyze a.pgn --depth 1")?;
    ensure(again.status.success(), || "its own PGN is not read".into())?;
    Ok(Pass::Count(6))
}

/// What tables of solved endings know is said in every output and language, and decides
/// what a move was worth.
fn theory() -> Result<Pass, String> {
    let won = "4k4/9/R8/9/9/9/9/9/9/3K5 w - - 0 1";
    let folder = with_games("theory", &format!("{won} moves d0d1 e9e8 a7e7\n{won}\n"))?;
    let args = "analyze games --depth 1 --json a.json --pgn a.pgn --report a.html --lang";
    for (lang, words) in [
        ("en", ["theoretically won for Red in ", "theoretically drawn", "missed win: 50"]),
        ("zh-Hans", ["理论红胜（", "理论和棋", "错失胜机"]),
        ("zh-Hant", ["理論紅勝（", "理論和棋", "錯失勝機"]),
    ] {
        let (text, pgn) =
            (folder.text(&format!("{args} {lang}"))?, folder.read("a.pgn")?.replace('\n', " "));
        for word in words {
            let printed = word.split(':').next().unwrap_or_default();
            ensure(text.contains(printed) && pgn.contains(word), || {
                format!("{word}: {text}{pgn}")
            })?;
        }
        let rows = text.lines().filter(|line| line.contains(words[0])).count();
        ensure(rows == 3, || format!("not two moves and a position: {text}"))?;
        ensure(folder.read("a.html")?.contains("theory.by.drawn"), || "not in the report".into())?;
    }
    let json = folder.json("a.json")?;
    let (positions, moves) = (&json["games"][0]["positions"], &json["games"][0]["moves"]);
    ensure(positions[0]["theory"]["red"].is_u64() && positions[3]["theory"] == "drawn", || {
        positions.to_string()
    })?;
    let grades: Vec<&serde_json::Value> = (0..3).map(|i| &moves[i]["grade"]).collect();
    ensure(grades[..2].iter().all(|grade| grade.is_null()) && grades[2] == "blunder", || {
        moves.to_string()
    })?;
    Ok(Pass::Count(3))
}

/// The options for rule set and network have an effect, and a state file of others is
/// refused.
fn rules_and_network() -> Result<Pass, String> {
    // After this perpetual check a repetition wins for Black or draws, by the rule set.
    let checks = "3k5/9/9/9/9/9/9/9/4R4/R4K3 w moves e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1\n";
    let folder = with_games("rules", checks)?;
    let last = |words: &str| -> Result<Value, String> {
        folder.text(&format!("analyze games --depth 3 --json a.json{words}"))?;
        let json = folder.json("a.json")?;
        let positions = json["games"][0]["positions"].as_array().ok_or("no positions")?.clone();
        Ok(serde_json::json!([json["rules"], json["evaluation"], positions.last()]))
    };
    let (usual, other) = (last("")?, last(" --rules NoJudgement")?);
    ensure(usual[0] == "ComputerRule" && other[0] == "NoJudgement", || format!("{usual} {other}"))?;
    ensure(usual[2]["score"] != other[2]["score"], || format!("{usual} {other}"))?;
    folder.text("net material material.net")?;
    let network = last(" --eval-file material.net")?;
    let name = |found: &Value| found[1].as_str().unwrap_or_default().to_owned();
    ensure(name(&network).starts_with("network ") && name(&network) != name(&usual), || {
        format!("{usual} {network}")
    })?;
    last(" --state state")?;
    for words in ["--rules AsianRule", "--eval-file material.net"] {
        let refused = last(&format!(" --state state {words}"));
        ensure(refused.is_err_and(|error| error.contains("another analysis")), || words.into())?;
    }
    Ok(Pass::Count(5))
}

/// Solved and failed positions, the written suite, and one shard of it.
fn epd() -> Result<Pass, String> {
    let suite = "# two with a solution and one without\n\
        3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm R9.6; dm 1; id \"mate\";\n\
        3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - am a0d0; id \"no mate\";\n\
        4k4/9/9/9/9/9/9/4r4/9/R4K3 w - - am a0a1;\n\
        3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - c0 \"nothing asked\";\n";
    let folder = with_games("epd", suite)?;
    let found = folder.text("epd games --depth 6 --threads 2 --out out.epd")?;
    let verdicts: Vec<&str> = found.lines().filter_map(|line| line.split(' ').next()).collect();
    ensure(verdicts == ["solved", "failed", "solved", "-", "Solved"], || found.clone())?;
    ensure(found.contains("Solved 2 of 3 (66.7 %), depth 6"), || found.clone())?;
    let out = folder.read("out.epd")?;
    let first = out.lines().next().unwrap_or_default();
    ensure(first.ends_with("pv a0d0;") && first.contains("id \"mate\"; acd "), || out.clone())?;
    // The suite written can be read back.
    let again = folder.text("epd out.epd --depth 6 --shard 1/4")?;
    ensure(again.contains("Solved 1 of 1"), || again.clone())?;
    Ok(Pass::Count(4))
}

/// The page holds the same data as the JSON file.
fn page() -> Result<Pass, String> {
    let folder = with_games("page", &format!("{OPENING}\n{THROWN}"))?;
    folder.text("analyze games --depth 1 --json a.json --report a.html")?;
    let html = folder.read("a.html")?;
    let inner = html.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let found: Value =
        serde_json::from_str(inner.unwrap_or_default()).map_err(|e| e.to_string())?;
    let json = folder.json("a.json")?;
    let members = json.as_object().ok_or("no object")?;
    ensure(members.iter().all(|(name, value)| found[name] == *value), || {
        "the page and the JSON file differ".into()
    })?;
    ensure(found["reload"].is_null() && found["wanted"] == 2, || found["wanted"].to_string())?;
    Ok(Pass::Ok)
}

/// Moves are printed, and the page is written, before all is done.
fn streams() -> Result<Pass, String> {
    // Each game takes 300 ms at least, and far longer than the first moves.
    let folder = with_games("streams", &format!("{OPENING}\n{}", OPENING.repeat(40)))?;
    let out = fs::File::create(folder.file("out")).map_err(|e| e.to_string())?;
    let mut command = folder.command("analyze games --movetime 50 --hash 1 --report a.html");
    let mut child = Process::spawn(command.stdin(Stdio::null()).stdout(out))?;
    wait_until("the first move", Duration::from_secs(60), || {
        Ok(folder.read("out").is_ok_and(|text| text.contains("1. 炮二平五")))
    })?;
    wait_until("the page", Duration::from_secs(60), || Ok(folder.file("a.html").exists()))?;
    let is_running = child.is_running()?;
    child.kill();
    ensure(is_running, || "the analysis was over before anything was seen of it".into())?;
    let page = folder.read("a.html")?;
    ensure(page.contains("\"reload\":5,\"wanted\":41"), || "the page is not a live one".into())?;
    Ok(Pass::Count(2))
}

/// While the page cannot be written the analysis goes on, and says so.
fn page_that_cannot_be_written() -> Result<Pass, String> {
    // Some eleven seconds. Pages are written after one, and from six on: should the folder be
    // renamed after the first, the second fails.
    let folder = with_games("page-gone", &OPENING.repeat(8))?;
    let (there, away) = (folder.file("there"), folder.file("away"));
    fs::create_dir(&there).map_err(|e| e.to_string())?;
    let errors = fs::File::create(folder.file("errors")).map_err(|e| e.to_string())?;
    let words = "analyze games --movetime 200 --hash 1 --state state --report there/a.html";
    let mut command = folder.command(words);
    let mut child = Process::spawn(command.stdout(Stdio::null()).stderr(errors))?;
    resumed::wait_for_lines(&folder.file("state"), 1)?;
    fs::rename(&there, &away).map_err(|e| e.to_string())?;
    wait_until("a warning", Duration::from_secs(60), || {
        let said = folder.read("errors")?;
        ensure(child.is_running()?, || format!("the analysis is over: {said}"))?;
        Ok(said.contains("warning: cannot write there/a.html"))
    })?;
    fs::rename(&away, &there).map_err(|e| e.to_string())?;
    let status = child.wait(LIMIT)?;
    let said = folder.read("errors")?;
    ensure(status.success() && said.starts_with("warning: "), || format!("{status}: {said}"))?;
    let page = folder.read("there/a.html")?;
    ensure(page.contains("\"reload\":null,\"wanted\":8"), || "the page is not whole".into())?;
    Ok(Pass::Count(2))
}

/// A folder stands for the files of games in it and below it.
fn folders() -> Result<Pass, String> {
    let folder = Folder::new("analyze-folders")?;
    for path in ["all/below", "none"] {
        fs::create_dir_all(folder.file(path)).map_err(|e| e.to_string())?;
    }
    folder.write("all/b.PGN", OPENING)?;
    folder.write("all/below/a.txt", "h2e2 h9g7\n")?;
    folder.write("all/notes.md", "no games")?;
    folder.write("one", "b2e2\n")?;
    let text = folder.text("analyze one all --depth 1 --json a.json")?;
    let json = folder.json("a.json")?;
    let games = json["games"].as_array().ok_or("no games")?;
    let sources: Vec<&str> = games.iter().filter_map(|game| game["source"].as_str()).collect();
    ensure(sources == ["one:1:1", "all/b.PGN:1:1", "all/below/a.txt:1:1"], || text.clone())?;
    let none = folder.run("analyze none --depth 1")?;
    let error = String::from_utf8_lossy(&none.stderr);
    ensure(!none.status.success() && error.contains("none: no files named .pgn"), || {
        error.into_owned()
    })?;
    Ok(Pass::Count(2))
}

/// The option and the locale choose the language of tables and pages.
fn languages() -> Result<Pass, String> {
    let folder = with_games("languages", THROWN)?;
    let run = |options: &str, locale: &str| -> Result<[String; 2], String> {
        let words = format!("analyze games --depth 8 --report a.html{options}");
        let table = process::run(folder.command(&words).env("LC_ALL", locale))?.stdout;
        Ok([String::from_utf8_lossy(&table).into_owned(), folder.read("a.html")?])
    };
    for (options, locale, tag, blunder) in [
        ("", "C", "en", "blunder"),
        ("", "zh_CN.UTF-8", "zh-Hans", "败着"),
        (" --lang zh-Hant", "C", "zh-Hant", "敗著"),
        (" --lang en", "zh_TW.UTF-8", "en", "blunder"),
    ] {
        let [table, page] = run(options, locale)?;
        ensure(table.contains(blunder), || format!("{options} {locale}: {table}"))?;
        ensure(page.contains(&format!("<html lang=\"{tag}\">")) && page.contains(blunder), || {
            format!("{options} {locale}: the page is not in {tag}")
        })?;
    }
    Ok(Pass::Count(4))
}

/// Pictures: complete SVG files with every piece, and a PNG file of the given width.
fn board() -> Result<Pass, String> {
    let folder = with_games("board", "")?;
    let pieces = |name: &str| -> Result<usize, String> {
        let svg = folder.read(name)?;
        ensure(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), || svg.clone())?;
        Ok(svg.matches("<circle").count() / 3)
    };
    folder.text("board startpos moves h2e2 炮8平5 e2e6 --svg a.svg --png a.png --width 300")?;
    ensure(pieces("a.svg")? == 31, || "expected 31 pieces after a capture".into())?;
    let png = folder.bytes("a.png")?;
    let size = png.get(16..24).unwrap_or_default();
    ensure(png.starts_with(b"\x89PNG") && size == [0, 0, 1, 44, 0, 0, 1, 75], || {
        format!("not a PNG of 300 by 331 points: {size:?}")
    })?;
    let ending = "board 3k5/9/9/9/9/9/9/9/4R4/R3K4 w --svg";
    folder.text(&format!("{ending} plain.svg"))?;
    for option in ["--faces letters", "--flip", "--arrow a0d0"] {
        folder.text(&format!("{ending} b.svg {option}"))?;
        ensure(pieces("b.svg")? == 4, || format!("{option}: expected four pieces"))?;
        ensure(folder.bytes("b.svg")? != folder.bytes("plain.svg")?, || {
            format!("{option} changes nothing")
        })?;
    }
    Ok(Pass::Count(5))
}

/// Bad input and bad options: the error message.
fn faults() -> Result<Pass, String> {
    let folder = with_games("faults", "a0a9\nstartpos moves h2e3 h2e2\n")?;
    folder.write("bad.epd", "\n3k5/9/9/9/9/9/9/9/4R4/R3K4 w bm a0a0;\n")?;
    let cases = [
        ("analyze games", "left out: games:2:16: move 1, 'h2e3', no legal move of this position"),
        ("analyze games", "error: there is no game to analyse"),
        ("analyze nowhere", "cannot read nowhere"),
        ("analyze games --shard 3/2", "expected I/N"),
        ("analyze games --depth 0", "invalid value"),
        ("analyze games --rules Chess", "expected one of ComputerRule"),
        ("analyze games --eval-file games", "games"),
        ("epd bad.epd --rules Chess", "expected one of ComputerRule"),
        ("epd bad.epd", "bad.epd:2: bm 'a0a0', no legal move of this position"),
        ("epd nowhere", "cannot read nowhere"),
        ("board x --svg x.svg", "expected a FEN or startpos"),
        ("board 9/9 w --svg x.svg", "bad FEN, board"),
        ("board startpos moves h2e3 --svg x.svg", "move 1, 'h2e3', no legal move"),
        ("board startpos --svg x.svg --arrow e5e6", "--arrow 'e5e6', no legal move"),
        ("board startpos --svg no/such/folder/x.svg", "cannot write no/such/folder/x.svg"),
        ("board startpos", "<--svg <FILE>|--png <FILE>>"),
        ("perft x", "expected a number of plies from 1 to 64"),
        ("perft 3000", "expected a number of plies from 1 to 64"),
    ];
    for (args, expected) in cases {
        let output = folder.run(args)?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure(!output.status.success() && error.contains(expected), || {
            format!("{args}: expected '{expected}', found {error}")
        })?;
    }
    Ok(Pass::Count(cases.len() as u64))
}
