//! An engine to test the match runner with. It speaks every protocol, plays the first
//! legal move in alphabetical order, writes the commands that it receives to a file, and
//! fails at a given move in a given way.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chuhe::board::{START_FEN, Setup};
use chuhe::rules::Game;
use chuhe::types::Move;
use chuhe_tools::lab::client::RankBase;

/// The argument that turns the test harness into this engine. The arguments after it set
/// its behaviour:
///
/// * `log=FILE`: append every line received to a file,
/// * `say=WORD`: print `info string WORD N` before the N-th move,
/// * `mate=1`: report a mate in two in every position, with a variation of one move,
/// * `seconds=1`: offer no milliseconds in UCCI,
/// * `ranks=1`: count ranks from 1 and offer the option `UCI_Variant`,
/// * `crash=N`, `illegal=N`, `none=N`, `garbled=N`, `stall=N`, `late=N`, `resign=N`: when
///   asked for the N-th move, exit with status 7, play an illegal move, no move or an
///   unreadable one, never answer, answer only after `stop`, or resign,
/// * `flood=N`: after the N-th move, print lines without end,
/// * `deaf=1`: read nothing after the handshake,
/// * `endless=1`: print lines without end instead of ending the handshake,
/// * `pid=FILE`: write the process identifier to a file,
/// * `child=FILE`: start a process that lives for a minute and keeps the output open, and append
///   its identifier to a file.
pub const ARGUMENT: &str = "--scripted-engine";

/// How long an engine that does not read its input lives, should its client have ended.
const LIFE: Duration = Duration::from_secs(60);

/// Plays until `quit`.
pub fn play(settings: impl Iterator<Item = String>) -> ExitCode {
    let mut engine = ScriptedEngine {
        base: RankBase::Zero,
        log: None,
        word: None,
        reports_mate: false,
        offers_ms: true,
        failure: None,
        asked: 0,
        game: Game::start(),
        thinks: false,
        late: false,
        cecp: false,
    };
    for setting in settings {
        match setting.split_once('=') {
            Some(("log", path)) => {
                engine.log = OpenOptions::new().create(true).append(true).open(path).ok();
            }
            Some(("say", word)) => engine.word = Some(word.into()),
            Some(("pid", path)) => drop(std::fs::write(path, std::process::id().to_string())),
            Some(("child", path)) => start_child(path),
            Some(("mate", "1")) => engine.reports_mate = true,
            Some(("seconds", "1")) => engine.offers_ms = false,
            Some(("ranks", "1")) => engine.base = RankBase::One,
            Some((kind, number)) => {
                engine.failure = number.parse().ok().map(|number| (kind.to_string(), number));
            }
            None => return ExitCode::FAILURE,
        }
    }
    for line in stdin().lock().lines().map_while(Result::ok) {
        if let Some(log) = &mut engine.log {
            let _ = writeln!(log, "{line}");
        }
        if let Some(code) = engine.hear(&line) {
            return code;
        }
    }
    ExitCode::SUCCESS
}

struct ScriptedEngine {
    base: RankBase,
    log: Option<File>,
    /// The word of the `info string` before each move.
    word: Option<String>,
    /// Whether it reports a mate in every position.
    reports_mate: bool,
    /// Whether it has the option `usemillisec` in UCCI.
    offers_ms: bool,
    failure: Option<(String, u32)>,
    asked: u32,
    game: Game,
    /// Whether moves received are to be answered (CECP).
    thinks: bool,
    /// Whether the next `stop` must be answered with a move.
    late: bool,
    cecp: bool,
}

impl ScriptedEngine {
    /// Executes a command; the exit status when the process is to end.
    fn hear(&mut self, line: &str) -> Option<ExitCode> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" => {
                println!("id name Scripted");
                if self.fails("endless") {
                    return Some(flood("option name x"));
                }
                if self.base == RankBase::One {
                    println!(
                        "option name UCI_Variant type combo default chess var chess var xiangqi"
                    );
                }
                println!("option name Hash type spin default 16 min 1 max 64");
                println!("option name Big type string default\nuciok");
                if self.fails("deaf") {
                    thread::sleep(LIFE);
                    return Some(ExitCode::FAILURE);
                }
            }
            "ucci" => {
                println!("id name Scripted");
                if self.offers_ms {
                    println!("option usemillisec type check default false");
                }
                println!("option newgame type button\nucciok");
            }
            "protover" => {
                self.cecp = true;
                println!(
                    "feature myname=\"Scripted\" ping=1 setboard=1\nfeature usermove=1 done=1"
                );
            }
            "isready" => println!("readyok"),
            "ping" => println!("pong {rest}"),
            "position" => self.set_up(rest),
            "fen" | "startpos" => self.set_up(line),
            "setboard" => self.set_up(&format!("fen {rest}")),
            "new" => (self.game, self.thinks) = (Game::start(), false),
            "force" => self.thinks = false,
            "usermove" => {
                self.push(rest);
                return self.thinks.then(|| self.answer()).flatten();
            }
            "go" => {
                self.thinks = true;
                return self.answer();
            }
            "stop" | "?" if std::mem::take(&mut self.late) => self.say_move(),
            "quit" => return Some(ExitCode::SUCCESS),
            _ => {}
        }
        None
    }

    /// Whether it fails so from the beginning.
    fn fails(&self, how: &str) -> bool {
        self.failure.as_ref().is_some_and(|(kind, _)| kind == how)
    }

    fn set_up(&mut self, text: &str) {
        let text = text.replacen("startpos", START_FEN, 1);
        let text = text.strip_prefix("fen ").unwrap_or(&text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((setup, used)) = Setup::from_words(words.iter().copied()).ok() else { return };
        let Ok(game) = Game::new(&setup) else { return };
        self.game = game;
        for mv in words.iter().skip(used + 1) {
            self.push(mv);
        }
    }

    fn push(&mut self, text: &str) {
        let played = self.base.parse(text).is_some_and(|mv| self.game.play(mv).is_ok());
        if !played {
            println!("Illegal move: {text}");
        }
    }

    /// Answers a `go`; the status when it is to crash.
    fn answer(&mut self) -> Option<ExitCode> {
        self.asked += 1;
        if let Some(word) = &self.word {
            println!("info string {word} {}", self.asked);
        }
        let failure = self.failure.as_ref().filter(|(_, number)| *number == self.asked);
        let prefix = if self.cecp { "move" } else { "bestmove" };
        match failure.map(|(kind, _)| kind.as_str()) {
            None => self.say_move(),
            Some("crash") => return Some(ExitCode::from(7)),
            Some("illegal") => println!("{prefix} {}", self.base.format(unlikely_move())),
            Some("none") => println!("bestmove (none)"),
            Some("garbled") => println!("{prefix} e2-e4?"),
            Some("resign") => println!("bestmove a0a1 resign"),
            Some("late") => self.late = true,
            Some("flood") => {
                self.say_move();
                thread::spawn(|| flood("y"));
            }
            Some(_) => {}
        }
        None
    }

    fn say_move(&mut self) {
        let moves = self.game.board().legal_moves();
        let Some(&mv) = moves.iter().min_by_key(|mv| mv.to_string()) else { return };
        if self.cecp {
            let _ = self.game.play(mv); // one of the legal moves
            println!("1 5 0 {}", moves.len());
            println!("move {}", self.base.format(mv));
        } else {
            let mv = self.base.format(mv);
            match self.reports_mate {
                false => println!("info depth 1 score cp 5 nodes {} time 1", moves.len()),
                true => println!("info depth 1 score mate 2 time 1 pv {mv}"),
            }
            println!("bestmove {mv}");
        }
    }
}

/// Starts a process that the engine leaves behind.
fn start_child(path: &str) {
    let mut sleep = Command::new("sleep");
    let file = OpenOptions::new().create(true).append(true).open(path);
    let child = sleep.arg(LIFE.as_secs().to_string()).stdin(Stdio::null()).spawn();
    if let (Ok(mut file), Ok(child)) = (file, child) {
        let _ = writeln!(file, "{}", child.id());
    }
}

/// Prints a line repeatedly until the pipe breaks or a minute has passed.
fn flood(line: &str) -> ExitCode {
    let lines = format!("{line}\n").repeat(1000);
    let began = Instant::now();
    while began.elapsed() < LIFE && stdout().write_all(lines.as_bytes()).is_ok() {}
    ExitCode::FAILURE
}

/// A move that no piece can make, from a corner of one palace to one of the other.
fn unlikely_move() -> Move {
    let corners = "d0f9".parse();
    match corners {
        Ok(mv) => mv,
        Err(_) => unreachable!("two squares of the board"),
    }
}
