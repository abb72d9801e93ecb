//! Looks for puzzles in games on several threads. A position's puzzle depends neither on the
//! thread nor on other positions.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::Result;
use indicatif::ProgressBar;

use chuhe::search::{STACK_BYTES, SearchSettings};

use super::find::Finder;
use super::games::Source;
use super::puzzle::{Puzzle, alone, likeness};

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
        let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (sender, results) = channel::<Done>();
            let (next, has_failed) = (&next, &has_failed);
            for _ in 0..self.threads.min(todo.len()) {
                let sender = sender.clone();
                let work = move || self.thread(todo, next, has_failed, &sender);
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            }
            drop(sender);
            let mut outcome = Ok(());
            for (number, puzzles) in results {
                if outcome.is_ok() {
                    outcome = found(number, puzzles);
                    has_failed.store(outcome.is_err(), Ordering::Relaxed);
                }
            }
            outcome
        })
    }

    fn thread(
        &self,
        todo: &[usize],
        next: &AtomicUsize,
        has_failed: &AtomicBool,
        sender: &Sender<Done>,
    ) {
        let mut finder = Finder::new(self.settings, self.nodes);
        let is_over = || self.stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
        while let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let source = &self.sources[number];
            let mut puzzles = Vec::new();
            for &ply in &source.plies {
                if is_over() {
                    return;
                }
                puzzles.extend(puzzle_of(&mut finder, source, ply));
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
        mate: (found.goal == super::puzzle::Goal::Mate)
            .then(|| found.moves.len().div_ceil(2) as u32),
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
