//! One row of a table of histories, which threads may share, and the rule by which every history
//! changes.

use std::array;
use std::sync::atomic::{AtomicI16, Ordering};

use crate::types::Square;

/// Moves a history towards the bonus, the less the nearer it is to its bound
/// ("history gravity"): `h += b - h |b| / max`.
#[inline]
pub fn push_towards(value: &mut i16, bonus: i32, max: i32) {
    let bonus = bonus.clamp(-max, max);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}

/// One history for each destination, on cache lines of its own. Threads may share it: where two
/// write at once, one of the two lessons is lost.
#[repr(align(64))]
pub struct Row([AtomicI16; Square::COUNT]);

impl Default for Row {
    fn default() -> Row {
        Row(array::from_fn(|_| AtomicI16::new(0)))
    }
}

impl Row {
    /// The history of a destination.
    #[inline]
    pub fn at(&self, to: Square) -> i32 {
        i32::from(self.0[to.index()].load(Ordering::Relaxed))
    }

    /// Moves the history of a destination, see [`push_towards`].
    #[inline]
    pub fn push_towards(&self, to: Square, bonus: i32, max: i32) {
        let history = &self.0[to.index()];
        let mut value = history.load(Ordering::Relaxed);
        push_towards(&mut value, bonus, max);
        history.store(value, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|history| *history.get_mut() = 0);
    }

    /// Forgets everything, while other threads may use the row.
    pub fn clear_shared(&self) {
        self.0.iter().for_each(|history| history.store(0, Ordering::Relaxed));
    }

    /// Takes one part in two to the power of `shift` off every history.
    pub fn age(&mut self, shift: u32) {
        for history in &mut self.0 {
            let history = history.get_mut();
            *history -= *history >> shift;
        }
    }

    /// The cache lines to prefetch: not the last, which holds little more than a quarter of the points.
    #[inline]
    pub fn lines(&self) -> &[[AtomicI16; 32]] {
        self.0.as_chunks().0
    }
}
