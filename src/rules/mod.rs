//! What the game means: histories, repetitions, limits and verdicts. Knows no
//! protocol and no search; a [`RuleSet`] is a value passed in.

mod chase;
mod cycle;
mod game;
mod ignored;
mod judge;
pub(crate) mod repetition;
mod ruleset;
mod threat;
mod verdict;

pub(crate) use cycle::at_fold;
pub use cycle::at_node as judge_repetition;
pub use game::{Game, Record};
pub(crate) use ignored::as_searched;
pub use judge::{judge, judge_node};
pub use ruleset::{ChaseRule, CheckEffect, DrawRule, RuleSet};
pub use verdict::{NodeVerdict, Outcome, Reason, Verdict};
