//! Plays the games of a match on several threads and keeps the books.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, ensure};

use super::json::Json;
use super::pgn::{Tags, format_game};
use super::plan::Plan;
use super::play::{Conditions, Played, Seat, play};
use super::record::{Ending, GameRecord};
use super::report::Report;
use super::schedule::{Format, Schedule, Task};
use super::stats::{Decision, Sprt};
use super::store::{Store, read_games, read_header};
use super::tally::Tally;
use super::{MatchArgs, MatchEnd};

/// Least time between two progress lines on a terminal, and elsewhere.
const PROGRESS_PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));

/// Plays a match as the arguments say and prints its result.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that cannot be started.
pub fn run(args: &MatchArgs) -> Result<MatchEnd> {
    if args.report {
        return report_only(args);
    }
    let plan = Plan::new(args)?;
    for warning in plan.warnings() {
        eprintln!("warning: {warning}");
    }
    let (state, pgn) = (args.state.as_deref(), args.pgn.as_deref());
    let (store, games) = Store::open(state, pgn, &plan.header, &plan.names)?;
    let limits = plan.limits();
    let mut books = Books {
        tally: count(&games, &plan.schedule, plan.players.len())?,
        limits: &limits,
        plan: &plan,
        store,
        began: Instant::now(),
        resumed: games.len() as u64,
        event: &args.event,
    };
    if !games.is_empty() {
        eprintln!("{} games were played before; going on", games.len());
    }
    let done = games.iter().map(|game| game.id).collect();
    let outcome = play_all(&plan, args, &mut books, done);
    let report = books.report();
    print(&report.full())?;
    outcome.map(|()| report.end(args.strict))
}

/// Prints what a state file holds.
fn report_only(args: &MatchArgs) -> Result<MatchEnd> {
    let path = args.state.as_deref().context("--report needs --state FILE")?;
    let header = read_header(path)?.with_context(|| format!("{}: no match", path.display()))?;
    let list = |key: &str| -> Option<Vec<String>> {
        let texts = header.get(key)?.as_list()?.iter();
        texts.map(|text| Some(text.as_str()?.to_string())).collect()
    };
    let text = |key: &str| header.get(key).and_then(Json::as_str);
    let whole = || format!("{}: the first line is not that of a match", path.display());
    let (names, limits) = list("names").zip(list("limits")).with_context(whole)?;
    let format = Format::parse(text("format").with_context(whole)?)?;
    let games = read_games(path, &names)?;
    let last = games.iter().map(|game| game.id + 1).max().unwrap_or(0);
    let pairings = Schedule::new(format, names.len(), 2).len() / 2;
    let rounds = last.div_ceil(2 * pairings.max(1));
    let schedule = Schedule::new(format, names.len(), 2 * rounds);
    let report = Report {
        tally: &count(&games, &schedule, names.len())?,
        names: &names,
        limits: &limits,
        schedule: &schedule,
        sprt: args.sprt.as_deref().map(Sprt::parse).transpose()?,
        elapsed: None,
        resumed: 0,
        seed: text("seed").unwrap_or("?").into(),
    };
    print(&report.full())?;
    Ok(report.end(args.strict))
}

fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Counts the games of a state file.
fn count(games: &[GameRecord], schedule: &Schedule, players: usize) -> Result<Tally> {
    let mut tally = Tally::new(schedule, players);
    let mut seen = HashSet::new();
    for game in games {
        ensure!(seen.insert(game.id), "the state file has game {} twice", game.id + 1);
        tally.add(game, schedule);
    }
    Ok(tally)
}

/// Plays the games that are not done until all are, or the test is decided.
fn play_all(plan: &Plan, args: &MatchArgs, books: &mut Books, done: HashSet<u64>) -> Result<()> {
    let stop = AtomicBool::new(books.is_decided());
    let pending = Pending { next: Mutex::new(0..plan.schedule.len()), done };
    let conditions = Conditions { rules: plan.rules, adjudication: plan.adjudication, stop: &stop };
    let (sender, results) = channel();
    let mut progress = Progress { terminal: io::stderr().is_terminal(), last: None };
    let outcome = thread::scope(|scope| -> Result<()> {
        for number in 0..args.concurrency.min(pending.count()) {
            let hand = Hand { plan, cpu: args.affinity.then_some(number) };
            let (sender, pending, conditions) = (sender.clone(), &pending, &conditions);
            scope.spawn(move || hand.work(pending, conditions, &sender));
        }
        drop(sender);
        for result in results {
            // Games in play are broken off before an error is passed on.
            let kept = result.and_then(|finished| books.keep(finished));
            let line = kept.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            if args.verbose {
                progress.line(&line);
            }
            progress.show(&books.report(), false);
            if books.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    progress.show(&books.report(), true);
    outcome
}

/// A game on its way from the thread that played it.
struct Finished {
    task: Task,
    started: SystemTime,
    fen: String,
    played: Played,
}

/// Files and counts of the running match.
struct Books<'a> {
    plan: &'a Plan,
    limits: &'a [String],
    store: Store,
    tally: Tally,
    began: Instant,
    resumed: u64,
    event: &'a str,
}

impl Books<'_> {
    /// Writes a game down and counts it. Returns a line about it.
    fn keep(&mut self, finished: Finished) -> Result<String> {
        let Finished { task, started, fen, played } = finished;
        let Played { outcome, ending, moves, usage } = played;
        let fault = if let Ending::Fault(_, fault, _) = &ending { Some(*fault) } else { None };
        let mut texts = String::with_capacity(5 * moves.len());
        for (i, played) in moves.iter().enumerate() {
            let _ = write!(texts, "{}{}", if i > 0 { " " } else { "" }, played.mv);
        }
        let record = GameRecord {
            id: task.id,
            players: task.players,
            fen,
            moves: texts,
            outcome,
            termination: ending.to_string(),
            fault,
            usage,
        };
        let names = task.players.map(|player| self.plan.names[player].as_str());
        let tags = Tags {
            event: self.event,
            round: format!("{}.{}", task.round + 1, task.id + 1),
            names,
            limits: task.players.map(|player| self.limits[player].as_str()),
            started,
        };
        let pgn = format_game(&record, &moves, &tags, self.plan.style)?;
        self.store.write(&record, &pgn, &self.plan.names)?;
        self.tally.add(&record, &self.plan.schedule);
        let [red, black] = names;
        Ok(format!(
            "Finished game {} ({red} vs {black}): {} {{{}}}",
            task.id + 1,
            record.result(),
            record.termination
        ))
    }

    fn report(&self) -> Report<'_> {
        Report {
            tally: &self.tally,
            names: &self.plan.names,
            limits: self.limits,
            schedule: &self.plan.schedule,
            sprt: self.plan.sprt,
            elapsed: Some(self.began.elapsed()),
            resumed: self.resumed,
            seed: self.plan.seed.to_string(),
        }
    }

    fn is_decided(&self) -> bool {
        !matches!(self.report().decision(), None | Some(Decision::Continue))
    }
}

/// The games still to be played, handed out in order.
struct Pending {
    next: Mutex<Range<u64>>,
    done: HashSet<u64>,
}

impl Pending {
    fn count(&self) -> usize {
        let all = self.next.lock().unwrap_or_else(PoisonError::into_inner).clone();
        all.filter(|id| !self.done.contains(id)).count()
    }

    fn take(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.find(|id| !self.done.contains(id))
    }
}

/// What a thread needs to play games.
struct Hand<'a> {
    plan: &'a Plan,
    /// The processor that its engines are bound to.
    cpu: Option<usize>,
}

impl Hand<'_> {
    /// Plays pending games until none is left or the match is stopped.
    fn work(&self, pending: &Pending, conditions: &Conditions, results: &Sender<Result<Finished>>) {
        let players = self.plan.players.iter();
        let mut seats: Vec<Seat> = players.map(|player| Seat::new(player, self.cpu)).collect();
        while !conditions.stop.load(Ordering::Relaxed) {
            let Some(task) = pending.take().map(|id| self.plan.schedule.task(id)) else { break };
            let result = self.play_one(task, &mut seats, conditions);
            if result.is_err() {
                conditions.stop.store(true, Ordering::Relaxed);
            }
            if result.transpose().is_some_and(|result| results.send(result).is_err()) {
                break;
            }
        }
        for seat in &mut seats {
            seat.dismiss();
        }
    }

    fn play_one(
        &self,
        task: Task,
        seats: &mut [Seat],
        conditions: &Conditions,
    ) -> Result<Option<Finished>> {
        let opening = self.plan.book.opening(task.round);
        let started = SystemTime::now();
        let played = play(seats.get_disjoint_mut(task.players)?, opening, conditions)?;
        let fen = opening.start.to_string();
        Ok(played.map(|played| Finished { task, started, fen, played }))
    }
}

/// The progress line: rewritten in place on a terminal, now and then elsewhere.
struct Progress {
    terminal: bool,
    last: Option<Instant>,
}

impl Progress {
    fn show(&mut self, report: &Report, finally: bool) {
        let pause = if self.terminal { PROGRESS_PAUSE.0 } else { PROGRESS_PAUSE.1 };
        if !finally && self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        match (self.terminal, finally) {
            (true, false) => eprint!("\r\x1b[K{}", report.progress()),
            (true, true) => eprintln!("\r\x1b[K{}", report.progress()),
            (false, _) => eprintln!("{}", report.progress()),
        }
    }

    fn line(&self, text: &str) {
        if self.terminal { eprintln!("\r\x1b[K{text}") } else { eprintln!("{text}") }
    }
}
