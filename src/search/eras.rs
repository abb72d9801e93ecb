//! Large tables that forget everything at once: which parts of them have really been cleared.
//!
//! To clear megabytes takes longer than a short search. So a table only notes that a new era
//! begins, and clears each part when it is first asked for.

use std::sync::atomic::{AtomicU8, Ordering};

/// The era of a part that has not been cleared since the numbers of eras began anew.
const LONG_AGO: u8 = 0;
const FIRST: u8 = LONG_AGO + 1;

/// The present era of a table, and that in which each of its parts was last cleared. Threads may
/// share it. Where two clear a part at once, what one of them has written there meanwhile is lost.
pub struct Eras {
    now: AtomicU8,
    parts: Box<[AtomicU8]>,
}

impl Eras {
    /// Those of a table of so many parts, all of which are clear.
    pub fn new(parts: usize) -> Eras {
        let parts = (0..parts).map(|_| AtomicU8::new(FIRST)).collect();
        Eras { now: AtomicU8::new(FIRST), parts }
    }

    /// Begins a new era, in which no part is clear. No other thread may use the table meanwhile.
    pub fn begin(&self) {
        let now = self.now.load(Ordering::Relaxed);
        if now == u8::MAX {
            self.parts.iter().for_each(|part| part.store(LONG_AGO, Ordering::Relaxed));
        }
        self.now.store(if now == u8::MAX { FIRST } else { now + 1 }, Ordering::Relaxed);
    }

    /// Whether a part has been cleared in this era.
    #[inline]
    pub fn is_clear(&self, part: usize) -> bool {
        self.parts[part].load(Ordering::Acquire) == self.now.load(Ordering::Relaxed)
    }

    /// A part has been cleared.
    pub fn set_clear(&self, part: usize) {
        self.parts[part].store(self.now.load(Ordering::Relaxed), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_is_clear_when_an_era_begins() {
        let eras = Eras::new(3);
        assert!((0..3).all(|part| eras.is_clear(part)));
        // More eras than a byte has numbers; part 2 is cleared only once.
        for era in 0..600 {
            eras.begin();
            assert!((0..3).all(|part| !eras.is_clear(part)), "era {era}");
            eras.set_clear(era % 2);
            assert!(eras.is_clear(era % 2) && !eras.is_clear(1 - era % 2), "era {era}");
            if era == 100 {
                eras.set_clear(2);
            }
        }
    }
}
