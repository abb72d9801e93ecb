//! The engines of a match: how each is started and what limits its searches.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Once};
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use crate::common::lang::Context;
use crate::common::lang::matches::{MatchFault, MatchNote};
use crate::lab::client::{ClientConfig, Protocol, RankBase, TimeUnit};

use super::spec::{pairs, parse_millis, parse_positive, parse_switch};

/// By how much a player may exceed its time before it loses, unless it is set.
const MARGIN: Duration = Duration::from_millis(100);

/// How long a search without a limit of time may take, unless it is set.
const PATIENCE: Duration = Duration::from_secs(120);

/// One player: how to start it and how it is limited.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name in reports.
    pub name: String,
    /// How to start it.
    pub config: ClientConfig,
    /// What limits its searches.
    pub limits: PlayerLimits,
    /// How much it may exceed its time before it loses.
    pub margin: Duration,
    /// How long a search may take that no time limits: then it counts as stalled.
    pub patience: Duration,
    /// Whether each game gets a new process.
    pub restart: bool,
    /// The user is told once that the unit of its times is assumed.
    pub unit_note: Arc<Once>,
    /// Everything above as one line: players with equal lines play alike.
    pub fingerprint: String,
}

/// What limits the searches of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerLimits {
    /// Playing by the clock.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move.
    pub movetime: Option<Duration>,
    /// A number of nodes for each move.
    pub nodes: Option<u64>,
    /// A depth for each move.
    pub depth: Option<u32>,
}

/// `[MOVES/][MIN:]SEC[+INC]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves to which the time is given; `None` for the whole game.
    pub moves: Option<u32>,
    /// The time.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Settings of a player as far as they are given.
#[derive(Clone, Debug, Default)]
pub struct PlayerSettings {
    name: Option<String>,
    command: Option<PathBuf>,
    args: Option<Vec<String>>,
    dir: Option<PathBuf>,
    protocol: Option<Protocol>,
    /// `Some(None)`: to be told by the engine's options.
    ranks: Option<Option<RankBase>>,
    /// `Some(None)`: to be told by the engine's options.
    unit: Option<Option<TimeUnit>>,
    options: Vec<(String, String)>,
    accepts_fen: Option<bool>,
    stderr: Option<PathBuf>,
    startup: Option<Duration>,
    /// Playing by the clock; `Some(None)`: expressly not.
    clock: Option<Option<TimeControl>>,
    movetime: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    patience: Option<Duration>,
    restart: Option<bool>,
}

impl PlayerSettings {
    /// Reads `cmd=…,name=…,…`.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn parse(text: &str) -> Result<PlayerSettings> {
        let mut settings = PlayerSettings::default();
        for (key, value) in pairs(text) {
            settings.set(&key, &value).with_context(|| MatchFault::Setting { key, value })?;
        }
        Ok(settings)
    }

    /// Reads one setting.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "name" => self.name = Some(value.into()),
            "cmd" => self.command = Some(value.into()),
            "args" => self.args = Some(value.split_whitespace().map(String::from).collect()),
            "dir" => self.dir = Some(value.into()),
            "proto" => self.protocol = Some(value.parse()?),
            "ranks" => {
                self.ranks = Some(match value {
                    "auto" => None,
                    "0" => Some(RankBase::Zero),
                    "1" => Some(RankBase::One),
                    _ => bail!(MatchFault::Ranks),
                });
            }
            "unit" if value == "auto" => self.unit = Some(None),
            "unit" => self.unit = Some(Some(value.parse()?)),
            "fen" => self.accepts_fen = Some(parse_switch(value)?),
            "stderr" => self.stderr = Some(value.into()),
            "startup" => self.startup = Some(parse_millis(value)?),
            "tc" if value == "inf" => self.clock = Some(None),
            "tc" => self.clock = Some(Some(value.parse()?)),
            "movetime" => self.movetime = Some(parse_millis(value)?),
            "nodes" => self.nodes = Some(parse_positive(value)?),
            "depth" => self.depth = Some(parse_positive(value)?.try_into()?),
            "margin" => self.margin = Some(parse_millis(value)?),
            "patience" => self.patience = Some(parse_millis(value)?),
            "restart" => self.restart = Some(parse_switch(value)?),
            _ => {
                let name = key.strip_prefix("option.").filter(|name| !name.is_empty());
                let name = name.context(MatchFault::NoSuchSetting)?;
                self.options.retain(|(old, _)| !old.eq_ignore_ascii_case(name));
                self.options.push((name.into(), value.into()));
            }
        }
        Ok(())
    }

    /// The program.
    pub fn command(&self) -> Option<&PathBuf> {
        self.command.as_ref()
    }

    /// The value of an option of the engine.
    pub fn option(&self, name: &str) -> Option<&str> {
        let option = self.options.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        option.map(|(_, value)| value.as_str())
    }

    /// Limits the searches by a time for each move.
    pub fn set_movetime(&mut self, time: Duration) {
        self.movetime = Some(time);
    }

    /// Sets the time for each step of the handshake, unless it is set.
    pub fn set_default_startup(&mut self, time: Duration) {
        self.startup.get_or_insert(time);
    }

    fn has_limit(&self) -> bool {
        self.clock.is_some()
            || self.movetime.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// These settings, and where they say nothing those of all engines. When the
    /// engine has a limit of its own, the limits of all engines do not hold for it.
    pub fn over(self, each: &PlayerSettings) -> PlayerSettings {
        let mut each = each.clone();
        if self.has_limit() {
            (each.clock, each.movetime, each.nodes, each.depth) = (None, None, None, None);
        }
        self.over_each(&each)
    }

    /// These settings, and where they say nothing those of all engines; also among the
    /// limits.
    pub fn over_each(self, each: &PlayerSettings) -> PlayerSettings {
        let each = each.clone();
        let mut options = each.options;
        for (name, value) in self.options {
            options.retain(|(old, _)| !old.eq_ignore_ascii_case(&name));
            options.push((name, value));
        }
        PlayerSettings {
            name: self.name.or(each.name),
            command: self.command.or(each.command),
            args: self.args.or(each.args),
            dir: self.dir.or(each.dir),
            protocol: self.protocol.or(each.protocol),
            ranks: self.ranks.or(each.ranks),
            unit: self.unit.or(each.unit),
            options,
            accepts_fen: self.accepts_fen.or(each.accepts_fen),
            stderr: self.stderr.or(each.stderr),
            startup: self.startup.or(each.startup),
            clock: self.clock.or(each.clock),
            movetime: self.movetime.or(each.movetime),
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            margin: self.margin.or(each.margin),
            patience: self.patience.or(each.patience),
            restart: self.restart.or(each.restart),
        }
    }

    /// The player that these settings describe.
    ///
    /// # Errors
    /// When the program or every limit is missing.
    pub fn into_player(self) -> Result<Player> {
        let command = self.command.filter(|command| !command.as_os_str().is_empty());
        let command = command.context(MatchFault::NoProgram)?;
        let file_name = || command.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = self.name.filter(|name| !name.is_empty()).unwrap_or_else(file_name);
        let limits = PlayerLimits {
            clock: self.clock.flatten(),
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        };
        ensure!(limits != PlayerLimits::default(), MatchFault::Unlimited { name });
        let defaults = ClientConfig::new(command);
        let config = ClientConfig {
            args: self.args.unwrap_or_default(),
            dir: self.dir,
            protocol: self.protocol.unwrap_or(defaults.protocol),
            ranks: self.ranks.flatten(),
            unit: self.unit.flatten(),
            options: self.options,
            stderr: self.stderr,
            startup: self.startup.unwrap_or(defaults.startup),
            accepts_fen: self.accepts_fen.unwrap_or(defaults.accepts_fen),
            ..defaults
        };
        let mut player = Player {
            name,
            config,
            limits,
            margin: self.margin.unwrap_or(MARGIN),
            patience: self.patience.unwrap_or(PATIENCE),
            restart: self.restart.unwrap_or(false),
            unit_note: Arc::new(Once::new()),
            fingerprint: String::new(),
        };
        player.fingerprint = player.describe();
        Ok(player)
    }
}

impl Player {
    /// Reads `cmd=…,name=…,…` over the settings of all engines.
    ///
    /// # Errors
    /// On an unknown key, a bad value, a missing `cmd` or missing limits.
    pub fn parse(text: &str, each: &str) -> Result<Player> {
        let settings = PlayerSettings::parse(text)?.over(&PlayerSettings::parse(each)?);
        settings.into_player().with_context(|| format!("--engine {text}"))
    }

    /// What the user should know where the engine is told seconds because it offers no
    /// milliseconds: which parts of its times it does not hear of.
    pub fn note_on_seconds(&self) -> Option<MatchNote> {
        let name = self.name.clone();
        match self.limits.clock {
            Some(TimeControl { increment, .. }) if increment.subsec_nanos() != 0 => {
                let increment = increment.as_secs_f64().to_string();
                Some(MatchNote::LostIncrement { name, increment })
            }
            Some(_) => Some(MatchNote::Seconds { name }),
            None => self.limits.movetime.map(|_| MatchNote::Seconds { name }),
        }
    }

    fn describe(&self) -> String {
        let ClientConfig { command, args, dir, protocol, ranks, options, accepts_fen, .. } =
            &self.config;
        // Nothing where nothing is said, as in states of versions without the setting.
        let unit = self.config.unit.map_or_else(String::new, |unit| format!(" {unit:?}"));
        format!(
            "{} {} {args:?} {dir:?} {} {ranks:?} {options:?} {accepts_fen} {:?} {:?} {:?} {}{unit}",
            self.name,
            command.display(),
            protocol.name(),
            self.limits,
            self.margin,
            self.patience,
            self.restart
        )
    }
}

impl PlayerLimits {
    /// The limits as `tc`, `movetime`, `nodes` or `depth` had them.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        if let Some(tc) = self.clock {
            parts.push(tc.to_string());
        }
        if let Some(time) = self.movetime {
            parts.push(format!("{} s/move", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        parts.join(", ")
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<TimeControl> {
        let expected = || MatchFault::TimeControl { text: text.into() };
        let seconds = |s: &str| -> Result<f64> {
            let value: f64 = s.trim().parse().with_context(expected)?;
            ensure!((0.0..1e7).contains(&value), expected());
            Ok(value)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(parse_positive(moves).with_context(expected)?.try_into()?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => 60.0 * seconds(minutes)? + seconds(rest)?,
            None => seconds(base)?,
        };
        let increment = seconds(increment)?;
        ensure!(base + increment > 0.0, expected());
        Ok(TimeControl {
            moves,
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine() {
        let each = "option.Hash=16,nodes=5000,margin=50";
        let text = "name=A,cmd=./a,args=--x 1,option.Eval File=x\\,y.nnue,option.hash=32";
        let player = Player::parse(text, each).unwrap();
        assert_eq!(player.name, "A");
        assert_eq!(player.config.args, ["--x", "1"]);
        let options = [("Eval File", "x,y.nnue"), ("hash", "32")];
        assert!(player.config.options.iter().map(|(k, v)| (&**k, &**v)).eq(options));
        assert_eq!(player.limits.nodes, Some(5000));
        assert_eq!(player.margin, Duration::from_millis(50));
        let patient = Player::parse(&format!("{text},patience=5000"), each).unwrap();
        assert_ne!(player.fingerprint, patient.fingerprint);
        let clock = Player::parse("cmd=./a,tc=1+0.01", each).unwrap();
        assert_eq!((clock.name.as_str(), clock.limits.nodes), ("a", None));
    }

    #[test]
    fn bad_engines_are_refused() {
        for (text, part) in [
            ("name=A,nodes=1", "cmd"),
            ("cmd=a", "limits"),
            ("cmd=a,nodes=0", "positive"),
            ("cmd=a,depth=4294967297", "out of range"),
            ("cmd=a,nodes=1,colour=red", "no such setting"),
            ("cmd=a,nodes=1,proto=uxi", "uci, cyclone"),
            ("cmd=a,tc=1+x", "[MOVES/]"),
        ] {
            let error = format!("{:#}", Player::parse(text, "").unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn time_controls() {
        let tc = |text: &str| text.parse::<TimeControl>().ok();
        let (s, ms) = (Duration::from_secs, Duration::from_millis);
        let expect = |moves, base, increment| Some(TimeControl { moves, base, increment });
        assert_eq!(tc("1+0.01"), expect(None, s(1), ms(10)));
        assert_eq!(tc("40/1:30+1"), expect(Some(40), s(90), s(1)));
        assert_eq!(tc("10"), expect(None, s(10), s(0)));
        assert_eq!(tc("1+0.01").unwrap().to_string(), "1+0.01");
        for bad in ["", "x", "0", "-1+1", "1+", "/5", "nan", "inf"] {
            assert_eq!(tc(bad), None, "{bad}");
        }
    }
}
