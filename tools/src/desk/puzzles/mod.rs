//! `chuhe puzzles`: finds positions in games where one move alone keeps a win or a draw.

mod check;
mod find;
mod games;
mod look;
mod mates;
mod puzzle;
mod select;
mod solved;
mod state;
mod work;
mod write;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::common::color::ColorArgs;
use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::{DeskFault, FileFault};
use crate::common::lang::{Context, Lang, LangArgs};
use crate::common::output::{self, Output, cannot_write, harmless_json};
use crate::common::page::{PageEngine, puzzle_page};
use crate::common::progress::bar;
use crate::common::rule_set::RuleSetParser;
use crate::common::say::print;
use crate::common::signals::stop_flag;
use crate::common::solved::EndingTablesArgs;
use chuhe::engine::{Part, capacity};
use chuhe::eval::Evaluation;
use chuhe::notation::Style;
use chuhe::rules::RuleSet;
use chuhe::search::SearchSettings;

use games::Source;
use look::HASH_MIB;
use puzzle::Puzzle;
use state::{Header, Known, State};
use work::Work;

/// Find puzzles in games: positions where one move alone keeps a win or a draw
///
/// Mates are proved to be the only ones, endings are known from tables, all others are found
/// by searches of growing depth that agree. Writes the puzzles into a folder as EPD, PGN and
/// JSON, and as a page to solve them in a browser.
#[derive(Args, Clone, Debug)]
pub struct PuzzlesArgs {
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder for puzzles.epd, puzzles.pgn, puzzles.json and puzzles.html
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Nodes of the largest searches of a position; a sixty-fourth of them for each at first
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1000..))]
    nodes: u64,
    /// Games looked through at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Check every puzzle with ten times as many nodes, and leave out what does not hold
    #[arg(long)]
    check: bool,
    /// The engine for the page, the folder of the package for JavaScript: with it the page refutes
    /// wrong moves
    #[arg(long, value_name = "FOLDER")]
    engine: Option<PathBuf>,
    /// Rule set that games are judged by
    #[arg(long, value_name = "NAME", default_value = RuleSet::DEFAULT.name, value_parser = RuleSetParser)]
    rules: RuleSet,
    /// A network file to judge positions with instead of the built-in network
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,
    #[command(flatten)]
    endings: EndingTablesArgs,
    /// How moves are written: uci, uci1, iccs, wxf, simplified, traditional, san, san1 or
    /// vietnamese [default: simplified; traditional or vietnamese with --lang
    /// zh-Hant or vi]
    #[arg(long, value_name = "STYLE")]
    notation: Option<Style>,
    #[command(flatten)]
    lang: LangArgs,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    encoding: EncodingArgs,
    /// Look through a part of the games only, such as 2/5, the second of five
    #[arg(long, alias = "shard", value_name = "I/N", default_value = "1/1")]
    part: Part,
    /// Keep what was found in this file; the same command goes on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

/// The result, as JSON and the page have it.
#[derive(Serialize)]
struct Collection<'a> {
    engine: &'static str,
    nodes: u64,
    rules: &'static str,
    evaluation: &'a str,
    /// Games and positions that were looked through.
    games: usize,
    positions: usize,
    puzzles: &'a [Puzzle],
}

/// The data of the page.
#[derive(Serialize)]
struct PageData<'a> {
    #[serde(flatten)]
    collection: &'a Collection<'a>,
    /// How the engine is to write moves.
    style: &'static str,
    /// The line of each puzzle as people write it.
    texts: Vec<Vec<String>>,
}

/// Finds puzzles and writes them.
///
/// # Errors
/// When a file cannot be read or written, no game can be used, or the work was ended
/// by a signal.
pub fn run(args: &PuzzlesArgs) -> Result<()> {
    let files = input::expand(&args.files)?;
    let outputs = Outputs::open(args, &files)?;
    let result = find(args, &files, &outputs);
    if result.is_err() {
        outputs.withdraw();
    }
    result
}

fn find(args: &PuzzlesArgs, files: &[PathBuf], outputs: &Outputs) -> Result<()> {
    let engine = args.engine.as_deref().map(PageEngine::read).transpose()?;
    capacity::check(HASH_MIB.saturating_mul(args.threads.into()), args.threads.into(), 0)?;
    let settings = SearchSettings {
        evaluation: Evaluation::named(&args.eval_file)?,
        endings: args.endings.open()?,
        rules: args.rules,
        move_overhead: Duration::ZERO,
        ..SearchSettings::default()
    };
    let sources = games::read(files, args.part, args.encoding)?;
    let evaluation = format!("network {}", settings.evaluation.network().name());
    let began = Instant::now();
    let stop = stop_flag(1)?;
    let work = Work {
        sources: &sources,
        settings: &settings,
        nodes: args.nodes,
        threads: args.threads.into(),
        stop: &stop,
        progress: &ProgressBar::hidden(),
    };
    let found = search(args, &work, &evaluation)?;
    let Some(found) = found else {
        match &args.state {
            Some(path) => bail!(DeskFault::GoesOnFrom { path: path.clone() }),
            None => bail!(DeskFault::CouldGoOn),
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    let mut puzzles = select::without_doubles(found);
    let (lang, style) = (args.lang.get(), args.notation.unwrap_or(args.lang.get().style()));
    let dropped = if args.check { Some(check(&work, &mut puzzles)?) } else { None };
    let pen = args.color.pen();
    let mut text = String::new();
    for puzzle in &puzzles {
        text += &(write::row(puzzle, style, lang, pen) + "\n");
    }
    text += &total(&sources, &puzzles, seconds, lang);
    if let Some(dropped) = dropped {
        let (held, all) = (puzzles.len(), puzzles.len() + dropped.len());
        let values: [(&str, &dyn Display); 2] = [("held", &held), ("all", &all)];
        text += &(lang.fill("puzzles.checked", &values) + "\n");
        for puzzle in &dropped {
            text += &format!("  {}\n", write::row(puzzle, style, lang, pen));
        }
    }
    let collection = Collection {
        engine: concat!("Chuhe ", env!("CARGO_PKG_VERSION")),
        nodes: args.nodes,
        rules: args.rules.name,
        evaluation: &evaluation,
        games: sources.len(),
        positions: sources.iter().map(|source| source.plies.len()).sum(),
        puzzles: &puzzles,
    };
    outputs.write(&collection, engine.as_ref(), style, lang)?;
    print(&text)
}

/// The last line that is printed.
fn total(sources: &[Source], puzzles: &[Puzzle], seconds: f64, lang: Lang) -> String {
    let [mates, endings, wins, draws] = select::counts(puzzles);
    let (n, games) = (puzzles.len(), sources.len());
    let seconds = format!("{seconds:.1}");
    let values: [(&str, &dyn Display); 7] = [
        ("n", &n),
        ("games", &games),
        ("mates", &mates),
        ("endings", &endings),
        ("wins", &wins),
        ("draws", &draws),
        ("seconds", &seconds),
    ];
    lang.fill("puzzles.total", &values) + "\n"
}

/// The files of the folder.
struct Outputs {
    /// The folder, if it was made for them.
    made: Option<PathBuf>,
    epd: Output,
    pgn: Output,
    json: Output,
    page: Output,
}

impl Outputs {
    fn open(args: &PuzzlesArgs, inputs: &[PathBuf]) -> Result<Outputs> {
        let folder = &args.out;
        if output::is_standard(folder) || folder.exists() && !folder.is_dir() {
            return Err(FileFault::NoFolder).context(cannot_write(folder)).context("--out");
        }
        let is_new = !folder.exists();
        fs::create_dir_all(folder).with_context(|| cannot_write(folder)).context("--out")?;
        let names = ["puzzles.epd", "puzzles.pgn", "puzzles.json", "puzzles.html"];
        let [epd, pgn, json, page] = names.map(|name| folder.join(name));
        let opened = output::check_distinct(
            inputs,
            &[
                ("--state", args.state.as_deref()),
                ("--out", Some(&epd)),
                ("--out", Some(&pgn)),
                ("--out", Some(&json)),
                ("--out", Some(&page)),
            ],
        )
        .and_then(|()| {
            let open = |path: &Path| Output::open(path).context("--out");
            if let Some(path) = &args.state {
                Output::open(path).context("--state")?;
            }
            let made = is_new.then(|| folder.clone());
            Ok(Outputs {
                made,
                epd: open(&epd)?,
                pgn: open(&pgn)?,
                json: open(&json)?,
                page: open(&page)?,
            })
        });
        if opened.is_err() && is_new {
            let _ = fs::remove_dir(folder); // as it was before
        }
        opened
    }

    /// Removes a folder that was made for nothing.
    fn withdraw(&self) {
        if let Some(folder) = &self.made {
            let _ = fs::remove_dir(folder); // which fails where something is in it
        }
    }

    fn write(
        &self,
        collection: &Collection,
        engine: Option<&PageEngine>,
        style: Style,
        lang: Lang,
    ) -> Result<()> {
        let puzzles = collection.puzzles;
        let lines = puzzles.iter().filter_map(write::epd).map(|line| line + "\n");
        self.epd.write_text(&lines.collect::<String>())?;
        let games = puzzles.iter().filter_map(|puzzle| write::pgn(puzzle, style, lang));
        self.pgn.write_text(&games.collect::<String>())?;
        self.json.write_text(&(harmless_json(&serde_json::to_string(collection)?) + "\n"))?;
        let texts = puzzles.iter().map(|puzzle| write::line_text(puzzle, style)).collect();
        let data = PageData { collection, style: style.name(), texts };
        self.page.write_text(&puzzle_page(lang, &data, engine)?)
    }
}

/// Looks through all games, as far as they are not in the state file; `None` when a signal
/// ended the work.
fn search(args: &PuzzlesArgs, work: &Work, evaluation: &str) -> Result<Option<Vec<Vec<Puzzle>>>> {
    let sources = work.sources;
    let mut known: Known = vec![None; sources.len()];
    let mut state = None;
    if let Some(path) = &args.state {
        let header = Header {
            chuhe_puzzles: env!("CARGO_PKG_VERSION").into(),
            nodes: args.nodes,
            rules: args.rules.name.into(),
            evaluation: evaluation.into(),
            endings: args.endings.to_string(),
            games: games::checksum(sources),
        };
        let (opened, found) = State::open(path, &header, sources.len())?;
        (state, known) = (Some(opened), found);
    }
    let positions = |n: &usize| sources[*n].plies.len();
    let todo: Vec<usize> = (0..sources.len()).filter(|&n| known[n].is_none()).collect();
    let all: usize = sources.iter().map(|source| source.plies.len()).sum();
    let progress = bar(all, all - todo.iter().map(positions).sum::<usize>());
    Work { progress: &progress, ..*work }.run(&todo, |number, puzzles| {
        if let Some(state) = &mut state {
            state.add(number, &puzzles)?;
        }
        known[number] = Some(puzzles);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(known.into_iter().collect())
}

/// Leaves out the puzzles that do not hold, and returns them.
fn check(work: &Work, puzzles: &mut Vec<Puzzle>) -> Result<Vec<Puzzle>> {
    let progress = bar(puzzles.len(), 0);
    let held = check::check(puzzles, &Work { progress: &progress, ..*work })?;
    progress.finish_and_clear();
    let Some(held) = held else { bail!(DeskFault::EndedEarly) };
    let (kept, dropped): (Vec<_>, Vec<_>) =
        std::mem::take(puzzles).into_iter().zip(held).partition(|(_, holds)| *holds);
    *puzzles = kept.into_iter().map(|(puzzle, _)| puzzle).collect();
    Ok(dropped.into_iter().map(|(puzzle, _)| puzzle).collect())
}

#[cfg(test)]
mod tests {
    use super::Lang;
    use chuhe_games::names;

    #[test]
    fn every_name_has_a_text() {
        let texts = Lang::En.page_texts();
        assert!(names::keys().all(|key| texts.contains_key(format!("pattern.by.{key}").as_str())));
    }
}
