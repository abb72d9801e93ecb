//! Plays iterations on several threads, which share the parameters: each takes the
//! present values, plays, and adds its step to the values of that time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow};

use crate::common::state_file::StateFile;
use crate::lab::arena::book::Book;
use crate::lab::arena::play::{Conditions, Played, play};
use crate::lab::arena::player::Player;
use crate::lab::arena::record::{Ending, Failure, half_points};
use crate::lab::arena::seat::Seat;
use crate::lab::arena::spec::Adjudication;
use chuhe::rules::RuleSet;
use chuhe::types::Color;

use super::record::{Line, TuningRecord};
use super::report::progress;

/// Polling interval for failures and progress lines.
const LOOK: Duration = Duration::from_millis(100);
/// Time between two progress lines.
const PAUSE: Duration = Duration::from_secs(10);
/// So many iterations in a row that failed end the run.
const FAILURES: u64 = 10;

/// How games are played.
pub struct Tuning {
    /// The engine of both sides.
    pub player: Player,
    /// The openings in playing order.
    pub book: Book,
    /// When scores end games.
    pub adjudication: Adjudication,
    /// Openings of each iteration.
    pub pairs: u64,
    /// Set when the run is to end; games in play are broken off.
    pub stop: Arc<AtomicBool>,
}

/// What the threads share.
struct Shared {
    record: TuningRecord,
    state_file: Option<StateFile>,
    /// No iteration from this one on has been begun in this run.
    next: u64,
    /// Games of this run.
    played: u64,
    /// Failed iterations of this run, and how many of them came last.
    dropped: u64,
    in_a_row: u64,
}

/// An iteration that has begun.
struct Turn {
    iteration: u64,
    /// Options of the two points.
    options: [Vec<(String, String)>; 2],
}

/// How an iteration ended.
enum End {
    Finished(Line),
    /// An engine failed; how.
    Failed(String),
    /// The run is to end.
    Stopped,
}

impl Tuning {
    /// Plays the iterations that are not finished until all are, or the run is to
    /// end. An iteration in which an engine fails is left out; the same run may be
    /// begun again to play it.
    ///
    /// # Errors
    /// When the state file cannot be written, or the engine fails again and again.
    pub fn run(
        &self,
        record: TuningRecord,
        state_file: Option<StateFile>,
        threads: usize,
    ) -> Result<TuningRecord> {
        let shared = Shared { record, state_file, next: 0, played: 0, dropped: 0, in_a_row: 0 };
        let shared = Mutex::new(shared);
        let began = Instant::now();
        let report = || {
            let Shared { record, played, dropped, .. } = &*lock(&shared);
            remark!("{}", progress(record, *played, *dropped, began.elapsed()));
        };
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, failures) = channel::<Error>();
            for _ in 0..threads {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || {
                    if let Err(error) = self.work(shared) {
                        self.stop.store(true, Ordering::Relaxed);
                        let _ = sender.send(error); // it listens until all threads are gone
                    }
                });
            }
            drop(sender);
            let mut reported = Instant::now();
            loop {
                match failures.recv_timeout(LOOK) {
                    Ok(error) => failure = failure.take().or(Some(error)),
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if reported.elapsed() >= PAUSE {
                    reported = Instant::now();
                    report();
                }
            }
        });
        report();
        match failure {
            Some(error) => Err(error),
            None => Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).record),
        }
    }

    /// One thread: two processes that play one iteration after another.
    fn work(&self, shared: &Mutex<Shared>) -> Result<()> {
        let mut seats = [Seat::new(&self.player, None), Seat::new(&self.player, None)];
        let mut result = Ok(());
        while result.is_ok() && !self.stop.load(Ordering::Relaxed) {
            let Some(turn) = lock(shared).begin() else { break };
            let iteration = turn.iteration;
            let end = self.play(&mut seats, turn);
            result = lock(shared).end(iteration, end);
        }
        seats.iter_mut().for_each(Seat::dismiss);
        result
    }

    fn play(&self, seats: &mut [Seat; 2], turn: Turn) -> End {
        let Turn { iteration, options } = turn;
        for (seat, options) in seats.iter_mut().zip(options) {
            seat.set_options(options);
        }
        let conditions = Conditions {
            rules: RuleSet::default(),
            adjudication: self.adjudication,
            endings: None,
            stop: &self.stop,
            wanted: None,
            second_opinions: false,
            check_mates: false,
        };
        let mut games = [0; 3];
        for pair in 0..self.pairs {
            let opening = self.book.opening(iteration * self.pairs + pair);
            for color in Color::ALL {
                let [first, second] = &mut *seats;
                let sides = match color {
                    Color::Red => [first, second],
                    Color::Black => [second, first],
                };
                match play(sides, opening, &conditions) {
                    Ok(Some(Played { ending: ending @ Ending::Failure(_, fault, _), .. }))
                        if fault != Failure::Time =>
                    {
                        return End::Failed(ending.to_string());
                    }
                    Ok(Some(played)) => games[half_points(played.outcome, color) as usize] += 1,
                    Ok(None) => return End::Stopped,
                    Err(error) => return End::Failed(format!("{error:#}")),
                }
            }
        }
        End::Finished(Line { iteration, games })
    }
}

impl Shared {
    /// The next iteration that is not finished, with the present values.
    fn begin(&mut self) -> Option<Turn> {
        let spsa = &self.record.spsa;
        let mut rest = self.next..spsa.iterations();
        let iteration = rest.find(|&iteration| !self.record.has(iteration))?;
        self.next = rest.start;
        let options = spsa.points(iteration).map(|point| {
            let option = |(index, value): (usize, &i64)| {
                (spsa.parameters[index].name.clone(), value.to_string())
            };
            point.iter().enumerate().map(option).collect()
        });
        Some(Turn { iteration, options })
    }

    fn end(&mut self, iteration: u64, end: End) -> Result<()> {
        match end {
            End::Stopped => {}
            End::Finished(line) => {
                if let Some(state_file) = &mut self.state_file {
                    state_file.add(&line)?;
                }
                self.record.add(&line);
                self.played += line.games.iter().sum::<u64>();
                self.in_a_row = 0;
            }
            End::Failed(how) => {
                self.dropped += 1;
                self.in_a_row += 1;
                if self.in_a_row >= FAILURES {
                    return Err(anyhow!("{FAILURES} iterations in a row failed, the last: {how}"));
                }
                remark!("iteration {} is dropped: {how}", iteration + 1);
            }
        }
        Ok(())
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
