//! `chuhe analyze`: searches every position of games and says what the moves were
//! worth.

mod habits;
mod pgn;
mod players;
mod state;
mod stream;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use serde::Serialize;

use crate::common::color::ColorArgs;
use crate::common::input::{self, EncodingArgs};
use crate::common::lang::files::{DeskFault, Remark, kept_before};
use crate::common::lang::{Context, Lang, LangArgs};
use crate::common::output::{self, Output, harmless_json};
use crate::common::page::{PageEngine, Progress, WorkStage, analysis_page};
use crate::common::progress::bar;
use crate::common::say::tell;
use crate::common::signals::stop_flag;
use crate::desk::batch::BatchSearch;
use crate::desk::batch_args::BatchArgs;
use crate::desk::left_out::LeftOut;
use chuhe::book::Book;
use chuhe::engine::Part;
use chuhe::internals::packing::Sha256;
use chuhe::notation::Style;
use chuhe::search::Limits;
use chuhe_games::GameText;
use chuhe_games::review::{Assessed, Job, Judge, LEAST_DEPTH, ReviewSettings, Subject, Work};

use players::{Player, is_called, players};
use state::{Header, State, at_line};
use stream::{Clock, PATIENCE, Printer, RELOAD};

/// Search every position of games, and mark the moves that lost something
///
/// Reads files of games in every format that `chuhe notation` reads, and lists of moves or FENs,
/// a game or position a line, in any notation, in UTF-8, GB18030 or Big5. Prints a table; writes
/// JSON, annotated PGN and a report to open in a browser. Of a game with a fault the moves before
/// it are analysed, and a note names the fault.
#[derive(Args, Clone, Debug)]
pub struct AnalyzeArgs {
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchArgs,
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
    /// Analyse a part of the games only, such as 2/5, the second of five
    #[arg(long, alias = "shard", value_name = "I/N", default_value = "1/1")]
    part: Part,
    /// Analyse the games of this player alone, and sum up what recurs in them; a part of the name
    /// is enough
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    player: Option<String>,
    /// An opening book: its moves are called so, besides those of usual openings
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Keep what was found in this file; the same command goes on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write everything as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the games as PGN, with scores, marks and better lines
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a report to open in a browser, with a board to step through the games
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The engine for the report, the folder of the package for JavaScript: with it the report
    /// answers moves that are tried
    #[arg(long, value_name = "FOLDER", requires = "report")]
    engine: Option<PathBuf>,
}

impl AnalyzeArgs {
    fn style(&self) -> Style {
        self.notation.unwrap_or(self.lang.get().style())
    }
}

/// The whole result, as JSON has it.
#[derive(Serialize)]
struct Analysis<'a> {
    engine: &'static str,
    limits: String,
    rules: &'static str,
    evaluation: &'a str,
    /// How moves are written in texts.
    notation: &'static str,
    /// What recurs in the games of players.
    players: Vec<Player>,
    games: Vec<&'a Assessed>,
}

impl<'a> Analysis<'a> {
    fn new(args: &AnalyzeArgs, evaluation: &'a str, games: Vec<&'a Assessed>) -> Analysis<'a> {
        Analysis {
            engine: concat!("Chuhe ", env!("CARGO_PKG_VERSION")),
            limits: args.batch.to_string(),
            rules: args.batch.rules.name,
            evaluation,
            notation: args.style().name(),
            players: players(&games, args.player.as_deref()),
            games,
        }
    }
}

/// The data of a report.
#[derive(Serialize)]
struct PageData<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis<'a>,
    #[serde(flatten)]
    progress: Progress,
}

/// Analyses, and prints each move as soon as it is known what to say of it.
///
/// # Errors
/// When a file cannot be read or written, no game can be used, or the work was
/// ended by a signal.
pub fn run(args: &AnalyzeArgs) -> Result<()> {
    let files = input::expand(&args.files)?;
    let outputs = Outputs::open(args, &files)?;
    let subjects = read_subjects(&files, args)?;
    let stop = stop_flag(1)?;
    let batch = args.batch.prepare(&stop)?;
    let evaluation = format!("network {}", batch.settings.evaluation.network().name());
    let Some(games) = search(args, &subjects, &batch, &evaluation, &outputs)? else {
        match &args.state {
            Some(path) => bail!(DeskFault::GoesOnFrom { path: path.into() }),
            None => bail!(DeskFault::CouldGoOn),
        }
    };
    outputs.write(args, &subjects, &games, &evaluation)
}

/// The files that are written, as far as they are wanted.
struct Outputs {
    json: Option<Output>,
    pgn: Option<Output>,
    report: Option<Output>,
    /// The engine inside the report.
    engine: Option<PageEngine>,
}

impl Outputs {
    fn open(args: &AnalyzeArgs, inputs: &[PathBuf]) -> Result<Outputs> {
        let engine_files = args.engine.iter().flat_map(|folder| PageEngine::files(folder));
        let inputs: Vec<PathBuf> =
            inputs.iter().chain(&args.book).cloned().chain(engine_files).collect();
        let [_, json, pgn, report] = output::open_all(
            &inputs,
            [
                ("--state", args.state.as_deref()),
                ("--json", args.json.as_deref()),
                ("--pgn", args.pgn.as_deref()),
                ("--report", args.report.as_deref()),
            ],
        )?;
        let engine = args.engine.as_deref().map(PageEngine::read).transpose()?;
        Ok(Outputs { json, pgn, report, engine })
    }

    /// Whether one of them is standard output, which then has nothing else.
    fn has_standard(&self) -> bool {
        [&self.json, &self.pgn, &self.report].into_iter().flatten().any(Output::is_standard)
    }

    /// Writes the report of the games as far as they are known. When that fails the work goes
    /// on: the page may be written the next time.
    fn write_live(&self, args: &AnalyzeArgs, evaluation: &str, work: &Work, stage: WorkStage) {
        let Some(file) = self.report.as_ref().filter(|file| file.is_regular()) else { return };
        let analysis = Analysis::new(args, evaluation, work.so_far());
        if analysis.games.is_empty() {
            return;
        }
        let lang = args.lang.get();
        // A page that is written again and again goes without what would slow that down.
        let engine = self.engine.as_ref().filter(|_| stage == WorkStage::Interrupted);
        let written = write_page(file, lang, &analysis, (stage, work.games()), engine);
        if let Err(error) = written {
            tell(&Remark::Warning { what: Box::new(error) });
        }
    }

    fn write(
        &self,
        args: &AnalyzeArgs,
        subjects: &[Subject],
        games: &[Assessed],
        evaluation: &str,
    ) -> Result<()> {
        let (lang, style) = (args.lang.get(), args.style());
        let analysis = Analysis::new(args, evaluation, games.iter().collect());
        if let Some(file) = &self.json {
            file.write_text(&(harmless_json(&serde_json::to_string(&analysis)?) + "\n"))?;
        }
        if let Some(file) = &self.report {
            let stage = (WorkStage::Done, games.len());
            write_page(file, lang, &analysis, stage, self.engine.as_ref())?;
        }
        if let Some(file) = &self.pgn {
            let written = subjects
                .iter()
                .zip(games)
                .filter_map(|(subject, assessed)| pgn::pgn(subject, assessed, style, lang));
            file.write_text(&written.collect::<String>())?;
        }
        Ok(())
    }
}

/// Writes the report, which knows how many games there will be.
fn write_page(
    file: &Output,
    lang: Lang,
    analysis: &Analysis,
    (stage, wanted): (WorkStage, usize),
    engine: Option<&PageEngine>,
) -> Result<()> {
    let analysis = &Analysis {
        limits: lang.limits(&analysis.limits),
        games: analysis.games.clone(),
        players: analysis.players.clone(),
        ..*analysis
    };
    let data = PageData { analysis, progress: Progress::new(stage, wanted as u64, PATIENCE) };
    file.write_text(&analysis_page(lang, &data, engine)?)
}

/// Reads all games of all files that belong to a shard.
fn read_subjects(files: &[PathBuf], args: &AnalyzeArgs) -> Result<Vec<Subject>> {
    let AnalyzeArgs { part: shard, encoding, .. } = *args;
    let is_wanted = |text: &GameText| {
        let names = text.tags.iter().filter(|(key, _)| {
            ["Red", "White", "Black"].iter().any(|name| key.eq_ignore_ascii_case(name))
        });
        let wanted = args.player.as_deref();
        wanted.is_none_or(|wanted| names.into_iter().any(|(_, name)| is_called(name, wanted)))
    };
    let (mut others, mut is_met) = (0, false);
    let (mut subjects, mut first, mut number) = (Vec::new(), 0, 0);
    for path in files {
        let name = input::name_of(path);
        let mut left_out = LeftOut::new(&name);
        for game in input::open_games(path, encoding.options())? {
            let found = game.and_then(|text| Ok((text.check(None)?, text)));
            if found.as_ref().is_ok_and(|(_, text)| !is_wanted(text)) {
                others += 1;
                continue;
            }
            is_met |= found.is_ok();
            let is_ours = shard.has(number);
            number += 1;
            match found {
                Ok((checked, text)) if is_ours => {
                    left_out.used();
                    let source = format!("{name}:{}", text.place);
                    let count = checked.game.ply() + 1;
                    if let Some(fault) = &checked.fault {
                        tell(&kept_before(&name, fault.clone()));
                    }
                    subjects.push(Subject::new(source, text, checked, first));
                    first += count;
                }
                Err(fault) if is_ours => left_out.add(fault),
                Ok(_) | Err(_) => {}
            }
        }
        left_out.tell();
    }
    if let Some(name) = args.player.as_ref().filter(|_| !is_met && others > 0) {
        bail!(DeskFault::NoSuchPlayer { name: name.clone(), games: others });
    }
    ensure!(!subjects.is_empty(), DeskFault::NothingToAnalyse);
    Ok(subjects)
}

/// Makes all searches, as far as they are not in the state file; `None` when a signal
/// ended the work.
fn search(
    args: &AnalyzeArgs,
    subjects: &[Subject],
    batch: &BatchSearch,
    evaluation: &str,
    outputs: &Outputs,
) -> Result<Option<Vec<Assessed>>> {
    let book = args.book.as_deref().map(|path| Book::open(path).context("--book")).transpose()?;
    let (mut state, mut known) = (None, Vec::new());
    if let Some(path) = &args.state {
        let (opened, found) = State::open(path, &header(args, subjects, evaluation))?;
        (state, known) = (Some(opened), found);
    }
    let judge = Judge { least_depth: args.batch.depth.unwrap_or(LEAST_DEPTH).min(LEAST_DEPTH) };
    let settings = ReviewSettings {
        judge,
        style: args.style(),
        rules: args.batch.rules,
        endings: &batch.settings.endings,
        book: book.as_ref(),
    };
    let (mut work, todo) = Work::new(subjects, settings, known).map_err(|misfit| {
        let path = args.state.as_deref().unwrap_or(Path::new(""));
        at_line(path, misfit.index, misfit)
    })?;
    let mut printer = Printer::new(outputs.has_standard(), args.lang.get(), args.color.pen());
    let mut clock = Clock::new();
    let progress = bar(work.positions(), work.positions().saturating_sub(todo.len()));
    progress.suspend(|| printer.print(&work))?;
    let ask = |job: &Job, limits: &Limits| (job.game(subjects), job.limits(limits));
    batch.search(todo, &ask, |job, finding| {
        if let Some(state) = &mut state {
            state.add(work.number(&job), &finding)?;
        }
        let more = work.add(&job, finding);
        progress.inc_length(more.len() as u64);
        progress.inc(1);
        progress.suspend(|| printer.print(&work))?;
        let write = || outputs.write_live(args, evaluation, &work, WorkStage::Live(RELOAD));
        progress.suspend(|| clock.write(write));
        Ok(more)
    })?;
    progress.finish_and_clear();
    printer.finish(&work, args.player.as_deref())?;
    if !work.is_done() {
        outputs.write_live(args, evaluation, &work, WorkStage::Interrupted);
    }
    Ok(work.into_assessed())
}

fn header(args: &AnalyzeArgs, subjects: &[Subject], evaluation: &str) -> Header {
    let mut sum = Sha256::default();
    for subject in subjects {
        sum.update(subject.text.start.to_string().as_bytes());
        subject.game.moves().for_each(|mv| sum.update(&mv.bits().to_le_bytes()));
    }
    Header {
        chuhe_analysis: env!("CARGO_PKG_VERSION").into(),
        limits: args.batch.to_string(),
        hash: args.batch.hash as usize,
        rules: args.batch.rules.name.into(),
        evaluation: evaluation.into(),
        endings: args.batch.endings.to_string(),
        shard: args.part.to_string(),
        positions: sum.finish().to_string(),
    }
}
