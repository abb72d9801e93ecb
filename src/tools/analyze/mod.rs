//! `chuhe analyze`: searches every position of games and says what the moves were
//! worth.

mod assess;
mod state;
mod text;

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Serialize;

use crate::board::NullObserver;
use crate::games::{Fault, GameText};
use crate::notation::Style;
use crate::packing::Sha256;
use crate::rules::Game;
use crate::tools::crew::{Crew, Finding};
use crate::tools::datagen::name_of;
use crate::tools::effort::EffortArgs;
use crate::tools::input;
use crate::tools::output::{self, Output};
use crate::tools::page::{self, page};
use crate::tools::progress::bar;
use crate::tools::shard::Shard;
use crate::tools::signals::stop_flag;

use assess::{Assessed, assess};
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
    /// How moves are written: uci, uci1, iccs, wxf, simplified or traditional
    #[arg(long, value_name = "STYLE", default_value = "simplified")]
    notation: Style,
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

/// A game to be analysed.
struct Subject {
    /// File, line and column.
    source: String,
    text: GameText,
    game: Game,
    /// Number of its first position among those of all games.
    first: usize,
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

/// Analyses.
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
    let Some(findings) = search(args, &subjects, &crew, &evaluation)? else {
        match &args.state {
            Some(path) => bail!("ended early; the same command goes on from {}", path.display()),
            None => bail!("ended early; with --state the work could go on"),
        }
    };
    let games: Vec<Assessed> = subjects
        .iter()
        .map(|subject| {
            let Subject { source, text, game, first } = subject;
            let own = &findings[*first..first + game.ply() + 1];
            assess(source.clone(), text, game, own, args.notation)
        })
        .collect();
    outputs.write(args, &subjects, &games, evaluation)?;
    if outputs.has_standard() {
        return Ok(());
    }
    let mut out = stdout().lock();
    for (i, game) in games.iter().enumerate() {
        write!(out, "{}{}", if i > 0 { "\n" } else { "" }, text::game(game))?;
    }
    Ok(out.flush()?)
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
            file.write(page("Analysis", page::ANALYSIS, &analysis)?.as_bytes())?;
        }
        if let Some(file) = &self.pgn {
            let written = subjects.iter().zip(games).filter_map(|(subject, assessed)| {
                text::pgn(&subject.text, &subject.game, assessed, args.notation)
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
    eprintln!("left out: {name}:{fault}");
}

/// Searches all positions, as far as they are not in the state file; `None` when
/// a signal ended the work.
fn search(
    args: &AnalyzeArgs,
    subjects: &[Subject],
    crew: &Crew,
    evaluation: &str,
) -> Result<Option<Vec<Finding>>> {
    let count = subjects.last().map_or(0, |last| last.first + last.game.ply() + 1);
    let mut findings: Vec<Option<Finding>> = vec![None; count];
    let mut state = None;
    if let Some(path) = &args.state {
        let (opened, known) = State::open(path, &header(args, subjects, evaluation))?;
        for (position, finding) in known {
            let slot = findings.get_mut(position).context("a position beyond the last")?;
            *slot = Some(finding);
        }
        state = Some(opened);
    }
    let todo: Vec<usize> = (0..count).filter(|&id| findings[id].is_none()).collect();
    let progress = bar(count, count - todo.len());
    crew.search(&todo, &|id| game_at(subjects, id), |id, finding| {
        if let Some(state) = &mut state {
            state.add(id, &finding)?;
        }
        findings[id] = Some(finding);
        progress.inc(1);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(findings.into_iter().collect())
}

/// The game up to a position.
fn game_at(subjects: &[Subject], id: usize) -> Game {
    let subject = &subjects[subjects.partition_point(|subject| subject.first <= id) - 1];
    let mut game = subject.game.clone();
    for _ in id - subject.first..subject.game.ply() {
        game.pop(&mut NullObserver);
    }
    game
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
