//! The HTML reports in a browser: goes through the games with mouse and keyboard, and
//! compares the board with the positions in the data.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chuhe::board::{Board, Setup};
use chuhe::internals::random::Random;
use chuhe::notation::{Style, write};
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::process::wait_until;
use crate::{Pass, scene};

use super::browser::Browser;
use super::with;

/// Games from the start, from a position with Black to move, and with a blunder.
const GAMES: &str = "[Event \"第一届某某杯全国象棋团体赛暨某某个人锦标赛\"]\n[Date \"2001.02.03\"]\n[Red \"甲 <b>\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 \
     2. 马二进三 车9平8 3. 兵七进一 炮8平9 4. 马八进七 1-0\n\n\
     [FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 3 17\"]\n\n17... d9d8 18. e1e5 d8d9 *\n\n\
     [Red \"丙\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n1. a0a8 e9d9 2. a8d8 d9d8 1/2-1/2\n";

/// Positions whose legal moves the page must know.
const POSITIONS: &[&str] = &[
    "4k4/9/9/9/4n4/9/9/9/4R4/4K4 w - - 0 1",
    "3ak4/4a4/b3b4/2P1p1P2/2p6/6B2/P1n1P1N1P/2C1C4/4A4/1RBAK4 b - - 0 1",
    "2bak4/4a2R1/4b4/9/9/2B6/3p5/4C4/3rA4/2B1KA3 w - - 0 1",
    "1C2k4/9/1r2c4/4P4/9/9/4p4/1R2C4/4A4/3K5 w - - 0 1",
    "4k4/2P6/9/9/9/9/9/9/4p4/3K5 w - - 0 1",
];

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
        page.check_trial()?;
        page.check_list("丙", &[2], 3)?;
        let better = json["games"][2]["positions"][2]["line_text"][0].as_str().unwrap_or_default();
        page.check_quiz(2, ["a8", "d8"], better)?;
        page.check_other_moves(&json["games"][2]["positions"][2])?;
        page.check_sides(2)?;
        page.check_texts()?;
        let phone = Page::open(found, &folder.file("a.html"), (360, 740))?;
        phone.fits(360)?;
        phone.list_fits()?;
        phone.check_lesson_is_seen(2)?;
        phone.end()?;
        page.end()
    })
}

/// The analysis in every language, on a desktop and on a phone: nothing lies beyond the
/// edge, and no text is missing.
///
/// # Errors
/// When something does, or is.
pub fn languages() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-languages")?;
        folder.write("games", GAMES)?;
        folder.write("one", GAMES.split("[FEN").next().unwrap_or_default())?;
        for (lang, word) in [
            ("en", "Best line"),
            ("zh-Hans", "最佳变化"),
            ("zh-Hant", "最佳變化"),
            ("vi", "Biến tốt nhất"),
        ] {
            for (games, width) in [("games", 1200), ("games", 360), ("one", 1200)] {
                let file = format!("{lang}-{games}.html");
                folder.text(&format!("analyze {games} --depth 8 --lang {lang} --report {file}"))?;
                let page = Page::open(found, &folder.file(&file), (width, 740))?;
                page.fits(width.into())?;
                if width == 1200 && games == "games" {
                    page.list_fits()?;
                }
                let text = page.browser.run("return document.body.innerText")?;
                let text = text.as_str().unwrap_or_default();
                // A text that is missing shows its key, and a value its braces.
                let is_key = |word: &str| word.contains("head-") || word.contains(".by.");
                if !text.to_lowercase().contains(&word.to_lowercase())
                    || text.contains('{')
                    || ["null", "undefined"].iter().any(|word| text.contains(word))
                    || text.split_whitespace().any(is_key)
                {
                    return Err(format!("{lang}: {text}"));
                }
                page.end()?;
            }
        }
        Ok(Pass::Count(12))
    })
}

/// A rook that can be taken is not.
const MISSED: &str = "[Red \"甲\"]\n[FEN \"3ak4/4p4/9/9/r8/9/9/R3P4/9/2B1KA3 w\"]\n\n1. a2b2 a5a4 *\n\n\
                      [Red \"甲\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n1. a0a8 e9d9 2. a8d8 d9d8 *\n";

/// Moves that are tried in a lesson are answered: by what the report knows, and with
/// `NPM_PACKAGE`, the folder of the package for JavaScript, by the engine inside the page. What
/// recurs in the games of a player leads to its places.
///
/// # Errors
/// When a move is called something else, or the page logs an error.
pub fn lessons() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-lessons")?;
        folder.write("games", MISSED)?;
        let module = env::var_os("NPM_PACKAGE").map(PathBuf::from);
        let mut words =
            "analyze games --depth 8 --lang en --json a.json --report a.html".to_owned();
        if let Some(module) = &module {
            words += &format!(" --engine {}", module.display());
        }
        folder.text(&words)?;
        let position = &folder.json("a.json")?["games"][0]["positions"][0];
        let worse = position["others"][0]["move"].as_str().ok_or("no other move")?.to_owned();
        let page = Page::open(found, &folder.file("a.html"), (1200, 900))?;
        let expect = |expected: &str| match page.lesson()? {
            state if state == expected => Ok(()),
            state => Err(format!("expected {expected}: {state}: {}", page.text_of("#lesson")?)),
        };
        page.browser.press("l")?;
        expect("ask")?;
        page.play("a2b2")?;
        expect("same")?;
        page.play(&worse)?;
        expect("wrong")?;
        page.browser.press(&LEFT.to_string())?;
        expect("ask")?;
        let unlisted = if worse == "a2a1" { "a2a3" } else { "a2a1" };
        page.play(unlisted)?;
        match &module {
            None => expect("worse")?,
            Some(_) => {
                wait_until("the engine's answer", ENGINE_LIMIT, || Ok(page.lesson()? == "wrong"))?
            }
        }
        page.browser.press(&LEFT.to_string())?;
        page.play("a2a5")?;
        expect("right")?;
        page.browser.click("#enough")?;
        // The ending that was thrown away in the second game.
        page.browser
            .run("document.querySelector('#habits [data-key=thrown-ending]').open = true")?;
        page.browser.click("#habits [data-key='thrown-ending'] button")?;
        let address = page.browser.run("return location.hash")?;
        if address != "#2.2" {
            return Err(format!("the place of a mistake leads to {address}"));
        }
        page.end()
    })
}

/// How long the engine inside a page may take to answer.
const ENGINE_LIMIT: Duration = Duration::from_secs(90);

/// A study: variations in variations, and comments.
const STUDY: &str = "[Red \"甲\"]\n\n{序} 1. h2e2 {中炮\n常见} (1. b0c2 h9g7 (1... b9c7! 2. h0g2 {x})) h9g7 \
     2. h0g2 (2. h0i2) *\n";

/// The variations and comments of a file can be seen, and every move of them on the board.
///
/// # Errors
/// When the board shows something else, or a text is missing.
pub fn variations() -> Result<Pass, String> {
    let after = |moves: &str| -> Result<String, String> {
        let line = chuhe_games::read_line(moves, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
        Ok(line.replay(usize::MAX, None).map_err(|e| e.to_string())?.fen())
    };
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-variations")?;
        folder.write("games", STUDY)?;
        folder.text("analyze games --depth 1 --report a.html --notation uci")?;
        for width in [1200, 360] {
            let mut page = Page::open(found, &folder.file("a.html"), (width, 900))?;
            page.fits(width.into())?;
            let expected =
                "序1. h2e2中炮\n常见(1. b0c2h9g7(1... b9c7!2. h0g2x))1... h9g72. h0g2(2. h0i2)";
            let text = page.browser.run("return document.getElementById('written').textContent")?;
            if text != expected {
                return Err(format!("expected {expected}, found {text}"));
            }
            for (node, moves) in [
                (0, "h2e2"),
                (7, "b0c2 b9c7 h0g2"),
                (5, "b0c2 h9g7"),
                (3, "h2e2 h9g7 h0i2"),
                (2, "h2e2 h9g7 h0g2"),
                (6, "b0c2 b9c7"),
            ] {
                page.browser.click(&format!("#written [data-node='{node}']"))?;
                page.expect(&after(moves)?, &format!("a click on {moves}"))?;
                let here = page.browser.run(
                    "return [...document.querySelectorAll('#written .here')].map((e) => e.dataset.node).join()",
                )?;
                if here != json!(node.to_string()) {
                    return Err(format!("{node} is shown, but marked is {here}"));
                }
            }
            page.browser.click("#next")?;
            page.expect(&after("b0c2 b9c7 h0g2")?, "a step on in a variation")?;
            page.browser.click("#back")?;
            page.browser.click("#back")?;
            page.expect(&after("b0c2")?, "two steps back in a variation")?;
            page.browser.press(&ESCAPE.to_string())?;
            page.expect(&after("startpos")?, "the key Escape")?;
            page.browser.click("#next")?;
            page.expect(&after("h2e2")?, "a step in the game")?;
            page.end()?;
        }
        Ok(Pass::Ok)
    })
}

/// How long a page of many games may take to open, in milliseconds.
const OPENS_IN: f64 = 2000.0;

/// A page of 300 games of 80 plies opens in two seconds, and finds a game by a name.
///
/// # Errors
/// When it does not.
pub fn many_games() -> Result<Pass, String> {
    const GAMES: usize = 300;
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-many")?;
        let mut random = Random::new(&[16]);
        let games: String = (1..=GAMES).map(|number| random_game(number, &mut random)).collect();
        folder.write("games", games)?;
        folder.text("analyze games --depth 1 --hash 1 --threads 2 --report a.html")?;
        let page = Page::open(found, &folder.file("a.html"), (1200, 900))?;
        let opened = page
            .browser
            .run("return performance.getEntriesByType('navigation')[0].loadEventEnd")?;
        let opened = opened.as_f64().unwrap_or(f64::MAX);
        if opened > OPENS_IN * scene::slack() {
            return Err(format!("the page of {GAMES} games opens in {opened:.0} ms"));
        }
        let sought = page.browser.run(
            "const find = document.getElementById('find'), began = performance.now(); \
             find.value = '甲217'; find.dispatchEvent(new Event('input')); \
             return [performance.now() - began, document.querySelectorAll('#games tr').length, \
             document.querySelector('h1').textContent]",
        )?;
        let title = sought[2].as_str().unwrap_or_default();
        if sought[1] != 1 || !title.contains("甲217") {
            return Err(format!("'甲217' finds {sought}"));
        }
        if env::var_os("PICTURES").is_some() {
            println!("{GAMES} games: opened in {opened:.0} ms, found in {} ms", sought[0]);
        }
        page.end()
    })
}

/// A game of random moves as PGN.
fn random_game(number: usize, random: &mut Random) -> String {
    let mut board = Board::start();
    let mut moves = Vec::new();
    for _ in 0..80 {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        moves.push(mv.to_string());
        if board.play(mv).is_err() {
            break;
        }
    }
    format!("[Red \"甲{number}\"]\n[Black \"乙{number}\"]\n\n{} *\n\n", moves.join(" "))
}

/// Pages of work that was broken off say so, and do not load themselves again for ever.
///
/// # Errors
/// When they do, or say nothing.
pub fn broken_off() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-broken-off")?;
        folder.write("games", GAMES)?;
        folder.text("analyze games --depth 1 --report a.html")?;
        let whole = folder.read("a.html")?;
        let done = "\"reload\":null,\"wanted\":3,\"interrupted\":false,\"written\":null";
        for (state, expected) in [
            (done, ""),
            (
                "\"reload\":null,\"wanted\":9,\"interrupted\":true,\"written\":null",
                "Interrupted after 3 of 9 games.",
            ),
            (
                "\"reload\":1,\"wanted\":9,\"interrupted\":false,\"written\":86400",
                "no longer loads itself again",
            ),
        ] {
            folder.write("b.html", whole.replace(done, state))?;
            let page = Page::open(found, &folder.file("b.html"), (1200, 900))?;
            let text = page.text_of("#progress")?;
            if !text.contains(expected) || (expected.is_empty() && !text.is_empty()) {
                return Err(format!("expected '{expected}', found '{text}'"));
            }
            page.browser.run("window.isOld = true")?;
            std::thread::sleep(std::time::Duration::from_secs(2));
            if page.browser.run("return window.isOld")? != true {
                return Err("the page loads itself again".into());
            }
            page.end()?;
        }
        Ok(Pass::Count(3))
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
pub(super) struct Page {
    pub(super) browser: Browser,
    checks: u64,
}

impl Page {
    pub(super) fn open(
        programs: &[PathBuf],
        file: &Path,
        size: (u32, u32),
    ) -> Result<Page, String> {
        let browser = Browser::start(&programs[0], &programs[1], size)?;
        browser.open(file)?;
        let page = Page { browser, checks: 0 };
        page.keep_picture(file, size)?;
        Ok(page)
    }

    /// Nothing may lie beyond the right edge.
    pub(super) fn fits(&self, width: u64) -> Result<(), String> {
        let found = self.browser.run("return document.documentElement.scrollWidth")?;
        match found.as_u64() {
            Some(found) if found <= width => Ok(()),
            _ => Err(format!("the page is {found} points wide, the window {width}")),
        }
    }

    /// The whole list of games can be seen without scrolling to the side.
    pub(super) fn list_fits(&self) -> Result<(), String> {
        let beyond = self.browser.run(
            "const list = document.querySelector('.games:has(#games)'); \
             return list.scrollWidth - list.clientWidth",
        )?;
        let is_whole = beyond.as_i64().is_some_and(|beyond| beyond <= 0);
        if is_whole { Ok(()) } else { Err(format!("{beyond} points of the list are cut off")) }
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
    pub(super) fn expect(&mut self, fen: &str, after: &str) -> Result<(), String> {
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
            .run("return document.querySelectorAll('.board svg g:first-of-type use').length")?;
        let pieces = fields[0].chars().filter(char::is_ascii_alphabetic).count() as u64;
        if drawn != pieces {
            return Err(format!("after {after}: {pieces} pieces, but {drawn} are drawn"));
        }
        self.checks += 1;
        Ok(())
    }

    /// Compares the scores in the list of moves with those in the state file, from the
    /// point of view of Red, who begins.
    pub(super) fn check_scores(&mut self, remarks: &str) -> Result<(), String> {
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
            self.browser.click(&format!("#games [data-game='{i}']"))?;
            self.browser.click("#first")?;
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
            self.check_legal_moves(fen(last))?;
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

    /// The moves that the page lets a person try are the legal ones.
    fn check_legal_moves(&mut self, fen: &str) -> Result<(), String> {
        let mut positions = vec![fen.to_owned()];
        // Kings that face each other, blocked legs and eyes, screens, palaces and the river.
        positions.extend(POSITIONS.iter().map(|&fen| fen.to_owned()));
        for fen in positions {
            let setup: Setup = fen.parse().map_err(|e| format!("{fen}: {e}"))?;
            let board = setup.to_board().map_err(|e| format!("{fen}: {e}"))?;
            let mut legal: Vec<String> =
                board.legal_moves().iter().map(ToString::to_string).collect();
            legal.sort();
            let found = self.browser.run(&format!(
                "const position = new Position('{fen}'); return position.points.flatMap((_, from) => \
                 legalTargets(position, from).map((to) => nameOf(from) + nameOf(to))).sort()"
            ))?;
            if found != json!(legal) {
                return Err(format!("{fen}: expected {legal:?}, the page has {found}"));
            }
            self.checks += 1;
        }
        Ok(())
    }

    /// Clicks on a point of the board, `h2`, which must not be turned.
    fn click_point(&self, point: &str) -> Result<(), String> {
        self.browser
            .run(&format!(
                "const svg = document.querySelector('.board svg'), box = svg.getBoundingClientRect(), p = pointOf('{point}');\
                 const [x, y] = [80 + 100 * (p % 9), 980 - 100 * Math.floor(p / 9)];\
                 svg.dispatchEvent(new MouseEvent('click', {{ bubbles: true, \
                 clientX: box.left + x / 960 * box.width, clientY: box.top + y / 1060 * box.height }}))"
            ))
            .map(drop)
    }

    pub(super) fn text_of(&self, selector: &str) -> Result<String, String> {
        let found = self
            .browser
            .run(&format!("return document.querySelector(\"{selector}\")?.textContent ?? ''"))?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }

    /// Moves of one's own on the board, and back to the game.
    fn check_trial(&mut self) -> Result<(), String> {
        self.browser.click("#games [data-game='0']")?;
        self.browser.click("#first")?;
        for point in ["b0", "c2", "b9", "a7"] {
            self.click_point(point)?;
        }
        let fen = "r1bakabnr/9/nc5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR w";
        self.expect(fen, "two moves of one's own")?;
        let told = self.text_of(".stage .status")?;
        if !told.contains("馬八進七 馬２進１") {
            return Err(format!("one's own moves are told as '{told}'"));
        }
        // The king may not go there, so nothing changes.
        self.click_point("e0")?;
        self.click_point("e2")?;
        self.expect(fen, "an illegal move")?;
        self.browser.press(&LEFT.to_string())?;
        self.browser.press(&ESCAPE.to_string())?;
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        self.expect(start, "leaving the trial")
    }

    /// The blunder of the last game is asked for, and its better move accepted.
    fn check_quiz(&mut self, game: usize, played: [&str; 2], better: &str) -> Result<(), String> {
        self.browser.click(&format!("#games [data-game='{game}']"))?;
        self.browser.press("l")?;
        let asked = self.text_of("#lesson")?;
        for point in played {
            self.click_point(point)?;
        }
        let same = self.text_of("#lesson")?;
        if asked.is_empty() || asked == same {
            return Err(format!("the move that was played is not refused: '{asked}', '{same}'"));
        }
        self.browser.click("#solve")?;
        let solved = self.text_of("#lesson")?;
        if !solved.contains(better) {
            return Err(format!("expected {better} in '{solved}'"));
        }
        self.browser.click("#enough")?;
        self.checks += 3;
        match self.text_of("#lesson")? {
            rest if rest.is_empty() => Ok(()),
            rest => Err(format!("the lesson does not end: '{rest}'")),
        }
    }

    /// Any move that keeps the value is accepted.
    fn check_other_moves(&mut self, position: &Value) -> Result<(), String> {
        self.browser.press("l")?;
        let other = &position["others"][0];
        self.play(other["move"].as_str().unwrap_or_default())?;
        let (accepted, told) = (self.lesson()?, self.text_of("#lesson")?);
        self.browser.click("#enough")?;
        self.checks += 1;
        match accepted == "good" && told.contains(other["text"].as_str().unwrap_or("?")) {
            true => Ok(()),
            false => Err(format!("{other} is {accepted}: {told}")),
        }
    }

    /// Makes a move by two clicks.
    fn play(&self, mv: &str) -> Result<(), String> {
        let (from, to) = mv.split_at_checked(2).ok_or("no move")?;
        self.click_point(from)?;
        self.click_point(to)
    }

    /// How far the lesson is.
    fn lesson(&self) -> Result<String, String> {
        let state = self.browser.run("return document.getElementById('lesson').dataset.state")?;
        Ok(state.as_str().unwrap_or_default().to_owned())
    }

    /// Of the mistakes, those of one side alone are listed and asked for. Red alone made one.
    fn check_sides(&mut self, game: usize) -> Result<(), String> {
        self.browser.click(&format!("#games [data-game='{game}']"))?;
        let choose = |side: &str| {
            let choice = "const whose = document.getElementById('whose'); whose.value";
            let event = "whose.dispatchEvent(new Event('change'));";
            let count = "return document.querySelectorAll('#mistakes [data-ply]').length";
            self.browser.run(&format!("{choice} = '{side}'; {event} {count}"))
        };
        let counts = (choose("red")?, choose("black")?);
        self.browser.run("document.activeElement.blur()")?;
        self.browser.press("l")?;
        let asked = self.text_of("#lesson")?;
        let all = choose("")?;
        self.checks += 2;
        match (counts == (json!(1), json!(0)), all == 1, asked.is_empty()) {
            (true, true, true) => Ok(()),
            _ => Err(format!("mistakes by sides: {counts:?}, {all}; asked: '{asked}'")),
        }
    }

    /// Moves are written as the library writes them, in every style that has words.
    fn check_texts(&mut self) -> Result<(), String> {
        const PAWNS: &[&str] = &[
            "4k4/9/2P3P2/2P3P2/6P2/9/9/9/9/3K5 w",
            "4k4/2P6/2P6/2P6/2P6/2P6/9/9/9/3K5 w",
            "3k5/9/9/9/p8/p8/p8/p8/c3c4/2R1KR3 b",
            "3ak4/4a4/4b4/9/9/9/R8/R3B4/N3A4/N2AK1B2 w",
        ];
        for fen in POSITIONS.iter().chain(PAWNS) {
            let setup: Setup = fen.parse().map_err(|e| format!("{fen}: {e}"))?;
            let board = setup.to_board().map_err(|e| format!("{fen}: {e}"))?;
            let moves: Vec<String> = board.legal_moves().iter().map(ToString::to_string).collect();
            for style in [
                Style::Uci,
                Style::Uci1,
                Style::Iccs,
                Style::Wxf,
                Style::Simplified,
                Style::Traditional,
                Style::Vietnamese,
            ] {
                let expected: Vec<String> =
                    board.legal_moves().iter().map(|&mv| write(&board, mv, style)).collect();
                let name = style.name();
                let found = self.browser.run(&format!(
                    "const position = new Position('{fen}');                      return {moves:?}.map((move) => moveText(position, move, '{name}'))"
                ))?;
                if found != json!(expected) {
                    return Err(format!("{fen}, {name}: expected {expected:?}, found {found}"));
                }
                self.checks += 1;
            }
        }
        Ok(())
    }

    /// What a lesson asks stands on the screen, with the board.
    fn check_lesson_is_seen(&self, game: usize) -> Result<(), String> {
        self.browser.click(&format!("#games [data-game='{game}']"))?;
        self.browser.click("#learn")?;
        let places = self.browser.run(
            "const box = (name) => document.querySelector(name).getBoundingClientRect();              const [lesson, board] = [box('#lesson'), box('.board svg')];              return [lesson.top, lesson.bottom, board.top, board.bottom, innerHeight]",
        )?;
        let number = |i: usize| places[i].as_f64().unwrap_or(f64::NAN);
        let is_seen = number(0) >= 0.0 && number(1) <= number(2) && number(3) <= number(4);
        if is_seen { Ok(()) } else { Err(format!("the lesson is not seen: {places}")) }
    }

    /// The list finds games by a name, and sorts them.
    fn check_list(&mut self, name: &str, expected: &[usize], count: usize) -> Result<(), String> {
        let rows = "return [...document.querySelectorAll('#games tr')].map((row) => Number(row.dataset.game))";
        let find = |text: &str| {
            format!(
                "const find = document.getElementById('find'); find.value = '{text}'; find.dispatchEvent(new Event('input'));"
            )
        };
        let found = self.browser.run(&format!("{}{rows}", find(name)))?;
        if found != json!(expected) {
            return Err(format!("'{name}' finds {found}, not {expected:?}"));
        }
        let all = self.browser.run(&format!("{}{rows}", find("")))?;
        self.browser.click("th.sort")?;
        let down = self.browser.run(rows)?;
        let numbers: Vec<usize> = (0..count).collect();
        let reversed: Vec<usize> = (0..count).rev().collect();
        if (&all, &down) != (&json!(numbers), &json!(reversed)) {
            return Err(format!("sorted {all} and {down}"));
        }
        self.browser.click("th.sort")?;
        self.checks += 3;
        Ok(())
    }

    /// The console of the page must be empty.
    pub(super) fn end(self) -> Result<Pass, String> {
        let complaints = self.browser.complaints()?;
        match complaints.is_empty() {
            true => Ok(Pass::Count(self.checks)),
            false => Err(format!("the page complains: {}", complaints.join("\n"))),
        }
    }
}
