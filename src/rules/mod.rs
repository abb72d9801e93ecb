//! What the game means: histories, repetitions, limits and verdicts. Knows no
//! protocol and no search; a [`RuleSet`] is a value passed in.

mod game;
mod judge;
mod ruleset;

pub use game::Game;
pub use judge::{NodeVerdict, Outcome, Reason, Verdict, judge, judge_node};
pub use ruleset::RuleSet;
