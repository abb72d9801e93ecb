//! Terminal programs, driven through tmux.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::{Pass, scene};

use super::{finish, with};

/// How long a text may take to appear on the screen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal in a tmux server of its own, which is ended when this is dropped.
struct Terminal {
    /// The name of the server's socket.
    socket: String,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

impl Terminal {
    fn start(name: &str, command: &str) -> Result<Terminal, String> {
        let terminal = Terminal { socket: format!("chuhe-{name}-{}", std::process::id()) };
        terminal.tmux(&["new-session", "-d", "-x", "140", "-y", "50", command])?;
        Ok(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Result<String, String> {
        let output = finish(Command::new("tmux").args(["-L", &self.socket]).args(args))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("tmux {args:?}: {}", output.status)),
        }
    }

    fn press(&self, keys: &[&str]) -> Result<(), String> {
        self.tmux(&[&["send-keys"], keys].concat()).map(drop)
    }

    /// Waits until the screen satisfies a condition, and returns its text.
    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) -> Result<String, String> {
        let deadline = Instant::now() + PATIENCE.mul_f64(scene::slack());
        loop {
            let screen = self.tmux(&["capture-pane", "-p"])?;
            if is_there(&screen) {
                return Ok(screen);
            }
            if Instant::now() > deadline {
                return Err(format!("{what} did not come; the screen shows\n{screen}"));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// The terminal program xiangqi_tui: the engine plays Red, and its move and principal
/// variation are shown.
///
/// # Errors
/// When the screen does not show that.
pub fn xiangqi_tui() -> Result<Pass, String> {
    with(&["tmux", "xiangqi_tui"], |found| {
        let folder = Folder::new("xiangqi_tui")?;
        let command = format!(
            "cd {} && XIANGQI_ENGINE_PATH={} {}",
            folder.path().display(),
            scene::binary().display(),
            found[1].display()
        );
        let terminal = Terminal::start("tui", &command)?;
        terminal.wait("the board", |screen| screen.contains("楚") || screen.contains("帅"))?;
        terminal.press(&["/"])?;
        terminal.press(&["-l", "rai"])?;
        terminal.press(&["Enter"])?;
        // "AI 已走" is "the engine has played"; the principal variation is shown beside it.
        terminal.wait("a move of the engine's", |screen| screen.contains("AI 已走"))?;
        let screen = terminal.tmux(&["capture-pane", "-p"])?;
        let pv = screen.split("PV: ").nth(1).and_then(|rest| rest.split(' ').next());
        match pv.is_some_and(|mv| screen.contains(&format!("AI 已走 {mv}"))) {
            true => {}
            false => return Err(format!("the move is not the line's first:\n{screen}")),
        }
        Ok(Pass::Ok)
    })
}

/// The program used by hand in a terminal: greeting, help, the board in Chinese
/// characters, a suggestion for a mistyped command, and a search.
///
/// # Errors
/// When the screen does not show that.
pub fn person() -> Result<Pass, String> {
    with(&["tmux"], |_| {
        let terminal = Terminal::start("person", &scene::binary().to_string_lossy())?;
        terminal.wait("the greeting", |screen| screen.contains("help lists the commands"))?;
        for (typed, shown) in [
            ("help", "Commands:"),
            ("d chinese", "楚　河"),
            ("potision startpos", "expected perhaps 'position'"),
            ("go depth 3", "bestmove"),
        ] {
            terminal.press(&["-l", typed])?;
            terminal.press(&["Enter"])?;
            terminal.wait(shown, |screen| screen.contains(shown))?;
        }
        Ok(Pass::Count(4))
    })
}
