//! The counts of a match as text.

use std::fmt::{self, Write};
use std::time::Duration;

use super::MatchEnd;
use super::record::Fault;
use super::schedule::Schedule;
use super::stats::{
    Decision, Estimate, Model, Sprt, Strength, strength_of_games, strength_of_pairs,
};
use super::tally::{PairingTally, PlayerTally, Tally};

/// What a report is made from.
pub struct Report<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// Who plays.
    pub names: &'a [String],
    /// How each player is limited, in words.
    pub limits: &'a [String],
    /// Who meets whom.
    pub schedule: &'a Schedule,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// Since the start of this run; `None` when nothing is played.
    pub elapsed: Option<Duration>,
    /// Games finished before this run.
    pub resumed: u64,
    /// The seed of the openings.
    pub seed: String,
}

impl Report<'_> {
    /// The state of the match on one line.
    pub fn progress(&self) -> String {
        let Tally { finished, pairings, .. } = self.tally;
        let total = self.schedule.len();
        let mut text = format!("{finished}/{total}");
        if let [pairing] = pairings.as_slice() {
            let [losses, draws, wins] = pairing.games;
            let _ = write!(text, "  +{wins} ={draws} -{losses}  penta {:?}", pairing.pairs);
            if let Some(strength) = strength_of_pairs(&pairing.pairs) {
                let _ = write!(text, "  elo {}", show(&strength.elo));
                let _ = write!(text, "  los {:.1}%", 100.0 * strength.los);
            }
            if let Some(sprt) = self.sprt {
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&pairing.pairs, &pairing.games);
                let _ = write!(text, "  llr {llr:.2} ({lower:.2}, {upper:.2})");
            }
        }
        let faults: u64 = self.tally.players.iter().flat_map(|p| p.faults.values()).sum();
        if faults > 0 {
            let _ = write!(text, "  faults {faults}");
        }
        let played = finished - self.resumed;
        if let Some(elapsed) = self.elapsed.filter(|_| played > 0) {
            let pace = elapsed.as_secs_f64() / played as f64;
            let left = pace * total.saturating_sub(*finished) as f64;
            let left = Duration::from_secs_f64(left);
            let _ = write!(text, "  {:.1}/min  {} left", 60.0 / pace, clock(left));
        }
        text
    }

    /// What the test says; `None` without one.
    pub fn decision(&self) -> Option<Decision> {
        let (Some(sprt), [pairing]) = (self.sprt, self.tally.pairings.as_slice()) else {
            return None;
        };
        Some(sprt.decide(sprt.llr(&pairing.pairs, &pairing.games)))
    }

    /// How the match ended. A `strict` one fails when an engine failed.
    pub fn end(&self, strict: bool) -> MatchEnd {
        if strict && self.tally.players.iter().any(|player| !player.faults.is_empty()) {
            return MatchEnd::Faults;
        }
        match self.decision() {
            None | Some(Decision::Accept) => MatchEnd::Passed,
            Some(Decision::Reject) => MatchEnd::Rejected,
            Some(Decision::Continue) => MatchEnd::Undecided,
        }
    }

    /// Everything.
    pub fn full(&self) -> String {
        let mut text = String::new();
        for (pairing, players) in self.tally.pairings.iter().zip(self.schedule.pairings()) {
            let [a, b] = players.map(|player| &self.names[player]);
            let [a_limits, b_limits] = players.map(|player| &self.limits[player]);
            let limits = if a_limits == b_limits {
                a_limits.clone()
            } else {
                format!("{a_limits} against {b_limits}")
            };
            let seed = &self.seed;
            let _ = writeln!(text, "Results of {a} vs {b} ({limits}, seed {seed}):");
            let _ = write!(text, "{}", PairingReport { pairing, sprt: self.sprt });
        }
        if self.names.len() > 2 {
            text.push('\n');
            self.standings(&mut text);
        }
        text.push('\n');
        self.engines(&mut text);
        self.endings(&mut text);
        text
    }

    fn standings(&self, text: &mut String) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let share = |i: usize| {
            let tally = &self.tally.players[i];
            tally.points() / (tally.games.iter().sum::<u64>().max(1) as f64)
        };
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        let width = self.name_width();
        let _ =
            writeln!(text, "{:>4}  {:width$}  {:>7}  {:>6}", "Rank", "Engine", "Points", "Games");
        for (rank, i) in (1..).zip(order) {
            let tally = &self.tally.players[i];
            let (points, games) = (tally.points(), tally.games.iter().sum::<u64>());
            let name = &self.names[i];
            let _ = writeln!(text, "{rank:>4}  {name:width$}  {points:>7.1}  {games:>6}");
        }
    }

    fn engines(&self, text: &mut String) {
        let width = self.name_width();
        let _ = writeln!(
            text,
            "{:width$}  {:>9}  {:>6}  {:>9}  {:>9}  {:>8}  {:>5}  Forfeits",
            "Engine", "Nodes/s", "Depth", "ms/move", "Moves", "Over ms", "Odd"
        );
        for (name, tally) in self.names.iter().zip(&self.tally.players) {
            let usage = &tally.usage;
            let per = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
            let _ = writeln!(
                text,
                "{:width$}  {:>9.0}  {:>6.2}  {:>9.2}  {:>9}  {:>8.1}  {:>5}  {}",
                name,
                per(usage.nodes, usage.micros) * 1e6,
                per(usage.depths, usage.with_depth),
                per(usage.micros, usage.moves) / 1e3,
                usage.moves,
                usage.overstep as f64 / 1e3,
                usage.odd,
                forfeits(tally)
            );
        }
    }

    fn endings(&self, text: &mut String) {
        let Tally { finished, plies, red_wins, draws, endings, .. } = self.tally;
        let list: Vec<String> = endings.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        let _ = writeln!(text, "\nEndings: {}", list.join(", "));
        let length = *plies as f64 / (*finished).max(1) as f64;
        let black_wins = finished - red_wins - draws;
        let _ = write!(
            text,
            "Red won {red_wins}, drawn {draws}, Black won {black_wins}; {length:.1} plies a game"
        );
        if let Some(elapsed) = self.elapsed {
            let played = finished - self.resumed;
            let _ = write!(text, "; {played} games in {}", clock(elapsed));
        }
        text.push('\n');
    }

    fn name_width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6)
    }
}

/// The results of one pairing, in lines that tools for chess matches read.
struct PairingReport<'a> {
    pairing: &'a PairingTally,
    sprt: Option<Sprt>,
}

impl fmt::Display for PairingReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PairingTally { games, pairs, mixed_pairs, .. } = self.pairing;
        let [losses, draws, wins] = *games;
        let total = losses + draws + wins;
        let count: u64 = pairs.iter().sum();
        let strength = match self.sprt {
            Some(Sprt { model: Model::Bayesian, .. }) => strength_of_games(games),
            _ => strength_of_pairs(pairs),
        };
        if let Some(Strength { elo, nelo, los, .. }) = strength {
            writeln!(f, "Elo: {}, nElo: {}", show(&elo), show(&nelo))?;
            let drawn = 100.0 * pairs[2] as f64 / count.max(1) as f64;
            let ratio = ratio(pairs[3] + pairs[4], pairs[0] + pairs[1]);
            writeln!(f, "LOS: {:.2} %, DrawRatio: {drawn:.2} %, PairsRatio: {ratio}", 100.0 * los)?;
        }
        let points = wins as f64 + draws as f64 / 2.0;
        let percent = 100.0 * points / total.max(1) as f64;
        writeln!(
            f,
            "Games: {total}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
             Points: {points:.1} ({percent:.2} %)"
        )?;
        let level = ratio(*mixed_pairs, pairs[2] - mixed_pairs);
        writeln!(f, "Ptnml(0-2): {pairs:?}, WL/DD Ratio: {level}")?;
        if let Some(sprt) = self.sprt {
            let llr = sprt.llr(pairs, games);
            let (lower, upper) = sprt.bounds();
            let share = 100.0 * llr / if llr < 0.0 { -lower } else { upper };
            let verdict = match sprt.decide(llr) {
                Decision::Continue => "",
                Decision::Accept => " - H1 was accepted",
                Decision::Reject => " - H0 was accepted",
            };
            let Sprt { elo0, elo1, .. } = sprt;
            writeln!(
                f,
                "LLR: {llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) \
                 [{elo0:.2}, {elo1:.2}]{verdict}"
            )?;
        }
        Ok(())
    }
}

/// `12.34 +/- 5.67`; where the results leave a side open, what is known.
fn show(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    match (value, low, high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.2} +/- {:.2}", (high - low) / 2.0)
        }
        (_, Some(low), None) => format!("above {low:.2}"),
        (_, None, Some(high)) => format!("below {high:.2}"),
        (Some(value), _, _) => format!("{value:.2} +/- ?"),
        (None, _, _) => "unknown".into(),
    }
}

fn ratio(a: u64, b: u64) -> String {
    if b == 0 { format!("{a}:0") } else { format!("{:.2}", a as f64 / b as f64) }
}

fn forfeits(tally: &PlayerTally) -> String {
    let list: Vec<String> = Fault::ALL
        .into_iter()
        .filter_map(|fault| tally.faults.get(&fault).map(|n| format!("{} {n}", fault.name())))
        .collect();
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

/// `1:02:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
