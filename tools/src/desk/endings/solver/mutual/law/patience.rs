//! How a side holds a draw by checks alone.

use std::collections::HashMap;

use crate::desk::endings::solver::mutual::law::Court;
use crate::desk::endings::solver::mutual::solution::Unsolved;
use chuhe::types::Color;

/// More than any patience.
const TOO_PATIENT: u32 = 1000;

impl Court<'_> {
    /// The drawn positions, the winner to move, after checks of the loser's that are not the
    /// least it can do, and how many quiet moves the winner can make before the loser need not
    /// check any more. More than one only.
    pub fn patience(&self) -> Result<Vec<(usize, u32)>, Unsolved> {
        let (winner, loser) = (self.winner, !self.winner);
        let is_open = |at: usize, side: Color| !self.won.contains_key(&self.node(at, side));
        // The moves of positions in which the loser has to check, and the replies.
        let mut pressed: HashMap<usize, (Vec<usize>, u32)> = HashMap::new();
        let mut replies: HashMap<usize, (Vec<(usize, bool)>, u32)> = HashMap::new();
        for (&at, held) in self.pressed.iter().filter(|&(&at, _)| is_open(at, loser)) {
            let drawn = held.forbidden.iter().filter(|&&at| is_open(at, winner));
            pressed.insert(at, (drawn.copied().collect(), 0));
        }
        for &at in pressed.values().flat_map(|(drawn, _)| drawn) {
            replies.entry(at).or_insert_with(|| (self.replies(at), 0));
        }
        loop {
            let mut has_changed = false;
            for (moves, patience) in replies.values_mut() {
                let after = |&(next, is_check): &(usize, bool)| {
                    let least = pressed.get(&next).map_or(0, |(_, patience)| *patience);
                    least + u32::from(!is_check)
                };
                let most = moves.iter().map(after).max().unwrap_or(0);
                has_changed |= most != *patience;
                *patience = most;
            }
            for (moves, patience) in pressed.values_mut() {
                let least = moves.iter().map(|at| replies[at].1).min().unwrap_or(TOO_PATIENT);
                has_changed |= least != *patience;
                *patience = least;
            }
            if pressed.values().any(|(_, patience)| *patience >= TOO_PATIENT) {
                return Err(Unsolved::TooHigh(self.field.class));
            }
            if !has_changed {
                let many = replies.into_iter().filter(|(_, (_, patience))| *patience > 1);
                return Ok(many.map(|(at, (_, patience))| (at, patience)).collect());
            }
        }
    }
}
