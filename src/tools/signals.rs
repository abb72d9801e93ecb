//! Being asked to end: SIGTERM and Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
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
