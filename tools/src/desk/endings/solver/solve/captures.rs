//! Captures: they lead to classes that are solved already.

use std::sync::Arc;

use crate::desk::endings::solver::moves::{FrameMove, attackers, steps};
use crate::desk::endings::solver::solve::{BROKEN_LOSS, BROKEN_WIN, Solution, Solver};
use chuhe::internals::endings::NOWHERE;
use chuhe::types::{Bitboard, Color, Square};

impl Solver<'_> {
    /// Enters the attacker's winning captures, as wins that a shorter one may
    /// still replace.
    pub(super) fn enter_captures(&mut self, number: usize) {
        let frame = self.solution.index.frame(number);
        if frame.is_broken() {
            return;
        }
        let occupied = frame.occupied();
        for (minor, defenders) in frame.defenders.into_iter().enumerate() {
            let Some(after) = self.captures.defenders[minor] else { continue };
            for victim in defenders {
                let mut next = frame;
                next.defenders[minor] = defenders.without(victim);
                let (next, _) = after.index.number(&next);
                self.enter_captures_of(number, occupied, victim, after, next);
            }
        }
    }

    /// [`Solver::enter_captures`] of one piece; `next` is the frame without it.
    fn enter_captures_of(
        &mut self,
        number: usize,
        occupied: Bitboard,
        victim: Square,
        after: &Solution,
        next: usize,
    ) {
        let index = Arc::clone(&self.solution.index);
        let placements = &index.placements;
        let size = placements.count();
        let losses = &after.losses[next * size..][..size];
        for &there in &placements.using[victim.index()] {
            let loss = losses[usize::from(there)];
            if loss == 0 || loss >= BROKEN_LOSS {
                continue;
            }
            let squares = placements.squares[usize::from(there)];
            let mut origins = [Bitboard::EMPTY; 2];
            for (which, origin) in origins.iter_mut().enumerate().take(placements.kinds.len()) {
                let other = squares[1 - which];
                if squares[which] == victim && !occupied.contains(other) || !placements.is_double()
                {
                    let occ = if placements.is_double() { occupied.with(other) } else { occupied };
                    *origin = attackers(placements.kinds[which], Color::Red, victim, occ) & !occ;
                }
            }
            for (which, origins) in origins.into_iter().enumerate() {
                for from in origins {
                    if let Some(before) = placements.moved(usize::from(there), which, from) {
                        self.win(number * size + before, loss);
                    }
                }
            }
        }
    }

    /// Marks the positions of a frame in which a capture of the defender does not lose.
    pub(super) fn find_drawing_captures(&self, steps: &[FrameMove], is_drawn: &mut [bool]) {
        for step in steps {
            for &placement in &self.solution.index.placements.using[step.to.index()] {
                let placement = usize::from(placement);
                is_drawn[placement] |= self.capture(step, placement) == Some(0);
            }
        }
    }

    /// The level of the longest of the defender's captures, all of which must
    /// lose; 0 without any.
    pub(super) fn longest_capture(&self, steps: &[FrameMove], placement: usize) -> u8 {
        steps.iter().filter_map(|step| self.capture(step, placement)).max().unwrap_or(0)
    }

    /// [`Solver::longest_capture`] of a position whose steps are not at hand.
    pub(super) fn longest_capture_of(&self, frame: usize, placement: usize) -> u8 {
        let squares = &self.solution.index.placements.squares[placement];
        if !squares.iter().any(|&sq| self.targets[frame].contains(sq)) {
            return 0;
        }
        let frame = self.solution.index.frame(frame);
        self.longest_capture(&steps(&self.solution.index, &frame, Color::Black), placement)
    }

    /// What becomes of a placement when the defender captures an attacker:
    /// `None` when that is no legal move, 0 for a draw, or the level of the
    /// attacker's win.
    fn capture(&self, step: &FrameMove, placement: usize) -> Option<u8> {
        let placements = &self.solution.index.placements;
        let squares = &placements.squares[placement];
        let which = squares[..placements.kinds.len()].iter().position(|&sq| sq == step.to)?;
        if !placements.is_double() {
            return (!self.solution.index.frame(step.frame).kings_face()).then_some(0);
        }
        let other = squares[1 - which];
        if step.eye == Some(other) {
            return None;
        }
        let other = if step.mirrored { other.mirror() } else { other };
        let after = self.captures.attackers[which]?;
        let placement = after.index.placements.of(other.index(), NOWHERE)?;
        let win = after.wins[step.frame * after.index.placements.count() + placement];
        (win != BROKEN_WIN).then_some(win)
    }
}
