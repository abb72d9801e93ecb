//! Being asked to end: SIGTERM, Ctrl-C, and an output that nobody reads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
#[cfg(unix)]
use signal_hook::consts::SIGPIPE;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that the first SIGTERM or SIGINT sets; the second ends the process
/// with this exit status.
///
/// # Errors
/// When the system does not allow it.
pub fn stop_flag(status: i32) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        // In this order: only a second signal finds the flag set.
        flag::register_conditional_shutdown(signal, status, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .context("cannot listen for signals")?;
    }
    Ok(stop)
}

/// Lets the process end when it writes to a pipe that nobody reads any more, as
/// programs other than Rust's do: `chuhe openings | head -1`. Not for a program
/// that talks to engines, to which the pipe of a crashed engine is such a pipe.
///
/// # Errors
/// When the system does not allow it.
#[cfg(unix)]
pub fn end_when_unread() -> Result<()> {
    let always = Arc::new(AtomicBool::new(true));
    flag::register_conditional_default(SIGPIPE, always).context("cannot listen for signals")?;
    Ok(())
}

/// Elsewhere there is no such signal.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn end_when_unread() -> Result<()> {
    Ok(())
}
