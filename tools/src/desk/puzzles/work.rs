//! Looks for puzzles in games on several threads. A position's puzzle depends neither on the
//! thread nor on other positions.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;

use chuhe::search::{STACK_BYTES, SearchSettings, StopToken};

use super::find::Finder;
use super::games::Source;
use super::puzzle::{Goal, Puzzle, alone, likeness};

/// Polling interval of the stop flag.
pub const LOOK: Duration = Duration::from_millis(50);

/// What threads work on.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub sources: &'a [Source],
    pub settings: &'a SearchSettings,
    /// Nodes of the largest searches.
    pub nodes: u64,
    pub threads: usize,
    pub stop: &'a AtomicBool,
    pub progress: &'a ProgressBar,
}

/// The number of a game and its puzzles.
type Done = (usize, Vec<Puzzle>);

impl Work<'_> {
    /// Looks through the games of these numbers, and calls `found` with the puzzles of each as
    /// soon as it is done. Games that were begun when the work was stopped are dropped.
    ///
    /// # Errors
    /// The first error of `found`, or when no thread can be started; that ends the work.
    pub fn run(
        &self,
        todo: &[usize],
        mut found: impl FnMut(usize, Vec<Puzzle>) -> Result<()>,
    ) -> Result<()> {
        let (next, token) = (AtomicUsize::new(0), StopToken::default());
        thread::scope(|scope| {
            let (sender, results) = channel::<Done>();
            let (next, token) = (&next, &token);
            for _ in 0..self.threads.min(todo.len()) {
                let sender = sender.clone();
                let work = move || self.thread(todo, next, token, &sender);
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                match results.recv_timeout(LOOK) {
                    Ok((number, puzzles)) if outcome.is_ok() => {
                        outcome = found(number, puzzles);
                        if outcome.is_err() {
                            token.stop();
                        }
                    }
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return outcome,
                }
                self.pass_on_stop(token);
            }
        })
    }

    /// Stops searches once the work is to be stopped.
    pub fn pass_on_stop(&self, token: &StopToken) {
        if self.stop.load(Ordering::Relaxed) {
            token.stop();
        }
    }

    fn thread(&self, todo: &[usize], next: &AtomicUsize, token: &StopToken, sender: &Sender<Done>) {
        let mut finder = Finder::new(self.settings, self.nodes, token);
        while let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = &self.sources[number];
            let mut puzzles = Vec::new();
            for &ply in &source.plies {
                puzzles.extend(puzzle_of(&mut finder, source, ply));
                if token.is_stopped() {
                    return;
                }
                self.progress.inc(1);
            }
            // The receiver is gone only after an error.
            let _ = sender.send((number, puzzles));
        }
    }
}

fn puzzle_of(finder: &mut Finder, source: &Source, ply: usize) -> Option<Puzzle> {
    let before = source.before(ply);
    let position = alone(&before)?;
    let found = finder.find(&position, &before)?;
    let difficulty = finder.difficulty(&position, &found.moves);
    Some(Puzzle {
        id: format!("{:016x}", likeness(&position))[..10].to_owned(),
        fen: position.fen(),
        goal: found.goal,
        ground: found.ground,
        mate: (found.goal == Goal::Mate).then(|| found.moves.len().div_ceil(2) as u32),
        names: finder.names(&position, &found),
        chances: found.chances,
        level: difficulty.level,
        elo: difficulty.elo,
        moves: found.moves.iter().map(ToString::to_string).collect(),
        source: source.place.clone(),
        ply,
        played: source.game.moves().nth(ply).map(|mv| mv.to_string()),
        red: source.red.clone(),
        black: source.black.clone(),
        event: source.event.clone(),
        date: source.date.clone(),
    })
}
