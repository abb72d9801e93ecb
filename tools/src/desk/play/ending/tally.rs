//! How a person has done: in one position, and in all.

use chuhe::drill::Assessed;

/// One position.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The moves that the win takes, 0 where it has no length.
    pub least: u32,
    /// The ply of the move that gave the value away.
    slipped: Option<usize>,
    /// Whether there was a hint, or a move was taken back.
    has_help: bool,
    /// Moves that were made, and those of them that kept the value.
    made: u32,
    kept: u32,
    /// Whether the goal was reached, once that is known.
    pub ended: Option<bool>,
}

/// How a position has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The goal was reached at once.
    Clean,
    /// It was reached with help.
    Helped,
    /// It was not reached.
    Failed,
    /// It was left before that was known.
    Open,
}

impl Attempt {
    /// A position whose win takes so many moves, 0 where that has no number.
    pub fn new(least: u32) -> Attempt {
        Attempt { least, ..Attempt::default() }
    }

    /// A move at this ply.
    pub fn moved(&mut self, ply: usize, assessed: &Assessed) {
        self.made += 1;
        self.kept += u32::from(assessed.is_kept());
        if !assessed.is_kept() {
            self.slipped.get_or_insert(ply);
        }
    }

    /// Whether a move has given the value away.
    pub fn has_slipped(&self) -> bool {
        self.slipped.is_some()
    }

    /// A move was shown.
    pub fn hinted(&mut self) {
        self.has_help = true;
    }

    /// The game is again at this ply.
    pub fn taken_back(&mut self, ply: usize) {
        self.has_help = true;
        self.ended = None;
        self.slipped = self.slipped.filter(|&slipped| slipped < ply);
    }

    /// How it has ended, or stands; `None` where nothing was tried.
    pub fn mark(&self) -> Option<Mark> {
        Some(match (self.ended, self.slipped) {
            (Some(true), None) if !self.has_help => Mark::Clean,
            (Some(true), _) => Mark::Helped,
            (Some(false), _) | (None, Some(_)) => Mark::Failed,
            (None, None) if self.made == 0 && !self.has_help => return None,
            (None, None) => Mark::Open,
        })
    }
}

/// All positions.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    marks: [u32; 4],
    /// Moves that were made.
    pub made: u32,
    /// Those that kept the value.
    pub kept: u32,
}

impl Tally {
    /// Counts a position, if anything was tried in it.
    pub fn add(&mut self, attempt: &Attempt) {
        if let Some(mark) = attempt.mark() {
            self.marks[mark as usize] += 1;
            self.made += attempt.made;
            self.kept += attempt.kept;
        }
    }

    /// Positions that have ended so.
    pub fn of(&self, mark: Mark) -> u32 {
        self.marks[mark as usize]
    }

    /// All positions.
    pub fn total(&self) -> u32 {
        self.marks.iter().sum()
    }
}
