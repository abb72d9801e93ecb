//! How good a position looks: the static evaluation. There are two of them: one
//! written by hand, and a network that has learned from the engine's own games
//! (docs/network.md). The search sees one [`Evaluator`] and does not know which.

mod accumulator;
mod architecture;
mod built_in;
mod features;
mod file;
mod hand;
mod material;
mod network;
mod placement;
mod recent;
mod simd;
mod tapered;
mod terms;
mod trace;
pub mod weights;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::board::{Board, Observer};
use crate::eval::accumulator::Accumulators;
use crate::eval::hand::HandWritten;
use crate::types::{Piece, Score, Square};

pub use architecture::{Architecture, MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, QB, Weights};
pub use features::{Buckets, INPUTS, View};
pub use file::NetworkError;
pub use material::{Counts, MAX_PHASE};
pub use network::Network;
pub use simd::{Kernels, LANE, Lane, QA, Step, available as available_kernels, kernels};
pub use tapered::Tapered;
pub use trace::{Features, features};

/// Which evaluation to use.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The network that comes with the program; the hand-written evaluation
    /// where none does.
    #[default]
    BuiltIn,
    /// The one written by hand.
    HandWritten,
    /// Another network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The evaluation that a user names: nothing for the built-in one, `hand`
    /// for the hand-written one, otherwise a network file.
    ///
    /// # Errors
    /// When the file cannot be read or is no network. The message names it.
    pub fn named(name: &str) -> Result<Evaluation, NetworkError> {
        match name {
            "" => Ok(Evaluation::BuiltIn),
            "hand" => Ok(Evaluation::HandWritten),
            file => Ok(Evaluation::Network(Arc::new(Network::read(Path::new(file))?))),
        }
    }

    /// The network, if it is one. The built-in one is unpacked when this is first
    /// asked.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Evaluation::BuiltIn => built_in::network(),
            Evaluation::HandWritten => None,
            Evaluation::Network(network) => Some(network),
        }
    }
}

/// As `hand-written` or `network 0123456789ab, 689k1a4-128x2-8, avx2`: with the
/// shape, and the kernels in use.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.network() {
            None => f.write_str("hand-written"),
            Some(network) => {
                let (name, shape) = (network.name(), network.architecture());
                write!(f, "network {name}, {shape}, {}", kernels().name)
            }
        }
    }
}

/// The evaluation with everything that it keeps up to date while moves are
/// made. It must be told of every move ([`Observer`]); [`Evaluator::refresh`]
/// starts it anew.
#[derive(Clone)]
pub struct Evaluator(Kind);

#[derive(Clone)]
enum Kind {
    HandWritten(HandWritten),
    Network(Box<Accumulators>),
}

impl Evaluator {
    /// The default evaluation, in step with the board.
    pub fn new(board: &Board) -> Evaluator {
        Evaluator::of(&Evaluation::default(), board)
    }

    /// An evaluation, in step with the board.
    pub fn of(evaluation: &Evaluation, board: &Board) -> Evaluator {
        Evaluator(match evaluation.network() {
            None => Kind::HandWritten(HandWritten::new(board)),
            Some(network) => Kind::Network(Box::new(Accumulators::new(Arc::clone(network), board))),
        })
    }

    /// Recomputes everything from the board.
    pub fn refresh(&mut self, board: &Board) {
        match &mut self.0 {
            Kind::HandWritten(hand) => hand.refresh(board),
            Kind::Network(accumulators) => accumulators.refresh(board),
        }
    }

    /// The score of the position for the side to move, in units of about a
    /// hundredth of a pawn. The board must be the one that all moves were
    /// reported of.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        match &mut self.0 {
            Kind::HandWritten(hand) => hand.evaluate(board),
            Kind::Network(accumulators) => accumulators.evaluate(board),
        }
    }
}

impl Observer for Evaluator {
    #[inline]
    fn made(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        match &mut self.0 {
            Kind::HandWritten(hand) => hand.made(piece, from, to, captured),
            Kind::Network(accumulators) => accumulators.made(piece, from, to, captured),
        }
    }

    #[inline]
    fn unmade(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        match &mut self.0 {
            Kind::HandWritten(hand) => hand.unmade(piece, from, to, captured),
            Kind::Network(accumulators) => accumulators.unmade(piece, from, to, captured),
        }
    }
}
