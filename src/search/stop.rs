//! How a search is told to stop, and that the opponent has played the expected move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::search::Limits;
use crate::types::Score;

#[derive(Debug, Default)]
struct TokenState {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether a ponder hit ends the search at once.
    enough_at_hit: AtomicBool,
    /// When the ponder hit came.
    hit: Mutex<Option<Instant>>,
    wake: Condvar,
}

/// Stops one search. Every search has its own token, created before it starts, and
/// nothing ever resets it: a late `stop` cannot stop the next search.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<TokenState>);

impl StopToken {
    /// A token for a search that begins on the opponent's time; [`StopToken::default`] is
    /// for all others.
    pub fn pondering() -> StopToken {
        let token = StopToken::default();
        token.0.pondering.store(true, Ordering::Relaxed);
        token
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.0.stop.store(true, Ordering::Release);
        self.0.wake.notify_all();
    }

    /// The opponent has played the expected move: the clock runs from now on, unless the
    /// search has already had the time that the move deserves.
    pub fn ponder_hit(&self) {
        let mut hit = self.lock();
        if self.0.pondering.swap(false, Ordering::AcqRel) {
            *hit = Some(Instant::now());
            if self.0.enough_at_hit.load(Ordering::Relaxed) {
                self.0.stop.store(true, Ordering::Release);
            }
        }
        self.0.wake.notify_all();
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether the search still thinks on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Relaxed)
    }

    /// Says whether a ponder hit shall end the search at once.
    pub fn set_enough_at_hit(&self, enough: bool) {
        self.0.enough_at_hit.store(enough, Ordering::Relaxed);
    }

    /// When the ponder hit came, if there was one.
    pub fn hit_time(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Waits, without using the processor, until a search with these limits may answer with this
    /// score: when it is stopped or, unless it is endless, no longer pondering.
    pub fn wait_for_release(&self, limits: &Limits, score: Score) {
        let is_endless = limits.waits_with(score);
        let mut guard = self.lock();
        while !self.is_stopped() && (is_endless || self.is_pondering()) {
            guard = self.0.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
