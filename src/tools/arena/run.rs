//! Plays the games of a match on several threads and keeps the books.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};

use crate::rules::RuleSet;

use super::MatchArgs;
use super::book::{Book, split_mix};
use super::json::Json;
use super::pgn::{MoveStyle, Tags, format_game};
use super::play::{Conditions, Played, Seat, play};
use super::record::{Ending, GameRecord};
use super::report::Report;
use super::schedule::{Format, Schedule, Task};
use super::spec::{Adjudication, DrawRule, Player, ResignRule};
use super::stats::{Decision, Sprt};
use super::store::{Store, read_header};
use super::tally::Tally;

/// Least time between two progress lines on a terminal, and elsewhere.
const PROGRESS_PAUSE: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));

/// Plays a match as the arguments say and prints its result.
///
/// # Errors
/// On arguments that make no sense, files that cannot be read or written, and
/// engines that cannot be started.
pub fn run(args: &MatchArgs) -> Result<()> {
    Match::prepare(args)?.play()
}

/// A match with everything read and checked.
struct Match {
    players: Vec<Player>,
    names: Vec<String>,
    book: Book,
    schedule: Schedule,
    adjudication: Adjudication,
    rules: RuleSet,
    sprt: Option<Sprt>,
    seed: u64,
    concurrency: usize,
    style: MoveStyle,
    event: String,
    verbose: bool,
    store: Store,
    tally: Tally,
    done: HashSet<u64>,
}

/// A game on its way from the thread that played it.
struct Finished {
    task: Task,
    started: SystemTime,
    fen: String,
    played: Played,
}

impl Match {
    fn prepare(args: &MatchArgs) -> Result<Match> {
        let players: Result<Vec<Player>> =
            args.engines.iter().map(|text| Player::parse(text, &args.each)).collect();
        let players = players?;
        ensure!(players.len() >= 2, "a match needs two engines: give --engine twice or more");
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        for (i, name) in names.iter().enumerate() {
            ensure!(!names[..i].contains(name), "two engines are called {name}: set name=");
        }
        ensure!(args.games > 0 && args.games.is_multiple_of(2), "--games must be even");
        ensure!(args.concurrency > 0, "--concurrency must be at least 1");
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose()?;
        ensure!(sprt.is_none() || players.len() == 2, "--sprt is a test of two engines");
        let format = match args.format.as_str() {
            "roundrobin" => Format::RoundRobin,
            "gauntlet" => Format::Gauntlet,
            other => bail!("--format: expected roundrobin or gauntlet, found '{other}'"),
        };
        let adjudication = Adjudication {
            resign: args.resign.as_deref().map(ResignRule::parse).transpose()?,
            draw: args.draw.as_deref().map(DrawRule::parse).transpose()?,
            max_plies: args.max_plies,
        };
        let mut book = match &args.openings {
            Some(path) => Book::read(path)?,
            None => Book::start_position(),
        };
        let seed = choose_seed(args)?;
        let rules = RuleSet::default();
        let header = Json::object([
            ("chuhe_match", 1u64.into()),
            ("engines", players.iter().map(|p| p.fingerprint.clone()).collect::<Vec<_>>().into()),
            ("format", args.format.as_str().into()),
            ("openings", (book.len() as u64).into()),
            ("book", format!("{:016x}", book.checksum()).into()),
            ("order", args.order.as_str().into()),
            ("seed", seed.to_string().into()),
            ("adjudication", format!("{adjudication:?}").into()),
            ("rules", rules.name.into()),
        ]);
        match args.order.as_str() {
            "random" => book.shuffle(seed),
            "sequential" => {}
            other => bail!("--order: expected random or sequential, found '{other}'"),
        }
        let style = MoveStyle::parse(&args.moves).context("--moves")?;
        let schedule = Schedule::new(format, players.len(), args.games);
        let (state, pgn) = (args.state.as_deref(), args.pgn.as_deref());
        let (store, games) = Store::open(state, pgn, &header, &names)?;
        let mut tally = Tally::new(&schedule, players.len());
        let mut done = HashSet::new();
        for game in &games {
            ensure!(done.insert(game.id), "the state file has game {} twice", game.id);
            tally.add(game, &schedule);
        }
        Ok(Match {
            players,
            names,
            book,
            schedule,
            adjudication,
            rules,
            sprt,
            seed,
            concurrency: args.concurrency,
            style,
            event: args.event.clone(),
            verbose: args.verbose,
            store,
            tally,
            done,
        })
    }

    fn play(mut self) -> Result<()> {
        let began = Instant::now();
        let resumed = self.tally.finished;
        if resumed > 0 {
            eprintln!("{resumed} games were played before; going on");
        }
        let stop = AtomicBool::new(self.is_decided());
        let pending = Pending::new(self.schedule.len(), std::mem::take(&mut self.done));
        let players = std::mem::take(&mut self.players);
        let book = std::mem::replace(&mut self.book, Book::start_position());
        let schedule = self.schedule.clone();
        let conditions =
            Conditions { rules: self.rules, adjudication: self.adjudication, stop: &stop };
        let (sender, results) = channel();
        let mut progress = Progress::new();
        let outcome = thread::scope(|scope| -> Result<()> {
            let hands = self.concurrency.min(pending.len() as usize);
            for _ in 0..hands {
                let hand = Hand { players: &players, book: &book, schedule: &schedule };
                let (sender, pending, conditions) = (sender.clone(), &pending, &conditions);
                scope.spawn(move || hand.work(pending, conditions, &sender));
            }
            drop(sender);
            for result in results {
                let finished = self
                    .keep(result, &players)
                    .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                let report = self.report(&players, began, resumed);
                if self.verbose {
                    progress.line(&finished);
                }
                progress.show(&report, false);
                if self.is_decided() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        });
        let report = self.report(&players, began, resumed);
        progress.show(&report, true);
        let mut out = io::stdout().lock();
        out.write_all(report.full().as_bytes())?;
        out.flush()?;
        outcome
    }

    /// Writes a game down and counts it. Returns a line about it.
    fn keep(&mut self, result: Result<Finished>, players: &[Player]) -> Result<String> {
        let Finished { task, started, fen, played } = result?;
        let Played { outcome, ending, moves, usage } = played;
        let fault = if let Ending::Fault(_, fault, _) = &ending { Some(*fault) } else { None };
        let texts: Vec<String> = moves.iter().map(|played| played.mv.to_string()).collect();
        let record = GameRecord {
            id: task.id,
            players: task.players,
            fen,
            moves: texts.join(" "),
            outcome,
            termination: ending.to_string(),
            fault,
            usage,
        };
        let [red, black] = task.players.map(|p| &players[p]);
        let tags = Tags {
            event: &self.event,
            round: format!("{}.{}", task.round + 1, task.id + 1),
            names: [&red.name, &black.name],
            limits: [red.limits.describe(), black.limits.describe()],
            started,
        };
        let pgn = format_game(&record, &moves, &tags, self.style);
        self.store.write(&record, &pgn, &self.names)?;
        self.tally.add(&record, &self.schedule);
        Ok(format!(
            "Finished game {} ({} vs {}): {} {{{}}}",
            task.id + 1,
            red.name,
            black.name,
            record.result(),
            record.termination
        ))
    }

    fn report<'a>(&'a self, players: &'a [Player], began: Instant, resumed: u64) -> Report<'a> {
        Report {
            tally: &self.tally,
            players,
            schedule: &self.schedule,
            sprt: self.sprt,
            elapsed: began.elapsed(),
            resumed,
            seed: self.seed,
        }
    }

    fn is_decided(&self) -> bool {
        let (Some(sprt), [pairing]) = (self.sprt, self.tally.pairings.as_slice()) else {
            return false;
        };
        sprt.decide(sprt.llr(&pairing.pairs, &pairing.games)) != Decision::Continue
    }
}

/// The seed given, or that of the match to be taken up again, or a new one.
fn choose_seed(args: &MatchArgs) -> Result<u64> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    if let Some(path) = &args.state {
        let header = read_header(path)?;
        let seed = header.as_ref().and_then(|h| h.get("seed")?.as_str()?.parse().ok());
        if let Some(seed) = seed {
            return Ok(seed);
        }
    }
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(split_mix(&mut (since_1970.as_nanos() as u64)) >> 32)
}

/// The games still to be played, handed out in order.
struct Pending {
    next: Mutex<Range<u64>>,
    done: HashSet<u64>,
}

impl Pending {
    fn new(total: u64, done: HashSet<u64>) -> Pending {
        Pending { next: Mutex::new(0..total), done }
    }

    fn len(&self) -> u64 {
        let all = self.next.lock().unwrap_or_else(PoisonError::into_inner).clone();
        all.filter(|id| !self.done.contains(id)).count() as u64
    }

    fn take(&self) -> Option<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.find(|id| !self.done.contains(id))
    }
}

/// What a thread needs to play games.
struct Hand<'a> {
    players: &'a [Player],
    book: &'a Book,
    schedule: &'a Schedule,
}

impl Hand<'_> {
    /// Plays pending games until none is left or the match is stopped.
    fn work(&self, pending: &Pending, conditions: &Conditions, results: &Sender<Result<Finished>>) {
        let mut seats: Vec<Seat> = self.players.iter().map(Seat::new).collect();
        while !conditions.stop.load(Ordering::Relaxed) {
            let Some(task) = pending.take().map(|id| self.schedule.task(id)) else { break };
            let result = self.play_one(task, &mut seats, conditions);
            let failed = result.is_err();
            if let Some(result) = result.transpose()
                && results.send(result).is_err()
            {
                break;
            }
            if failed {
                conditions.stop.store(true, Ordering::Relaxed);
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
        let opening = self.book.opening(task.round);
        let [red, black] = seats.get_disjoint_mut(task.players)?;
        let started = SystemTime::now();
        let played = play([red, black], opening, conditions)?;
        let fen = opening.to_string();
        Ok(played.map(|played| Finished { task, started, fen, played }))
    }
}

/// The progress line: rewritten in place on a terminal, now and then elsewhere.
struct Progress {
    terminal: bool,
    last: Option<Instant>,
}

impl Progress {
    fn new() -> Progress {
        Progress { terminal: io::stderr().is_terminal(), last: None }
    }

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
