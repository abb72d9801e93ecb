//! What the command line says of engines, limits and rules of adjudication:
//! lists of `key=value` separated by commas.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::protocol::client::{ClientConfig, Protocol, RankBase};

use super::stats::{Model, Sprt};

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
    /// Everything above as one line: two equal lines play alike.
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

/// When games are ended by their scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Resign for an engine in despair.
    pub resign: Option<ResignRule>,
    /// Agree on a draw for both.
    pub draw: Option<DrawRule>,
    /// Plies after which a game is drawn.
    pub max_plies: Option<u32>,
}

/// Games may end before the rules end them.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct AdjudicationArgs {
    /// Resign for an engine: moves=4,score=600[,two-sided]
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,

    /// Adjudicate draws: after=40,moves=8,score=10
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,

    /// Draw games of this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
}

impl AdjudicationArgs {
    /// The rules.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn read(&self) -> Result<Adjudication> {
        Ok(Adjudication {
            resign: self.resign.as_deref().map(ResignRule::parse).transpose()?,
            draw: self.draw.as_deref().map(DrawRule::parse).transpose()?,
            max_plies: self.max_plies,
        })
    }
}

/// An engine loses when its score was at most `-score` in `moves` successive
/// moves of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Successive moves.
    pub moves: u32,
    /// The score, in the engine's units.
    pub score: i32,
    /// Whether the opponent must see the same.
    pub two_sided: bool,
}

/// A game is drawn when from move `after` on both engines gave scores within
/// `score` of zero in `moves` successive moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// First move at which the rule may end a game.
    pub after: u32,
    /// Successive moves of each side.
    pub moves: u32,
    /// The score, in the engine's units.
    pub score: i32,
}

/// `key=value` pairs; a comma inside a value is written `\,`. A key alone has an
/// empty value.
pub fn pairs(text: &str) -> Vec<(String, String)> {
    let mut parts = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let Some(part) = parts.last_mut() else { break };
        match c {
            '\\' if chars.as_str().starts_with(',') => {
                chars.next();
                part.push(',');
            }
            ',' => parts.push(String::new()),
            c => part.push(c),
        }
    }
    let split = |part: String| match part.split_once('=') {
        Some((key, value)) => (key.trim().to_string(), value.to_string()),
        None => (part.trim().to_string(), String::new()),
    };
    parts.into_iter().filter(|part| !part.trim().is_empty()).map(split).collect()
}

impl Player {
    /// Reads `cmd=…,name=…,…`; settings of `each` come first, so that the
    /// engine's own win.
    ///
    /// # Errors
    /// On an unknown key, a bad value, a missing `cmd` or missing limits.
    pub fn parse(text: &str, each: &str) -> Result<Player> {
        let mut player = Player {
            name: String::new(),
            config: ClientConfig::new(""),
            limits: PlayerLimits::default(),
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(120),
            restart: false,
            fingerprint: String::new(),
        };
        for source in [each, text] {
            let settings = pairs(source);
            let is_limit = |key: &str| matches!(key, "tc" | "movetime" | "nodes" | "depth");
            if settings.iter().any(|(key, _)| is_limit(key)) {
                player.limits = PlayerLimits::default();
            }
            for (key, value) in settings {
                player
                    .set(&key, &value)
                    .with_context(|| format!("engine setting {key}={value}"))?;
            }
        }
        ensure!(!player.config.command.as_os_str().is_empty(), "'{text}': cmd=PROGRAM is missing");
        if player.name.is_empty() {
            let program = player.config.command.file_name().unwrap_or_default();
            player.name = program.to_string_lossy().into_owned();
        }
        ensure!(
            player.limits != PlayerLimits::default(),
            "{}: nothing limits its searches; give tc, movetime, nodes or depth",
            player.name
        );
        player.fingerprint = player.describe();
        Ok(player)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let config = &mut self.config;
        match key {
            "name" => self.name = value.into(),
            "cmd" => config.command = value.into(),
            "args" => config.args = value.split_whitespace().map(String::from).collect(),
            "dir" => config.dir = Some(PathBuf::from(value)),
            "proto" => config.protocol = value.parse::<Protocol>()?,
            "ranks" => {
                config.ranks = match value {
                    "auto" => None,
                    "0" => Some(RankBase::Zero),
                    "1" => Some(RankBase::One),
                    _ => bail!("expected auto, 0 (ranks 0-9) or 1 (ranks 1-10)"),
                }
            }
            "fen" => config.accepts_fen = parse_switch(value)?,
            "stderr" => config.stderr = Some(PathBuf::from(value)),
            "startup" => config.startup = parse_millis(value)?,
            "tc" if value == "inf" => self.limits.clock = None,
            "tc" => self.limits.clock = Some(value.parse()?),
            "movetime" => self.limits.movetime = Some(parse_millis(value)?),
            "nodes" => self.limits.nodes = Some(parse_positive(value)?),
            "depth" => self.limits.depth = Some(parse_positive(value)? as u32),
            "margin" => self.margin = parse_millis(value)?,
            "patience" => self.patience = parse_millis(value)?,
            "restart" => self.restart = parse_switch(value)?,
            _ => {
                let name = key.strip_prefix("option.").filter(|name| !name.is_empty());
                let name = name.ok_or_else(|| anyhow!("there is no such setting"))?;
                config.options.retain(|(old, _)| !old.eq_ignore_ascii_case(name));
                config.options.push((name.into(), value.into()));
            }
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let ClientConfig { command, args, dir, protocol, ranks, options, accepts_fen, .. } =
            &self.config;
        format!(
            "{} {} {args:?} {dir:?} {} {ranks:?} {options:?} {accepts_fen} {:?} {:?} {}",
            self.name,
            command.display(),
            protocol.name(),
            self.limits,
            self.margin,
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

impl std::fmt::Display for TimeControl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

impl std::str::FromStr for TimeControl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<TimeControl> {
        let expected = || format!("expected [MOVES/][MIN:]SEC[+INC], found '{text}'");
        let seconds = |s: &str| -> Result<f64> {
            let value: f64 = s.trim().parse().with_context(expected)?;
            ensure!((0.0..1e7).contains(&value), expected());
            Ok(value)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(parse_positive(moves).with_context(expected)? as u32), rest)
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

impl ResignRule {
    /// Reads `moves=4,score=600[,two-sided]`.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn parse(text: &str) -> Result<ResignRule> {
        let mut rule = ResignRule { moves: 4, score: 600, two_sided: false };
        for (key, value) in pairs(text) {
            match key.as_str() {
                "moves" | "movecount" => rule.moves = parse_positive(&value)? as u32,
                "score" => rule.score = parse_positive(&value)? as i32,
                "two-sided" | "twosided" => rule.two_sided = parse_switch(&value)?,
                _ => bail!("--resign has no '{key}': expected moves, score, two-sided"),
            }
        }
        Ok(rule)
    }
}

impl DrawRule {
    /// Reads `after=40,moves=8,score=10`.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn parse(text: &str) -> Result<DrawRule> {
        let mut rule = DrawRule { after: 40, moves: 8, score: 10 };
        for (key, value) in pairs(text) {
            match key.as_str() {
                "after" | "movenumber" => {
                    rule.after = value.parse().context("after: expected a number")?;
                }
                "moves" | "movecount" => rule.moves = parse_positive(&value)? as u32,
                "score" => rule.score = value.parse().context("score: expected a number")?,
                _ => bail!("--draw has no '{key}': expected after, moves, score"),
            }
        }
        Ok(rule)
    }
}

impl Sprt {
    /// Reads `elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalized]`.
    ///
    /// # Errors
    /// On an unknown key, a bad value, or hypotheses in the wrong order.
    pub fn parse(text: &str) -> Result<Sprt> {
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta) = (0.05, 0.05);
        let mut model = Model::Normalized;
        for (key, value) in pairs(text) {
            let number = || {
                let parsed = value.parse::<f64>().ok().filter(|n| n.is_finite());
                parsed.ok_or_else(|| anyhow!("--sprt {key}: expected a number, found '{value}'"))
            };
            match key.as_str() {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => {
                    model = match value.as_str() {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        "bayesian" => Model::Bayesian,
                        _ => bail!("--sprt model: expected normalized, logistic or bayesian"),
                    }
                }
                _ => bail!("--sprt has no '{key}': expected elo0, elo1, alpha, beta, model"),
            }
        }
        let elo0 = elo0.context("--sprt: elo0 is missing")?;
        let elo1 = elo1.context("--sprt: elo1 is missing")?;
        ensure!(elo0 < elo1, "--sprt: elo0 must be less than elo1");
        let is_rate = |x: f64| x > 0.0 && x < 0.5;
        ensure!(is_rate(alpha) && is_rate(beta), "--sprt: alpha and beta lie between 0 and 0.5");
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }
}

/// Reads a list of processors such as `3,5,7-11`.
///
/// # Errors
/// When it is no such list.
pub fn parse_cpus(text: &str) -> Result<Vec<usize>> {
    let bad = || anyhow!("expected processors such as 3,5,7-11, found '{text}'");
    let mut cpus = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n < 1 << 16);
        let (first, last) = number(first).zip(number(last)).ok_or_else(bad)?;
        ensure!(first <= last, bad());
        cpus.extend(first..=last);
    }
    Ok(cpus)
}

fn parse_positive(text: &str) -> Result<u64> {
    let number = text.trim().parse::<u64>().ok().filter(|&n| n > 0 && n <= 1 << 53);
    number.ok_or_else(|| anyhow!("expected a positive whole number, found '{text}'"))
}

fn parse_millis(text: &str) -> Result<Duration> {
    let number = text.trim().parse::<u32>();
    let number = number.map_err(|_| anyhow!("expected milliseconds, found '{text}'"))?;
    Ok(Duration::from_millis(number.into()))
}

fn parse_switch(text: &str) -> Result<bool> {
    match text {
        "" | "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => bail!("expected on or off, found '{text}'"),
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
        let clock = Player::parse("cmd=./a,tc=1+0.01", each).unwrap();
        assert_eq!((clock.name.as_str(), clock.limits.nodes), ("a", None));
    }

    #[test]
    fn bad_engines_are_refused() {
        for (text, part) in [
            ("name=A,nodes=1", "cmd"),
            ("cmd=a", "limits"),
            ("cmd=a,nodes=0", "positive"),
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

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_cpus("3,5,7-9").unwrap(), [3, 5, 7, 8, 9]);
        for bad in ["", "a", "1-", "3-1", "1,,2"] {
            assert!(parse_cpus(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rules_of_adjudication() {
        let resign = ResignRule::parse("moves=3,score=900,two-sided").unwrap();
        assert_eq!(resign, ResignRule { moves: 3, score: 900, two_sided: true });
        let draw = DrawRule::parse("after=30,moves=6,score=20").unwrap();
        assert_eq!(draw, DrawRule { after: 30, moves: 6, score: 20 });
        assert!(ResignRule::parse("score=x").is_err() && DrawRule::parse("foo=1").is_err());
        let sprt = Sprt::parse("elo0=0,elo1=5,model=logistic").unwrap();
        assert_eq!((sprt.alpha, sprt.model), (0.05, Model::Logistic));
        for bad in ["elo0=0", "elo0=5,elo1=0", "elo0=0,elo1=5,alpha=0", "elo0=nan,elo1=5"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}
