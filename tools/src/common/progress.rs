//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressStyle};

use crate::common::lang::process_lang;

/// A progress bar for `count` positions, of which `done` are done. Nothing is shown
/// where standard error is no terminal.
pub fn bar(count: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template(process_lang().text("progress.positions"));
    let bar = ProgressBar::new(count as u64).with_position(done as u64);
    bar.reset_eta();
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
