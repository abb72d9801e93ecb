//! Stored results that cannot be used.

use std::fmt;

use chuhe::types::Move;

/// A stored result that is not one of these games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its place among the stored results, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub fault: MisfitFault,
}

/// What is wrong with a stored result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisfitFault {
    /// It names a position that none of the games has.
    BeyondLast,
    /// It is of the better move of a position of which nothing stored before it knows one.
    NoBetterMove,
    /// Its line has a move that is not legal there.
    IllegalMove(Move),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            MisfitFault::BeyondLast => f.write_str("a position beyond the last"),
            MisfitFault::NoBetterMove => f.write_str("a better move of an unknown position"),
            MisfitFault::IllegalMove(mv) => write!(f, "its line has the illegal move {mv}"),
        }
    }
}

impl std::error::Error for Misfit {}
