//! How games end, and by which rule.

use chuhe::rules::{self, Reason, RuleSet, Verdict};
use chuhe::types::{Color, Piece, Square};
use chuhe_games::words::{self, Language};
use chuhe_games::{result_of, result_word};

use crate::error::{Error, Result, shown};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    verdict: Verdict,
    /// By which rule set.
    rules: &'static str,
}

impl Outcome {
    /// The end of a game by a rule set; `None` when it goes on.
    pub fn of(game: &rules::Game, rules: &RuleSet) -> Option<Outcome> {
        let verdict = rules::judge(game, rules);
        let has_ended = verdict.outcome != rules::Outcome::Ongoing;
        has_ended.then_some(Outcome { verdict, rules: rules.name })
    }

    /// The side that has won; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.verdict.outcome {
            rules::Outcome::Win(color) => Some(color),
            _ => None,
        }
    }

    /// `checkmate`, `stalemate`, `perpetual check`, `perpetual chase`, `perpetual attack`,
    /// `mutual check`, `mutual chase`, `repetition`, `natural limit` or
    /// `insufficient material`.
    pub fn kind(&self) -> &'static str {
        self.verdict.reason.name()
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        result_word(self.verdict.outcome)
    }

    /// The name of the rule set that it was judged by.
    pub fn rules(&self) -> &'static str {
        self.rules
    }

    /// The side that broke a rule.
    pub fn offender(&self) -> Option<Color> {
        self.verdict.offender
    }

    /// The piece that was chased, and where it stands now.
    pub fn victim(&self) -> Option<(Piece, Square)> {
        self.verdict.victim
    }

    /// Plies of the repetition that decided, back from the end; 0 when none did.
    pub fn plies(&self) -> usize {
        self.verdict.window
    }

    /// Whether a repetition decided.
    pub fn is_repetition(&self) -> bool {
        self.verdict.reason.is_repetition()
    }

    /// The sentence of the rule in a language: `en`, `zh-Hans`, `zh-Hant` or `vi`.
    ///
    /// # Errors
    /// When there is no such language.
    pub fn sentence(&self, language: &str) -> Result<String> {
        Ok(words::sentence(&self.verdict, language_of(language)?))
    }

    /// The sentence of the rule in English.
    pub fn text(&self) -> String {
        words::sentence(&self.verdict, Language::English)
    }

    /// The outcome of what its methods said of it; `None` when they say nothing of the kind, or
    /// of a game that goes on.
    pub fn of_parts(
        (result, kind, rules): (&str, &str, &str),
        offender: Option<Color>,
        victim: Option<(Piece, Square)>,
        plies: usize,
    ) -> Option<Outcome> {
        let mut verdict = Verdict::ONGOING;
        verdict.outcome = result_of(result).filter(|&ended| ended != rules::Outcome::Ongoing)?;
        verdict.reason = Reason::ALL.into_iter().find(|reason| reason.name() == kind)?;
        (verdict.offender, verdict.victim, verdict.window) = (offender, victim, plies);
        Some(Outcome { verdict, rules: rules_of(rules).ok()?.name })
    }
}

/// The language of a name.
fn language_of(name: &str) -> Result<Language> {
    name.parse().map_err(|error| Error::value(format!("language '{}': {error}", shown(name))))
}

/// The tag of a language: of its name in either case, and of its regions.
///
/// # Errors
/// When there is no such language.
pub fn language_tag(name: &str) -> Result<&'static str> {
    Ok(language_of(name)?.tag())
}

/// The names of all rule sets, the default first.
pub const fn rule_sets() -> &'static [&'static str] {
    &RuleSet::NAMES
}

/// The rule set of a name, in either case.
///
/// # Errors
/// When there is none.
pub fn rules_of(name: &str) -> Result<RuleSet> {
    RuleSet::by_name(name).ok_or_else(|| {
        let names = RuleSet::NAMES.join(", ");
        Error::value(format!("rules '{}': expected one of: {names}", shown(name)))
    })
}

/// The rule set of a name whose repetitions are judged at an occurrence, 3 by default.
///
/// # Errors
/// When there is no such rule set, or the occurrence is none of 2 to 255.
pub fn rules_at(name: &str, occurrences: Option<usize>) -> Result<RuleSet> {
    let rules = rules_of(name)?;
    match occurrences {
        None => Ok(rules),
        Some(fold @ 2..=255) => Ok(RuleSet { fold, ..rules }),
        Some(n) => Err(Error::value(format!("occurrences {n}: expected 2 to 255"))),
    }
}
