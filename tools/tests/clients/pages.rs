//! The HTML reports in a browser: goes through the games with mouse and keyboard, and
//! compares the board with the positions in the data.

use std::env;

use chuhe::board::Board;
use chuhe::internals::random::Random;
use serde_json::json;

use crate::folder::Folder;
use crate::{Pass, scene};

use super::page::{ESCAPE, Page};
use super::with;

/// Games from the start, from a position with Black to move, and with a blunder.
const GAMES: &str = "[Event \"第一届某某杯全国象棋团体赛暨某某个人锦标赛\"]\n[Date \"2001.02.03\"]\n[Red \"甲 <b>\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 \
     2. 马二进三 车9平8 3. 兵七进一 炮8平9 4. 马八进七 1-0\n\n\
     [FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 b - - 3 17\"]\n\n17... d9d8 18. e1e5 d8d9 *\n\n\
     [Red \"丙\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n1. a0a8 e9d9 2. a8d8 d9d8 1/2-1/2\n";

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
