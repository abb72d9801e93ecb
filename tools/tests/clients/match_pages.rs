//! The pages of matches in a browser.

use serde_json::Value;

use crate::folder::Folder;
use crate::{Pass, scene};

use super::page::Page;
use super::{finish, with};

/// The report of a match of the engine against itself: every game is loaded from the list
/// and stepped through; its last position must be that of the state file.
///
/// # Errors
/// As above.
pub fn match_of_two() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-match")?;
        let engine = format!("cmd={},nodes=200", scene::binary().display());
        let output = finish(
            folder
                .command("match --games 4 --max-plies 30 --seed 1 --sprt elo0=0,elo1=5")
                .args(["--state", "state", "--report", "m.html"])
                .args(["--engine", &format!("{engine},name=a")])
                .args(["--engine", &format!("{engine},name=b")]),
        )?;
        // Without a decision the exit status is 4.
        if output.status.code() != Some(4) {
            return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stdout)));
        }
        let mut page = Page::open(found, &folder.file("m.html"), (1200, 900))?;
        let state = folder.read("state")?;
        let mut games: Vec<Value> =
            state.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect();
        games.sort_by_key(|game| game["game"].as_u64());
        for (i, game) in games.iter().enumerate() {
            page.browser.click(&format!("#games [data-game='{i}']"))?;
            let moves: Vec<&str> = game["moves"].as_str().unwrap_or_default().split(' ').collect();
            for _ in &moves {
                page.browser.click("#next")?;
            }
            let line =
                format!("{} moves {}", game["fen"].as_str().unwrap_or_default(), moves.join(" "));
            let text =
                chuhe_games::read_line(&line, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
            let end = text.replay(usize::MAX, None).map_err(|e| e.to_string())?.fen();
            page.expect(&end, &format!("game {}", i + 1))?;
            page.check_scores(game["remarks"].as_str().unwrap_or_default())?;
        }
        for id in ["elo", "llr", "time", "depth", "scores"] {
            let lines = page.browser.run(&format!(
                "return document.querySelectorAll('#{id} svg path, #{id} svg circle').length"
            ))?;
            if lines.as_u64().is_none_or(|count| count == 0) {
                return Err(format!("the chart '{id}' is empty"));
            }
        }
        let phone = Page::open(found, &folder.file("m.html"), (360, 740))?;
        phone.fits(360)?;
        phone.end()?;
        if games.len() != 4 {
            return Err(format!("expected 4 games, found {}", games.len()));
        }
        page.end()
    })
}

/// A match of 70,000 games from 35,000 openings, more than one call takes arguments: all that
/// is below the first chart is there, too.
///
/// # Errors
/// When it is not.
pub fn large() -> Result<Pass, String> {
    const GAMES: usize = 70_000;
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-large")?;
        let engine = format!("cmd={},nodes=50", scene::binary().display());
        finish(
            folder
                .command("match --games 2 --max-plies 8 --seed 1 --state state")
                .args(["--engine", &format!("{engine},name=a")])
                .args(["--engine", &format!("{engine},name=b")]),
        )?;
        let state = folder.read("state")?;
        let (header, games) = state.split_once('\n').ok_or("no games")?;
        let games: Vec<Value> =
            games.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut large = header.to_owned();
        for i in 0..GAMES {
            let mut game = games[i % 2].clone();
            game["game"] = i.into();
            game["fen"] = game["fen"]
                .as_str()
                .map(|fen| fen.replace(" 0 1", &format!(" 0 {}", 1 + i / 2)))
                .into();
            large += &format!("\n{game}");
        }
        folder.write("large", large + "\n")?;
        folder.text("match --merge large --report large.html")?;
        let page = Page::open(found, &folder.file("large.html"), (1200, 900))?;
        for (what, least) in [
            ("#time svg path", 2),
            ("#depth svg path", 2),
            ("#openings button", 500),
            ("#games tr", 500),
            ("#moves button", 8),
        ] {
            let count =
                page.browser.run(&format!("return document.querySelectorAll('{what}').length"))?;
            if count.as_u64().is_none_or(|count| count < least) {
                return Err(format!("{what}: {count}, not {least}"));
            }
        }
        let listed = page.text_of("#openings + p")?;
        if listed != "500 of 35000" {
            return Err(format!("the openings end with '{listed}'"));
        }
        page.end()
    })
}

/// The page of a tournament in Chinese: the best engine first, and no English.
///
/// # Errors
/// When it is not so.
pub fn tournament() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-tournament")?;
        let program = scene::binary().display().to_string();
        let mut command = folder
            .command("match --lang zh-Hans --games 4 --max-plies 120 --seed 1 --report t.html");
        // The weakest is named first.
        for (name, limit) in [("c", "nodes=20"), ("b", "nodes=20"), ("a", "depth=6")] {
            command.args(["--engine", &format!("cmd={program},name={name},{limit}")]);
        }
        finish(&mut command)?;
        let page = Page::open(found, &folder.file("t.html"), (1200, 900))?;
        let points = page.browser.run(
            "return [...document.querySelectorAll('.figures + .wide tr')].slice(1) \
             .map((row) => Number(row.children[1].textContent))",
        )?;
        let points: Vec<f64> =
            points.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let is_sorted = points.len() == 3 && points.windows(2).all(|pair| pair[0] >= pair[1]);
        let header = page.text_of("header")?;
        if !is_sorted || points[0] == points[2] {
            return Err(format!("the points of the table are {points:?}"));
        }
        if !header.contains("楚河引擎比赛") || !header.contains("深度 6") {
            return Err(format!("the title is '{header}'"));
        }
        page.list_fits()?;
        page.end()
    })
}
