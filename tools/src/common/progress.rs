//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressStyle};

use crate::common::lang::{Lang, process_lang};

/// A progress bar for `count` positions, of which `done` are done. Nothing is shown
/// where standard error is no terminal.
pub fn bar(count: usize, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(count as u64).with_position(done as u64);
    bar.reset_eta();
    bar.with_style(style(process_lang()))
}

/// What the bar is made of is as wide on all terminals: blocks take two columns on some.
fn style(lang: Lang) -> ProgressStyle {
    let style = ProgressStyle::with_template(lang.text("progress.positions"));
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;
    use crate::common::lang::width;

    /// A terminal of 40 columns that keeps what is written to it.
    #[derive(Clone, Debug, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            40
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(&format!("{text}\n"))
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            *self.0.lock().unwrap() += text;
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            self.write_str("\n")
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_is_no_wider_than_the_terminal() {
        for lang in Lang::ALL {
            let terminal = Terminal::default();
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let bar = ProgressBar::with_draw_target(Some(3000), target).with_style(style(lang));
            bar.set_position(1234);
            bar.tick();
            let text = terminal.0.lock().unwrap().clone();
            assert!(text.contains("1234/3000"), "{lang:?}: {text}");
            for line in text.split(['\n', '\r']) {
                assert!(width(line) <= 40 && !line.contains('█'), "{lang:?}: {line}");
            }
        }
    }
}
