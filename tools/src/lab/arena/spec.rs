//! Lists of `key=value` separated by commas, as the command line has them: the rules
//! of adjudication and of the sequential test, and the values that they share with
//! the settings of players.

use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::stats::{Model, Sprt};
use crate::common::lang::matches::MatchFault;
use crate::common::lang::{Context, Told};

/// When games are ended by their scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Resign for an engine in despair.
    pub resign: Option<ResignAdjudication>,
    /// Agree on a draw for both.
    pub draw: Option<DrawAdjudication>,
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
            resign: self.resign.as_deref().map(ResignAdjudication::parse).transpose()?,
            draw: self.draw.as_deref().map(DrawAdjudication::parse).transpose()?,
            max_plies: self.max_plies,
        })
    }
}

/// An engine loses when its score was at most `-score` in `moves` successive
/// moves of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignAdjudication {
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
pub struct DrawAdjudication {
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

impl ResignAdjudication {
    /// Reads `moves=4,score=600[,two-sided]`.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn parse(text: &str) -> Result<ResignAdjudication> {
        let mut rule = ResignAdjudication { moves: 4, score: 600, two_sided: false };
        pairs(text).iter().try_for_each(|(key, value)| rule.set(key, value)).context("--resign")?;
        Ok(rule)
    }

    /// Reads one setting.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "moves" | "movecount" => self.moves = parse_count(value)?,
            "score" => self.score = parse_count(value)?.try_into()?,
            "two-sided" | "twosided" => self.two_sided = parse_switch(value)?,
            _ => bail!(no_key(key, "moves, score, two-sided")),
        }
        Ok(())
    }
}

impl DrawAdjudication {
    /// Reads `after=40,moves=8,score=10`.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn parse(text: &str) -> Result<DrawAdjudication> {
        let mut rule = DrawAdjudication { after: 40, moves: 8, score: 10 };
        pairs(text).iter().try_for_each(|(key, value)| rule.set(key, value)).context("--draw")?;
        Ok(rule)
    }

    /// Reads one setting.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "after" | "movenumber" => self.after = value.parse().context(MatchFault::After)?,
            "moves" | "movecount" => self.moves = parse_count(value)?,
            "score" => self.score = value.parse().context(MatchFault::Score)?,
            _ => bail!(no_key(key, "after, moves, score")),
        }
        Ok(())
    }
}

/// The settings of a test as far as they are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprtSettings {
    elo0: Option<f64>,
    elo1: Option<f64>,
    alpha: Option<f64>,
    beta: Option<f64>,
    model: Model,
}

impl SprtSettings {
    /// Reads one setting.
    ///
    /// # Errors
    /// On an unknown key or a bad value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let number = || {
            let parsed = value.parse::<f64>().ok().filter(|n| n.is_finite());
            parsed.with_context(|| MatchFault::Number { key: key.into(), value: value.into() })
        };
        match key {
            "elo0" => self.elo0 = Some(number()?),
            "elo1" => self.elo1 = Some(number()?),
            "alpha" => self.alpha = Some(number()?),
            "beta" => self.beta = Some(number()?),
            "model" => {
                self.model = match value {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    "bayesian" => Model::Bayesian,
                    _ => bail!(MatchFault::Model),
                }
            }
            _ => bail!(no_key(key, "elo0, elo1, alpha, beta, model")),
        }
        Ok(())
    }

    /// The test.
    ///
    /// # Errors
    /// When a hypothesis is missing, they are in the wrong order, or an error rate
    /// makes no sense.
    pub fn into_test(self) -> Result<Sprt> {
        let elo0 = self.elo0.context(MatchFault::NoElo0)?;
        let elo1 = self.elo1.context(MatchFault::NoElo1)?;
        ensure!(elo0 < elo1, MatchFault::EloOrder);
        let most = Sprt::MOST_ELO;
        ensure!(-most <= elo0 && elo1 <= most, MatchFault::EloRange { most: most as u32 });
        // What is smaller than normal numbers has no finite logarithm of its reciprocal.
        let is_rate = |x: f64| x.is_normal() && x > 0.0 && x < 0.5;
        let (alpha, beta) = (self.alpha.unwrap_or(0.05), self.beta.unwrap_or(0.05));
        ensure!(is_rate(alpha) && is_rate(beta), MatchFault::Rates);
        Ok(Sprt { elo0, elo1, alpha, beta, model: self.model })
    }
}

impl Sprt {
    /// Reads `elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalized]`.
    ///
    /// # Errors
    /// On an unknown key, a bad value, or hypotheses in the wrong order.
    pub fn parse(text: &str) -> Result<Sprt> {
        let mut settings = SprtSettings::default();
        let read = pairs(text).iter().try_for_each(|(key, value)| settings.set(key, value));
        read.and_then(|()| settings.into_test()).context("--sprt")
    }
}

/// Reads a list of processors such as `3,5,7-11`.
///
/// # Errors
/// When it is no such list.
pub fn parse_cpus(text: &str) -> Result<Vec<usize>, Told> {
    let bad = || MatchFault::Processors { text: text.into() };
    let mut cpus = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&n| n < 1 << 16);
        let (first, last) = number(first).zip(number(last)).ok_or_else(bad)?;
        if first > last {
            return Err(bad().into());
        }
        cpus.extend(first..=last);
    }
    Ok(cpus)
}

/// Reads a whole number from 1 to 2^53.
///
/// # Errors
/// On anything else.
pub fn parse_positive(text: &str) -> Result<u64> {
    let number = text.trim().parse::<u64>().ok().filter(|&n| n > 0 && n <= 1 << 53);
    number.with_context(|| MatchFault::Positive { text: text.into() })
}

fn no_key(key: &str, list: &'static str) -> MatchFault {
    MatchFault::NoSuchKey { key: key.into(), list }
}

fn parse_count(text: &str) -> Result<u32> {
    Ok(parse_positive(text)?.try_into()?)
}

/// Reads milliseconds.
///
/// # Errors
/// When they are no whole number.
pub fn parse_millis(text: &str) -> Result<Duration> {
    let number = text.trim().parse::<u32>();
    let number = number.map_err(|_| MatchFault::Milliseconds { text: text.into() })?;
    Ok(Duration::from_millis(number.into()))
}

/// Reads `on` or `off`, and other words for them; nothing is `on`.
///
/// # Errors
/// On any other word.
pub fn parse_switch(text: &str) -> Result<bool> {
    match text {
        "" | "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => bail!(MatchFault::Switch { text: text.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_cpus("3,5,7-9").unwrap(), [3, 5, 7, 8, 9]);
        for bad in ["", "a", "1-", "3-1", "1,,2"] {
            assert!(parse_cpus(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rules_of_adjudication() {
        let resign = ResignAdjudication::parse("moves=3,score=900,two-sided").unwrap();
        assert_eq!(resign, ResignAdjudication { moves: 3, score: 900, two_sided: true });
        let draw = DrawAdjudication::parse("after=30,moves=6,score=20").unwrap();
        assert_eq!(draw, DrawAdjudication { after: 30, moves: 6, score: 20 });
        assert!(
            ResignAdjudication::parse("score=x").is_err()
                && DrawAdjudication::parse("foo=1").is_err()
        );
        let sprt = Sprt::parse("elo0=0,elo1=5,model=logistic").unwrap();
        assert_eq!((sprt.alpha, sprt.model), (0.05, Model::Logistic));
        for bad in [
            "elo0=0",
            "elo0=5,elo1=0",
            "elo0=0,elo1=5,alpha=0",
            "elo0=nan,elo1=5",
            "elo0=0,elo1=1000.5",
            "elo0=-100000,elo1=5",
            "elo0=0,elo1=5,beta=1e-320",
        ] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}
