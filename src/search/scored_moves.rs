//! A list of moves with their worth, from which the best is taken again and
//! again: one step of a selection sort each time, as most nodes need only the
//! first few.

use crate::types::Move;

/// More moves than any position has.
const CAPACITY: usize = 128;
/// Keys compared at a time: a few vector registers of them. Most lists end in
/// the first or second such chunk.
const CHUNK: usize = 32;
/// Keys that are compared by one or two instructions.
const WIDTH: usize = 8;
/// The low bits of a key: the place in the list, counted from the end.
const PLACE_BITS: u32 = 7;
const PLACE: u32 = (1 << PLACE_BITS) - 1;
/// Added to the worth of a move, so that every key is the bit pattern of a normal
/// positive number.
const BIAS: i32 = 1 << 23;
/// The largest worth of a move, and the least with the sign changed.
const MAX_WORTH: i32 = 8_000_000;
/// The key of an empty place.
const NONE: f32 = 0.0;

/// Moves and what they are worth, the best first. Of equals the one that stands
/// first in the list is taken, and the first of the list takes its place.
pub struct ScoredMoves {
    /// The worth of each move above its place: the largest key is the best move
    /// and says where it stands, so that finding it takes no branches. Floating
    /// point numbers, of which only the bits mean something: positive ones are
    /// ordered as their bits are, and every x86-64 processor has an instruction for
    /// the larger of them, which is true of whole numbers since SSE4.1 only.
    keys: [f32; CAPACITY],
    moves: [Option<Move>; CAPACITY],
    next: usize,
    len: usize,
}

impl ScoredMoves {
    /// No moves.
    #[inline]
    pub fn new() -> ScoredMoves {
        ScoredMoves { keys: [NONE; CAPACITY], moves: [None; CAPACITY], next: 0, len: 0 }
    }

    /// Forgets the moves that have not been taken.
    #[inline]
    pub fn clear(&mut self) {
        self.keys[self.next..self.len].fill(NONE);
        (self.next, self.len) = (0, 0);
    }

    /// Adds moves, worth 8 million at most and at least that with the sign changed.
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
    pub fn take_best(&mut self) -> Option<(Move, i32)> {
        let first = self.next / CHUNK * CHUNK;
        let end = self.len.div_ceil(CHUNK) * CHUNK;
        let (rest, _) = self.keys.get(first..end)?.as_chunks::<CHUNK>();
        let best = largest(rest.iter().fold([NONE; WIDTH], larger));
        if best == NONE {
            return None;
        }
        let place = (PLACE - (best.to_bits() & PLACE)) as usize;
        let mv = self.moves[place];
        self.moves[place] = self.moves[self.next];
        self.keys[place] = key(worth(self.keys[self.next]), place);
        self.keys[self.next] = NONE;
        self.next += 1;
        mv.map(|mv| (mv, worth(best)))
    }

    /// Takes the next move in the order in which they were added.
    #[inline]
    pub fn take_first(&mut self) -> Option<Move> {
        if self.next == self.len {
            return None;
        }
        let mv = self.moves[self.next];
        self.keys[self.next] = NONE;
        self.next += 1;
        mv
    }
}

/// The key of a move at a place.
#[inline]
fn key(worth: i32, place: usize) -> f32 {
    debug_assert!((-MAX_WORTH..=MAX_WORTH).contains(&worth));
    f32::from_bits(((worth + BIAS) as u32) << PLACE_BITS | (PLACE - place as u32))
}

/// The worth of a move from its key.
#[inline]
fn worth(key: f32) -> i32 {
    (key.to_bits() >> PLACE_BITS) as i32 - BIAS
}

/// The larger key. Not [`f32::max`], which asks for more than one instruction does.
#[inline]
fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The largest keys so far, as many as two of the narrowest vector registers hold, and
/// those of a chunk: each with the ones that lie a multiple of [`WIDTH`] away.
#[inline]
fn larger(mut best: [f32; WIDTH], keys: &[f32; CHUNK]) -> [f32; WIDTH] {
    for part in keys.as_chunks::<WIDTH>().0 {
        for i in 0..WIDTH {
            best[i] = max(part[i], best[i]);
        }
    }
    best
}

/// The largest key of all.
#[inline]
fn largest(keys: [f32; WIDTH]) -> f32 {
    let [a, b, c, d]: [f32; WIDTH / 2] = std::array::from_fn(|i| max(keys[i], keys[i + WIDTH / 2]));
    max(max(a, c), max(b, d))
}

// The least and the largest key are normal numbers.
const _: () = assert!(BIAS - MAX_WORTH > 0x0080_0000 >> PLACE_BITS);
const _: () = assert!(BIAS + MAX_WORTH < 0x7f80_0000 >> PLACE_BITS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn takes_what_a_selection_sort_takes() {
        let mut scored = ScoredMoves::new();
        for round in 0..2000 {
            let mut list = Vec::new();
            for i in 0..round % 117 {
                // Many equals in some rounds, the widest range in others.
                let range = [3, MAX_WORTH][round % 2];
                let spread = ((round * 117 + i) as i32 + 1).wrapping_mul(0x9e37_79b1_u32 as i32);
                let worth = spread % range;
                let mv = Move::new(Square::from_index(i % 90), Square::from_index(i / 90));
                list.push((mv, worth));
                scored.extend(std::iter::once((mv, worth)));
            }
            let wanted = if round % 3 == 0 { round / 7 } else { usize::MAX };
            for next in 0..list.len().min(wanted) {
                let rest = &list[next..];
                let Some(worth) = rest.iter().map(|&(_, worth)| worth).max() else { break };
                let at = rest.iter().position(|&(_, w)| w == worth).unwrap_or(0);
                list.swap(next, next + at);
                assert_eq!(scored.take_best(), Some(list[next]), "round {round}");
            }
            if wanted >= list.len() {
                assert_eq!(scored.take_best(), None);
            } else {
                assert_eq!(scored.take_first(), Some(list[wanted].0));
            }
            scored.clear();
        }
    }
}
