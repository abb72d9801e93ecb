//! Solves mutual classes: one attacker a side, or two against one. First the wins by force are
//! found, by retrograde analysis ([`solve`]); then those that exist because the loser may not
//! check for ever ([`law`]), and the draws that may need chases. `docs/authors/endings.md` has the
//! argument.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

pub mod encode;
pub mod field;
mod law;
pub mod solution;
pub mod solve;

/// A map by positions or captures: nobody chooses them to collide.
pub type FastMap<K, V> = HashMap<K, V, FixedState>;
/// A set of positions.
pub type FastSet<K> = HashSet<K, FixedState>;

#[cfg(test)]
mod tests;
