//! `chuhe analyze`: searches every position of games and says what the moves were
//! worth.

mod state;
mod text;

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::Args;
use serde::Serialize;

use crate::games::Fault;
use crate::notation::Style;
use crate::packing::Sha256;
use crate::review::{Assessed, Judge, LEAST_DEPTH, Subject, Work};
use crate::tools::crew::Crew;
use crate::tools::datagen::name_of;
use crate::tools::effort::EffortArgs;
use crate::tools::input;
use crate::tools::lang::{Lang, LangArgs};
use crate::tools::output::{self, Output};
use crate::tools::page::{self, page};
use crate::tools::progress::bar;
use crate::tools::shard::Shard;
use crate::tools::signals::stop_flag;

use state::{Header, State};

/// Search every position of games, and mark the moves that lost something
///
/// Reads PGN, lists of moves or of FENs, a game or position a line, in any
/// notation, in UTF-8, GB18030 or Big5. Prints a table; writes JSON, annotated
/// PGN and a page to look at. Games with faults are left out and named.
#[derive(Args, Clone, Debug)]
pub struct AnalyzeArgs {
    /// Files of games; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    effort: EffortArgs,
    /// How moves are written: uci, uci1, iccs, wxf, simplified or traditional [default:
    /// simplified, or traditional with --lang zh-Hant]
    #[arg(long, value_name = "STYLE")]
    notation: Option<Style>,
    #[command(flatten)]
    lang: LangArgs,
    /// Analyse a part of the games only, such as 2/5, the second of five
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Keep what was found in this file; the same command goes on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write everything as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the games as PGN, with scores, marks and better lines
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a page to look at, with a board to step through the games
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl AnalyzeArgs {
    fn style(&self) -> Style {
        self.notation.unwrap_or(match self.lang.get() {
            Lang::ZhHant => Style::Traditional,
            Lang::En | Lang::ZhHans => Style::Simplified,
        })
    }
}

/// The whole result, as JSON has it.
#[derive(Serialize)]
struct Analysis<'a> {
    engine: &'static str,
    limits: String,
    rules: &'static str,
    evaluation: String,
    games: &'a [Assessed],
}

/// Analyses, and prints each game when it is done.
///
/// # Errors
/// When a file cannot be read or written, no game can be used, or the work was
/// ended by a signal.
pub fn run(args: &AnalyzeArgs) -> Result<()> {
    let outputs = Outputs::open(args)?;
    let subjects = read_subjects(&args.files, args.shard)?;
    let stop = stop_flag(1)?;
    let crew = args.effort.crew(&stop)?;
    let evaluation = name_of(&crew.settings.evaluation);
    let mut printer =
        Printer { printed: 0, is_silent: outputs.has_standard(), lang: args.lang.get() };
    let Some(games) = search(args, &subjects, &crew, &evaluation, &mut printer)? else {
        match &args.state {
            Some(path) => bail!("ended early; the same command goes on from {}", path.display()),
            None => bail!("ended early; with --state the work could go on"),
        }
    };
    outputs.write(args, &subjects, &games, evaluation)
}

/// Prints games in their order, as soon as they are done.
struct Printer {
    printed: usize,
    is_silent: bool,
    lang: Lang,
}

impl Printer {
    fn print(&mut self, work: &Work) -> Result<()> {
        let mut out = stdout().lock();
        while let Some(game) = work.assessed(self.printed) {
            if !self.is_silent {
                let gap = if self.printed > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", text::game(game, self.lang))?;
            }
            self.printed += 1;
        }
        Ok(out.flush()?)
    }
}

/// The files that are written at the end, as far as they are wanted.
struct Outputs {
    json: Option<Output>,
    pgn: Option<Output>,
    report: Option<Output>,
}

impl Outputs {
    fn open(args: &AnalyzeArgs) -> Result<Outputs> {
        let [_, json, pgn, report] = output::open_all(
            &args.files,
            [
                ("--state", args.state.as_deref()),
                ("--json", args.json.as_deref()),
                ("--pgn", args.pgn.as_deref()),
                ("--report", args.report.as_deref()),
            ],
        )?;
        Ok(Outputs { json, pgn, report })
    }

    /// Whether one of them is standard output, which then has nothing else.
    fn has_standard(&self) -> bool {
        [&self.json, &self.pgn, &self.report].into_iter().flatten().any(Output::is_standard)
    }

    fn write(
        &self,
        args: &AnalyzeArgs,
        subjects: &[Subject],
        games: &[Assessed],
        evaluation: String,
    ) -> Result<()> {
        let (lang, style) = (args.lang.get(), args.style());
        let analysis = Analysis {
            engine: concat!("Chuhe ", env!("CARGO_PKG_VERSION")),
            limits: args.effort.to_string(),
            rules: args.effort.rules.name,
            evaluation,
            games,
        };
        if let Some(file) = &self.json {
            file.write(format!("{}\n", serde_json::to_string(&analysis)?).as_bytes())?;
        }
        if let Some(file) = &self.report {
            file.write(
                page(lang.text("analyze.title"), page::ANALYSIS, lang, &analysis)?.as_bytes(),
            )?;
        }
        if let Some(file) = &self.pgn {
            let written = subjects.iter().zip(games).filter_map(|(subject, assessed)| {
                text::pgn(&subject.text, &subject.game, assessed, style, lang)
            });
            file.write(written.collect::<String>().as_bytes())?;
        }
        Ok(())
    }
}

/// Reads all games of all files that belong to a shard.
fn read_subjects(files: &[PathBuf], shard: Shard) -> Result<Vec<Subject>> {
    let (mut subjects, mut first, mut number) = (Vec::new(), 0, 0);
    for path in files {
        let name = input::name_of(path);
        for game in input::read_games(path)? {
            let found = game.and_then(|text| Ok((text.replay(usize::MAX, None)?, text)));
            let is_ours = shard.has(number);
            number += 1;
            match found {
                Ok((game, text)) if is_ours => {
                    let source = format!("{name}:{}", text.place);
                    let count = game.ply() + 1;
                    subjects.push(Subject { source, text, game, first });
                    first += count;
                }
                Err(fault) if is_ours => warn(&name, &fault),
                Ok(_) | Err(_) => {}
            }
        }
    }
    ensure!(!subjects.is_empty(), "there is no game to analyse");
    Ok(subjects)
}

fn warn(name: &str, fault: &Fault) {
    remark!("left out: {name}:{fault}");
}

/// Makes all searches, as far as they are not in the state file; `None` when a signal
/// ended the work.
fn search(
    args: &AnalyzeArgs,
    subjects: &[Subject],
    crew: &Crew,
    evaluation: &str,
    printer: &mut Printer,
) -> Result<Option<Vec<Assessed>>> {
    let (mut state, mut known) = (None, Vec::new());
    if let Some(path) = &args.state {
        let (opened, found) = State::open(path, &header(args, subjects, evaluation))?;
        (state, known) = (Some(opened), found);
    }
    let judge = Judge { least_depth: args.effort.depth.unwrap_or(LEAST_DEPTH).min(LEAST_DEPTH) };
    let (mut work, todo) = Work::new(subjects, args.style(), judge, known)?;
    let progress = bar(work.positions(), work.positions().saturating_sub(todo.len()));
    progress.suspend(|| printer.print(&work))?;
    crew.search(todo, &|job| job.game(subjects), |job, finding| {
        if let Some(state) = &mut state {
            state.add(work.number(job), &finding)?;
        }
        let more = work.add(job, finding);
        progress.inc_length(more.len() as u64);
        progress.inc(1);
        progress.suspend(|| printer.print(&work))?;
        Ok(more)
    })?;
    progress.finish_and_clear();
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
        limits: args.effort.to_string(),
        hash: args.effort.hash as usize,
        rules: args.effort.rules.name.into(),
        evaluation: evaluation.into(),
        shard: args.shard.to_string(),
        positions: sum.finish().to_string(),
    }
}
