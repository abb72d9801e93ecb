//! The page of puzzles in a browser, from a disk: a mate and an ending are solved by clicks, a
//! wrong move is made, and failed puzzles come again.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::process::wait_until;
use crate::{Pass, puzzles};

use super::page::Page;
use super::with;

/// How long the engine may take to refute a move.
const LIMIT: Duration = Duration::from_secs(90);

/// Words that are the same in every language.
const NAMES: [&str; 4] = ["Elo", "Chuhe", "Home", "End"];

/// The languages, with what the page says of a solved puzzle, and how moves are written.
const LANGUAGES: [(&str, &str, &str); 4] = [
    ("en", "Solved.", "wxf"),
    ("zh-Hans", "解出。", "simplified"),
    ("zh-Hant", "解出。", "traditional"),
    ("vi", "Đã giải.", "vietnamese"),
];

/// Widths of a window on a desktop, and of a phone.
const WIDTHS: [u32; 2] = [1200, 390];

/// In each language, on a desktop with a mouse and on a phone with a finger, without a network.
/// `NPM_PACKAGE` names the folder of the package for JavaScript, which `web/build` makes; with it
/// the page has the engine, which must refute a wrong move.
///
/// # Errors
/// When the page shows or keeps something else, or logs an error.
pub fn solve() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-puzzles")?;
        folder.write("a.pgn", puzzles::MISSED)?;
        folder.write("b.txt", puzzles::OTHERS)?;
        let module = env::var_os("NPM_PACKAGE").map(PathBuf::from);
        let engine = module
            .as_ref()
            .map_or_else(String::new, |path| format!(" --engine {}", path.display()));
        let mut english = BTreeSet::new();
        for (lang, solved, style) in LANGUAGES {
            folder.text(&format!("{} --lang {lang} --notation {style}{engine}", puzzles::FIND))?;
            let mut said = BTreeSet::new();
            for width in WIDTHS {
                let page = Page::open(found, &folder.file("out/puzzles.html"), (width, 900))?;
                let mut solver = Solver { page, width, has_engine: module.is_some() };
                let texts = solver.solve(solved);
                said.extend(texts.map_err(|fault| format!("{lang}, {width} points: {fault}"))?);
            }
            check_language(lang, &said, &english)?;
            if lang == "en" {
                english = said;
            }
        }
        Ok(Pass::Count((LANGUAGES.len() * WIDTHS.len()) as u64))
    })
}

/// Texts of a page are in its language: none is that of the English page, and the characters are
/// those of the language.
fn check_language(
    lang: &str,
    said: &BTreeSet<String>,
    english: &BTreeSet<String>,
) -> Result<(), String> {
    // The name of a player, and the button that changes the pieces.
    let all = said.iter().map(|text| text.replace(['甲', '帥'], "")).collect::<Vec<_>>().join("\n");
    let is_word = |word: &str| {
        word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()) && !NAMES.contains(&word)
    };
    let is_same = |text: &&String| english.contains(*text) && text.split_whitespace().any(is_word);
    if let Some(text) = said.iter().find(is_same) {
        return Err(format!("{lang}: '{text}' is English"));
    }
    let (simplified, traditional) = ("题进证将杀红胜认继续选", "題進證將殺紅勝認繼續選");
    let wrong: fn(char) -> bool = |c| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let found = match lang {
        "zh-Hans" => all.chars().find(|&c| traditional.contains(c)),
        "zh-Hant" => all.chars().find(|&c| simplified.contains(c)),
        _ => all.chars().find(|&c| wrong(c)),
    };
    let enough = if lang == "vi" { "ấộệớ" } else { "题題" };
    match found {
        Some(c) => Err(format!("{lang}: '{c}' in {all}")),
        None if lang != "en" && !all.contains(|c: char| enough.contains(c)) => {
            Err(format!("{lang}: this is another language: {all}"))
        }
        None => Ok(()),
    }
}

/// Somebody who solves puzzles on a page.
struct Solver {
    page: Page,
    width: u32,
    has_engine: bool,
}

impl Solver {
    /// Solves and fails them; the texts that the page showed.
    fn solve(&mut self, solved: &str) -> Result<BTreeSet<String>, String> {
        self.go_offline()?;
        let mut said = BTreeSet::new();
        check_schedule(&self.page)?;
        self.look(&mut said)?;
        self.check_mate(solved)?;
        self.look(&mut said)?;
        self.check_ending(&mut said)?;
        self.look(&mut said)?;
        self.check_progress()?;
        self.look(&mut said)?;
        if let Some(pictures) = env::var_os("PICTURES") {
            let name = format!("puzzles-{}.png", self.width);
            self.page.browser.picture(&PathBuf::from(pictures).join(name))?;
        }
        let script = "return performance.getEntriesByType('resource').map((entry) => entry.name) \
                      .filter((name) => !/^(data|blob|file):/.test(name)).join(' ')";
        expect(&self.page, script, "")?;
        let complaints = self.page.browser.complaints()?;
        if !complaints.is_empty() {
            return Err(format!("the page complains: {}", complaints.join("\n")));
        }
        Ok(said)
    }

    /// A phone has a screen that is touched; neither has a network.
    fn go_offline(&self) -> Result<(), String> {
        let browser = &self.page.browser;
        if self.width == WIDTHS[1] {
            let screen = json!({ "width": self.width, "height": 844, "deviceScaleFactor": 2, "mobile": true });
            browser.command("Emulation.setDeviceMetricsOverride", screen)?;
            browser.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }))?;
        }
        browser.command("Network.enable", json!({}))?;
        let none = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
        browser.command("Network.emulateNetworkConditions", none)?;
        browser.run("location.reload()")?;
        wait_until("the page without a network", LIMIT, || {
            let ready = browser.run("return document.documentElement.dataset.ready ?? ''")?;
            Ok(ready == "yes")
        })?;
        expect(&self.page, "return navigator.onLine", false)
    }

    /// What can be read now, which must not be wider than the window.
    fn look(&self, said: &mut BTreeSet<String>) -> Result<(), String> {
        self.page.fits(self.width.into())?;
        let script = "const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT); \
                      const texts = []; while (walker.nextNode()) { const { parentElement, data } = walker.currentNode; \
                      if (!parentElement.closest('svg') && data.trim()) texts.push(data.trim()); } return texts";
        let found = self.page.browser.run(script)?;
        said.extend(
            found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned),
        );
        Ok(())
    }

    /// A click or a touch on a point of the board.
    fn touch(&self, point: &str) -> Result<(), String> {
        let browser = &self.page.browser;
        let place = browser.run(&format!(
            "const {{ board }} = app.viewer; board.svg.scrollIntoView({{ block: 'center' }}); \
             const box = board.svg.getBoundingClientRect(); const [x, y] = board.place(pointOf('{point}')); \
             return [box.left + x * box.width / 960, box.top + y * box.height / 1060]"
        ))?;
        let (x, y) = (&place[0], &place[1]);
        if self.width == WIDTHS[1] {
            let began = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
            browser.command("Input.dispatchTouchEvent", began)?;
            let ended = json!({ "type": "touchEnd", "touchPoints": [] });
            return browser.command("Input.dispatchTouchEvent", ended).map(drop);
        }
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            browser.command("Input.dispatchMouseEvent", event)?;
        }
        Ok(())
    }

    /// Moves a piece.
    fn make(&self, mv: &str) -> Result<(), String> {
        self.touch(&mv[..2])?;
        expect(&self.page, "return app.viewer.board.marks.children.length > 0", true)?;
        self.touch(&mv[2..])
    }

    /// The mate stands first, because it is the easiest; the board is turned for Black.
    fn check_mate(&self, solved: &str) -> Result<(), String> {
        let page = &self.page;
        page.browser.run("localStorage.clear(); app.memory.entries = {}; app.next(0)")?;
        expect(page, "return [app.puzzle().goal, app.viewer.board.flipped].join()", "mate,true")?;
        self.make("e3e2")?;
        let script = "return [app.state, app.said.textContent].join()";
        expect(page, script, format!("done,{solved}"))?;
        expect(page, "return document.getElementById('solved').textContent", "1")?;
        // What was solved at once does not come again.
        expect(page, "return app.memory.of(app.puzzle().id).due ?? 'never'", "never")
    }

    /// A wrong move is refuted, if there is an engine, and may be taken back; then it is solved
    /// with a reply between the moves.
    fn check_ending(&self, said: &mut BTreeSet<String>) -> Result<(), String> {
        let page = &self.page;
        page.browser.press("n")?;
        expect(page, "return [app.puzzle().ground, app.state].join()", "table,ask")?;
        self.make("f0f1")?;
        expect(page, "return app.state", "wrong")?;
        self.look(said)?;
        if self.has_engine {
            wait_until("a refutation", LIMIT, || {
                let refuted =
                    page.browser.run("return document.documentElement.dataset.refuted")?;
                Ok(refuted.is_string())
            })?;
            self.look(said)?;
            // A legal reply to the wrong move, which is said and shown.
            let script = "const { refuted } = document.documentElement.dataset; const { viewer } = app; \
                          const targets = legalTargets(viewer.positions[1], pointOf(refuted)); \
                          return [viewer.positions[1].last, targets.includes(pointOf(refuted.slice(2))), \
                          app.said.textContent.includes(moveText(viewer.positions[1], refuted, app.data.style)), \
                          app.said.textContent === say('puzzle-wrong')].join()";
            expect(page, script, "f0f1,true,true,false")?;
        }
        page.browser.press("r")?;
        page.browser.press("h")?;
        expect(page, "return app.viewer.board.marks.children.length", 1)?;
        self.make("c8d8")?;
        expect(page, "return app.made_moves.length", 2)?;
        self.make("f0f1")?;
        let script = "return [app.state, document.getElementById('failed').textContent].join()";
        expect(page, script, "done,1")?;
        expect(page, "return app.memory.of(app.puzzle().id).due - today()", 1)
    }

    /// The progress is there after the page is opened again, and a puzzle that is due comes first.
    fn check_progress(&self) -> Result<(), String> {
        let page = &self.page;
        let due = "const known = JSON.parse(localStorage.getItem('chuhe-puzzles')); \
                   for (const entry of Object.values(known)) if (entry.fails) entry.due = today(); \
                   localStorage.setItem('chuhe-puzzles', JSON.stringify(known)); \
                   history.replaceState(null, '', location.pathname); location.reload()";
        page.browser.run(due)?;
        wait_until("the page again", LIMIT, || {
            let ready = page.browser.run("return document.documentElement.dataset.state ?? ''")?;
            Ok(ready == "ask")
        })?;
        expect(page, "return app.puzzle().ground", "table")?;
        let script =
            "return ['solved', 'due'].map((id) => document.getElementById(id).textContent).join()";
        expect(page, script, "1,1")?;
        // The solution is shown on demand, and counts as failed.
        page.browser.press("s")?;
        expect(page, "return [app.state, app.memory.of(app.puzzle().id).fails].join()", "done,2")
    }
}

/// What a script returns, before long.
fn expect(page: &Page, script: &str, expected: impl Into<Value>) -> Result<(), String> {
    let expected = expected.into();
    let mut found = Value::Null;
    let is_so = wait_until("the page to answer", Duration::from_secs(5), || {
        found = page.browser.run(script)?;
        Ok(found == expected)
    });
    is_so.map_err(|_| format!("{script}: expected {expected}, found {found}"))
}

/// Days between repetitions: one, six, and then by the factor, which a perfect answer raises by
/// 0.1 and a failure lowers by 0.32 or more.
fn check_schedule(page: &Page) -> Result<(), String> {
    let script = "let known; return [5, 5, 5, 2, 5, 5, 3].map((quality) => { \
                  known = repeated(known, quality, 100); return [known.days, known.ease, known.due]; })";
    let expected = serde_json::json!([
        [1, 2.6, 101],
        [6, 2.7, 106],
        [16, 2.8, 116],
        [1, 2.48, 101],
        [1, 2.58, 101],
        [6, 2.68, 106],
        [16, 2.54, 116],
    ]);
    expect(page, script, expected)
}
