//! The HTML reports in a browser: goes through the games with mouse and keyboard, and
//! compares the board with the positions in the data.

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{Pass, scene};

use super::browser::Browser;
use super::{finish, with};

/// Two games, one of them from another position with Black to move.
const GAMES: &str = "[Red \"甲 <b>\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 \
     2. 马二进三 车9平8 3. 兵七进一 炮8平9 4. 马八进七 1-0\n\n\
     [FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 3 17\"]\n\n17... d9d8 18. e1e5 d8d9 *\n";

/// Codes of keys.
const RIGHT: char = '\u{e014}';
const LEFT: char = '\u{e012}';
const END: char = '\u{e010}';
const ESCAPE: char = '\u{e00c}';

/// The analysis of two games.
///
/// # Errors
/// When the page shows something else than the JSON file has, or logs an error.
pub fn analysis() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page")?;
        folder.write("games", GAMES)?;
        let args = "analyze games --depth 4 --json a.json --report a.html --notation traditional";
        folder.text(args)?;
        let json = folder.json("a.json")?;
        let mut page = Page::open(found, &folder.file("a.html"), (1200, 900))?;
        page.check_games(&json["games"])?;
        let phone = Page::open(found, &folder.file("a.html"), (360, 740))?;
        phone.fits(360)?;
        phone.end()?;
        page.end()
    })
}

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
                chuhe::games::read_line(&line, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
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

/// The score of `35/12/105`, as the page writes it.
fn in_view_of_red(remark: &str, is_red: bool) -> Option<String> {
    let score = remark.split('/').next()?;
    let sign = if is_red { 1 } else { -1 };
    if let Some(mate) = score.strip_prefix('#') {
        return Some(format!("#{}", sign * mate.parse::<i32>().ok()?));
    }
    let points = sign * score.parse::<i32>().ok()?;
    let mark = if points < 0 { '−' } else { '+' };
    Some(format!("{mark}{:.2}", f64::from(points.abs()) / 100.0))
}

/// A page in a browser.
struct Page {
    browser: Browser,
    checks: u64,
}

impl Page {
    fn open(programs: &[PathBuf], file: &Path, size: (u32, u32)) -> Result<Page, String> {
        let browser = Browser::start(&programs[0], &programs[1], size)?;
        browser.open(file)?;
        let page = Page { browser, checks: 0 };
        page.keep_picture(file, size)?;
        Ok(page)
    }

    /// Nothing may lie beyond the right edge.
    fn fits(&self, width: u64) -> Result<(), String> {
        let found = self.browser.run("return document.documentElement.scrollWidth")?;
        match found.as_u64() {
            Some(found) if found <= width => Ok(()),
            _ => Err(format!("the page is {found} points wide, the window {width}")),
        }
    }

    /// With `PICTURES=FOLDER`, writes screenshots with the light and the dark colour scheme.
    fn keep_picture(&self, file: &Path, size: (u32, u32)) -> Result<(), String> {
        let Some(pictures) = env::var_os("PICTURES") else { return Ok(()) };
        for scheme in ["light", "dark"] {
            let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
            self.browser.command("Emulation.setEmulatedMedia", json!({ "features": [feature] }))?;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{stem}-{}-{scheme}.png", size.0);
            self.browser.picture(&Path::new(&pictures).join(name))?;
        }
        Ok(())
    }

    /// Compares the FEN shown and the number of pieces drawn with a position.
    fn expect(&mut self, fen: &str, after: &str) -> Result<(), String> {
        let fields: Vec<&str> = fen.split(' ').take(2).collect();
        let shown = self.browser.run("return document.getElementById('fen').textContent")?;
        if shown != fields.join(" ") {
            return Err(format!(
                "after {after}: expected {}, the page has {shown}",
                fields.join(" ")
            ));
        }
        let drawn = self
            .browser
            .run("return document.querySelectorAll('main svg g:first-of-type use').length")?;
        let pieces = fields[0].chars().filter(char::is_ascii_alphabetic).count() as u64;
        if drawn != pieces {
            return Err(format!("after {after}: {pieces} pieces, but {drawn} are drawn"));
        }
        self.checks += 1;
        Ok(())
    }

    /// Compares the scores in the list of moves with those in the state file, from the
    /// point of view of Red, who begins.
    fn check_scores(&mut self, remarks: &str) -> Result<(), String> {
        let shown = self.browser.run(
            "return [...document.querySelectorAll('#moves [data-ply] small')].map((e) => e.textContent.trim())",
        )?;
        let shown: Vec<&str> =
            shown.as_array().into_iter().flatten().flat_map(Value::as_str).collect();
        let expected: Result<Vec<String>, String> = (0..)
            .zip(remarks.split(' '))
            .map(|(ply, remark)| in_view_of_red(remark, ply % 2 == 0).ok_or_else(|| remark.into()))
            .collect();
        let expected = expected?;
        self.checks += expected.len() as u64;
        match shown == expected {
            true => Ok(()),
            false => Err(format!("expected the scores {expected:?}, found {shown:?}")),
        }
    }

    /// Goes through all games: forward with clicks, back with keys, through the list of
    /// moves, and into the best line.
    fn check_games(&mut self, games: &Value) -> Result<(), String> {
        for (i, game) in games.as_array().into_iter().flatten().enumerate() {
            let positions = game["positions"].as_array().ok_or("no positions")?;
            let fen = |i: usize| positions[i]["fen"].as_str().unwrap_or_default();
            let last = positions.len() - 1;
            self.browser.run(&format!(
                "const s = document.getElementById('game'); s.value = {i}; s.dispatchEvent(new Event('change'))"
            ))?;
            self.expect(fen(0), "opening")?;
            for ply in 1..=last {
                self.browser.click("#next")?;
                self.expect(fen(ply), &format!("{ply} clicks"))?;
            }
            for ply in (0..last).rev() {
                self.browser.press(&LEFT.to_string())?;
                self.expect(fen(ply), &format!("keys back to {ply}"))?;
            }
            self.browser.press(&END.to_string())?;
            self.expect(fen(last), "the key End")?;
            self.browser.click(&format!("#moves [data-ply='{last}']"))?;
            self.expect(fen(last), "a click on the last move")?;
            self.browser.click("#first")?;
            self.browser.press(&RIGHT.to_string())?;
            self.expect(fen(1), "the key Right")?;
            self.check_line(fen(1))?;
        }
        Ok(())
    }

    /// Into the best line and back to the game, and the buttons for the view.
    fn check_line(&mut self, fen: &str) -> Result<(), String> {
        self.browser.click("#line [data-count='1']")?;
        let shown = self.browser.run("return document.getElementById('fen').textContent")?;
        if shown == fen.split(' ').take(2).collect::<Vec<_>>().join(" ") {
            return Err("the best line does not move anything".into());
        }
        self.browser.press(&ESCAPE.to_string())?;
        self.expect(fen, "Escape")?;
        for button in ["#flip", "#faces"] {
            self.browser.click(button)?;
            self.expect(fen, button)?;
        }
        self.browser.press("fp")?;
        self.expect(fen, "the keys f and p")
    }

    /// The console of the page must be empty.
    fn end(self) -> Result<Pass, String> {
        let complaints = self.browser.complaints()?;
        match complaints.is_empty() {
            true => Ok(Pass::Count(self.checks)),
            false => Err(format!("the page complains: {}", complaints.join("\n"))),
        }
    }
}
