//! The page to play on in a browser: a whole game, files, positions, an analysis and a
//! report, by a script that does what a person would, compared with the engine itself.
//!
//! `PLAY_PAGE` names the folder that `web/build` has made; without it the case is skipped,
//! whatever `CLIENTS` says.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use chuhe::board::Setup;
use chuhe::notation::Style;
use chuhe::rules::{Outcome, RuleSet, judge};
use chuhe_games::{Document, ccbridge, xqf};
use encoding_rs::{BIG5, GB18030};
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::process::wait_until;
use crate::{Pass, scene};

use super::browser::Browser;
use super::{finish, with};

const SCRIPT: &str = include_str!("play.js");

/// How long a step may take.
const LIMIT: Duration = Duration::from_secs(150);

/// All steps.
///
/// # Errors
/// When the page shows something else than the engine says, or logs an error.
pub fn play() -> Result<Pass, String> {
    let Some(folder) = env::var_os("PLAY_PAGE").map(PathBuf::from) else {
        return Ok(Pass::Skipped("PLAY_PAGE names no page that web/build has made".into()));
    };
    with(&["chromedriver", "chromium"], |found| {
        let browser = Browser::start(&found[0], &found[1], (1200, 900))?;
        let start = open(&browser, &folder.join("index.html"))?;
        println!("started in {start} ms");
        check_bench(&step(&browser, "bench")?)?;
        check_game(&step(&browser, "wholeGame")?)?;
        let pgn = step(&browser, "files")?;
        if !pgn.as_str().unwrap_or_default().contains("[Format \"Chinese\"]") {
            return Err(format!("no Chinese notation: {pgn}"));
        }
        check_matched(&step(&browser, "matched")?)?;
        check_practice(&step(&browser, "practise")?)?;
        keep_picture(&browser, "play-practice.png")?;
        let fen = step(&browser, "setUp")?;
        if fen != "4k4/9/9/9/9/R8/9/9/9/3K5 w - - 0 1" {
            return Err(format!("another position: {fen}"));
        }
        let lines = step(&browser, "analysis")?;
        keep_picture(&browser, "play-desktop.png")?;
        if lines["arrows"].as_u64().is_none_or(|count| count < 1) {
            return Err(format!("no arrow: {lines}"));
        }
        formats(&browser)?;
        step(&browser, "answersOpenedGames")?;
        check_report(&browser, &step(&browser, "review")?)?;
        check_phone(found, &folder)?;
        match browser.complaints()? {
            complaints if complaints.is_empty() => Ok(Pass::Count(11)),
            complaints => Err(format!("the page complains: {}", complaints.join("\n"))),
        }
    })
}

/// Opens a page and waits for its engine; milliseconds that this took.
fn open(browser: &Browser, file: &Path) -> Result<u64, String> {
    browser.open(file)?;
    wait_until("the engine of the page", LIMIT, || {
        let ready = browser.run("return document.documentElement.dataset.ready ?? ''")?;
        Ok(ready.as_str().is_some_and(|version| !version.is_empty()))
    })?;
    let now = browser.run("return Math.round(performance.now())")?;
    now.as_u64().ok_or_else(|| "no time".into())
}

/// One step of the script; what it found.
fn step(browser: &Browser, name: &str) -> Result<Value, String> {
    browser.run(&format!("globalThis.wanted = '{name}';\n{SCRIPT}"))?;
    let mut seen = Value::Null;
    wait_until(name, LIMIT, || {
        seen = browser.run("return globalThis.seen")?;
        Ok(!seen.is_null())
    })?;
    match seen["error"].as_str() {
        Some(error) => Err(format!("{name}: {error}")),
        None => Ok(seen["found"].take()),
    }
}

/// The page must visit the same nodes as the program.
fn check_bench(found: &Value) -> Result<(), String> {
    let output = finish(Command::new(scene::binary()).arg("bench"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = text.split(' ').next().and_then(|count| count.parse::<u64>().ok());
    println!("bench in the page: {found}; the program: {}", text.trim());
    match expected.is_some() && found["nodes"].as_u64() == expected {
        true => Ok(()),
        false => Err(format!("bench: expected {expected:?}, found {found}")),
    }
}

/// The game must be legal, and over for the engine as well.
fn check_game(found: &Value) -> Result<(), String> {
    let words = found["moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let line = words.collect::<Vec<_>>().join(" ");
    let text = chuhe_games::read_line(&line, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
    let game = text.replay(usize::MAX, None).map_err(|e| e.to_string())?;
    let verdict = judge(&game, &RuleSet::default());
    println!("a game of {} plies: {}", game.ply(), found["verdict"]);
    match verdict.outcome {
        Outcome::Ongoing => Err(format!("the game goes on: {line}")),
        _ => Ok(()),
    }
}

/// Two lost games, then two that do not count, and results beyond the levels.
fn check_matched(found: &Value) -> Result<(), String> {
    let told: Vec<&str> =
        found["told"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let expected = [
        "Level 5 to begin with",
        "(games: 1). The next game: level 0.",
        "(games: 1). This game: level 0.",
        "(games: 2). The next game: level 0.",
        "level 0. This game does not count",
        "level 0. This game does not count",
        "Your level: below 600 (games: 9). This game: level 0.",
        "Your level: above 2690 (games: 9). This game: level 20.",
        "cannot be read",
    ];
    let is_told = told.len() == expected.len()
        && told.iter().zip(expected).all(|(told, part)| told.contains(part));
    match is_told && found["results"] == "[[5,0],[0,0]]" {
        true => Ok(()),
        false => Err(format!("the level does not follow the results: {found}")),
    }
}

/// What is said of endings to practise.
fn check_practice(found: &Value) -> Result<(), String> {
    let text = |name: &str| match &found[name] {
        Value::Array(list) => list.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    for (name, parts) in [
        ("task", &["Red to move: won in "][..]),
        ("won", &["Still won in ", "Kept without a mistake. Your moves: ", "; the fewest: "]),
        ("slipped", &["Now drawn: ", " would have kept it.", "Not kept.", "failed"]),
        ("hint", &["Hint: ", "1"]),
        ("helped", &["Kept, with help or a second try. "]),
        ("rule", &["Red to move: won, because black may not go on checking."]),
        ("draw", &["Black to move: hold the draw for 20 moves.", "true", "false"]),
        ("held", &["Held for 20 moves. ", "Kept without a mistake."]),
        ("fault", &["no position of KRK of this kind was found"]),
        ("sum", &["Without a mistake: 2; with help or a second try: 1; not kept: 0; "]),
    ] {
        let (text, mut rest) = (text(name), 0);
        for part in parts {
            let at = text[rest..].find(part);
            let at = at.ok_or_else(|| format!("{name}: expected {part}, found {text}"))?;
            rest += at + part.len();
        }
    }
    match found["hidden"] == true && found["lapses"] == 1 {
        true => Ok(()),
        false => Err(format!("one move did not keep the value, and a new game began: {found}")),
    }
}

/// The report that the page makes is a page of its own.
fn check_report(browser: &Browser, page: &Value) -> Result<(), String> {
    let folder = Folder::new("page-play")?;
    let file = folder.file("report.html");
    fs::write(&file, page.as_str().ok_or("no report")?).map_err(|e| e.to_string())?;
    browser.open(&file)?;
    let moves = browser.run("return document.querySelectorAll('#moves [data-ply]').length")?;
    match moves.as_u64() {
        Some(3) => Ok(()),
        _ => Err(format!("the report has {moves} moves")),
    }
}

/// Files in other encodings and formats, as a person chooses them.
fn formats(browser: &Browser) -> Result<(), String> {
    let text = "[Red \"許銀川\"]\n\n1. 炮二平五 馬8進7 *\n";
    let line = "h2e2 h9g7";
    let game = chuhe_games::read_line(line, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
    let checked = game.check(None).map_err(|e| e.to_string())?;
    let document = Document {
        tags: vec![("Red".into(), "許銀川".into())],
        start: &Setup::start(),
        comment: "",
        moves: &checked.moves,
        outcome: Outcome::Ongoing,
        style: Style::Uci,
    };
    let bytes = [
        ("big5.pgn", BIG5.encode(text).0.into_owned()),
        ("gbk.pgn", GB18030.encode(text).0.into_owned()),
        ("utf8.pgn", text.as_bytes().to_vec()),
        ("a.xqf", xqf::write(&document).ok_or("no XQF")?),
        ("a.cbr", ccbridge::write(&document)),
    ];
    for (name, bytes) in bytes {
        browser.run(&format!("globalThis.file = ['{name}', {bytes:?}]"))?;
        let found = step(browser, "openFile")?;
        let expected = json!({ "moves": ["h2e2", "h9g7"], "red": "許銀川" });
        if found != expected {
            return Err(format!("{name}: {found}"));
        }
    }
    Ok(())
}

/// On a phone nothing lies beyond the right edge, in any language.
fn check_phone(programs: &[PathBuf], folder: &Path) -> Result<(), String> {
    let browser = Browser::start(&programs[0], &programs[1], (390, 800))?;
    for (name, word) in [("index", "a"), ("zh-hans", "着法"), ("zh-hant", "著法"), ("vi", "nước")]
    {
        open(&browser, &folder.join(format!("{name}.html")))?;
        let width = browser.run("return document.documentElement.scrollWidth")?;
        if width.as_u64().is_none_or(|width| width > 390) {
            return Err(format!("{name} is {width} points wide"));
        }
        keep_picture(&browser, &format!("play-phone-{name}.png"))?;
        // What went wrong is told in the language of the page, in the card of what was done.
        let told = step(&browser, "faults")?;
        let told = told.as_str().unwrap_or_default();
        let is_english = ["expected", "not a", "impossible"].iter().any(|part| told.contains(part));
        if !told.contains(word) || is_english != (name == "index") {
            return Err(format!("{name}: {told}"));
        }
        let practice = step(&browser, "practiseOnPhone")?;
        let expected = match name {
            "index" => "Red to move: won in ",
            "zh-hans" => "红方先行，",
            "zh-hant" => "紅方先行，",
            _ => "Đỏ đi trước: thắng trong ",
        };
        let is_said = practice["said"].as_str().is_some_and(|said| said.contains(expected));
        if !is_said || practice["width"].as_u64().is_none_or(|width| width > 390) {
            return Err(format!("{name}: an ending to practise: {practice}"));
        }
        let places = step(&browser, "setUpOnPhone")?;
        keep_picture(&browser, &format!("play-phone-{name}-set-up.png"))?;
        let number = |i: usize| places[i].as_f64().unwrap_or(f64::NAN);
        if !(number(0) >= 0.0 && number(1) <= 800.0 && number(2) <= 800.0) {
            return Err(format!("{name}: board and palette lie at {places}"));
        }
    }
    Ok(())
}

/// With `PICTURES=FOLDER`, writes a screenshot.
fn keep_picture(browser: &Browser, name: &str) -> Result<(), String> {
    let Some(pictures) = env::var_os("PICTURES") else { return Ok(()) };
    let feature = json!({ "name": "prefers-color-scheme", "value": "light" });
    browser.command("Emulation.setEmulatedMedia", json!({ "features": [feature] }))?;
    browser.picture(&Path::new(&pictures).join(name))
}
