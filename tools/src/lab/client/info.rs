//! What an engine said about its search, read from its progress lines.

use std::fmt;
use std::time::Duration;

/// Moves kept of a principal variation.
const MAX_PV: usize = 256;

/// A score as the engine gave it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// Hundredths of whatever the engine counts as one.
    Centi(i32),
    /// Moves to the mate; negative when the engine is mated.
    Mate(i32),
}

impl EngineScore {
    /// One number for comparisons: mates lie beyond ±30,000.
    pub const fn units(self) -> i32 {
        match self {
            EngineScore::Centi(n) => n,
            EngineScore::Mate(n) if n > 0 => 32_000 - n,
            EngineScore::Mate(n) => (-32_000_i32).saturating_sub(n),
        }
    }
}

/// In pawns with a sign, or the moves to a mate: `+0.35`, `-M3`.
impl fmt::Display for EngineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EngineScore::Centi(n) => write!(f, "{:+.2}", f64::from(n) / 100.0),
            EngineScore::Mate(n) => {
                write!(f, "{}M{}", if n > 0 { '+' } else { '-' }, n.unsigned_abs())
            }
        }
    }
}

/// What an engine last reported of a search. Fields that it did not report are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth of the last finished iteration.
    pub depth: Option<u32>,
    /// Selective depth.
    pub seldepth: Option<u32>,
    /// The score.
    pub score: Option<EngineScore>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time as the engine reports it.
    pub time: Option<Duration>,
    /// The latest principal variation, be its score exact or a bound, in the
    /// engine's own notation of moves.
    pub pv: Vec<String>,
    /// Whether the variation is that of a bound, and not that of the score.
    pub is_pv_of_bound: bool,
}

impl Info {
    /// Reads an `info` line of UCI, UCCI or Cyclone; later lines overwrite what
    /// they mention. A line with a bound leaves the score and its depth as they
    /// were; one of a lesser variation changes only nodes and time.
    pub(super) fn read_uci(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace().skip(1).peekable();
        let mut seen = Info::default();
        let (mut secondary, mut bound) = (false, false);
        while let Some(word) = words.next() {
            match word {
                "depth" => seen.depth = next_number(&mut words),
                "seldepth" => seen.seldepth = next_number(&mut words),
                "nodes" => seen.nodes = next_number(&mut words),
                "time" => seen.time = next_number(&mut words).map(Duration::from_millis),
                "multipv" => secondary |= words.next().is_some_and(|n| n != "1"),
                "lowerbound" | "upperbound" => bound = true,
                "currmove" => secondary = true,
                "score" => seen.score = read_score(&mut words),
                "pv" => {
                    seen.pv = words.take(MAX_PV).map(String::from).collect();
                    break;
                }
                "string" | "message" => break,
                _ => {}
            }
        }
        self.nodes = seen.nodes.or(self.nodes);
        self.time = seen.time.or(self.time);
        if !secondary && !seen.pv.is_empty() {
            self.pv = seen.pv;
            self.is_pv_of_bound = bound;
        }
        if !secondary && !bound && seen.score.is_some() {
            self.depth = seen.depth;
            self.seldepth = seen.seldepth;
            self.score = seen.score;
        }
    }

    /// Reads a thinking line of CECP: `depth score centiseconds nodes text`.
    pub(super) fn read_cecp(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        let mut number = || words.next()?.parse::<i64>().ok();
        let (Some(depth), Some(score), Some(time), Some(nodes)) =
            (number(), number(), number(), number())
        else {
            return;
        };
        const MATE: i64 = 100_000;
        self.depth = u32::try_from(depth).ok();
        self.score = Some(match score {
            n if n >= MATE => EngineScore::Mate((n - MATE).min(MATE) as i32),
            n if n <= -MATE => EngineScore::Mate((n + MATE).max(-MATE) as i32),
            n => EngineScore::Centi(n as i32),
        });
        self.time = u64::try_from(time).ok().map(|cs| Duration::from_millis(cs.saturating_mul(10)));
        self.nodes = u64::try_from(nodes).ok();
        self.pv.clear();
    }
}

fn next_number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

/// `cp N`, `mate N`, or as UCCI has it `N` alone.
fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<EngineScore> {
    match words.next()? {
        "cp" => next_number(words).map(EngineScore::Centi),
        "mate" => next_number(words).map(EngineScore::Mate),
        bare => bare.parse().ok().map(EngineScore::Centi),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(lines: &[&str]) -> Info {
        let mut info = Info::default();
        for line in lines {
            info.read_uci(line);
        }
        info
    }

    #[test]
    fn an_ordinary_line() {
        let info = uci(&["info depth 5 seldepth 7 multipv 1 score cp -31 nodes 900 nps 9 \
                          hashfull 0 tbhits 0 time 12 pv h2e2 h9g7"]);
        assert_eq!(info.depth, Some(5));
        assert_eq!(info.seldepth, Some(7));
        assert_eq!(info.score, Some(EngineScore::Centi(-31)));
        assert_eq!(info.nodes, Some(900));
        assert_eq!(info.time, Some(Duration::from_millis(12)));
        assert_eq!(info.pv, ["h2e2", "h9g7"]);
    }

    #[test]
    fn a_bound_leaves_the_score() {
        let first = "info depth 4 score cp 139 nodes 676 time 5 pv h0g2";
        let wdl = "info depth 5 score cp 100 upperbound wdl 1 2 3 nodes 2007 time 9 pv b2e2";
        let info = uci(&[first, wdl]);
        assert_eq!((info.depth, info.nodes), (Some(4), Some(2007)));
        assert_eq!(info.score, Some(EngineScore::Centi(139)));
        assert_eq!(info.pv, ["b2e2"]);
        let second = "info depth 6 multipv 2 score cp 5 nodes 3000 time 10 pv b2e2";
        assert_eq!(uci(&[first, second]).score, Some(EngineScore::Centi(139)));
    }

    #[test]
    fn scores_of_every_kind() {
        assert_eq!(uci(&["info depth 1 score 17 pv a0a1"]).score, Some(EngineScore::Centi(17)));
        assert_eq!(uci(&["info depth 1 score mate -3"]).score, Some(EngineScore::Mate(-3)));
        assert_eq!(EngineScore::Mate(-3).units(), -31_997);
        assert_eq!(EngineScore::Mate(3).units(), 31_997);
        assert_eq!(EngineScore::Mate(0).units(), -32_000);
        assert_eq!(uci(&["info depth x score cp nonsense nodes -4"]), Info::default());
        assert_eq!(uci(&["info string score cp 5 nodes 7"]), Info::default());
    }

    #[test]
    fn a_cecp_line() {
        let mut info = Info::default();
        info.read_cecp("7\t 24 15 12345 1. Hc2 Hc7");
        assert_eq!(info.depth, Some(7));
        assert_eq!(info.score, Some(EngineScore::Centi(24)));
        assert_eq!(info.time, Some(Duration::from_millis(150)));
        assert_eq!(info.nodes, Some(12_345));
        info.read_cecp("9 -100003 20 20000");
        assert_eq!(info.score, Some(EngineScore::Mate(-3)));
        info.read_cecp("not a thinking line");
        assert_eq!(info.depth, Some(9));
    }
}
