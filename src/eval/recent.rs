//! A small memory of what has been evaluated: the position after a null move is
//! the one before it seen from the other side, and some positions come back
//! after the transposition table has lost them.

use crate::board::Key;
use crate::eval::tapered::Tapered;

const BITS: u32 = 10;

/// Remembers one value of a position by its key without the side to move.
#[derive(Clone, Debug)]
pub struct Recent(Box<[(Key, Tapered)]>);

impl Default for Recent {
    fn default() -> Recent {
        Recent(vec![(0, Tapered::ZERO); 1 << BITS].into_boxed_slice())
    }
}

impl Recent {
    /// The value of the position, remembered or worked out.
    #[inline]
    pub fn get(&mut self, key: Key, work_out: impl FnOnce() -> Tapered) -> Tapered {
        let entry = &mut self.0[(key >> (64 - BITS)) as usize];
        if entry.0 != key {
            *entry = (key, work_out());
        }
        entry.1
    }
}
