//! The page of a database of games in a browser.

use crate::Pass;
use crate::folder::Folder;

use super::page::Page;
use super::with;

/// Two games whose third positions are mirror images, one of them with a variation.
const GAMES: &str = "[Red \"甲 <b>\"]\n[Black \"乙\"]\n[Date \"2001.02.03\"]\n[Result \"1-0\"]\n\n\
     1. h2e2 h9g7 2. h0g2 (2. b0c2) 2... i9h9 1-0\n\n\
     [Red \"丙\"]\n[Black \"丁\"]\n[Result \"0-1\"]\n\n1. b2e2 b9c7 2. c3c4 0-1\n";

/// Moves by clicks on the table and on the list of games, in the position and in its mirror
/// image, on a desktop and on a phone.
///
/// # Errors
/// When the board, the table or the list shows something else, or the page logs an error.
pub fn explorer() -> Result<Pass, String> {
    let after = |moves: &str| -> Result<String, String> {
        let line = chuhe_games::read_line(moves, 1).ok_or("no game")?.map_err(|e| e.to_string())?;
        Ok(line.replay(usize::MAX, None).map_err(|e| e.to_string())?.fen())
    };
    with(&["chromedriver", "chromium"], |found| {
        let folder = Folder::new("page-explorer")?;
        folder.write("games", GAMES)?;
        folder.text("games index --db db games")?;
        let mut passes = 0;
        for (lang, width) in [("en", 1200), ("zh-Hans", 360)] {
            folder.text(&format!("games find --db db --lang {lang} --page {lang}.html"))?;
            let mut page = Page::open(found, &folder.file(&format!("{lang}.html")), (width, 900))?;
            page.fits(width.into())?;
            page.expect(
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
                "nothing",
            )?;
            // In the start position both first moves are one; the table has the right one.
            page.browser.click("[data-move=h2e2]")?;
            page.expect(&after("h2e2")?, "the first move")?;
            page.browser.click("[data-move=h9g7]")?;
            page.expect(&after("h2e2 h9g7")?, "the answer")?;
            let rows = page.browser.run(
                "return [...document.querySelectorAll('#explored [data-move]')].map((e) => \
                 e.dataset.move + ' ' + e.textContent + ' ' + e.closest('tr').cells[1].textContent).join()",
            )?;
            // One move of them is the second game's, turned round.
            let expected = "h0g2 马二进三 1,g3g4 兵三进一 1,b0c2 马八进七 0";
            if rows != expected {
                return Err(format!("expected {expected}, found {rows}"));
            }
            page.browser.click("#explored [data-move=b0c2]")?;
            page.expect(&after("h2e2 h9g7 b0c2")?, "a move of a variation")?;
            page.browser.click("#back")?;
            let listed =
                page.browser.run("return document.querySelectorAll('#games tr').length")?;
            if listed != 2 {
                return Err(format!("{listed} games are listed instead of 2"));
            }
            // Words in the search field do not take the board away from who tries moves.
            page.browser.run(
                "const find = document.getElementById('find'); find.value = '甲'; \
                 find.dispatchEvent(new Event('input'))",
            )?;
            let fen = page.text_of("#fen")?;
            page.browser.click("#first")?;
            page.browser.click("[data-move=h2e2]")?;
            page.expect(&after("h2e2")?, "a move beside a search")?;
            if !after("h2e2 h9g7")?.starts_with(&fen) {
                return Err(format!("a game that was found is shown at {fen}"));
            }
            page.browser.run(
                "const find = document.getElementById('find'); find.value = ''; \
                 find.dispatchEvent(new Event('input'))",
            )?;
            page.browser.click("[data-move=h9g7]")?;
            // The first game, at its position, which is the mirror image of this one.
            page.browser.click("#games tr[data-game='0']")?;
            let fen = page.text_of("#fen")?;
            let [one, other] = ["h2e2 h9g7", "b2e2 b9c7"].map(after);
            let is_shown = [one?, other?].iter().any(|known| known.starts_with(&fen));
            if !is_shown {
                return Err(format!("the game is shown at {fen}"));
            }
            page.browser.click("#last")?;
            let status = page.text_of(".status")?;
            if !["甲 <b> – 乙  1-0", "丙 – 丁  0-1"].iter().any(|names| status.contains(names))
            {
                return Err(format!("the status says {status}"));
            }
            passes += 8;
            page.end()?;
        }
        Ok(Pass::Count(passes))
    })
}
