//! The page of puzzles in a browser, from a disk: a mate and an ending are solved by clicks, a
//! wrong move is made, and failed puzzles come again.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use crate::folder::Folder;
use crate::process::wait_until;
use crate::{Pass, puzzles};

use super::page::Page;
use super::with;

/// How long the engine may take to refute a move.
const LIMIT: Duration = Duration::from_secs(90);

/// Clicks on a point of the board as a person does.
const CLICK: &str = "const click = (name) => { const { board } = app.viewer; \
     const box = board.svg.getBoundingClientRect(); const [x, y] = board.place(pointOf(name)); \
     board.svg.dispatchEvent(new MouseEvent('click', { bubbles: true, \
     clientX: box.left + x * box.width / 960, clientY: box.top + y * box.height / 1060 })); }; ";

/// In each language, on a desktop and on a phone. `NPM_PACKAGE` names the folder of the package for
/// JavaScript, which `web/build` makes; with it the page has the engine, which must refute a wrong
/// move.
///
/// # Errors
/// When the page shows or keeps something else, or logs an error.
pub fn solve() -> Result<Pass, String> {
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-puzzles")?;
        folder.write("a.pgn", puzzles::MISSED)?;
        folder.write("b.txt", puzzles::OTHERS)?;
        let module = env::var_os("NPM_PACKAGE").map(PathBuf::from);
        let mut passes = 0;
        for (lang, solved, width) in [
            ("en", "Solved.", 1200),
            ("en", "Solved.", 390),
            ("zh-Hans", "解出。", 390),
            ("zh-Hant", "解出。", 1200),
            ("vi", "Đã giải.", 390),
        ] {
            let mut words = format!("{} --lang {lang}", puzzles::FIND);
            if let Some(module) = &module {
                words += &format!(" --engine {}", module.display());
            }
            folder.text(&words)?;
            let file = folder.file("out/puzzles.html");
            let page = Page::open(found, &file, (width, 900))?;
            page.fits(width.into())?;
            check_schedule(&page)?;
            check_mate(&page, solved)?;
            check_ending(&page, module.is_some())?;
            check_progress(&page)?;
            if let Some(pictures) = env::var_os("PICTURES") {
                let name = format!("puzzles-{lang}-{width}.png");
                page.browser.picture(&PathBuf::from(pictures).join(name))?;
            }
            passes += 1;
            let complaints = page.browser.complaints()?;
            if !complaints.is_empty() {
                return Err(format!("the page complains: {}", complaints.join("\n")));
            }
        }
        Ok(Pass::Count(passes))
    })
}

fn expect(page: &Page, script: &str, expected: impl Into<Value>) -> Result<(), String> {
    let (found, expected) = (page.browser.run(script)?, expected.into());
    match found == expected {
        true => Ok(()),
        false => Err(format!("{script}: expected {expected}, found {found}")),
    }
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

/// The mate stands first, because it is the easiest; the board is turned for Black.
fn check_mate(page: &Page, solved: &str) -> Result<(), String> {
    page.browser.run("localStorage.clear(); app.memory.entries = {}; app.next(0)")?;
    expect(page, "return [app.puzzle().goal, app.viewer.board.flipped].join()", "mate,true")?;
    page.browser.run(&format!("{CLICK} click('e3'); click('e2');"))?;
    expect(page, "return [app.state, app.said.textContent].join()", format!("done,{solved}"))?;
    expect(page, "return document.getElementById('solved').textContent", "1")?;
    // What was solved at once does not come again.
    expect(page, "return app.memory.of(app.puzzle().id).due ?? 'never'", "never")
}

/// A wrong move is refuted, if there is an engine, and may be taken back; then it is solved with
/// a reply between the moves.
fn check_ending(page: &Page, has_engine: bool) -> Result<(), String> {
    page.browser.press("n")?;
    expect(page, "return [app.puzzle().ground, app.state].join()", "table,ask")?;
    page.browser.run(&format!("{CLICK} click('f0'); click('f1');"))?;
    expect(page, "return app.state", "wrong")?;
    if has_engine {
        wait_until("a refutation", LIMIT, || {
            let refuted = page.browser.run("return document.documentElement.dataset.refuted")?;
            Ok(refuted.is_string())
        })?;
    }
    page.browser.press("r")?;
    page.browser.press("h")?;
    expect(page, "return app.viewer.board.marks.children.length", 1)?;
    page.browser.run(&format!("{CLICK} click('c8'); click('d8');"))?;
    expect(page, "return app.made_moves.length", 2)?;
    page.browser.run(&format!("{CLICK} click('f0'); click('f1');"))?;
    expect(
        page,
        "return [app.state, document.getElementById('failed').textContent].join()",
        "done,1",
    )?;
    expect(page, "return app.memory.of(app.puzzle().id).due - today()", 1)
}

/// The progress is there after the page is opened again, and a puzzle that is due comes first.
fn check_progress(page: &Page) -> Result<(), String> {
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
    expect(page, "return document.getElementById('due').textContent", "1")?;
    // The solution is shown on demand, and counts as failed.
    page.browser.press("s")?;
    expect(page, "return [app.state, app.memory.of(app.puzzle().id).fails].join()", "done,2")
}
