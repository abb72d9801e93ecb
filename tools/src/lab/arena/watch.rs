//! Notices when the runner itself stood still, because it was suspended or starved of
//! the processor: then engines seem to have overstepped their time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the watch looks at the clock.
const TICK: Duration = Duration::from_millis(50);

/// A delay between two looks that is no fault of an engine.
const GAP: Duration = Duration::from_millis(500);

/// Looks at the clock again and again.
pub struct Watch {
    began: Instant,
    /// Milliseconds from the beginning to the end of the last gap; 0 for none.
    last_gap: AtomicU64,
    is_over: AtomicBool,
}

impl Watch {
    /// A watch that has yet to be [run](Watch::run).
    pub fn new() -> Watch {
        let (last_gap, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        Watch { began: Instant::now(), last_gap, is_over }
    }

    /// Watches until it is told to [end](Watch::end).
    pub fn run(&self) {
        let mut last = Instant::now();
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(TICK);
            let now = Instant::now();
            if now - last > GAP {
                self.last_gap.store(self.milliseconds_to(now), Ordering::Relaxed);
            }
            last = now;
        }
    }

    /// Ends the watch.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the runner stood still at some time since a moment. Takes as long as it
    /// takes to see a gap that has just ended.
    pub fn has_gap_since(&self, moment: Instant) -> bool {
        thread::sleep(3 * TICK);
        let last = self.last_gap.load(Ordering::Relaxed);
        last > 0 && last >= self.milliseconds_to(moment)
    }

    fn milliseconds_to(&self, moment: Instant) -> u64 {
        let time = moment.saturating_duration_since(self.began);
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    }
}
