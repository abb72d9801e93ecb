//! Signal handling: SIGTERM, SIGINT (Ctrl-C), SIGHUP (the terminal is gone), and SIGPIPE (a
//! broken pipe).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGPIPE};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::common::lang::Context;
use crate::common::lang::files::FileFault;

/// A flag that the first SIGTERM or SIGINT sets; the second ends the process
/// with this exit status.
///
/// # Errors
/// When the system does not allow it.
pub fn stop_flag(status: i32) -> Result<Arc<AtomicBool>> {
    flag_of(&[SIGTERM, SIGINT], status)
}

/// The same for SIGHUP too: for what would be lost when its terminal is closed.
///
/// # Errors
/// When the system does not allow it.
pub fn leave_flag(status: i32) -> Result<Arc<AtomicBool>> {
    #[cfg(unix)]
    let signals = [SIGTERM, SIGINT, SIGHUP];
    #[cfg(not(unix))]
    let signals = [SIGTERM, SIGINT];
    flag_of(&signals, status)
}

fn flag_of(signals: &[i32], status: i32) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        // In this order: only a second signal finds the flag set.
        flag::register_conditional_shutdown(signal, status, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .context(FileFault::Signals)?;
    }
    Ok(stop)
}

/// Lets SIGPIPE end the process when it writes to a broken pipe, as programs in other
/// languages do: `chuhe openings | head -1`. Not for a program that talks to engines: the
/// crash of an engine would end it too.
///
/// # Errors
/// When the system does not allow it.
#[cfg(unix)]
pub fn end_when_unread() -> Result<()> {
    let always = Arc::new(AtomicBool::new(true));
    flag::register_conditional_default(SIGPIPE, always).context(FileFault::Signals)?;
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
