//! Child processes with deadlines: whatever a test starts is killed when the test lets
//! go of it, and nothing waits longer than [`LIMIT`].

use std::fmt::{Display, Formatter};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::scene;

/// The longest time that a process may run, or take to answer, unless the test says
/// otherwise. Less than the time limit of a case, so that the failure names the process.
pub const LIMIT: Duration = Duration::from_secs(150);

/// Time between two questions whether a process has ended.
const POLL: Duration = Duration::from_millis(2);

/// The time, multiplied on slow machines, after which a wait gives up.
pub fn deadline(limit: Duration) -> Instant {
    Instant::now() + limit.mul_f64(scene::slack())
}

/// Asks every few milliseconds whether something holds, up to a limit.
///
/// # Errors
/// When it does not hold in time, or cannot be asked.
pub fn wait_until(
    what: &str,
    limit: Duration,
    mut holds: impl FnMut() -> Result<bool, String>,
) -> Result<(), String> {
    let end = deadline(limit);
    while !holds()? {
        if Instant::now() > end {
            return Err(format!("{what}: not within {limit:?}"));
        }
        thread::sleep(POLL);
    }
    Ok(())
}

/// Runs a command to its end, without input, and returns what it prints.
///
/// # Errors
/// When it cannot be started, or does not end within [`LIMIT`].
pub fn run(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::spawn(command)?.output(LIMIT)
}

/// As [`run`], with this input.
///
/// # Errors
/// As [`run`].
pub fn run_with_input(command: &mut Command, input: &[u8]) -> Result<Output, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = Process::spawn(command)?;
    if let Some(mut pipe) = process.child.stdin.take() {
        let input = input.to_vec();
        // A process that ends early does not read everything.
        thread::spawn(move || drop(pipe.write_all(&input)));
    }
    process.output(LIMIT)
}

/// A child process. It is killed when this is dropped.
pub struct Process {
    child: Child,
    /// The command line, for errors.
    name: String,
    /// Whether it leads a process group, all of which is killed.
    is_group: bool,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn spawn(command: &mut Command) -> Result<Process, String> {
        let name = format!("{command:?}");
        let child = command.spawn().map_err(|e| format!("{name}: {e}"))?;
        Ok(Process { child, name, is_group: false })
    }

    /// Starts a process that starts others. They form a process group, which is killed
    /// together.
    ///
    /// # Errors
    /// As [`Process::spawn`].
    pub fn spawn_group(command: &mut Command) -> Result<Process, String> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut process = Process::spawn(command)?;
        process.is_group = cfg!(unix);
        Ok(process)
    }

    /// The process identifier.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process has not ended yet.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn is_running(&mut self) -> Result<bool, String> {
        self.child.try_wait().map(|status| status.is_none()).map_err(|e| e.to_string())
    }

    /// The status with which the process ends, `None` when it still runs at the deadline.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn wait_by(&mut self, deadline: Instant) -> Result<Option<ExitStatus>, String> {
        loop {
            match self.child.try_wait().map_err(|e| e.to_string())? {
                None if Instant::now() < deadline => thread::sleep(POLL),
                status => return Ok(status),
            }
        }
    }

    /// Waits for the end of the process.
    ///
    /// # Errors
    /// When it does not end within the limit (times the factor for slow machines).
    pub fn wait(&mut self, limit: Duration) -> Result<ExitStatus, String> {
        let status = self.wait_by(deadline(limit))?;
        status.ok_or_else(|| format!("{}: still running after {limit:?}", self.name))
    }

    /// Waits for the end of the process and collects what it writes to its pipes.
    ///
    /// # Errors
    /// When it does not end within the limit, or a process that it has started keeps its
    /// output open for longer.
    pub fn output(mut self, limit: Duration) -> Result<Output, String> {
        let end = deadline(limit);
        let stdout = self.child.stdout.take().map(read_to_end);
        let stderr = self.child.stderr.take().map(read_to_end);
        let status = self.wait(limit)?;
        let collect = |pipe: Option<Receiver<Vec<u8>>>| match pipe {
            None => Ok(Vec::new()),
            Some(pipe) => pipe
                .recv_timeout(end.saturating_duration_since(Instant::now()).max(POLL))
                .map_err(|_| format!("{}: its output stays open after its end", self.name)),
        };
        Ok(Output { status, stdout: collect(stdout)?, stderr: collect(stderr)? })
    }

    /// Sends a signal, such as `-STOP`.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn signal(&self, name: &str) -> Result<(), String> {
        match signal(name, &self.id().to_string()) {
            true => Ok(()),
            false => Err(format!("{}: cannot send the signal {name}", self.name)),
        }
    }

    /// Sends SIGTERM.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn terminate(&self) -> Result<(), String> {
        self.signal("-TERM")
    }

    /// Kills the process, if it still runs, and waits for its end.
    pub fn kill(&mut self) {
        if self.is_group {
            signal("-KILL", &format!("-{}", self.id()));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends a signal to a process or, when `target` begins with `-`, to a process group.
fn signal(name: &str, target: &str) -> bool {
    let mut command = Command::new("kill");
    command.args([name, "--", target]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Reads everything in a thread of its own.
fn read_to_end(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// A line of output and when it came.
pub struct Line {
    /// When its line feed was read.
    pub at: Instant,
    /// The line without its line feed.
    pub text: String,
}

/// Why no line of output could be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// None came before the deadline.
    Timeout,
    /// The output has ended.
    End,
}

impl Display for NoLine {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str(match self {
            NoLine::Timeout => "no line came in time",
            NoLine::End => "the output has ended",
        })
    }
}

/// A dialogue with a process: threads write its input and read its output, so that a
/// process that neither reads nor writes cannot block the test.
pub struct Dialogue {
    process: Process,
    /// To the thread that writes; `None` after the end of input.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Line>,
    errors: Receiver<Vec<u8>>,
}

impl Dialogue {
    /// Starts a process.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> Result<Dialogue, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Process::spawn(command.env_remove("RUST_LOG"))?;
        let child = &mut process.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err("no pipes".into());
        };
        let (input, to_write) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for bytes in to_write {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break; // the process has ended; the test will see that
                }
            }
        });
        let (to_test, output) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
                let at = Instant::now();
                let text = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_string();
                if to_test.send(Line { at, text }).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        Ok(Dialogue { process, input: Some(input), output, errors: read_to_end(stderr) })
    }

    /// Sends bytes. That the process has ended is not noticed here.
    ///
    /// # Errors
    /// After [`Dialogue::close_input`].
    pub fn send(&self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_ref().ok_or("sending after the end of input")?;
        let _ = input.send(bytes.to_vec());
        Ok(())
    }

    /// Closes the standard input of the process once everything sent is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the standard input is still open.
    pub fn is_open(&self) -> bool {
        self.input.is_some()
    }

    /// The next line of output.
    ///
    /// # Errors
    /// When none comes before the deadline.
    pub fn line(&self, deadline: Instant) -> Result<Line, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::End,
        })
    }

    /// The process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// What an ended process has written to standard error.
    pub fn errors(&self) -> String {
        let bytes = self.errors.recv_timeout(Duration::from_secs(10)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The engine, for suites that do not follow a transcript.
pub struct Engine(Dialogue);

impl Engine {
    /// Starts the program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start() -> Result<Engine, String> {
        Dialogue::start(&mut Command::new(scene::binary())).map(Engine)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// Never before the end of input.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.0.send(format!("{line}\n").as_bytes())
    }

    /// All lines up to and including the first that begins with a word.
    ///
    /// # Errors
    /// When the output ends before, or the line does not come within [`LIMIT`].
    pub fn read_until(&mut self, word: &str) -> Result<Vec<String>, String> {
        let end = deadline(LIMIT);
        let mut lines = Vec::new();
        loop {
            let line = self.0.line(end).map_err(|e| format!("waiting for '{word}': {e}"))?;
            let is_last = line.text.starts_with(word);
            lines.push(line.text);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Reads until a line begins with a word.
    ///
    /// # Errors
    /// As [`Engine::read_until`].
    pub fn wait_for(&mut self, word: &str) -> Result<(), String> {
        self.read_until(word).map(drop)
    }

    /// The process identifier.
    pub fn id(&mut self) -> u32 {
        self.0.process().id()
    }

    /// Ends the program, which must leave with status 0.
    ///
    /// # Errors
    /// When it does not.
    pub fn quit(mut self) -> Result<(), String> {
        self.send("quit")?;
        let status = self.0.process().wait(Duration::from_secs(20))?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("{status} after quit")),
        }
    }
}

/// The writing end of a broken pipe.
///
/// # Errors
/// When there is no pipe.
pub fn unread() -> Result<Stdio, String> {
    let (_, writer) = io::pipe().map_err(|e| e.to_string())?;
    Ok(writer.into())
}

/// Runs a command whose standard output nobody reads. Returns its status or signal, and
/// its standard error.
///
/// # Errors
/// As [`run_into`].
pub fn run_unread(command: &mut Command) -> Result<(String, String), String> {
    run_into(unread()?, command)
}

/// Runs a command with this standard output. Returns its status or signal, and its
/// standard error.
///
/// # Errors
/// When it cannot be started, or does not end within [`LIMIT`].
pub fn run_into(output: Stdio, command: &mut Command) -> Result<(String, String), String> {
    let output = Process::spawn(command.stdout(output).stderr(Stdio::piped()))?.output(LIMIT)?;
    Ok((output.status.to_string(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// The largest resident memory of a process in MiB; `None` where there is no `/proc`.
pub fn peak_mib(id: u32) -> Option<u64> {
    Some(status_kib(id, "VmHWM:")? / 1024)
}

/// The same without the pages of files that it has mapped, its program first of all: how many
/// of those are resident depends on the file system's cache, not on the program.
pub fn peak_own_mib(id: u32) -> Option<u64> {
    Some(status_kib(id, "VmHWM:")?.saturating_sub(status_kib(id, "RssFile:")?) / 1024)
}

/// A number of `/proc/<id>/status` in KiB.
fn status_kib(id: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.split_whitespace().next()?.parse().ok()
}
