//! A report of `analyze` in a browser, as the cases use it.

use std::env;
use std::path::{Path, PathBuf};

use chuhe::board::Setup;
use chuhe::notation::{Style, write};
use serde_json::{Value, json};

use crate::Pass;

use super::browser::Browser;

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
pub(super) const LEFT: char = '\u{e012}';
const END: char = '\u{e010}';
pub(super) const ESCAPE: char = '\u{e00c}';

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
    pub(super) fn check_games(&mut self, games: &Value) -> Result<(), String> {
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
    pub(super) fn check_trial(&mut self) -> Result<(), String> {
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
    pub(super) fn check_quiz(
        &mut self,
        game: usize,
        played: [&str; 2],
        better: &str,
    ) -> Result<(), String> {
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
    pub(super) fn check_other_moves(&mut self, position: &Value) -> Result<(), String> {
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
    pub(super) fn play(&self, mv: &str) -> Result<(), String> {
        let (from, to) = mv.split_at_checked(2).ok_or("no move")?;
        self.click_point(from)?;
        self.click_point(to)
    }

    /// How far the lesson is.
    pub(super) fn lesson(&self) -> Result<String, String> {
        let state = self.browser.run("return document.getElementById('lesson').dataset.state")?;
        Ok(state.as_str().unwrap_or_default().to_owned())
    }

    /// Of the mistakes, those of one side alone are listed and asked for. Red alone made one.
    pub(super) fn check_sides(&mut self, game: usize) -> Result<(), String> {
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
    pub(super) fn check_texts(&mut self) -> Result<(), String> {
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
    pub(super) fn check_lesson_is_seen(&self, game: usize) -> Result<(), String> {
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
    pub(super) fn check_list(
        &mut self,
        name: &str,
        expected: &[usize],
        count: usize,
    ) -> Result<(), String> {
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
