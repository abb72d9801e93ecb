//! The client's side of CECP, the protocol of XBoard. The engine has a board of
//! its own: it is told only what it does not know yet.

use std::fmt::Write;
use std::time::{Duration, Instant};

use chuhe::board::START_FEN;
use chuhe::rules::Game;
use chuhe::types::Color;

use super::offer::Offer;
use super::pipe::{Class, Line, Silence};
use super::{Answer, Client, ClientError, GoLimits, Info, RankBase, SideClock, Wait};

/// How long an engine may stay silent after `protover` before it is taken for
/// one that knows no features.
const FEATURE_WAIT: Duration = Duration::from_secs(2);

/// What the engine can do, and what it has been told.
#[derive(Debug)]
pub(super) struct State {
    /// Takes positions.
    setboard: bool,
    /// Wants `usermove` before moves.
    usermove: bool,
    /// Answers `ping`.
    ping: bool,
    /// Wants to know the clocks.
    time: bool,
    /// Number of the last ping.
    pings: u32,
    /// Plies of the game that the engine's board knows; `None` before its first
    /// search of the game.
    told: Option<usize>,
}

impl Default for State {
    fn default() -> State {
        State { setboard: false, usermove: false, ping: false, time: true, pings: 0, told: None }
    }
}

/// Sorts an engine's lines: thinking output begins with four numbers.
pub(super) fn classify(line: &str) -> Class {
    if line.is_empty() {
        return Class::Chatter;
    }
    if line.starts_with('#') {
        return Class::Note;
    }
    let mut words = line.split_ascii_whitespace();
    let numbers = (0..4).all(|_| words.next().is_some_and(|w| w.parse::<i64>().is_ok()));
    if numbers { Class::Score } else { Class::Message }
}

/// The command that sets an option.
pub(super) fn option_text(name: &str, value: &str) -> String {
    match (name, value.is_empty()) {
        ("memory" | "cores", _) => format!("{name} {value}\n"),
        (_, true) => format!("option {name}\n"),
        (_, false) => format!("option {name}={value}\n"),
    }
}

/// The answer of a line, if it is one.
pub(super) fn read_answer(line: &Line) -> Option<(Answer, Info)> {
    let (word, rest) = line.text.split_once(' ').unwrap_or((&line.text, ""));
    let answer = match word {
        "move" => RankBase::Zero
            .parse(rest.trim())
            .map_or_else(|| Answer::Unreadable(rest.into()), Answer::Move),
        "resign" => Answer::Resign,
        "1-0" | "0-1" | "1/2-1/2" => Answer::NoMove,
        "Illegal" | "tellusererror" => Answer::Unreadable(line.text.clone()),
        _ => return None,
    };
    let mut info = Info::default();
    info.read_cecp(&line.score);
    Some((answer, info))
}

/// The `name=value` parts of a `feature` line; values may be quoted.
fn features(line: &str) -> Vec<(String, String)> {
    let mut rest = line;
    let mut found = Vec::new();
    while let Some((name, after)) = rest.trim_start().split_once('=') {
        let (value, tail) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.to_string(), value.to_string()));
        rest = tail;
    }
    found
}

impl Client {
    pub(super) fn start_cecp(&mut self) -> Result<(), ClientError> {
        self.send("xboard\nprotover 2\n")?;
        let began = Instant::now();
        let mut deadline = began + FEATURE_WAIT.min(self.config.startup);
        'negotiation: loop {
            let line = match self.pipe.receive(deadline) {
                Ok(line) => line.text,
                Err(Silence::Timeout) => break,
                Err(silence) => return Err(self.failure(silence, Wait::Word { word: "features" })),
            };
            let Some(list) = line.strip_prefix("feature ") else { continue };
            deadline = began + self.config.startup;
            let mut replies = String::new();
            let mut done = false;
            for (name, value) in features(list) {
                done |= name == "done" && value == "1";
                self.take_feature(&name, &value)?;
                let _ = writeln!(replies, "accepted {name}");
            }
            self.send(&replies)?;
            if done {
                break 'negotiation;
            }
        }
        self.set_options()
    }

    fn take_feature(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let on = value == "1";
        match name {
            "setboard" => self.cecp.setboard = on,
            "usermove" => self.cecp.usermove = on,
            "ping" => self.cecp.ping = on,
            "time" => self.cecp.time = on,
            "myname" => self.name = value.into(),
            "memory" if on => self.take_offer(Offer::any("memory"))?,
            "smp" if on => self.take_offer(Offer::any("cores"))?,
            "option" => {
                let name = value.split(" -").next().unwrap_or(value).trim();
                self.take_offer(Offer::any(name))?;
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn new_game_cecp(&mut self) -> Result<(), ClientError> {
        self.cecp.told = None;
        self.send("new\nvariant xiangqi\npost\neasy\nforce\n")?;
        if !self.cecp.ping {
            self.unconfirmed.clear();
            return Ok(());
        }
        self.cecp.pings += 1;
        let (ping, pong) = (self.cecp.pings, format!("pong {}", self.cecp.pings));
        self.send(&format!("ping {ping}\n"))?;
        self.wait_until_ready(&pong, "pong")
    }

    pub(super) fn go_text_cecp(
        &mut self,
        game: &Game,
        limits: &GoLimits,
    ) -> Result<String, ClientError> {
        let mut text = String::new();
        let first = self.cecp.told.is_none();
        if first {
            limit_commands(&mut text, game.board().side(), limits)?;
            self.set_up(&mut text, game)?;
        }
        let mut clock = String::new();
        if let Some(clocks) = limits.clocks.filter(|_| self.cecp.time) {
            let us = game.board().side();
            let [own, other] = [us, !us].map(|side| clocks.of(side).left.as_millis() / 10);
            let _ = write!(clock, "time {own}\notim {other}\n");
        }
        if !first {
            // Its clock first: the move sets it thinking.
            text.push_str(&clock);
        }
        let told = self.cecp.told.unwrap_or(0);
        for mv in game.moves().skip(told) {
            let word = if self.cecp.usermove { "usermove " } else { "" };
            let _ = writeln!(text, "{word}{mv}");
        }
        if first {
            text.push_str(&clock);
            text.push_str("go\n");
        }
        self.cecp.told = Some(game.ply() + 1);
        Ok(text)
    }

    /// `setboard` as XBoard sends it: letters H and E, four fields.
    fn set_up(&self, text: &mut String, game: &Game) -> Result<(), ClientError> {
        let fen = game.start_setup().to_string();
        if fen == START_FEN {
            return Ok(());
        }
        if !self.cecp.setboard {
            return Err(ClientError::NoPositions);
        }
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap_or_default();
        let board = board.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        let side = fields.next().unwrap_or_default();
        let _ = writeln!(text, "setboard {board} {side} 0 1");
        Ok(())
    }
}

/// `level`, `st` or `sd`, once a game.
fn limit_commands(text: &mut String, us: Color, limits: &GoLimits) -> Result<(), ClientError> {
    if limits.nodes.is_some() {
        return Err(ClientError::NoNodes);
    }
    if let Some(clocks) = limits.clocks {
        let SideClock { left, increment } = clocks.of(us);
        let (base, increment) = (left.as_millis().div_ceil(1000), increment.as_secs_f64());
        let moves = clocks.moves_to_go.unwrap_or(0);
        let _ = writeln!(text, "level {moves} {}:{:02} {increment}", base / 60, base % 60);
    }
    if let Some(time) = limits.movetime {
        if time.subsec_nanos() != 0 {
            return Err(ClientError::WholeSeconds);
        }
        let _ = writeln!(text, "st {}", time.as_secs());
    }
    if let Some(depth) = limits.depth {
        let _ = writeln!(text, "sd {depth}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(classify("7\t 24 15 12345 1. Hc2 Hc7"), Class::Score);
        assert_eq!(classify("12 -100003 20 20000 14 9 0\tb9c7"), Class::Score);
        for line in ["1-0 {White mates}", "1/2-1/2 {Draw}", "move b9c7", "feature done=1"] {
            assert_eq!(classify(line), Class::Message, "{line}");
        }
        assert_eq!(classify("# 1 2 3 4"), Class::Note);
    }

    #[test]
    fn quoted_features() {
        let list = "setboard=1 myname=\"A b = c\" option=\"Hash -spin 16 1 64\" done=1";
        let found = features(list);
        let expected = [
            ("setboard", "1"),
            ("myname", "A b = c"),
            ("option", "Hash -spin 16 1 64"),
            ("done", "1"),
        ];
        assert!(found.iter().map(|(k, v)| (&**k, &**v)).eq(expected), "{found:?}");
    }

    #[test]
    fn answers() {
        let read = |text: &str| {
            let line = Line {
                text: text.into(),
                at: Instant::now(),
                score: "3 15 2 900 x".into(),
                progress: String::new(),
                notes: Vec::new(),
                wanted: Vec::new(),
            };
            read_answer(&line)
        };
        let expected = RankBase::Zero.parse("h2e2").map(Answer::Move);
        let seen = read("move h2e2").map(|(answer, info)| (Some(answer), info.depth, info.nodes));
        assert_eq!(seen, Some((expected, Some(3), Some(900))));
        assert_eq!(read("resign").map(|(a, _)| a), Some(Answer::Resign));
        assert_eq!(read("0-1 {mate}").map(|(a, _)| a), Some(Answer::NoMove));
        assert!(matches!(read("Illegal move: a0a9"), Some((Answer::Unreadable(_), _))));
        assert!(read("Error (unknown command): post").is_none());
        assert!(read("pong 1").is_none());
    }
}
