//! Plays the games of a match on several threads and keeps the books.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, ensure};

use crate::tools::output::write_whole;
use crate::tools::signals;

use super::cost::process_time;
use super::opinions::Opinions;
use super::page::write_page;
use super::pgn::{Tags, format_game};
use super::plan::Plan;
use super::play::{Conditions, Played, Seat, play};
use super::record::{Ending, GameRecord, PlayedMove};
use super::report::Report;
use super::schedule::{Schedule, Task};
use super::stats::Decision;
use super::store::Store;
use super::summary::Summary;
use super::tally::Tally;
use super::voice::{Voice, remark};
use super::{INTERRUPTED, MatchArgs, MatchEnd};

/// Plays a match as the arguments say.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that cannot be started.
pub fn run(args: &MatchArgs, voice: &mut impl Voice) -> Result<MatchEnd> {
    let plan = Plan::new(args)?;
    for warning in plan.warnings() {
        remark(&format!("warning: {warning}"));
    }
    let interrupted = signals::stop_flag(i32::from(INTERRUPTED))?;
    let (store, games) = Store::open(args.state.as_deref(), args.pgn.as_deref(), &plan.header)?;
    let mut books = Books {
        tally: count(&games, &plan.schedule, plan.players.len())?,
        plan: &plan,
        store,
        began: Instant::now(),
        resumed: games.len() as u64,
        games: Vec::new(),
        opinions: args.second_opinions.then(Opinions::default),
    };
    if !games.is_empty() {
        remark(&format!("{} games were played before; going on", games.len()));
    }
    let pending = Pending {
        ids: Mutex::new(Box::new(plan.schedule.ids())),
        done: games.iter().map(|game| game.id).collect(),
        closed: &interrupted,
        wait: Duration::from_millis(args.wait),
    };
    books.games = games;
    let outcome = play_all(&plan, args, &mut books, &pending, voice);
    if outcome.is_err() && books.tally.finished == 0 {
        return outcome.map(|()| MatchEnd::Passed); // a report of nothing would hide the error
    }
    let report = books.report();
    voice.ended(&report, outcome.is_err())?;
    write_summary(args.json.as_deref(), &report)?;
    write_page(args.report.as_deref(), &args.event, &report, &books.games)?;
    outcome?;
    let complete = books.tally.finished >= plan.schedule.len() || books.is_decided();
    if interrupted.load(Ordering::Relaxed) && !complete {
        remark("interrupted; the same command goes on where there is a --state");
        return Ok(MatchEnd::Interrupted);
    }
    Ok(report.end(args.strict))
}

/// Writes the result as JSON where that is wanted.
///
/// # Errors
/// When the file cannot be written.
pub fn write_summary(path: Option<&Path>, report: &Report) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    write_whole(path, (serde_json::to_string_pretty(&Summary::of(report))? + "\n").as_bytes())
}

/// Counts the games of a state file.
///
/// # Errors
/// When it has one twice.
pub fn count(games: &[GameRecord], schedule: &Schedule, players: usize) -> Result<Tally> {
    let mut tally = Tally::new(schedule, players);
    let mut seen = HashSet::new();
    for game in games {
        ensure!(seen.insert(game.id), "game {} is there twice", game.id + 1);
        tally.add(game, schedule);
    }
    Ok(tally)
}

/// Plays the games that are not done until all are, the test is decided, or the
/// user wants no more.
fn play_all(
    plan: &Plan,
    args: &MatchArgs,
    books: &mut Books,
    pending: &Pending,
    voice: &mut impl Voice,
) -> Result<()> {
    let stop = AtomicBool::new(books.is_decided());
    let conditions = Conditions {
        rules: plan.rules,
        adjudication: plan.adjudication,
        stop: &stop,
        wanted: plan.wanted.clone(),
        second_opinions: args.second_opinions,
        check_mates: args.check_mates,
    };
    let (sender, events) = channel();
    thread::scope(|scope| -> Result<()> {
        for number in 0..args.concurrency {
            let hand = Hand { plan, cpu: plan.cpus.get(number).copied() };
            let (sender, conditions) = (sender.clone(), &conditions);
            scope.spawn(move || hand.work(pending, conditions, &sender));
        }
        drop(sender);
        for event in events {
            // Games in play are broken off before an error is passed on.
            books.take(event, voice).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            if books.is_decided() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    })
}

/// What a thread that plays games has to tell.
enum Event {
    Started(Task),
    Finished(Box<Finished>),
    Failed(anyhow::Error),
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
    store: Store,
    tally: Tally,
    began: Instant,
    resumed: u64,
    /// All finished games.
    games: Vec<GameRecord>,
    opinions: Option<Opinions>,
}

impl Books<'_> {
    /// Passes an event on, after writing it down.
    fn take(&mut self, event: Event, voice: &mut impl Voice) -> Result<()> {
        match event {
            Event::Started(Task { id, players, .. }) => {
                let names = players.map(|player| self.plan.names[player].as_str());
                voice.started(id, names, &self.report())
            }
            Event::Finished(finished) => {
                let record = self.keep(*finished)?;
                self.games.push(record.clone());
                voice.finished(&record, &self.report())
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
        let fault = if let Ending::Fault(_, fault, _) = &ending { Some(*fault) } else { None };
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
        let pgn = format_game(&record, &moves, &tags, &self.plan.manner)?;
        self.store.write(&record, &pgn, &self.plan.names)?;
        self.tally.add(&record, &self.plan.schedule);
        Ok(record)
    }

    fn report(&self) -> Report<'_> {
        Report {
            tally: &self.tally,
            names: &self.plan.names,
            limits: &self.plan.header.limits,
            schedule: &self.plan.schedule,
            sprt: self.plan.sprt,
            elapsed: Some(self.began.elapsed()),
            resumed: self.resumed,
            seed: self.plan.seed.to_string(),
            trinomial: self.plan.trinomial,
            cost: process_time().map(|all| all.saturating_sub(self.opinion_cost())),
            opinions: self.opinions,
        }
    }

    /// What second opinions cost is no cost of running matches.
    fn opinion_cost(&self) -> Duration {
        self.opinions.map(|opinions| opinions.cost).unwrap_or_default()
    }

    fn is_decided(&self) -> bool {
        !matches!(self.report().decision(), None | Some(Decision::Continue))
    }
}

/// The games still to be played, handed out in order.
struct Pending<'a> {
    ids: Mutex<Box<dyn Iterator<Item = u64> + Send>>,
    done: HashSet<u64>,
    /// Set when no more are to be begun.
    closed: &'a AtomicBool,
    /// Pause before each but the first of a thread.
    wait: Duration,
}

impl Pending<'_> {
    fn take(&self) -> Option<u64> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = !self.closed.load(Ordering::Relaxed);
        ids.find(|id| !self.done.contains(id)).filter(|_| is_open)
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
    fn work(&self, pending: &Pending, conditions: &Conditions, events: &Sender<Event>) {
        let players = self.plan.players.iter();
        let mut seats: Vec<Seat> = players.map(|player| Seat::new(player, self.cpu)).collect();
        let mut pause = Duration::ZERO;
        while !conditions.stop.load(Ordering::Relaxed) {
            let Some(task) = pending.take().map(|id| self.plan.schedule.task(id)) else { break };
            thread::sleep(std::mem::replace(&mut pause, pending.wait));
            let event = match self.play_one(task, &mut seats, conditions, events) {
                Ok(None) => break,
                Ok(Some(finished)) => Event::Finished(Box::new(finished)),
                Err(error) => {
                    conditions.stop.store(true, Ordering::Relaxed);
                    Event::Failed(error)
                }
            };
            if events.send(event).is_err() {
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
        events: &Sender<Event>,
    ) -> Result<Option<Finished>> {
        // A closed channel shows itself at the end of the game.
        let _ = events.send(Event::Started(task));
        let opening = self.plan.book.opening(task.round);
        let started = SystemTime::now();
        let played = play(seats.get_disjoint_mut(task.players)?, opening, conditions)?;
        let fen = opening.start.to_string();
        Ok(played.map(|played| Finished { task, started, fen, played }))
    }
}
