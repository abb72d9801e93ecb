//! How far a tool has come, on standard error.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many positions, of which some are done. Nothing is shown where
/// standard error is no terminal.
pub fn bar(count: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(count as u64).with_position(done as u64);
    bar.reset_eta();
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
