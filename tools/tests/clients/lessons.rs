//! The lessons of a report, and what recurs in the games of a player.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use crate::Pass;
use crate::folder::Folder;
use crate::process::wait_until;

use super::page::{LEFT, Page};
use super::with;

/// A rook that can be taken is not.
const MISSED: &str = "[Red \"甲\"]\n[FEN \"3ak4/4p4/9/9/r8/9/9/R3P4/9/2B1KA3 w\"]\n\n1. a2b2 a5a4 *\n\n\
                      [Red \"甲\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n1. a0a8 e9d9 2. a8d8 d9d8 *\n";

/// How long the engine inside a page may take to answer.
const ENGINE_LIMIT: Duration = Duration::from_secs(90);

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
