//! Plays the games of a match on several threads, writes them down and counts them.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::common::lang::files::Remark;
use crate::common::lang::matches::{Count, MatchNote, StateFault};
use crate::common::output::Output;
use crate::common::signals;

use super::config::{MatchConfig, Outputs};
use super::cost::process_time;
use super::hand::{Event, Finished, Hand, Pending};
use super::match_output::MatchOutput;
use super::opinions::Opinions;
use super::page::write_page;
use super::pgn::{Tags, format_game};
use super::plan::Plan;
use super::play::{Conditions, Played};
use super::record::{Ending, GameRecord, PlayedMove};
use super::report::MatchReport;
use super::schedule::{Schedule, Task};
use super::store::Store;
use super::summary::Summary;
use super::tally::Tally;
use super::watch::Watch;
use super::{INTERRUPTED, MatchEnd};
use crate::common::page::WorkStage;
use crate::common::say::{first_error, tell};

/// How often the page is written, and loads itself again, while games are played.
const RELOAD: Duration = Duration::from_secs(30);

/// The least time between two pages, as a multiple of that of writing one.
const PAGE_SHARE: u32 = 50;

/// Plays a match.
///
/// # Errors
/// On a match that makes no sense, files that cannot be read or written, and engines
/// that cannot be started.
pub fn run(config: &MatchConfig, output: &mut impl MatchOutput) -> Result<MatchEnd> {
    Ready::new(config)?.play(output)
}

/// A match of which everything is checked but its engines, and whose files are open.
pub struct Ready<'a> {
    plan: Plan<'a>,
    outputs: Outputs,
    store: Store,
    /// Those played before.
    games: Vec<GameRecord>,
}

impl<'a> Ready<'a> {
    /// Checks a match, and opens and locks its files.
    ///
    /// # Errors
    /// On a match that makes no sense, and files that cannot be read or written. Then nothing
    /// has changed.
    pub fn new(config: &'a MatchConfig) -> Result<Ready<'a>> {
        let inputs: Vec<PathBuf> = config.openings.file.iter().cloned().collect();
        let outputs = config.files.check(&inputs)?;
        let plan = Plan::new(config)?;
        if let Some(warning) = plan.warning() {
            tell(&Remark::Warning { what: Box::new(warning) });
        }
        let (store, games) = Store::open(&config.files, &plan.header)?;
        Ok(Ready { plan, outputs, store, games })
    }

    /// Where messages go, if to a file; once.
    pub fn take_log(&mut self) -> Option<Box<dyn Write + Send>> {
        self.store.take_log()
    }

    /// Plays the match.
    ///
    /// # Errors
    /// When files cannot be written, or engines not be started.
    pub fn play(self, output: &mut impl MatchOutput) -> Result<MatchEnd> {
        let Ready { plan, outputs, store, games } = self;
        let (config, files) = (plan.config, &plan.config.files);
        // Not before: opening a FIFO waits for a reader, and a signal must end that.
        let interrupted = signals::stop_flag(i32::from(INTERRUPTED))?;
        let mut books = Books {
            tally: count(&games, &plan.schedule, plan.names.len())?,
            plan: &plan,
            store,
            began: Instant::now(),
            resumed: games.len() as u64,
            games: Vec::new(),
            opinions: config.second_opinions.then(Opinions::default),
        };
        if !games.is_empty() {
            tell(&MatchNote::Resumed { games: Count::Games { n: games.len() as u64 } });
        }
        let pending = Pending {
            ids: Mutex::new(Box::new(plan.schedule.ids())),
            done: games.iter().map(|game| game.id).collect(),
            closed: &interrupted,
            wait: config.wait,
        };
        if outputs.report.is_some() {
            books.games = games;
        }
        let live_page = outputs.report.as_ref().filter(|_| files.is_report_replaced());
        let outcome = play_all(&plan, &mut books, &pending, live_page, output);
        if outcome.is_err() && books.tally.finished == 0 {
            // A report of no games would hide the error.
            return outcome.map(|()| MatchEnd::Faults);
        }
        let (stage, title) = (books.report().stage(), &config.layout.event);
        // Interrupted before its first game, it has not begun.
        let has_begun = stage == WorkStage::Done || books.tally.finished > 0;
        let kept = if has_begun { books.store.keep() } else { Ok(()) };
        let report = books.report();
        let printed = output.ended(&report, outcome.is_err());
        let summary = write_summary(outputs.json.as_ref(), &report);
        let page = write_page(outputs.report.as_ref(), title, &report, &books.games, stage);
        // One that failed keeps none of the others from being written.
        first_error([outcome, kept, printed, summary, page])?;
        if interrupted.load(Ordering::Relaxed) && stage != WorkStage::Done {
            let option = files.front_end.state_option();
            tell(&MatchNote::Interrupted { option });
            return Ok(MatchEnd::Interrupted);
        }
        Ok(report.end(config.strict))
    }
}

/// Writes the result as JSON where that is wanted.
///
/// # Errors
/// When the file cannot be written.
pub fn write_summary(output: Option<&Output>, report: &MatchReport) -> Result<()> {
    let Some(output) = output else { return Ok(()) };
    output.write_json(&Summary::of(report))
}

/// Counts the games of a state file.
///
/// # Errors
/// When it has one twice.
pub fn count(games: &[GameRecord], schedule: &Schedule, players: usize) -> Result<Tally> {
    let mut tally = Tally::new(schedule, players);
    let mut seen = HashSet::new();
    for game in games {
        let n = game.id.saturating_add(1);
        ensure!(seen.insert(game.id), StateFault::Twice { n });
        tally.add(game, schedule);
    }
    Ok(tally)
}

/// Plays the games that are not done until all are, the test is decided, or the
/// user wants no more.
fn play_all(
    plan: &Plan,
    books: &mut Books,
    pending: &Pending,
    live_page: Option<&Output>,
    output: &mut impl MatchOutput,
) -> Result<()> {
    let config = plan.config;
    let stop = AtomicBool::new(books.is_decided());
    let conditions = Conditions {
        rules: config.rules,
        adjudication: config.adjudication,
        endings: plan.endings.as_deref(),
        stop: &stop,
        wanted: config.wanted.clone(),
        second_opinions: config.second_opinions,
        check_mates: config.check_mates,
    };
    let (sender, events) = channel();
    let watch = &Watch::new();
    thread::scope(|scope| -> Result<()> {
        scope.spawn(|| watch.run());
        let _end = EndOfWatch(watch);
        for number in 0..config.concurrency {
            let hand = Hand { plan, watch, cpu: plan.cpus.get(number).copied() };
            let (sender, conditions) = (sender.clone(), &conditions);
            scope.spawn(move || hand.work(pending, conditions, &sender));
        }
        drop(sender);
        let mut next_page = Instant::now() + RELOAD;
        for event in events {
            // Games in play are broken off before an error is passed on.
            books.take(event, output).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            if live_page.is_some() && Instant::now() >= next_page {
                let (began, title) = (Instant::now(), &config.layout.event);
                let stage = WorkStage::Live(RELOAD);
                let written = write_page(live_page, title, &books.report(), &books.games, stage);
                if let Err(error) = written {
                    tell(&Remark::Warning { what: Box::new(error) });
                }
                // Large pages are written less often.
                next_page = Instant::now() + RELOAD.max(PAGE_SHARE * began.elapsed());
            }
            if books.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    })
}

/// Ends the watch when it is dropped.
struct EndOfWatch<'a>(&'a Watch);

impl Drop for EndOfWatch<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Files and counts of the running match.
struct Books<'a> {
    plan: &'a Plan<'a>,
    store: Store,
    tally: Tally,
    began: Instant,
    resumed: u64,
    /// All finished games, where a page is written.
    games: Vec<GameRecord>,
    opinions: Option<Opinions>,
}

impl Books<'_> {
    /// Passes an event on, after writing it down.
    fn take(&mut self, event: Event, output: &mut impl MatchOutput) -> Result<()> {
        match event {
            Event::Started(Task { id, players, .. }) => {
                let names = players.map(|player| self.plan.names[player].as_str());
                output.started(id, names, &self.report())
            }
            Event::Finished(finished) => {
                let repeats = self.tally.repeats;
                let record = self.keep(*finished)?;
                if repeats == 0 && self.tally.repeats > 0 {
                    let note = MatchNote::SameGame { n: record.id + 1 };
                    tell(&Remark::Warning { what: Box::new(note) });
                }
                if self.plan.config.files.report.is_some() {
                    self.games.push(record.clone());
                }
                output.finished(&record, &self.report())
            }
            Event::Failed(error) => Err(error),
        }
    }

    /// Writes a game down and counts it.
    fn keep(&mut self, finished: Finished) -> Result<GameRecord> {
        let Finished { task, started, fen, played } = finished;
        let Played { outcome, ending, moves, usage, opinions } = played;
        if let (Some(sum), Some(opinions)) = (&mut self.opinions, opinions) {
            *sum += opinions;
        }
        let fault = if let Ending::Failure(_, fault, _) = &ending { Some(*fault) } else { None };
        let joined =
            |text: fn(&PlayedMove) -> String| moves.iter().map(text).collect::<Vec<_>>().join(" ");
        let record = GameRecord {
            id: task.id,
            players: task.players,
            fen,
            moves: joined(|played| played.mv.to_string()),
            remarks: joined(PlayedMove::brief),
            outcome,
            termination: ending.to_string(),
            fault,
            usage,
        };
        let tags = Tags {
            round: format!("{}.{}", task.round + 1, task.id + 1),
            names: task.players.map(|player| self.plan.names[player].as_str()),
            limits: task.players.map(|player| self.plan.header.limits[player].as_str()),
            started,
        };
        let pgn = format_game(&record, &moves, &tags, &self.plan.config.layout)?;
        self.store.write(&record, &pgn, &self.plan.names)?;
        self.tally.add(&record, &self.plan.schedule);
        self.store.write_position(&record)?;
        Ok(record)
    }

    fn report(&self) -> MatchReport<'_> {
        MatchReport {
            tally: &self.tally,
            names: &self.plan.names,
            limits: &self.plan.header.limits,
            schedule: &self.plan.schedule,
            sprt: self.plan.config.sprt,
            elapsed: Some(self.began.elapsed()),
            resumed: self.resumed,
            seed: self.plan.seed.to_string(),
            trinomial: self.plan.config.trinomial || self.plan.config.colours.single,
            cost: process_time().map(|all| all.saturating_sub(self.opinion_cost())),
            opinions: self.opinions,
            lang: self.plan.config.lang,
        }
    }

    /// What second opinions cost is no cost of running matches.
    fn opinion_cost(&self) -> Duration {
        self.opinions.map(|opinions| opinions.cost).unwrap_or_default()
    }

    fn is_decided(&self) -> bool {
        self.report().is_decided()
    }
}
