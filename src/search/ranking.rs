//! A list of moves with their worth, from which the best is taken again and
//! again: one step of a selection sort each time, as most nodes need only the
//! first few.

use crate::types::Move;

/// More moves than any position has.
const CAPACITY: usize = 128;
/// Keys compared at a time: a few vector registers of them. Most lists end in
/// the first or second such block.
const LANES: usize = 32;
/// The low bits of a key: the place in the list, counted from the end.
const PLACE_BITS: u32 = 7;
const PLACE: i32 = (1 << PLACE_BITS) - 1;
/// The key of an empty place.
const NONE: i32 = i32::MIN;

/// Moves and what they are worth, the best first. Of equals the one that stands
/// first in the list is taken, and the first of the list takes its place.
pub struct Ranking {
    /// The worth of each move above its place: the largest key is the best move
    /// and says where it stands, so that finding it takes no branches.
    keys: [i32; CAPACITY],
    moves: [Option<Move>; CAPACITY],
    next: usize,
    len: usize,
}

impl Ranking {
    /// No moves.
    #[inline]
    pub fn new() -> Ranking {
        Ranking { keys: [NONE; CAPACITY], moves: [None; CAPACITY], next: 0, len: 0 }
    }

    /// Forgets the moves that have not been taken.
    #[inline]
    pub fn clear(&mut self) {
        self.keys[self.next..self.len].fill(NONE);
        (self.next, self.len) = (0, 0);
    }

    /// Adds moves. Their worth must lie within twenty-four bits.
    #[inline(always)]
    pub fn extend(&mut self, moves: impl Iterator<Item = (Move, i32)>) {
        let mut len = self.len; // a local, which stays in a register
        moves.for_each(|(mv, worth)| {
            self.keys[len] = key(worth, len);
            self.moves[len] = Some(mv);
            len += 1;
        });
        self.len = len;
    }

    /// Takes the best move.
    #[inline]
    pub fn best(&mut self) -> Option<(Move, i32)> {
        let first = self.next / LANES * LANES;
        let end = self.len.div_ceil(LANES) * LANES;
        let (rest, _) = self.keys.get(first..end)?.as_chunks::<LANES>();
        let largest = |keys: &[i32; LANES]| keys.iter().copied().fold(NONE, i32::max);
        let best = rest.iter().map(largest).fold(NONE, i32::max);
        if best == NONE {
            return None;
        }
        let place = (PLACE - (best & PLACE)) as usize;
        let mv = self.moves[place];
        self.moves[place] = self.moves[self.next];
        self.keys[place] = key(self.keys[self.next] >> PLACE_BITS, place);
        self.keys[self.next] = NONE;
        self.next += 1;
        mv.map(|mv| (mv, best >> PLACE_BITS))
    }

    /// Takes the next move in the order in which they were added.
    #[inline]
    pub fn first(&mut self) -> Option<Move> {
        if self.next == self.len {
            return None;
        }
        let mv = self.moves[self.next];
        self.keys[self.next] = NONE;
        self.next += 1;
        mv
    }
}

#[inline]
fn key(worth: i32, place: usize) -> i32 {
    worth << PLACE_BITS | (PLACE - place as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn takes_what_a_selection_sort_takes() {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut ranking = Ranking::new();
        for round in 0..2000 {
            let mut list = Vec::new();
            for i in 0..round % 117 {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                // Many equals in some rounds, the widest range in others.
                let range = [3, 600_000][round % 2];
                let worth = (x >> 11) as i32 % range;
                let mv = Move::new(Square::from_index(i % 90), Square::from_index(i / 90));
                list.push((mv, worth));
                ranking.extend(std::iter::once((mv, worth)));
            }
            let wanted = if round % 3 == 0 { round / 7 } else { usize::MAX };
            for next in 0..list.len().min(wanted) {
                let rest = &list[next..];
                let Some(worth) = rest.iter().map(|&(_, worth)| worth).max() else { break };
                let at = rest.iter().position(|&(_, w)| w == worth).unwrap_or(0);
                list.swap(next, next + at);
                assert_eq!(ranking.best(), Some(list[next]), "round {round}");
            }
            if wanted >= list.len() {
                assert_eq!(ranking.best(), None);
            } else {
                assert_eq!(ranking.first(), Some(list[wanted].0));
            }
            ranking.clear();
        }
    }
}
