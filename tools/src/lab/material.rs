//! The network that only counts material: it plays the first games of a chain of
//! networks, and is the yardstick for others.
//!
//! Counting is linear and the activation is a square, but
//! `(1/2 + x)² - (1/2 - x)² = 2x`: one neuron counts upwards, another downwards, and the
//! output is their difference.

use std::sync::Arc;

use chuhe::eval::{
    Architecture, Evaluation, INPUTS, Network, NetworkError, Perspective, THREATS, Weights,
};
use chuhe::internals::simd::CHUNK;
use chuhe::types::{Color, Piece, PieceType, Square};

/// The value of a pawn in the fixed point of the first layer. All pieces of a side
/// together stay below a half.
const PAWN: i16 = 2;
/// A half in the fixed point of the first layer.
const HALF: i16 = 128;
/// The output weight of both neurons.
const WEIGHT: i16 = 64;
/// Makes a pawn 100 units: `100 · (255 · 64) · 255 / (4 · 128 · 64 · 2)`.
const SCALE: i32 = 6350;

/// The value of a piece, in the fixed point of the first layer.
const fn worth(kind: PieceType) -> i16 {
    match kind {
        PieceType::King => 0,
        PieceType::Pawn => PAWN,
        PieceType::Advisor | PieceType::Bishop => 2 * PAWN,
        PieceType::Knight => 4 * PAWN,
        PieceType::Cannon => 9 * PAWN / 2,
        PieceType::Rook => 9 * PAWN,
    }
}

/// The bytes of the network file.
///
/// # Errors
/// Never: the weights are known.
pub fn network() -> Result<Vec<u8>, NetworkError> {
    let architecture = Architecture { hidden: CHUNK, outputs: 1 };
    let mut inputs = vec![0; INPUTS * CHUNK];
    let perspective = Perspective::default();
    for piece in Piece::ALL {
        let sign = if piece.color() == Color::Red { 1 } else { -1 };
        for input in Square::all().filter_map(|sq| perspective.input(Color::Red, piece, sq)) {
            inputs[input * CHUNK] = sign * worth(piece.kind());
            inputs[input * CHUNK + 1] = -sign * worth(piece.kind());
        }
    }
    let mut biases = vec![0; CHUNK];
    biases[..2].fill(HALF);
    let mut outputs = vec![0; 2 * CHUNK];
    outputs[..2].copy_from_slice(&[WEIGHT, -WEIGHT]);
    // A piece is worth the same in every threat bucket.
    let inputs = inputs.repeat(THREATS);
    let weights = Weights { inputs, biases, outputs, output_biases: vec![0] };
    Network::to_bytes(architecture, SCALE, "counts = \"material\"\n", &weights)
}

/// The network as an evaluation.
///
/// # Errors
/// Never: the weights are known.
pub fn evaluation() -> Result<Evaluation, NetworkError> {
    Ok(Evaluation::Network(Arc::new(Network::from_bytes(&network()?)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::board::Board;
    use chuhe::internals::random::Random;

    #[test]
    fn it_counts_material_and_nothing_else() {
        let network = Network::from_bytes(&network().unwrap()).unwrap();
        let mut random = Random::new(&[5]);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..20 {
            let mut board = Board::start();
            for _ in 0..200 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let _ = board.play(moves[random.below(moves.len())]);
                let mut pawns = 0.0;
                for sq in board.occupied() {
                    let piece = board.piece_at(sq).unwrap();
                    let worth = [0.0, 2.0, 2.0, 4.0, 9.0, 4.5, 1.0][piece.kind().index()];
                    pawns += if piece.color() == board.side() { worth } else { -worth };
                }
                let units = network.evaluate(&board).units();
                assert!((f64::from(units) - 100.0 * pawns).abs() <= 1.0, "{units} {pawns}");
                seen.insert(units);
            }
        }
        assert!(seen.len() > 30, "only {} different scores", seen.len());
    }
}
