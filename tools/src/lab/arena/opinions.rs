//! Second opinions on how games ended, from the engines that played them and from the
//! slow judge of `reference`.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use serde::Serialize;

use chuhe::internals::reference::judge::History;
use chuhe::rules::{Game, Outcome, RuleSet};
use chuhe::types::Color;

use super::cost::thread_time;
use super::record::Ending;
use super::seat::Seat;

/// How many judges agree with the referee about the end of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Opinions {
    /// Games that ended by the rules.
    pub by_rules: u64,
    /// Of these: the games in which the slow judge found the same end, and none before.
    pub reference_agrees: u64,
    /// Verdicts that engines gave when they were asked.
    pub engines_asked: u64,
    /// Of these: the verdicts that agree with the referee.
    pub engines_agree: u64,
    /// Processor time that asking took in the runner.
    #[serde(skip)]
    pub cost: Duration,
}

impl Opinions {
    /// Asks about a game that has just ended.
    pub fn ask(
        game: &Game,
        outcome: Outcome,
        ending: &Ending,
        rules: RuleSet,
        seats: [&mut Seat; 2],
    ) -> Opinions {
        let Ending::Rules(..) = ending else { return Opinions::default() };
        let before = thread_time();
        let mut opinions = Opinions { by_rules: 1, ..Opinions::default() };
        let agrees = reference_outcomes(game, rules).eq(expected_outcomes(game, outcome));
        opinions.reference_agrees += u64::from(agrees);
        for seat in seats {
            let Some(words) = seat.verdict(game) else { continue };
            let agrees = words.starts_with(beginning(outcome));
            opinions.engines_asked += 1;
            opinions.engines_agree += u64::from(agrees);
            if !agrees {
                let name = &seat.player.name;
                log::warn!("{name} says '{words}', the referee {outcome:?}: {}", game.fen());
            }
        }
        opinions.cost = before.zip(thread_time()).map(|(a, b)| b - a).unwrap_or_default();
        opinions
    }

    /// Whether all agree.
    pub fn unanimous(&self) -> bool {
        self.reference_agrees == self.by_rules && self.engines_agree == self.engines_asked
    }
}

impl AddAssign for Opinions {
    fn add_assign(&mut self, other: Opinions) {
        self.by_rules += other.by_rules;
        self.reference_agrees += other.reference_agrees;
        self.engines_asked += other.engines_asked;
        self.engines_agree += other.engines_agree;
        self.cost += other.cost;
    }
}

/// In one line.
impl fmt::Display for Opinions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opinions { by_rules, reference_agrees, engines_asked, engines_agree, .. } = self;
        write!(
            f,
            "{by_rules} games ended by the rules; the slow judge agrees in {reference_agrees}, \
             engines in {engines_agree} of {engines_asked} answers"
        )
    }
}

/// What the slow judge says after each move.
fn reference_outcomes(game: &Game, rules: RuleSet) -> impl Iterator<Item = Outcome> {
    let mut history = History::new(game.start_setup(), &[]);
    let moves: Vec<_> = game.moves().collect();
    moves.into_iter().map(move |mv| {
        history.push(mv);
        history.judge(&rules)
    })
}

/// The game goes on until its last move.
fn expected_outcomes(game: &Game, outcome: Outcome) -> impl Iterator<Item = Outcome> {
    let last = game.ply();
    (1..=last).map(move |ply| if ply == last { outcome } else { Outcome::Ongoing })
}

/// How the engine's words for an outcome begin.
fn beginning(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Red) => "red wins",
        Outcome::Win(Color::Black) => "black wins",
        Outcome::Draw => "draw",
        Outcome::Ongoing => "the game goes on",
    }
}
