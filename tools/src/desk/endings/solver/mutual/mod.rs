//! Solves mutual classes: one attacker a side, or two against one. First the wins by force are
//! found, by retrograde analysis ([`solve`]); then those that exist because the loser may not
//! check for ever ([`law`]), and the draws that may need chases. `docs/authors/endings.md` has the
//! argument.

pub mod encode;
pub mod field;
mod law;
pub mod solution;
pub mod solve;

#[cfg(test)]
mod tests;
