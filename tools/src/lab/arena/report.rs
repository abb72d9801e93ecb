//! The counts of a match as text.

use std::fmt::{Display, Write};
use std::time::Duration;

use crate::common::lang::Lang;
use crate::common::page::WorkStage;

use super::MatchEnd;
use super::opinions::Opinions;
use super::ratings::ratings;
use super::schedule::Schedule;
use super::stats::{Decision, Estimate, Model, Results, Sprt, Strength};
use super::tally::{PairingTally, Tally};

/// What a report is made from.
pub struct MatchReport<'a> {
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
    /// The language of texts and page.
    pub lang: Lang,
}

impl MatchReport<'_> {
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
                let _ = write!(text, "  elo {}", show(&strength.elo, self.lang));
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
            let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
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

    /// Whether the test needs no more games.
    pub fn is_decided(&self) -> bool {
        !matches!(self.decision(), None | Some(Decision::Continue))
    }

    /// Whether all games of the schedule are there, or none of the others is needed.
    pub fn stage(&self) -> WorkStage {
        match self.tally.finished >= self.schedule.len() || self.is_decided() {
            true => WorkStage::Done,
            false => WorkStage::Interrupted,
        }
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
        let details = self.lang.fill("match.seed", &[("n", &self.seed)]);
        for number in 0..self.tally.pairings.len() {
            text.push_str(&self.pairing(number, &details));
        }
        if self.names.len() > 2 {
            text.push('\n');
            text.push_str(&self.standings());
            text.push('\n');
            text.push_str(&self.crosstable());
        }
        text.push('\n');
        text.push_str(&self.engines());
        text.push('\n');
        text.push_str(&self.endings());
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
            self.lang.limits(a_limits)
        } else {
            format!("{} - {}", self.lang.limits(a_limits), self.lang.limits(b_limits))
        };
        let (results, sprt, lang) = (self.results(pairing), self.sprt, self.lang);
        let block = PairingReport { pairing, results, sprt, lang };
        let values: [(&str, &dyn Display); 4] =
            [("a", a), ("b", b), ("limits", &limits), ("details", &details)];
        format!("{}\n{}", lang.fill("match.results", &values), block.text())
    }

    /// An entry for `docs/log/experiments.md` about the test of an idea: a paragraph; empty
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
            Some(open) => show(&open, Lang::En),
        };
        let verdict = match sprt.decide(sprt.llr(&results)) {
            Decision::Accept => "kept",
            Decision::Reject => "dropped",
            Decision::Continue => "open",
        };
        let mut limits = self.limits.to_vec();
        limits.dedup();
        format!(
            "**{}.** {}; {}, +{wins} ={draws} -{losses}; {:.2}; {elo}; **{verdict}**.\n",
            idea.replace('\n', " "),
            limits.join(" - "),
            losses + draws + wins,
            sprt.llr(&results),
        )
    }

    /// Elo of every engine against the mean of all.
    pub fn ratings(&self) -> Vec<Option<Estimate>> {
        let pairings = self.schedule.pairings().iter().zip(&self.tally.pairings);
        let pairings: Vec<_> =
            pairings.map(|(&players, tally)| (players, self.results(tally))).collect();
        ratings(self.names.len(), &pairings)
    }
}

/// The results of one pairing.
struct PairingReport<'a> {
    pairing: &'a PairingTally,
    results: Results,
    sprt: Option<Sprt>,
    lang: Lang,
}

impl PairingReport<'_> {
    fn text(&self) -> String {
        let PairingReport { results: Results { games, pairs }, lang, .. } = *self;
        let [losses, draws, wins] = games;
        let total = losses + draws + wins;
        let mut lines = self.strength();
        let points = wins as f64 + draws as f64 / 2.0;
        let percent = 100.0 * points / total.max(1) as f64;
        lines.push(lang.fill(
            "match.games",
            &[
                ("n", &total),
                ("wins", &wins),
                ("losses", &losses),
                ("draws", &draws),
                ("points", &format!("{points:.1}")),
                ("percent", &format!("{percent:.2}")),
            ],
        ));
        if let Some(pairs) = pairs {
            let mixed = self.pairing.mixed_pairs;
            let level = ratio(mixed, pairs[2] - mixed);
            let pairs = format!("{pairs:?}");
            lines.push(lang.fill("match.pairs", &[("pairs", &pairs), ("level", &level)]));
        }
        lines.extend(self.sprt.map(|sprt| self.test(sprt)));
        lines.join("\n") + "\n"
    }

    /// Elo and what belongs to it; nothing without games.
    fn strength(&self) -> Vec<String> {
        let PairingReport { results, lang, .. } = self;
        let Some(Strength { elo, nelo, los, .. }) = results.strength() else { return Vec::new() };
        let elo =
            lang.fill("match.elo", &[("elo", &show(&elo, *lang)), ("nelo", &show(&nelo, *lang))]);
        let los = format!("{:.2}", 100.0 * los);
        let drawn = format!("{:.2}", 100.0 * results.draw_ratio());
        let mut second = lang.fill("match.los", &[("los", &los), ("drawn", &drawn)]);
        if let Some((won, lost)) = results.decided_pairs() {
            second += &lang.fill("match.pairs-ratio", &[("ratio", &ratio(won, lost))]);
        }
        vec![elo, second]
    }

    fn test(&self, sprt: Sprt) -> String {
        let llr = sprt.llr(&self.results);
        let (lower, upper) = sprt.bounds();
        let share = 100.0 * llr / if llr < 0.0 { -lower } else { upper };
        let Sprt { elo0, elo1, .. } = sprt;
        let numbers =
            format!("{llr:.2} ({share:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]");
        let verdict = match sprt.decide(llr) {
            Decision::Continue => "",
            Decision::Accept => self.lang.text("match.accepted"),
            Decision::Reject => self.lang.text("match.rejected"),
        };
        self.lang.fill("match.llr", &[("numbers", &numbers), ("verdict", &verdict)])
    }
}

/// `12.34 +/- 5.67`; `436.43 (above 270.31)` where the results leave a side open, and
/// `above 120.31` where the value itself would be infinite.
pub fn show(estimate: &Estimate, lang: Lang) -> String {
    let Estimate { value, low, high } = *estimate;
    let above = |low: f64| lang.fill("match.above", &[("n", &format!("{low:.2}"))]);
    let below = |high: f64| lang.fill("match.below", &[("n", &format!("{high:.2}"))]);
    match (value, low, high) {
        (Some(value), Some(low), Some(high)) => {
            format!("{value:.2} +/- {:.2}", (high - low) / 2.0)
        }
        (Some(value), Some(low), None) => format!("{value:.2} ({})", above(low)),
        (Some(value), None, Some(high)) => format!("{value:.2} ({})", below(high)),
        (None, Some(low), None) => above(low),
        (None, None, Some(high)) => below(high),
        (Some(value), _, _) => format!("{value:.2} +/- ?"),
        (None, _, _) => lang.text("match.unknown").into(),
    }
}

fn ratio(a: u64, b: u64) -> String {
    if b == 0 { format!("{a}:0") } else { format!("{:.2}", a as f64 / b as f64) }
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
        let elo =
            |results: Results| results.strength().map(|strength| show(&strength.elo, Lang::En));
        assert_eq!(elo(results(1, 1, 18)).as_deref(), Some("436.43 (above 263.98)"));
        assert_eq!(elo(results(18, 1, 1)).as_deref(), Some("-436.43 (below -263.98)"));
        assert!(elo(results(5, 0, 5)).is_some_and(|text| text.starts_with("0.00 +/- ")));
        assert!(elo(results(0, 0, 5)).is_some_and(|text| text.starts_with("above ")));
    }
}
