//! The lines that programs around fastchess and cutechess read.

use std::fmt::Write as _;

use anyhow::Result;

use crate::common::lang::Lang;
use crate::common::say::print;
use crate::lab::arena::match_output::MatchOutput;
use crate::lab::arena::record::{Failure, GameRecord};
use crate::lab::arena::report::{MatchReport, show};
use crate::lab::arena::stats::Decision;
use chuhe::rules::Outcome;
use chuhe::types::Color;

/// Whose lines are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Those of fastchess.
    #[default]
    Fastchess,
    /// Those of cutechess.
    Cutechess,
}

/// What is printed, and how often.
#[derive(Clone, Debug)]
pub struct Print {
    /// Whose lines.
    pub look: Look,
    /// Rounds between two reports; 0 for one at the end only.
    pub rating_interval: u64,
    /// Games between two scores, for [`Look::Cutechess`].
    pub score_interval: u64,
    /// The file of the openings, without its folder.
    pub book: String,
    /// Threads and table sizes of the engines.
    pub machine: String,
}

impl Default for Print {
    fn default() -> Print {
        Print {
            look: Look::default(),
            rating_interval: 10,
            score_interval: 1,
            book: String::new(),
            machine: String::new(),
        }
    }
}

/// Prints on standard output as the match goes on.
pub struct Printer {
    print: Print,
    /// Rounds that were finished when the last report was printed.
    reported: u64,
}

impl Printer {
    /// A printer that has said nothing yet.
    pub fn new(print: Print) -> Printer {
        Printer { print, reported: 0 }
    }

    fn report(&self, report: &MatchReport) -> String {
        match self.print.look {
            Look::Fastchess => self.fastchess_report(report),
            Look::Cutechess => cutechess_report(report),
        }
    }

    fn fastchess_report(&self, report: &MatchReport) -> String {
        const RULE: &str = "--------------------------------------------------\n";
        let mut details = self.print.machine.clone();
        if !self.print.book.is_empty() {
            let _ = write!(details, ", {}", self.print.book);
        }
        let mut text = String::from(RULE);
        for number in 0..report.tally.pairings.len() {
            text += &report.pairing(number, &details);
        }
        if report.names.len() > 2 {
            text += &report.standings();
        }
        text + RULE
    }
}

impl MatchOutput for Printer {
    fn started(&mut self, id: u64, [red, black]: [&str; 2], report: &MatchReport) -> Result<()> {
        let (number, total) = (id + 1, report.schedule.len());
        print(&format!("Started game {number} of {total} ({red} vs {black})\n"))
    }

    fn finished(&mut self, game: &GameRecord, report: &MatchReport) -> Result<()> {
        let [red, black] = game.players.map(|player| &report.names[player]);
        let (number, result, reason) = (game.id + 1, game.result(), reason(game));
        let mut text =
            format!("Finished game {number} ({red} vs {black}): {result} {{{reason}}}\n");
        let finished = report.tally.finished;
        let due = |interval: u64| interval > 0 && finished.is_multiple_of(interval);
        if self.print.look == Look::Cutechess && due(self.print.score_interval) {
            text += &score_of(report, report.schedule.pairing_of(game.id));
        }
        let pairs: u64 = report.tally.pairings.iter().map(|p| p.pairs.iter().sum::<u64>()).sum();
        let rounds = if report.schedule.has_pairs() { pairs } else { finished };
        let interval = self.print.rating_interval;
        if interval > 0 && rounds > self.reported && rounds.is_multiple_of(interval) {
            self.reported = rounds;
            text += &self.report(report);
        }
        print(&text)
    }

    fn ended(&mut self, report: &MatchReport, failed: bool) -> Result<()> {
        let mut text = self.report(report);
        let accepted = match report.decision() {
            Some(Decision::Accept) => Some("H1"),
            Some(Decision::Reject) => Some("H0"),
            Some(Decision::Continue) | None => None,
        };
        match (accepted, report.sprt) {
            (Some(accepted), Some(sprt)) => {
                let (elo0, elo1) = (sprt.elo0, sprt.elo1);
                let bounds = format!("[{elo0:.2}, {elo1:.2}]");
                let _ = writeln!(text, "SPRT ({bounds}) completed - {accepted} was accepted");
            }
            _ if failed => {}
            _ => text += "Tournament finished\n",
        }
        print(&text)
    }
}

/// `Score of A vs B: 5 - 3 - 2  [0.600] 10`.
fn score_of(report: &MatchReport, pairing: usize) -> String {
    let [first, second] = report.schedule.pairings()[pairing].map(|player| &report.names[player]);
    let [losses, draws, wins] = report.tally.pairings[pairing].games;
    let games = losses + draws + wins;
    let score = (wins as f64 + 0.5 * draws as f64) / games.max(1) as f64;
    format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score:.3}] {games}\n")
}

fn cutechess_report(report: &MatchReport) -> String {
    let mut text = String::new();
    for (number, pairing) in report.tally.pairings.iter().enumerate() {
        if report.tally.pairings.len() > 1 {
            text += &score_of(report, number);
        }
        let results = pairing.results(true);
        if let Some(strength) = results.strength() {
            let (elo, los) = (show(&strength.elo, Lang::En), 100.0 * strength.los);
            let draws = 100.0 * results.draw_ratio();
            let _ =
                writeln!(text, "Elo difference: {elo}, LOS: {los:.2} %, DrawRatio: {draws:.2} %");
        }
        if let Some(sprt) = report.sprt {
            let llr = sprt.llr(&report.results(pairing));
            let (lower, upper) = sprt.bounds();
            let share = 100.0 * llr / if llr < 0.0 { lower } else { upper };
            let verdict = match sprt.decide(llr) {
                Decision::Continue => "",
                Decision::Accept => " - H1 was accepted",
                Decision::Reject => " - H0 was accepted",
            };
            let _ = writeln!(
                text,
                "SPRT: llr {llr:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}{verdict}"
            );
        }
    }
    text
}

/// Why a game ended, in words that are looked for by programs that know White and
/// Black: `White mates`, `Black loses on time`.
fn reason(game: &GameRecord) -> String {
    let kind = game.termination.split(" by ").next().unwrap_or_default();
    let (winner, loser) = match game.outcome {
        Outcome::Win(Color::Red) => ("White", "Black"),
        Outcome::Win(Color::Black) => ("Black", "White"),
        _ => {
            return match kind {
                "repetition" => "Draw by 3-fold repetition".into(),
                "insufficient material" => "Draw by insufficient mating material".into(),
                _ if kind.starts_with("adjudication") => "Draw by adjudication".into(),
                _ => format!("Draw by {kind}"),
            };
        }
    };
    match (game.fault, kind) {
        (Some(Failure::Time), _) => format!("{loser} loses on time{}", overrun(&game.termination)),
        (Some(Failure::Crash), _) => format!("{loser} disconnects"),
        (Some(Failure::Stall), _) => format!("{loser}'s connection stalls"),
        (Some(Failure::IllegalMove | Failure::NoMove), _) => {
            format!("{loser} makes an illegal move")
        }
        (None, "checkmate") => format!("{winner} mates"),
        (None, "stalemate") => format!("{winner} wins by stalemate"),
        (None, _) if kind.starts_with("resignation") => format!("{loser} resigns"),
        (None, _) if kind.starts_with("adjudication") => format!("{winner} wins by adjudication"),
        (None, _) => format!("{loser} loses by {kind}"),
    }
}

/// ` (12ms overrun)` of `…: 132 ms used of 120`.
fn overrun(termination: &str) -> String {
    let numbers: Vec<u64> = termination.split(' ').filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [used, had] => format!(" ({}ms overrun)", used.saturating_sub(*had)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::record::Usage;

    #[test]
    fn reasons() {
        let (red, black) = (Outcome::Win(Color::Red), Outcome::Win(Color::Black));
        for (outcome, termination, fault, expected) in [
            (red, "checkmate", None, "White mates"),
            (black, "stalemate", None, "Black wins by stalemate"),
            (black, "perpetual check by red", None, "White loses by perpetual check"),
            (red, "resignation of black", None, "Black resigns"),
            (red, "adjudication: decided", None, "White wins by adjudication"),
            (Outcome::Draw, "adjudication: too long", None, "Draw by adjudication"),
            (Outcome::Draw, "repetition", None, "Draw by 3-fold repetition"),
            (Outcome::Draw, "natural limit", None, "Draw by natural limit"),
            (
                black,
                "time forfeit by red: 132 ms used of 120",
                Some(Failure::Time),
                "White loses on time (12ms overrun)",
            ),
            (red, "crash by black: gone", Some(Failure::Crash), "Black disconnects"),
            (red, "stall by black", Some(Failure::Stall), "Black's connection stalls"),
            (red, "no move by black", Some(Failure::NoMove), "Black makes an illegal move"),
        ] {
            let game = GameRecord {
                id: 0,
                players: [0, 1],
                fen: String::new(),
                moves: String::new(),
                remarks: String::new(),
                outcome,
                termination: termination.into(),
                fault,
                usage: [Usage::default(); 2],
            };
            assert_eq!(reason(&game), expected);
        }
    }
}
