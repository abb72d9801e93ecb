//! Joins the state files of the shards of a match, or shows a single one, without
//! playing.

use std::path::Path;

use anyhow::{Result, bail, ensure};

use crate::common::lang::Context;
use crate::common::lang::matches::{MatchFault, StateFault};
use crate::common::output::write_whole;
use chuhe::engine::Part;

use super::page::write_page;
use super::record::{GameLine, GameRecord};
use super::report::MatchReport;
use super::run::{count, write_summary};
use super::schedule::{Format, Schedule};
use super::state::{Header, State, state_text};
use super::{MatchArgs, MatchEnd};
use crate::common::say::{first_error, print, remark_text};

/// Joins the state files, prints their result, and writes what is asked for.
///
/// # Errors
/// When a file is missing, is no state file, or belongs to another match, when a
/// game is there twice, or a file cannot be written.
pub fn run(args: &MatchArgs) -> Result<MatchEnd> {
    let files = args.files();
    let outputs = files.check(&args.merge)?;
    if let Some(path) = &args.state {
        ensure!(!path.exists(), StateFault::Exists { path: path.into() });
    }
    let mut whole: Option<(Header, &Path)> = None;
    let mut lines: Vec<GameLine> = Vec::new();
    let mut games: Vec<GameRecord> = Vec::new();
    for path in &args.merge {
        let state = State::read(path)?;
        games.extend(state.records(path)?);
        let header = state.header.context(StateFault::NoMatch).with_context(|| path.clone())?;
        match &whole {
            None => whole = Some((header, path)),
            Some((first, first_path)) => header.same_match(first).with_context(|| {
                StateFault::OtherShard { path: path.into(), other: (*first_path).into() }
            })?,
        }
        lines.extend(state.games);
    }
    let Some((header, _)) = whole else { bail!(MatchFault::NothingToMerge) };
    let format: Format = header.format.parse()?;
    let players = header.names.len();
    let last = games.iter().map(|game| game.id).max();
    let schedule = Schedule::up_to(format, players, header.colours, last);
    let sprt = args.test()?;
    ensure!(sprt.is_none() || players == 2, MatchFault::SprtOfTwo);
    let report = MatchReport {
        tally: &count(&games, &schedule, players)?,
        names: &header.names,
        limits: &header.limits,
        schedule: &schedule,
        sprt,
        elapsed: None,
        resumed: 0,
        seed: header.seed.clone(),
        trinomial: args.trinomial || header.colours.single,
        cost: None,
        opinions: None,
        lang: args.lang.get(),
    };
    let state = match &args.state {
        Some(path) => write_state(path, &header, lines),
        None => Ok(()),
    };
    let entry = args.idea.as_ref().map(|idea| format!("\n{}", report.experiment(idea)));
    let text = report.full() + &entry.unwrap_or_default();
    let printed = match files.is_standard_output_used() {
        true => {
            remark_text(&text);
            Ok(())
        }
        false => print(&text),
    };
    let summary = write_summary(outputs.json.as_ref(), &report);
    let page = write_page(outputs.report.as_ref(), &args.event, &report, &games, report.stage());
    // One that failed keeps none of the others from being written.
    first_error([state, printed, summary, page])?;
    Ok(report.end(args.strict))
}

/// Writes the whole match as a state file.
fn write_state(path: &Path, header: &Header, mut lines: Vec<GameLine>) -> Result<()> {
    lines.sort_by_key(|line| line.game);
    for line in &mut lines {
        line.pgn = None;
    }
    let header = Header { shard: Part::WHOLE.to_string(), ..header.clone() };
    write_whole(path, state_text(&header, &lines)?.as_bytes())
}
