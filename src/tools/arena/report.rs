//! The counts of a match as text.

use std::fmt::{self, Write};
use std::time::Duration;

use super::MatchEnd;
use super::opinions::Opinions;
use super::ratings::ratings;
use super::record::Fault;
use super::schedule::Schedule;
use super::stats::{Decision, Estimate, Model, Results, Sprt, Strength};
use super::tally::{PairingTally, PlayerTally, Tally};
use crate::tools::say::counted;

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
    /// Whether single games are judged instead of pairs.
    pub trinomial: bool,
    /// Processor time of the runner in this run.
    pub cost: Option<Duration>,
    /// What other judges say of the games of this run.
    pub opinions: Option<Opinions>,
}

impl Report<'_> {
    /// The state of the match on one line.
    pub fn progress(&self) -> String {
        let Tally { finished, pairings, .. } = self.tally;
        let total = self.schedule.len();
        let mut text = format!("{finished}/{total}");
        if let [pairing] = pairings.as_slice() {
            let [losses, draws, wins] = pairing.games;
            let _ = write!(text, "  +{wins} ={draws} -{losses}");
            let results = self.results(pairing);
            if let Some(pairs) = results.pairs {
                let _ = write!(text, "  penta {pairs:?}");
            }
            if let Some(strength) = results.strength() {
                let _ = write!(text, "  elo {}", show(&strength.elo));
                let _ = write!(text, "  los {:.1}%", 100.0 * strength.los);
            }
            if let Some(sprt) = self.sprt {
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&results);
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
        Some(sprt.decide(sprt.llr(&self.results(pairing))))
    }

    /// What statistics of a pairing are made from: a Bayesian test is one of
    /// single games.
    pub fn results(&self, pairing: &PairingTally) -> Results {
        let bayesian = self.sprt.is_some_and(|sprt| sprt.model == Model::Bayesian);
        pairing.results(self.trinomial || bayesian)
    }

    /// How the match ended. A `strict` one fails when an engine failed.
    pub fn end(&self, strict: bool) -> MatchEnd {
        if self.opinions.is_some_and(|opinions| !opinions.unanimous()) {
            return MatchEnd::Faults;
        }
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
        let details = format!("seed {}", self.seed);
        for number in 0..self.tally.pairings.len() {
            text.push_str(&self.pairing(number, &details));
        }
        if self.names.len() > 2 {
            text.push('\n');
            text.push_str(&self.standings());
        }
        text.push('\n');
        self.engines(&mut text);
        self.endings(&mut text);
        text
    }

    /// The results of a pairing, in lines that tools for chess matches read; the
    /// details stand in the first of them after the limits.
    pub fn pairing(&self, number: usize, details: &str) -> String {
        let (Some(pairing), Some(players)) =
            (self.tally.pairings.get(number), self.schedule.pairings().get(number))
        else {
            return String::new();
        };
        let [a, b] = players.map(|player| &self.names[player]);
        let [a_limits, b_limits] = players.map(|player| &self.limits[player]);
        let limits = if a_limits == b_limits {
            a_limits.clone()
        } else {
            format!("{a_limits} - {b_limits}")
        };
        let block = PairingReport { pairing, results: self.results(pairing), sprt: self.sprt };
        format!("Results of {a} vs {b} ({limits}, {details}):\n{block}")
    }

    /// A row of the table in `docs/experiments.md` about the test of an idea; empty
    /// without a test.
    pub fn experiment(&self, idea: &str) -> String {
        let (Some(sprt), [pairing]) = (self.sprt, self.tally.pairings.as_slice()) else {
            return String::new();
        };
        let results = self.results(pairing);
        let [losses, draws, wins] = results.games;
        let elo = match results.strength().map(|strength| strength.elo) {
            None => String::new(),
            Some(Estimate { value: Some(value), low: Some(low), high: Some(high) }) => {
                format!("{value:+.0} ± {:.0}", (high - low) / 2.0)
            }
            Some(open) => show(&open),
        };
        let verdict = match sprt.decide(sprt.llr(&results)) {
            Decision::Accept => "kept",
            Decision::Reject => "dropped",
            Decision::Continue => "open",
        };
        let mut limits = self.limits.to_vec();
        limits.dedup();
        format!(
            "| {} | {} | {}, +{wins} ={draws} -{losses} | {:.2} | {elo} | {verdict} |\n",
            idea.replace(['|', '\n'], " "),
            limits.join(" - "),
            losses + draws + wins,
            sprt.llr(&results),
        )
    }

    /// All engines by the share of points that they won.
    pub fn standings(&self) -> String {
        let mut text = String::new();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let share = |i: usize| {
            let tally = &self.tally.players[i];
            tally.points() / (tally.games.iter().sum::<u64>().max(1) as f64)
        };
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        let ratings = self.ratings();
        let elo = |i: usize| ratings[i].as_ref().map_or_else(|| "?".into(), show);
        let width = self.name_width();
        let _ = writeln!(
            text,
            "{:>4}  {:width$}  {:>18}  {:>7}  {:>6}",
            "Rank", "Engine", "Elo", "Points", "Games"
        );
        for (rank, i) in (1..).zip(order) {
            let tally = &self.tally.players[i];
            let (points, games) = (tally.points(), tally.games.iter().sum::<u64>());
            let (name, elo) = (&self.names[i], elo(i));
            let _ =
                writeln!(text, "{rank:>4}  {name:width$}  {elo:>18}  {points:>7.1}  {games:>6}");
        }
        text
    }

    /// Elo of every engine against the mean of all.
    pub fn ratings(&self) -> Vec<Option<Estimate>> {
        let pairings = self.schedule.pairings().iter().zip(&self.tally.pairings);
        let pairings: Vec<_> =
            pairings.map(|(&players, tally)| (players, self.results(tally))).collect();
        ratings(self.names.len(), &pairings)
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
            let _ = write!(text, "; {} in {}", counted(played, "game"), clock(elapsed));
        }
        text.push('\n');
        if self.tally.repeats > 0 {
            let (repeats, share) =
                (self.tally.repeats, self.tally.repeats as f64 / *finished as f64);
            let _ = writeln!(
                text,
                "Repeated games: {repeats} ({:.1} %), which prove nothing; the error bars are too small",
                100.0 * share
            );
        }
        if let Some(opinions) = self.opinions {
            let _ = writeln!(text, "Verdicts: {opinions}");
        }
        if let Some((cost, elapsed)) = self.cost.zip(self.elapsed) {
            let share = 100.0 * cost.as_secs_f64() / elapsed.as_secs_f64().max(1e-3);
            let cost = cost.as_secs_f64();
            let _ =
                writeln!(text, "Runner: {cost:.2} s of processor time, {share:.2} % of one core");
        }
    }

    fn name_width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6)
    }
}

/// The results of one pairing.
struct PairingReport<'a> {
    pairing: &'a PairingTally,
    results: Results,
    sprt: Option<Sprt>,
}

impl fmt::Display for PairingReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { games: [losses, draws, wins], pairs } = self.results;
        let total = losses + draws + wins;
        if let Some(Strength { elo, nelo, los, .. }) = self.results.strength() {
            writeln!(f, "Elo: {}, nElo: {}", show(&elo), show(&nelo))?;
            let drawn = 100.0 * self.results.draw_ratio();
            write!(f, "LOS: {:.2} %, DrawRatio: {drawn:.2} %", 100.0 * los)?;
            match self.results.decided_pairs() {
                Some((won, lost)) => writeln!(f, ", PairsRatio: {}", ratio(won, lost))?,
                None => writeln!(f)?,
            }
        }
        let points = wins as f64 + draws as f64 / 2.0;
        let percent = 100.0 * points / total.max(1) as f64;
        writeln!(
            f,
            "Games: {total}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
             Points: {points:.1} ({percent:.2} %)"
        )?;
        if let Some(pairs) = pairs {
            let mixed = self.pairing.mixed_pairs;
            let level = ratio(mixed, pairs[2] - mixed);
            writeln!(f, "Ptnml(0-2): {pairs:?}, WL/DD Ratio: {level}")?;
        }
        if let Some(sprt) = self.sprt {
            let llr = sprt.llr(&self.results);
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

/// `12.34 +/- 5.67`; `436.43 (above 270.31)` where the results leave a side open, and
/// `above 120.31` where the value itself would be infinite.
pub fn show(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    match (value, low, high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.2} +/- {:.2}", (high - low) / 2.0)
        }
        (Some(value), Some(low), None) => format!("{value:.2} (above {low:.2})"),
        (Some(value), None, Some(high)) => format!("{value:.2} (below {high:.2})"),
        (None, Some(low), None) => format!("above {low:.2}"),
        (None, None, Some(high)) => format!("below {high:.2}"),
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
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_say_all_that_is_known() {
        let results = |losses, draws, wins| Results { games: [losses, draws, wins], pairs: None };
        let elo = |results: Results| results.strength().map(|strength| show(&strength.elo));
        assert_eq!(elo(results(1, 1, 18)).as_deref(), Some("436.43 (above 263.98)"));
        assert_eq!(elo(results(18, 1, 1)).as_deref(), Some("-436.43 (below -263.98)"));
        assert!(elo(results(5, 0, 5)).is_some_and(|text| text.starts_with("0.00 +/- ")));
        assert!(elo(results(0, 0, 5)).is_some_and(|text| text.starts_with("above ")));
    }
}
