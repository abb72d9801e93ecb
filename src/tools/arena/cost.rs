//! Processor time of the runner itself, from Linux's `/proc`; unknown on other systems.

use std::fs;
use std::time::Duration;

/// Ticks a second of the times in `/proc`: the same on every Linux that there is.
const TICKS: f64 = 100.0;

/// Processor time of this process so far, without that of the engines.
pub fn process_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some(Duration::from_secs_f64((ticks(11)? + ticks(12)?) / TICKS))
}

/// Processor time of the calling thread so far.
pub fn thread_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_ascii_whitespace().next()?.parse().ok()?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let before = thread_time().unwrap();
        let mut x = 1_u64;
        while thread_time().unwrap() - before < Duration::from_millis(30) {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(process_time().unwrap() >= Duration::from_millis(20));
    }
}
