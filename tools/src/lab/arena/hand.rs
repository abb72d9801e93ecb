//! A thread that plays games of a match one after another.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, ensure};

use crate::common::lang::matches::{MatchFault, MatchNote};
use crate::common::say::tell;

use super::plan::Plan;
use super::play::{Conditions, Played, play};
use super::record::{Ending, Failure};
use super::schedule::Task;
use super::seat::Seat;
use super::watch::Watch;

/// How often a game is played again because the runner stood still. On a machine where
/// that is not enough, results would be wrong.
const REPLAYS: u32 = 50;

/// What a thread that plays games has to tell.
pub enum Event {
    /// A game begins.
    Started(Task),
    /// A game has ended.
    Finished(Box<Finished>),
    /// No more can be played.
    Failed(anyhow::Error),
}

/// A game on its way from the thread that played it.
pub struct Finished {
    /// Which game.
    pub task: Task,
    /// When it began.
    pub started: SystemTime,
    /// Where.
    pub fen: String,
    /// What was played.
    pub played: Played,
}

/// The games still to be played, handed out in order.
pub struct Pending<'a> {
    /// All games of the match, by number.
    pub ids: Mutex<Box<dyn Iterator<Item = u64> + Send>>,
    /// Those that are played.
    pub done: HashSet<u64>,
    /// Set when no more are to be begun.
    pub closed: &'a AtomicBool,
    /// Pause before each but the first of a thread.
    pub wait: Duration,
}

impl Pending<'_> {
    fn take(&self) -> Option<u64> {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = !self.closed.load(Ordering::Relaxed);
        ids.find(|id| !self.done.contains(id)).filter(|_| is_open)
    }
}

/// What a thread needs to play games.
pub struct Hand<'a> {
    /// What is to be played.
    pub plan: &'a Plan<'a>,
    /// Knows when the runner stood still.
    pub watch: &'a Watch,
    /// The processor that its engines are bound to.
    pub cpu: Option<usize>,
}

impl Hand<'_> {
    /// Plays pending games until none is left or the match is stopped.
    pub fn work(&self, pending: &Pending, conditions: &Conditions, events: &Sender<Event>) {
        let players = self.plan.config.players.iter();
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
        let fen = opening.start.to_string();
        for attempt in 1.. {
            let (started, began) = (SystemTime::now(), Instant::now());
            let played = play(seats.get_disjoint_mut(task.players)?, opening, conditions)?;
            let Some(played) = played else { break };
            let is_late =
                matches!(played.ending, Ending::Failure(_, Failure::Time | Failure::Stall, _));
            if is_late && self.watch.has_gap_since(began) {
                let n = task.id + 1;
                ensure!(attempt <= REPLAYS, MatchFault::StoodStill { n, attempt });
                tell(&MatchNote::Suspended { n });
                continue;
            }
            return Ok(Some(Finished { task, started, fen, played }));
        }
        Ok(None)
    }
}
