//! How a side holds a draw by checks alone.

use crate::desk::endings::solver::mutual::FastMap;
use crate::desk::endings::solver::mutual::law::Court;
use crate::desk::endings::solver::mutual::solution::Unsolved;
use chuhe::types::Color;

/// More than any patience.
const TOO_PATIENT: u32 = 1000;

/// By position in which a side has to check, where its checks lead, and its patience.
type Checks = FastMap<usize, (Vec<usize>, u32)>;
/// By position after such a check, where the replies lead, whether each is a check, and the patience.
type Replies = FastMap<usize, (Vec<(usize, bool)>, u32)>;

impl Court<'_> {
    /// The drawn positions, the winner to move, after checks of the loser's that are not the
    /// least it can do, and how many quiet moves the winner can make before the loser need not
    /// check any more. More than one only.
    pub fn patience(&self) -> Result<Vec<(usize, u32)>, Unsolved> {
        let (winner, loser) = (self.winner, !self.winner);
        let is_open = |at: usize, side: Color| !self.won.contains_key(&self.node(at, side));
        // The moves of positions in which the loser has to check, and the replies.
        let (mut pressed, mut replies) = (Checks::default(), Replies::default());
        for (&at, held) in self.pressed.iter().filter(|&(&at, _)| is_open(at, loser)) {
            let drawn = held.forbidden.iter().filter(|&&at| is_open(at, winner));
            pressed.insert(at, (drawn.copied().collect(), 0));
        }
        for &at in pressed.values().flat_map(|(drawn, _)| drawn) {
            replies.entry(at).or_insert_with(|| (self.replies(at), 0));
        }
        if !count(&mut pressed, &mut replies) {
            return Err(Unsolved::TooHigh(self.field.class));
        }
        let many = replies.into_iter().filter(|(_, (_, patience))| *patience > 1);
        Ok(many.map(|(at, (_, patience))| (at, patience)).collect())
    }
}

/// Finds the least patience of positions in which a side has to check, and after these checks, whose
/// replies either check or do not; whether all of it is finite.
fn count(pressed: &mut Checks, replies: &mut Replies) -> bool {
    loop {
        let mut has_changed = false;
        for (moves, patience) in replies.values_mut() {
            let after = |&(next, is_check): &(usize, bool)| {
                let least = pressed.get(&next).map_or(0, |(_, patience)| *patience);
                least + u32::from(!is_check)
            };
            // After a check at least one, as the tables are read: without that a side that chooses
            // the least could go on checking for ever.
            let most = moves.iter().map(after).fold(1, u32::max);
            has_changed |= most != *patience;
            *patience = most;
        }
        for (moves, patience) in pressed.values_mut() {
            let least = moves.iter().map(|at| replies[at].1).min().unwrap_or(TOO_PATIENT);
            has_changed |= least != *patience;
            *patience = least;
        }
        if pressed.values().any(|(_, patience)| *patience >= TOO_PATIENT) {
            return false;
        }
        if !has_changed {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check after which the other side can only check, and one before it: `4k4/9/9/9/9/9/9/1r2N4/4R4/3K5 b`.
    #[test]
    fn a_check_needs_more_patience_than_the_one_after_it() {
        let mut pressed = FastMap::from_iter([(0, (vec![10], 0)), (1, (vec![11], 0))]);
        let mut replies =
            FastMap::from_iter([(10, (vec![(1, false)], 0)), (11, (vec![(2, true)], 0))]);
        assert!(count(&mut pressed, &mut replies));
        assert_eq!((replies[&11].1, pressed[&1].1), (1, 1));
        assert_eq!((replies[&10].1, pressed[&0].1), (2, 2));
    }

    /// Quiet moves without end: the side that checks is lost.
    #[test]
    fn checks_for_ever_are_no_draw() {
        let mut pressed = FastMap::from_iter([(0, (vec![10], 0))]);
        let mut replies = FastMap::from_iter([(10, (vec![(0, false)], 0))]);
        assert!(!count(&mut pressed, &mut replies));
    }
}
