//! Retrograde analysis: finds every won position of a class and the number of
//! plies to its end.
//!
//! Positions with the attacker to move are *won* or not; positions with the
//! defender to move are *lost* or not. What is neither is a draw: the defender
//! cannot win, because it has nothing that gives check; few classes apart, the attacker
//! always has a move ([`against`] has the others). The solver starts from the positions
//! without a legal move and from captures, whose classes are solved already, and goes back
//! move by move, shortest distances first. Everything is one byte a position; a level is found
//! by looking through the bytes, so that there are no queues.

mod against;
mod captures;

use std::collections::HashMap;
use std::sync::Arc;

use crate::desk::endings::solver::moves::{
    FrameMove, attack, attackers, origins, steps, steps_back,
};
use crate::desk::endings::solver::places;
use chuhe::board::{Material, attacks};
use chuhe::endings::Class;
use chuhe::internals::endings::Index;
use chuhe::internals::endings::NOWHERE;
use chuhe::types::{Bitboard, Color, Square};

/// A position with the attacker to move that cannot arise: the defender's king
/// could be captured, or two pieces share a square.
pub const BROKEN_WIN: u8 = u8::MAX;
/// A position with the defender to move that cannot arise, or is drawn for good.
pub const BROKEN_LOSS: u8 = 200;
/// Bytes above this count the defender's moves that are not known to lose.
const OPEN: u8 = BROKEN_LOSS;
/// The largest level that a byte holds.
const MAX_LEVEL: u8 = BROKEN_LOSS - 1;

/// The solution of a class: a byte for each position and side to move. 0 is a
/// draw. With the attacker to move `n` is a win in `2n - 1` plies, with the
/// defender to move a loss in `2n - 2`.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The class.
    pub class: Class,
    /// The numbering of its positions.
    pub index: Arc<Index>,
    /// By frame and placement, the attacker to move.
    pub wins: Vec<u8>,
    /// By frame and placement, the defender to move.
    pub losses: Vec<u8>,
    /// By the side to move, attacker first, the positions that the attacker loses for want of a
    /// move: with the attacker to move `n` is a loss in `2n` plies, with the defender to move a
    /// win in `2n + 1`.
    pub against: [HashMap<usize, u8>; 2],
}

/// The distances of a class do not fit into bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong(pub Class);

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a win of {} takes more than {MAX_LEVEL} moves", self.0)
    }
}

impl std::error::Error for TooLong {}

/// The solved classes that captures lead to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Captures<'a> {
    /// Without the first or the second attacker.
    pub attackers: [Option<&'a Solution>; 2],
    /// Without one of the defender's advisors or bishops.
    pub defenders: [Option<&'a Solution>; 2],
}

/// Solves a class.
///
/// # Errors
/// When a win takes too many moves for a byte.
pub fn solve(class: Class, captures: Captures) -> Result<Solution, TooLong> {
    let index = Arc::new(Index::new(&class));
    let (bytes, frames) = (index.positions(), index.frames());
    let mut solver = Solver {
        solution: Solution {
            class,
            index,
            wins: vec![0; bytes],
            losses: vec![0; bytes],
            against: Default::default(),
        },
        captures,
        targets: vec![Bitboard::EMPTY; frames],
        highest: 1,
        is_too_long: false,
    };
    solver.solve();
    if class.may_stall() {
        solver.find_against();
    }
    if solver.is_too_long { Err(TooLong(class)) } else { Ok(solver.solution) }
}

struct Solver<'a> {
    solution: Solution,
    captures: Captures<'a>,
    /// By frame, the squares that the defender's pieces can go to.
    targets: Vec<Bitboard>,
    /// The highest level that any position has been given.
    highest: u8,
    is_too_long: bool,
}

impl Solver<'_> {
    fn solve(&mut self) {
        let material = self.solution.class.material();
        let frames = self.solution.index.frames();
        (0..frames).for_each(|frame| self.mark_broken(frame));
        if material != Material::Dead {
            (0..frames).for_each(|frame| self.enter_captures(frame));
        }
        (0..frames).for_each(|frame| self.count_moves(frame));
        let last = match material {
            Material::Sufficient => MAX_LEVEL,
            Material::Dead => 0,
            Material::DeadUnlessMate => 1,
        };
        let mut level = 1;
        while level <= self.highest.min(last) {
            (0..frames).for_each(|frame| self.attack(frame, level));
            if material == Material::Sufficient {
                (0..frames).for_each(|frame| self.defend(frame, level));
            }
            level += 1;
        }
        for win in &mut self.solution.wins {
            if *win > last && *win != BROKEN_WIN {
                *win = 0;
            }
        }
        for loss in &mut self.solution.losses {
            if *loss > OPEN || *loss > last.max(1) && *loss != BROKEN_LOSS {
                *loss = 0;
            }
        }
    }

    /// Marks the positions of a frame with the attacker to move in which the
    /// defender's king could be captured or the kings face each other, and those
    /// with the defender to move in which the kings do.
    fn mark_broken(&mut self, number: usize) {
        let Solution { index, wins, losses, .. } = &mut self.solution;
        let size = index.placements.count();
        let wins = &mut wins[number * size..][..size];
        let losses = &mut losses[number * size..][..size];
        let frame = index.frame(number);
        if frame.is_broken() {
            wins.fill(BROKEN_WIN);
            losses.fill(BROKEN_LOSS);
            return;
        }
        let occupied = frame.occupied();
        let path = attacks::between(frame.king, frame.own_king);
        let kinds = &index.placements.kinds;
        for first in Square::all() {
            let one = occupied.with(first);
            // Where the second piece must not stand, attacker to move and
            // defender to move.
            let mut impossible = occupied;
            if occupied.contains(first) {
                impossible = Bitboard::ALL;
            } else if frame.kings_face() && !path.contains(first) {
                impossible |= !path;
            }
            let mut hanging = impossible | attack(kinds[0], first, frame.king, occupied);
            if index.placements.is_double() {
                hanging |= attackers(kinds[1], Color::Red, frame.king, one);
                let is_pair = kinds[0] == kinds[1]; // each pair once
                for second in Square::all().filter(|&sq| sq > first || !is_pair) {
                    let Some(i) = index.placements.of(first.index(), second.index()) else {
                        continue;
                    };
                    if hanging.contains(second) {
                        wins[i] = BROKEN_WIN;
                    }
                    if impossible.contains(second) {
                        losses[i] = BROKEN_LOSS;
                    }
                }
            } else if let Some(i) = index.placements.of(first.index(), NOWHERE) {
                let faces = frame.kings_face() && !path.contains(first);
                if occupied.contains(first) || faces {
                    (wins[i], losses[i]) = (BROKEN_WIN, BROKEN_LOSS);
                } else if attackers(kinds[0], Color::Red, frame.king, one).contains(first) {
                    wins[i] = BROKEN_WIN;
                }
            }
        }
    }

    /// Counts the defender's moves in every position of a frame. Positions with a
    /// capture that does not lose are drawn; those without a move are lost.
    fn count_moves(&mut self, number: usize) {
        let frame = self.solution.index.frame(number);
        if frame.is_broken() {
            return;
        }
        let size = self.solution.index.placements.count();
        let steps = steps(&self.solution.index, &frame, Color::Black);
        let mut counts = vec![0_u8; size];
        for step in &steps {
            let placements = &self.solution.index.placements;
            let wins = &self.solution.wins[step.frame * size..][..size];
            if step.mirrored {
                for (count, &image) in counts.iter_mut().zip(&placements.mirror) {
                    *count += u8::from(wins[usize::from(image)] != BROKEN_WIN);
                }
            } else {
                for (count, &win) in counts.iter_mut().zip(wins) {
                    *count += u8::from(win != BROKEN_WIN);
                }
            }
            // Not over a piece on the bishop's eye.
            for &blocked in step.eye.iter().flat_map(|eye| &placements.using[eye.index()]) {
                let blocked = usize::from(blocked);
                let image = usize::from(placements.mirror[blocked]);
                let there = if step.mirrored { image } else { blocked };
                counts[blocked] -= u8::from(wins[there] != BROKEN_WIN);
            }
        }
        self.targets[number] = steps.iter().map(|step| step.to).collect();
        let mut is_drawn = vec![false; size];
        self.find_drawing_captures(&steps, &mut is_drawn);
        for (placement, (&count, is_drawn)) in counts.iter().zip(is_drawn).enumerate() {
            let i = number * size + placement;
            if self.solution.losses[i] == BROKEN_LOSS {
                continue;
            }
            if is_drawn {
                self.solution.losses[i] = 0;
            } else if count == 0 {
                let level = 1.max(self.longest_capture(&steps, placement) + 1);
                self.lose(i, level);
            } else {
                self.solution.losses[i] = OPEN + count;
            }
        }
    }

    /// Finds the attacker's quiet moves into the lost positions of a level.
    fn attack(&mut self, number: usize, level: u8) {
        let size = self.solution.index.placements.count();
        let there = places(&self.solution.losses[number * size..][..size], level);
        if there.is_empty() {
            return;
        }
        let index = Arc::clone(&self.solution.index);
        let placements = &index.placements;
        let frame = index.frame(number);
        let occupied = frame.occupied();
        for &placement in &there {
            for which in 0..placements.kinds.len() {
                let [first, second] = placements.squares[placement];
                let occ = occupied.with(first).with(second);
                let at = if which == 0 { first } else { second };
                for from in origins(placements.kinds[which], Color::Red, at, occ) & !occ {
                    if let Some(before) = placements.moved(placement, which, from) {
                        self.win(number * size + before, level);
                    }
                }
            }
        }
        for step in steps_back(&index, &frame, Color::Red) {
            for &placement in &there {
                if let Some(before) = self.step(&step, placement) {
                    self.win(step.frame * size + before, level);
                }
            }
        }
    }

    /// Counts the won positions of a level against the defender's moves into them.
    fn defend(&mut self, number: usize, level: u8) {
        let size = self.solution.index.placements.count();
        let there = places(&self.solution.wins[number * size..][..size], level);
        if there.is_empty() {
            return;
        }
        let frame = self.solution.index.frame(number);
        for step in steps_back(&self.solution.index, &frame, Color::Black) {
            for &placement in &there {
                let Some(before) = self.step(&step, placement) else { continue };
                let i = step.frame * size + before;
                let loss = &mut self.solution.losses[i];
                if *loss > OPEN {
                    *loss -= 1;
                    if *loss == OPEN {
                        let longest = level.max(self.longest_capture_of(step.frame, before));
                        self.lose(i, longest + 1);
                    }
                }
            }
        }
    }

    /// The placement on the other side of a step, if nothing stands in the way.
    #[inline]
    fn step(&self, step: &FrameMove, placement: usize) -> Option<usize> {
        let placements = &self.solution.index.placements;
        if let Some(eye) = step.eye
            && placements.squares[placement].contains(&eye)
        {
            return None;
        }
        Some(if step.mirrored { usize::from(placements.mirror[placement]) } else { placement })
    }

    /// Notes a win, unless a shorter one is known or the position cannot arise.
    #[inline]
    fn win(&mut self, i: usize, level: u8) {
        let win = &mut self.solution.wins[i];
        if *win == 0 || *win > level && *win != BROKEN_WIN {
            *win = level;
            self.highest = self.highest.max(level);
        }
    }

    #[inline]
    fn lose(&mut self, i: usize, level: u8) {
        if level > MAX_LEVEL {
            self.is_too_long = true;
        }
        let level = level.min(MAX_LEVEL);
        self.solution.losses[i] = level;
        self.highest = self.highest.max(level);
    }
}
