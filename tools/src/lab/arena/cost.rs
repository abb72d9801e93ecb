//! Processor time of the runner itself; unknown where there is no Unix.

use std::time::Duration;

#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};

/// Processor time of this process so far, without that of the engines.
pub fn process_time() -> Option<Duration> {
    #[cfg(unix)]
    return Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok();
    #[cfg(not(unix))]
    None
}

/// Processor time of the calling thread so far.
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok();
    #[cfg(not(unix))]
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (process, thread) = (process_time().unwrap(), thread_time().unwrap());
        let mut x = 1_u64;
        while thread_time().unwrap() - thread < Duration::from_millis(30) {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(process_time().unwrap() - process >= Duration::from_millis(30));
    }
}
