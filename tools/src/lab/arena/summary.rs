//! The result of a match as one object of JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::opinions::Opinions;
use super::record::{Failure, Usage};
use super::report::MatchReport;
use super::stats::{Decision, Estimate, Penta, Trio};

/// Everything that the report says.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    games: u64,
    /// Games of the whole match.
    pub games_wanted: u64,
    seed: &'a str,
    decision: Option<&'static str>,
    pairings: Vec<Pairing<'a>>,
    engines: Vec<Engine<'a>>,
    endings: &'a BTreeMap<String, u64>,
    red_wins: u64,
    draws: u64,
    plies: u64,
    seconds: Option<f64>,
    runner_seconds: Option<f64>,
    verdicts: Option<Opinions>,
}

/// Two engines, from the view of the first.
#[derive(Debug, Serialize)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    losses_draws_wins: Trio,
    pairs: Option<Penta>,
    score: Option<f64>,
    elo: Option<Interval>,
    nelo: Option<Interval>,
    los: Option<f64>,
    draw_ratio: f64,
    llr: Option<f64>,
    llr_bounds: Option<(f64, f64)>,
}

/// A value and the ends of its 95 % interval; absent where they would be
/// infinite.
#[derive(Debug, Serialize)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Estimate> for Interval {
    fn from(Estimate { value, low, high }: Estimate) -> Interval {
        Interval { value, low, high }
    }
}

/// What one engine did.
#[derive(Debug, Serialize)]
struct Engine<'a> {
    name: &'a str,
    limits: &'a str,
    losses_draws_wins: Trio,
    losses_draws_wins_as_red: Trio,
    /// Against the mean of all engines.
    elo: Option<Interval>,
    usage: Usage,
    faults: &'a BTreeMap<Failure, u64>,
}

impl<'a> Summary<'a> {
    /// The summary of a report.
    pub fn of(report: &'a MatchReport) -> Summary<'a> {
        let MatchReport { tally, schedule, sprt, names, limits, .. } = report;
        let pairing = |(pairing, &[first, second]): (&_, &[usize; 2])| {
            let results = report.results(pairing);
            let strength = results.strength();
            Pairing {
                first: &names[first],
                second: &names[second],
                losses_draws_wins: results.games,
                pairs: results.pairs,
                score: strength.map(|strength| strength.score),
                elo: strength.map(|strength| strength.elo.into()),
                nelo: strength.map(|strength| strength.nelo.into()),
                los: strength.map(|strength| strength.los),
                draw_ratio: results.draw_ratio(),
                llr: sprt.map(|sprt| sprt.llr(&results)),
                llr_bounds: sprt.map(|sprt| sprt.bounds()),
            }
        };
        let ratings = report.ratings();
        let engine = |(i, player): (usize, &'a super::tally::PlayerTally)| Engine {
            name: &names[i],
            limits: &limits[i],
            losses_draws_wins: player.games,
            losses_draws_wins_as_red: player.as_red,
            elo: ratings[i].map(Interval::from),
            usage: player.usage,
            faults: &player.faults,
        };
        Summary {
            games: tally.finished,
            games_wanted: schedule.len(),
            seed: &report.seed,
            decision: report.decision().map(|decision| match decision {
                Decision::Continue => "none",
                Decision::Accept => "H1",
                Decision::Reject => "H0",
            }),
            pairings: tally.pairings.iter().zip(schedule.pairings()).map(pairing).collect(),
            engines: tally.players.iter().enumerate().map(engine).collect(),
            endings: &tally.endings,
            red_wins: tally.red_wins,
            draws: tally.draws,
            plies: tally.plies,
            seconds: report.elapsed.map(|time| time.as_secs_f64()),
            runner_seconds: report.cost.map(|time| time.as_secs_f64()),
            verdicts: report.opinions,
        }
    }
}
