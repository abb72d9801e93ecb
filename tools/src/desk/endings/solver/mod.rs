//! Solves classes of endings by retrograde analysis, writes the tables that
//! `chuhe::endings` reads, and checks them against the rules.

pub mod check;
pub mod encode;
mod moves;
pub mod solve;

#[cfg(test)]
mod tests;
