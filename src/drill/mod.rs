//! Endings to practise against the tables of solved ones: positions of a class, drawn at random, what each
//! move of a person keeps, and an opponent that makes no mistake.

mod assessed;
mod names;
mod reply;
mod wish;

use std::sync::Arc;

use crate::board::{Board, Setup};
use crate::endings::index::Index;
use crate::endings::{Class, Ending, EndingTable, Endings};
use crate::random::Random;
use crate::rules::RuleSet;
use crate::types::{Color, Move};

pub use assessed::{Assessed, moves_to_end};
pub use names::{class_named, near_names};
pub use wish::{DrillError, Goal, Length, LengthError, Level, Wish};

/// A draw counts as held after so many moves of the person.
pub const HOLD_MOVES: usize = 20;
/// Positions looked at before there are none of a kind.
const ATTEMPTS: usize = 400_000;
/// Positions whose lengths say where the levels of a class begin.
const SAMPLE: u64 = 200;
/// The seed of those: the levels are the same for all.
const SAMPLE_SEED: u64 = 1;

/// Positions of one kind, and what tables say of the play from them.
#[derive(Debug)]
pub struct Drill {
    endings: Arc<Endings>,
    rules: RuleSet,
    wish: Wish,
    seed: u64,
    index: Index,
    /// The lengths that are wanted, where they are.
    lengths: Option<(u32, u32)>,
}

impl Drill {
    /// The classes of which there can be positions to practise, by their names.
    pub fn classes(endings: &Endings) -> Vec<Class> {
        let mut classes: Vec<Class> = endings.tables().map(EndingTable::class).collect();
        classes.retain(Class::may_be_won);
        classes.sort_by_key(|class| (class.is_mutual(), class.count_attackers(), *class));
        classes
    }

    /// Positions that fulfil a wish, the same for the same seed.
    ///
    /// # Errors
    /// When there is no table of the class, its positions of the kind are too rare to be found, or a
    /// length is asked for of what has none.
    pub fn new(
        endings: Arc<Endings>,
        rules: RuleSet,
        wish: Wish,
        seed: u64,
    ) -> Result<Drill, DrillError> {
        let table = endings.tables().find(|table| table.class() == wish.class);
        let table = table.ok_or(DrillError::NoTable { class: wish.class })?;
        wish.check()?;
        // Looking for positions in vain takes a second.
        let is_none = match wish.goal {
            Goal::Win => table.is_blank(),
            Goal::Rule => !table.has_notes(),
            Goal::Draw => false,
        };
        if is_none {
            return Err(DrillError::NoPosition { class: wish.class, longest: None });
        }
        let index = Index::new(&wish.class);
        let mut drill = Drill { endings, rules, wish, seed, index, lengths: None };
        drill.lengths = drill.find_lengths()?;
        drill.position(1).map(|_| drill)
    }

    /// What positions are drawn.
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The rule set under which values count.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The position of a number, from 1 on. Red is to move, and is who practises.
    ///
    /// # Errors
    /// When none was found.
    pub fn position(&self, number: u64) -> Result<Setup, DrillError> {
        let class = self.wish.class.code() as u64;
        let mut random = Random::new(&[self.seed, class, number]);
        self.draw(&mut random).map(|(setup, _)| setup)
    }

    /// The lengths that a level stands for: of a sample of the class the third with the shortest,
    /// the one in the middle, and the tenth with the longest.
    fn find_lengths(&self) -> Result<Option<(u32, u32)>, DrillError> {
        let level = match self.wish.length {
            Length::Any => return Ok(None),
            Length::Moves(least, most) => return Ok(Some((least, most))),
            Length::Level(level) => level,
        };
        if self.wish.goal != Goal::Win {
            return Ok(None);
        }
        let class = self.wish.class.code() as u64;
        let mut lengths = Vec::new();
        for number in 0..SAMPLE {
            let mut random = Random::new(&[SAMPLE_SEED, class, number, SAMPLE]);
            lengths.push(self.draw(&mut random)?.1);
        }
        lengths.sort_unstable();
        let at = |tenths: usize| lengths[(lengths.len() - 1) * tenths / 30];
        Ok(Some(match level {
            Level::Easy => (at(0), at(10)),
            Level::Middle => (at(10), at(20)),
            Level::Hard => (at(27), u32::MAX),
        }))
    }

    /// A random position of the kind, and the moves to the win, if it is one by force.
    fn draw(&self, random: &mut Random) -> Result<(Setup, u32), DrillError> {
        let mut longest = None;
        for _ in 0..ATTEMPTS {
            let frame = random.below(self.index.frames());
            let placement = random.below(self.index.placements.count());
            let side = Color::ALL[random.below(2)];
            let setup = self.index.setup(frame, placement, side);
            let Ok(board) = setup.to_board() else { continue };
            if Class::of(&board).is_none_or(|(_, found)| found != self.wish.class) {
                continue;
            }
            let Some(length) = self.length_of(&board) else { continue };
            if self.lengths.is_some_and(|(least, most)| !(least..=most).contains(&length)) {
                longest = longest.max(Some(length));
                continue;
            }
            let setup = if side == Color::Red { setup } else { setup.flipped() };
            return Ok((setup, length));
        }
        Err(DrillError::NoPosition { class: self.wish.class, longest })
    }

    /// The moves to the win by force, 0 where that is not asked for; `None` for a position that is not
    /// of the kind.
    fn length_of(&self, board: &Board) -> Option<u32> {
        let value = self.endings.value(board)?.under(&self.rules)?;
        let limit = self.rules.quiet_limit.unwrap_or(u32::MAX);
        let length = match (self.wish.goal, value) {
            (Goal::Win, Ending::Win(plies)) if plies <= limit => plies.div_ceil(2),
            (Goal::Rule, Ending::RuleWin(_)) | (Goal::Draw, Ending::Draw) => 0,
            _ => return None,
        };
        let (mut kept, mut captures, mut all) = (0, 0, 0);
        // A win is tested no further than for a capture that keeps it.
        for mv in board.legal_moves() {
            all += 1;
            let is_capture = board.piece_at(mv.to()).is_some();
            if (is_capture || self.wish.goal == Goal::Draw)
                && self.value_of(board, mv)?.sign() >= value.sign()
            {
                kept += 1;
                captures += u32::from(is_capture);
            }
        }
        let is_free = captures > 0 && !self.wish.captures;
        let fits = self.wish.goal != Goal::Draw || self.wish.is_level_of_draw(kept, all);
        (!is_free && fits).then_some(length)
    }

    /// What the tables say of a position, for the side to move: draws that may need chases stay such,
    /// also where chases are not free. `None` when it is in no table.
    pub fn value(&self, board: &Board) -> Option<Ending> {
        let value = self.endings.value(board)?;
        Some(value.under(&self.rules).unwrap_or(value))
    }

    /// The value of a legal move for the side that makes it.
    fn value_of(&self, board: &Board, mv: Move) -> Option<Ending> {
        let mut next = board.clone();
        next.play(mv).ok()?;
        self.value(&next).map(Ending::before)
    }

    /// What a legal move does with the value of a position; `None` where a table is missing.
    pub fn assess(&self, board: &Board, mv: Move) -> Option<Assessed> {
        let before = self.value(board)?;
        let after = self.value_of(board, mv)?;
        Some(Assessed { before, after, best: self.best(board)? })
    }

    /// The legal moves that no other is better than, in the order of their coordinates; `None` where a
    /// table is missing.
    pub fn best(&self, board: &Board) -> Option<Vec<Move>> {
        let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
        moves.sort_by_key(|mv| mv.bits());
        let values: Option<Vec<Ending>> =
            moves.iter().map(|&mv| self.value_of(board, mv)).collect();
        let values = values?;
        let best = values.iter().map(|value| value.rank()).max();
        let each = moves.into_iter().zip(values);
        Some(each.filter(|(_, value)| Some(value.rank()) == best).map(|(mv, _)| mv).collect())
    }

    /// One of the best moves: in a draw one after which the side that makes it need not check for ever.
    /// `None` without a legal move, or where a table is missing.
    pub fn hint(&self, board: &Board) -> Option<Move> {
        let patience = |mv: &Move| {
            let mut next = board.clone();
            let _ = next.play(*mv);
            self.endings.patience(&next)
        };
        self.best(board)?.into_iter().min_by_key(patience)
    }
}

#[cfg(test)]
mod tests;
