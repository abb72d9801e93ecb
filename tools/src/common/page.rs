//! Pages to look at: each one file, with everything in it, that asks nothing of
//! the network. The data lies in the page as JSON; the scripts of `web/page`
//! draw it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use serde::Serialize;

use crate::common::input;
use crate::common::lang::Lang;
use crate::common::lang::files::DeskFault;
use crate::common::output::harmless_json;
use chuhe::internals::packing::base64;
use chuhe_games::diagram::{background, symbols};

const STYLE: &str = include_str!("../../../web/page/page.css");
const PLAY_STYLE: &str = include_str!("../../../web/page/play.css");
const ENGINE: &str = include_str!("../../../web/page/engine.js");
const TABLE: &str = include_str!("../../../web/page/table.js");
const REPORT: &str = include_str!("../../../web/page/report.js");
const PLAYER: &str = include_str!("../../../web/page/player.js");
const SET_UP: &str = include_str!("../../../web/page/setup.js");
const PRACTICE: &str = include_str!("../../../web/page/practice.js");
const PLAY: &str = include_str!("../../../web/page/play.js");
const LANGUAGES: &str = include_str!("../../../web/page/languages.js");
const RULES: &str = include_str!("../../../web/page/rules.js");
const LIST: &str = include_str!("../../../web/page/list.js");
const CHART: &str = include_str!("../../../web/page/chart.js");
const WRITTEN: &str = include_str!("../../../web/page/written.js");
const PUZZLES: &str = include_str!("../../../web/page/puzzles.js");

/// What all pages have: their parts and texts, positions, and boards.
const BOARD: &str = concat!(
    include_str!("../../../web/page/parts.js"),
    include_str!("../../../web/page/position.js"),
    include_str!("../../../web/page/board.js"),
);

/// The scripts of an analysis.
const ANALYSIS: &str = concat!(
    include_str!("../../../web/page/classes.js"),
    include_str!("../../../web/page/habits.js"),
    include_str!("../../../web/page/quiz.js"),
    include_str!("../../../web/page/analysis.js"),
);

/// The script of a database of games.
pub const EXPLORER: &str = include_str!("../../../web/page/explorer.js");

/// The script of a match.
pub const MATCH: &str = include_str!("../../../web/page/match.js");

/// How far the work is that a page tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkStage {
    /// It goes on: the page is written again, and loads itself again after this time.
    Live(Duration),
    /// It was broken off.
    Interrupted,
    /// All is done.
    Done,
}

/// The part of the data of a page that says how far the work is.
#[derive(Debug, Serialize)]
pub struct Progress {
    /// Seconds after which the page loads itself again; `None` when nothing more is coming.
    reload: Option<u64>,
    /// Games that there will be.
    wanted: u64,
    /// Whether there will be no more although some are missing.
    interrupted: bool,
    /// When a page that loads itself again was written, in seconds since 1970.
    written: Option<u64>,
    /// Seconds after that in which it does so; then nobody seems to write it any more.
    patience: u64,
}

impl Progress {
    /// Work on `wanted` games, whose page must be written again within a time.
    pub fn new(stage: WorkStage, wanted: u64, patience: Duration) -> Progress {
        let reload = match stage {
            WorkStage::Live(time) => Some(time.as_secs()),
            WorkStage::Interrupted | WorkStage::Done => None,
        };
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Progress {
            reload,
            wanted,
            interrupted: stage == WorkStage::Interrupted,
            written: reload.map(|_| now()),
            patience: patience.as_secs(),
        }
    }
}

/// A page that shows data by a script, with texts in a language.
///
/// # Errors
/// When the data cannot be written as JSON.
pub fn page(title: &str, script: &str, lang: Lang, data: &impl Serialize) -> Result<String> {
    let texts = embedded(&lang.page_texts())?;
    let scripts =
        format!("<script>\n{BOARD}\n{RULES}\n{LIST}\n{CHART}\n{WRITTEN}\n{script}</script>\n");
    document((title, ""), lang, &texts, data, &scripts)
}

/// The page of an analysis, with the engine in it if there is one.
///
/// # Errors
/// When the data cannot be written as JSON.
pub fn analysis_page(
    lang: Lang,
    data: &impl Serialize,
    engine: Option<&PageEngine>,
) -> Result<String> {
    let texts = embedded(&lang.page_texts())?;
    let engine = engine.map_or_else(String::new, PageEngine::elements);
    let scripts = format!(
        "{engine}<script>\n{BOARD}\n{RULES}\n{LIST}\n{CHART}\n{WRITTEN}\n{ENGINE}\n{ANALYSIS}</script>\n"
    );
    document((lang.text("analyze.title"), ""), lang, &texts, data, &scripts)
}

/// The page to play on, with the script of the package for npm, which its worker runs as well.
/// The module of the engine lies beside it, with what a browser needs to keep both:
/// `web/src/pack.rs` puts them together. The page itself makes pages of analyses, so it has the
/// script of those, too.
///
/// # Errors
/// When the data cannot be written as JSON.
pub fn play_page(lang: Lang, data: &impl Serialize, package: &str) -> Result<String> {
    let head = format!("<link rel=\"icon\" href=\"icon.svg\">\n<style>\n{PLAY_STYLE}</style>\n");
    let scripts = format!(
        "<script id=\"board-script\">\n{BOARD}\n{RULES}\n{LIST}\n{CHART}\n{WRITTEN}\n</script>\n\
         <script type=\"text/plain\" id=\"analysis-script\">\n{ANALYSIS}</script>\n\
         <script id=\"chuhe-script\">\n{package}</script>\n\
         <script>\n{ENGINE}\n{TABLE}\n{REPORT}\n{LANGUAGES}\n{PLAYER}\n{SET_UP}\n{PRACTICE}\n{PLAY}</script>\n"
    );
    let title = lang.text("page.play-title");
    document((title, &head), lang, &embedded(&lang.all_texts())?, data, &scripts)
}

/// The engine for a page that has it inside: what the package for npm consists of.
pub struct PageEngine {
    /// The script, which defines `chuhe`.
    pub script: String,
    /// The module, the network and the tables of endings.
    pub parts: [(&'static str, Vec<u8>); 3],
}

impl PageEngine {
    /// Reads it from the folder of the package for JavaScript.
    ///
    /// # Errors
    /// When a file of it cannot be read, or is no module.
    pub fn read(folder: &Path) -> Result<PageEngine> {
        let [module_path, network, endings, script] = PageEngine::files(folder);
        let module = input::read(&module_path)?;
        if !module.starts_with(b"\0asm") {
            bail!(DeskFault::NoModule { path: module_path });
        }
        Ok(PageEngine {
            script: input::read_text(&script)?,
            parts: [
                ("module", module),
                ("network", input::read(&network)?),
                ("endings", input::read(&endings)?),
            ],
        })
    }

    /// The files that are read: the module, the network, the tables of endings, the script.
    pub fn files(folder: &Path) -> [PathBuf; 4] {
        ["chuhe.wasm", "network.bin", "endings.bin", "chuhe.script.js"]
            .map(|name| folder.join(name))
    }

    /// What the page has of it.
    fn elements(&self) -> String {
        let mut text = format!("<script id=\"chuhe-script\">\n{}</script>\n", self.script);
        for (name, bytes) in &self.parts {
            let bytes = base64(bytes);
            text += &format!("<script type=\"text/plain\" id=\"part-{name}\">{bytes}</script>\n");
        }
        text
    }
}

/// The page to solve puzzles on, with the engine in it if there is one.
///
/// # Errors
/// When the data cannot be written as JSON.
pub fn puzzle_page(
    lang: Lang,
    data: &impl Serialize,
    engine: Option<&PageEngine>,
) -> Result<String> {
    let head = format!("<style>\n{PLAY_STYLE}</style>\n");
    let engine = engine.map_or_else(String::new, PageEngine::elements);
    let scripts = format!("{engine}<script>\n{BOARD}\n{RULES}\n{ENGINE}\n{PUZZLES}</script>\n");
    let title = lang.text("page.puzzle-title");
    document((title, &head), lang, &embedded(&lang.page_texts())?, data, &scripts)
}

fn document(
    (title, head): (&str, &str),
    lang: Lang,
    texts: &str,
    data: &impl Serialize,
    scripts: &str,
) -> Result<String> {
    let data = embedded(data)?;
    let tag = lang.tag();
    let (ground, symbols) = (background().elements(), symbols());
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style id=\"style\">\n{STYLE}</style>\n{head}</head>\n<body>\n\
         <svg id=\"shapes\" width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\
         <defs><g id=\"ground\">{ground}</g>{symbols}</defs></svg>\n<main id=\"app\"></main>\n\
         <script type=\"application/json\" id=\"texts\">{texts}</script>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         {scripts}</body>\n</html>\n"
    ))
}

/// Data as JSON that may stand in a script element. That ends at `</script`, and
/// `<!--<script` keeps it from ending: neither is left when no `<` is.
fn embedded(data: &impl Serialize) -> Result<String> {
    Ok(harmless_json(&serde_json::to_string(data)?).replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_to_play_on_has_no_foreign_parts() {
        let page = play_page(Lang::ZhHans, &["<"], "").unwrap();
        assert!(page.contains("\"judge.checkmate\":") && page.contains("\"class.by.blunder\":"));
        assert_eq!(page.matches("</script>").count(), 6, "a script ends early");
        for foreign in ["src=", "http://", "https://", "@import", "url("] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(foreign);
            assert!(!found, "{foreign}");
        }
    }

    #[test]
    fn data_cannot_end_the_script() {
        let scripts = format!("{ANALYSIS}{EXPLORER}{MATCH}");
        let data = ["</script><script>alert(1)<!--<script"];
        let page = page("a <b>", &scripts, Lang::ZhHant, &data).unwrap();
        assert!(page.contains("<title>a &lt;b></title>"));
        let data = r#"["\u003c/script>\u003cscript>alert(1)\u003c!--\u003cscript"]"#;
        assert!(page.contains(data));
        assert!(page.contains("<html lang=\"zh-Hant\">"));
        assert!(page.contains("\"class.by.blunder\":\"敗著\""));
        for foreign in ["src=", "http://", "https://", "@import", "url("] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(foreign);
            assert!(!found, "{foreign}");
        }
    }
}
